import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { findFakeTime, movedBy, secondsUntil } from './fake-time.ts'

describe('seconds until a time of day', () => {
  const NOON = Date.UTC(2026, 0, 15, 12, 0, 30)
  for (const [timeOfDay, seconds] of [
    ['12:01', 30],
    ['12:00', 86_370],
    ['04:58', 61_050],
    ['00:00', 43_170],
    ['24:00', undefined],
    ['4:58', undefined],
    ['04:60', undefined],
    ['', undefined],
  ] as const) {
    test(`from 12:00:30 until "${timeOfDay}": ${seconds}`, () => assert.equal(secondsUntil(timeOfDay, NOON), seconds))
  }
})

test('a process with a moved clock tells another time, and counts seconds as ever', (t) => {
  const library = findFakeTime()
  if (library === undefined) return t.skip('libfaketime is not installed')
  const look = 'console.log(JSON.stringify([Date.now(), Math.floor(performance.now())]))'
  const { stdout } = spawnSync(process.execPath, ['-e', look], {
    env: { ...process.env, ...movedBy(7200, library) },
    encoding: 'utf8',
  })
  const [told, counted] = JSON.parse(stdout) as [number, number]
  const ahead = told - Date.now()
  assert.ok(Math.abs(ahead - 7_200_000) < 600_000, `${ahead} ms ahead`)
  assert.ok(counted < 600_000, `${counted} ms counted`)
})
