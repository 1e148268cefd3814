// The filter of a search of transactions on the wire.

import { type Static, Type } from 'typebox'
import type { Findings } from '../../../../edge/http/body/validation.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { identifier, uuid } from '../../../../edge/resource/record-shapes.ts'
import type { TransactionFilter } from '../../../../oversight/transactions/search/transaction-filter.ts'
import { INQUIRY_TYPES, TRANSACTION_STATUSES } from '../../../../oversight/transactions/transaction-record.ts'
import { isCurrency } from '../../../../platform/kernel/money/currencies.ts'
import { minorFromNumber } from '../../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import { isCalendarDate } from '../../../../platform/kernel/time/clock.ts'
import { instant } from '../instants.ts'

const MAX_ITEMS = 200

const TYPES = [
  'CASHWITHDRAWAL',
  'CARDLESSWITHDRAWAL',
  'CASHDEPOSIT',
  'CHECKDEPOSIT',
  'CASHCHECKDEPOSIT',
  'TRANSFER',
  'BILLPAYMENT',
  'CASHWITHDRAWALREVERSAL',
  'CASHDEPOSITREVERSAL',
  'CHECKDEPOSITREVERSAL',
  'CASHCHECKDEPOSITREVERSAL',
  'TRANSFERREVERSAL',
  'CARDLESSREVERSAL',
  'BILLPAYMENTREVERSAL',
  ...INQUIRY_TYPES,
]

function businessDate(description: string) {
  const schema = Type.String({
    description,
    format: 'date',
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    expected: 'must be a date such as 2026-01-31',
  })
  return Type.Refine(schema, (text) => isCalendarDate(text.replaceAll('-', '')))
}

const moment = (description: string) => instant(description, '2026-01-31T00:00:00.000Z', { maxLength: 40 })

const amount = (description: string) =>
  Type.Number({ description, minimum: 0, expected: 'must be a number of at least 0' })

export const transactionFilter = Type.Object({
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  dateFrom: Type.Optional(chosen(businessDate('From this business date on'))),
  dateTo: Type.Optional(chosen(businessDate('Up to and including this business date'))),
  from: Type.Optional(chosen(moment('Recorded at or after this instant'))),
  to: Type.Optional(chosen(moment('Recorded before this instant'))),
  rrn: Type.Optional(chosen(identifier('Retrieval reference number'))),
  authId: Type.Optional(chosen(identifier('Authorization id; unique within a business date only'))),
  type: Type.Optional(
    chosen(
      Type.Array(Type.Enum(TYPES, { expected: `must be one of ${TYPES.join(', ')}` }), {
        description: 'One of these. Inquiries are found only when their type is named',
        maxItems: MAX_ITEMS,
        expected: `must be at most ${MAX_ITEMS} types`,
      }),
    ),
  ),
  responseCode: Type.Optional(
    chosen(
      Type.Array(Type.String({ pattern: '^[0-9]{3}$', expected: 'must be three digits' }), {
        description: 'One of these',
        maxItems: MAX_ITEMS,
        expected: `must be at most ${MAX_ITEMS} codes`,
      }),
    ),
  ),
  status: Type.Optional(
    chosen(
      Type.Array(
        Type.Enum([...TRANSACTION_STATUSES], { expected: `must be one of ${TRANSACTION_STATUSES.join(', ')}` }),
        { description: 'One of these', maxItems: MAX_ITEMS, expected: `must be at most ${MAX_ITEMS} statuses` },
      ),
    ),
  ),
  terminalId: Type.Optional(chosen(identifier('The terminal'))),
  accountId: Type.Optional(chosen(identifier('The account that the order names; of a transfer, the source'))),
  panLast4: Type.Optional(
    chosen(
      Type.String({
        description: 'The last four digits of the card',
        pattern: '^[0-9]{4}$',
        expected: 'must be four digits',
      }),
    ),
  ),
  amountMin: Type.Optional(chosen(amount('At least this amount; needs currencyCode'))),
  amountMax: Type.Optional(chosen(amount('At most this amount; needs currencyCode'))),
  currencyCode: Type.Optional(
    chosen(
      Type.Refine(
        Type.String({
          description: 'ISO 4217 code',
          pattern: '^[A-Z]{3}$',
          expected: 'must be an ISO 4217 currency code',
        }),
        isCurrency,
      ),
    ),
  ),
  partnerId: Type.Optional(chosen(identifier('The partner'))),
  correlationId: Type.Optional(chosen(uuid('The request'))),
})

export type SentFilter = Static<typeof transactionFilter>

/** The rules across fields. `prefix` is the path of the filter in the body. */
export function checkFilter(sent: SentFilter, found: Findings, prefix = ''): void {
  checkAmounts(sent, found, prefix)
  for (const [first, last] of RANGES) {
    if (!found.areValid(`${prefix}${first}`, `${prefix}${last}`)) continue
    const [start, end] = [sent[first], sent[last]]
    if (start === undefined || end === undefined || numberOf(start) <= numberOf(end)) continue
    found.add(`${prefix}${last}`, `must not be less than ${first}`)
  }
}

const RANGES = [
  ['dateFrom', 'dateTo'],
  ['from', 'to'],
  ['amountMin', 'amountMax'],
] as const

/** A date or an instant as a number, to compare it. */
function numberOf(value: string | number): number {
  return typeof value === 'number' ? value : Date.parse(value)
}

/** Amounts need their currency, and must be exact in it. */
function checkAmounts(sent: SentFilter, found: Findings, prefix: string): void {
  const { currencyCode } = sent
  for (const name of ['amountMin', 'amountMax'] as const) {
    const value = sent[name]
    if (value === undefined || !found.areValid(`${prefix}${name}`, `${prefix}currencyCode`)) continue
    if (currencyCode === undefined) found.add(`${prefix}currencyCode`, `is required with ${name}`)
    else if (minorFromNumber(value, currencyCode) === undefined) {
      found.add(`${prefix}${name}`, `must be exact in ${currencyCode}`)
    }
  }
}

/** An empty list is as good as none. */
export function filterOf(sent: SentFilter): TransactionFilter {
  const { institutionId, dateFrom, dateTo, from, to, rrn, authId, terminalId, accountId, panLast4, currencyCode } = sent
  const filled = <T>(items: readonly T[] | undefined) => (items?.length === 0 ? undefined : items)
  const present: TransactionFilter = {
    institutionId,
    dateFrom: dateFrom?.replaceAll('-', ''),
    dateTo: dateTo?.replaceAll('-', ''),
    fromMs: from === undefined ? undefined : Date.parse(from),
    toMs: to === undefined ? undefined : Date.parse(to),
    rrn,
    authId,
    types: filled(sent.type),
    responseCodes: filled(sent.responseCode),
    statuses: filled(sent.status),
    terminalId,
    accountId,
    panLast4,
    amountMinMinor: minorOf(sent.amountMin, currencyCode),
    amountMaxMinor: minorOf(sent.amountMax, currencyCode),
    currency: currencyCode,
    partnerId: sent.partnerId,
    correlationId: sent.correlationId?.toLowerCase(),
  }
  return Object.fromEntries(Object.entries(present).filter(([, value]) => value !== undefined))
}

function minorOf(amount: number | undefined, currency: string | undefined): bigint | undefined {
  if (amount === undefined) return undefined
  const minor = currency === undefined ? undefined : minorFromNumber(amount, currency)
  if (minor === undefined) throw invalidFields([{ path: 'currencyCode', message: 'is required with an amount' }])
  return minor
}

export const FILTER_EXAMPLE = {
  dateFrom: '2026-01-01',
  dateTo: '2026-01-31',
  type: ['CASHWITHDRAWAL'],
  status: ['DECLINED'],
  amountMin: 100,
  currencyCode: 'USD',
}
