import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { LendingTurns, type Turn } from './lending-turns.ts'

/** A clock that only computations move; a rest lasts until it is ended. */
function machine(mostWaiting?: number) {
  const log: string[] = []
  let nowMs = 0
  let endRest: (() => void) | undefined
  const turns = new LendingTurns({
    nowMs: () => nowMs,
    rest: (ms) => {
      log.push(`rest ${ms}`)
      return new Promise((resolve) => {
        endRest = resolve
      })
    },
    ...(mostWaiting !== undefined && { mostWaiting }),
  })
  return {
    log,
    turns,
    /** A computation with a cut point after each of its steps. */
    compute(name: string, partnerId: string, stepsMs: readonly number[], signal?: AbortSignal): Promise<string> {
      return turns.run(partnerId, signal, async (turn: Turn) => {
        for (const [i, stepMs] of stepsMs.entries()) {
          log.push(`${name}${i + 1}`)
          nowMs += stepMs
          const wait = turn.pause()
          if (wait !== undefined) await wait
        }
        return name
      })
    },
    async rested(): Promise<void> {
      await settled()
      const end = endRest
      endRest = undefined
      end?.()
      await settled()
    },
  }
}

/** All promises that can settle now have settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

describe('computations of loans', () => {
  test('rest after a slice for twice its time, and go on where they were', async () => {
    const { log, compute, rested } = machine()
    const done = compute('a', 'P1', [3, 3, 4, 1])
    await rested()
    assert.deepEqual(log, ['a1', 'a2', 'rest 12', 'a3', 'a4', 'rest 10'])
    await rested()
    assert.equal(await done, 'a')
  })

  test('that are short follow each other without a rest, until they are together no longer short', async () => {
    const { log, compute, rested } = machine()
    const all = ['a', 'b', 'c', 'd'].map((name) => compute(name, 'P1', [0.75]))
    await rested()
    assert.deepEqual(log, ['a1', 'b1', 'c1', 'rest 4.5', 'd1'])
    await rested()
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd'])
  })

  test('of several partners take turns, whichever asks most', async () => {
    const { log, compute, rested } = machine()
    const greedy = ['a', 'b', 'c'].map((name) => compute(name, 'P1', [6, 6]))
    const others = [compute('x', 'P2', [6]), compute('y', 'P3', [6])]
    for (let i = 0; i < 12; i++) await rested()
    // What has begun goes on before what the same partner asked for later.
    assert.deepEqual(
      log.filter((line) => !line.startsWith('rest')),
      ['a1', 'a2', 'x1', 'y1', 'b1', 'b2', 'c1', 'c2'],
    )
    assert.deepEqual(await Promise.all([...greedy, ...others]), ['a', 'b', 'c', 'x', 'y'])
  })

  test('are refused with 503 when too many of the partner wait, and those of another partner are not', async () => {
    const { compute, rested } = machine(2)
    const taken = ['a', 'b', 'c'].map((name) => compute(name, 'P1', [6]))
    await settled()
    await assert.rejects(
      compute('d', 'P1', [6]),
      (error) => error instanceof Problem && error.kind === 'unavailable' && error.retryAfterSeconds === 1,
    )
    const other = compute('x', 'P2', [6])
    for (let i = 0; i < 8; i++) await rested()
    assert.deepEqual(await Promise.all([...taken, other]), ['a', 'b', 'c', 'x'])
    assert.equal(await compute('e', 'P1', [1]), 'e')
  })

  const GONE: [title: string, when: 'before' | 'waiting' | 'resting', expected: string[]][] = [
    ['has gone before it begins is not computed', 'before', ['a1']],
    ['goes while it waits is not computed', 'waiting', ['a1']],
    ['goes between two slices is not computed further', 'resting', ['a1', 'b1']],
  ]
  for (const [title, when, expected] of GONE) {
    test(`what a caller who ${title}, and others go on`, async () => {
      const { log, compute, rested } = machine()
      const caller = new AbortController()
      const first = compute('a', 'P1', [6])
      if (when === 'before') caller.abort()
      const abandoned = compute('b', 'P1', [6, 6, 6], caller.signal)
      abandoned.catch(() => undefined)
      await settled()
      if (when === 'waiting') caller.abort()
      await rested()
      if (when === 'resting') caller.abort()
      for (let i = 0; i < 6; i++) await rested()
      await assert.rejects(abandoned, (error) => error instanceof Problem && error.kind === 'unavailable')
      assert.deepEqual(
        log.filter((line) => !line.startsWith('rest')),
        expected,
      )
      assert.equal(await first, 'a')
      assert.equal(await compute('c', 'P1', [1]), 'c')
    })
  }

  test('that fail give their turn back', async () => {
    const { turns, compute, rested } = machine()
    const failed = turns.run('P1', undefined, () => {
      throw new Error('cannot be folded')
    })
    await assert.rejects(failed, /cannot be folded/)
    const next = compute('a', 'P1', [1])
    await rested()
    assert.equal(await next, 'a')
  })
})
