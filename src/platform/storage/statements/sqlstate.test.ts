import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../../kernel/problems/problem.ts'
import { asProblem, isConflict, isUnreachable, leavesDoubt, sqlStateOf, withOwnSqlState } from './sqlstate.ts'

type Meaning = 'conflict' | 'unreachable' | 'neither'

const STATES: [code: string, meaning: Meaning][] = [
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['55P03', 'conflict'],
  ['57P01', 'unreachable'],
  ['57P02', 'unreachable'],
  ['57P03', 'unreachable'],
  ['57P05', 'unreachable'],
  ['25P03', 'unreachable'],
  ['57014', 'unreachable'],
  ['53300', 'unreachable'],
  ['53100', 'unreachable'],
  ['25006', 'unreachable'],
  ['42501', 'unreachable'],
  ['58030', 'unreachable'],
  ['58P01', 'unreachable'],
  ['08006', 'unreachable'],
  ['08P01', 'unreachable'],
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['23505', 'neither'],
  ['23514', 'neither'],
  ['22003', 'neither'],
  ['42P01', 'neither'],
  ['25P02', 'neither'],
]

const MESSAGES: [message: string, meaning: Meaning][] = [
  ['Connection terminated unexpectedly', 'unreachable'],
  ['Connection terminated', 'unreachable'],
  ['timeout exceeded when trying to connect', 'unreachable'],
  ['Connection terminated due to connection timeout', 'unreachable'],
  ['Client has encountered a connection error and is not queryable', 'unreachable'],
  ['Client was closed and is not queryable', 'unreachable'],
  ['Cannot read properties of undefined', 'neither'],
]

describe('what a database error means', () => {
  for (const [code, meaning] of STATES) {
    test(`${code}: ${meaning}`, () => {
      const error = Object.assign(new Error('from the server'), { code })
      assert.equal(sqlStateOf(error), code)
      assert.equal(meaningOf(error), meaning)
    })
  }

  for (const [message, meaning] of MESSAGES) {
    test(`"${message}": ${meaning}`, () => assert.equal(meaningOf(new Error(message)), meaning))
  }

  for (const notAnError of [undefined, null, 'connection terminated', { code: 57 }]) {
    test(`${JSON.stringify(notAnError)} thrown as it is means nothing`, () => {
      assert.equal(meaningOf(notAnError), 'neither')
    })
  }

  const ENDS: [title: string, error: unknown, doubt: boolean][] = [
    ['an ERROR of the server', fromServer('ERROR'), false],
    ['one that has become a Problem', asProblem(Object.assign(fromServer('ERROR'), { code: '53100' })), false],
    ['the end of the backend', fromServer('FATAL'), true],
    ['a lost connection', new Error('Connection terminated unexpectedly'), true],
    ['nothing at all', undefined, true],
  ]
  for (const [title, error, doubt] of ENDS) {
    test(`${title} instead of the confirmation ${doubt ? 'leaves open whether' : 'says that'} nothing was committed`, () =>
      assert.equal(leavesDoubt(error), doubt))
  }

  test('an outage becomes a Problem that does not show its cause, a defect stays unchanged', () => {
    const outage = Object.assign(new Error('password authentication failed for "secret"'), { code: '08006' })
    const problem = asProblem(outage)
    assert.ok(problem instanceof Problem)
    assert.equal(problem.kind, 'unavailable')
    assert.equal(problem.cause, outage)
    assert.equal(problem.message.includes('secret'), false)
    assert.equal(asProblem(problem), problem)
    const defect = new Error('x')
    assert.equal(asProblem(defect), defect)
  })
})

function fromServer(severity: string): Error {
  return Object.assign(new Error('from the server'), { severity })
}

function meaningOf(error: unknown): Meaning {
  if (isConflict(error)) return 'conflict'
  return isUnreachable(error) ? 'unreachable' : 'neither'
}

/** As a coordinator of Citus 13.2 relays errors of its workers. */
const RELAYED: [code: string, message: string, code: string][] = [
  ['XX000', 'duplicate key value violates unique constraint "transactions_pkey_102011"', '23505'],
  ['XX000', 'new row for relation "accounts_102011" violates check constraint "accounts_available_102011"', '23514'],
  ['XX000', 'server closed the connection unexpectedly', '08006'],
  ['XX000', 'terminating connection due to administrator command', '57P01'],
  ['XX000', 'deadlock detected', '40P01'],
  ['58030', 'failed to complete COPY on 127.0.0.1:24501', '58030'],
  ['XX000', 'cache lookup failed for relation 5', '08007'],
  ['XX000', 'could not open the catalogue', '08007'],
]

describe('an error that distributed books relay', () => {
  for (const [code, message, meant] of RELAYED) {
    test(`${code} "${message}" is ${meant}`, () => {
      const error = Object.assign(new Error(message), { code, severity: 'ERROR' })
      assert.equal(sqlStateOf(withOwnSqlState(error, true)), meant)
      assert.equal(leavesDoubt(error), meant === '08007')
    })
  }

  test('that says nothing of what it stands for leaves the outcome unknown', () => {
    const unclear = () => Object.assign(new Error('cache lookup failed'), { code: 'XX000', severity: 'ERROR' })
    const problem = asProblem(withOwnSqlState(unclear(), true))
    assert.equal(problem instanceof Problem && problem.kind, 'timeout')
    const ofOneServer = withOwnSqlState(unclear(), false)
    assert.equal(asProblem(ofOneServer), ofOneServer)
    assert.equal(isUnreachable(ofOneServer), false)
  })

  test('names the constraint of the table, not that of the shard', () => {
    const error = { severity: 'ERROR', code: '23505', table: 'cards_102011', constraint: 'cards_pkey_102011' }
    assert.equal((withOwnSqlState(error, true) as typeof error).constraint, 'cards_pkey')
    const relayed = { severity: 'ERROR', code: 'XX000', message: RELAYED[0]?.[1], constraint: '' }
    assert.equal((withOwnSqlState(relayed, true) as typeof relayed).constraint, 'transactions_pkey')
  })
})
