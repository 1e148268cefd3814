// A ledger on a chain process, for tests: time and blocks pass when the test says so.

import { randomBytes } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { type ChainProcess, OPERATOR } from '../../../../test/support/evm/chain-process.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { ChainRpc } from './chain/rpc/chain-rpc.ts'
import { NodesRpc } from './chain/rpc/nodes-rpc.ts'
import { EvmLedger } from './evm-ledger.ts'
import type { FeeSettings, FinalitySettings } from './evm-settings.ts'
import type { Signer } from './keys/signer.ts'
import { serializable } from './keys/transaction-bytes.ts'
import { OnChainNames } from './on-chain-names.ts'

export class TestClock implements Clock {
  nowMs = Date.parse('2026-03-10T12:00:00Z')

  now(): number {
    return this.nowMs
  }
}

const FREE: FeeSettings = { mode: 'zero', maxFeeWei: 0n }
const INSTANT: FinalitySettings = { kind: 'instant' }

export interface WorldOptions {
  readonly finality?: FinalitySettings
  readonly fees?: FeeSettings
  readonly urls?: readonly string[]
  readonly key?: `0x${string}`
  /** Stands between the ledger and the nodes. */
  wrap?(rpc: ChainRpc): ChainRpc
  wrapDatabase?(database: Database): Database
  readonly names?: OnChainNames
  haltedAfterMs?(): number
}

export interface World {
  readonly chain: ChainProcess
  readonly clock: TestClock
  readonly ledger: EvmLedger
  readonly log: string[]
  /** Another gateway on the same database and key. */
  another(options?: WorldOptions): EvmLedger
  /** Turns and blocks, with time between them, until nothing is open or waiting. */
  settle(ledgers?: readonly EvmLedger[]): Promise<void>
}

const SETTLE_ROUNDS = 200
const ROUND_MS = 6_000
/** Nodes answer or break off; a busy machine may take long. */
const CALL_LIMIT_MS = 60_000

export function openWorld(chain: ChainProcess, database: Database, options: WorldOptions = {}): World {
  const clock = new TestClock()
  const names = options.names ?? new OnChainNames(randomBytes(32))
  const log: string[] = []
  const note = (details: object, message: string) => {
    log.push('reason' in details ? `${message}: ${details.reason}` : message)
  }
  const open = (given: WorldOptions) => {
    const rpc = new NodesRpc(given.urls ?? [chain.url], CALL_LIMIT_MS)
    return new EvmLedger({
      database: given.wrapDatabase?.(database) ?? database,
      clock,
      rpc: given.wrap?.(rpc) ?? rpc,
      signer: testSigner(given.key ?? OPERATOR.key),
      names,
      settings: {
        ledgerAddress: chain.ledger,
        finality: given.finality ?? INSTANT,
        fees: given.fees ?? FREE,
      },
      haltedAfterMs: () => given.haltedAfterMs?.() ?? 0,
      log: { info: note, warn: note },
    })
  }
  const ledger = open(options)
  return {
    chain,
    clock,
    ledger,
    log,
    another: (more = {}) => open({ ...options, ...more }),
    async settle(ledgers = [ledger]) {
      for (let round = 0; round < SETTLE_ROUNDS; round++) {
        for (const one of ledgers) await one.turn()
        const { rows } = await database.query<{ is_open: boolean }>(
          `SELECT EXISTS (SELECT 1 FROM evm_work WHERE state IN ('WAITING', 'PLACED')) AS is_open`,
        )
        if (rows[0]?.is_open === false) return
        await chain.mine()
        clock.nowMs += ROUND_MS
      }
      throw new Error(`work is still open after ${SETTLE_ROUNDS} blocks: ${log.join('; ')}`)
    },
  }
}

function testSigner(key: `0x${string}`): Signer {
  const account = privateKeyToAccount(key)
  return {
    address: account.address.toLowerCase() as `0x${string}`,
    sign: (transaction) => account.signTransaction(serializable(transaction) as never),
    async close() {},
  }
}
