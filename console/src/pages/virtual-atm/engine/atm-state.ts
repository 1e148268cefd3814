// The state of the ATM: which screen it shows, what the customer has chosen so far, and which screen follows.

import type { Account, Balance, FullProfile } from '@tillgate/sdk'
import type { Language } from './atm-texts.ts'
import type { BillerChoice, Order, Terminal } from './orders.ts'
import type { ReceiptLine } from './receipt.ts'

export type Purpose = 'withdrawal' | 'fast-cash' | 'cardless' | 'balance' | 'deposit' | 'transfer' | 'bill'
export type DepositKind = 'cash' | 'checks' | 'both'

/** What the customer has chosen so far of one transaction. */
export interface Draft {
  readonly purpose: Purpose
  readonly accountId?: string
  readonly toAccountId?: string
  readonly biller?: BillerChoice
  readonly depositKind?: DepositKind
  readonly amount?: number
  readonly checks?: readonly number[]
  readonly checksDone?: boolean
  /** Code of the phone's order. */
  readonly code?: string
  readonly isFeeAccepted?: boolean
  readonly isConfirmed?: boolean
}

export type EntryKind =
  | 'pin'
  | 'cash-amount'
  | 'deposit-cash'
  | 'check'
  | 'amount'
  | 'to-account'
  | 'biller-id'
  | 'biller-bin'
  | 'code'

export type Problem = 'unknown' | 'unknownDeposit' | 'unknownBill' | 'unknownCardless' | 'notDone' | 'outOfService'

/**
 * The screens and what leads on:
 *
 *   welcome      a card: entry of the PIN; a code from the phone: entry of the code
 *   entry        what was asked for, then the next open choice
 *   wait         the gateway's answer
 *   language     asked only of cards without preferences, then menu
 *   menu         a purpose, then its open choices
 *   from-account, to-account, biller, deposit-kind, cash: one choice each
 *   fee, confirm accepted: the order is sent
 *   approved     receipt, then another transaction or the card back
 *   declined, trouble: another transaction or the card back
 *   preferences  saved, deleted or left: menu
 *   card-back    the card is taken: welcome
 */
export type Screen =
  | { readonly name: 'welcome' }
  | { readonly name: 'entry'; readonly entry: EntryKind; readonly error?: 'amount' | 'entry' | 'pin' | 'code' }
  | { readonly name: 'wait'; readonly doing: 'reading' | 'processing' | 'noAnswer' }
  | { readonly name: 'language' }
  | { readonly name: 'menu'; readonly notice?: 'saved' | 'neverAskSaved' | 'forgotten' }
  | { readonly name: 'from-account' }
  | { readonly name: 'to-account' }
  | { readonly name: 'biller' }
  | { readonly name: 'deposit-kind' }
  | { readonly name: 'cash' }
  | { readonly name: 'fee' }
  | { readonly name: 'confirm' }
  | { readonly name: 'approved'; readonly done: Done; readonly receipt: 'ask' | 'printed' | 'none' }
  | { readonly name: 'declined'; readonly code: string }
  | { readonly name: 'trouble'; readonly problem: Problem }
  | { readonly name: 'preferences'; readonly draft: FullProfile }
  | { readonly name: 'card-back'; readonly isKept: boolean }

/** An approved transaction or inquiry. */
export interface Done {
  /** Absent for a balance inquiry. */
  readonly order?: Order
  readonly accountId: string
  readonly balances: readonly Balance[]
  readonly receipt: readonly ReceiptLine[]
}

export interface InsertedCard {
  /** Absent when an account is entered without a card. */
  readonly pan?: string
  readonly accountId?: string
}

export type Profile =
  | { readonly kind: 'none' }
  | { readonly kind: 'never-ask' }
  | { readonly kind: 'full'; readonly data: FullProfile }

const DEFAULT_PROFILE: FullProfile = {
  language: 'ENG',
  fastCashAmount: '060',
  fastCashReceipt: '3',
  withdrawalReceipt: '3',
  otherReceipt: '3',
  receiptBalance: '1',
  account: 'CHK',
}

/** The preferences to go by. Customers who never want to be asked get receipts without a question. */
export function preferencesOf(profile: Profile, language: Language): FullProfile {
  switch (profile.kind) {
    case 'full':
      return profile.data
    case 'never-ask':
      return { ...DEFAULT_PROFILE, language, fastCashReceipt: '1', withdrawalReceipt: '1', otherReceipt: '1' }
    case 'none':
      return { ...DEFAULT_PROFILE, language }
  }
}

/** The amount of the three-character code; undefined when it is no amount. */
export function fastCashOf({ fastCashAmount }: FullProfile): number | undefined {
  const amount = Number(fastCashAmount)
  return Number.isFinite(amount) && amount > 0 ? amount : undefined
}

/** The preferred account, or the first. */
export function defaultAccount(accounts: readonly Account[], { account }: FullProfile): Account | undefined {
  const type = account === 'SAV' ? 'SDA' : 'DDA'
  return accounts.find(({ accountType }) => accountType === type) ?? accounts[0]
}

/** Which receipt preference holds for an order. */
export function receiptChoice(order: Order | undefined, profile: FullProfile): FullProfile['otherReceipt'] {
  if (order?.kind === 'withdrawal') return order.isFastCash ? profile.fastCashReceipt : profile.withdrawalReceipt
  return order?.kind === 'cardless' ? profile.withdrawalReceipt : profile.otherReceipt
}

/** What is known of a transaction from the start. */
export function firstDraft(purpose: Purpose, accounts: readonly Account[], preferences: FullProfile): Draft {
  const isFastCash = purpose === 'fast-cash'
  const account = isFastCash ? defaultAccount(accounts, preferences) : accounts.length === 1 ? accounts[0] : undefined
  const amount = isFastCash ? fastCashOf(preferences) : undefined
  return {
    purpose,
    ...(account !== undefined && { accountId: account.id }),
    ...(amount !== undefined && { amount }),
  }
}

/** The next choice that is still open; undefined when everything is known. */
export function openChoice(draft: Draft, { fee }: Pick<Terminal, 'fee'>): Screen | undefined {
  const { purpose, depositKind } = draft
  if (draft.accountId === undefined) return { name: 'from-account' }
  if (purpose === 'balance') return undefined
  if (purpose === 'transfer' && draft.toAccountId === undefined) return { name: 'to-account' }
  if (purpose === 'bill' && draft.biller === undefined) return { name: 'biller' }
  if (purpose === 'deposit') {
    if (depositKind === undefined) return { name: 'deposit-kind' }
    if (depositKind !== 'checks' && draft.amount === undefined) return { name: 'entry', entry: 'deposit-cash' }
    if (depositKind !== 'cash' && draft.checksDone !== true) return { name: 'entry', entry: 'check' }
  } else if (draft.amount === undefined) {
    return purpose === 'withdrawal' ? { name: 'cash' } : { name: 'entry', entry: 'amount' }
  }
  const isCash = purpose === 'withdrawal' || purpose === 'fast-cash' || purpose === 'cardless'
  if (isCash) return fee > 0 && draft.isFeeAccepted !== true ? { name: 'fee' } : undefined
  return draft.isConfirmed === true ? undefined : { name: 'confirm' }
}

/** The order of a draft without open choices. Undefined for a balance inquiry, which orders nothing. */
export function orderOf(draft: Draft, { fee }: Pick<Terminal, 'fee'>): Order | undefined {
  const { accountId, amount = 0 } = draft
  if (accountId === undefined) return undefined
  switch (draft.purpose) {
    case 'withdrawal':
    case 'fast-cash':
      return { kind: 'withdrawal', isFastCash: draft.purpose === 'fast-cash', accountId, cash: amount, fee }
    case 'cardless':
      return { kind: 'cardless', accountId, cash: amount, fee }
    case 'deposit':
      return { kind: 'deposit', accountId, cash: amount, checks: draft.checks ?? [] }
    case 'transfer':
      return draft.toAccountId === undefined
        ? undefined
        : { kind: 'transfer', accountId, toAccountId: draft.toAccountId, amount }
    case 'bill':
      return draft.biller === undefined ? undefined : { kind: 'bill', accountId, biller: draft.biller, amount }
    case 'balance':
      return undefined
  }
}

/** What the ATM tells when the outcome of an order stays unknown. */
export function troubleOf(order: Order): Problem {
  switch (order.kind) {
    case 'deposit':
      return 'unknownDeposit'
    case 'bill':
      return 'unknownBill'
    case 'cardless':
      return 'unknownCardless'
    default:
      return 'unknown'
  }
}

const RECEIPTS = ['1', '2', '3'] as const
const FAST_CASH = ['020', '040', '060', '100', '200'] as const

/** The next value of a preference, as its key is pressed. */
export function nextPreference(profile: FullProfile, field: keyof FullProfile): FullProfile {
  const after = <T extends string>(values: readonly T[], value: string): T =>
    values[(values.indexOf(value as T) + 1) % values.length] as T
  switch (field) {
    case 'language':
      return { ...profile, language: profile.language === 'ENG' ? 'SPA' : 'ENG' }
    case 'fastCashAmount':
      return { ...profile, fastCashAmount: after(FAST_CASH, profile.fastCashAmount) }
    case 'receiptBalance':
      return { ...profile, receiptBalance: profile.receiptBalance === '1' ? '0' : '1' }
    case 'account':
      return { ...profile, account: profile.account === 'CHK' ? 'SAV' : 'CHK' }
    default:
      return { ...profile, [field]: after(RECEIPTS, profile[field]) }
  }
}
