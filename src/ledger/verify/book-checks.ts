// The rules of the books that hold for every owner of postings.

import { CARRIED_BALANCES, STANDING_LINES } from './archived.ts'
import type { Check } from './check.ts'

/** Marks of distributed books, which are larger than any transaction id, do not tell when a row was written; its time does. */
const IS_LATE = (row: string) => `
             CASE WHEN ${row}.insert_xid < ${2n ** 50n} AND d.closed_xid IS NOT NULL THEN ${row}.insert_xid >= d.closed_xid
                  ELSE ${row}.recorded_at > d.closed_at + interval '1 second' END`

export const BOOK_CHECKS: readonly Check[] = [
  {
    name: 'journal balances to zero',
    text: `
      SELECT institution_id, 'journal ' || journal_id AS subject, currency || ' lines sum to ' || sum(amount_minor) AS detail
        FROM entries
       GROUP BY institution_id, journal_id, currency
      HAVING sum(amount_minor) <> 0`,
  },
  {
    name: 'entry has its account',
    text: `
      SELECT e.institution_id, 'account ' || e.account AS subject,
             CASE WHEN a.account_id IS NULL THEN 'has entries but does not exist'
                  ELSE 'is in ' || a.currency || ' but has entries in ' || e.currency END AS detail
        FROM (SELECT DISTINCT institution_id, account, currency FROM entries WHERE book = 'C') e
        LEFT JOIN accounts a ON a.institution_id = e.institution_id AND a.account_id = e.account
       WHERE a.currency IS DISTINCT FROM e.currency`,
  },
  {
    name: 'account balance is the sum of its entries',
    text: `
      SELECT a.institution_id, 'account ' || a.account_id AS subject,
             'balance ' || a.balance_minor || ', entries ' || coalesce(e.amount_minor, 0) AS detail
        FROM accounts a
        LEFT JOIN (SELECT institution_id, account, sum(amount_minor) AS amount_minor
                     FROM (${STANDING_LINES}) AS lines WHERE book = 'C' GROUP BY institution_id, account) e
          ON e.institution_id = a.institution_id AND e.account = a.account_id
       WHERE a.balance_minor <> coalesce(e.amount_minor, 0)`,
  },
  {
    name: 'held amount is the sum of open holds',
    text: `
      SELECT coalesce(a.institution_id, h.institution_id) AS institution_id,
             'account ' || coalesce(a.account_id, h.account_id) AS subject,
             CASE WHEN a.account_id IS NULL THEN 'has holds but does not exist'
                  ELSE 'held ' || a.held_minor || ', open holds ' || coalesce(h.amount_minor, 0) END AS detail
        FROM accounts a
        FULL JOIN (SELECT institution_id, account_id, sum(amount_minor) AS amount_minor
                     FROM holds WHERE released_at IS NULL GROUP BY institution_id, account_id) h
          ON h.institution_id = a.institution_id AND h.account_id = a.account_id
       WHERE a.account_id IS NULL OR a.held_minor <> coalesce(h.amount_minor, 0)`,
  },
  {
    name: 'account is not below its limit',
    text: `
      SELECT institution_id, 'account ' || account_id AS subject,
             'available ' || balance_minor - held_minor + overdraft_minor || ', forced ' || forced_minor AS detail
        FROM accounts
       WHERE balance_minor - held_minor + overdraft_minor + forced_minor < 0`,
  },
  {
    name: 'account is not above its ceiling',
    text: `
      SELECT institution_id, 'account ' || account_id AS subject,
             'balance ' || balance_minor || ', ceiling ' || ceiling_minor AS detail
        FROM accounts
       WHERE balance_minor > ceiling_minor`,
  },
  {
    name: 'general ledger is the sum of its entries',
    text: `
      SELECT coalesce(b.institution_id, e.institution_id) AS institution_id,
             'general-ledger account ' || coalesce(b.account, e.account) AS subject,
             coalesce(b.currency, e.currency) || ' totals and deltas ' || coalesce(b.amount_minor, 0)
               || ', entries ' || coalesce(e.amount_minor, 0) AS detail
        FROM (SELECT institution_id, account, currency, sum(amount_minor) AS amount_minor
                FROM (SELECT institution_id, account, currency, amount_minor FROM general_ledger_totals
                      UNION ALL
                      SELECT institution_id, account, currency, amount_minor FROM general_ledger_deltas) parts
               GROUP BY institution_id, account, currency) b
        FULL JOIN (SELECT institution_id, account, currency, sum(amount_minor) AS amount_minor
                     FROM (${STANDING_LINES}) AS lines WHERE book = 'G' GROUP BY institution_id, account, currency) e
          ON e.institution_id = b.institution_id AND e.account = b.account AND e.currency = b.currency
       WHERE coalesce(b.amount_minor, 0) <> coalesce(e.amount_minor, 0)`,
  },
  {
    // An order has one id in both tables, and is named once. Orders to another core have no journal.
    name: 'closed day takes nothing',
    text: `
      SELECT institution_id, 'posting ' || id AS subject, 'recorded in ' || date || ' after that day was closed' AS detail
        FROM (SELECT j.institution_id, j.journal_id AS id, j.effective_date AS date
                FROM journals j JOIN closed_days d
                  ON d.institution_id = j.institution_id AND d.business_date = j.effective_date COLLATE "C"
               WHERE ${IS_LATE('j')}
               UNION
              SELECT t.institution_id, t.transaction_id, t.business_date
                FROM transactions t JOIN closed_days d
                  ON d.institution_id = t.institution_id AND d.business_date = t.business_date COLLATE "C"
               WHERE t.response_code IN ('000', '911') AND ${IS_LATE('t')}) AS late`,
  },
  {
    name: 'balances at the last cut sum to zero',
    text: `
      SELECT institution_id, 'month balances' AS subject, currency || ' sum to ' || sum(balance_minor) AS detail
        FROM (${CARRIED_BALANCES}) AS carried
       GROUP BY institution_id, currency
      HAVING sum(balance_minor) <> 0`,
  },
]
