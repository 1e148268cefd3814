// What lists filter by, as columns that hold until the loan's next event without being updated: dates, not ages.
//
//   before arrears_on              ACTIVE, no days past due
//   from arrears_on on             IN_ARREARS, days past due = date − past_due_since
//   until resumes_on               days past due = paused_days: an arrangement pauses the count
//   from charge_off_on on          CHARGED_OFF

import type { Instalment, LoanPosition } from '../engine/fold/loan-position.ts'
import type { AgingBucket } from '../engine/terms.ts'
import { addDaysTo, daysFrom } from './loan-dates.ts'
import type { LoanRecord } from './loan-record.ts'

export interface LoanColumns {
  readonly status: string
  readonly arrearsOn: string | null
  readonly pastDueSince: string | null
  readonly pausedDays: number | null
  readonly resumesOn: string | null
  readonly chargeOffOn: string | null
  readonly nextDueOn: string | null
  readonly closeFrom: string | null
}

/** The position of a loan on another day, when nothing else happens to it. */
export type PositionOn = (asOf: string) => LoanPosition

export function loanColumns(
  { agreement, accounting }: Pick<LoanRecord, 'agreement' | 'accounting'>,
  position: LoanPosition,
  positionOn: PositionOn,
): LoanColumns {
  const status = position.status === 'IN_ARREARS' ? 'ACTIVE' : position.status
  const runs = status === 'ACTIVE'
  const aging = runs || status === 'CHARGED_OFF' ? agingColumns(position, positionOn) : NO_ARREARS
  const { pastDueSince, resumesOn } = aging
  const chargeOffOn = runs && pastDueSince !== null ? addDaysTo(pastDueSince, agreement.policy.chargeOffDays) : null
  return {
    status,
    ...aging,
    chargeOffOn: later(chargeOffOn, resumesOn),
    nextDueOn: position.nextDueDate ?? null,
    closeFrom: runs ? closeFrom(position, accounting === 'ACCRUAL', pastDueSince) : null,
  }
}

/** Daily where something may change every day; otherwise on the next due date, or before a charge falls due. */
function closeFrom(position: LoanPosition, accrues: boolean, dueOn: string | null): string {
  const { asOf, daysPastDue, subStatus, charges } = position
  const tomorrow = addDaysTo(asOf, 1)
  const isDaily = accrues || daysPastDue > 0 || subStatus !== undefined || dueOn === null || dueOn < tomorrow
  if (isDaily) return tomorrow
  // The close of the day before shows a charge on the account, be that today's, and the row that falls due after one.
  const unpaid = charges.filter(
    ({ status, dueDate }) => (status === 'OUTSTANDING' || status === 'PARTIAL') && dueDate < dueOn,
  )
  if (unpaid.length === 0) return dueOn
  return [dueOn, ...unpaid.map(({ dueDate }) => dueDate)]
    .filter((date) => date > asOf)
    .map((date) => addDaysTo(date, -1))
    .reduce((first, date) => (date < first ? date : first))
}

type Aging = Pick<LoanColumns, 'arrearsOn' | 'pastDueSince' | 'pausedDays' | 'resumesOn'>

const NO_ARREARS: Aging = { arrearsOn: null, pastDueSince: null, pausedDays: null, resumesOn: null }

function agingColumns(position: LoanPosition, positionOn: PositionOn): Aging {
  const { asOf, daysPastDue } = position
  if (position.arrangements.some(({ status }) => status === 'ACTIVE')) return pausedAging(position, positionOn)
  // Days that an arrangement has covered do not count, so the date is taken from the count.
  const since =
    daysPastDue > 0
      ? addDaysTo(asOf, -daysPastDue)
      : (position.oldestUnpaidDueDate ?? nextUnpaid(position.instalments)?.dueDate)
  if (since === undefined) return NO_ARREARS
  return { ...NO_ARREARS, arrearsOn: addDaysTo(since, 1), pastDueSince: since }
}

/** While an arrangement is kept the count stands still. Finds the day on which it goes on if nothing is paid. */
function pausedAging(position: LoanPosition, positionOn: PositionOn): Aging {
  const { asOf, daysPastDue } = position
  const last = position.instalments.at(-1)?.dueDate ?? asOf
  const isStill = (days: number) => positionOn(addDaysTo(asOf, days)).daysPastDue === daysPastDue
  let [low, high] = [0, Math.max(0, daysFrom(asOf, last)) + MAX_PAUSE_DAYS]
  if (isStill(high)) return { ...NO_ARREARS, pausedDays: daysPastDue, resumesOn: '9999-12-31' }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isStill(middle)) low = middle
    else high = middle
  }
  const resumesOn = addDaysTo(asOf, high)
  const pastDueSince = addDaysTo(resumesOn, -positionOn(resumesOn).daysPastDue)
  return { arrearsOn: resumesOn, pastDueSince, pausedDays: daysPastDue, resumesOn }
}

/** An arrangement is broken when a payment is 15 days late. */
const MAX_PAUSE_DAYS = 31

function nextUnpaid(instalments: readonly Instalment[]): Instalment | undefined {
  return instalments.find((row) => outstandingOf(row) > 0n)
}

function outstandingOf(row: Instalment): bigint {
  const { penalties, fees, interest, principal } = row.paid
  const owed = row.principalMinor + row.interestMinor + row.feesMinor + row.penaltiesMinor
  const left = owed - penalties - fees - interest - principal
  // A plan that was lowered after a payment in advance can ask for less than was paid.
  return left > 0n ? left : 0n
}

/** What the loan's account shows as due. Nothing is once the loan is charged or written off; undefined: nothing any more. */
export function nextPayment(
  position: LoanPosition,
): { readonly dueDate: string; readonly amountMinor: bigint } | undefined {
  const { status, due, oldestUnpaidDueDate, maturityDate } = position
  if (status === 'CHARGED_OFF' || status === 'WRITTEN_OFF')
    return { dueDate: oldestUnpaidDueDate ?? maturityDate, amountMinor: 0n }
  return due.oldestDueDate === undefined ? undefined : { dueDate: due.oldestDueDate, amountMinor: due.payNowMinor }
}

/** Buckets as one text, so that loans with the same ones can be found by an index. */
export function bucketsText(buckets: readonly AgingBucket[]): string {
  return buckets.map(({ name, from, to }) => `${encodeURIComponent(name)}:${from}-${to ?? ''}`).join(',')
}

/** The range of the named bucket in such a text. */
export function bucketRange(text: string, name: string): { from: number; to: number | undefined } | undefined {
  return agingRanges(text).find((range) => range.name === name)
}

/** All buckets of such a text. */
export function agingRanges(text: string): { name: string; from: number; to: number | undefined }[] {
  return text.split(',').map((part) => {
    const [written = '', range = ''] = part.split(':')
    const [from = '', to = ''] = range.split('-')
    return { name: decodeURIComponent(written), from: Number(from), to: to === '' ? undefined : Number(to) }
  })
}

function later(date: string | null, other: string | null): string | null {
  if (date === null || other === null) return date
  return date > other ? date : other
}
