// The rules of loans, for `verify`: the fold of each loan equals what was posted of it, and that equals the ledger; each
// event that moved money has its journal, and the other way round; the columns of lists are those of the fold.

import { notArchived, notArchivedAt, STANDING_LINES } from '../../ledger/verify/archived.ts'
import type { BrokenRow } from '../../ledger/verify/check.ts'
import type { VerifiedConcept } from '../../ledger/verify/verify.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { EVENT_COLUMNS, type EventRow, LOAN_COLUMNS, type LoanRow, toLoan } from './loan-codec.ts'
import { loanColumns } from './loan-columns.ts'
import { foldedEvents, type RecordedEvent } from './loan-record.ts'
import {
  LOAN_ACCOUNTS,
  LOAN_LEDGER,
  LOANS_CLEARING,
  LOANS_CORE,
  type LoanAccount,
  loanAccounts,
  readTotals,
} from './posting/loan-accounts.ts'
import { LOAN_JOURNALS } from './posting/loan-batch.ts'
import type { FoldLoan } from './posting/loan-posting.ts'
import { eventsByLoan } from './posting/loan-records.ts'

const GENERAL = LOAN_ACCOUNTS.filter((name): name is Exclude<LoanAccount, 'principal'> => name !== 'principal')
const POSTED_ROWS = GENERAL.map(
  (name) =>
    `SELECT institution_id, currency, '${LOAN_LEDGER[name]}' AS account, coalesce((posted->>'${name}')::bigint, 0) AS amount_minor FROM loans`,
).join(' UNION ALL ')

export function loansVerified(fold: FoldLoan): VerifiedConcept {
  return {
    journalKinds: Object.values(LOAN_JOURNALS),
    checks: [
      {
        name: 'loan account holds its principal',
        text: `
        SELECT l.institution_id, 'loan ' || l.loan_id AS subject,
               'posted ' || coalesce(l.posted->>'principal', '0') || ', account '
                 || coalesce(a.balance_minor::text, 'missing') AS detail
          FROM loans l
          LEFT JOIN accounts a ON a.institution_id = l.institution_id AND a.account_id = l.account_id
         WHERE a.balance_minor IS DISTINCT FROM coalesce((l.posted->>'principal')::bigint, 0)`,
      },
      {
        name: 'general ledger of loans is what was posted',
        text: `
        SELECT coalesce(p.institution_id, e.institution_id) AS institution_id,
               'general-ledger account ' || coalesce(p.account, e.account) AS subject,
               coalesce(p.currency, e.currency) || ' posted ' || coalesce(p.amount_minor, 0) || ', entries '
                 || coalesce(e.amount_minor, 0) AS detail
          FROM (SELECT institution_id, account, currency, sum(amount_minor) AS amount_minor
                  FROM (${POSTED_ROWS}) rows GROUP BY institution_id, account, currency) p
          FULL JOIN (SELECT institution_id, account, currency, sum(amount_minor) AS amount_minor
                       FROM (${STANDING_LINES}) AS lines
                      WHERE book = 'G' AND account LIKE 'loans:%' AND account NOT IN ('${LOANS_CLEARING}', '${LOANS_CORE}')
                      GROUP BY institution_id, account, currency) e
            ON e.institution_id = p.institution_id AND e.account = p.account AND e.currency = p.currency
         WHERE coalesce(p.amount_minor, 0) <> coalesce(e.amount_minor, 0)`,
      },
      {
        name: 'loan event that moved money has its journal',
        text: `
        SELECT e.institution_id, 'loan event ' || e.event_id AS subject,
               e.kind || ' moved ' || e.cash_minor || ' without a journal' AS detail
          FROM loan_events e
          LEFT JOIN journals j ON j.institution_id = e.institution_id AND j.journal_id = e.journal_id
         WHERE e.state = 'COMPLETED' AND j.journal_id IS NULL AND (e.cash_minor <> 0 OR e.journal_id IS NOT NULL)
           AND ${notArchivedAt('e.institution_id', 'e.recorded_at')}`,
      },
      {
        name: 'loan event that did not happen has no journal',
        text: `
        SELECT institution_id, 'loan event ' || event_id AS subject, state || ' but has a journal' AS detail
          FROM loan_events
         WHERE state <> 'COMPLETED' AND journal_id IS NOT NULL`,
      },
      {
        // The entries of the loan's own accounts sum to the money that has moved.
        name: 'loan journal moves the money of its events',
        text: `
        SELECT e.institution_id, 'journal ' || e.journal_id AS subject,
               'events moved ' || e.cash_minor || ', journal ' || coalesce(m.amount_minor, 0) AS detail
          FROM (SELECT institution_id, journal_id, loan_id, sum(cash_minor) AS cash_minor
                  FROM loan_events
                 WHERE journal_id IS NOT NULL AND ${notArchivedAt('loan_events.institution_id', 'recorded_at')}
                 GROUP BY institution_id, journal_id, loan_id) e
          JOIN loans l ON l.institution_id = e.institution_id AND l.loan_id = e.loan_id
          LEFT JOIN (SELECT n.institution_id, n.journal_id,
                            sum(CASE WHEN n.account LIKE 'loans:%' AND n.account NOT IN ('${LOANS_CLEARING}', '${LOANS_CORE}')
                                       OR a.account_id IS NOT NULL
                                     THEN n.amount_minor ELSE 0 END) AS amount_minor
                       FROM entries n
                       LEFT JOIN loans a ON a.institution_id = n.institution_id AND a.account_id = n.account AND n.book = 'C'
                      GROUP BY n.institution_id, n.journal_id) m
            ON m.institution_id = e.institution_id AND m.journal_id = e.journal_id
         WHERE e.cash_minor <> coalesce(m.amount_minor, 0)`,
      },
      {
        name: 'journal of a loan has its event',
        text: `
        SELECT j.institution_id, 'journal ' || j.journal_id AS subject, j.kind || ' without an event' AS detail
          FROM journals j
          LEFT JOIN loan_events e ON e.institution_id = j.institution_id AND e.journal_id = j.journal_id
          LEFT JOIN loan_closings c ON c.institution_id = j.institution_id AND c.journal_id = j.journal_id
         WHERE (j.kind = '${LOAN_JOURNALS.event}' AND e.journal_id IS NULL
                OR j.kind = '${LOAN_JOURNALS.closing}' AND c.journal_id IS NULL)
           AND ${notArchived('j.institution_id', 'j.effective_date')}`,
      },
      {
        name: 'reversed loan event has its reversal',
        text: `
        SELECT e.institution_id, 'loan event ' || e.event_id AS subject, 'reversed by ' || e.reversed_by AS detail
          FROM loan_events e
          LEFT JOIN loan_events r ON r.institution_id = e.institution_id AND r.loan_id = e.loan_id AND r.event_id = e.reversed_by
         WHERE e.reversed_by IS NOT NULL
           AND (r.kind IS DISTINCT FROM 'REVERSAL' OR r.event->>'reversalOf' IS DISTINCT FROM e.event_id::text)`,
      },
      { name: 'loan is found by its id', find: findHomeless },
      { name: 'loan is the fold of its events', find: (sql, limit) => findUnfolded(sql, fold, limit) },
    ],
  }
}

/** On distributed books: on one server an index finds it. */
async function findHomeless(sql: Sql, limit: number): Promise<BrokenRow[]> {
  if (sql.isDistributed !== true) return []
  const { rows } = await sql.query<BrokenRow>(
    `SELECT l.institution_id, l.subject, 'its home is ' || coalesce(h.institution_id, 'not known') AS detail
       FROM (SELECT institution_id, loan_id AS id, 'loan ' || loan_id AS subject FROM loans
             UNION ALL
             SELECT institution_id, application_id, 'application ' || application_id FROM loan_applications
             UNION ALL
             SELECT institution_id, offer_id, 'offer ' || offer_id FROM loan_offers) AS l
       LEFT JOIN lending_homes h ON h.id = l.id
      WHERE h.institution_id IS DISTINCT FROM l.institution_id
      LIMIT $1`,
    [limit],
  )
  return rows
}

const PER_PAGE = 200

interface CheckedRow extends LoanRow {
  status: string
  arrears_on: string | null
  past_due_since: string | null
  charge_off_on: string | null
  paused_days: number | null
  resumes_on: string | null
}

async function findUnfolded(sql: Sql, fold: FoldLoan, limit: number): Promise<BrokenRow[]> {
  const broken: BrokenRow[] = []
  let after = { institutionId: '', loanId: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await sql.query<CheckedRow>(
      `SELECT ${LOAN_COLUMNS}, status, arrears_on, past_due_since, charge_off_on, paused_days, resumes_on FROM loans
        WHERE (institution_id, loan_id) > ($1, $2::uuid) ORDER BY institution_id, loan_id LIMIT ${PER_PAGE}`,
      [after.institutionId, after.loanId],
    )
    const { rows: eventRows } = await sql.query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM loan_events
        WHERE institution_id = ANY ($1::text[]) AND loan_id = ANY ($2::uuid[]) ORDER BY loan_id, sequence`,
      [[...new Set(rows.map((row) => row.institution_id))], rows.map((row) => row.loan_id)],
    )
    const events = eventsByLoan(eventRows)
    for (const row of rows) broken.push(...differencesOf(row, events.get(row.loan_id) ?? [], fold))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PER_PAGE || broken.length >= limit) return broken.slice(0, limit)
    after = { institutionId: last.institution_id, loanId: last.loan_id }
  }
}

function differencesOf(row: CheckedRow, recorded: readonly RecordedEvent[], fold: FoldLoan): BrokenRow[] {
  if (row.posted_through === null) return []
  const finding = (detail: string) => ({
    institution_id: row.institution_id,
    subject: `loan ${row.loan_id}`,
    detail,
  })
  try {
    const loan = toLoan(row)
    const events = foldedEvents(recorded)
    const position = fold(loan.agreement, events, row.posted_through)
    const [totals, posted] = [loanAccounts(position, events, loan.accounting), readTotals(row.posted)]
    const findings = LOAN_ACCOUNTS.filter((name) => totals[name] !== posted[name]).map((name) =>
      finding(`${name} is ${totals[name]} by the fold, posted ${posted[name]}`),
    )
    const columns = loanColumns(loan, position, (asOf) => fold(loan.agreement, events, asOf))
    const stored = {
      status: row.status,
      arrearsOn: row.arrears_on,
      pastDueSince: row.past_due_since,
      chargeOffOn: row.charge_off_on,
      pausedDays: row.paused_days,
      resumesOn: row.resumes_on,
    }
    for (const [name, value] of Object.entries(stored)) {
      const folded = columns[name as keyof typeof stored]
      if (folded !== value) findings.push(finding(`${name} is ${folded} by the fold, stored ${value}`))
    }
    return findings
  } catch (error) {
    return [finding(`cannot be folded: ${error instanceof Error ? error.message : String(error)}`)]
  }
}
