// Ledgers that break a rule of balances: what accounts have and hold, batches, restrictions, and supplies.

import type {
  FinalHeadroom,
  LedgerAccount,
  LedgerAction,
  LedgerAsset,
  LedgerBalance,
  LedgerFailure,
  LedgerOp,
  OpStatus,
  PinnedSupplies,
} from '../digital-ledger.ts'
import { type ModelAccount, ModelLedger, type ModelState } from './model-ledger.ts'

export class Overdraws extends ModelLedger {
  protected override isShort(): boolean {
    return false
  }
}

export class SpendsHeld extends ModelLedger {
  protected override isShort({ balanceMinor }: ModelAccount): boolean {
    return balanceMinor < 0n
  }
}

export class TakesNegativeAmounts extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const account = 'amountMinor' in action ? state.accounts.get(action.accountId) : undefined
    if (account === undefined || action.kind !== 'BURN' || action.amountMinor >= 0n)
      return super.act(state, opId, action)
    account.balanceMinor -= action.amountMinor
    return undefined
  }
}

export class OpensUnknownAccounts extends ModelLedger {
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

export class IgnoresTheAsset extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const account = 'accountId' in action ? state.accounts.get(action.accountId) : undefined
    if (account === undefined || !('assetId' in action)) return super.act(state, opId, action)
    return super.act(state, opId, { ...action, assetId: account.assetId })
  }
}

export class EmptiesEnsuredAccounts extends ModelLedger {
  protected override ensureAccount({ accountId, assetId }: LedgerAccount): 'READY' {
    this.state.accounts.set(accountId, { assetId, balanceMinor: 0n, heldMinor: 0n, restrictions: [] })
    return 'READY'
  }
}

export class CapturesTwice extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const hold = action.kind === 'CAPTURE' ? state.holds.get(action.holdId) : undefined
    if (hold?.state === 'CAPTURED') return this.shift(state, hold, -hold.amountMinor)
    return super.act(state, opId, action)
  }
}

export class CapturesReleased extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const hold = action.kind === 'CAPTURE' ? state.holds.get(action.holdId) : undefined
    if (hold?.state === 'RELEASED') return this.shift(state, hold, -hold.amountMinor)
    return super.act(state, opId, action)
  }
}

export class KeepsReleased extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const hold = action.kind === 'RELEASE' ? state.holds.get(action.holdId) : undefined
    if (hold?.state !== 'HELD') return super.act(state, opId, action)
    state.holds.set(hold.holdId, { ...hold, state: 'RELEASED' })
    return undefined
  }
}

export class BurnsWhatItShouldMove extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    return super.act(state, opId, action.kind === 'CAPTURE' ? { ...action, toAccountId: undefined } : action)
  }
}

export class AppliesHalfABatch extends ModelLedger {
  protected override attempt(op: LedgerOp): LedgerFailure | undefined {
    if (op.kind !== 'BATCH') return super.attempt(op)
    for (const action of op.actions) {
      const failed = super.attempt({ opId: op.opId, ...action })
      if (failed !== undefined) return failed
    }
    return undefined
  }
}

export class ChecksActionsApart extends ModelLedger {
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

export class IgnoresRestrictions extends ModelLedger {
  protected override isStopped(): boolean {
    return false
  }
}

export class RestrictsBurns extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const account = action.kind === 'BURN' ? state.accounts.get(action.accountId) : undefined
    return this.isStopped(account, undefined) ? 'RESTRICTED' : super.act(state, opId, action)
  }
}

export class RestrictsHolds extends ModelLedger {
  protected override act(state: ModelState, opId: string, action: LedgerAction): LedgerFailure | undefined {
    const account = action.kind === 'HOLD' ? state.accounts.get(action.accountId) : undefined
    return this.isStopped(account, undefined) ? 'RESTRICTED' : super.act(state, opId, action)
  }
}

export class CountsBeforeFinal extends ModelLedger {
  protected override balance(account: LedgerAccount): LedgerBalance {
    return super.balance(account, 'LATEST')
  }
}

export class SpendsBeforeFinal extends ModelLedger {
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

export class CountsSupplyBeforeFinal extends ModelLedger {
  override async supplies(assetIds: readonly string[], opIds: readonly string[]): Promise<PinnedSupplies> {
    const state = this.state
    this.state = this.latest()
    const supplies = await super.supplies(assetIds, opIds)
    this.state = state
    return supplies
  }
}

export class TakesAcceptedForFinal extends ModelLedger {
  protected override areFinal(opIds: readonly string[]): readonly boolean[] {
    return opIds.map((opId) => this.ops.has(opId))
  }
}

export class ReadsLaterThanPinned extends ModelLedger {
  override async supplies(assetIds: readonly string[], opIds: readonly string[]): Promise<PinnedSupplies> {
    return { read: async () => (await super.supplies(assetIds, opIds)).read() }
  }
}

export class HidesAssets extends ModelLedger {
  override async assets(): Promise<readonly LedgerAsset[]> {
    return (await super.assets()).slice(0, -1)
  }
}

export class NeverRunsOut extends ModelLedger {
  override async headroom(assetIds: readonly string[], opIds: readonly string[]): Promise<FinalHeadroom> {
    return { headroomMinor: assetIds.map(() => 10n ** 18n), isFinal: this.areFinal(opIds) }
  }
}

export class CountsWhatWasIssued extends ModelLedger {
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
