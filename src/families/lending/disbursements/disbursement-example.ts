// Disbursements of the documentation.

import type { LoanEvent } from '../../../loans/engine/loan-events.ts'
import type { Reversal } from '../../../loans/servicing/loan-record.ts'
import { EXAMPLE_DISBURSED, exampleLoan } from '../shapes/loan-example.ts'
import { wireDisbursement } from './disbursement-shapes.ts'

const REVERSED: Reversal = {
  kind: 'REVERSAL',
  eventId: '019c1b6e-7a10-7c35-9d52-0a4be61f7003',
  sequence: 2,
  valueDate: '2026-01-15',
  reversalOf: EXAMPLE_DISBURSED.eventId,
}

function exampleOf(events: readonly (LoanEvent | Reversal)[]) {
  const example = exampleLoan(events, '2026-01-15')
  const [record] = example.events
  if (record === undefined) throw new Error('the example has a disbursement')
  return wireDisbursement(example, record, example.position)
}

export const EXAMPLE_DISBURSEMENT = exampleOf([EXAMPLE_DISBURSED])
export const EXAMPLE_REVERSED_DISBURSEMENT = exampleOf([EXAMPLE_DISBURSED, REVERSED])
