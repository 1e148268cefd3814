import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addDays,
  businessDateAt,
  type Clock,
  daysBetween,
  isCalendarDate,
  isoTimestamp,
  MovableClock,
} from './clock.ts'

const BUSINESS_DATES: [instant: string, timeZone: string, cutoverTime: string, date: string, why: string][] = [
  ['2026-03-10T12:00:00Z', 'UTC', '00:00', '20260310', 'noon is the calendar date'],
  ['2026-03-10T00:00:00Z', 'UTC', '00:00', '20260310', 'midnight begins the day'],
  ['2026-03-09T23:59:59.999Z', 'UTC', '00:00', '20260309', 'the last instant still belongs to the day before'],
  ['2026-03-10T03:59:59Z', 'America/New_York', '00:00', '20260309', 'late evening in New York'],
  ['2026-03-10T04:00:00Z', 'America/New_York', '00:00', '20260310', 'midnight in New York, daylight saving time'],
  ['2026-01-10T04:59:59Z', 'America/New_York', '00:00', '20260109', 'late evening in New York, standard time'],
  ['2026-01-10T05:00:00Z', 'America/New_York', '00:00', '20260110', 'midnight in New York, standard time'],
  ['2026-03-09T18:30:00Z', 'Asia/Kolkata', '00:00', '20260310', 'midnight at half an hour’s offset'],
  ['2026-03-09T10:00:00Z', 'Pacific/Kiritimati', '00:00', '20260310', 'fourteen hours ahead'],
  ['2026-03-10T10:59:00Z', 'Pacific/Pago_Pago', '00:00', '20260309', 'eleven hours behind'],
  // The night of 8 March 2026 has no 02:00 to 02:59 in New York, the one of 1 November has 01:00 to 01:59 twice.
  ['2026-03-08T06:59:00Z', 'America/New_York', '02:30', '20260308', '01:59, just before the missing hour'],
  ['2026-03-08T07:00:00Z', 'America/New_York', '02:30', '20260309', 'a cutover in the missing hour falls on its end'],
  ['2026-11-01T05:30:00Z', 'America/New_York', '00:00', '20261101', '01:30 for the first time'],
  ['2026-11-01T06:30:00Z', 'America/New_York', '00:00', '20261101', '01:30 for the second time'],
  ['2026-11-02T04:59:00Z', 'America/New_York', '00:00', '20261101', 'that day has twenty-five hours'],
  ['2026-03-10T20:59:59Z', 'America/New_York', '17:00', '20260310', 'before the cutover'],
  ['2026-03-10T21:00:00Z', 'America/New_York', '17:00', '20260311', 'from the cutover on it is tomorrow'],
  ['2026-03-11T03:59:00Z', 'America/New_York', '17:00', '20260311', 'and stays so until midnight'],
  ['2026-03-11T04:00:00Z', 'America/New_York', '17:00', '20260311', 'and beyond'],
  ['2025-12-31T23:00:00Z', 'UTC', '22:00', '20260101', 'a cutover on the last evening begins the year'],
  ['2024-02-28T22:30:00Z', 'UTC', '22:00', '20240229', 'a cutover into a leap day'],
]

describe('the business date of an institution', () => {
  for (const [instant, timeZone, cutoverTime, date, why] of BUSINESS_DATES) {
    test(`${instant} in ${timeZone} with cutover ${cutoverTime} is ${date}: ${why}`, () => {
      assert.equal(businessDateAt(Date.parse(instant), { timeZone, cutoverTime }), date)
    })
  }

  const CLOSED: [closedThrough: string | null, date: string, why: string][] = [
    [null, '20260310', 'nothing is closed'],
    ['20260309', '20260310', 'the day before is closed'],
    ['20260310', '20260311', 'the day itself is closed'],
    ['20260331', '20260401', 'days ahead of the clock are closed'],
  ]
  for (const [closedThrough, date, why] of CLOSED) {
    test(`at noon of 2026-03-10 it is ${date} when ${why}`, () => {
      const day = { timeZone: 'UTC', cutoverTime: '00:00', closedThrough }
      assert.equal(businessDateAt(Date.parse('2026-03-10T12:00:00Z'), day), date)
    })
  }

  test('two calendars asked in turn about one minute, and one about two minutes, never get each other’s date', () => {
    const newYork = { timeZone: 'America/New_York', cutoverTime: '00:00' }
    const late = { timeZone: 'America/New_York', cutoverTime: '17:00' }
    const evening = Date.parse('2026-03-10T21:00:00Z')
    const dates = [evening, evening, evening - 60_000, evening].flatMap((now) => [
      businessDateAt(now, newYork),
      businessDateAt(now, late),
    ])
    assert.deepEqual(
      dates,
      ['10', '11', '10', '11', '10', '10', '10', '11'].map((day) => `202603${day}`),
    )
  })
})

const CALENDAR: [text: string, exists: boolean][] = [
  ['20240229', true],
  ['20000229', true],
  ['20230229', false],
  ['19000229', false],
  ['20261231', true],
  ['20261301', false],
  ['20260431', false],
  ['20260001', false],
  ['20260100', false],
  ['00010101', true],
  ['00990228', true],
  ['00000101', false],
  ['2026-01-01', false],
  ['2026011', false],
  ['202601011', false],
  ['2026010a', false],
  ['', false],
]

describe('calendar dates', () => {
  for (const [text, exists] of CALENDAR) {
    test(`${JSON.stringify(text)} ${exists ? 'is' : 'is not'} a date`, () => assert.equal(isCalendarDate(text), exists))
  }

  const SUMS: [date: string, days: number, sum: string][] = [
    ['20260310', 0, '20260310'],
    ['20260310', 1, '20260311'],
    ['20260228', 1, '20260301'],
    ['20240228', 1, '20240229'],
    ['20251231', 1, '20260101'],
    ['20260101', -1, '20251231'],
    ['20260101', 365, '20270101'],
    ['00991231', 1, '01000101'],
  ]
  for (const [date, days, sum] of SUMS) {
    test(`${date} and ${days} days is ${sum}`, () => {
      assert.equal(addDays(date, days), sum)
      assert.equal(daysBetween(date, sum), days)
    })
  }
})

test('a movable clock ticks with its base, at the distance it was moved to', () => {
  const base = { ms: 1_000 }
  const clock: Clock = { now: () => base.ms }
  const movable = new MovableClock(clock)
  assert.equal(movable.now(), 1_000)
  movable.moveTo(86_400_000)
  base.ms += 5
  assert.equal(movable.now(), 86_401_005)
  assert.equal(movable.offsetMs, 86_400_000)
  movable.moveTo(0)
  assert.equal(movable.now(), 1_005)
})

test('timestamps are UTC with milliseconds', () => {
  assert.equal(isoTimestamp(Date.parse('2026-03-10T12:00:00+02:00')), '2026-03-10T10:00:00.000Z')
})
