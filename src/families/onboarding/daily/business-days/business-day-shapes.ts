// Business days on the wire: what comes back, and an example of it.

import { Type } from 'typebox'
import type { Call } from '../../../../edge/http/call.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { timestamp } from '../../../../edge/resource/record-shapes.ts'
import type { BusinessDayRecord } from '../../../../oversight/business-days/business-days.ts'
import { BUSINESS_DAY_STATES } from '../../../../oversight/business-days/business-days.ts'
import type { TerminalTotals, Total } from '../../../../oversight/business-days/terminal-totals.ts'
import { dashedDate } from '../../../../oversight/transactions/transaction-fields.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import { type BusinessDate, isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import { compactDate, isDashedDate } from '../business-dates.ts'

export const BUSINESS_DAYS_PATH = '/financial-institutions/:id/business-days'
export const TAG = 'Business days'

const total = (description: string) =>
  chosen(
    Type.Object(
      {
        count: chosen(Type.Integer({ description: 'How many' })),
        amount: chosen(Type.Number({ description: 'Their sum' })),
      },
      { description },
    ),
  )

const terminalTotals = Type.Object(
  {
    terminalId: chosen(
      Type.Union([Type.String(), Type.Null()], { description: 'Null: of transactions that name no terminal' }),
    ),
    currencyCode: chosen(Type.String({ description: 'ISO 4217' })),
    withdrawals: total('Withdrawals, access fees included'),
    deposits: total('Deposits of cash and checks'),
    fees: total('Access fees, as far as charged'),
    reversals: total('Reversals posted on this date, whatever the date of their originals'),
  },
  { component: 'TerminalTotals' },
)

export const businessDay = Type.Object(
  {
    date: chosen(Type.String({ description: 'The business date', format: 'date' })),
    state: chosen(
      Type.Enum([...BUSINESS_DAY_STATES], {
        description:
          '`OPEN`: today. `CLOSING`: past or ended by hand, and the end of day has not finished. `CLOSED`: it has',
      }),
    ),
    totals: chosen(
      Type.Array(terminalTotals, {
        description: 'Totals of what was posted, by terminal and currency, without transfers and bill payments',
      }),
    ),
    heldUntil: Type.Optional(chosen(timestamp('It is held: it is not closed before this'))),
    holdReason: Type.Optional(chosen(Type.String({ description: 'Why it is held' }))),
    stuck: Type.Optional(
      chosen(
        Type.Object(
          {
            step: chosen(
              Type.String({
                description:
                  'What failed: `POSTINGS` that began before the cutover and have not ended, `LOANS`, `HOLDS`, `GENERAL_LEDGER`, ' +
                  '`TOTALS`, `CLOSE`, or finding the `WORK` of the day',
              }),
            ),
            error: chosen(Type.String({ description: 'How it failed last' })),
            since: chosen(timestamp('The first attempt that failed')),
            attempts: chosen(Type.Integer({ description: 'Attempts that failed' })),
          },
          { description: 'It should have been closed, and could not be' },
        ),
      ),
    ),
  },
  { component: 'BusinessDay' },
)

export function shownBusinessDay({ date, state, totals, heldUntilMs, holdReason, stuck }: BusinessDayRecord) {
  return {
    date: dashedDate(date),
    state,
    totals: totals.map(shownTotals),
    ...(heldUntilMs !== undefined && { heldUntil: isoTimestamp(heldUntilMs), holdReason }),
    ...(stuck !== undefined && {
      stuck: { step: stuck.step, error: stuck.error, since: isoTimestamp(stuck.sinceMs), attempts: stuck.times },
    }),
  }
}

function shownTotals({ terminalId, currencyCode, withdrawals, deposits, fees, reversals }: TerminalTotals) {
  const shown = ({ count, amountMinor }: Total) => ({ count, amount: numberFromMinor(amountMinor, currencyCode) })
  return {
    terminalId: terminalId ?? null,
    currencyCode,
    withdrawals: shown(withdrawals),
    deposits: shown(deposits),
    fees: shown(fees),
    reversals: shown(reversals),
  }
}

/** The date that the path names. */
export function dateOf({ call }: { readonly call: Call }): BusinessDate {
  const { date = '' } = call.params
  if (!isDashedDate(date)) throw invalidFields([{ path: 'date', message: 'must be a date YYYY-MM-DD' }])
  return compactDate(date)
}

export const BUSINESS_DAY = {
  date: '2026-01-15',
  state: 'CLOSED',
  totals: [
    {
      terminalId: 'ATM00001',
      currencyCode: 'USD',
      withdrawals: { count: 112, amount: 9_840 },
      deposits: { count: 17, amount: 3_205.5 },
      fees: { count: 64, amount: 160 },
      reversals: { count: 2, amount: 120 },
    },
  ],
}
