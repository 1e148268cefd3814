import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authIdAt } from '../../../platform/kernel/identifiers/ids.ts'
import { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Session } from '../../../platform/storage/database.ts'
import { AuthIds } from './auth-ids.ts'

const BLOCK = 1000

/** A sequence in the database that several nodes draw blocks from. */
class Sequence {
  drawn = 0n

  async draw(from: AuthIds, count: number): Promise<string[]> {
    const roundTrip: Session['roundTrip'] = async (steps) =>
      steps.map(() => ({ rows: [{ block: ++this.drawn }], rowCount: 1 }))
    const trip = new Trip({ roundTrip } as Session)
    const ids = from.reserve(trip, count)
    trip.send()
    return ids
  }
}

describe('authorization ids', () => {
  test('never repeat, however many each node takes', async () => {
    const sequence = new Sequence()
    const nodes = [new AuthIds(), new AuthIds(), new AuthIds()]
    const taken: string[] = []
    for (const count of [1, 128, 64, 999, 3, 500, 1000, 128, 7]) {
      for (const node of nodes) taken.push(...(await sequence.draw(node, count)))
    }
    assert.equal(new Set(taken).size, taken.length)
  })

  test('of one block are all used before the next one is drawn, and are that block’s alone', async () => {
    const sequence = new Sequence()
    const node = new AuthIds()
    for (const [i, count] of [1, 8, 1, 250, 1000].entries()) {
      const block = i + 1
      const taken: string[] = []
      while (taken.length < BLOCK) taken.push(...(await sequence.draw(node, count)))
      assert.equal(sequence.drawn, BigInt(block))
      assert.deepEqual(
        taken,
        Array.from({ length: BLOCK }, (_, n) => authIdAt(BigInt(block * BLOCK + n))),
      )
    }
  })

  test('do not repeat when two reservations draw a block at the same time', async () => {
    const sequence = new Sequence()
    const node = new AuthIds()
    const together = await Promise.all([sequence.draw(node, 100), sequence.draw(node, 100)])
    const later = await sequence.draw(node, 900)
    const taken = [...together.flat(), ...later]
    assert.equal(new Set(taken).size, taken.length)
  })
})
