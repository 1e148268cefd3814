// What `verify` knows of archived months: the balances that they have left, and which rows lack others that are archived.

import { DATE_SLACK } from '../../history/history-group.ts'

/** The balances at the last cut, of every account that had moved by then. */
export const CARRIED_BALANCES = `
  SELECT DISTINCT ON (institution_id, book, account, currency) institution_id, book, account, currency, balance_minor
    FROM account_month_balances
   ORDER BY institution_id, book, account, currency, month DESC`

/** What balances are the sum of: those at the last cut, and the lines of journals after it. */
export const STANDING_LINES = `
  SELECT institution_id, book, account, currency, balance_minor AS amount_minor FROM (${CARRIED_BALANCES}) AS carried
  UNION ALL
  SELECT j.institution_id, l.book, l.account COLLATE "C", l.currency, l.amount_minor
    FROM journals AS j
    LEFT JOIN archive_cuts AS cut ON cut.institution_id = j.institution_id
   CROSS JOIN LATERAL unnest(string_to_array(j.books, NULL), j.accounts, j.currencies, j.amounts_minor)
         AS l (book, account, currency, amount_minor)
   WHERE j.effective_date > coalesce(cut.through, '')`

/** The condition that a business date of an institution is not archived. */
export function notArchived(institution: string, date: string): string {
  return `NOT EXISTS (SELECT 1 FROM archive_cuts cut WHERE cut.institution_id = ${institution} AND cut.through >= ${date})`
}

/** The same of a timestamp: false also right after the cut, where the business date may be before it. */
export function notArchivedAt(institution: string, at: string): string {
  return notArchived(institution, `to_char(${at} AT TIME ZONE 'UTC' - ${DATE_SLACK}, 'YYYYMMDD')`)
}
