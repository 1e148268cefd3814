// What a decision table costs on the posting path: compiled, and run by zen.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ZenEngine } from '@gorules/zen-engine'
import { type OrderFacts, OrderRules, type UsedToday } from '../src/rules/order-rules.ts'
import { readRuleFile } from '../src/rules/rule-file.ts'
import { ORDER_RULES } from '../src/rules/rule-names.ts'
import { CompiledRules } from '../src/rules/tables/compile-graph.ts'
import { ZenProcess } from '../src/rules/zen/zen-process.ts'
import { median } from './figures/statistics.ts'

/**
 * Microseconds a table, on the mean of the tables; medians over the rounds. The first three are processor time of this
 * process, zen's own threads included, because elapsed time means little on a busy machine.
 */
export interface RuleCosts {
  readonly compiledMicros: number
  readonly zenMicros: number
  readonly zenParallelMicros: number
  /** As a table that does not compile is run, one by one: zen behind a pipe. Elapsed time, since two processes share it. */
  readonly zenProcessMicros: number
  /** What one order asks of the four compiled tables, with its facts and the reading of what they answer. */
  readonly orderMicros: number
  readonly faults: readonly string[]
}

const TABLES = ORDER_RULES
const FOLDER = join(import.meta.dirname, '../src/rules/fixtures')
const REQUESTS: readonly (OrderFacts & { readonly usedToday: UsedToday })[] = Array.from(
  { length: 64 },
  (_, index) => ({
    institutionId: index % 8 === 0 ? 'FI003' : 'FI001',
    partnerId: `PARTNER0${index % 4}`,
    terminal: { id: `ATM0000${index % 10}`, kind: ['ATM', 'POS', 'AGENT', 'BRANCH'][index % 4] ?? '' },
    type: 'CASHWITHDRAWAL',
    amount: 10 + 5 * (index % 18),
    accessFee: 1.5,
    currencyCode: 'USD',
    localTime: `2026-11-15 ${String(index % 24).padStart(2, '0')}:30:00`,
    usedToday: { amount: 25 * index, count: index % 12 },
  }),
)
const COMPILED_PASSES = 2_000
const ZEN_PASSES = 10

export async function measureRules(rounds: number): Promise<RuleCosts> {
  const engine = new ZenEngine()
  using cleanup = new DisposableStack()
  const zen = new ZenProcess()
  cleanup.defer(() => zen.close())
  const tables = TABLES.map((name) => {
    const text = readFileSync(join(FOLDER, `${name}.json`), 'utf8')
    const content = JSON.parse(text)
    const compiled = new CompiledRules(readRuleFile(name, text))
    return { name, compiled, zen: engine.createDecision(content), remote: zen.decision(content) }
  })

  const faults: string[] = []
  for (const { name, compiled, zen } of tables) {
    for (const request of REQUESTS) {
      if (isDeepStrictEqual(compiled.evaluate(request) ?? {}, (await zen.evaluate(request)).result)) continue
      faults.push(`the compiled table ${name} does not answer as zen does`)
      break
    }
  }

  const compiledOnce = () => {
    for (const request of REQUESTS) for (const { compiled } of tables) compiled.evaluate(request)
  }
  const active = new Map(tables.map(({ name, compiled }) => [name, compiled]))
  const orderOnce = () => {
    for (const { usedToday, ...facts } of REQUESTS) {
      const rules = new OrderRules(active, facts, () => {})
      rules.maxAccessFee(usedToday)
      rules.decline(usedToday)
      rules.limits(usedToday)
    }
  }
  const zenOnce = async () => {
    for (const request of REQUESTS) for (const { zen } of tables) await zen.evaluate(request)
  }
  const parallelOnce = async () => {
    for (const { zen } of tables) await Promise.all(REQUESTS.map((request) => zen.evaluate(request)))
  }
  const remoteOnce = async () => {
    for (const request of REQUESTS) for (const { remote } of tables) await remote.evaluate(request, false)
  }
  const figures = {
    compiled: [] as number[],
    order: [] as number[],
    zen: [] as number[],
    parallel: [] as number[],
    remote: [] as number[],
  }
  // One round more than counted, to warm up.
  for (let round = 0; round <= rounds; round++) {
    const compiled = await measure(COMPILED_PASSES, compiledOnce)
    const order = await measure(COMPILED_PASSES, orderOnce)
    const one = await measure(ZEN_PASSES, zenOnce)
    const parallel = await measure(ZEN_PASSES, parallelOnce)
    const remote = await measure(ZEN_PASSES, remoteOnce)
    if (round === 0) continue
    figures.compiled.push(compiled.processor)
    // Four tables make one order.
    figures.order.push(order.processor * TABLES.length)
    figures.zen.push(one.processor)
    figures.parallel.push(parallel.processor)
    figures.remote.push(remote.elapsed)
  }
  return {
    compiledMicros: median(figures.compiled),
    orderMicros: median(figures.order),
    zenMicros: median(figures.zen),
    zenParallelMicros: median(figures.parallel),
    zenProcessMicros: median(figures.remote),
    faults,
  }
}

export function ruleLine(costs: RuleCosts): string {
  const { compiledMicros, orderMicros, zenMicros, zenParallelMicros, zenProcessMicros } = costs
  const compiled = `compiled ${compiledMicros.toFixed(2)} µs a table, all four for one order ${orderMicros.toFixed(2)}`
  const zen = `zen ${zenMicros.toFixed(1)}, 64 at a time ${zenParallelMicros.toFixed(1)}`
  return `${compiled}; ${zen}, in its own process ${zenProcessMicros.toFixed(1)}`
}

interface Micros {
  readonly processor: number
  readonly elapsed: number
}

async function measure(passes: number, work: () => void | Promise<void>): Promise<Micros> {
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  for (let pass = 0; pass < passes; pass++) {
    const done = work()
    if (done !== undefined) await done
  }
  const { user, system } = process.cpuUsage(usedBefore)
  const evaluations = passes * REQUESTS.length * TABLES.length
  return { processor: (user + system) / evaluations, elapsed: ((performance.now() - startedAt) * 1_000) / evaluations }
}
