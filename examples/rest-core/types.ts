// The words of contract/core.json, and what this bank keeps. All amounts are whole minor units of a currency.

export interface Origin {
  readonly partnerId: string
  readonly rrn: string
  readonly terminalId?: string
  /** YYYYMMDD. Limits and hold days are counted by it. */
  readonly businessDate: string
}

interface OrderBase {
  readonly origin: Origin
  readonly accountId: string
  readonly pan?: string
  readonly amount: { readonly minor: number; readonly currency: string }
}

export interface Withdrawal extends OrderBase {
  readonly kind: 'CASH_WITHDRAWAL' | 'CARDLESS_WITHDRAWAL'
  readonly accessFeeMinor: number
}

export interface Deposit extends OrderBase {
  readonly kind: 'DEPOSIT'
  readonly cashMinor: number
  readonly checkMinor: number
  readonly checkAvailableMinor: number
}

export interface Transfer extends OrderBase {
  readonly kind: 'TRANSFER'
  readonly beneficiaryAccountId: string
}

export interface BillPayment extends OrderBase {
  readonly kind: 'BILL_PAYMENT'
  readonly billerId: string
  readonly billerBin: string
}

export interface Reversal extends OrderBase {
  readonly kind: 'REVERSAL'
  readonly originalReference: string
  readonly reasonCode: string
  readonly complete: boolean
  readonly forced: boolean
}

export type Order = Withdrawal | Deposit | Transfer | BillPayment | Reversal

export interface Lookup {
  readonly origin: Origin
  readonly pan?: string
  readonly customerId?: string
}

export interface Inquiry {
  readonly origin: Origin
  readonly accountId: string
  readonly pan?: string
}

export interface Balances {
  readonly currency: string
  readonly availableMinor: number
  readonly balanceMinor: number
  readonly paymentDue?: { readonly amountMinor: number; readonly dueDate: string }
}

export interface Branch {
  readonly id: string
  readonly name: string
  readonly address: string
}

export interface Approval {
  readonly code: '000'
  readonly branch: Branch
  readonly balances: Balances
  readonly beneficiaryBalances?: Balances
}

export type Outcome = Approval | { readonly code: string }

export type OrderState =
  | { readonly reference: string; readonly state: 'EXECUTED'; readonly outcome: Outcome }
  | { readonly reference: string; readonly state: 'CANCELLED' }

export interface Account {
  readonly id: string
  readonly customerId: string
  readonly type: 'DDA' | 'SDA' | 'LOAN'
  readonly description: string
  readonly currency: string
  readonly status: 'OPEN' | 'FROZEN' | 'CLOSED'
  /** A key of CAPABILITIES. */
  readonly capability: string
  readonly riskFlag?: 'DO_NOT_HONOUR' | 'SUSPECTED_FRAUD'
  /** Loans: the next instalment. */
  readonly instalment?: { readonly amountMinor: number; readonly dueDate: string }
  /** What the bank owes the customer; negative on loans. */
  balanceMinor: number
  /** How much of the instalment has been paid. */
  paidMinor: number
  /** Money of check deposits that is in the balance but not available before `releaseOn`. */
  holds: { readonly reference: string; amountMinor: number; readonly releaseOn: string }[]
}

export interface Card {
  /** Identifies the card where its number must not be written. */
  readonly id: string
  readonly pan: string
  readonly customerId: string
  readonly status: 'ACTIVE' | 'BLOCKED' | 'EXPIRED' | 'LOST' | 'STOLEN' | 'NOT_ACTIVE'
}

export interface Limits {
  readonly perTransactionMinor: number
  readonly perDayMinor: number
  readonly countPerDay: number
  readonly accessFeeMinor: number
}

export interface Institution {
  readonly id: string
  readonly baseCurrency: string
  readonly branch: Branch
  readonly holdDays: number
  readonly limits?: Limits
  readonly accounts: Map<string, Account>
  readonly cards: readonly Card[]
  readonly billers: readonly { readonly id: string; readonly bin: string; readonly isActive: boolean }[]
  /** The smallest note of each cash machine, in the base currency. */
  readonly notes: ReadonlyMap<string, number>
}

/** What an order changes. It is written to the log unchanged, so that a restart applies it without deciding again. */
export interface Effects {
  /** Accounts of customers and, as `gl:…`, of the general ledger. The sum is zero. */
  readonly entries: readonly (readonly [account: string, minor: number])[]
  readonly hold?: { readonly accountId: string; readonly amountMinor: number; readonly releaseOn: string }
  readonly unhold?: { readonly accountId: string; readonly reference: string; readonly amountMinor: number }
  readonly loanPayment?: { readonly accountId: string; readonly amountMinor: number }
  /** Counted against the limits of a card or account on a day; negative when cash came back. */
  readonly usage?: { readonly holder: string; readonly date: string; readonly minor: number; readonly count: number }
  readonly reverses?: { readonly reference: string; readonly amountMinor: number }
}

/** One line of the log. */
export type LogRecord =
  | {
      readonly type: 'EXECUTED'
      readonly institutionId: string
      readonly reference: string
      /** Tells the same order from another one under the same reference. */
      readonly digest: string
      /** What a reversal needs to know of the order. */
      readonly summary: OrderSummary
      readonly outcome: Outcome
      readonly effects: Effects
    }
  | { readonly type: 'CANCELLED'; readonly institutionId: string; readonly reference: string }

export interface OrderSummary {
  readonly kind: Order['kind']
  readonly accountId: string
  readonly beneficiaryAccountId?: string
  readonly terminalId?: string
  readonly billerId?: string
  readonly currency: string
  readonly amountMinor: number
  readonly feeMinor: number
  readonly cashMinor: number
  readonly businessDate: string
  /** The card or account whose limits it was counted against. */
  readonly holder?: string
}
