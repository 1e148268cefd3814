import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangeBroadcast, ChangeSubscriber } from '../database.ts'
import { followChanges } from './follow-changes.ts'

/** Announces by hand what a database would. */
function broadcast() {
  const subscribers = new Set<ChangeSubscriber>()
  const subscribe = (_topic: string, subscriber: ChangeSubscriber) => {
    subscribers.add(subscriber)
    return { close: () => subscribers.delete(subscriber) }
  }
  return { subscribers, changes: { subscribe } as unknown as ChangeBroadcast }
}

test('reads when it is opened, at a change that concerns it, at a gap and when changes may be missed', async () => {
  const { changes, subscribers } = broadcast()
  let reads = 0
  const following = await followChanges(
    { changes },
    {
      topic: 'settings',
      concerns: (key) => key !== 'other',
      read: async () => {
        reads += 1
      },
    },
  )
  const [subscriber] = subscribers
  assert.ok(subscriber)
  assert.equal(reads, 1)
  await subscriber.onChange('clock')
  await subscriber.onChange('other')
  assert.equal(reads, 2)
  await subscriber.onGap()
  await subscriber.poll?.()
  await following.refresh()
  assert.equal(reads, 5)
  following.close()
  assert.equal(subscribers.size, 0)
})

test('a change that cannot be read is repeated by the broadcast, which is told', async () => {
  const { changes, subscribers } = broadcast()
  const fails = [false, true]
  const failures: unknown[] = []
  await followChanges(
    { changes },
    {
      topic: 'settings',
      read: async () => {
        if (fails.shift() === true) throw new Error('away')
      },
      onFailure: (error) => failures.push(error),
    },
  )
  const [subscriber] = subscribers
  assert.ok(subscriber)
  await assert.rejects(async () => subscriber.onChange(''), /away/)
  subscriber.onFailure?.('first of an outage')
  assert.deepEqual(failures, ['first of an outage'])
})

test('who cannot read at first follows nothing', async () => {
  const { changes, subscribers } = broadcast()
  const read = async () => {
    throw new Error('away')
  }
  await assert.rejects(followChanges({ changes }, { topic: 'settings', read }), /away/)
  assert.equal(subscribers.size, 0)
})
