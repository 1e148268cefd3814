// How the console chooses language, locale and time zone, and turns clock times into instants.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { instantOfLocal, localOfInstant, offsetName, startOfDay } from '../../console/src/kit/show/time-zone.ts'
import { languageOf, localeOf, zoneChoiceOf } from '../../console/src/reader.ts'

describe('the reader of the console', () => {
  const LANGUAGES: [kept: string | undefined, wanted: string[], language: string, locale: string][] = [
    [undefined, ['en-US'], 'en', 'en-US'],
    [undefined, ['de-DE', 'es-MX', 'en'], 'es', 'es-MX'],
    [undefined, ['fr'], 'en', 'en-GB'],
    ['es', ['en-US'], 'es', 'es'],
    ['en', ['es-AR'], 'en', 'en-GB'],
    ['xx', [], 'en', 'en-GB'],
    ['en', ['en'], 'en', 'en-GB'],
  ]
  for (const [kept, wanted, language, locale] of LANGUAGES) {
    test(`chose ${kept}, browser says ${wanted.join(', ') || 'nothing'}: ${locale}`, () => {
      const chosen = languageOf(kept, wanted)
      assert.deepEqual([chosen, localeOf(chosen, wanted)], [language, locale])
    })
  }

  const ZONES: [kept: string | undefined, choice: object][] = [
    [undefined, { kind: 'browser' }],
    ['utc', { kind: 'utc' }],
    ['FI001 America/New_York', { kind: 'institution', institutionId: 'FI001', zone: 'America/New_York' }],
    ['FI001 Mars/Olympus', { kind: 'browser' }],
    ['FI001', { kind: 'browser' }],
  ]
  for (const [kept, choice] of ZONES) {
    test(`time zone kept as ${kept}`, () => assert.deepEqual(zoneChoiceOf(kept), choice))
  }
})

describe('clock times of a zone', () => {
  const NEW_YORK = 'America/New_York'
  const TIMES: [title: string, local: string, zone: string, instant: string][] = [
    ['in UTC', '2026-01-31T14:05:09', 'UTC', '2026-01-31T14:05:09.000Z'],
    ['in winter', '2026-01-31T14:05:00', NEW_YORK, '2026-01-31T19:05:00.000Z'],
    ['in summer', '2026-07-01T00:00:00', NEW_YORK, '2026-07-01T04:00:00.000Z'],
    ['with half an hour', '2026-01-31T00:00:00', 'Asia/Kolkata', '2026-01-30T18:30:00.000Z'],
    ['right before the clocks go forward', '2026-03-08T01:59:59', NEW_YORK, '2026-03-08T06:59:59.000Z'],
    ['right after it', '2026-03-08T03:00:00', NEW_YORK, '2026-03-08T07:00:00.000Z'],
    ['right after the clocks went back', '2026-11-01T02:00:00', NEW_YORK, '2026-11-01T07:00:00.000Z'],
    ['on the far side of the date line', '2026-01-31T23:00:00', 'Pacific/Kiritimati', '2026-01-31T09:00:00.000Z'],
  ]
  for (const [title, local, zone, instant] of TIMES) {
    test(`${title}, ${local} in ${zone} is ${instant} and back`, () => {
      assert.equal(instantOfLocal(local, zone), instant)
      assert.equal(localOfInstant(instant, zone), local)
    })
  }

  test('a time that the clocks skip becomes the one an hour later', () => {
    assert.equal(instantOfLocal('2026-03-08T02:30:00', NEW_YORK), '2026-03-08T07:30:00.000Z')
  })

  test('a time that the clocks show twice is one of the two', () => {
    assert.match(instantOfLocal('2026-11-01T01:30:00', NEW_YORK) ?? '', /^2026-11-01T0[56]:30:00\.000Z$/)
  })

  const DAYS: [date: string | undefined, later: number, instant: string | undefined][] = [
    ['2026-03-08', 0, '2026-03-08T05:00:00.000Z'],
    ['2026-03-08', 1, '2026-03-09T04:00:00.000Z'],
    ['2026-12-31', 1, '2027-01-01T05:00:00.000Z'],
    ['no date', 0, undefined],
    [undefined, 0, undefined],
  ]
  for (const [date, later, instant] of DAYS) {
    test(`${date} begins at ${instant}, ${later} days later`, () => {
      assert.equal(startOfDay(date, later, NEW_YORK), instant)
    })
  }

  test('offsets have short names', () => {
    const at = new Date('2026-01-31T00:00:00Z')
    assert.deepEqual(
      ['UTC', 'Europe/London', NEW_YORK, 'Asia/Kolkata'].map((zone) => offsetName(at, zone)),
      ['UTC', 'UTC', 'GMT-5', 'GMT+5:30'],
    )
  })
})
