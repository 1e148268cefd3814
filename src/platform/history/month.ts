// Calendar months of history, as YYYYMM: they sort and compare as text, and are the beginning of a business date.

export type Month = string

export function monthOf(epochMs: number): Month {
  return new Date(epochMs).toISOString().slice(0, 7).replace('-', '')
}

export function addMonths(month: Month, months: number): Month {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}${String((count % 12) + 1).padStart(2, '0')}`
}

/** The instant at which the month ends, UTC. */
export function endOfMonth(month: Month): Date {
  const next = addMonths(month, 1)
  return new Date(`${next.slice(0, 4)}-${next.slice(4)}-01T00:00:00.000Z`)
}

/** The last business date of the month, YYYYMMDD. */
export function lastDayOf(month: Month): string {
  return new Date(endOfMonth(month).getTime() - 1).toISOString().slice(0, 10).replaceAll('-', '')
}

/** As people write it: 2026-01. */
export function dashedMonth(month: Month): string {
  return `${month.slice(0, 4)}-${month.slice(4)}`
}

/** Undefined unless it is a month such as 2026-01. */
export function readMonth(text: string): Month | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text.replace('-', '') : undefined
}
