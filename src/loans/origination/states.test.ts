// Every pair of a state and an event, as the contract's state lines say. A dot is a refused event.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APPLICATION_MOVES, DECISION_MOVES, expiringStates, type Moves, OFFER_MOVES, stateAt } from './states.ts'

const TABLES: [title: string, moves: Moves<string, string>, expected: string][] = [
  [
    'an application',
    APPLICATION_MOVES,
    `
                 SIGNALS      APPROVE  DECLINE  WITHDRAW  REFER    OFFER   ACCEPT   CONVERT   EXPIRE
    SUBMITTED    UNDER_REVIEW APPROVED DECLINED WITHDRAWN REFERRED .       .        .         .
    UNDER_REVIEW UNDER_REVIEW APPROVED DECLINED WITHDRAWN REFERRED .       .        .         .
    REFERRED     REFERRED     APPROVED DECLINED WITHDRAWN REFERRED .       .        .         .
    APPROVED     .            .        .        .         .        OFFERED .        .         EXPIRED
    OFFERED      .            .        .        .         .        OFFERED ACCEPTED .         EXPIRED
    ACCEPTED     .            .        .        .         .        .       .        CONVERTED .
    DECLINED     .            .        .        .         .        .       .        .         .
    WITHDRAWN    .            .        .        .         .        .       .        .         .
    CONVERTED    .            .        .        .         .        .       .        .         .
    EXPIRED      .            .        .        .         .        .       .        .         .`,
  ],
  [
    'a decision',
    DECISION_MOVES,
    `
               SUPERSEDE  CONSUME  EXPIRE
    RECORDED   SUPERSEDED CONSUMED EXPIRED
    SUPERSEDED .          .        .
    EXPIRED    .          .        .
    CONSUMED   .          .        .`,
  ],
  [
    'an offer',
    OFFER_MOVES,
    `
               ACCEPT   SUPERSEDE  CONVERT   EXPIRE
    OPEN       ACCEPTED SUPERSEDED .         EXPIRED
    ACCEPTED   ACCEPTED .          CONVERTED .
    SUPERSEDED .        .          .         .
    CONVERTED  .        .          .         .
    EXPIRED    .        .          .         .`,
  ],
]

for (const [title, moves, expected] of TABLES) {
  describe(`the states of ${title}`, () => {
    const [head, ...rows] = expected
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ +/))
    const states = rows.map(([state = '']) => state)

    test('are all in the table', () => assert.deepEqual(Object.keys(moves).sort(), states.toSorted()))

    for (const [from = '', ...nexts] of rows) {
      for (const [index, next] of nexts.entries()) {
        const event = head?.[index] ?? ''
        test(`${from} –${event}→ ${next}`, () => {
          assert.equal(moves[from]?.[event] ?? '.', next)
          assert.ok(next === '.' || states.includes(next))
        })
      }
    }

    test('know no other events', () => {
      const events = new Set(Object.values(moves).flatMap((row) => Object.keys(row)))
      assert.deepEqual(
        [...events].filter((event) => !head?.includes(event)),
        [],
      )
    })
  })
}

describe('the clock', () => {
  const ROWS: [stored: 'APPROVED' | 'ACCEPTED', expiresAtMs: number | undefined, nowMs: number, state: string][] = [
    ['APPROVED', 1000, 999, 'APPROVED'],
    ['APPROVED', 1000, 1000, 'EXPIRED'],
    ['APPROVED', undefined, 1000, 'APPROVED'],
    ['ACCEPTED', 1000, 2000, 'ACCEPTED'],
  ]
  for (const [stored, expiresAtMs, nowMs, state] of ROWS) {
    test(`${stored} until ${expiresAtMs} is ${state} at ${nowMs}`, () => {
      assert.equal(stateAt(APPLICATION_MOVES, stored, expiresAtMs, nowMs), state)
    })
  }

  test('ends what the tables say', () => {
    assert.deepEqual(expiringStates(APPLICATION_MOVES), ['APPROVED', 'OFFERED'])
    assert.deepEqual(expiringStates(OFFER_MOVES), ['OPEN'])
  })
})
