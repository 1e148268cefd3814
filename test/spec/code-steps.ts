// Requests with the code that they are answered with, and the orders, cards and accounts of the rows of codes.

import type { Answer, Credentials } from '../support/accounts/account-services.ts'
import { cashDeposit, transfer, withdrawal } from '../support/accounts/sandbox-requests.ts'

/** Every code of the contract's table. */
export const CONTRACT_CODES =
  '000 100 101 102 104 110 111 113 114 115 118 119 120 121 123 125 180 181 182 183 184 185 188 190 208 209 480 483 484 485 902 904 906 907 909 911 912 913 914 940 950'.split(
    ' ',
  )

export interface Step {
  readonly path: string
  /** A body, or a function of the answers so far. */
  readonly body: object | ((before: readonly Answer[]) => object)
  readonly code: string
  /** 200 by default. */
  readonly status?: number
  readonly as?: Credentials
  /** True when the answer must be marked as a replay. */
  readonly replay?: boolean
}

export type Course = Step | { readonly advanceDays: number }

export interface CodeRow {
  readonly title: string
  readonly course: readonly Course[]
  /** Balance changes per account at the end. No other balance may change. */
  readonly moves?: Readonly<Record<string, number>>
}

const DEBITS = '/transactions/debits'
const CREDITS = '/transactions/credits'
const TRANSFERS = '/transactions/transfers'
const BILLS = '/transactions/billpayments'
const CARDLESS = '/transactions/cardless'
const LOOKUP = '/accounts'
const BALANCE = '/accounts/balance'

export const debit = (body: Step['body'], code = '000'): Step => ({ path: DEBITS, body, code })
export const credit = (body: Step['body'], code = '000'): Step => ({ path: CREDITS, body, code })
export const transferring = (body: Step['body'], code = '000'): Step => ({ path: TRANSFERS, body, code })
export const paying = (body: Step['body'], code = '000'): Step => ({ path: BILLS, body, code })
export const cardlessly = (body: Step['body'], code = '000'): Step => ({ path: CARDLESS, body, code })
export const undebit = (body: Step['body'], code = '000'): Step => ({ path: `${DEBITS}/reverse`, body, code })
export const uncredit = (body: Step['body'], code = '000'): Step => ({ path: `${CREDITS}/reverse`, body, code })
export const untransfer = (body: Step['body'], code = '000'): Step => ({ path: `${TRANSFERS}/reverse`, body, code })
export const looking = (body: Step['body'], code = '000'): Step => ({ path: LOOKUP, body, code })
export const asking = (body: Step['body'], code = '000'): Step => ({ path: BALANCE, body, code })

/** The authorization id of the first answer. */
export const authId = (before: readonly Answer[]) => before[0]?.body.status?.authId

/** A reversal with the card that it is sent for. */
export const withCard = (body: Reversal, pan: string) => ({
  ...body,
  paymentInstrument: { ...body.paymentInstrument, card: { pan } },
})
type Reversal = { readonly paymentInstrument: object }

export const UNKNOWN_CARD = '4000000000000093'
export const WRONG_DIGIT = '4000000000000011'
export const BLOCKED_CARD = '4000000000000044'
/** Fifteen digits, the maximum. */
export const HUGE = 123_456_789_012_345
export const THE_CARD = '4000000000000010'
export const FIRST = withdrawal('1000000001', 100)
export const DEPOSIT = cashDeposit('1000000004', 200)
export const TO_SAVINGS = transfer('1000000001', '1000000002', 250)
export const LATE = withdrawal('1000000001', 40)
export const TWICE = withdrawal('1000000001', 20)
export const TOO_POOR = withdrawal('1000000004', 45)
export const TOO_LATE = withdrawal('9000000504', 20)
export const LOST = withdrawal('9000000505', 20)
export const TOO_MUCH = withdrawal('1000000002', HUGE)
export const WITH_BLOCKED_CARD = withdrawal('1000000008', 20)

export function one(title: string, step: Step, moves: CodeRow['moves'] = {}): CodeRow {
  return { title, course: [step], moves }
}
