// Exceptions on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { anyOf } from '../../../edge/resource/list-filter.ts'
import { freeText, identifier, name, recordFields, timestamp, uuid } from '../../../edge/resource/record-shapes.ts'
import { EXCEPTION_KINDS, OUTCOMES, RESOLVING_ACTIONS } from '../../../exceptions/exception-kinds.ts'
import { EXCEPTION_STATES, type ExceptionRecord } from '../../../exceptions/exception-records.ts'
import { chosen } from '../../../http/operation.ts'
import { shownTransaction } from '../../../transactions/transaction-fields.ts'
import { TRANSACTION, transaction } from '../transactions/transaction-shapes.ts'

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Enum([...values] as Value[], { description, expected: `must be one of ${values.join(', ')}` })
}

function someOf<Value extends string>(values: readonly Value[], description: string) {
  return anyOf(oneOf(values, description), 200, description)
}

const KIND_DESCRIPTION =
  'UNMATCHED: a reversal without an original (914), or approved before an original that did not come within the window. ' +
  'LATE: a reversal after the window (188). REFUSED: a reversal that could not be posted (110, 182, 183). ' +
  'UNKNOWN: an order whose outcome has been unknown for 15 minutes'

export const exceptionFilter = Type.Object({
  search: Type.Optional(chosen(name('A part of the RRN or the account id'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  kind: Type.Optional(chosen(someOf(EXCEPTION_KINDS, 'Kinds'))),
  state: Type.Optional(chosen(someOf(EXCEPTION_STATES, 'States'))),
})

export const resolutionRequest = Type.Object({
  action: chosen(oneOf(RESOLVING_ACTIONS, 'What to do')),
  reason: chosen(freeText('Why, for the audit log')),
  originalId: Type.Optional(chosen(uuid('MATCH of an unmatched reversal: the transaction that it reverses'))),
  outcome: Type.Optional(chosen(oneOf(OUTCOMES, 'MATCH of an unknown outcome: what came of the order'))),
})

export const exception = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(Type.String({ description: 'The institution' })),
    kind: chosen(oneOf(EXCEPTION_KINDS, KIND_DESCRIPTION)),
    transaction,
    state: chosen(oneOf(EXCEPTION_STATES, 'RESOLVED: by somebody, or settled by itself')),
    resolution: Type.Optional(
      chosen(
        Type.Object({
          action: oneOf([...RESOLVING_ACTIONS, 'SETTLED'] as const, 'SETTLED: it resolved itself'),
          reason: Type.String({ description: 'Why' }),
          by: Type.String({ description: 'Who resolved it' }),
          at: timestamp('When'),
          journalId: Type.Optional(uuid('What was posted')),
        }),
      ),
    ),
  },
  { component: 'TransactionException' },
)

const LATE_REVERSAL = {
  ...TRANSACTION,
  id: '0197f8c6-1b20-7a35-8e4d-3c8f1b7d2f66',
  rrn: '260116000009',
  type: 'CASHWITHDRAWALREVERSAL',
  accessFee: 0,
  responseCode: '188',
  authId: undefined,
  originalId: TRANSACTION.id,
  businessDate: '2026-01-16',
  status: 'DECLINED',
  createdAt: '2026-01-16T14:00:00.000Z',
}

export const EXCEPTION = {
  id: LATE_REVERSAL.id,
  version: 1,
  createdAt: LATE_REVERSAL.createdAt,
  updatedAt: LATE_REVERSAL.createdAt,
  createdBy: 'system',
  updatedBy: 'system',
  institutionId: 'FI001',
  kind: 'LATE',
  transaction: JSON.parse(JSON.stringify(LATE_REVERSAL)) as object,
  state: 'OPEN',
}

export const RESOLVED = {
  ...EXCEPTION,
  version: 2,
  updatedAt: '2026-01-16T15:00:00.000Z',
  updatedBy: 'operator@fi001.example',
  state: 'RESOLVED',
  resolution: {
    action: 'MATCH',
    reason: 'The cash was not dispensed, see journal of ATM00001',
    by: 'operator@fi001.example',
    at: '2026-01-16T15:00:00.000Z',
    journalId: '0197f8fc-6a30-7b46-9f5e-4d9a2c8e3a77',
  },
}

export function exceptionReply(record: ExceptionRecord): object {
  return { ...record, transaction: shownTransaction(record.transaction) }
}
