// Starts a hardship arrangement, or ends one early.

import { type Static, Type } from 'typebox'
import { date, freeText, id, oneOf } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { endHardship, arrangeHardship as startCommand } from '../../../loans/servicing/commands/arrange-hardship.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { type LendingAsk, lendingOperation, reply } from '../lending-operation.ts'
import { loanCommand } from '../requests/change-loan.ts'
import { type PlanChange, planChange, planChangeFields } from '../requests/plan-change.ts'
import { findLoan } from '../requests/read-loan.ts'
import {
  AT_END,
  arrangementFields,
  arrangementsOf,
  HARDSHIP_TYPES,
  INTEREST_TREATMENTS,
  wireArrangement,
} from '../shapes/arrangement.ts'
import { DELTA, INSTALMENTS, TOTALS } from '../shapes/examples.ts'
import { schedulePreview, wireInstalment } from '../shapes/schedule.ts'
import { amount, optionalMinorOf, preview, whole } from '../shapes/values.ts'

const request = Type.Object({
  type: Type.Optional(oneOf('What is asked for meanwhile', [...HARDSHIP_TYPES])),
  startDate: Type.Optional(date('From the first row due on this day or later that is not fully paid; may be past')),
  instalments: Type.Optional(whole('Rows that it covers', 1, 120)),
  reducedAmount: Type.Optional(amount('For REDUCED_PAYMENT: what each row asks for')),
  interestTreatment: Type.Optional(oneOf('Interest that is not asked for', [...INTEREST_TREATMENTS])),
  atEnd: Type.Optional(oneOf('Whether the term grows', [...AT_END])),
  reason: Type.Optional(freeText('Why')),
  preview,
  action: Type.Optional(oneOf('Ends a running arrangement', ['END'])),
  arrangementId: Type.Optional(id('The arrangement to end')),
})

type Request = Static<typeof request>
type Ask = LendingAsk & { readonly body: Request }

export const arrangeHardship = lendingOperation({
  id: 'ArrangeHardship',
  route: 'POST /loans/:loanId/hardship-arrangements',
  access: { module: 'LOAN_SERVICING', action: 'CREATE' },
  basis: 'chosen',
  tag: 'Collections',
  summary: 'Start or end a hardship arrangement',
  description:
    'For some rows nothing, only interest, or a reduced amount is asked for. One arrangement runs at a time; it is ' +
    'BROKEN when a payment under it is 15 days late, counted from the day it was asked for at the earliest. `action` END ' +
    'with `arrangementId` ends it early: its rows to come are full again and rows that it added go. With `preview` nothing ' +
    'is done.',
  body: request,
  rules: checkRequest,
  reply: Type.Object({ ...arrangementFields, schedule: schedulePreview, ...planChangeFields }),
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-ARRANGEMENT_NOT_FOUND',
    'D-INVALID_STATE',
    'D-ARRANGEMENT_ACTIVE',
    'D-CHARGED_OFF',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-PAYMENT_BELOW_MINIMUM',
    'D-NOTHING_TO_RESTRUCTURE',
    'D-BEFORE_DISBURSEMENT',
    'D-TERMS_INVALID',
  ],
  requestExamples: [
    {
      name: 'holiday',
      summary: 'Two rows without a payment',
      value: { type: 'PAYMENT_HOLIDAY', startDate: '2026-02-01', instalments: 2, reason: 'Loss of income' },
    },
    {
      name: 'end',
      summary: 'Ended early',
      value: { action: 'END', arrangementId: '01978a2e-6f00-7000-8000-00000000a44e' },
    },
  ],
  replyExamples: [
    {
      name: 'arrangement',
      summary: 'The arrangement and the new plan',
      value: {
        arrangementId: '01978a2e-6f00-7000-8000-00000000a44e',
        status: 'ACTIVE',
        type: 'PAYMENT_HOLIDAY',
        startDate: '2026-02-01',
        endDate: '2026-03-01',
        instalments: 2,
        interestTreatment: 'ACCRUE',
        atEnd: 'EXTEND_TERM',
        reason: 'Loss of income',
        schedule: INSTALMENTS,
        before: { schedule: INSTALMENTS, totals: TOTALS },
        after: { schedule: INSTALMENTS, totals: TOTALS },
        delta: DELTA,
      },
    },
  ],
  async handle(ask) {
    const isPreview = ask.body.preview === true
    const started = ask.body.action === 'END' ? undefined : await newArrangement(ask)
    const { decide } =
      started === undefined ? endHardship(ask.body.arrangementId ?? '', ask.body.reason) : startCommand(started)
    const change = await planChange(
      ask,
      loanCommand(ask, () => decide),
      isPreview,
    )
    return reply(ask, answerOf(ask, change, started), change)
  },
})

const NEEDED = ['type', 'startDate', 'instalments', 'reason'] as const

function checkRequest(body: Request, found: Findings): void {
  if (body.action !== undefined) {
    if (body.arrangementId === undefined) found.add('arrangementId', 'is required for END')
    return
  }
  for (const field of NEEDED) if (body[field] === undefined) found.add(field, 'is required')
  if (body.type === 'REDUCED_PAYMENT' && body.reducedAmount === undefined) {
    found.add('reducedAmount', 'is required for REDUCED_PAYMENT')
  }
}

/** The amount needs the loan's currency. */
async function newArrangement(ask: Ask) {
  const { type, startDate, instalments, reducedAmount, interestTreatment, atEnd, reason } = ask.body
  if (type === undefined || startDate === undefined || instalments === undefined || reason === undefined) {
    throw new TypeError('the rules admit no arrangement without these')
  }
  const { currency } = (await findLoan(ask)).loan
  const reducedAmountMinor = optionalMinorOf(reducedAmount, currency, 'reducedAmount')
  return {
    arrangementId: newId(ask.services.clock.now()),
    type,
    startDate,
    instalments,
    ...(type === 'REDUCED_PAYMENT' && reducedAmountMinor !== undefined && { reducedAmountMinor }),
    interestTreatment: interestTreatment ?? 'ACCRUE',
    atEnd: atEnd ?? 'EXTEND_TERM',
    reason,
  } as const
}

function answerOf(
  ask: Ask,
  { history, position, eventId, plans }: PlanChange,
  started: Awaited<ReturnType<typeof newArrangement>> | undefined,
) {
  const { currency } = history.loan
  // A repeated request answers the arrangement that the first one made.
  const recorded = history.events.find((record) => record.eventId === eventId)?.event
  const arrangementId =
    recorded !== undefined && 'arrangementId' in recorded
      ? recorded.arrangementId
      : (started?.arrangementId ?? ask.body.arrangementId)
  const known = arrangementsOf(history, position).find((one) => one.arrangementId === arrangementId)
  const state = position.arrangements.find((one) => one.arrangementId === arrangementId)
  const shown = known ?? (state && started && wireArrangement(state, started, currency, started.reason))
  if (shown === undefined) throw new Error(`loan ${history.loan.loanId} has no arrangement ${arrangementId}`)
  return { ...shown, schedule: position.instalments.map((row) => wireInstalment(row, currency)), ...plans }
}
