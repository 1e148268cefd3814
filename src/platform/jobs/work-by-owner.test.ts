import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unavailable } from '../kernel/problems/problem.ts'
import { workByOwner } from './work-by-owner.ts'

const items = (owner: string, count: number) => Array.from({ length: count }, (_, n) => `${owner}${n}`)

describe('the work of a sweep for several owners', () => {
  const done: string[] = []
  const workOn = (all: readonly string[], run: (item: string) => Promise<unknown>) => {
    done.length = 0
    return workByOwner(all, {
      ownerOf: (item) => item[0] ?? '',
      async run(item) {
        await run(item)
        done.push(item)
      },
      failed: 'some failed',
    })
  }

  test('is done in order for each', async () => {
    await workOn(['a0', 'b0', 'a1', 'b1', 'a2'], async () => {})
    assert.deepEqual(
      done.filter((item) => item.startsWith('a')),
      ['a0', 'a1', 'a2'],
    )
    assert.deepEqual(
      done.filter((item) => item.startsWith('b')),
      ['b0', 'b1'],
    )
  })

  test('leaves an owner that cannot be reached alone after its first item', async () => {
    const asked: string[] = []
    await workOn([...items('a', 5), ...items('b', 2)], async (item) => {
      asked.push(item)
      if (item.startsWith('a')) throw unavailable('silent')
    })
    assert.deepEqual([asked.filter((item) => item.startsWith('a')), done], [['a0'], ['b0', 'b1']])
  })

  test('does not wait for one owner before it works for the next', async () => {
    const silent = Promise.withResolvers<void>()
    const others = Promise.withResolvers<void>()
    const working = workOn(['a0', 'b0', 'c0'], async (item) => {
      if (item === 'a0') await silent.promise
      if (item === 'c0') others.resolve()
    })
    await others.promise
    silent.resolve()
    await working
    assert.deepEqual(done.toSorted(), ['a0', 'b0', 'c0'])
  })

  test('throws what failed once all have had their turn', async () => {
    const failing = workOn(['a0', 'a1', 'b0'], async (item) => {
      if (item === 'a0') throw new Error('broken')
    })
    await assert.rejects(failing, (error) => error instanceof AggregateError && error.errors.length === 1)
    assert.deepEqual(done.toSorted(), ['a1', 'b0'])
  })
})
