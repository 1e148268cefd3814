// The filters of the search.

import { type Filter, FilterBar } from '../../kit/list/filter-bar.tsx'
import type { UrlValues } from '../../kit/page/url-state.ts'
import { RESPONSE_CODE_CHOICES } from './response-codes.ts'
import { STATUS_CHOICES, TYPE_CHOICES } from './transaction-words.ts'

const USUAL: readonly Filter[] = [
  { kind: 'search', name: 'rrn', label: 'RRN', placeholder: 'Whole number', width: 180 },
  { kind: 'date', name: 'dateFrom', label: 'Date from' },
  { kind: 'date', name: 'dateTo', label: 'Date to' },
  { kind: 'institution', name: 'institutionId', label: 'Institution', width: 200 },
  { kind: 'choices', name: 'status', label: 'Status', choices: STATUS_CHOICES, width: 170 },
  { kind: 'choices', name: 'type', label: 'Type', choices: TYPE_CHOICES, width: 220 },
]

const RARE: readonly Filter[] = [
  { kind: 'text', name: 'accountId', label: 'Account' },
  { kind: 'text', name: 'panLast4', label: 'Card ends in', placeholder: '0010', width: 130 },
  { kind: 'text', name: 'terminalId', label: 'Terminal', placeholder: 'ATM00001' },
  { kind: 'text', name: 'authId', label: 'Authorization id' },
  { kind: 'text', name: 'amountMin', label: 'Amount from', width: 130 },
  { kind: 'text', name: 'amountMax', label: 'Amount to', width: 130 },
  { kind: 'text', name: 'currencyCode', label: 'Currency', placeholder: 'USD', width: 110 },
  { kind: 'instant', name: 'from', label: 'Recorded from' },
  { kind: 'instant', name: 'to', label: 'Recorded before' },
  { kind: 'text', name: 'partnerId', label: 'Partner' },
  { kind: 'text', name: 'correlationId', label: 'Correlation id', width: 330 },
]

export interface TransactionFiltersProps {
  readonly values: UrlValues
  onChange(values: UrlValues): void
}

export function TransactionFilters({ values, onChange }: TransactionFiltersProps) {
  const responseCode: Filter = {
    kind: 'choices',
    name: 'responseCode',
    label: 'Response code',
    width: 260,
    choices: withChosen(values.responseCode),
  }
  return (
    <FilterBar
      filters={[...USUAL, ...[responseCode, ...RARE].map((filter) => ({ ...filter, isRare: true }))]}
      values={values}
      onChange={onChange}
      views={{ urlPrefix: '', sort: undefined }}
      note="Dates are business dates of the institution. Amounts need a currency. Times are in your time zone. Inquiries are found only when their type is chosen."
    />
  )
}

/** A code of the address stays a choice, also one that the console does not know. */
function withChosen(chosen: string | undefined) {
  const missing = (chosen ?? '')
    .split(',')
    .filter((code) => code !== '' && !RESPONSE_CODE_CHOICES.some(({ value }) => value === code))
  return [...missing.map((value) => ({ value, label: value })), ...RESPONSE_CODE_CHOICES]
}
