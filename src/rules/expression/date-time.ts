// zen's date() and time(): Unix seconds of a date and time, seconds since midnight, both in UTC. zen forgives much
// (single digits, leading spaces); this reads the written-out forms only, and says so rather than guess:
//
//   date()  2026-11-15    2026-11-15 22:30:00    2026-11-15T22:30:00Z    2026-11-15T22:30:00+02:00
//   time()  22:30    22:30:00    and those of date() that have a time
//
// The forms are told apart by their length and read digit by digit: a pattern would cost more than the rest of a table.

import { RuleInputError } from '../values.ts'

export type DateTimeFunction = 'date' | 'time'

const DAY_SECONDS = 86_400
const ZERO = '0'.charCodeAt(0)

/** Seconds, or undefined when the text has none of these forms. */
export function secondsOf(kind: DateTimeFunction, text: string): number | undefined {
  const seconds = kind === 'date' ? dateSeconds(text) : timeSeconds(text)
  return Number.isNaN(seconds) ? undefined : seconds
}

/** The same of an input. Undefined where zen fails: the row does not match then. */
export function secondsOfInput(kind: DateTimeFunction, value: unknown): number | undefined {
  if (typeof value === 'string') {
    const seconds = secondsOf(kind, value)
    if (seconds === undefined) throw new RuleInputError(`${kind}() of a compiled table cannot read ${quoted(value)}`)
    return seconds
  }
  if (typeof value === 'number') throw new RuleInputError(`${kind}() of a compiled table reads texts, not ${value}`)
  return undefined
}

// From here on NaN stands for what cannot be read: it passes through every sum.

function timeSeconds(text: string): number {
  if (text.length === 5) return clock(text, 0, false)
  if (text.length === 8) return clock(text, 0, true)
  if (text.length === 10) return Number.NaN
  const seconds = dateSeconds(text)
  return ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
}

function dateSeconds(text: string): number {
  const midnight = days(text) * DAY_SECONDS
  switch (text.length) {
    case 10:
      return midnight
    case 19:
      return text[10] === ' ' ? midnight + clock(text, 11, true) : Number.NaN
    case 20:
      return text[10] === 'T' && text[19] === 'Z' ? midnight + clock(text, 11, true) : Number.NaN
    case 25:
      return text[10] === 'T' ? midnight + clock(text, 11, true) - offset(text) : Number.NaN
    default:
      return Number.NaN
  }
}

/** Days since 1970-01-01 of the date that the text begins with. */
function days(text: string): number {
  const [year, month, day] = [twoDigits(text, 0) * 100 + twoDigits(text, 2), twoDigits(text, 5), twoDigits(text, 8)]
  const valid = text[4] === '-' && text[7] === '-' && year >= 1 && month >= 1 && month <= 12
  if (!valid || !(day >= 1 && day <= daysIn(year, month))) return Number.NaN
  // Years begin in March here, so that the day that only some have is the last one.
  const shifted = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return (
    shifted * 365 +
    Math.floor(shifted / 4) -
    Math.floor(shifted / 100) +
    Math.floor(shifted / 400) +
    dayOfYear -
    719_468
  )
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function clock(text: string, at: number, withSeconds: boolean): number {
  const [hour, minute] = [twoDigits(text, at), twoDigits(text, at + 3)]
  const second = withSeconds ? twoDigits(text, at + 6) : 0
  const valid = text[at + 2] === ':' && (!withSeconds || text[at + 5] === ':')
  return valid && hour < 24 && minute < 60 && second < 60 ? hour * 3_600 + minute * 60 + second : Number.NaN
}

function offset(text: string): number {
  const [sign, hours, minutes] = [text[19], twoDigits(text, 20), twoDigits(text, 23)]
  const valid = (sign === '+' || sign === '-') && text[22] === ':' && hours <= 14 && minutes < 60
  return valid ? (sign === '-' ? -1 : 1) * (hours * 3_600 + minutes * 60) : Number.NaN
}

function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
