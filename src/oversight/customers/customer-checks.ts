// The rules of customers' records and entries, for `verify`. Institutions whose history is not listed yet are left out.

import { CARRIED_BALANCES } from '../../ledger/verify/archived.ts'
import type { VerifiedConcept } from '../../ledger/verify/verify.ts'
import { IS_ACCOUNT, IS_NEW, linesOf } from './entries/entry-sql.ts'

const SNAPSHOT = '(SELECT snapshot FROM entry_state)'

const isListed = (alias: string) =>
  `${SNAPSHOT} IS NOT NULL AND ${alias}.institution_id NOT IN (SELECT institution_id FROM entry_history)`

export const CUSTOMERS_VERIFIED: VerifiedConcept = {
  journalKinds: [],
  checks: [
    {
      name: 'entry of an account follows the one before it',
      text: `
        SELECT e.institution_id, 'account ' || e.account_id AS subject,
               'journal ' || e.journal_id || ' moves ' || e.amount_minor || ' from ' || e.before || ' to ' || e.balance_minor AS detail
          FROM (SELECT n.*, coalesce(lag(n.balance_minor) OVER (PARTITION BY n.institution_id, n.account_id ORDER BY n.position),
                                     -- The entries before it are archived.
                                     CASE WHEN cut.through IS NULL THEN 0 ELSE n.balance_minor - n.amount_minor END) AS before
                  FROM account_entries n
                  LEFT JOIN archive_cuts cut ON cut.institution_id = n.institution_id) AS e
         WHERE e.before + e.amount_minor <> e.balance_minor AND ${isListed('e')}`,
    },
    {
      name: 'listed entries of an account lead to its balance',
      text: `
        WITH chunk AS (SELECT * FROM journals WHERE ${IS_NEW.replaceAll('$1', SNAPSHOT)}
                       UNION ALL
                       SELECT j.* FROM journals j JOIN posting_marks m ON m.institution_id = j.institution_id AND m.mark = j.insert_xid
                        WHERE NOT m.listed),
             newest AS (SELECT DISTINCT ON (institution_id, account_id) institution_id, account_id, balance_minor
                          FROM account_entries ORDER BY institution_id, account_id, position DESC),
             parts AS (SELECT institution_id, account_id, balance_minor AS minor FROM newest
                       UNION ALL
                       -- All entries of the account are archived.
                       SELECT c.institution_id, c.account, c.balance_minor FROM (${CARRIED_BALANCES}) AS c
                        WHERE c.book = 'C' AND NOT EXISTS (SELECT 1 FROM newest n
                                                            WHERE n.institution_id = c.institution_id AND n.account_id = c.account)
                       UNION ALL
                       SELECT institution_id, account_id, amount_minor FROM (${linesOf('chunk')}) AS pending
                       UNION ALL
                       SELECT institution_id, account_id, -balance_minor FROM accounts)
        SELECT p.institution_id, 'account ' || p.account_id AS subject,
               'listed and not yet listed entries are off by ' || sum(p.minor) AS detail
          FROM parts p
          JOIN account_records r ON r.institution_id = p.institution_id AND r.account_id = p.account_id
         WHERE ${isListed('p')}
         GROUP BY p.institution_id, p.account_id
        HAVING sum(p.minor) <> 0`,
    },
    {
      name: 'account has its record',
      text: `
        SELECT a.institution_id, 'account ' || a.account_id AS subject, 'without a record of administration' AS detail
          FROM accounts a JOIN institutions i ON i.institution_id = a.institution_id
         WHERE ${IS_ACCOUNT}
           AND NOT EXISTS (SELECT 1 FROM account_records r
                            WHERE r.institution_id = a.institution_id AND r.account_id = a.account_id)`,
    },
    {
      name: 'card has its record',
      text: `
        SELECT c.institution_id, 'card ' || c.masked_pan AS subject, 'without a record of administration' AS detail
          FROM cards c
         WHERE NOT EXISTS (SELECT 1 FROM card_records r
                            WHERE r.institution_id = c.institution_id AND r.pan_hash = c.pan_hash)`,
    },
  ],
}
