// What an operator books by hand: a payment with its own allocation, a recovery after a write-off, or a reversal.

import { type Static, Type } from 'typebox'
import { date, freeText, id } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { Allocation } from '../../../loans/engine/loan-events.ts'
import { repayManually as decideRepayment } from '../../../loans/servicing/commands/repayments/repay-manually.ts'
import { reverseRepayment } from '../../../loans/servicing/commands/repayments/reverse-repayment.ts'
import { lendingOperation } from '../lending-operation.ts'
import { loanCommand, servicing } from '../requests/change-loan.ts'
import { amount, amountOrZero, code, minorOf, preview } from '../shapes/values.ts'
import { postRepayment } from './post-repayment.ts'
import { EXAMPLE_MANUAL_PREVIEW, EXAMPLE_MANUAL_REPAYMENT } from './repayment-examples.ts'
import { loanAfter, repaymentFields, replayed, replayedBy } from './repayment-shapes.ts'

const PARTS = ['penalties', 'fees', 'interest', 'principal', 'overpayment'] as const

const sentAllocation = chosen(
  Type.Object(
    {
      penalties: Type.Optional(amountOrZero('Penalties')),
      fees: Type.Optional(amountOrZero('Fees')),
      interest: Type.Optional(amountOrZero('Interest')),
      principal: Type.Optional(amountOrZero('Principal')),
      overpayment: Type.Optional(amountOrZero('Beyond what is owed')),
    },
    { description: 'The parts of the amount, which sum to it; what is left out is 0' },
  ),
)

const body = Type.Object({
  amount: Type.Optional(amount('What is paid')),
  allocation: Type.Optional(sentAllocation),
  reversalOf: Type.Optional(id('The repayment to take back, in place of an amount')),
  valueDate: date('When it takes effect'),
  reason: freeText('Why'),
  operatorId: code('Who decided it'),
  preview,
})

function rules({ amount: paid, allocation, reversalOf }: Static<typeof body>, found: Findings): void {
  if (!found.areValid('amount', 'allocation', 'reversalOf')) return
  if (reversalOf === undefined && paid === undefined) found.add('amount', 'is required, unless reversalOf is sent')
  if (reversalOf === undefined) return
  if (paid !== undefined) found.add('amount', 'must be left out when reversalOf is sent')
  if (allocation !== undefined) found.add('allocation', 'must be left out when reversalOf is sent')
}

export const repayManually = lendingOperation({
  id: 'RepayLoanManually',
  route: 'POST /loans/:loanId/repayments/manual',
  access: servicing('CREATE'),
  basis: 'chosen',
  tag: 'Repayments',
  summary: 'Book a repayment by hand, or reverse one',
  description:
    'With `amount`: any amount, allocated by the rules or as `allocation` says. After a write-off it is a recovery. With ' +
    '`reversalOf`: the repayment becomes REVERSED and later ones are allocated again; one that closed the loan reopens it. ' +
    '`replayedTransactions` are those whose allocation has changed. An operator who reverses also needs `UPDATE`. ' +
    'A preview answers the same without `transactionId`, `bookedAt`, `status` and `loan`.',
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-TRANSACTION_NOT_FOUND',
    'D-INVALID_STATE',
    'D-ALREADY_REVERSED',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-ALLOCATION_MISMATCH',
    'D-ALLOCATION_EXCEEDS_DUE',
    'D-OVERPAYMENT_NOT_ALLOWED',
    'D-INSUFFICIENT_FUNDS',
    'D-BEFORE_DISBURSEMENT',
    'D-FUTURE_DATED',
  ],
  body,
  rules,
  reply: Type.Object({
    ...repaymentFields,
    replayedTransactions: chosen(Type.Array(replayed, { description: 'Transactions that were allocated again' })),
    loan: loanAfter,
  }),
  requestExamples: [
    {
      name: 'allocated',
      summary: 'A payment that pays interest only',
      value: {
        amount: 10,
        allocation: { interest: 10 },
        valueDate: '2026-02-15',
        reason: 'Agreed with the borrower',
        operatorId: 'OP-17',
      },
    },
    {
      name: 'reversal',
      summary: 'A payment that bounced',
      value: {
        reversalOf: '019c1b6e-7a10-7c35-9d52-0a4be61f7004',
        valueDate: '2026-02-15',
        reason: 'Returned unpaid',
        operatorId: 'OP-17',
      },
    },
  ],
  replyExamples: [
    { name: 'manual', summary: 'Booked', value: EXAMPLE_MANUAL_REPAYMENT },
    { name: 'preview', summary: 'Nothing was booked', value: EXAMPLE_MANUAL_PREVIEW },
  ],
  async handle(ask) {
    const { body: sent } = ask
    const { valueDate, reason, operatorId } = sent
    const details = { reason, operatorId }
    const reversalOf = sent.reversalOf?.toLowerCase()
    if (reversalOf !== undefined) ask.requireGrant(servicing('UPDATE'))
    const command =
      reversalOf === undefined
        ? loanCommand(ask, ({ currency }) =>
            decideRepayment({
              amountMinor: minorOf(sent.amount ?? 0, currency, 'amount'),
              allocation: sent.allocation && allocationOf(sent.allocation, currency),
              valueDate,
              details,
            }),
          )
        : loanCommand(ask, () => reverseRepayment({ reversalOf, valueDate, details }), { reverses: reversalOf })
    return postRepayment(ask, command, sent.preview === true, (history, _position, record) => ({
      replayedTransactions: replayedBy(history, record),
    }))
  },
})

function allocationOf(sent: Static<typeof sentAllocation>, currency: string): Allocation {
  const parts = PARTS.map((part) => [part, minorOf(sent[part] ?? 0, currency, `allocation.${part}`)])
  return Object.fromEntries(parts) as Record<(typeof PARTS)[number], bigint>
}
