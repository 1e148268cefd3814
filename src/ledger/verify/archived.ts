// What `verify` knows of archived months: the balances that they have left, and which rows lack others that are archived.

import { DATE_SLACK } from '../../platform/history/history-group.ts'

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

/** The last archived business date by institution, read once and not per row: on distributed books no row can look it up on its server. */
const CUTS = '(SELECT jsonb_object_agg(institution_id, through) FROM archive_cuts)'

/** The last archived business date of an institution, or null. */
export function lastArchived(institution: string): string {
  return `(${CUTS} ->> ${institution})`
}

/** The condition that a business date of an institution is not archived. */
export function notArchived(institution: string, date: string): string {
  return `coalesce(${lastArchived(institution)} < ${date}, true)`
}

/** The same of a timestamp: false also right after the cut, where the business date may be before it. */
export function notArchivedAt(institution: string, at: string): string {
  return notArchived(institution, `to_char(${at} AT TIME ZONE 'UTC' - ${DATE_SLACK}, 'YYYYMMDD')`)
}
