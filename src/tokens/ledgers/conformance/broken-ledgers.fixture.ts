// Ledgers that each break one rule of the port, and the case of the suite that must catch it.

import { setImmediate as turn } from 'node:timers/promises'
import type {
  AccountReadiness,
  FinalHeadroom,
  LedgerAccount,
  LedgerAction,
  LedgerAsset,
  LedgerBalance,
  LedgerEvents,
  LedgerFailure,
  LedgerOp,
  OpStatus,
  PinnedSupplies,
} from '../digital-ledger.ts'
import { type ModelAccount, ModelLedger, type ModelState } from './model-ledger.ts'

class AppliesAgain extends ModelLedger {
  protected override async accept(op: LedgerOp): Promise<OpStatus> {
    return this.apply(op)
  }
}

class ForgetsWhileBusy extends ModelLedger {
  protected override async accept(op: LedgerOp): Promise<OpStatus> {
    const known = this.ops.get(op.opId)
    await turn()
    return known ?? this.apply(op)
  }
}

class TriesFailedAgain extends ModelLedger {
  protected override async accept(op: LedgerOp): Promise<OpStatus> {
    if (this.ops.get(op.opId)?.status === 'FAILED') this.ops.delete(op.opId)
    return super.accept(op)
  }
}

class ForgetsFailures extends ModelLedger {
  protected override note(op: LedgerOp, status: OpStatus): OpStatus {
    const noted = super.note(op, status)
    if (status.status === 'FAILED') this.ops.delete(op.opId)
    return noted
  }
}

class UndoesFinal extends ModelLedger {
  #settled = 0
  override async settle(): Promise<void> {
    await super.settle()
    if (++this.#settled % 2 === 0) return
    for (const [opId, { status }] of this.ops) if (status === 'FINAL') this.ops.set(opId, { status: 'APPLIED' })
  }
}

class FailsWhatIsUnknown extends ModelLedger {
  override async getOps(opIds: readonly string[]): Promise<readonly OpStatus[]> {
    return opIds.map((opId) => this.ops.get(opId) ?? { status: 'FAILED', reason: 'REFUSED', permanent: true })
  }
}

class KeepsAnotherTime extends ModelLedger {
  protected override note(op: LedgerOp, status: OpStatus): OpStatus {
    return super.note(op, status.status === 'FINAL' ? { ...status, finalAtMs: 1 } : status)
  }
}

class ClockRunsBack extends ModelLedger {
  #timeMs = 1_000_000
  override async now(): Promise<number> {
    return this.#timeMs--
  }
}

class Overdraws extends ModelLedger {
  protected override isShort(): boolean {
    return false
  }
}

class SpendsHeld extends ModelLedger {
  protected override isShort({ balanceMinor }: ModelAccount): boolean {
    return balanceMinor < 0n
  }
}

class TakesNegativeAmounts extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const account = 'amountMinor' in action ? state.accounts.get(action.accountId) : undefined
    if (account === undefined || action.kind !== 'BURN' || action.amountMinor >= 0n)
      return super.act(state, opId, action)
    account.balanceMinor -= action.amountMinor
    return undefined
  }
}

class OpensUnknownAccounts extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    if (action.kind === 'ISSUE' && !state.accounts.has(action.accountId))
      state.accounts.set(action.accountId, {
        assetId: action.assetId,
        balanceMinor: 0n,
        heldMinor: 0n,
        restrictions: [],
      })
    return super.act(state, opId, action)
  }
}

class IgnoresTheAsset extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const account = 'accountId' in action ? state.accounts.get(action.accountId) : undefined
    if (account === undefined || !('assetId' in action)) return super.act(state, opId, action)
    return super.act(state, opId, { ...action, assetId: account.assetId })
  }
}

class EmptiesEnsuredAccounts extends ModelLedger {
  protected override ensureAccount({ accountId, assetId }: LedgerAccount): 'READY' {
    this.state.accounts.set(accountId, { assetId, balanceMinor: 0n, heldMinor: 0n, restrictions: [] })
    return 'READY'
  }
}

class CapturesTwice extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const hold = action.kind === 'CAPTURE' ? state.holds.get(action.holdId) : undefined
    if (hold?.state === 'CAPTURED') return this.shift(state, hold, -hold.amountMinor)
    return super.act(state, opId, action)
  }
}

class CapturesReleased extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const hold = action.kind === 'CAPTURE' ? state.holds.get(action.holdId) : undefined
    if (hold?.state === 'RELEASED') return this.shift(state, hold, -hold.amountMinor)
    return super.act(state, opId, action)
  }
}

class KeepsReleased extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const hold = action.kind === 'RELEASE' ? state.holds.get(action.holdId) : undefined
    if (hold?.state !== 'HELD') return super.act(state, opId, action)
    state.holds.set(hold.holdId, { ...hold, state: 'RELEASED' })
    return undefined
  }
}

class BurnsWhatItShouldMove extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    return super.act(state, opId, action.kind === 'CAPTURE' ? { ...action, toAccountId: undefined } : action)
  }
}

class AppliesHalfABatch extends ModelLedger {
  protected override attempt(op: LedgerOp): LedgerFailure | undefined {
    if (op.kind !== 'BATCH') return super.attempt(op)
    for (const action of op.actions) {
      const failed = super.attempt({ opId: op.opId, ...action })
      if (failed !== undefined) return failed
    }
    return undefined
  }
}

class ChecksActionsApart extends ModelLedger {
  protected override attempt(op: LedgerOp): LedgerFailure | undefined {
    if (op.kind !== 'BATCH') return super.attempt(op)
    const before = this.state
    for (const action of op.actions) {
      const failed = super.attempt({ opId: op.opId, ...action })
      this.state = before
      if (failed !== undefined) return failed
    }
    for (const action of op.actions) super.attempt({ opId: op.opId, ...action })
    return undefined
  }
}

class IgnoresRestrictions extends ModelLedger {
  protected override isStopped(): boolean {
    return false
  }
}

class RestrictsBurns extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const account = action.kind === 'BURN' ? state.accounts.get(action.accountId) : undefined
    return this.isStopped(account, undefined) ? 'RESTRICTED' : super.act(state, opId, action)
  }
}

class RestrictsHolds extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const account = action.kind === 'HOLD' ? state.accounts.get(action.accountId) : undefined
    return this.isStopped(account, undefined) ? 'RESTRICTED' : super.act(state, opId, action)
  }
}

class CountsBeforeFinal extends ModelLedger {
  protected override balance(account: LedgerAccount): LedgerBalance {
    return super.balance(account, 'LATEST')
  }
}

class SpendsBeforeFinal extends ModelLedger {
  /** Issues wait; everything else is applied at once, on top of what waits. */
  protected override async accept(op: LedgerOp): Promise<OpStatus> {
    if (op.kind === 'ISSUE' || this.ops.has(op.opId)) return super.accept(op)
    this.state = this.latest()
    const status = this.apply(op)
    for (const waiting of this.waiting) this.ops.set(waiting.opId, { status: 'SUBMITTED' })
    return status
  }
  override async settle(): Promise<void> {
    this.waiting = []
    for (const [opId, { status }] of this.ops)
      if (status === 'SUBMITTED') this.ops.set(opId, { status: 'FINAL', finalAtMs: await this.now() })
  }
}

class SkipsEvents extends ModelLedger {
  override async events(cursor?: string): Promise<LedgerEvents> {
    const { events, cursor: next } = await super.events(cursor)
    return { events: events.slice(0, 2), cursor: next }
  }
}

class TellsNoFailures extends ModelLedger {
  override async events(cursor?: string): Promise<LedgerEvents> {
    const { events, cursor: next } = await super.events(cursor)
    return { events: events.filter(({ status }) => status !== 'FAILED'), cursor: next }
  }
}

class TellsEventsOnce extends ModelLedger {
  #told = 0
  override async events(): Promise<LedgerEvents> {
    const { events, cursor } = await super.events(String(this.#told))
    this.#told = Number(cursor)
    return { events, cursor }
  }
}

class CallsAllFinal extends ModelLedger {
  override async events(cursor?: string): Promise<LedgerEvents> {
    const { events, cursor: next } = await super.events(cursor)
    return { events: events.map(({ opId }) => ({ opId, status: 'FINAL' })), cursor: next }
  }
}

class AnswersInAnotherOrder extends ModelLedger {
  override async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    return [...(await super.submit(ops))].reverse()
  }
}

class StopsAtAFailure extends ModelLedger {
  override async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    const statuses: OpStatus[] = []
    for (const op of ops) {
      const hasFailed = statuses.some(({ status }) => status === 'FAILED')
      statuses.push(
        hasFailed && !this.ops.has(op.opId)
          ? this.note(op, { status: 'FAILED', reason: 'REFUSED', permanent: true })
          : await this.accept(op),
      )
    }
    return statuses
  }
}

class LeavesOutUnknown extends ModelLedger {
  override async getOps(opIds: readonly string[]): Promise<readonly (OpStatus | null)[]> {
    return (await super.getOps(opIds)).filter((status) => status !== null || opIds.length === 1)
  }
}

class ChecksASetBefore extends ModelLedger {
  /** Each operation on what there was before the set. */
  override async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    const before = this.state
    const failures = ops.map((op) => {
      const failed = this.attempt(op)
      this.state = before
      return failed
    })
    if (ops.length === 1) return super.submit(ops)
    const isShort = this.isShort
    this.isShort = () => false
    const statuses = ops.map((op, n) => {
      const reason = failures[n]
      return reason === undefined ? this.apply(op) : this.note(op, { status: 'FAILED', reason, permanent: true })
    })
    this.isShort = isShort
    return statuses
  }
}

class RefusesAWholeSet extends ModelLedger {
  override async ensureAccounts(accounts: readonly LedgerAccount[]): Promise<readonly AccountReadiness[]> {
    const states = await super.ensureAccounts(accounts)
    return states.includes('REFUSED') ? accounts.map(() => 'REFUSED') : states
  }
}

class TakesSmallSets extends ModelLedger {
  override async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    return super.submit(ops.slice(0, 100))
  }
}

class CountsSupplyBeforeFinal extends ModelLedger {
  override async supplies(assetIds: readonly string[], opIds: readonly string[]): Promise<PinnedSupplies> {
    const state = this.state
    this.state = this.latest()
    const supplies = await super.supplies(assetIds, opIds)
    this.state = state
    return supplies
  }
}

class TakesAcceptedForFinal extends ModelLedger {
  protected override areFinal(opIds: readonly string[]): readonly boolean[] {
    return opIds.map((opId) => this.ops.has(opId))
  }
}

class ReadsLaterThanPinned extends ModelLedger {
  override async supplies(assetIds: readonly string[], opIds: readonly string[]): Promise<PinnedSupplies> {
    return { read: async () => (await super.supplies(assetIds, opIds)).read() }
  }
}

class HidesAssets extends ModelLedger {
  override async assets(): Promise<readonly LedgerAsset[]> {
    return (await super.assets()).slice(0, -1)
  }
}

class NeverRunsOut extends ModelLedger {
  override async headroom(assetIds: readonly string[], opIds: readonly string[]): Promise<FinalHeadroom> {
    return { headroomMinor: assetIds.map(() => 10n ** 18n), isFinal: this.areFinal(opIds) }
  }
}

class ForgetsCancelled extends ModelLedger {
  override async cancel(opId: string): Promise<OpStatus> {
    const status = await super.cancel(opId)
    this.ops.delete(opId)
    return status
  }
}

class CountsWhatWasIssued extends ModelLedger {
  readonly #issued = new Map<string, bigint>()
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const failed = super.act(state, opId, action)
    if (failed === undefined && action.kind === 'ISSUE')
      this.#issued.set(action.assetId, (this.#issued.get(action.assetId) ?? 0n) + action.amountMinor)
    return failed
  }
  protected override supply(assetId: string): bigint {
    return this.#issued.get(assetId) ?? 0n
  }
}

/** How it is broken, the ledger, and the case that catches it. */
export const BROKEN_LEDGERS: readonly [title: string, make: () => ModelLedger, caughtBy: string][] = [
  ['applies an id again', () => new AppliesAgain(), 'an id is applied once, however often it is submitted'],
  [
    'applies an id again while it is busy with it',
    () => new ForgetsWhileBusy(),
    'an id is applied once when it is submitted in parallel',
  ],
  [
    'applies an id again when no caller waited for the reply',
    () => new ForgetsWhileBusy(),
    'an id is applied once when the reply is lost and it is submitted again',
  ],
  ['applies other content under an id', () => new AppliesAgain(), 'an id that was used stands for its first content'],
  [
    'tries again what has FAILED',
    () => new TriesFailedAgain(),
    'FAILED stays FAILED when the operation would now succeed',
  ],
  ['forgets what has FAILED', () => new ForgetsFailures(), 'an asset that is not known fails, and the id is used up'],
  ['undoes what was FINAL', () => new UndoesFinal('DEPTH'), 'FINAL stays FINAL when the operation would now fail'],
  [
    'says FAILED of what it does not know',
    () => new FailsWhatIsUnknown(),
    'an operation that was not accepted is null, and not FAILED',
  ],
  [
    'keeps the time of another clock',
    () => new KeepsAnotherTime(),
    'an operation says FINAL with the time, on the clock of the ledger',
  ],
  ['has a clock that runs back', () => new ClockRunsBack(), 'it is well, and its clock does not run backwards'],
  ['overdraws', () => new Overdraws(), 'parallel operations on one account never take more than it has'],
  ['spends held tokens', () => new SpendsHeld(), 'held tokens cannot be burned, transferred or held again'],
  ['takes negative amounts', () => new TakesNegativeAmounts(), 'an amount of zero or less fails'],
  [
    'opens accounts that it does not know',
    () => new OpensUnknownAccounts(),
    'an account that is not known, or of another asset, fails',
  ],
  ['mixes assets', () => new IgnoresTheAsset(), 'an account that is not known, or of another asset, fails'],
  [
    'empties accounts that are ensured again',
    () => new EmptiesEnsuredAccounts(),
    'an asset and an account can be ensured again and keep what they have',
  ],
  ['captures a hold twice', () => new CapturesTwice(), 'a captured hold is burned, once'],
  [
    'captures a released hold',
    () => new CapturesReleased(),
    'a released hold is free again, once, and cannot be captured',
  ],
  ['keeps what was released', () => new KeepsReleased(), 'a released hold is free again, once, and cannot be captured'],
  ['burns what it should move', () => new BurnsWhatItShouldMove(), 'a captured hold goes to the account that is named'],
  [
    'applies half a batch',
    () => new AppliesHalfABatch(),
    'a batch with one bad action applies nothing, and has failed for good',
  ],
  [
    'leaves a hold captured when its batch fails',
    () => new AppliesHalfABatch(),
    'a batch that captures a hold and issues elsewhere does both or neither',
  ],
  [
    'checks the actions of a batch each on its own',
    () => new ChecksActionsApart(),
    'the actions of a batch together never take more than there is',
  ],
  [
    'ignores restrictions',
    () => new IgnoresRestrictions(),
    'RESTRICT stops TRANSFER from or to the account, and nothing else',
  ],
  ['restricts burns', () => new RestrictsBurns(), 'RESTRICT stops TRANSFER from or to the account, and nothing else'],
  ['restricts holds', () => new RestrictsHolds(), 'RESTRICT stops neither holds nor their end'],
  [
    'counts tokens before they are FINAL',
    () => new CountsBeforeFinal('DEPTH'),
    'nothing counts in the FINAL balance, or can be spent, before it is FINAL',
  ],
  [
    'spends tokens before they are FINAL',
    () => new SpendsBeforeFinal('DEPTH'),
    'nothing counts in the FINAL balance, or can be spent, before it is FINAL',
  ],
  ['skips events', () => new SkipsEvents(), 'events tell every end to a reader who follows them, with any pages'],
  [
    'tells no failures',
    () => new TellsNoFailures(),
    'events tell every end to a reader who follows them, with any pages',
  ],
  [
    'calls every end FINAL',
    () => new CallsAllFinal(),
    'events tell every end to a reader who follows them, with any pages',
  ],
  ['tells events once', () => new TellsEventsOnce(), 'events are told again from an old cursor, and from none'],
  [
    'answers a set in another order',
    () => new AnswersInAnotherOrder(),
    'operations of a set are answered in their order, and one that fails leaves the others alone',
  ],
  [
    'fails what comes after a failure in a set',
    () => new StopsAtAFailure(),
    'operations of a set are answered in their order, and one that fails leaves the others alone',
  ],
  [
    'leaves out what it does not know',
    () => new LeavesOutUnknown(),
    'what is not known among ids that are is null in its place',
  ],
  ['applies an id again within a set', () => new ForgetsWhileBusy(), 'an id that comes twice in a set is applied once'],
  [
    'checks a set before it applies it',
    () => new ChecksASetBefore(),
    'operations of a set together never take more than there is',
  ],
  ['refuses a whole set of accounts for one', () => new RefusesAWholeSet(), 'accounts of a set are each taken or not'],
  [
    'takes a part of a large set',
    () => new TakesSmallSets(),
    'the largest set is taken, and an empty one asks for nothing',
  ],
  [
    'counts supply before it is FINAL',
    () => new CountsSupplyBeforeFinal('DEPTH'),
    'the supply of an asset is what was issued less what was burned, once it is FINAL',
  ],
  [
    'takes an accepted operation for one in the supply',
    () => new TakesAcceptedForFinal('DEPTH'),
    'a supply and the operations in it are of one FINAL point, which stays',
  ],
  [
    'reads a later point than was pinned',
    () => new ReadsLaterThanPinned('DEPTH'),
    'a supply and the operations in it are of one FINAL point, which stays',
  ],
  ['does not list an asset', () => new HidesAssets(), 'every asset is listed with its supply'],
  [
    'counts nothing against its limits',
    () => new NeverRunsOut(),
    'what can be issued goes down by what was issued, where there are limits',
  ],
  [
    'forgets that an id was cancelled',
    () => new ForgetsCancelled(),
    'an id that is cancelled before it is in effect is refused for good',
  ],
  [
    'counts supply that was burned',
    () => new CountsWhatWasIssued(),
    'the supply of an asset is what was issued less what was burned, once it is FINAL',
  ],
  [
    'loses what it captures',
    () => new BurnsWhatItShouldMove(),
    'random operations, one after the other, end as on the model',
  ],
  [
    'overdraws at random',
    () => new Overdraws(),
    'random operations at once conserve tokens and leave no balance below zero',
  ],
  [
    'loses half of a batch',
    () => new AppliesHalfABatch(),
    'random operations at once conserve tokens and leave no balance below zero',
  ],
]
