// Finds a transaction, or an inquiry, by its id alone. No index has the id in front: it would cost every posting what the index
// by date does (decision 21). An id begins with its time, so its business date is one of a few, and the index by date finds it.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { type BusinessDate, DAY_MS, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { Conditions } from '../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { institutionsOf } from '../search/searched-institutions.ts'
import { addScope, type SourceName } from '../search/transaction-filter.ts'
import type { SearchedSql } from '../search/window-statements.ts'
import { INQUIRY_COLUMNS, OF_ROW, type TransactionRow, transactionColumns } from '../transaction-record.ts'

/** A row with what only the detail shows. */
export interface DetailRow extends TransactionRow {
  /** Empty while there is none; null on inquiries, whose answers are not kept. */
  response: string | null
  /** Whether anything was reversed or reserved for it. */
  has_reversals: boolean
  /** The stop that it was declined for. */
  stop_id: string | null
}

const SOURCES = {
  transactions: {
    table: 'transactions',
    id: 't.transaction_id',
    columns: (institution: string) =>
      `${transactionColumns(institution)}, t.response, t.reversed_minor > 0 AS has_reversals, t.stop_id`,
  },
  inquiries: {
    table: 'inquiries',
    id: 't.inquiry_id',
    columns: () => `${INQUIRY_COLUMNS}, NULL::text AS response, false AS has_reversals, t.stop_id`,
  },
} as const satisfies Record<SourceName, object>

/** Undefined when there is none in scope. */
export async function findTransaction(sql: SearchedSql, scope: Scope, id: string): Promise<DetailRow | undefined> {
  if (!isUuid(id)) return undefined
  if (!sql.isDistributed) return await findIn(sql, scope, undefined, id)
  // Each institution at its own server.
  for (const institutionId of await institutionsOf(sql, scope, {})) {
    // Terminals of a sub-tenant are not at that server, so they are compared afterwards.
    const row = await findIn(sql, { institutionId }, institutionId, id)
    if (row !== undefined) return (await isOfScope(sql, row, scope)) ? row : undefined
  }
  return undefined
}

async function isOfScope(sql: SearchedSql, row: DetailRow, { subTenantId }: Scope): Promise<boolean> {
  if (subTenantId === undefined) return true
  const { rowCount } = await sql.query(
    'SELECT 1 FROM terminals WHERE institution_id = $1 AND terminal_id = $2 AND sub_tenant_id = $3',
    [row.institution_id, row.terminal_id, subTenantId],
  )
  return rowCount > 0
}

/** `placed` names the one institution to look at, on distributed books. */
async function findIn(
  sql: SearchedSql,
  scope: Scope,
  placed: string | undefined,
  id: string,
): Promise<DetailRow | undefined> {
  for (const source of ['transactions', 'inquiries'] as const) {
    const row = await findNear(sql, source, { scope, placed, id })
    if (row !== undefined) return row
  }
  for (const source of ['transactions', 'inquiries'] as const) {
    const row = await findAnywhere(sql, source, { scope, placed, id })
    if (row !== undefined) return row
  }
  return undefined
}

/** By the business dates around the time in the id. */
async function findNear(sql: SearchedSql, source: SourceName, wanted: Wanted): Promise<DetailRow | undefined> {
  const epochMs = Number.parseInt(wanted.id.replaceAll('-', '').slice(0, 12), 16)
  const parameters = new Parameters()
  const dates = parameters.add(datesAround(epochMs))
  return await first(sql, source, wanted, parameters, `SELECT unnest(${dates}::text[]) AS business_date`)
}

/**
 * An id may lie ahead of its record: after its clock was set back a node goes on with the ids it had reached. So all dates of
 * the institution are tried, each found from the one before.
 */
async function findAnywhere(sql: SearchedSql, source: SourceName, wanted: Wanted): Promise<DetailRow | undefined> {
  const { table } = SOURCES[source]
  const parameters = new Parameters()
  const at = atServer('n', wanted, parameters)
  const next = (condition: string) =>
    `(SELECT n.business_date FROM ${table} n
       WHERE ${at}n.institution_id COLLATE "POSIX" = i.institution_id ${condition}
       ORDER BY n.business_date COLLATE "C" DESC LIMIT 1)`
  const dates = `
    WITH RECURSIVE dates (business_date) AS (
      SELECT ${next('')}
      UNION ALL
      SELECT ${next('AND n.business_date COLLATE "C" < dates.business_date')} FROM dates WHERE dates.business_date IS NOT NULL)
    SELECT business_date FROM dates WHERE business_date IS NOT NULL`
  return await first(sql, source, wanted, parameters, dates)
}

async function first(
  sql: SearchedSql,
  source: SourceName,
  wanted: Wanted,
  parameters: Parameters,
  dates: string,
): Promise<DetailRow | undefined> {
  const { table, id, columns } = SOURCES[source]
  const where = new Conditions(parameters)
  const { scope } = wanted
  addScope(where, scope, parameters)
  const institutionId = wanted.placed ?? scope.institutionId
  const institutions =
    institutionId === undefined ? 'institutions' : `(SELECT ${parameters.add(institutionId)}::text AS institution_id)`
  const { rows } = await sql.query<DetailRow>(
    `SELECT r.*
       FROM ${institutions} AS i
      CROSS JOIN LATERAL (${dates}) AS d
      CROSS JOIN LATERAL (
            SELECT ${columns(wanted.placed === undefined ? OF_ROW : parameters.add(wanted.placed))} FROM ${table} t
             WHERE ${atServer('t', wanted, parameters)}t.institution_id COLLATE "POSIX" = i.institution_id AND t.business_date COLLATE "C" = d.business_date
               AND ${id} = ${parameters.add(wanted.id)} AND ${where}
            OFFSET 0) AS r
      LIMIT 1`,
    parameters.values,
  )
  return rows[0]
}

interface Wanted {
  readonly scope: Scope
  /** On distributed books: the institution whose server is asked. */
  readonly placed: string | undefined
  readonly id: string
}

function atServer(row: string, { placed }: Wanted, parameters: Parameters): string {
  return placed === undefined ? '' : `${row}.institution_id = ${parameters.add(placed)} AND `
}

function datesAround(epochMs: number): BusinessDate[] {
  if (epochMs > Date.UTC(9990, 0)) return []
  return [-1, 0, 1, 2].map((days) =>
    isoTimestamp(epochMs + days * DAY_MS)
      .slice(0, 10)
      .replaceAll('-', ''),
  )
}
