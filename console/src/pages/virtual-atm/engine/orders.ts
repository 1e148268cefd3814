// The requests of the ATM: what the customer ordered, as messages of the account services, and the reversal of each.

import type {
  AccountsClient,
  BillPaymentsRequest,
  CardlessWithdrawalRequest,
  CreditsRequest,
  CreditsReverseRequest,
  DebitsRequest,
  DebitsReverseRequest,
  DeviceInfo,
  Head,
  Reply,
  TransfersRequest,
  TransfersReverseRequest,
} from '@tillgate/sdk'

/** Where the ATM stands, and what it charges. */
export interface Terminal {
  readonly institutionId: string
  readonly institutionName: string
  readonly terminalId: string
  readonly terminalLoc: string
  readonly acceptorId: string
  /** Currency of its notes. */
  readonly currency: string
  /** Surcharge for cash, in major units. */
  readonly fee: number
}

export interface BillerChoice {
  readonly billerId: string
  readonly bin: string
  readonly name: string
}

export type Order =
  | {
      readonly kind: 'withdrawal'
      readonly isFastCash: boolean
      readonly accountId: string
      readonly cash: number
      readonly fee: number
    }
  | { readonly kind: 'cardless'; readonly accountId: string; readonly cash: number; readonly fee: number }
  | { readonly kind: 'deposit'; readonly accountId: string; readonly cash: number; readonly checks: readonly number[] }
  | { readonly kind: 'transfer'; readonly accountId: string; readonly toAccountId: string; readonly amount: number }
  | { readonly kind: 'bill'; readonly accountId: string; readonly biller: BillerChoice; readonly amount: number }

export type Message =
  | { readonly operation: 'debits'; readonly body: DebitsRequest }
  | { readonly operation: 'debitsReverse'; readonly body: DebitsReverseRequest }
  | { readonly operation: 'credits'; readonly body: CreditsRequest }
  | { readonly operation: 'creditsReverse'; readonly body: CreditsReverseRequest }
  | { readonly operation: 'transfers'; readonly body: TransfersRequest }
  | { readonly operation: 'transfersReverse'; readonly body: TransfersReverseRequest }
  | { readonly operation: 'billPayments'; readonly body: BillPaymentsRequest }
  | { readonly operation: 'cardlessWithdrawal'; readonly body: CardlessWithdrawalRequest }

export type Answer = Reply<number, unknown>

export function deliver(client: AccountsClient, message: Message): Promise<Answer> {
  switch (message.operation) {
    case 'debits':
      return client.debits(message.body)
    case 'debitsReverse':
      return client.debitsReverse(message.body)
    case 'credits':
      return client.credits(message.body)
    case 'creditsReverse':
      return client.creditsReverse(message.body)
    case 'transfers':
      return client.transfers(message.body)
    case 'transfersReverse':
      return client.transfersReverse(message.body)
    case 'billPayments':
      return client.billPayments(message.body)
    case 'cardlessWithdrawal':
      return client.cardlessWithdrawal(message.body)
  }
}

/** Checks up to this sum are available at once; the bank holds the rest. */
const CHECKS_AT_ONCE = 100
const FIRST_CHECK_NUMBER = 1001

/** Binary fractions of decimals do not add up; no currency has more than three places. */
export function sum(...amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0) * 1000) / 1000
}

/** What is debited or credited in all. */
export function totalOf(order: Order): number {
  switch (order.kind) {
    case 'withdrawal':
    case 'cardless':
      return sum(order.cash, order.fee)
    case 'deposit':
      return sum(order.cash, ...order.checks)
    case 'transfer':
    case 'bill':
      return order.amount
  }
}

export function deviceOf({ terminalId, terminalLoc, acceptorId }: Terminal): DeviceInfo {
  return { terminalId, terminalLoc, acceptorId }
}

export function headOf(description: string): Head {
  return { description: `Virtual ATM: ${description}` }
}

/** The card is sent with every order of a card; without a card the account alone is. */
export function messageOf(order: Order, terminal: Terminal, pan: string | undefined, rrn: string): Message {
  const institution = { id: terminal.institutionId }
  const deviceInfo = deviceOf(terminal)
  const currencyCode = terminal.currency
  const paymentInstrument = { account: { id: order.accountId }, ...(pan !== undefined && { card: { pan } }) }
  const amount = { amount: totalOf(order), currencyCode }
  switch (order.kind) {
    case 'withdrawal':
      return {
        operation: 'debits',
        body: {
          head: headOf(order.isFastCash ? 'fast cash' : 'cash withdrawal'),
          deviceInfo,
          institution,
          transaction: { rrn, type: 'CASHWITHDRAWAL' },
          paymentInstrument,
          amount: { ...amount, ...(order.fee > 0 && { accessFee: order.fee }) },
          cash: { amount: order.cash },
        },
      }
    case 'cardless':
      return {
        operation: 'cardlessWithdrawal',
        body: {
          head: headOf('cardless withdrawal'),
          deviceInfo,
          institution,
          transaction: { rrn, type: 'CARDLESSWITHDRAWAL' },
          paymentInstrument: { account: { id: order.accountId } },
          amount: { ...amount, ...(order.fee > 0 && { accessFee: order.fee }) },
          cash: { amount: order.cash },
        },
      }
    case 'deposit':
      return {
        operation: 'credits',
        body: {
          head: headOf('deposit'),
          deviceInfo,
          institution,
          transaction: { rrn, type: depositType(order) },
          paymentInstrument,
          amount,
          ...(order.cash > 0 && { cash: { amount: order.cash } }),
          ...(order.checks.length > 0 && { check: checksOf(order.checks, currencyCode) }),
        },
      }
    case 'transfer':
      return {
        operation: 'transfers',
        body: {
          head: headOf('transfer'),
          deviceInfo,
          institution,
          transaction: { rrn, type: 'TRANSFER' },
          paymentInstrument,
          beneficiary: { institutionId: terminal.institutionId },
          beneficiaryInstrument: { account: { id: order.toAccountId } },
          amount,
        },
      }
    case 'bill':
      return {
        operation: 'billPayments',
        body: {
          head: headOf('bill payment'),
          deviceInfo,
          institution,
          transaction: { rrn, type: 'BILLPAYMENT' },
          paymentInstrument,
          biller: { institutionId: order.biller.billerId, bin: order.biller.bin },
          amount,
        },
      }
  }
}

function depositType({ cash, checks }: { cash: number; checks: readonly number[] }) {
  if (checks.length === 0) return 'CASHDEPOSIT' as const
  return cash > 0 ? ('CASHCHECKDEPOSIT' as const) : ('CHECKDEPOSIT' as const)
}

function checksOf(checks: readonly number[], currency: string) {
  const decimal = (amount: number) => amount.toFixed(decimalsOf(currency))
  const total = sum(...checks)
  return {
    totAmount: decimal(total),
    totDerivedAmount: decimal(Math.min(total, CHECKS_AT_ONCE)),
    checkDetails: checks.map((amount, at) => ({
      amount: decimal(amount),
      checkNumber: String(FIRST_CHECK_NUMBER + at),
    })),
  }
}

function decimalsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    // Not a currency; the gateway says so.
    return 2
  }
}

const NO_ANSWER = 'NO_ANSWER'

/** Takes a message back whose outcome is unknown. Bill payments and cardless withdrawals have no reversal. */
export function reversalOf(message: Message, rrn: string): Message | undefined {
  const { body } = message
  const common = { institution: body.institution, paymentInstrument: body.paymentInstrument }
  const reverseInfo = { reasonCode: NO_ANSWER, amount: body.amount.amount, originalRrn: body.transaction.rrn }
  switch (message.operation) {
    case 'debits':
      return {
        operation: 'debitsReverse',
        body: {
          ...common,
          transaction: { rrn, type: 'CASHWITHDRAWALREVERSAL' },
          amount: message.body.amount,
          reverseInfo,
        },
      }
    case 'credits':
      return {
        operation: 'creditsReverse',
        body: {
          ...common,
          transaction: { rrn, type: `${message.body.transaction.type}REVERSAL` },
          amount: message.body.amount,
          reverseInfo,
        },
      }
    case 'transfers':
      return {
        operation: 'transfersReverse',
        body: {
          ...common,
          transaction: { rrn, type: 'TRANSFERREVERSAL' },
          beneficiary: message.body.beneficiary,
          beneficiaryInstrument: message.body.beneficiaryInstrument,
          amount: message.body.amount,
          reverseInfo,
        },
      }
    default:
      return undefined
  }
}
