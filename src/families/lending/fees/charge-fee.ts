// A fee or a penalty is assessed, or waived.

import { type Static, Type } from 'typebox'
import { date, freeText, id, oneOf } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import type { LoanCommand } from '../../../loans/servicing/book/loan-command.ts'
import { assessFee, waiveFee } from '../../../loans/servicing/commands/assess-fee.ts'
import type { RecordedEvent } from '../../../loans/servicing/loan-record.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { type LendingAsk, lendingOperation, reply } from '../lending-operation.ts'
import { eventOf, loanCommand, servicing } from '../requests/change-loan.ts'
import { chargeBase } from '../shapes/terms.ts'
import { amount, code, decimalOf, minorOf, percent } from '../shapes/values.ts'
import { EXAMPLE_FEE, FEE_KINDS, fee, wireFee } from './fee-shapes.ts'

const body = Type.Object({
  code: Type.Optional(code('What it is for')),
  kind: Type.Optional(oneOf('Fee or penalty; a fee by default', [...FEE_KINDS])),
  amount: Type.Optional(amount('How much')),
  percent: Type.Optional(percent('Percentage of the base, in place of an amount')),
  base: Type.Optional(chargeBase),
  dueDate: Type.Optional(date('When it is due; by default the value date')),
  valueDate: Type.Optional(date('From when it stands; by default a due date that is past, else the business date')),
  reason: Type.Optional(freeText('Why')),
  action: Type.Optional(oneOf('WAIVE takes back what is unpaid of a fee', ['WAIVE'])),
  feeId: Type.Optional(id('The fee to waive')),
})

type Sent = Static<typeof body>

/** Fields that a waiver leaves out. */
const NOT_WAIVED = ['code', 'kind', 'amount', 'percent', 'base', 'dueDate', 'valueDate'] as const

function rules(sent: Sent, found: Findings): void {
  if (!found.areValid('action')) return
  if (sent.action === 'WAIVE') {
    if (found.areValid('feeId') && sent.feeId === undefined) found.add('feeId', 'is required to waive a fee')
    for (const name of NOT_WAIVED) if (sent[name] !== undefined) found.add(name, 'must be left out to waive a fee')
    return
  }
  if (sent.feeId !== undefined) found.add('feeId', 'must be left out, unless action is WAIVE')
  if (found.areValid('code') && sent.code === undefined) found.add('code', 'is required')
  if (!found.areValid('amount', 'percent', 'base')) return
  if (sent.amount === undefined && sent.percent === undefined)
    found.add('amount', 'is required, unless percent is sent')
  if (sent.amount !== undefined && sent.percent !== undefined)
    found.add('percent', 'must be left out when amount is sent')
  if (sent.percent === 0) found.add('percent', 'must be more than 0')
  if (sent.percent !== undefined && sent.base === undefined) found.add('base', 'is required with percent')
}

export const chargeFee = lendingOperation({
  id: 'ChargeFee',
  route: 'POST /loans/:loanId/fees',
  access: servicing('CREATE'),
  basis: 'chosen',
  tag: 'Fees',
  summary: 'Assess or waive a fee',
  description:
    'A fee is due by its own date, in the first instalment due from then. A percentage of `INSTALMENT` without `dueDate` is on ' +
    "every unpaid instalment. All fees together stay within the product's cap. With `action` WAIVE and `feeId` what is " +
    'unpaid of a fee is waived, late fees too; an operator also needs `UPDATE` for that.',
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-FEE_NOT_FOUND',
    'D-INVALID_STATE',
    'D-FEE_PAID',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-FEE_CAP_EXCEEDED',
    'D-BEFORE_DISBURSEMENT',
    'D-FUTURE_DATED',
  ],
  body,
  rules,
  reply: fee,
  requestExamples: [
    { name: 'amount', summary: 'An amount', value: { code: 'STATEMENT', amount: 15, dueDate: '2026-02-01' } },
    {
      name: 'percent',
      summary: 'A penalty in percent of what is overdue',
      value: { code: 'COLLECTION', kind: 'PENALTY', percent: 2.5, base: 'OVERDUE_TOTAL' },
    },
    {
      name: 'waiver',
      summary: 'Waived',
      value: { action: 'WAIVE', feeId: EXAMPLE_FEE.feeId, reason: 'Goodwill' },
    },
  ],
  replyExamples: [{ name: 'fee', summary: 'Assessed', value: EXAMPLE_FEE }],
  async handle(ask) {
    const { body: sent, services } = ask
    if (sent.action === 'WAIVE') ask.requireGrant(servicing('UPDATE'))
    const appended = await services.loanBook.append(sent.action === 'WAIVE' ? waiver(ask, sent) : assessment(ask, sent))
    const feeId = feeOf(eventOf(appended))
    const charge = appended.position.charges.find(({ chargeId }) => chargeId === feeId)
    if (charge === undefined) throw new Error('the fee is not in its loan')
    return reply(ask, wireFee(charge, appended.loan.currency), appended)
  },
})

function detailsOf({ reason }: Sent) {
  return reason === undefined ? {} : { details: { reason } }
}

function waiver(ask: LendingAsk, sent: Sent): LoanCommand {
  return loanCommand(ask, () => waiveFee({ feeId: sent.feeId ?? '', ...detailsOf(sent) }))
}

function assessment(ask: LendingAsk, sent: Sent): LoanCommand {
  const { clock, loanCatalogue } = ask.services
  const feeId = newId(clock.now())
  return loanCommand(ask, ({ currency, productCode }) =>
    assessFee({
      feeId,
      code: sent.code ?? '',
      kind: sent.kind ?? 'FEE',
      amountMinor: sent.amount === undefined ? undefined : minorOf(sent.amount, currency, 'amount'),
      percent: sent.percent === undefined ? undefined : decimalOf(sent.percent),
      base: sent.base,
      dueDate: sent.dueDate,
      valueDate: sent.valueDate,
      capPercent: loanCatalogue.products.find(productCode)?.feeCapPercent ?? DEFAULT_CAP,
      ...detailsOf(sent),
    }),
  )
}

/** When the product is gone. */
const DEFAULT_CAP = '25'

function feeOf({ event }: RecordedEvent): string {
  if (event.kind === 'CHARGE' || event.kind === 'CHARGE_WAIVED') return event.chargeId
  throw new Error('the event is no fee')
}
