// The repayment schedule: as it stands on a day, or as one of its versions was made.

import { Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import { loanProblem } from '../../../loans/loan-problems.ts'
import type { LoanHistory, StoredSchedule } from '../../../loans/servicing/loan-record.ts'
import { type LendingAsk, lendingOperation } from '../lending-operation.ts'
import { positionOf, readLoan, replied } from '../requests/read-loan.ts'
import { INSTALMENTS, LOAN_ID, TOTALS } from '../shapes/examples.ts'
import { instalment, totals, wirePlan } from '../shapes/schedule.ts'
import { asOf, count, day, text, whole } from '../shapes/values.ts'

/** Before the first disbursement the plan is version 1; the disbursement takes its place and its number. */
const PLAN = { version: 1, reason: 'PLAN' }

export const getSchedule = lendingOperation({
  id: 'GetLoanSchedule',
  route: 'GET /loans/:loanId/repayment-schedule',
  access: { module: 'LOAN_SERVICING', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Status',
  summary: 'Read the repayment schedule',
  description:
    'The rows as they stand on the day. With `version`, the rows as that version was made. Before the first ' +
    'disbursement version 1 is the plan. `explain` says how the interest of a row came about.',
  query: Type.Object({ asOf, version: Type.Optional(whole('One version', 1, 2_147_483_647)) }),
  reply: Type.Object({
    loanId: text('The loan'),
    asOf: day('The day'),
    currency: text('ISO 4217 code'),
    version: count('Counts the schedules of the loan'),
    reason: text('What made it: PLAN, DISBURSEMENT, RATE_CHANGE, HARDSHIP …'),
    instalments: chosen(Type.Array(instalment)),
    totals,
  }),
  errors: ['D-LOAN_NOT_FOUND', 'D-SCHEDULE_VERSION_NOT_FOUND'],
  replyExamples: [
    {
      name: 'schedule',
      summary: 'Three rows',
      value: {
        loanId: LOAN_ID,
        asOf: '2026-01-15',
        currency: 'USD',
        version: 1,
        reason: 'DISBURSEMENT',
        instalments: INSTALMENTS,
        totals: TOTALS,
      },
    },
  ],
  async handle(ask) {
    const history = await readLoan(ask, ask.query.asOf)
    const { loanId, currency } = history.loan
    const position = await positionOf(ask, history, ask.query.asOf)
    const { version, reason, instalments } = await scheduleOf(ask, history, position, ask.query.version)
    return replied(ask, history, () => {
      const { schedule, totals: sums } = wirePlan(instalments, currency)
      return { loanId, asOf: position.asOf, currency, version, reason, instalments: schedule, totals: sums }
    })
  },
})

type Shown = Pick<StoredSchedule, 'version' | 'reason' | 'instalments'>

async function scheduleOf(
  { services }: LendingAsk,
  history: LoanHistory,
  position: LoanPosition,
  version: number | undefined,
): Promise<Shown> {
  const stored = await services.loanBook.schedules(history)
  if (version === undefined) {
    // The one of an earlier day may be archived.
    const last = position.versions.at(-1)
    const made = last && (stored.findLast((one) => one.validFrom <= position.asOf) ?? last)
    return { ...(made ?? PLAN), instalments: position.instalments }
  }
  if (version === PLAN.version && stored.length === 0) return { ...PLAN, instalments: position.instalments }
  const isKnown = stored.some((one) => one.version === version)
  const found = isKnown ? await services.loanBook.schedule(history, version) : undefined
  if (found === undefined) {
    throw loanProblem('schedule-version-not-found', `the loan has no schedule of version ${version}`)
  }
  return found
}
