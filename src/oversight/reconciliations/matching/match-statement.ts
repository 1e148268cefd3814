// Compares the lines of a file with the books, in one statement of the server that holds them: memory is bounded there by its
// own limits, and none of the lines comes back.
//
// The key is partner, RRN as the source knows it, sign and currency. Lines and orders of one key are paired first by equal
// amounts, then in their order: those differ. What is left over is missing on one side.

import { APPROVED_CODE } from '../../../channels/core/outcome.ts'
import { isCreditSql } from '../order-types.ts'

const UNKNOWN = '911'
/** More than these, and the file is not that of the source and date: nothing becomes an exception. */
export const MOST_EXCEPTIONS = 10_000

/** The parameters of COMPARE, in their order. */
export interface CompareValues {
  readonly institutionId: string
  readonly reconciliationId: string
  readonly uploadId: string
  readonly source: string
  readonly businessDate: string
  /** The date before and the date after. */
  readonly otherDates: readonly string[]
  readonly partnerIds: readonly string[]
  /** Of the other dates, of the same source: what they have matched is not missing on this one. */
  readonly neighbours: readonly string[]
}

export function compareValues(values: CompareValues): unknown[] {
  const { institutionId, reconciliationId, uploadId, source, businessDate, otherDates, partnerIds, neighbours } = values
  return [institutionId, reconciliationId, uploadId, source, businessDate, otherDates, partnerIds, neighbours]
}

// Lines, and what the files of the other dates had and the books did not: an order that has come since matches it.
const THEIRS = `
  SELECT l.line, l.part, NULL::uuid AS exception_id, l.partner_id, l.rrn, l.is_credit, l.currency, l.amount_minor,
         l.account_id, l.type, l.terminal_id,
         row_number() OVER (PARTITION BY l.partner_id, l.rrn, l.is_credit, l.currency, l.amount_minor ORDER BY l.line, l.part) AS nth
    FROM reconciliation_lines l
   WHERE l.institution_id = $1 AND l.upload_id = $3::uuid
   UNION ALL
  SELECT NULL, NULL, e.exception_id, e.partner_id, e.rrn, e.is_credit, e.currency, e.their_minor, e.account_id, e.type,
         e.terminal_id, 1000000
    FROM reconciliation_exceptions e
   WHERE e.institution_id = $1 AND e.source = $4 AND e.difference = 'MISSING_HERE' AND e.action IS NULL
     AND e.business_date = ANY ($6::text[])`

// A switch has its own number for an order; that of any other partner is the order's.
const ORDERS = `
  SELECT t.transaction_id, t.partner_id, coalesce(m.sent_rrn, t.rrn) AS rrn, t.rrn AS our_rrn, ${isCreditSql('t.type')} AS is_credit,
         t.currency, t.amount_minor, t.reversed_minor, t.original_id, t.response_code, t.type, t.account_id, t.terminal_id,
         t.business_date
    FROM transactions t
    LEFT JOIN LATERAL (
         SELECT s.sent_rrn FROM switch_messages s
          WHERE s.institution_id = $1 AND s.partner_id = t.partner_id AND s.rrn = t.rrn AND s.sent_rrn <> ''
          ORDER BY s.recorded_at LIMIT 1) AS m ON true
   WHERE t.institution_id = $1 AND t.institution_id COLLATE "POSIX" = $1
     AND t.business_date COLLATE "C" IN ($5, ($6::text[])[1], ($6::text[])[2]) AND t.partner_id = ANY ($7::text[])`

// What moved money, or may have: an unknown outcome is an exception of its own. A reversal that came before its original moved
// nothing. What a person has posted since counts with what was posted.
const OURS = `
  SELECT o.transaction_id, o.partner_id, o.rrn, o.our_rrn, o.is_credit, o.currency,
         coalesce(x.their_minor, o.amount_minor) AS amount_minor, o.reversed_minor, o.original_id, o.type, o.account_id, o.terminal_id,
         o.business_date, o.response_code = '${UNKNOWN}' AS is_settled
    FROM orders o
    LEFT JOIN reconciliation_exceptions x
      ON x.institution_id = $1 AND x.transaction_id = o.transaction_id AND x.difference = 'DIFFERENT' AND x.journal_id IS NOT NULL
   WHERE o.response_code = '${UNKNOWN}'
      OR o.response_code = '${APPROVED_CODE}' AND (o.original_id IS NOT NULL OR o.type NOT LIKE '%REVERSAL')
   UNION ALL
  SELECT o.transaction_id, o.partner_id, o.rrn, o.our_rrn, o.is_credit, o.currency, d.amount_minor, 0, NULL, o.type, o.account_id,
         o.terminal_id, o.business_date, true
    FROM orders o
    JOIN declined_advices d ON d.institution_id = $1 AND d.transaction_id = o.transaction_id AND d.journal_id IS NOT NULL
   UNION ALL
  SELECT e.exception_id, e.partner_id, e.rrn, NULL, e.is_credit, e.currency, e.their_minor, 0, NULL, e.type, e.account_id, e.terminal_id,
         e.business_date, true
    FROM reconciliation_exceptions e
   WHERE e.institution_id = $1 AND e.difference = 'MISSING_HERE' AND e.journal_id IS NOT NULL
     AND e.business_date IN ($5, ($6::text[])[1], ($6::text[])[2]) AND e.partner_id = ANY ($7::text[])`

const KEY = 'partner_id, rrn, is_credit, currency'

export const COMPARE = `
INSERT INTO reconciliation_differences (institution_id, reconciliation_id, seq, kind, line, partner_id, rrn, is_credit, currency,
            their_minor, our_minor, transaction_id, our_rrn, our_date, account_id, type, terminal_id, exception_id)
WITH theirs AS (${THEIRS}),
orders AS MATERIALIZED (${ORDERS}),
ours AS (
  SELECT o.*, row_number() OVER (PARTITION BY ${KEY}, o.amount_minor ORDER BY o.business_date <> $5, o.business_date, o.transaction_id) AS nth
    FROM (${OURS}) AS o),
-- The exceptions of other dates come after the lines.
numbered AS (
  SELECT t.*, row_number() OVER (PARTITION BY ${KEY}, t.amount_minor ORDER BY t.nth, t.line, t.part, t.exception_id) AS place FROM theirs t),
equal AS MATERIALIZED (
  SELECT ${KEY}, amount_minor, n.line, n.part, n.nth, n.place, n.exception_id, n.account_id, n.type, n.terminal_id,
         o.transaction_id, o.our_rrn, o.business_date, o.reversed_minor, o.original_id, o.is_settled,
         o.type AS our_type, o.account_id AS our_account_id, o.terminal_id AS our_terminal_id
    FROM numbered n
    FULL JOIN (SELECT o.*, o.nth AS place FROM ours o) AS o USING (${KEY}, amount_minor, place)),
-- The rest of each side, in order.
lines_left AS (
  SELECT e.*, row_number() OVER (PARTITION BY ${KEY} ORDER BY e.line, e.part) AS rank
    FROM equal e WHERE e.transaction_id IS NULL AND e.line IS NOT NULL AND e.nth = 1),
orders_left AS (
  SELECT e.*, row_number() OVER (PARTITION BY ${KEY} ORDER BY e.business_date <> $5, e.business_date, e.transaction_id) AS rank
    FROM equal e WHERE e.transaction_id IS NOT NULL AND e.line IS NULL AND e.exception_id IS NULL),
unequal AS MATERIALIZED (
  SELECT ${KEY}, l.line, l.part, l.amount_minor AS their_minor, o.amount_minor AS our_minor, l.account_id, l.type, l.terminal_id,
         o.transaction_id, o.our_rrn, o.business_date, o.reversed_minor, o.original_id, o.is_settled, o.our_type, o.our_account_id,
         o.our_terminal_id
    FROM lines_left l FULL JOIN orders_left o USING (${KEY}, rank)),
paired AS (
  SELECT transaction_id, original_id FROM equal WHERE transaction_id IS NOT NULL AND (line IS NOT NULL OR exception_id IS NOT NULL)
   UNION ALL
  SELECT transaction_id, original_id FROM unequal WHERE transaction_id IS NOT NULL AND line IS NOT NULL),
alone AS (SELECT transaction_id, reversed_minor, our_minor FROM unequal WHERE line IS NULL),
declined AS (
  SELECT DISTINCT ON (${KEY}) ${KEY}, o.transaction_id, o.our_rrn, o.business_date, o.type, o.account_id, o.terminal_id
    FROM orders o WHERE o.response_code NOT IN ('${APPROVED_CODE}', '${UNKNOWN}') ORDER BY ${KEY}, o.transaction_id DESC),
reversible AS (
  SELECT DISTINCT ON (${KEY}) partner_id, rrn, NOT is_credit AS is_credit, currency, o.transaction_id, o.our_rrn, o.business_date,
         o.type, o.account_id, o.terminal_id
    FROM orders o
   WHERE o.response_code = '${APPROVED_CODE}' AND o.type NOT LIKE '%REVERSAL' AND o.reversed_minor < o.amount_minor
   ORDER BY ${KEY}, o.transaction_id DESC),
found AS (
  SELECT 'OTHER_DATE' AS kind, e.line, ${KEY}, e.amount_minor AS their_minor, e.amount_minor AS our_minor, e.transaction_id, e.our_rrn,
         e.business_date, e.our_account_id AS account_id, e.our_type AS type, e.our_terminal_id AS terminal_id, e.exception_id
    FROM equal e
   WHERE e.transaction_id IS NOT NULL AND (e.line IS NOT NULL AND e.business_date <> $5 OR e.exception_id IS NOT NULL)
   UNION ALL
  SELECT 'DUPLICATE', e.line, ${KEY}, e.amount_minor, NULL, NULL, NULL, NULL, e.account_id, e.type, e.terminal_id, NULL
    FROM equal e WHERE e.transaction_id IS NULL AND e.line IS NOT NULL AND e.nth > 1
   UNION ALL
  SELECT 'DIFFERENT', u.line, ${KEY}, u.their_minor, u.our_minor, u.transaction_id, u.our_rrn, u.business_date, u.our_account_id,
         u.our_type, u.our_terminal_id, NULL
    FROM unequal u WHERE u.line IS NOT NULL AND u.transaction_id IS NOT NULL AND NOT u.is_settled
   UNION ALL
  SELECT 'MISSING_HERE', u.line, ${KEY}, u.their_minor, NULL, coalesce(d.transaction_id, r.transaction_id), coalesce(d.our_rrn, r.our_rrn),
         coalesce(d.business_date, r.business_date), coalesce(d.account_id, r.account_id, u.account_id),
         CASE WHEN d.transaction_id IS NULL THEN u.type ELSE d.type END, coalesce(d.terminal_id, r.terminal_id, u.terminal_id),
         (SELECT a.advice_id FROM declined_advices a WHERE a.institution_id = $1 AND a.transaction_id = d.transaction_id)
    FROM unequal u
    LEFT JOIN declined d USING (${KEY})
    LEFT JOIN reversible r USING (${KEY})
   WHERE u.line IS NOT NULL AND u.transaction_id IS NULL
   UNION ALL
  -- An order and its reversal that are both missing cancel out.
  SELECT 'MISSING_THERE', NULL, ${KEY}, NULL, u.our_minor, u.transaction_id, u.our_rrn, u.business_date, u.our_account_id, u.our_type,
         u.our_terminal_id, NULL
    FROM unequal u
   WHERE u.line IS NULL AND u.business_date = $5 AND NOT u.is_settled
     AND NOT (u.original_id IS NOT NULL AND EXISTS (SELECT FROM alone a WHERE a.transaction_id = u.original_id))
     AND NOT (u.original_id IS NULL AND u.reversed_minor >= u.our_minor
              AND NOT EXISTS (SELECT FROM paired p WHERE p.original_id = u.transaction_id))
     AND NOT EXISTS (SELECT FROM reconciliation_differences d
                      WHERE d.institution_id = $1 AND d.reconciliation_id = ANY ($8::uuid[]) AND d.kind = 'OTHER_DATE'
                        AND d.transaction_id = u.transaction_id))
SELECT $1, $2::uuid, row_number() OVER (ORDER BY k.kind, k.line, k.transaction_id), k.kind, k.line, k.partner_id, k.rrn, k.is_credit,
       k.currency, k.their_minor, k.our_minor, k.transaction_id, k.our_rrn, k.business_date, k.account_id, k.type, k.terminal_id,
       k.exception_id
  FROM (SELECT f.*, row_number() OVER (PARTITION BY f.kind) AS of_kind FROM found f) AS k
 WHERE k.of_kind <= ${MOST_EXCEPTIONS + 1} OR k.kind = 'OTHER_DATE'`

/** Sums of the file and of the books, in minor units, by currency. */
export const SUM_LINES = `
  SELECT l.currency, l.is_credit, count(*) AS count, sum(l.amount_minor)::text AS minor
    FROM reconciliation_lines l WHERE l.institution_id = $1 AND l.upload_id = $2 GROUP BY l.currency, l.is_credit`

export const SUM_ORDERS = `
  SELECT t.currency, ${isCreditSql('t.type')} AS is_credit, count(*) AS count, sum(t.amount_minor)::text AS minor
    FROM transactions t
   WHERE t.institution_id = $1 AND t.institution_id COLLATE "POSIX" = $1 AND t.business_date COLLATE "C" = $2
     AND t.partner_id = ANY ($3::text[]) AND t.response_code = '${APPROVED_CODE}'
     AND (t.original_id IS NOT NULL OR t.type NOT LIKE '%REVERSAL')
   GROUP BY t.currency, ${isCreditSql('t.type')}`

export const SUM_DIFFERENCES = `
  SELECT d.kind, d.currency, count(*) AS count,
         sum(CASE d.kind WHEN 'DIFFERENT' THEN d.their_minor - d.our_minor ELSE coalesce(d.their_minor, d.our_minor) END)::text AS minor,
         count(*) FILTER (WHERE d.line IS NOT NULL) AS lines
    FROM reconciliation_differences d
   WHERE d.institution_id = $1 AND d.reconciliation_id = $2 GROUP BY d.kind, d.currency`
