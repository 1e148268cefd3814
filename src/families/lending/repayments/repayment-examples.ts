// Repayments of the documentation.

import type { LoanEvent } from '../../../loans/engine/loan-events.ts'
import { EXAMPLE_DISBURSED, exampleLoan } from '../shapes/loan-example.ts'
import { nextDueOf } from '../shapes/next-due.ts'
import { moneyOf } from '../shapes/values.ts'
import { prepaymentAnswer, previewAnswer } from './prepayment-answer.ts'
import { bookedOf, previewOf } from './repayment-shapes.ts'

const PAID_ON = '2026-02-15'
const PAID = { eventId: '019c1b6e-7a10-7c35-9d52-0a4be61f7004', sequence: 2, valueDate: PAID_ON }

function exampleOf(event: LoanEvent) {
  const example = exampleLoan([EXAMPLE_DISBURSED, event], PAID_ON)
  const record = example.events[1]
  if (record === undefined) throw new Error('the example has a repayment')
  const { loan, ...booked } = bookedOf(example, example.position, record)
  return { ...example, record, booked, loanAfter: loan, previewed: previewOf(example, example.position, record) }
}

const whole = exampleOf({ kind: 'REPAYMENT', ...PAID, amountMinor: 34_002n })
const nextDue = { nextDue: nextDueOf(whole.position, 'USD') ?? null }
export const EXAMPLE_REPAYMENT = { ...whole.booked, ...nextDue, loan: whole.loanAfter }
export const EXAMPLE_REPAYMENT_PREVIEW = { ...whole.previewed, ...nextDue }

const part = exampleOf({ kind: 'REPAYMENT', ...PAID, amountMinor: 15_000n })
const remainingDue = { remainingDue: moneyOf(part.position.due.payNowMinor, 'USD') }
export const EXAMPLE_PARTIAL_REPAYMENT = { ...part.booked, ...remainingDue, loan: part.loanAfter }
export const EXAMPLE_PARTIAL_PREVIEW = { ...part.previewed, ...remainingDue }

const allocation = { penalties: 0n, fees: 0n, interest: 1_000n, principal: 0n, overpayment: 0n }
const manual = exampleOf({ kind: 'REPAYMENT', ...PAID, amountMinor: 1_000n, allocation })
export const EXAMPLE_MANUAL_REPAYMENT = { ...manual.booked, replayedTransactions: [], loan: manual.loanAfter }
export const EXAMPLE_MANUAL_PREVIEW = { ...manual.previewed, replayedTransactions: [] }

const more = exampleOf({ kind: 'PREPAYMENT', ...PAID, amountMinor: 50_000n, strategy: 'REDUCE_TERM' })
export const EXAMPLE_PREPAYMENT = prepaymentAnswer(more, more.record, more.position, false)

const all = exampleOf({ kind: 'SETTLEMENT', ...PAID, amountMinor: 101_000n })
export const EXAMPLE_SETTLEMENT_PREVIEW = previewAnswer(all, all.record, all.position, true)
