// Reconciliations on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import {
  identifier,
  recordExample,
  recordFields,
  searchText,
  timestamp,
  typedLine,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'
import type { Difference } from '../../../../oversight/reconciliations/differences.ts'
import {
  AMOUNT_UNITS,
  DECIMAL_MARKS,
  DELIMITERS,
  FILE_FORMATS,
} from '../../../../oversight/reconciliations/reading/mapping.ts'
import {
  DIFFERENCE_KINDS,
  EXCEPTIONAL_DIFFERENCES,
  RECONCILIATION_STATES,
  type ReconciliationRecord,
  type Sums,
} from '../../../../oversight/reconciliations/reconciliation-record.ts'
import { dashedDate } from '../../../../oversight/transactions/transaction-fields.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { calendarDate } from '../business-dates.ts'

export const TAG = 'Reconciliations'
export const PATH = '/reconciliations'

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Enum([...values], { description, expected: `must be one of ${values.join(', ')}` })
}

const columnName = (description: string) => Type.Optional(chosen(typedLine(description, 120)))
const signValues = (description: string) =>
  Type.Optional(
    chosen(
      Type.Array(typedLine('A value', 35), {
        description,
        minItems: 1,
        maxItems: 20,
        expected: 'must be a list of 1 to 20',
      }),
    ),
  )

const mapping = Type.Object(
  {
    delimiter: Type.Optional(chosen(oneOf(DELIMITERS, 'Between columns; a comma'))),
    decimalMark: Type.Optional(chosen(oneOf(DECIMAL_MARKS, 'Of amounts; a point'))),
    amountUnit: Type.Optional(chosen(oneOf(AMOUNT_UNITS, 'Of amounts; MAJOR'))),
    rrn: columnName(
      'The RRN as the source knows it. CAMT053: EndToEndId (default), InstrId, TxId, AcctSvcrRef or NtryRef',
    ),
    amount: columnName('The amount, with the access fee'),
    currencyCode: columnName('ISO 4217'),
    sign: columnName(
      'Debit or credit of the customer. Without it the sign follows from the type, or else from the amount: below 0 is a credit',
    ),
    partnerId: columnName('The partner of each line. Without it `source` is the partner of all'),
    date: columnName('The date of each line: at most a day from the business date'),
    accountId: columnName('The account, for what is missing here'),
    type: columnName('The type of transaction, for what is missing here'),
    terminalId: columnName('The terminal, for what is missing here'),
    debitValues: signValues('Values of the column `sign`; D, DR, DEBIT, DBIT and -'),
    creditValues: signValues('Values of the column `sign`; C, CR, CREDIT, CRDT and +'),
  },
  {
    description:
      'Which column of the file has what: a name that the header has. One that is left out is looked for by the name it has here; rrn, amount and ' +
      'currencyCode must be there. CAMT053 takes `rrn` only',
  },
)

const businessDate = calendarDate('The business date of the institution that the file is about')
const format = oneOf(FILE_FORMATS, 'CSV with a header, or a statement CAMT.053 of ISO 20022')
const source = identifier('Who made the file: a partner, unless the mapping has a column of partners')

export const newReconciliation = Type.Object({
  institutionId: chosen(identifier('The institution')),
  businessDate: chosen(businessDate),
  source: chosen(source),
  format: chosen(format),
  mapping: Type.Optional(chosen(mapping)),
})

export const reconciliationFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the source'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  source: Type.Optional(chosen(identifier('The source'))),
  dateFrom: Type.Optional(chosen(calendarDate('From this business date on'))),
  dateTo: Type.Optional(chosen(calendarDate('Up to this business date'))),
  state: Type.Optional(chosen(anyOf(oneOf(RECONCILIATION_STATES, 'A state'), RECONCILIATION_STATES.length, 'States'))),
})

const counted = (description: string) => chosen(Type.Integer({ description }))
const summed = (description: string) => Type.Number({ description })

const result = Type.Object(
  {
    orders: Type.Integer({
      description: 'Orders of the business date that moved money, of the partners that the file names',
    }),
    matched: Type.Integer({ description: 'Lines that have their order' }),
    otherDate: Type.Integer({ description: 'Among them, those whose order has the business date before or after' }),
    missingHere: Type.Integer({ description: 'Lines without an order' }),
    missingThere: Type.Integer({ description: 'Orders without a line' }),
    different: Type.Integer({ description: 'Lines and orders whose amounts differ' }),
    duplicates: Type.Integer({ description: 'Lines that the file has already' }),
    sums: Type.Array(
      Type.Object({
        currencyCode: Type.String({ description: 'ISO 4217' }),
        theirDebits: summed('Debits of the file'),
        theirCredits: summed('Credits of the file'),
        ourDebits: summed('Debits of the books'),
        ourCredits: summed('Credits of the books'),
        missingHere: summed('Of lines without an order'),
        missingThere: summed('Of orders without a line'),
        different: summed('What lines have more than their orders'),
      }),
      { description: 'By currency' },
    ),
  },
  { description: 'What the comparison has found' },
)

export const reconciliation = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(Type.String({ description: 'The institution' })),
    businessDate: chosen(Type.String({ description: 'The business date', format: 'date' })),
    source: chosen(Type.String({ description: 'The source' })),
    format: chosen(format),
    mapping: chosen(mapping),
    state: chosen(
      oneOf(
        RECONCILIATION_STATES,
        'WAITING: for its file. RECEIVING, QUEUED, MATCHING: at work. FAILED: takes a file again. REPLACED: by a later file of the source and ' +
          'date. REPEATED: its file was matched before, nothing has changed',
      ),
    ),
    bytes: counted('Of the file'),
    lines: counted('Of the file, without its header'),
    leftOut: counted('CAMT053: entries that are not booked yet'),
    result: Type.Optional(chosen(result)),
    error: Type.Optional(chosen(Type.String({ description: 'FAILED: why' }))),
    sameAs: Type.Optional(chosen(uuid('REPEATED: the reconciliation that has the file'))),
    replacedBy: Type.Optional(chosen(uuid('REPLACED: the reconciliation that counts instead'))),
    finishedAt: Type.Optional(chosen(timestamp('When it ended'))),
  },
  { component: 'Reconciliation' },
)

export const differenceKind = oneOf(
  DIFFERENCE_KINDS,
  'MISSING_HERE, MISSING_THERE and DIFFERENT are exceptions. DUPLICATE: a line that the file has already. OTHER_DATE: matched, on the date before or after',
)

export const difference = Type.Object(
  {
    seq: counted('Its place'),
    kind: chosen(differenceKind),
    line: Type.Optional(counted('The line of the file')),
    partnerId: chosen(Type.String({ description: 'The partner' })),
    rrn: chosen(Type.String({ description: 'The RRN as the source knows it' })),
    sign: chosen(oneOf(['D', 'C'] as const, 'Debit or credit of the customer')),
    currencyCode: chosen(Type.String({ description: 'ISO 4217' })),
    theirAmount: Type.Optional(chosen(Type.Number({ description: 'Of the file' }))),
    ourAmount: Type.Optional(chosen(Type.Number({ description: 'Of the books' }))),
    transactionId: Type.Optional(
      chosen(uuid('The order; MISSING_HERE: one that was declined here, or that the line takes back')),
    ),
    exceptionId: Type.Optional(chosen(uuid('The exception that it is'))),
  },
  { component: 'ReconciliationDifference' },
)

/** What an exception shows of the file. */
export const reconciled = Type.Object(
  {
    reconciliationId: uuid('The reconciliation that found it last'),
    source: Type.String({ description: 'The source' }),
    difference: oneOf(EXCEPTIONAL_DIFFERENCES, 'What differs'),
    rrn: Type.String({ description: 'The RRN as the source knows it' }),
    sign: oneOf(['D', 'C'] as const, 'Debit or credit of the customer'),
    currencyCode: Type.String({ description: 'ISO 4217' }),
    theirAmount: Type.Optional(Type.Number({ description: 'Of the file' })),
    ourAmount: Type.Optional(Type.Number({ description: 'Of the books' })),
    line: Type.Optional(Type.Integer({ description: 'The line of the file' })),
  },
  { description: 'RECONCILIATION: what the file said' },
)

export const NEW_RECONCILIATION = {
  institutionId: 'FI001',
  businessDate: '2026-01-15',
  source: 'PARTNER01',
  format: 'CSV',
  mapping: { rrn: 'retrieval_reference', amount: 'amount', currencyCode: 'currency', sign: 'dr_cr' },
}

export const RECONCILIATION = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e91'),
  ...NEW_RECONCILIATION,
  state: 'DONE',
  bytes: 51_200,
  lines: 1_200,
  leftOut: 0,
  result: {
    orders: 1_200,
    matched: 1_198,
    otherDate: 3,
    missingHere: 1,
    missingThere: 2,
    different: 1,
    duplicates: 0,
    sums: [
      {
        currencyCode: 'USD',
        theirDebits: 61_020.5,
        theirCredits: 4_000,
        ourDebits: 61_120.5,
        ourCredits: 4_000,
        missingHere: 20,
        missingThere: 140,
        different: 20,
      },
    ],
  },
  finishedAt: '2026-01-15T10:00:07.000Z',
}

export const WAITING = {
  ...recordExample(RECONCILIATION.id),
  ...NEW_RECONCILIATION,
  state: 'WAITING',
  bytes: 0,
  lines: 0,
  leftOut: 0,
}

export const DIFFERENCE = {
  seq: 1,
  kind: 'MISSING_HERE',
  line: 18,
  partnerId: 'PARTNER01',
  rrn: '260115000018',
  sign: 'D',
  currencyCode: 'USD',
  theirAmount: 20,
  exceptionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e92',
}

export function reconciliationReply({ businessDate: date, result: found, ...record }: ReconciliationRecord): object {
  return {
    ...record,
    businessDate: dashedDate(date),
    ...(found !== undefined && { result: { ...found, sums: found.sums.map(sumsReply) } }),
  }
}

function sumsReply({ currency, ...sums }: Sums): object {
  const amounts = Object.entries(sums).map(([name, minor]) => [name, numberFromMinor(BigInt(minor), currency)])
  return { currencyCode: currency, ...Object.fromEntries(amounts) }
}

export function differenceReply({
  isCredit,
  currency,
  theirMinor,
  ourMinor,
  ...shown
}: Omit<Difference, 'seq' | 'kind' | 'partnerId'>): object {
  return {
    ...shown,
    sign: isCredit ? 'C' : 'D',
    currencyCode: currency,
    ...(theirMinor !== undefined && { theirAmount: numberFromMinor(theirMinor, currency) }),
    ...(ourMinor !== undefined && { ourAmount: numberFromMinor(ourMinor, currency) }),
  }
}
