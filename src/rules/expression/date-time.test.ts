import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluateExpressionSync } from '@gorules/zen-engine'
import fc from 'fast-check'
import { type DateTimeFunction, secondsOf } from './date-time.ts'

const digits = (count: number) => fc.nat(10 ** count - 1).map((value) => String(value).padStart(count, '0'))
const clock = fc.tuple(digits(2), digits(2), digits(2)).map((parts) => parts.join(':'))
const date = fc
  .tuple(digits(4), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
const realClock = fc
  .tuple(fc.nat(24), fc.nat(60), fc.nat(60))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const zone = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), fc.nat(15), fc.nat(60)).map(([sign, hours, minutes]) => {
    return `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  }),
)
const time = fc.oneof(clock, realClock)
const text = fc.oneof(
  date,
  time,
  time.map((value) => value.slice(0, 5)),
  fc.tuple(date, time).map(([day, hour]) => `${day} ${hour}`),
  fc.tuple(date, time, zone).map(([day, hour, offset]) => `${day}T${hour}${offset}`),
)

describe('date() and time()', () => {
  it('read what they read as zen does', () => {
    let read = 0
    fc.assert(
      fc.property(fc.constantFrom<DateTimeFunction>('date', 'time'), text, (kind, value) => {
        const seconds = secondsOf(kind, value)
        if (seconds === undefined) return
        read++
        assert.equal(seconds, evaluateExpressionSync(`${kind}(value)`, { value }))
      }),
      { numRuns: 5_000 },
    )
    assert.ok(read > 500, `only ${read} texts were read`)
  })

  it('know the forms that requests have', () => {
    assert.equal(secondsOf('time', '22:30'), 81_000)
    assert.equal(secondsOf('time', '2026-11-15 22:30:01'), 81_001)
    assert.equal(secondsOf('time', '2026-11-15T00:30:00+02:00'), 81_000)
    assert.equal(secondsOf('date', '2024-02-29'), Date.UTC(2024, 1, 29) / 1_000)
    assert.equal(secondsOf('date', '2026-11-15T22:30:00Z'), Date.UTC(2026, 10, 15, 22, 30) / 1_000)
  })

  it('do not guess', () => {
    for (const value of [
      '',
      '9:00',
      '24:00',
      '2026-02-29',
      '2026-13-01',
      '2026-11-15T22:30:00',
      '2026-11-15 22:30:60',
      '2026-11-1a',
    ]) {
      assert.equal(secondsOf('date', value) ?? secondsOf('time', value), undefined, value)
    }
  })
})
