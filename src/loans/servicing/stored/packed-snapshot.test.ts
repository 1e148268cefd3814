import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toDate } from '../../engine/arithmetic/calendar-days.ts'
import { applyEvents, foldDate, inFoldOrder, positionAt, startFold } from '../../engine/fold/fold-loan.ts'
import { NOTHING_PAID, type Row } from '../../engine/fold/fold-state.ts'
import { agreements, anyHistories, START } from '../../engine/fold/random-histories.fixture.ts'
import { packRows, unpackRows } from './packed-rows.ts'
import { readSnapshot, writeSnapshot } from './packed-snapshot.ts'

const PLAIN: Row = {
  id: 1,
  from: 20_000,
  due: 20_030,
  period: { months: 1 },
  anchorDay: 31,
  kind: 'LEVEL',
  fixed: 0n,
  unpaidInterest: 'DEFER',
  defersInterest: false,
  level: 600n,
  planned: undefined,
  flatInterest: undefined,
  extra: 0n,
  prepaid: 0n,
  excess: 0n,
  stretches: [],
  carriedWithin: 0n,
  carriedOnTop: 0n,
  collectedOnTop: 0n,
  closed: false,
  principal: 500n,
  interest: 100n,
  capitalised: 0n,
  passed: { within: 0n, onTop: 0n },
  excessLeft: 0n,
  paid: NOTHING_PAID,
  paidInAdvance: 0n,
  paidLate: 0n,
  lateFeeDone: false,
}

const CHANGES: Partial<Row>[] = [
  {},
  { id: 9 },
  { from: 20_040 },
  { due: 20_099 },
  { period: { days: 7 } },
  { period: { months: 12 } },
  { anchorDay: 5 },
  { kind: 'INTEREST' },
  { kind: 'NOTHING' },
  { kind: 'FIXED', fixed: 70n },
  { kind: 'DOWN_PAYMENT', closed: true },
  { unpaidInterest: 'CAPITALISE' },
  { unpaidInterest: 'WAIVE' },
  { defersInterest: true },
  { level: 601n },
  { planned: 0n },
  { flatInterest: 0n },
  { extra: 1n },
  { prepaid: 2n },
  { excess: 3n },
  { stretches: [{ from: 20_031, to: 20_040, balance: 5_000n, rate: '12.5' }] },
  { carriedWithin: 4n },
  { carriedOnTop: 5n },
  { collectedOnTop: 6n },
  { closed: true },
  { principal: 2n ** 70n },
  { interest: -1n },
  { capitalised: 7n },
  { passed: { within: 8n, onTop: 0n } },
  { passed: { within: 0n, onTop: 9n } },
  { excessLeft: 10n },
  { paid: { ...NOTHING_PAID, principal: 500n, interest: 100n } },
  { paid: { ...NOTHING_PAID, principal: 500n, interest: 99n } },
  { paid: { penalties: 1n, fees: 2n, interest: 3n, principal: 4n, overpayment: 5n } },
  { paidInAdvance: 11n },
  { paidLate: 12n },
  { lateFeeDone: true },
]
for (const changes of CHANGES) {
  const title = Object.entries(changes).map(([name, value]) => `${name} ${typeof value === 'object' ? 'set' : value}`)
  test(`a row with ${title.join(', ') || 'nothing of its own'} is read as it was packed, and the next as well`, () => {
    const second = { ...PLAIN, id: 2, from: 20_030, due: 20_061, ...changes }
    const third = { ...PLAIN, id: second.id + 1, from: second.due, due: second.due + 31 }
    const rows = [PLAIN, second, third]
    assert.deepEqual(unpackRows(packRows(rows)), rows)
  })
}

test('every state of a random history is read as it was stored, and goes on alike', () => {
  fc.assert(
    fc.property(anyHistories(agreements), fc.integer({ min: 0, max: 600 }), ({ agreement, events }, days) => {
      const state = startFold(agreement)
      const ordered = inFoldOrder(events.filter((event) => foldDate(event) <= toDate(START + days)))
      applyEvents(state, ordered)
      const eventIds = ordered.map(({ eventId }) => eventId)
      const lastKind = ordered.at(-1)?.kind
      const read = readSnapshot(writeSnapshot({ eventIds, state, lastKind }, agreement), agreement)
      assert.ok(read !== undefined)
      assert.deepEqual([read.eventIds, read.lastKind], [eventIds, lastKind])
      // An agreement that events have changed is packed as any other value: what it leaves open may be undefined or absent.
      assert.deepEqual({ ...read.state, agreement }, { ...state, agreement })
      const day = toDate(START + days + 40)
      assert.deepEqual(positionAt(read.state, day), positionAt(state, day))
    }),
    { seed: 20_260_614, numRuns: 200 },
  )
})
