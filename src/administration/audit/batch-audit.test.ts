import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Trip } from '../../platform/storage/batches/trip.ts'
import type { Session, Step } from '../../platform/storage/database.ts'
import { holdAudit } from './batch-audit.ts'

test('a batch locks the head of the audit log once, after the rows of every owner and institution', async () => {
  const sent: string[] = []
  const roundTrip = async (steps: readonly Step[]) => {
    sent.push(...steps.map(({ statement }) => statement.name))
    return steps.map(({ statement }) => ({ rows: [{ from: statement.name }], rowCount: 1 }))
  }
  const trip = new Trip({ roundTrip } as unknown as Session)
  const audit = holdAudit(trip)
  const rows = trip.ask({ name: 'lock-rows-of-another-owner', text: '' })
  const again = holdAudit(trip)
  trip.send()
  assert.equal(await audit, await again)
  assert.deepEqual((await rows).rows, [{ from: 'lock-rows-of-another-owner' }])
  assert.deepEqual(sent, ['lock-rows-of-another-owner', 'audit-hold-head'])
})
