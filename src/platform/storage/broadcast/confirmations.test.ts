import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Sql } from '../database.ts'
import { Confirmations } from './confirmations.ts'
import { askMessage, doneMessage, nodeName } from './messages.ts'
import { PREVIOUS_CHANNEL, previousAsk } from './previous-version.ts'

const NEVER_MS = 2 ** 31 - 1

interface Sent {
  readonly values: readonly unknown[]
  answer(row?: object): void
  fail(): void
}

let sent: Sent[]
let handled: (topic: string) => Promise<boolean>
let confirmations: Confirmations

beforeEach(() => {
  sent = []
  handled = async () => true
  const query = (_statement: unknown, values: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      const answer = (row = {}) => resolve({ rows: [row], rowCount: 1 })
      sent.push({ values, answer, fail: () => reject(new Error('gone')) })
    })
  confirmations = new Confirmations({
    sql: { query } as unknown as Sql,
    nodeId: 'self',
    handled: (topic) => handled(topic),
  })
})

function begin(topic = 'rules', timeoutMs = NEVER_MS) {
  const state = { isOver: false }
  const over = confirmations.confirm(topic, timeoutMs).then(() => {
    state.isOver = true
  })
  return { state, over, question: lastQuestion() }
}

function lastQuestion() {
  const asked = sent.at(-1) as Sent
  return {
    id: String(asked.values[1]).split(':')[1] as string,
    /** The database returns which nodes listen. */
    listen: (nodeIds: readonly string[], previous = 0) =>
      asked.answer({ names: nodeIds.map(nodeName), previous_nodes: previous }),
    fail: asked.fail,
    values: asked.values,
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const done = (id: string, nodeId: string) => confirmations.onNotice(doneMessage(id, nodeId))

describe('the node that asks', () => {
  test('resolves when every listening node has answered, and not before', async () => {
    const { state, over, question } = begin()
    assert.equal(question.values[1], askMessage(question.id, 'rules'))
    question.listen(['self', 'b', 'c'])
    done(question.id, 'self')
    done(question.id, 'b')
    await settled()
    assert.equal(state.isOver, false)
    done(question.id, 'c')
    await over
  })

  test('counts each node once, and none that is not waited for', async () => {
    const { state, over, question } = begin()
    question.listen(['self', 'b', 'b'])
    for (let i = 0; i < 5; i++) done(question.id, 'self')
    done(question.id, 'newcomer')
    await settled()
    assert.equal(state.isOver, false)
    done(question.id, 'b')
    await over
  })

  test('counts answers that arrive before it knows which nodes listen', async () => {
    const { state, over, question } = begin()
    done(question.id, 'self')
    done(question.id, 'b')
    await settled()
    assert.equal(state.isOver, false)
    question.listen(['self', 'b'])
    await over
  })

  test('ignores answers to other questions and messages it does not know', async () => {
    const { state, over, question } = begin()
    question.listen(['self'])
    done('another', 'self')
    confirmations.onNotice('')
    confirmations.onNotice(`later:${question.id}:self`)
    await settled()
    assert.equal(state.isOver, false)
    done(question.id, 'self')
    await over
  })

  test('waits for itself when the database shows no connections', async () => {
    const { state, over, question } = begin()
    question.listen([])
    await settled()
    assert.equal(state.isOver, false)
    done(question.id, 'self')
    await over
  })

  for (const failure of ['nobody answers', 'the question cannot be sent'] as const) {
    test(`resolves at the timeout when ${failure}`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const { state, question } = begin('rules', 1000)
      if (failure === 'nobody answers') question.listen(['self'])
      else question.fail()
      t.mock.timers.tick(999)
      await settled()
      assert.equal(state.isOver, false)
      t.mock.timers.tick(1)
      await settled()
      assert.equal(state.isOver, true)
    })
  }

  test('asks again when its connection was replaced, and takes only answers to the new question', async () => {
    const { state, over, question } = begin()
    question.listen(['self', 'b'])
    done(question.id, 'b')
    confirmations.askAgain()
    const again = lastQuestion()
    assert.notEqual(again.id, question.id)
    done(question.id, 'self')
    again.listen(['self'])
    await settled()
    assert.equal(state.isOver, false)
    done(again.id, 'self')
    await over
  })

  test('resolves on close', async () => {
    const { over } = begin()
    confirmations.close()
    await over
    await confirmations.confirm('rules', NEVER_MS)
  })
})

describe('a node that is asked', () => {
  const answers = () => sent.map(({ values }) => (values[1] as string[]).join())

  test('answers once its subscribers have handled the earlier changes', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const topics: string[] = []
    handled = (topic) => {
      topics.push(topic)
      return promise
    }
    confirmations.onNotice(askMessage('x', 'rules'))
    await settled()
    assert.deepEqual([topics, answers()], [['rules'], []])
    resolve(true)
    await settled()
    assert.deepEqual(answers(), [doneMessage('x', 'self')])
  })

  test('does not answer when a subscriber failed, nor when closed', async () => {
    handled = async () => false
    confirmations.onNotice(askMessage('x', 'rules'))
    await settled()
    handled = async () => true
    confirmations.onNotice(askMessage('y', 'rules'))
    confirmations.close()
    await settled()
    assert.deepEqual(answers(), [])
  })

  test('sends one statement at a time, with every answer that is due', async () => {
    for (const id of ['a', 'b', 'c', 'd']) confirmations.onNotice(askMessage(id, 'rules'))
    await settled()
    assert.deepEqual(answers(), ['done:a:self'])
    sent[0]?.fail()
    await settled()
    assert.deepEqual(answers(), ['done:a:self', 'done:b:self,done:c:self,done:d:self'])
  })
})

describe('together with the previous version', () => {
  test('its nodes are asked too when they know the topic', async () => {
    const { state, over, question } = begin('access')
    assert.deepEqual(question.values.slice(2, 4), [previousAsk(question.id), PREVIOUS_CHANNEL])
    question.listen(['self'], 2)
    done(question.id, 'self')
    confirmations.onPreviousNotice(`heard:${question.id}`)
    await settled()
    assert.equal(state.isOver, false)
    confirmations.onPreviousNotice(`heard:${question.id}`)
    await over
  })

  test('its nodes are not waited for when they do not know the topic', async () => {
    const { over, question } = begin('rules')
    assert.equal(question.values[2], null)
    question.listen(['self'], 2)
    done(question.id, 'self')
    await over
  })

  test('its questions are answered when changes of access are handled; everything else on its channel is ignored', async () => {
    const topics: string[] = []
    handled = async (topic) => {
      topics.push(topic)
      return true
    }
    for (const message of [previousAsk('ours'), 'heard:unknown', 'session:x', 'all', 'round:theirs'])
      confirmations.onPreviousNotice(message)
    await settled()
    assert.deepEqual(topics, ['access'])
    assert.deepEqual(
      sent.map(({ values }) => values),
      [[[PREVIOUS_CHANNEL], ['heard:theirs']]],
    )
  })
})
