// The decisions: may this order be executed, and what does it change? Pure functions on the books. Checks come in the
// order of the contract (card, account, biller, capability, currency, amount and fee, risk, limits, funds), and the
// first that fails gives the code of the decline.

import { CAPABILITIES, type Capability } from './seed.ts'
import type {
  Account,
  BillPayment,
  Card,
  Deposit,
  Effects,
  Inquiry,
  Institution,
  Order,
  OrderSummary,
  Transfer,
  Withdrawal,
} from './types.ts'

/** What the rules look at besides the institution. */
export interface Books {
  readonly institution: Institution
  usageOn(holder: string, date: string): { readonly minor: number; readonly count: number }
  /** An order that was executed, how it was answered, and how much of it has been taken back. */
  executed(reference: string): { summary: OrderSummary; code: string; reversedMinor: number } | undefined
}

export type Decision = { readonly decline: string } | { readonly effects: Effects }

/** The largest balance: beyond this a JSON number is not exact. */
const MAX_BALANCE_MINOR = 1e15

export function decide(order: Exclude<Order, { kind: 'REVERSAL' }>, books: Books): Decision {
  switch (order.kind) {
    case 'CASH_WITHDRAWAL':
    case 'CARDLESS_WITHDRAWAL':
      return decideWithdrawal(order, books)
    case 'DEPOSIT':
      return decideDeposit(order, books)
    case 'TRANSFER':
      return decideTransfer(order, books)
    case 'BILL_PAYMENT':
      return decideBillPayment(order, books)
  }
}

function decideWithdrawal(order: Withdrawal, books: Books): Decision {
  const { institution } = books
  const opened = openAccount(order, institution)
  if (typeof opened === 'string') return { decline: opened }
  const { account, card } = opened
  const { minor, currency } = order.amount
  const holder = holderOf(account, card)
  const date = order.origin.businessDate
  const cashMinor = minor - order.accessFeeMinor
  const countedMinor = currency === institution.baseCurrency ? minor : 0
  const decline =
    checkOpen(account, '182') ??
    checkCapability(account, order.kind === 'CASH_WITHDRAWAL' ? 'withdrawal' : 'cardless') ??
    checkCurrency(account, currency) ??
    checkNotes(institution, order.origin.terminalId, cashMinor, currency) ??
    checkFee(institution, order.accessFeeMinor, currency) ??
    checkRisk(account) ??
    checkLimits(institution, books.usageOn(holder, date), countedMinor) ??
    checkFunds(account, minor, date)
  if (decline !== undefined) return { decline }
  return {
    effects: {
      entries: nonZero([
        [account.id, -minor],
        [`gl:vault:${order.origin.terminalId ?? 'unknown'}`, cashMinor],
        ['gl:fees:access', order.accessFeeMinor],
      ]),
      usage: { holder, date, minor: countedMinor, count: 1 },
    },
  }
}

function decideDeposit(order: Deposit, { institution }: Books): Decision {
  const opened = openAccount(order, institution)
  if (typeof opened === 'string') return { decline: opened }
  const { account } = opened
  const { minor, currency } = order.amount
  const decline =
    checkOpen(account, '183') ??
    checkCapability(account, 'deposit') ??
    checkCurrency(account, currency) ??
    checkCredit(account, minor) ??
    checkRisk(account)
  if (decline !== undefined) return { decline }
  const heldMinor = order.checkMinor - order.checkAvailableMinor
  const releaseOn = addDays(order.origin.businessDate, institution.holdDays)
  return {
    effects: {
      entries: nonZero([
        [account.id, minor],
        [`gl:vault:${order.origin.terminalId ?? 'unknown'}`, -order.cashMinor],
        ['gl:clearing:checks', -order.checkMinor],
      ]),
      ...(isLoan(account) && { loanPayment: { accountId: account.id, amountMinor: minor } }),
      ...(heldMinor > 0 && !isLoan(account) && { hold: { accountId: account.id, amountMinor: heldMinor, releaseOn } }),
    },
  }
}

function decideTransfer(order: Transfer, { institution }: Books): Decision {
  const opened = openAccount(order, institution)
  if (typeof opened === 'string') return { decline: opened }
  const { account: source } = opened
  const destination = institution.accounts.get(order.beneficiaryAccountId)
  if (destination === undefined) return { decline: '114' }
  const { minor, currency } = order.amount
  const decline =
    checkOpen(source, '182') ??
    checkOpen(destination, '183') ??
    (source === destination ? '190' : undefined) ??
    (isLoan(source) ? '119' : undefined) ??
    checkCapability(source, 'transferFrom') ??
    checkCapability(destination, 'transferTo') ??
    checkCurrency(source, currency) ??
    checkCurrency(destination, currency) ??
    checkCredit(destination, minor) ??
    checkRisk(source) ??
    checkRisk(destination) ??
    checkFunds(source, minor, order.origin.businessDate)
  if (decline !== undefined) return { decline }
  return {
    effects: {
      entries: [
        [source.id, -minor],
        [destination.id, minor],
      ],
      ...(isLoan(destination) && { loanPayment: { accountId: destination.id, amountMinor: minor } }),
    },
  }
}

function decideBillPayment(order: BillPayment, { institution }: Books): Decision {
  const opened = openAccount(order, institution)
  if (typeof opened === 'string') return { decline: opened }
  const { account } = opened
  const biller = institution.billers.find(({ id }) => id === order.billerId)
  const isUsable = biller?.isActive === true && biller.bin === order.billerBin
  const { minor, currency } = order.amount
  const decline =
    checkOpen(account, '182') ??
    (isUsable ? undefined : '185') ??
    checkCapability(account, 'billPayment') ??
    checkCurrency(account, currency) ??
    checkRisk(account) ??
    checkFunds(account, minor, order.origin.businessDate)
  if (decline !== undefined) return { decline }
  return {
    effects: {
      entries: [
        [account.id, -minor],
        [`gl:settlement:${order.billerId}`, minor],
      ],
    },
  }
}

/** An inquiry declines for the same reasons, as far as they concern it. */
export function decideInquiry(inquiry: Inquiry, institution: Institution): Account | string {
  const opened = openAccount(inquiry, institution)
  if (typeof opened === 'string') return opened
  return checkOpen(opened.account, '182') ?? checkCapability(opened.account, 'inquiry') ?? opened.account
}

/** The account, and the card when one was presented; or the code of the decline. */
function openAccount(
  order: { readonly accountId: string; readonly pan?: string },
  institution: Institution,
): { account: Account; card: Card | undefined } | string {
  const card = presentedCard(order.pan, institution)
  if (typeof card === 'string') return card
  const decline = card && CARD_DECLINES[card.status]
  if (decline !== undefined) return decline
  return accountOf(order.accountId, card, institution) ?? '114'
}

/** With a card, an account that is not the card's counts as unknown. */
export function accountOf(accountId: string, card: Card | undefined, institution: Institution) {
  const account = institution.accounts.get(accountId)
  if (account === undefined || (card !== undefined && account.customerId !== card.customerId)) return undefined
  return { account, card }
}

/** The card that was presented, in any state; or the code of the decline. */
export function presentedCard(pan: string | undefined, institution: Institution): Card | undefined | string {
  if (pan === undefined) return undefined
  if (!isCardNumber(pan)) return '111'
  return institution.cards.find((card) => card.pan === pan) ?? '118'
}

/** A status missing here would be approved, so the type requires all of them. */
export const CARD_DECLINES: Readonly<Record<Card['status'], string | undefined>> = {
  ACTIVE: undefined,
  EXPIRED: '101',
  BLOCKED: '104',
  NOT_ACTIVE: '125',
  LOST: '208',
  STOLEN: '209',
}

const RISK_DECLINES: Readonly<Record<NonNullable<Account['riskFlag']>, string>> = {
  DO_NOT_HONOUR: '100',
  SUSPECTED_FRAUD: '102',
}

function checkOpen(account: Account, code: string): string | undefined {
  return account.status === 'OPEN' ? undefined : code
}

function checkCapability(account: Account, needed: Capability): string | undefined {
  return CAPABILITIES[account.capability]?.includes(needed) === true ? undefined : '119'
}

export function checkCurrency(account: Account, currency: string): string | undefined {
  return account.currency === currency ? undefined : '181'
}

/** Only whole notes can be dispensed. */
function checkNotes(institution: Institution, terminalId: string | undefined, cashMinor: number, currency: string) {
  const note = institution.notes.get(terminalId ?? '')
  return note === undefined || currency !== institution.baseCurrency || cashMinor % note === 0 ? undefined : '180'
}

function checkFee({ limits, baseCurrency }: Institution, feeMinor: number, currency: string): string | undefined {
  return limits === undefined || currency !== baseCurrency || feeMinor <= limits.accessFeeMinor ? undefined : '113'
}

/** A credit must leave a balance that is exact as a JSON number; on a loan it must not exceed what is owed. */
function checkCredit(account: Account, minor: number): string | undefined {
  return account.balanceMinor + minor <= (isLoan(account) ? 0 : MAX_BALANCE_MINOR) ? undefined : '180'
}

function checkRisk({ riskFlag }: Account): string | undefined {
  return riskFlag && RISK_DECLINES[riskFlag]
}

function checkLimits({ limits }: Institution, used: { minor: number; count: number }, minor: number) {
  if (limits === undefined) return undefined
  if (minor > limits.perTransactionMinor || used.minor + minor > limits.perDayMinor) return '121'
  return used.count + 1 > limits.countPerDay ? '123' : undefined
}

export function checkFunds(account: Account, minor: number, date: string): string | undefined {
  return availableMinor(account, date) >= minor ? undefined : '110'
}

export function isLoan(account: Account): boolean {
  return account.type === 'LOAN'
}

/** What may be debited: nothing can be drawn from a loan, and held money only from its release date on. */
export function availableMinor(account: Account, date: string): number {
  if (isLoan(account)) return 0
  const held = account.holds.filter(({ releaseOn }) => releaseOn > date)
  return account.balanceMinor - held.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Limits are counted by card when one was presented, else by account. */
export function holderOf(account: Account, card: Card | undefined): string {
  return card === undefined ? account.id : card.id
}

export function nonZero(entries: [string, number][]): [string, number][] {
  return entries.filter(([, minor]) => minor !== 0)
}

function addDays(date: string, days: number): string {
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6, 8)].map(Number)
  const moved = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + days))
  return moved.toISOString().slice(0, 10).replaceAll('-', '')
}

/** 12 to 19 digits whose Luhn check digit fits. */
function isCardNumber(pan: string): boolean {
  if (!/^\d{12,19}$/.test(pan)) return false
  const digits = Array.from(pan, Number).reverse()
  const sum = digits.reduce((total, digit, index) => {
    const doubled = digit * 2
    return total + (index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
