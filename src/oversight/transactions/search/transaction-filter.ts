// The filter of a search, and its conditions in SQL. Institution and dates are not among them: they come from the index that
// the search walks (window-statements.ts).

import type { Scope } from '../../../platform/kernel/scope.ts'
import { type BusinessDate, DAY_MS } from '../../../platform/kernel/time/clock.ts'
import { Conditions } from '../../../platform/storage/statements/list-query.ts'
import type { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { INQUIRY_TYPES, statusCondition, type TransactionStatus } from '../transaction-record.ts'

export interface TransactionFilter {
  readonly institutionId?: string | undefined
  /** Business dates, both inclusive. */
  readonly dateFrom?: BusinessDate | undefined
  readonly dateTo?: BusinessDate | undefined
  /** Inclusive. */
  readonly fromMs?: number | undefined
  /** Exclusive, so that adjacent ranges share no transaction. */
  readonly toMs?: number | undefined
  readonly rrn?: string | undefined
  readonly authId?: string | undefined
  /** Inquiries are found only when one of their types is named. */
  readonly types?: readonly string[] | undefined
  readonly responseCodes?: readonly string[] | undefined
  readonly statuses?: readonly TransactionStatus[] | undefined
  readonly terminalId?: string | undefined
  readonly accountId?: string | undefined
  readonly panLast4?: string | undefined
  /** In minor units of `currency`, both inclusive. */
  readonly amountMinMinor?: bigint | undefined
  readonly amountMaxMinor?: bigint | undefined
  readonly currency?: string | undefined
  readonly partnerId?: string | undefined
  readonly correlationId?: string | undefined
}

export type SourceName = 'transactions' | 'inquiries'

/** The tables that can hold matches. */
export function sourcesOf({ types }: TransactionFilter): SourceName[] {
  if (types === undefined) return ['transactions']
  const ofInquiries = types.filter((type) => (INQUIRY_TYPES as readonly string[]).includes(type))
  const sources: SourceName[] = []
  if (types.length > ofInquiries.length) sources.push('transactions')
  if (ofInquiries.length > 0) sources.push('inquiries')
  return sources
}

/** The business dates that matches can have. */
export interface DateRange {
  readonly first: BusinessDate
  readonly last: BusinessDate
}

const FIRST_DATE = '00000000'
const LAST_DATE = '99999999'

/**
 * An instant has business dates from one day before its UTC date (a time zone west of Greenwich) to two days after it (a time
 * zone east of Greenwich, after the cutover).
 */
export function dateRangeOf({ dateFrom, dateTo, fromMs, toMs }: TransactionFilter): DateRange {
  const first = fromMs === undefined ? FIRST_DATE : utcDate(fromMs - DAY_MS)
  const last = toMs === undefined ? LAST_DATE : utcDate(toMs + 2 * DAY_MS)
  return {
    first: dateFrom !== undefined && dateFrom > first ? dateFrom : first,
    last: dateTo !== undefined && dateTo < last ? dateTo : last,
  }
}

function utcDate(epochMs: number): BusinessDate {
  const year = new Date(epochMs).getUTCFullYear()
  if (year < 1) return FIRST_DATE
  return year > 9999 ? LAST_DATE : new Date(epochMs).toISOString().slice(0, 10).replaceAll('-', '')
}

/**
 * The conditions on a row `t` of the source besides institution and dates. `true` when every row matches. `institution` is
 * OF_ROW, or the value of the one whose server is asked.
 */
export function filterConditions(
  source: SourceName,
  filter: TransactionFilter,
  scope: Scope,
  parameters: Parameters,
  institution: string,
): string {
  const where = new Conditions(parameters)
  addScope(where, scope, parameters)
  where.addFor(instant(filter.fromMs), (value) => `t.recorded_at >= ${value}`)
  where.addFor(instant(filter.toMs), (value) => `t.recorded_at < ${value}`)
  where.addFor(filter.rrn, (value) => `t.rrn = ${value}`)
  where.addFor(filter.authId, (value) => `t.auth_id = ${value}`)
  where.addFor(filter.types, (value) => `t.type = ANY (${value}::text[])`)
  where.addFor(filter.responseCodes, (value) => `t.response_code = ANY (${value}::text[])`)
  where.addFor(filter.terminalId, (value) => `t.terminal_id = ${value}`)
  // Not in the column's collation: an account that is walked has too many rows for transactions_by_account.
  where.addFor(filter.accountId, (value) => `t.account_id COLLATE "POSIX" = ${value}`)
  where.addFor(filter.panLast4, (value) => `right(t.masked_pan, 4) = ${value}`)
  where.addFor(filter.partnerId, (value) => `t.partner_id = ${value}`)
  where.addFor(filter.correlationId, (value) => `t.correlation_id = ${value}`)
  addStatuses(where, source, filter, institution)
  addMoney(where, source, filter)
  return where.toString()
}

/** The condition under which a row `t` is visible from a scope, besides the institution. */
export function addScope(where: Conditions, { institutionId, subTenantId }: Scope, parameters: Parameters): void {
  if (institutionId === undefined || subTenantId === undefined) return
  where.add(`t.terminal_id IN (SELECT terminal_id FROM terminals
                                WHERE institution_id = ${parameters.add(institutionId)} AND sub_tenant_id = ${parameters.add(subTenantId)})`)
}

function addStatuses(
  where: Conditions,
  source: SourceName,
  { statuses }: TransactionFilter,
  institution: string,
): void {
  if (statuses === undefined) return
  // Nothing of an inquiry can be reversed.
  const isPossible = (status: TransactionStatus) =>
    source === 'transactions' || !['PARTIALLY_REVERSED', 'REVERSED'].includes(status)
  const conditions = statuses
    .filter(isPossible)
    .map((status) =>
      source === 'inquiries' && status === 'APPROVED'
        ? `t.response_code = '000'`
        : statusCondition(status, institution),
    )
  where.add(conditions.length === 0 ? 'false' : `(${conditions.map((one) => `(${one})`).join(' OR ')})`)
}

/** An inquiry has neither amount nor currency. */
function addMoney(where: Conditions, source: SourceName, filter: TransactionFilter): void {
  const { currency, amountMinMinor, amountMaxMinor } = filter
  if (currency === undefined && amountMinMinor === undefined && amountMaxMinor === undefined) return
  if (source === 'inquiries') {
    where.add('false')
    return
  }
  where.addFor(currency, (value) => `t.currency = ${value}`)
  where.addFor(amountMinMinor, (value) => `t.amount_minor >= ${value}`)
  where.addFor(amountMaxMinor, (value) => `t.amount_minor <= ${value}`)
}

function instant(epochMs: number | undefined): Date | undefined {
  return epochMs === undefined ? undefined : new Date(epochMs)
}
