// The filter of a search between the address and the gateway. The names in the address are those of the API, so that every
// link to the list, also from the dashboard, says what it shows.

import { listOf, present } from '../../kit/list/record-list.tsx'
import type { UrlValues } from '../../kit/page/url-state.ts'
import { formatDate, formatInstant } from '../../kit/show/format.ts'
import { responseCodeInWords } from './response-codes.ts'
import {
  STATUSES,
  type TransactionFilter,
  type TransactionStatus,
  type TransactionType,
  typeInWords,
} from './transaction-words.ts'

export const FILTER_NAMES = [
  'institutionId',
  'dateFrom',
  'dateTo',
  'from',
  'to',
  'rrn',
  'authId',
  'type',
  'responseCode',
  'status',
  'terminalId',
  'accountId',
  'panLast4',
  'amountMin',
  'amountMax',
  'currencyCode',
  'partnerId',
  'correlationId',
] as const satisfies readonly (keyof TransactionFilter)[]

export function filterOfUrl(url: UrlValues): TransactionFilter {
  const text = (name: (typeof FILTER_NAMES)[number]) => (url[name] === '' ? undefined : url[name])
  return present({
    institutionId: text('institutionId'),
    dateFrom: text('dateFrom'),
    dateTo: text('dateTo'),
    from: text('from'),
    to: text('to'),
    rrn: text('rrn'),
    authId: text('authId'),
    type: listOf<TransactionType>(url.type),
    responseCode: listOf(url.responseCode),
    status: listOf<TransactionStatus>(url.status),
    terminalId: text('terminalId'),
    accountId: text('accountId'),
    panLast4: text('panLast4'),
    amountMin: numberOf(url.amountMin),
    amountMax: numberOf(url.amountMax),
    currencyCode: text('currencyCode')?.toUpperCase(),
    partnerId: text('partnerId'),
    correlationId: text('correlationId'),
  })
}

/** What is no number is sent all the same: the gateway says so. */
function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text)
}

/** The address of the list with a filter. */
export function urlOfFilter(filter: TransactionFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** One phrase for each part of the filter: `Business date from 1 Jan 2026`. */
export function filterInWords(filter: TransactionFilter): string[] {
  const { currencyCode = '' } = filter
  const phrases: Record<keyof TransactionFilter, string | undefined> = {
    institutionId: said('Institution', filter.institutionId),
    dateFrom: said('Business date from', filter.dateFrom, formatDate),
    dateTo: said('Business date up to', filter.dateTo, formatDate),
    from: said('Recorded from', filter.from, formatInstant),
    to: said('Recorded before', filter.to, formatInstant),
    rrn: said('RRN', filter.rrn),
    authId: said('Authorization', filter.authId),
    type: filter.type?.map((type) => typeInWords(type)).join(' or '),
    responseCode: said('Response code', filter.responseCode?.map(responseCodeInWords).join(' or ')),
    status: filter.status?.map((status) => STATUSES[status]?.words ?? status).join(' or '),
    terminalId: said('Terminal', filter.terminalId),
    accountId: said('Account', filter.accountId),
    panLast4: said('Card ending in', filter.panLast4),
    amountMin: said('Amount from', filter.amountMin, (amount) => `${amount} ${currencyCode}`),
    amountMax: said('Amount up to', filter.amountMax, (amount) => `${amount} ${currencyCode}`),
    currencyCode: said('Currency', filter.currencyCode),
    partnerId: said('Partner', filter.partnerId),
    correlationId: said('Correlation id', filter.correlationId),
  }
  return Object.values(phrases).filter((phrase) => phrase !== undefined)
}

function said<Value extends string | number>(
  name: string,
  value: Value | undefined,
  written: (value: Value) => string = String,
): string | undefined {
  return value === undefined ? undefined : `${name} ${readable(value, written)}`
}

/** The address may contain an invalid date. */
function readable<Value>(value: Value, written: (value: Value) => string): string {
  try {
    return written(value)
  } catch {
    return String(value)
  }
}
