// Counts and sums of a comparison.

import type { Sql } from '../../../platform/storage/database.ts'
import type { DifferenceKind, ReconciliationResult, Sums } from '../reconciliation-record.ts'
import type { MatchRun } from './match-run.ts'
import { SUM_DIFFERENCES, SUM_LINES, SUM_ORDERS } from './match-statement.ts'

interface SumRow {
  currency: string
  is_credit: boolean
  count: bigint
  minor: string
}

interface DifferenceSumRow {
  kind: DifferenceKind
  currency: string
  count: bigint
  minor: string
  lines: bigint
}

export async function readResult(
  database: Sql,
  { institutionId, reconciliationId, uploadId, businessDate, lines }: Omit<MatchRun, 'run' | 'source'>,
  partnerIds: readonly string[],
): Promise<ReconciliationResult> {
  // One after the other: they may be long, and the embedded database has one connection.
  const theirs = (await database.query<SumRow>(SUM_LINES, [institutionId, uploadId])).rows
  const ours = (await database.query<SumRow>(SUM_ORDERS, [institutionId, businessDate, partnerIds])).rows
  const differing = (await database.query<DifferenceSumRow>(SUM_DIFFERENCES, [institutionId, reconciliationId])).rows
  const countOf = (kind: DifferenceKind) =>
    differing.reduce((sum, row) => sum + (row.kind === kind ? Number(row.count) : 0), 0)
  const [missingHere, missingThere, different, duplicates] = [
    countOf('MISSING_HERE'),
    countOf('MISSING_THERE'),
    countOf('DIFFERENT'),
    countOf('DUPLICATE'),
  ]
  const currencies = new Set([...theirs, ...ours, ...differing].map((row) => row.currency))
  return {
    orders: ours.reduce((sum, row) => sum + Number(row.count), 0),
    matched: lines - missingHere - different - duplicates,
    // Those without a line belong to the files of the other dates.
    otherDate: differing.reduce((sum, row) => sum + (row.kind === 'OTHER_DATE' ? Number(row.lines) : 0), 0),
    missingHere,
    missingThere,
    different,
    duplicates,
    sums: [...currencies].sort().map((currency) => sumsOf(currency, theirs, ours, differing)),
  }
}

function sumsOf(
  currency: string,
  theirs: readonly SumRow[],
  ours: readonly SumRow[],
  differing: readonly DifferenceSumRow[],
): Sums {
  const side = (rows: readonly SumRow[], isCredit: boolean) =>
    rows.find((row) => row.currency === currency && row.is_credit === isCredit)?.minor ?? '0'
  const of = (kind: DifferenceKind) =>
    differing.find((row) => row.currency === currency && row.kind === kind)?.minor ?? '0'
  return {
    currency,
    theirDebits: side(theirs, false),
    theirCredits: side(theirs, true),
    ourDebits: side(ours, false),
    ourCredits: side(ours, true),
    missingHere: of('MISSING_HERE'),
    missingThere: of('MISSING_THERE'),
    different: of('DIFFERENT'),
  }
}
