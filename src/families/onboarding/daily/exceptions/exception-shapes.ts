// Exceptions on the wire: what is sent, what comes back, and an example of each.

import { type Static, Type } from 'typebox'
import type { Findings } from '../../../../edge/http/body/validation.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf, withoutEmptyLists } from '../../../../edge/resource/list-filter.ts'
import {
  anyInstitution,
  freeText,
  identifier,
  line,
  recordFields,
  searchText,
  timestamp,
  typedLine,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'
import type { CountedDifference } from '../../../../oversight/cash/difference-rows.ts'
import { EXCEPTION_KINDS, OUTCOMES, RESOLVING_ACTIONS } from '../../../../oversight/exceptions/exception-kinds.ts'
import type { AnyException } from '../../../../oversight/exceptions/exception-list.ts'
import { EXCEPTION_STATES } from '../../../../oversight/exceptions/exception-records.ts'
import type { Selected } from '../../../../oversight/exceptions/work/jobs/exception-jobs.ts'
import { shownTransaction } from '../../../../oversight/transactions/transaction-fields.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { PAYMENT_ACTIONS } from '../../../../tokens/exceptions/payment.ts'
import {
  MOVEMENT_TYPES,
  type StuckMovement,
  TOKEN_ACTIONS,
  TOKEN_EXCEPTION_KINDS,
} from '../../../../tokens/exceptions/token-exception.ts'
import { differenceReply, reconciled } from '../reconciliations/reconciliation-shapes.ts'
import { TRANSACTION, transaction } from '../transactions/transaction-shapes.ts'
import { FILTER_DESCRIPTION, NO_WORK, oneOf, workFields, workFilter } from './work-shapes.ts'

function someOf<Value extends string>(values: readonly Value[], description: string) {
  return anyOf(oneOf(values, description), 200, description)
}

const KIND_DESCRIPTION =
  'UNMATCHED: a reversal without an original (914), or approved before an original that did not come within the window. ' +
  'LATE: a reversal after the window (188). REFUSED: a reversal that could not be posted (110, 182, 183). ' +
  'UNKNOWN: an order whose outcome has been unknown for 15 minutes. DECLINED_ADVICE: an order that a switch has carried out already ' +
  'and the bank declined, or a reversal of one that was posted by its resolution. ADVICE_PARKED: an order that its host has not taken ' +
  'back within the time of `iso8583.park-after`, or refuses to. HOST_APPROVAL: one that its host has approved late, or not as it was asked, until ' +
  'it has taken it back. CASH_DIFFERENCE: a count of a terminal that found more or less than what was expected. RECONCILIATION: what a file of a source ' +
  'and the books disagree about. Of digital banking: FUNDS_UNCLAIMED: money that could be ' +
  'neither turned into tokens nor given back. LEG_FAILED: a ledger refuses what was decided. LEDGER_DRIFT: the balance of an ' +
  'account, or the supply of a currency of tokens, differs between book and ledger, the ledger has an asset that the platform did ' +
  'not register, or tokens that are to be released were taken there. LEDGER_SILENT: a ledger has neither carried out nor refused an ' +
  'operation for `silent-after`'

const KINDS = [...EXCEPTION_KINDS, ...TOKEN_EXCEPTION_KINDS] as const
const ACTIONS = [...RESOLVING_ACTIONS, ...TOKEN_ACTIONS] as const
const TYPES = Object.values(MOVEMENT_TYPES)

const SEARCHED =
  'A part of the RRN, of the account id, of the reference or id of a movement, or of the terminal of a difference of cash'

export const exceptionFilter = Type.Object({
  search: Type.Optional(chosen(searchText(SEARCHED))),
  institutionId: Type.Optional(chosen(anyInstitution('The institution; a digital one that names none by its own id'))),
  kind: Type.Optional(chosen(someOf(KINDS, 'Kinds'))),
  movementType: Type.Optional(chosen(someOf(TYPES, 'Movements of tokens of these types'))),
  state: Type.Optional(chosen(someOf(EXCEPTION_STATES, 'States'))),
  ...workFilter,
})

/** The filter of a job, which is kept while it waits: without card numbers. */
export const selectionFilter = Type.Object(
  { ...exceptionFilter.properties, search: Type.Optional(chosen(typedLine(SEARCHED, 120))) },
  { description: FILTER_DESCRIPTION },
)

interface Selection {
  readonly ids?: readonly string[] | undefined
  readonly filter?: Static<typeof exceptionFilter> | undefined
}

/** One of the two says which exceptions are meant. */
export function checkSelection({ ids, filter }: Selection, found: Findings): void {
  if (ids === undefined && filter === undefined) found.add('ids', 'is required without filter')
  if (ids !== undefined && filter !== undefined) found.add('filter', 'must be absent with ids')
}

export function selectionOf({ ids, filter }: Selection): Selected {
  return { ids, ...(filter !== undefined && { filter: withoutEmptyLists(filter) }) }
}

export const resolutionRequest = Type.Object({
  action: chosen(oneOf(ACTIONS, 'What to do; the actions of another kind: 409')),
  reason: chosen(freeText('Why, for the audit log')),
  originalId: Type.Optional(
    chosen(
      uuid(
        'MATCH of an unmatched reversal: the transaction that it reverses. MATCH of a difference of cash: the correction, unless it names the exception itself',
      ),
    ),
  ),
  outcome: Type.Optional(chosen(oneOf(OUTCOMES, 'MATCH of an unknown outcome: what came of the order'))),
  linkedAccountId: Type.Optional(
    chosen(
      identifier(
        'PAY_OUT: the account of the institution that takes the money. MATCH of a RECONCILIATION whose file names no account: the account',
      ),
    ),
  ),
  externalReference: Type.Optional(chosen(line('SETTLED_OUTSIDE: what the payment is known by elsewhere', 140))),
})

const movement = Type.Object({
  type: oneOf(TYPES, 'What moves'),
  id: uuid('The movement'),
  ref: Type.String({ description: "The partner's reference" }),
  partnerId: Type.String({ description: 'The partner' }),
  state: Type.String({ description: 'Its state' }),
  amount: Type.Number({ description: 'The amount' }),
  currencyCode: Type.String({ description: 'Its currency' }),
  attempts: Type.Integer({ description: 'How often it was tried' }),
  since: timestamp('Since when it is an exception'),
})

const cash = Type.Object(
  {
    terminalId: Type.String({ description: 'The terminal' }),
    reference: Type.String({ description: 'The reference of the count' }),
    currencyCode: Type.String({ description: 'Its currency' }),
    counted: Type.Number({ description: 'What was counted' }),
    expected: Type.Number({ description: 'What was expected' }),
    difference: Type.Number({ description: 'Counted less expected: below 0 when cash is missing' }),
    at: timestamp('When it was counted'),
  },
  { description: 'CASH_DIFFERENCE: the count, in place of a transaction' },
)

export const exception = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(Type.String({ description: 'The institution' })),
    kind: chosen(oneOf(KINDS, KIND_DESCRIPTION)),
    transaction: Type.Optional(transaction),
    switchMessage: Type.Optional(
      chosen(
        Type.Object(
          {
            switch: Type.String({ description: 'The switch' }),
            rrn: Type.String({ description: 'DE 37 as it was sent' }),
            stan: Type.String({ description: 'DE 11, the trace number' }),
          },
          { description: 'Orders of switches: what the switch knows it by' },
        ),
      ),
    ),
    cash: Type.Optional(chosen(cash)),
    reconciled: Type.Optional(chosen(reconciled)),
    movement: Type.Optional(chosen(movement)),
    account: Type.Optional(
      chosen(
        Type.Object(
          { id: uuid('The digital asset account') },
          { description: 'LEDGER_DRIFT: whose balance differs; absent where it is the supply' },
        ),
      ),
    ),
    detail: Type.Optional(chosen(Type.String({ description: 'Digital banking: what happened' }))),
    pending: Type.Optional(
      chosen(
        Type.Object(
          {
            action: oneOf([...PAYMENT_ACTIONS, 'ADJUST_LEDGER'] as const, 'What is being done'),
            by: Type.String({ description: 'Who asked for it' }),
            at: timestamp('When'),
            linkedAccountId: Type.Optional(Type.String({ description: 'The account that is to take the money' })),
          },
          {
            description:
              'A payment or adjustment whose outcome is not known yet; until it is, every other action is refused',
          },
        ),
      ),
    ),
    ...workFields,
    state: chosen(oneOf(EXCEPTION_STATES, 'RESOLVED: by a user, or settled by itself')),
    resolution: Type.Optional(
      chosen(
        Type.Object({
          action: oneOf([...ACTIONS, 'SETTLED'] as const, 'SETTLED: it resolved itself'),
          reason: Type.String({ description: 'Why' }),
          by: Type.String({ description: 'Who resolved it' }),
          at: timestamp('When'),
          journalId: Type.Optional(uuid('What was posted')),
          externalReference: Type.Optional(
            Type.String({ description: 'SETTLED_OUTSIDE: what the payment is known by' }),
          ),
          acceptedMinor: Type.Optional(
            Type.String({ description: 'ACCEPT: what the ledger has more than the book, in minor units' }),
          ),
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
  ...NO_WORK,
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

export function exceptionReply(record: AnyException): object {
  const { work = NO_WORK, ...exceptional } = record
  if ('transaction' in exceptional)
    return {
      ...exceptional,
      ...work,
      transaction: shownTransaction(exceptional.transaction),
      ...(exceptional.reconciled !== undefined && { reconciled: differenceReply(exceptional.reconciled) }),
    }
  if ('cash' in exceptional) return { ...exceptional, ...work, cash: shownCount(exceptional.cash) }
  const { movement: stuck, ...rest } = exceptional
  return stuck === undefined ? { ...rest, ...work } : { ...rest, ...work, movement: shownMovement(stuck) }
}

function shownCount({ currency, countedMinor, expectedMinor, ...shown }: CountedDifference): object {
  return {
    ...shown,
    currencyCode: currency,
    counted: numberFromMinor(countedMinor, currency),
    expected: numberFromMinor(expectedMinor, currency),
    difference: numberFromMinor(countedMinor - expectedMinor, currency),
  }
}

function shownMovement({ amountMinor, currency, attempts, since, ...shown }: StuckMovement): object {
  return { ...shown, amount: numberFromMinor(amountMinor, currency), currencyCode: currency, attempts, since }
}
