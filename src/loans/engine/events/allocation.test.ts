// Which of several charges a payment settles. The loan is 1,200.00 at 12 % over twelve months from 2026-01-01.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DISBURSED, type EventSketch, paid, standing } from '../../servicing/commands/standing.fixture.ts'

const fee = (chargeId: string, dueDate: string): EventSketch => ({
  kind: 'CHARGE',
  valueDate: '2026-01-05',
  chargeId,
  code: 'F',
  chargeKind: 'FEE',
  amountMinor: 1_000n,
  dueDate,
})

describe('a payment on two fees of one row', () => {
  const ROWS: [paidMinor: bigint, older: string, newer: string][] = [
    [400n, 'PARTIAL', 'OUTSTANDING'],
    [1_000n, 'PAID', 'OUTSTANDING'],
    [1_600n, 'PAID', 'PARTIAL'],
    [2_000n, 'PAID', 'PAID'],
  ]
  for (const [paidMinor, older, newer] of ROWS) {
    test(`of ${paidMinor} settles the one that was due first, whichever was charged first`, () => {
      const events = [DISBURSED, fee('newer', '2026-01-20'), fee('older', '2026-01-10'), paid('2026-01-25', paidMinor)]
      const { charges } = standing({ events, asOf: '2026-01-25' }).position
      const statusOf = (id: string) => charges.find(({ chargeId }) => chargeId === id)?.status
      assert.deepEqual([statusOf('older'), statusOf('newer')], [older, newer])
    })
  }
})
