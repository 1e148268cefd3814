// Uses a ledger as the platform does: an id is chosen first, a call that fails is followed by getOps(), and only an operation
// that getOps() does not know is submitted again, under the same id.

import assert from 'node:assert/strict'
import { until } from '../../../../test/support/until.ts'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import {
  type Asset,
  assetIdOf,
  type DigitalLedger,
  type LedgerAccount,
  type LedgerAction,
  type LedgerBalance,
  type LedgerOp,
  type OpStatus,
} from '../digital-ledger.ts'
import { balanceOf, ensureOne, opOf } from './single-calls.fixture.ts'

export interface LedgerUnderTest {
  readonly ledger: DigitalLedger
  /** Lets time pass until everything that was accepted is FINAL or FAILED. Instant ledgers do nothing. */
  settle(): Promise<void>
  /** True when all that can come has come after settle(): the suite then does not poll. */
  readonly isPrompt?: boolean
  /** How many random sequences are run, for ledgers on which an operation takes long. */
  readonly randomRuns?: number
}

/** One thing that every ledger must do. */
export interface LedgerCase {
  readonly title: string
  /** Left out for ledgers without it. */
  readonly needs?: 'atomicBatches' | 'nativeHolds'
  run(desk: LedgerClient): Promise<void>
}

const RANDOM_RUNS = 8
/** Calls that fail, and operations that get lost, before the suite gives up. */
const MAX_TRIES = 100

export class LedgerClient {
  readonly ledger: DigitalLedger
  readonly #under: LedgerUnderTest

  constructor(under: LedgerUnderTest) {
    this.#under = under
    this.ledger = under.ledger
  }

  get randomRuns(): number {
    return this.#under.randomRuns ?? RANDOM_RUNS
  }

  settle(): Promise<void> {
    return this.#under.settle()
  }

  /** Polls, because events may come later than what they tell of. */
  async eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const look = async () => {
      await this.settle()
      return isSo()
    }
    if (this.#under.isPrompt) assert.ok(await look(), what)
    else await until(look, what)
  }

  /** Asks until the ledger answers: it may be down for a while. */
  async ask<T>(call: (ledger: DigitalLedger) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await call(this.ledger)
      } catch (error) {
        if (tries === MAX_TRIES) throw error
        await this.settle()
      }
    }
  }

  /** Returns once the ledger has accepted the operation. */
  async accept(op: LedgerOp): Promise<OpStatus> {
    const [status] = await this.acceptAll([op])
    assert.ok(status !== undefined, 'an operation is answered')
    return status
  }

  /** As a set. After a call that fails those that the ledger does not know are submitted again. */
  async acceptAll(ops: readonly LedgerOp[]): Promise<OpStatus[]> {
    const statuses = new Map<string, OpStatus>()
    let left = ops
    for (let tries = 1; left.length > 0; tries++) {
      let answers: readonly (OpStatus | null)[]
      try {
        answers = await this.ledger.submit(left)
      } catch (error) {
        if (tries === MAX_TRIES) throw error
        const opIds = left.map(({ opId }) => opId)
        answers = await this.ask((ledger) => ledger.getOps(opIds))
      }
      assert.equal(answers.length, left.length, 'each of a set is answered')
      for (const [n, { opId }] of left.entries()) {
        const answer = answers[n]
        if (answer !== undefined && answer !== null) statuses.set(opId, answer)
      }
      left = left.filter(({ opId }) => !statuses.has(opId))
      if (left.length > 0) await this.settle()
    }
    return ops.map(({ opId }) => statuses.get(opId) as OpStatus)
  }

  /** FINAL or FAILED. */
  async run(op: LedgerOp): Promise<OpStatus> {
    await this.accept(op)
    return this.end(op)
  }

  async end(op: LedgerOp): Promise<OpStatus> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      await this.settle()
      const status = await this.status(op.opId)
      if (status?.status === 'FINAL' || status?.status === 'FAILED') return status
      if (status === null) await this.accept(op)
    }
    throw new Error(`${op.kind} ${op.opId} came to no end`)
  }

  status(opId: string): Promise<OpStatus | null> {
    return this.ask((ledger) => opOf(ledger, opId))
  }

  async final(action: LedgerAction | BatchOf): Promise<string> {
    const op = named(action)
    assert.equal((await this.run(op)).status, 'FINAL', `${op.kind} is applied`)
    return op.opId
  }

  async failed(action: LedgerAction | BatchOf): Promise<string> {
    const op = named(action)
    const status = await this.run(op)
    assert.equal(status.status, 'FAILED', `${op.kind} fails`)
    assert.equal(status.status === 'FAILED' && status.permanent, true)
    return op.opId
  }

  async asset(currency = 'USD', issuerId = newCorrelationId()): Promise<Asset> {
    const asset = { assetId: assetIdOf(issuerId, currency), issuerId, currency, exponent: 2 }
    await this.ask((ledger) => ledger.ensureAsset(asset))
    return asset
  }

  async account({ assetId }: Pick<Asset, 'assetId'>, openingMinor = 0n): Promise<LedgerAccount> {
    const account = { accountId: newCorrelationId(), assetId }
    await this.ready(account)
    if (openingMinor > 0n) await this.final(issue(account, openingMinor))
    return account
  }

  async ready(account: LedgerAccount): Promise<void> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const state = await this.ask((ledger) => ensureOne(ledger, account))
      assert.notEqual(state, 'REFUSED', 'the account is taken')
      if (state === 'READY') return
      await this.settle()
    }
    throw new Error('the account did not become ready')
  }

  balance(account: LedgerAccount, at: 'FINAL' | 'LATEST' = 'FINAL'): Promise<LedgerBalance> {
    return this.ask((ledger) => balanceOf(ledger, account, at))
  }

  async expect(account: LedgerAccount, balanceMinor: bigint, heldMinor = 0n): Promise<void> {
    assert.deepEqual(await this.balance(account), { balanceMinor, heldMinor })
  }
}

type BatchOf = { readonly kind: 'BATCH'; readonly actions: readonly LedgerAction[] }

/** With an id of its own. */
export function named(action: LedgerAction | BatchOf): LedgerOp {
  return { opId: newCorrelationId(), ...action }
}

export function issue({ assetId, accountId }: LedgerAccount, amountMinor: bigint): LedgerAction {
  return { kind: 'ISSUE', assetId, accountId, amountMinor }
}

export function burn({ assetId, accountId }: LedgerAccount, amountMinor: bigint): LedgerAction {
  return { kind: 'BURN', assetId, accountId, amountMinor }
}

export function hold({ assetId, accountId }: LedgerAccount, amountMinor: bigint): LedgerAction {
  return { kind: 'HOLD', assetId, accountId, amountMinor }
}

export function transfer({ assetId, accountId }: LedgerAccount, to: LedgerAccount, amountMinor: bigint): LedgerAction {
  return { kind: 'TRANSFER', assetId, accountId, toAccountId: to.accountId, amountMinor }
}

export function capture(holdId: string, to?: LedgerAccount): LedgerAction {
  return { kind: 'CAPTURE', holdId, ...(to !== undefined && { toAccountId: to.accountId }) }
}

export function release(holdId: string): LedgerAction {
  return { kind: 'RELEASE', holdId }
}

export function batch(...actions: readonly LedgerAction[]): BatchOf {
  return { kind: 'BATCH', actions }
}
