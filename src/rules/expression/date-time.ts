// zen's date() and time(): Unix seconds of a date and time, seconds since midnight, both in UTC. zen forgives much
// (single digits, leading spaces); this reads the written-out forms only, and says so rather than guess.

import { RuleInputError } from '../values.ts'

export type DateTimeFunction = 'date' | 'time'

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)|T(\d\d):(\d\d):(\d\d)(Z|[+-]\d\d:\d\d))?$/
const TIME = /^(\d\d):(\d\d)(?::(\d\d))?$/
const DAY_SECONDS = 86_400

/** Seconds, or undefined when the text has none of the forms this module reads. */
export function secondsOf(kind: DateTimeFunction, text: string): number | undefined {
  if (kind === 'time') {
    const clock = TIME.exec(text)
    if (clock !== null) return clockSeconds(clock[1], clock[2], clock[3] ?? '00')
  }
  const parts = DATE_TIME.exec(text)
  if (parts === null) return undefined
  const [, year, month, day] = parts
  const hasClock = text.length > 10
  if (kind === 'time' && !hasClock) return undefined
  const clock = hasClock
    ? clockSeconds(parts[4] ?? parts[7], parts[5] ?? parts[8], parts[6] ?? parts[9])
    : clockSeconds('00', '00', '00')
  const midnight = midnightSeconds(Number(year), Number(month), Number(day))
  const offset = offsetSeconds(parts[10] ?? 'Z')
  if (clock === undefined || midnight === undefined || offset === undefined) return undefined
  const seconds = midnight + clock - offset
  return kind === 'date' ? seconds : ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
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

function clockSeconds(hour?: string, minute?: string, second?: string): number | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  return h < 24 && m < 60 && s < 60 ? h * 3_600 + m * 60 + s : undefined
}

function midnightSeconds(year: number, month: number, day: number): number | undefined {
  if (year < 1 || month < 1 || month > 12 || day < 1) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  // A day that its month does not have would have moved on to the next month.
  return date.getUTCDate() === day ? date.getTime() / 1_000 : undefined
}

function offsetSeconds(text: string): number | undefined {
  if (text === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(4))]
  if (hours > 14 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60)
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
