// Restructures a loan: rows due after the effective date change, under a new version of the schedule.

import { type Static, Type } from 'typebox'
import { date, oneOf } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { RestructureType } from '../../../loans/engine/loan-events.ts'
import { restructureLoan as restructureCommand } from '../../../loans/servicing/commands/restructure-loan.ts'
import { afterDone } from '../../../platform/kernel/problems/problem.ts'
import { type LendingAsk, lendingOperation } from '../lending-operation.ts'
import { loanCommand } from '../requests/change-loan.ts'
import { type PlanChange, planChange, planChangeFields } from '../requests/plan-change.ts'
import { rangeFault } from '../requests/product-range.ts'
import { replied } from '../requests/read-loan.ts'
import { DELTA, INSTALMENTS, LOAN, TOTALS } from '../shapes/examples.ts'
import { loan, wireLoan } from '../shapes/loan.ts'
import { RESTRUCTURE_TYPES } from '../shapes/restructure.ts'
import { termUnit } from '../shapes/terms.ts'
import { decimalOf, percent, preview, text, whole } from '../shapes/values.ts'

const MOST_ROWS = 1200

const request = Type.Object({
  effectiveDate: date('Rows due after it change; it may lie ahead'),
  type: oneOf('What changes', [...RESTRUCTURE_TYPES]),
  newRate: Type.Optional(percent('For RATE_CHANGE: percent per year from the effective date')),
  extraInstalments: Type.Optional(whole('For TERM_EXTENSION: rows to add', 1, MOST_ROWS)),
  newDueDate: Type.Optional(date('For DUE_DATE_CHANGE: the next due date; the others follow')),
  graceOnPrincipal: Type.Optional(whole('For PAYMENT_HOLIDAY: rows without principal', 1, MOST_ROWS)),
  graceOnInterest: Type.Optional(whole('For PAYMENT_HOLIDAY: rows without interest either', 1, MOST_ROWS)),
  startDate: Type.Optional(date('For REAGE: the first new due date')),
  instalments: Type.Optional(whole('For REAGE and PAYMENT_HOLIDAY: how many rows', 1, MOST_ROWS)),
  frequency: Type.Optional(
    chosen(
      Type.Object(
        { every: whole('How many of the unit', 1, 1000), unit: chosen(termUnit) },
        { description: 'For REAGE: between due dates' },
      ),
    ),
  ),
  preview,
})

type Request = Static<typeof request>

/** What each type needs; one of the fields of a row. */
const NEEDED: Readonly<Record<RestructureType, readonly (readonly (keyof Request)[])[]>> = {
  RATE_CHANGE: [['newRate']],
  TERM_EXTENSION: [['extraInstalments']],
  DUE_DATE_CHANGE: [['newDueDate']],
  PAYMENT_HOLIDAY: [['instalments', 'graceOnPrincipal', 'graceOnInterest']],
  REAMORTISE: [],
  REAGE: [['instalments'], ['startDate']],
  CAPITALISE: [],
}

export const restructureLoan = lendingOperation({
  id: 'RestructureLoan',
  route: 'POST /loans/:loanId/restructure',
  access: { module: 'LOAN_SERVICING', action: 'UPDATE' },
  basis: 'chosen',
  tag: 'Loans',
  summary: 'Restructure a loan',
  description:
    'Rows due up to the effective date stay as they are, later ones change, and the schedule gets a new version. With ' +
    '`preview` the answer says what would change, and nothing does.',
  body: request,
  rules(body: Request, found: Findings) {
    if (!found.areValid('type') || body.type === undefined) return
    for (const fields of NEEDED[body.type]) {
      if (fields.some((field) => body[field] !== undefined)) continue
      found.add(String(fields[0]), `is required for ${body.type}`)
    }
  },
  reply: Type.Object({
    restructureId: Type.Optional(text('Its id; absent in a preview')),
    loan,
    ...planChangeFields,
  }),
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-INVALID_STATE',
    'D-CHARGED_OFF',
    'D-ARRANGEMENT_ACTIVE',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-NOTHING_TO_RESTRUCTURE',
    'D-BEFORE_DISBURSEMENT',
    'D-RATE_OUT_OF_RANGE',
    'D-TERMS_INVALID',
  ],
  requestExamples: [
    {
      name: 'rateChange',
      summary: 'Another rate from February',
      value: { effectiveDate: '2026-02-01', type: 'RATE_CHANGE', newRate: 10 },
    },
    {
      name: 'preview',
      summary: 'What three more rows would change',
      value: { effectiveDate: '2026-02-01', type: 'TERM_EXTENSION', extraInstalments: 3, preview: true },
    },
  ],
  replyExamples: [
    {
      name: 'restructured',
      summary: 'The loan with its new plan',
      value: {
        restructureId: '01978a2e-6f00-7000-8000-000000005e7a',
        loan: LOAN,
        before: { schedule: INSTALMENTS, totals: TOTALS },
        after: { schedule: INSTALMENTS, totals: TOTALS },
        delta: DELTA,
      },
    },
  ],
  async handle(ask) {
    const { decide } = commandFor(ask)
    const change = await planChange(
      ask,
      loanCommand(ask, () => decide),
      ask.body.preview === true,
    )
    const answer = () => replied(ask, change.history, () => answerOf(change), change)
    return ask.body.preview === true ? answer() : afterDone(answer)
  },
})

function commandFor({ body, services }: LendingAsk & { readonly body: Request }) {
  const { preview: _, newRate, ...asked } = body
  const event = { ...asked, ...(newRate !== undefined && { newRate: decimalOf(newRate) }) }
  return restructureCommand(event, (record, rate) =>
    rangeFault(services.loanCatalogue.products, record, { rate }, { rate: 'newRate' }),
  )
}

function answerOf({ history, position, eventId, plans }: PlanChange) {
  return { ...(eventId !== undefined && { restructureId: eventId }), loan: wireLoan(history, position), ...plans }
}
