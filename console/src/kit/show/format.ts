// How figures and times are written, in one place: by the locale and in the time zone of the reader.

import { locale, timeZone } from '../../reader.ts'
import { word } from '../../texts/translate.ts'

const decimals = new Map<string, Intl.NumberFormat>()

/** `1,234.50`: with as many decimals as the currency has. */
export function formatAmount(amount: number, currencyCode: string): string {
  let format = decimals.get(currencyCode)
  if (format === undefined) {
    const { maximumFractionDigits = 2 } = currencyOptions(currencyCode)
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: maximumFractionDigits,
      maximumFractionDigits,
    })
    decimals.set(currencyCode, format)
  }
  return format.format(amount)
}

/** How many decimals amounts of the currency have. */
export function decimalsOf(currencyCode: string): number {
  return currencyOptions(currencyCode).maximumFractionDigits ?? 2
}

/** A sum or difference without the dust of binary fractions. */
export function roundAmount(amount: number, currencyCode: string): number {
  return Number(amount.toFixed(decimalsOf(currencyCode)))
}

function currencyOptions(currency: string): { maximumFractionDigits?: number } {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    return maximumFractionDigits === undefined ? {} : { maximumFractionDigits }
  } catch {
    return {}
  }
}

/** `1,234.50 USD`. */
export function formatMoney(amount: number, currencyCode: string): string {
  return `${formatAmount(amount, currencyCode)} ${currencyCode}`
}

const counts = new Intl.NumberFormat(locale)
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

export function formatCount(count: number): string {
  return counts.format(count)
}

export function formatCompact(count: number): string {
  return compact.format(count)
}

/** A fraction as a percentage: 0.953 is `95.3%`. */
export function formatPercent(fraction: number): string {
  return percents.format(fraction)
}

const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
const times = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone })
const datesOfInstants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** In the reader's time zone. */
export function formatInstant(iso: string): string {
  return instants.format(new Date(iso))
}

/** The time of day alone, in the reader's time zone. */
export function formatTime(iso: string): string {
  return times.format(new Date(iso))
}

/** Whether an instant is on a calendar date for the reader. */
export function isOnDate(iso: string, date: string): boolean {
  return datesOfInstants.format(new Date(iso)) === formatDate(date)
}

/** A calendar date, `2026-01-15`, which no time zone moves. */
export function formatDate(date: string): string {
  return dates.format(new Date(`${date}T00:00:00Z`))
}

/** `BILL_PAYMENT` as `Bill payment`, in the reader's language. */
export function formatWord(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return word(words.charAt(0).toUpperCase() + words.slice(1))
}

const separators = Object.fromEntries(
  new Intl.NumberFormat(locale, { useGrouping: 'always' })
    .formatToParts(12_345.6)
    .map(({ type, value }) => [type, value]),
)

/** How inputs of figures write them. */
export const DECIMAL_SEPARATOR: string = separators.decimal ?? '.'
export const THOUSANDS_SEPARATOR: string = separators.group ?? ','
