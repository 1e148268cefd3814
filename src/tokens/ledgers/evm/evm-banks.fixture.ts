// Two banks on a chain and their operations, for tests of faults; and a process that dies at any step.

import assert from 'node:assert/strict'
import type { ChainProcess } from '../../../../test/support/evm/chain-process.ts'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { batch, burn, hold, issue, named } from '../conformance/ledger-client.ts'
import { type Asset, assetIdOf, type LedgerAccount, type LedgerOp } from '../digital-ledger.ts'
import type { ChainRpc } from './chain/rpc/chain-rpc.ts'
import type { EvmLedger } from './evm-ledger.ts'
import { openWorld, type World, type WorldOptions } from './evm-world.fixture.ts'

export const OPENING = 1_000n

/** Two banks with an account each, and operations between them. */
export class Banks {
  readonly world: World
  readonly database: Database
  readonly accounts: [LedgerAccount, LedgerAccount]
  readonly ops: LedgerOp[] = []
  /** So that operations can be applied in any order. */
  readonly opening: readonly LedgerOp[]

  private constructor(world: World, database: Database, accounts: [LedgerAccount, LedgerAccount]) {
    this.world = world
    this.database = database
    this.accounts = accounts
    this.opening = accounts.map((account) => named(issue(account, OPENING)))
  }

  static async open(chain: ChainProcess, database: Database, options: WorldOptions = {}): Promise<Banks> {
    const world = openWorld(chain, database, options)
    const accounts = [newAccount(), newAccount()] as const
    for (const { asset } of accounts) await world.ledger.ensureAsset(asset)
    const wanted = accounts.map(({ accountId, asset: { assetId } }) => ({ accountId, assetId }))
    await world.ledger.ensureAccounts(wanted)
    await world.settle()
    assert.deepEqual(await world.ledger.ensureAccounts(wanted), ['READY', 'READY'])
    const banks = new Banks(world, database, wanted as [LedgerAccount, LedgerAccount])
    await world.ledger.submit(banks.opening)
    await world.settle()
    return banks
  }

  /** Some that succeed and one that fails. */
  async submit(ledger: EvmLedger = this.world.ledger): Promise<LedgerOp[]> {
    const [a, b] = this.accounts
    const ops = [
      named(issue(a, 100n)),
      named(batch(burn(a, 30n), issue(b, 30n))),
      named(burn(b, 1_000_000_000n)),
      named(hold(a, 5n)),
    ]
    this.ops.push(...ops)
    await ledger.submit(ops)
    return ops
  }

  async statuses(ops: readonly LedgerOp[] = this.ops): Promise<(string | undefined)[]> {
    return (await this.world.ledger.getOps(ops.map(({ opId }) => opId))).map((status) => status?.status)
  }

  /** Settles, and compares what has ended with the chain. */
  async check(): Promise<void> {
    const { ledger } = this.world
    await this.world.settle()
    const expected = this.accounts.map(() => ({ balanceMinor: OPENING, heldMinor: 0n }))
    const statuses = await this.statuses()
    for (const [i, op] of this.ops.entries()) {
      assert.equal(statuses[i], i % 4 === 2 ? 'FAILED' : 'FINAL', `${op.kind} ${i}`)
      if (statuses[i] !== 'FINAL') continue
      for (const action of op.kind === 'BATCH' ? op.actions : [op]) {
        const at = this.accounts.findIndex(({ accountId }) => 'accountId' in action && action.accountId === accountId)
        const account = expected[at]
        if (account === undefined || !('amountMinor' in action)) continue
        if (action.kind === 'HOLD') account.heldMinor += action.amountMinor
        else account.balanceMinor += action.kind === 'ISSUE' ? action.amountMinor : -action.amountMinor
      }
    }
    assert.deepEqual(await ledger.balances(this.accounts, 'FINAL'), expected)
    const pinned = await ledger.supplies(
      this.accounts.map(({ assetId }) => assetId),
      this.ops.map(({ opId }) => opId),
    )
    assert.deepEqual(await pinned.read(), {
      suppliesMinor: expected.map(({ balanceMinor }) => balanceMinor),
      isFinal: statuses.map((status) => status === 'FINAL'),
    })
    const told = (await ledger.events(undefined)).events.map(({ opId }) => opId)
    assert.deepEqual(
      told.toSorted(),
      [...this.opening, ...this.ops].map(({ opId }) => opId).toSorted(),
      'every end is told once',
    )
    await ledger.health()
  }

  async rows<Row>(statement: string): Promise<Row[]> {
    return (await this.database.query<Row>(statement)).rows
  }
}

export function newAccount(): { readonly accountId: string; readonly asset: Asset } {
  const issuerId = newCorrelationId()
  const asset = { assetId: assetIdOf(issuerId, 'USD'), issuerId, currency: 'USD', exponent: 2 }
  return { accountId: newCorrelationId(), asset }
}

/** Ends the work of a ledger before the nth thing that it asks of the database or the chain. */
export class Crash {
  readonly error = new Error('the process was killed')
  readonly #at: number
  steps = 0

  constructor(at: number) {
    this.#at = at
  }

  around<Part extends Sql | ChainRpc>(part: Part): Part {
    return new Proxy(part, {
      get: (target, property) => {
        const member = Reflect.get(target, property) as unknown
        if (typeof member !== 'function') return member
        if (property === 'transaction')
          return (work: Parameters<Database['transaction']>[0]) =>
            (target as Database).transaction((sql) => work(this.around(sql)))
        const isStep = property === 'query' || property === 'sendRaw' || property === 'block'
        return (...args: unknown[]) => {
          if (isStep && ++this.steps >= this.#at) throw this.error
          return (member as (...given: unknown[]) => unknown).apply(target, args)
        }
      },
    })
  }
}
