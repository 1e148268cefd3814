import assert from 'node:assert/strict'
import test from 'node:test'
import { QueuesByInstitution } from './queues-by-institution.ts'

interface Item {
  readonly institutionId: string
  readonly number: number
}

function queues() {
  const batches: [institutionId: string, numbers: number[]][] = []
  const opened = new QueuesByInstitution<Item, number>({
    connections: 1,
    async run(institutionId, items) {
      batches.push([institutionId, items.map(({ number }) => number)])
      return items.map(({ number }) => ({ status: 'fulfilled', value: 10 * number }))
    },
  })
  return { opened, batches }
}

test('a batch is of one institution, whatever arrives in between', async () => {
  const { opened, batches } = queues()
  const answers = ['A', 'B', 'A', 'B'].map((institutionId, i) => opened.submit({ institutionId, number: i + 1 }))
  assert.deepEqual([opened.depthOf('A'), opened.depthOf('B'), opened.depthOf('C')], [2, 2, 0])
  assert.deepEqual(await Promise.all(answers), [10, 20, 30, 40])
  assert.deepEqual(batches, [
    ['A', [1, 3]],
    ['B', [2, 4]],
  ])
})

test('all is drained once every institution is', async () => {
  const { opened, batches } = queues()
  await opened.drained()
  opened.submit({ institutionId: 'A', number: 1 })
  opened.submit({ institutionId: 'B', number: 2 })
  await opened.drained()
  assert.equal(batches.length, 2)
  assert.deepEqual([opened.depthOf('A'), opened.depthOf('B')], [0, 0])
})
