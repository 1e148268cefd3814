// wrk, driven by load.lua.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Load, type LoadGenerator, type LoadResult, REVERSAL_DISTANCE } from './load.ts'
import { FIRST_ACCOUNT, type Kind, PATTERNS, rawRequest, TEMPLATES } from './requests.ts'

const WRK = 'wrk'
const SCRIPT = fileURLToPath(new URL('load.lua', import.meta.url))
// One thread of wrk sends several times what a gateway can answer; a second one would take CPU from the gateway.
const THREADS = availableParallelism() >= 8 ? 2 : 1

export const wrk: LoadGenerator = {
  name: 'wrk',
  async run(load) {
    const plan = join(load.folder, `plan-${load.run}.lua`)
    writeFileSync(plan, planOf(load))
    const threads = Math.min(THREADS, load.connections)
    const flags = [`-t${threads}`, `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '10s', '-s', SCRIPT]
    const child = spawn(WRK, [...flags, load.url, '--', plan], { stdio: ['ignore', 'pipe', 'pipe'] })
    const stopAtExit = () => child.kill('SIGKILL')
    process.once('exit', stopAtExit)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    await once(child, 'close')
    process.off('exit', stopAtExit)
    return resultOf(output)
  },
}

/** A Lua table. Its strings are ASCII, so their JSON form is valid Lua. */
function planOf({ url, pattern, accounts, loans, tokenAccounts, run }: Load): string {
  const { host } = new URL(url)
  const kinds: readonly Kind[] = PATTERNS[pattern]
  const needed = new Set<Kind>([...kinds, 'withdrawal'])
  const ids = kinds.includes('repayment') ? loans : []
  const isOfTokens = kinds.some((kind) => kind.startsWith('token-'))
  const institutions = (isOfTokens ? tokenAccounts : []).map(
    ({ institutionId, accountIds }) => `{ id = "${institutionId}", accounts = ${luaList(accountIds)} }`,
  )
  const requests = [...needed].map((kind) => `['${kind}'] = ${luaList(rawRequest(TEMPLATES[kind], host))}`)
  return `return {
  run = ${run},
  accounts = ${accounts},
  first_account = ${FIRST_ACCOUNT},
  loans = ${luaList(ids)},
  institutions = { ${institutions.join(', ')} },
  has_reversals = ${kinds.includes('reversal')},
  reversal_distance = ${REVERSAL_DISTANCE},
  pattern = ${luaList(kinds)},
  requests = { ${requests.join(', ')} },
}
`
}

function luaList(texts: readonly string[]): string {
  return `{ ${texts.map((text) => JSON.stringify(text)).join(', ')} }`
}

function resultOf(output: string): LoadResult {
  const found = /^result (\{.*\})$/m.exec(output)
  if (found === null) throw new Error(`wrk did not finish:\n${output}`)
  const result = JSON.parse(found[1] as string) as Record<
    'answered' | 'micros' | 'refused' | 'broken' | 'p50' | 'p90' | 'p99' | 'max',
    number
  >
  const { answered, refused, broken } = result
  const latencyMs = { p50: result.p50 / 1e3, p90: result.p90 / 1e3, p99: result.p99 / 1e3, max: result.max / 1e3 }
  return { answered, seconds: result.micros / 1e6, refused, broken, latencyMs }
}
