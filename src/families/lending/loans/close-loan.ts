// Closes a loan; the reason says what that means for what is still owed.

import { Type } from 'typebox'
import { date, freeText, id, oneOf } from '../../../edge/http/body/fields.ts'
import { explain, type Findings } from '../../../edge/http/body/validation.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { closeLoan as closeCommand } from '../../../loans/servicing/commands/close-loan.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { loanCommand, servicing } from '../requests/change-loan.ts'
import { LOAN, TRANSACTION } from '../shapes/examples.ts'
import { loanFields, wireLoan } from '../shapes/loan.ts'
import { transaction, transactionOf } from '../shapes/transaction.ts'

const accountId = id("An account of the product's institution in the loan's currency")
const account = Type.Object({ accountId, institutionId: Type.Optional(id("The product's institution")) })

/** The id of an account, or an object with it. */
const refundAccount = chosen(
  Type.Union([accountId, account], {
    description: 'Where an overpayment goes: the id of an account, or an object with `accountId`',
    inspect(value: unknown, path: string, found: Findings) {
      explain(typeof value === 'string' ? accountId : account, value, path, found)
    },
  }),
)

/** Decisions on money that is given up. */
const GIVEN_UP: ReadonlySet<string> = new Set(['WRITTEN_OFF', 'CHARGED_OFF', 'SETTLED_SHORT'])

export const closeLoan = lendingOperation({
  id: 'CloseLoan',
  route: 'POST /loans/:loanId/close',
  access: servicing('UPDATE'),
  basis: 'chosen',
  tag: 'Loans',
  summary: 'Close a loan',
  description:
    'OBLIGATIONS_MET pays an overpayment back; a loan without a balance has closed by itself. CANCELLED needs a loan ' +
    'without a disbursement. CHARGED_OFF stops accrual, and what is owed stays repayable. WRITTEN_OFF is final. ' +
    'SETTLED_SHORT accepts what was paid. An operator needs `APPROVE` for the last three.',
  body: Type.Object({
    reason: oneOf('Why', ['OBLIGATIONS_MET', 'CANCELLED', 'WRITTEN_OFF', 'SETTLED_SHORT', 'CHARGED_OFF']),
    effectiveDate: Type.Optional(date('Today or earlier; by default the business date')),
    note: Type.Optional(freeText('For people')),
    refundAccount: Type.Optional(refundAccount),
  }),
  reply: Type.Object({ ...loanFields, closingTxn: Type.Optional(transaction) }),
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-INVALID_STATE',
    'D-OUTSTANDING_BALANCE',
    'D-ALREADY_CLOSED',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-REFUND_REQUIRED',
    'D-DESTINATION_INVALID',
    'D-FUTURE_DATED',
    'D-BEFORE_CREATION',
    'D-BEFORE_DISBURSEMENT',
  ],
  requestExamples: [
    { name: 'cancelled', summary: 'Never paid out', value: { reason: 'CANCELLED', note: 'The applicant withdrew' } },
    {
      name: 'refund',
      summary: 'An overpayment goes back',
      value: { reason: 'OBLIGATIONS_MET', refundAccount: { accountId: '1000000001' } },
    },
  ],
  replyExamples: [
    {
      name: 'writtenOff',
      summary: 'A loan that is written off',
      value: { ...LOAN, status: 'WRITTEN_OFF', closingTxn: { ...TRANSACTION, type: 'CLOSING' } },
    },
  ],
  async handle(ask) {
    const { reason, effectiveDate, note, refundAccount: refundTo } = ask.body
    if (GIVEN_UP.has(reason)) ask.requireGrant(servicing('APPROVE'))
    const { decide, ...more } = closeCommand({
      reason,
      effectiveDate,
      note,
      refundTo: typeof refundTo === 'string' ? { accountId: refundTo } : definedAccount(refundTo),
    })
    const appended = await ask.services.loanBook.append(loanCommand(ask, () => decide, more))
    const { event, position } = appended
    // A cancelled loan has moved nothing.
    const closingTxn = reason === 'CANCELLED' ? undefined : event && transactionOf(appended, position, event.eventId)
    return reply(ask, { ...wireLoan(appended, position), ...(closingTxn !== undefined && { closingTxn }) }, appended)
  },
})

function definedAccount(sent: { accountId: string; institutionId?: string } | undefined) {
  if (sent === undefined) return undefined
  const { accountId: named, institutionId } = sent
  return { accountId: named, ...(institutionId !== undefined && { institutionId }) }
}
