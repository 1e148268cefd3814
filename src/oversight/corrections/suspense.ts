// Suspense accounts by item and age. What stands on one is what was put there last: money that leaves it settles the oldest items of
// the other side first. Items are what corrections, write-offs of exceptions and cash of terminals have posted.

import type { Scope } from '../../platform/kernel/scope.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { SUSPENSE_ACCOUNTS } from './correction.ts'
import { correctionProblem } from './correction-problems.ts'

/** Items of an account that are looked through. */
const MOST_ITEMS = 10_000
/** Items that are shown of an account, oldest first. */
const MOST_SHOWN = 200

export interface SuspenseBalance {
  readonly institutionId: string
  readonly account: string
  readonly currency: string
  /** Credits are positive. */
  readonly balanceMinor: bigint
  readonly items: readonly SuspenseItem[]
  /** What stands there from before the items that are looked through, and from archived months. */
  readonly earlierMinor: bigint
}

export interface SuspenseItem {
  readonly journalId: string
  readonly atMs: number
  readonly businessDate: string
  readonly kind: string
  readonly amountMinor: bigint
  /** What is left of it. */
  readonly openMinor: bigint
  readonly correctionId?: string
  readonly exceptionId?: string
  readonly transactionId?: string
}

interface ItemRow {
  account: string
  currency: string
  journal_id: string
  recorded_at: Date
  effective_date: string
  kind: string
  amount_minor: bigint
  correction_id: string | null
  exception_id: string | null
  transaction_id: string | null
}

// Every journal that moves a suspense account belongs to a record of one of these tables.
const SOURCES = `
  SELECT c.correction_id AS journal_id, c.correction_id, c.exception_id, c.transaction_id
    FROM corrections c WHERE c.institution_id = $1
   UNION ALL
  SELECT e.journal_id, NULL, e.transaction_id, e.original_id
    FROM exception_resolutions e
   WHERE e.institution_id = $1 AND e.action = 'WRITE_OFF' AND e.journal_id IS NOT NULL
   UNION ALL
  SELECT d.journal_id, NULL, d.advice_id, d.transaction_id
    FROM declined_advices d
   WHERE d.institution_id = $1 AND d.action = 'WRITE_OFF' AND d.journal_id IS NOT NULL
   UNION ALL
  SELECT m.movement_id, NULL, k.movement_id, NULL
    FROM cash_movements m
    LEFT JOIN cash_differences k ON k.institution_id = $1 AND k.movement_id = m.movement_id
   WHERE m.institution_id = $1 AND m.is_posted
   UNION ALL
  SELECT k.journal_id, NULL, k.movement_id, NULL
    FROM cash_differences k
   WHERE k.institution_id = $1 AND k.action = 'WRITE_OFF'`

const ITEMS = `
  SELECT l.account, l.currency, j.journal_id, j.recorded_at, j.effective_date, j.kind, l.amount_minor,
         s.correction_id, s.exception_id, s.transaction_id
    FROM (${SOURCES}) AS s
    JOIN journals j ON j.institution_id = $1 AND j.journal_id = s.journal_id
   CROSS JOIN LATERAL unnest(string_to_array(j.books, NULL), j.accounts, j.currencies, j.amounts_minor)
         AS l (book, account, currency, amount_minor)
   WHERE l.book = 'G' AND l.account = ANY ($2::text[])
   ORDER BY j.recorded_at DESC, j.journal_id DESC
   LIMIT ${MOST_ITEMS}`

export class Suspense {
  readonly #database: Database
  readonly #clock: Clock

  /** `clock`: the bank's, which the sandbox can move. */
  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** What the age of an item is counted to. */
  nowMs(): number {
    return this.#clock.now()
  }

  /** Those of an institution that are not empty. Refusals: `institution-not-found`. */
  async balances(scope: Scope, institutionId: string): Promise<readonly SuspenseBalance[]> {
    const isOutside = scope.institutionId !== undefined && scope.institutionId !== institutionId
    if (isOutside || scope.subTenantId !== undefined || !(await isKnown(this.#database, institutionId)))
      throw correctionProblem('institution-not-found', 'there is no such institution')
    const [balances, { rows }] = await Promise.all([
      readBalances(this.#database, institutionId),
      this.#database.query<ItemRow>(ITEMS, [institutionId, SUSPENSE_ACCOUNTS]),
    ])
    return balances.map(({ account, currency, amount_minor: balanceMinor }) => ({
      institutionId,
      account,
      currency,
      balanceMinor,
      ...openItems(
        balanceMinor,
        rows.filter((row) => row.account === account && row.currency === currency),
      ),
    }))
  }
}

async function isKnown(sql: Sql, institutionId: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM institutions WHERE institution_id = $1', [institutionId])
  return rowCount > 0
}

interface BalanceRow {
  account: string
  currency: string
  amount_minor: bigint
}

async function readBalances(sql: Sql, institutionId: string): Promise<readonly BalanceRow[]> {
  const { rows } = await sql.query<BalanceRow>(
    `SELECT account, currency, sum(amount_minor)::bigint AS amount_minor
       FROM (SELECT account, currency, amount_minor FROM general_ledger_totals
              WHERE institution_id = $1 AND account = ANY ($2::text[])
              UNION ALL
             SELECT account, currency, amount_minor FROM general_ledger_deltas
              WHERE institution_id = $1 AND account = ANY ($2::text[])) AS parts
      GROUP BY account, currency
     HAVING sum(amount_minor) <> 0
      ORDER BY account, currency`,
    [institutionId, SUSPENSE_ACCOUNTS],
  )
  return rows
}

/** The newest items on the side of the balance that add up to it, oldest first. */
function openItems(balanceMinor: bigint, newestFirst: readonly ItemRow[]) {
  const isCredit = balanceMinor > 0n
  const items: SuspenseItem[] = []
  let leftMinor = balanceMinor
  for (const row of newestFirst) {
    if (leftMinor === 0n) break
    if (row.amount_minor > 0n !== isCredit) continue
    const covers = isCredit ? row.amount_minor < leftMinor : row.amount_minor > leftMinor
    const openMinor = covers ? row.amount_minor : leftMinor
    leftMinor -= openMinor
    items.push(itemOf(row, openMinor))
  }
  return { items: items.reverse().slice(0, MOST_SHOWN), earlierMinor: leftMinor }
}

function itemOf(row: ItemRow, openMinor: bigint): SuspenseItem {
  return {
    journalId: row.journal_id,
    atMs: row.recorded_at.getTime(),
    businessDate: row.effective_date,
    kind: row.kind,
    amountMinor: row.amount_minor,
    openMinor,
    ...(row.correction_id !== null && { correctionId: row.correction_id }),
    ...(row.exception_id !== null && { exceptionId: row.exception_id }),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
  }
}
