// The types of events: narrowed by kind, so that the compiler knows what the data is.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { EventData, EventKind, PartnerEvent } from './generated-events.ts'
import type { Event } from './generated-feed.ts'
import type { Loan } from './generated-lending.ts'
import { isEvent } from './is-event.ts'

const CONTRACT = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'contract', 'events.json'), 'utf8'))

test('an example of each kind is narrowed to the data of its kind', () => {
  const examples = Object.values<{ examples?: readonly { payload: Event }[] }>(CONTRACT.components.messages).flatMap(
    ({ examples: some = [] }) => some.map(({ payload }) => payload),
  )
  assert.ok(examples.length > 10)
  for (const event of examples) {
    if (isEvent(event, 'connectivity.changed')) {
      const environment: 'sandbox' | 'qa' | 'uat' | 'prod' = event.data.environment
      assert.equal(environment, 'prod')
    }
    if (isEvent(event, 'digital-settlement.created')) assert.equal(event.data.amount.toFixed(2), '2500.00')
    assert.equal(isEvent(event, 'loan.closed'), false)
  }
})

test('every kind has a type, and the type of an event tells that of its data', () => {
  const file = readFileSync(join(import.meta.dirname, 'generated-events.ts'), 'utf8')
  for (const kind of Object.keys(CONTRACT.components.messages)) assert.ok(file.includes(`  '${kind}': `), kind)
  // Checked by the compiler.
  const loanOf = (event: PartnerEvent): Loan | undefined => (event.type === 'loan.closed' ? event.data.loan : undefined)
  const kinds: readonly EventKind[] = ['loan.closed', 'exception.opened']
  const settled: Pick<EventData['digital-settlement.created'], 'amount'> = { amount: 1 }
  assert.deepEqual([typeof loanOf, kinds.length, settled.amount], ['function', 2, 1])
})
