// Decides whether the chain accepts an operation, and what it will change. What it takes is reserved from then on, and what
// it gives counts once it is final: so an accepted operation never lacks funds, even if blocks are orphaned, and
// nothing is spendable before it is final.

import type { LedgerAction, LedgerFailure, LedgerOp, Restriction } from '../digital-ledger.ts'
import type { AccountEffect, ChainAccount, ChainHold, Effects } from './chain-rows.ts'
import type { ChainSettings } from './chain-settings.ts'
import type { WorkingChain } from './working-chain.ts'

const MAX_AMOUNT_MINOR = 2n ** 63n - 1n
const MAX_BATCH_ACTIONS = 100

type Capabilities = Pick<ChainSettings, 'atomicBatches' | 'nativeHolds'>

export function admitOp(chain: WorkingChain, op: LedgerOp, capabilities: Capabilities): Effects | LedgerFailure {
  if (op.kind === 'BATCH' && (!capabilities.atomicBatches || op.actions.length > MAX_BATCH_ACTIONS)) return 'REFUSED'
  const admission = new Admission(chain, op.opId, capabilities)
  for (const action of op.kind === 'BATCH' ? op.actions : [op]) {
    const failure = admission.add(action)
    if (failure !== undefined) return failure
  }
  return admission.effects()
}

interface AccountChange {
  readonly balanceMinor: bigint
  readonly heldMinor: bigint
  /** After any of the actions: what is given back by a later one must be there for an earlier one. */
  readonly mostTakenMinor: bigint
}

const UNCHANGED: AccountChange = { balanceMinor: 0n, heldMinor: 0n, mostTakenMinor: 0n }

/** The actions of one operation in turn. Later ones see what earlier ones give: they become final together. */
class Admission {
  readonly #chain: WorkingChain
  readonly #opId: string
  readonly #capabilities: Capabilities
  readonly #accounts = new Map<string, AccountChange>()
  readonly #placed: Effects['placed'][number][] = []
  readonly #ended: Effects['ended'][number][] = []
  readonly #restricted = new Map<string, readonly Restriction[]>()

  constructor(chain: WorkingChain, opId: string, capabilities: Capabilities) {
    this.#chain = chain
    this.#opId = opId
    this.#capabilities = capabilities
  }

  add(action: LedgerAction): LedgerFailure | undefined {
    if ('amountMinor' in action && (action.amountMinor <= 0n || action.amountMinor > MAX_AMOUNT_MINOR)) return 'REFUSED'
    switch (action.kind) {
      case 'ISSUE': {
        const failure = this.#unknown(action.assetId, action.accountId)
        if (failure === undefined) this.#change(action.accountId, action.amountMinor, 0n)
        return failure
      }
      case 'BURN': {
        const failure = this.#unknown(action.assetId, action.accountId) ?? this.#lacks(action)
        if (failure === undefined) this.#change(action.accountId, -action.amountMinor, 0n)
        return failure
      }
      case 'TRANSFER':
        return this.#transfer(action)
      case 'HOLD':
        return this.#hold(action)
      case 'CAPTURE':
      case 'RELEASE':
        return this.#end(action)
      case 'RESTRICT':
        if (this.#ready(action.accountId) === undefined) return 'UNKNOWN_ACCOUNT'
        this.#restricted.set(action.accountId, [...new Set(action.restrictions)])
        return undefined
    }
  }

  effects(): Effects {
    const accounts = [...this.#accounts].map(
      ([accountId, { balanceMinor, heldMinor, mostTakenMinor: reservedMinor }]): AccountEffect => ({
        accountId,
        balanceMinor,
        heldMinor,
        reservedMinor,
      }),
    )
    const restricted = [...this.#restricted].map(([accountId, restrictions]) => ({ accountId, restrictions }))
    return { accounts, placed: this.#placed, ended: this.#ended, restricted }
  }

  #transfer(action: LedgerAction & { kind: 'TRANSFER' }): LedgerFailure | undefined {
    const { assetId, accountId, toAccountId, amountMinor } = action
    const unknown = this.#unknown(assetId, accountId) ?? this.#unknown(assetId, toAccountId)
    if (unknown !== undefined) return unknown
    if (this.#restrictionsOf(accountId).includes('NO_DEBIT')) return 'RESTRICTED'
    if (this.#restrictionsOf(toAccountId).includes('NO_CREDIT')) return 'RESTRICTED'
    if (this.#lacks(action) !== undefined) return 'INSUFFICIENT_BALANCE'
    this.#change(accountId, -amountMinor, 0n)
    this.#change(toAccountId, amountMinor, 0n)
    return undefined
  }

  #hold(action: LedgerAction & { kind: 'HOLD' }): LedgerFailure | undefined {
    const { assetId, accountId, amountMinor } = action
    // A hold has the operation's id, so an operation has one.
    if (!this.#capabilities.nativeHolds || this.#placed.length > 0) return 'REFUSED'
    const failure = this.#unknown(assetId, accountId) ?? this.#lacks(action)
    if (failure !== undefined) return failure
    this.#placed.push({ holdId: this.#opId, assetId, accountId, amountMinor })
    this.#change(accountId, 0n, amountMinor)
    return undefined
  }

  #end(action: LedgerAction & { kind: 'CAPTURE' | 'RELEASE' }): LedgerFailure | undefined {
    const hold: ChainHold | undefined = this.#chain.hold(action.holdId)
    if (hold === undefined) return 'UNKNOWN_HOLD'
    const isEnded = hold.endingOpId !== undefined || this.#ended.some(({ holdId }) => holdId === hold.holdId)
    if (isEnded) return 'HOLD_ENDED'
    const { holdId, assetId, accountId, amountMinor } = hold
    if (action.kind === 'RELEASE') {
      this.#change(accountId, 0n, -amountMinor)
    } else {
      const unknown = action.toAccountId === undefined ? undefined : this.#unknown(assetId, action.toAccountId)
      if (unknown !== undefined) return unknown
      this.#change(accountId, -amountMinor, -amountMinor)
      if (action.toAccountId !== undefined) this.#change(action.toAccountId, amountMinor, 0n)
    }
    this.#ended.push({ holdId, state: action.kind === 'RELEASE' ? 'RELEASED' : 'CAPTURED' })
    return undefined
  }

  #unknown(assetId: string, accountId: string): 'UNKNOWN_ASSET' | 'UNKNOWN_ACCOUNT' | undefined {
    if (this.#chain.asset(assetId) === undefined) return 'UNKNOWN_ASSET'
    return this.#ready(accountId)?.assetId === assetId ? undefined : 'UNKNOWN_ACCOUNT'
  }

  #ready(accountId: string): ChainAccount | undefined {
    const account = this.#chain.account(accountId)
    return account !== undefined && isReady(account, this.#chain.nowMs) ? account : undefined
  }

  #restrictionsOf(accountId: string): readonly Restriction[] {
    return this.#restricted.get(accountId) ?? this.#chain.account(accountId)?.restrictions ?? []
  }

  #lacks({ accountId, amountMinor }: { accountId: string; amountMinor: bigint }): 'INSUFFICIENT_BALANCE' | undefined {
    const account = this.#chain.account(accountId) as ChainAccount
    const changed = this.#accounts.get(accountId) ?? UNCHANGED
    const free = account.balanceMinor - account.heldMinor - account.reservedMinor
    return free + changed.balanceMinor - changed.heldMinor < amountMinor ? 'INSUFFICIENT_BALANCE' : undefined
  }

  #change(accountId: string, byMinor: bigint, heldByMinor: bigint): void {
    const before = this.#accounts.get(accountId) ?? UNCHANGED
    const balanceMinor = before.balanceMinor + byMinor
    const heldMinor = before.heldMinor + heldByMinor
    const takenMinor = heldMinor - balanceMinor
    const mostTakenMinor = takenMinor > before.mostTakenMinor ? takenMinor : before.mostTakenMinor
    this.#accounts.set(accountId, { balanceMinor, heldMinor, mostTakenMinor })
  }
}

export function isReady(account: ChainAccount, nowMs: number): boolean {
  return !account.isRefused && account.readyAtMs <= nowMs
}
