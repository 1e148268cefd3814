// What an operation would change in one book. Its actions apply in order, each on what those before it have left. Nothing
// is changed before `record()`, and one action that fails leaves nothing of the others.

import type { LedgerAction, LedgerFailure, LedgerHold, Restriction } from '../digital-ledger.ts'

export interface LedgerAccountState {
  readonly accountId: string
  readonly assetId: string
  balanceMinor: bigint
  heldMinor: bigint
  restrictions: readonly Restriction[]
}

export interface LedgerHoldState {
  readonly holdId: string
  readonly accountId: string
  readonly amountMinor: bigint
  state: LedgerHold['state']
}

/** The accounts and holds that a batch has read or made. */
export interface LedgerState {
  account(accountId: string): LedgerAccountState | undefined
  hold(holdId: string): LedgerHoldState | undefined
}

const MAX_MINOR = 2n ** 63n - 1n

interface Shift {
  balanceMinor: bigint
  heldMinor: bigint
}

export class LedgerChange {
  readonly #state: LedgerState
  readonly #opId: string
  readonly #shifts = new Map<LedgerAccountState, Shift>()
  readonly #ended = new Map<LedgerHoldState, LedgerHold['state']>()
  readonly #restricted = new Map<LedgerAccountState, readonly Restriction[]>()
  #held: LedgerHoldState | undefined

  constructor(state: LedgerState, opId: string) {
    this.#state = state
    this.#opId = opId
  }

  /** Undefined when the action can be applied. After a failure the change is useless. */
  add(action: LedgerAction): LedgerFailure | undefined {
    switch (action.kind) {
      case 'ISSUE':
        return this.#shift(action, action.amountMinor)
      case 'BURN':
        return this.#shift(action, -action.amountMinor)
      case 'TRANSFER':
        return this.#transfer(action)
      case 'HOLD':
        return this.#hold(action)
      case 'CAPTURE':
        return this.#end(action.holdId, 'CAPTURED', action.toAccountId)
      case 'RELEASE':
        return this.#end(action.holdId, 'RELEASED')
      case 'RESTRICT':
        return this.#restrict(action)
    }
  }

  get changedAccounts(): Iterable<LedgerAccountState> {
    return this.#shifts.keys()
  }

  get endedHolds(): Iterable<LedgerHoldState> {
    return this.#ended.keys()
  }

  get restrictedAccounts(): Iterable<LedgerAccountState> {
    return this.#restricted.keys()
  }

  get newHold(): LedgerHoldState | undefined {
    return this.#held
  }

  record(): void {
    for (const [account, { balanceMinor, heldMinor }] of this.#shifts) {
      account.balanceMinor += balanceMinor
      account.heldMinor += heldMinor
      if (account.heldMinor < 0n || account.balanceMinor < account.heldMinor)
        throw new Error(`account ${account.accountId} of the built-in ledger would fall below zero`)
    }
    for (const [hold, state] of this.#ended) hold.state = state
    for (const [account, restrictions] of this.#restricted) account.restrictions = restrictions
  }

  #shift(
    { accountId, assetId, amountMinor }: { accountId: string; assetId: string; amountMinor: bigint },
    byMinor: bigint,
  ): LedgerFailure | undefined {
    if (!isAmount(amountMinor)) return 'REFUSED'
    const account = this.#accountOf(accountId, assetId)
    return account === undefined ? 'UNKNOWN_ACCOUNT' : this.#move(account, byMinor, 0n)
  }

  #transfer(action: Extract<LedgerAction, { kind: 'TRANSFER' }>): LedgerFailure | undefined {
    const { assetId, amountMinor } = action
    const from = this.#accountOf(action.accountId, assetId)
    const to = this.#accountOf(action.toAccountId, assetId)
    if (!isAmount(amountMinor)) return 'REFUSED'
    if (from === undefined || to === undefined) return 'UNKNOWN_ACCOUNT'
    if (this.#restrictionsOf(from).includes('NO_DEBIT') || this.#restrictionsOf(to).includes('NO_CREDIT'))
      return 'RESTRICTED'
    return this.#move(from, -amountMinor, 0n) ?? this.#move(to, amountMinor, 0n)
  }

  #hold(action: Extract<LedgerAction, { kind: 'HOLD' }>): LedgerFailure | undefined {
    const { accountId, assetId, amountMinor } = action
    // The hold has the operation's id, so an operation makes one at most.
    if (!isAmount(amountMinor) || this.#held !== undefined) return 'REFUSED'
    const account = this.#accountOf(accountId, assetId)
    if (account === undefined) return 'UNKNOWN_ACCOUNT'
    this.#held = { holdId: this.#opId, accountId: account.accountId, amountMinor, state: 'HELD' }
    return this.#move(account, 0n, amountMinor)
  }

  #end(holdId: string, state: 'CAPTURED' | 'RELEASED', toAccountId?: string): LedgerFailure | undefined {
    const hold = this.#state.hold(holdId)
    const account = hold === undefined ? undefined : this.#state.account(hold.accountId)
    if (hold === undefined || account === undefined) return 'UNKNOWN_HOLD'
    if (hold.state !== 'HELD' || this.#ended.has(hold)) return 'HOLD_ENDED'
    const to = toAccountId === undefined ? undefined : this.#accountOf(toAccountId, account.assetId)
    if (toAccountId !== undefined && to === undefined) return 'UNKNOWN_ACCOUNT'
    this.#ended.set(hold, state)
    const { amountMinor } = hold
    const failed = this.#move(account, state === 'CAPTURED' ? -amountMinor : 0n, -amountMinor)
    return failed ?? (to === undefined ? undefined : this.#move(to, amountMinor, 0n))
  }

  #restrict(action: Extract<LedgerAction, { kind: 'RESTRICT' }>): LedgerFailure | undefined {
    const account = this.#state.account(action.accountId)
    if (account === undefined) return 'UNKNOWN_ACCOUNT'
    this.#restricted.set(account, [...new Set(action.restrictions)].sort())
    return undefined
  }

  #move(account: LedgerAccountState, balanceMinor: bigint, heldMinor: bigint): LedgerFailure | undefined {
    const shift = this.#shifts.get(account) ?? { balanceMinor: 0n, heldMinor: 0n }
    shift.balanceMinor += balanceMinor
    shift.heldMinor += heldMinor
    this.#shifts.set(account, shift)
    const balance = account.balanceMinor + shift.balanceMinor
    if (balance > MAX_MINOR) return 'REFUSED'
    return balance < account.heldMinor + shift.heldMinor ? 'INSUFFICIENT_BALANCE' : undefined
  }

  #accountOf(accountId: string, assetId: string): LedgerAccountState | undefined {
    const account = this.#state.account(accountId)
    return account?.assetId === assetId ? account : undefined
  }

  #restrictionsOf(account: LedgerAccountState): readonly Restriction[] {
    return this.#restricted.get(account) ?? account.restrictions
  }
}

function isAmount(amountMinor: bigint): boolean {
  return amountMinor > 0n && amountMinor <= MAX_MINOR
}
