import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Database } from '../../storage/database.ts'
import { HearingRounds } from './hearing-rounds.ts'

const NEVER_MS = 2 ** 31 - 1

let sent: string[]
let tellListeners: (count: number) => void
let refuseToAsk: (error: Error) => void
let database: Database

beforeEach(() => {
  sent = []
  database = {
    query(_statement: string, [, notice]: readonly [string, string]) {
      sent.push(notice)
      return new Promise((resolve, reject) => {
        tellListeners = (listeners) => resolve({ rows: [{ listeners }], rowCount: 1 })
        refuseToAsk = reject
      })
    },
  } as unknown as Database
})

function begin(timeoutMs = NEVER_MS) {
  const rounds = new HearingRounds({ database, channel: 'c', timeoutMs })
  const state = { isOver: false }
  const over = rounds.run().then(() => {
    state.isOver = true
  })
  return { rounds, state, over, id: sent[0]?.split(':')[1] as string }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a round is over when every listener has answered, and not before', async () => {
  const { rounds, state, over, id } = begin()
  assert.deepEqual(sent, [`round:${id}`])
  tellListeners(3)
  for (let answers = 0; answers < 2; answers++) rounds.hear(`heard:${id}`)
  await settled()
  assert.equal(state.isOver, false)
  rounds.hear(`heard:${id}`)
  await over
})

test('answers that come before the number of listeners is known count', async () => {
  const { rounds, state, over, id } = begin()
  rounds.hear(`heard:${id}`)
  rounds.hear(`heard:${id}`)
  await settled()
  assert.equal(state.isOver, false)
  tellListeners(2)
  await over
})

test('answers to another round do not count', async () => {
  const { rounds, state, over, id } = begin()
  tellListeners(1)
  rounds.hear('heard:another')
  await settled()
  assert.equal(state.isOver, false)
  rounds.hear(`heard:${id}`)
  await over
})

test('where the database shows no listener, the answer of this node is waited for', async () => {
  const { rounds, state, over, id } = begin()
  tellListeners(0)
  await settled()
  assert.equal(state.isOver, false)
  rounds.hear(`heard:${id}`)
  await over
})

test('a round is over in time also when nobody answers', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { state } = begin(1000)
  tellListeners(1)
  t.mock.timers.tick(999)
  await settled()
  assert.equal(state.isOver, false)
  t.mock.timers.tick(1)
  await settled()
  assert.equal(state.isOver, true)
})

test('a round is over when the question cannot be asked', async () => {
  const { state } = begin()
  await settled()
  assert.equal(state.isOver, false)
  refuseToAsk(new Error('gone'))
  await settled()
  assert.equal(state.isOver, true)
})

test('a question is answered, and what belongs to no round is left to others', () => {
  const rounds = new HearingRounds({ database, channel: 'c', timeoutMs: NEVER_MS })
  assert.equal(rounds.hear('round:x'), true)
  assert.deepEqual(sent, ['heard:x'])
  assert.equal(rounds.hear('heard:unknown'), true)
  assert.equal(rounds.hear('session:x'), false)
  assert.equal(rounds.hear('all'), false)
})
