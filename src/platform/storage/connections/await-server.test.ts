import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../../../test/support/refusals.ts'
import { unavailable } from '../../kernel/problems/problem.ts'
import type { Database } from '../database.ts'
import { awaitServer } from './await-server.ts'

const GOOD = { rows: [{ version: '150000', encoding: 'UTF8' }], rowCount: 1 }
const LIMIT_MS = 60_000

function failure(code: string | undefined, message = 'no'): Error {
  return unavailable('the database cannot be reached', Object.assign(new Error(message), code && { code }))
}

/** A database that fails with each of the errors in turn, then answers; and a clock that only pauses move. */
function stage(failures: readonly Error[]) {
  let nowMs = 0
  let asked = 0
  const pauses: number[] = []
  const reasons: string[] = []
  const database = {
    async query() {
      const error = failures[asked++]
      if (error !== undefined) throw error
      return GOOD
    },
  } as unknown as Database
  const options = {
    limitMs: LIMIT_MS,
    nowMs: () => nowMs,
    onWait: (reason: string) => void reasons.push(reason),
    async pause(ms: number) {
      pauses.push(ms)
      nowMs += ms
    },
  }
  return { database, options, pauses, reasons, asked: () => asked }
}

const PASSING: [title: string, error: Error][] = [
  ['a server that refuses connections', failure('ECONNREFUSED', 'connect ECONNREFUSED')],
  ['a server that is starting', failure('57P03', 'the database system is starting up')],
  ['a connection that takes too long', failure(undefined, 'timeout exceeded when trying to connect')],
  ['a name that is not known yet', failure('ENOTFOUND', 'getaddrinfo ENOTFOUND db')],
  [
    'several addresses that refuse',
    unavailable('x', new AggregateError([Object.assign(new Error('first'), { code: 'ECONNREFUSED' })])),
  ],
]

for (const [title, error] of PASSING) {
  test(`${title} is waited for, and the reason told`, async () => {
    const { database, options, pauses, reasons } = stage([error, error, error])
    await awaitServer(database, options)
    assert.deepEqual(pauses, [250, 500, 1_000])
    assert.equal(reasons.length, 3)
    assert.notEqual(reasons[0], '')
  })
}

const FINAL: [title: string, error: Error][] = [
  ['a wrong password', failure('28P01')],
  ['an unknown database', failure('3D000')],
  ['a missing right', failure('42501')],
]

for (const [title, error] of FINAL) {
  test(`${title} is reported at once`, async () => {
    const { database, options, pauses } = stage([error, error])
    await assert.rejects(awaitServer(database, options), refusal('unavailable'))
    assert.deepEqual(pauses, [])
  })
}

test('the wait ends after its limit with the last reason', async () => {
  const { database, options, pauses } = stage(Array.from({ length: 100 }, () => failure('ECONNREFUSED')))
  await assert.rejects(awaitServer(database, options), refusal('unavailable'))
  assert.equal(
    pauses.reduce((sum, ms) => sum + ms, 0),
    LIMIT_MS,
  )
  assert.equal(Math.max(...pauses), 5_000)
})

test('a process that is told to stop stops waiting', async () => {
  const { database, options, asked } = stage([failure('ECONNREFUSED'), failure('ECONNREFUSED')])
  const stopping = new AbortController()
  const pause = async () => stopping.abort()
  await assert.rejects(awaitServer(database, { ...options, pause, signal: stopping.signal }), refusal('unavailable'))
  assert.equal(asked(), 2)
})
