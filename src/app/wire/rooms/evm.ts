// The EVM ledger of this process, when its settings name a chain, and its figures.

import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { EvmFigures } from '../../../tokens/ledgers/evm/evm-figures.ts'
import type { EvmLedger } from '../../../tokens/ledgers/evm/evm-ledger.ts'
import type { OpenEvmLedger } from '../../../tokens/ledgers/evm/open-evm-ledger.ts'
import type { Config } from '../../config/config.ts'
import type { EvmStats } from '../../observability/evm-metrics.ts'
import type { Wiring } from '../wiring.ts'

export interface EvmParts {
  readonly config: Config
  readonly database: Database
  readonly secretBox: SecretBox
  /** The property `halted-after`. */
  haltedAfterMs(): number
  readonly logger: Logger
  readonly wiring: Wiring
}

/** Undefined without a chain; its packages are then not even loaded. */
export async function openEvm({
  config,
  database,
  secretBox,
  haltedAfterMs,
  logger,
  wiring,
}: EvmParts): Promise<OpenEvmLedger | undefined> {
  if (config.evm === undefined) return undefined
  const { openEvmLedger } = await import('../../../tokens/ledgers/evm/open-evm-ledger.ts')
  const world = { database, clock: systemClock, secretBox, haltedAfterMs, log: logger }
  return wiring.open('evmLedger', openEvmLedger, config.evm, world)
}

/** Brings work to the chain while `work` waits for it and no sweep runs yet. */
export async function takingTurns<T>(ledger: EvmLedger | undefined, work: Promise<T>): Promise<T> {
  if (ledger === undefined) return work
  const { everyMs } = ledger.sweep()
  let isOver = false
  const turns = (async () => {
    while (!isOver) {
      // Sweeps say what is wrong.
      await ledger.turn().catch(() => {})
      await delay(everyMs)
    }
  })()
  try {
    return await work
  } finally {
    isOver = true
    await turns
  }
}

const WEI_PER_GWEI = 1_000_000_000n
const GWEI_PER_ETHER = 1e9

/** Metrics are floating-point numbers: a millionth of an ether more or less does not matter to them. */
export function evmStats(figures: EvmFigures, nowMs: number): EvmStats {
  const { waiting, placed, open, oldestMs, resends, replacements, reorganisations, reverted, taken } = figures
  return {
    waiting,
    placed,
    open,
    oldestSeconds: oldestMs === undefined ? 0 : Math.max(0, nowMs - oldestMs) / 1_000,
    resends,
    replacements,
    reorganisations,
    reverted,
    taken,
    gasUsed: Number(figures.gasUsed),
    feesEther: etherOf(figures.feesWei),
    keyBalanceEther: figures.keyBalanceWei === undefined ? undefined : etherOf(figures.keyBalanceWei),
    neededBalanceEther: etherOf(figures.neededBalanceWei),
    latestBlock: figures.latestBlock === undefined ? undefined : Number(figures.latestBlock),
    finalBlock: figures.finalBlock === undefined ? undefined : Number(figures.finalBlock),
  }
}

function etherOf(wei: bigint): number {
  return Number(wei / WEI_PER_GWEI) / GWEI_PER_ETHER
}
