// Events: every operation that has ended is told at least once, however the cursor is kept.

import assert from 'node:assert/strict'
import type { LedgerEvent } from '../digital-ledger.ts'
import { burn, issue, type LedgerCase, type LedgerClient, named } from './ledger-client.ts'

/** Reads to the end. The bound is far above what the suite submits. */
async function readFrom(
  desk: LedgerClient,
  start: string | undefined,
  note: (event: LedgerEvent) => void,
): Promise<string> {
  let cursor = start
  for (let page = 0; page < 10_000; page++) {
    const { events, cursor: next } = await desk.ask((ledger) => ledger.events(cursor))
    for (const event of events) note(event)
    if (next === cursor) return next
    cursor = next
  }
  throw new Error('the events do not come to an end')
}

function ended(into: Map<string, string>) {
  return ({ opId, status }: LedgerEvent) => {
    if (status !== 'FINAL' && status !== 'FAILED') return
    assert.equal(into.get(opId) ?? status, status, 'an end does not change')
    into.set(opId, status)
  }
}

export const EVENT_CASES: readonly LedgerCase[] = [
  {
    title: 'events tell every end to a reader who follows them, with any pages',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 10n)
      const ends = new Map<string, string>()
      const told = new Map<string, string>()
      let cursor: string | undefined
      for (let round = 0; round < 4; round++) {
        const ops = [named(issue(account, 5n)), named(burn(account, 1_000n)), named(burn(account, 1n))]
        await Promise.all(ops.map((op) => desk.accept(op)))
        // Read while some may still be under way.
        cursor = await readFrom(desk, cursor, ended(told))
        for (const op of ops) ends.set(op.opId, (await desk.end(op)).status)
      }
      await desk.eventually('every end is told', async () => {
        cursor = await readFrom(desk, cursor, ended(told))
        return [...ends.keys()].every((opId) => told.has(opId))
      })
      for (const [opId, status] of ends) assert.equal(told.get(opId), status)
    },
  },
  {
    title: 'events are told again from an old cursor, and from none',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      const before = await readFrom(desk, undefined, () => {})
      const op = named(issue(account, 5n))
      await desk.run(op)
      for (const start of [before, undefined, before]) {
        await desk.eventually('the end is told', async () => {
          const told = new Map<string, string>()
          await readFrom(desk, start, ended(told))
          return told.get(op.opId) === 'FINAL'
        })
      }
    },
  },
]
