// The rules of the channel's records, for `verify`: each record has its journal, its reply and its reversals.

import { notArchived } from '../../../ledger/verify/archived.ts'
import type { Check } from '../../../ledger/verify/check.ts'
import type { VerifiedConcept } from '../../../ledger/verify/verify.ts'

// Which way a transaction moves its account: `transaction.type` of family A, and the sign of the customer's entry.
const DIRECTIONS: Readonly<Record<string, 1 | -1>> = {
  CASHWITHDRAWAL: -1,
  CARDLESSWITHDRAWAL: -1,
  BILLPAYMENT: -1,
  TRANSFER: -1,
  CASHDEPOSIT: 1,
  CHECKDEPOSIT: 1,
  CASHCHECKDEPOSIT: 1,
  CASHWITHDRAWALREVERSAL: 1,
  CARDLESSREVERSAL: 1,
  BILLPAYMENTREVERSAL: 1,
  TRANSFERREVERSAL: 1,
  CASHDEPOSITREVERSAL: -1,
  CHECKDEPOSITREVERSAL: -1,
  CASHCHECKDEPOSITREVERSAL: -1,
}

/** The kinds of journals that have the id of their transaction. */
export const ORDER_KINDS: ReadonlySet<string> = new Set(Object.keys(DIRECTIONS))

const DIRECTION_ROWS = Object.entries(DIRECTIONS)
  .map(([type, direction]) => `('${type}', ${direction})`)
  .join(', ')
const TRANSACTION_TYPES = Object.keys(DIRECTIONS)
  .map((type) => `'${type}'`)
  .join(', ')

// A reversal that arrived before its original is approved without moving money: it has a tombstone instead of a journal.
// What a remote core approved is in that core's books.
const APPROVED_HAS_JOURNAL: Check = {
  name: 'approved transaction has its journal',
  text: `
  SELECT t.institution_id, 'transaction ' || t.transaction_id AS subject,
         t.type || ' was approved but posted nothing' AS detail
    FROM transactions t
   WHERE t.response_code = '000' AND t.core_outcome IS NULL AND ${notArchived('t.institution_id', 't.business_date')}
     AND NOT EXISTS (SELECT FROM journals j
                      WHERE j.institution_id = t.institution_id AND j.journal_id = t.transaction_id)
     AND NOT (t.original_id IS NULL AND t.original_rrn IS NOT NULL
              AND (EXISTS (SELECT FROM reversal_tombstones s
                            WHERE s.institution_id = t.institution_id AND s.partner_id = t.partner_id
                              AND s.original_rrn = t.original_rrn)
                   -- Its switch has corrected it, and the tombstone left with it.
                   OR EXISTS (SELECT FROM exception_resolutions e
                               WHERE e.institution_id = t.institution_id AND e.transaction_id = t.transaction_id
                                 AND e.kind = 'UNMATCHED' AND e.action = 'SETTLED')))`,
}

const DECLINED_HAS_NO_JOURNAL: Check = {
  name: 'declined transaction has no journal',
  text: `
  SELECT t.institution_id, 'transaction ' || t.transaction_id AS subject,
         t.type || ' was declined with ' || t.response_code || ' but posted' AS detail
    FROM transactions t
    JOIN journals j ON j.institution_id = t.institution_id AND j.journal_id = t.transaction_id
   WHERE t.response_code <> '000'`,
}

// A full join, kept one by coalesce(): no index finds a transaction by its id alone, and with statistics from when the
// tables were small NOT EXISTS would compare every journal with every transaction.
const JOURNAL_HAS_TRANSACTION: Check = {
  name: 'journal has its transaction',
  text: `
  SELECT j.institution_id, 'journal ' || j.journal_id AS subject, j.kind || ' without a transaction of its type' AS detail
    FROM journals j
    FULL JOIN transactions t
      ON t.institution_id = j.institution_id AND t.transaction_id = j.journal_id AND t.type = j.kind
   WHERE t.transaction_id IS NULL AND coalesce(j.kind, '') IN (${TRANSACTION_TYPES})
     AND ${notArchived('j.institution_id', 'j.effective_date')}`,
}

// Two rows are expected of a transfer, one of everything else; both sides move by the transaction's amount. Grouped, not
// joined, for the reason above.
const JOURNAL_MOVES_AMOUNT: Check = {
  name: 'journal moves the amount of its transaction',
  text: `
  WITH loan_accounts AS MATERIALIZED (
    SELECT institution_id, account_id FROM loans
  ), directions AS MATERIALIZED (
    SELECT * FROM (VALUES ${DIRECTION_ROWS}) d (type, direction)
  ), expected AS (
    SELECT t.institution_id, t.transaction_id, t.account_id AS account, t.currency, t.amount_minor * d.direction AS amount_minor
      FROM transactions t JOIN directions d ON d.type = t.type
     WHERE t.response_code = '000'
    UNION ALL
    SELECT t.institution_id, t.transaction_id, t.beneficiary_account_id, t.currency, -t.amount_minor * d.direction
      FROM transactions t JOIN directions d ON d.type = t.type
     WHERE t.response_code = '000' AND t.type IN ('TRANSFER', 'TRANSFERREVERSAL')
       -- What a loan makes of a transfer is checked with the loans.
       AND NOT EXISTS (SELECT 1 FROM loan_accounts l
                        WHERE l.institution_id = t.institution_id AND l.account_id = t.beneficiary_account_id)
  ), sides AS (
    SELECT x.institution_id, x.transaction_id, x.account, x.currency, x.amount_minor AS expected_minor, 0 AS moved_minor
      FROM expected x
      JOIN journals j ON j.institution_id = x.institution_id AND j.journal_id = x.transaction_id
    UNION ALL
    SELECT institution_id, journal_id, account, currency, NULL, amount_minor FROM entries WHERE book = 'C'
  )
  SELECT institution_id, 'transaction ' || transaction_id AS subject,
         'account ' || coalesce(account, '?') || ' should move by ' || sum(expected_minor) || ' ' || currency
           || ' but moved by ' || sum(moved_minor) AS detail
    FROM sides
   GROUP BY institution_id, transaction_id, account, currency
  HAVING sum(expected_minor) <> sum(moved_minor)`,
}

const AUTH_ID_IS_UNIQUE: Check = {
  name: 'authorization id is unique in its business date',
  text: `
  SELECT institution_id, 'authorization ' || auth_id AS subject,
         'given ' || count(*) || ' times on ' || business_date AS detail
    FROM (SELECT institution_id, business_date, auth_id FROM transactions WHERE auth_id IS NOT NULL
          UNION ALL
          SELECT institution_id, business_date, auth_id FROM inquiries WHERE auth_id IS NOT NULL) given
   GROUP BY institution_id, business_date, auth_id
  HAVING count(*) > 1`,
}

const ARCHIVED_RRN_IS_SPENT: Check = {
  name: 'archived RRN was not posted again',
  text: `
  SELECT s.institution_id, 'RRN ' || s.rrn AS subject, 'archived with ' || s.month || ' and posted again' AS detail
    FROM spent_rrns s
    JOIN transactions t ON t.institution_id = s.institution_id AND t.partner_id = s.partner_id AND t.rrn = s.rrn`,
}

// A remote core may not have answered yet, or its answer may not be rendered yet. Matched by pattern, because a cast to
// json would fail at the first reply that is not JSON instead of naming it.
const REPLY_MATCHES_RECORD: Check = {
  name: 'stored reply says what the record says',
  text: `
  SELECT institution_id, 'transaction ' || transaction_id AS subject,
         'recorded ' || response_code || ', replied ' || coalesce(replied, 'nothing readable') AS detail
    FROM (SELECT institution_id, transaction_id, response_code,
                 substring(response FROM '"status"\\s*:\\s*\\{[^{}]*"responseCode"\\s*:\\s*"([^"]*)"') AS replied
            FROM transactions
           WHERE NOT (response = '' AND (response_code = '911' OR core_outcome IS NOT NULL))) replies
   WHERE replied IS DISTINCT FROM response_code`,
}

/**
 * `reversedElsewhere` are queries for what other concepts have reversed of the channel's transactions: institution, original,
 * amount.
 */
export function channelVerified(reversedElsewhere: readonly string[]): VerifiedConcept {
  return {
    journalKinds: Object.keys(DIRECTIONS),
    checks: [
      APPROVED_HAS_JOURNAL,
      DECLINED_HAS_NO_JOURNAL,
      JOURNAL_HAS_TRANSACTION,
      JOURNAL_MOVES_AMOUNT,
      reversalsAddUp(reversedElsewhere),
      AUTH_ID_IS_UNIQUE,
      ARCHIVED_RRN_IS_SPENT,
      REPLY_MATCHES_RECORD,
    ],
  }
}

// A reversal whose outcome is still unknown has reserved its amount. An archived order that is kept may lack some of its
// reversals.
function reversalsAddUp(reversedElsewhere: readonly string[]): Check {
  return {
    name: 'reversed amount is the sum of its reversals',
    text: `
    SELECT coalesce(o.institution_id, r.institution_id) AS institution_id,
           'transaction ' || coalesce(o.transaction_id, r.original_id) AS subject,
           CASE WHEN o.transaction_id IS NULL THEN 'was reversed but does not exist'
                ELSE 'reversed ' || o.reversed_minor || ', reversals ' || coalesce(r.amount_minor, 0) END AS detail
      FROM transactions o
      FULL JOIN (SELECT institution_id, original_id, sum(amount_minor) AS amount_minor
                   FROM (SELECT institution_id, original_id, amount_minor FROM transactions
                          WHERE response_code IN ('000', '911') AND original_id IS NOT NULL
                            AND ${notArchived('transactions.institution_id', 'business_date')}
                          ${reversedElsewhere.map((query) => `UNION ALL ${query}`).join(' ')}) AS reversals
                  GROUP BY institution_id, original_id) r
        ON r.institution_id = o.institution_id AND r.original_id = o.transaction_id
     WHERE o.transaction_id IS NULL
        OR o.reversed_minor <> coalesce(r.amount_minor, 0) AND ${notArchived('o.institution_id', 'o.business_date')}`,
  }
}
