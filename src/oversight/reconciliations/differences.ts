// What a comparison has found, as it is shown.

import type { Sql } from '../../platform/storage/database.ts'
import { Conditions, type ListPage, limitTo, type PageRequest } from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { DifferenceKind } from './reconciliation-record.ts'

export interface Difference {
  readonly seq: number
  readonly kind: DifferenceKind
  /** Of the file. */
  readonly line?: number
  readonly partnerId: string
  /** As the source knows it. */
  readonly rrn: string
  readonly isCredit: boolean
  readonly currency: string
  readonly theirMinor?: bigint
  readonly ourMinor?: bigint
  /** The order that it is about. */
  readonly transactionId?: string
  readonly exceptionId?: string
}

export interface DifferenceRow {
  seq: bigint
  kind: DifferenceKind
  line: number | null
  partner_id: string
  rrn: string
  is_credit: boolean
  currency: string
  their_minor: bigint | null
  our_minor: bigint | null
  transaction_id: string | null
  our_rrn: string | null
  account_id: string | null
  type: string | null
  terminal_id: string | null
  exception_id: string | null
}

interface Of {
  readonly institutionId: string
  readonly reconciliationId: string
}

export async function listDifferences(
  sql: Sql,
  { institutionId, reconciliationId }: Of,
  kinds: readonly DifferenceKind[] | undefined,
  page: PageRequest,
): Promise<ListPage<Difference>> {
  const whereOf = (parameters: Parameters) => {
    const where = new Conditions(parameters)
    where.addFor(institutionId, (value) => `d.institution_id = ${value}`)
    where.addFor(reconciliationId, (value) => `d.reconciliation_id = ${value}::uuid`)
    where.addFor(kinds, (value) => `d.kind = ANY (${value}::text[])`)
    return where.toString()
  }
  const counting = new Parameters()
  const counted = await sql.query<{ total: bigint }>(
    `SELECT count(*) AS total FROM reconciliation_differences d WHERE ${whereOf(counting)}`,
    counting.values,
  )
  const paging = new Parameters()
  const { rows } = await sql.query<DifferenceRow>(
    `SELECT d.* FROM reconciliation_differences d WHERE ${whereOf(paging)} ORDER BY d.seq ${limitTo(page, paging)}`,
    paging.values,
  )
  return { items: rows.map(differenceOf), total: Number(counted.rows[0]?.total ?? 0n) }
}

function differenceOf(row: DifferenceRow): Difference {
  return {
    seq: Number(row.seq),
    kind: row.kind,
    ...(row.line !== null && { line: row.line }),
    partnerId: row.partner_id,
    rrn: row.rrn,
    isCredit: row.is_credit,
    currency: row.currency,
    ...(row.their_minor !== null && { theirMinor: row.their_minor }),
    ...(row.our_minor !== null && { ourMinor: row.our_minor }),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
    ...(row.exception_id !== null && { exceptionId: row.exception_id }),
  }
}
