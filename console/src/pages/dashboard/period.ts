// The period of the dashboard, which stands in the address.

import type { UrlValues } from '../../kit/page/url-state.ts'

export const PERIODS = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7-days', label: '7 days' },
  { value: '30-days', label: '30 days' },
  { value: 'custom', label: 'Custom' },
] as const

export type Period = (typeof PERIODS)[number]['value']
export type Granularity = 'hour' | 'day'

/** It is not the same business date everywhere: today is all of them. */
export interface Today {
  readonly earliest: string
  readonly latest: string
}

/** Business dates, both included. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

/** What the gateway allows. */
const MOST_DAYS = 400
const MOST_DAYS_BY_HOUR = 31

export function periodOf(url: UrlValues): Period {
  return PERIODS.find(({ value }) => value === url.period)?.value ?? 'today'
}

export function rangeOf(url: UrlValues, { earliest, latest }: Today): DateRange {
  switch (periodOf(url)) {
    case 'today':
      return { from: earliest, to: latest }
    case 'yesterday':
      return { from: addDays(earliest, -1), to: addDays(latest, -1) }
    case '7-days':
      return { from: addDays(latest, -6), to: latest }
    case '30-days':
      return { from: addDays(latest, -29), to: latest }
    case 'custom':
      return { from: dateOf(url.from) ?? earliest, to: dateOf(url.to) ?? latest }
  }
}

/** Whether the gateway can answer for the range: the first date comes first, and there are not too many. */
export function rangeProblem({ from, to }: DateRange): string | undefined {
  if (from > to) return 'The first date must not be after the last one.'
  if (daysIn({ from, to }) > MOST_DAYS) return `At most ${MOST_DAYS} days can be shown at once.`
  return undefined
}

export function canBeByHour(range: DateRange): boolean {
  return daysIn(range) <= MOST_DAYS_BY_HOUR
}

/** By hour for a day or two, unless the address says otherwise. */
export function granularityOf(url: UrlValues, range: DateRange): Granularity {
  if (!canBeByHour(range)) return 'day'
  if (url.granularity === 'hour' || url.granularity === 'day') return url.granularity
  return daysIn(range) <= 2 ? 'hour' : 'day'
}

const DAY_MS = 86_400_000

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

export function daysIn({ from, to }: DateRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

function dateOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
