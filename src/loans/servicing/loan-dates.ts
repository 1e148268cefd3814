// Dates of loans are YYYY-MM-DD; the ledger writes YYYYMMDD.

import { addDays, type BusinessDate, daysBetween } from '../../platform/kernel/time/clock.ts'

export function loanDate(date: BusinessDate): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`
}

export function ledgerDate(date: string): BusinessDate {
  return date.replaceAll('-', '')
}

export function addDaysTo(date: string, days: number): string {
  return loanDate(addDays(ledgerDate(date), days))
}

export function daysFrom(from: string, to: string): number {
  return daysBetween(ledgerDate(from), ledgerDate(to))
}
