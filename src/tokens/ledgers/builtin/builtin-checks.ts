// The rules of the built-in ledger, for `verify`. It changes in the commits of the book, so the two agree at every moment, but for
// transfers to another ledger: their tokens are burned here first, and the book follows when the payee's are final.

import type { Check } from '../../../ledger/verify/check.ts'
import type { VerifiedConcept } from '../../../ledger/verify/verify.ts'

/** Tokens that are burned here and still in the book, on hold. */
const BURNED = `
  SELECT institution_id, account_id, sum(amount_minor) AS amount_minor
    FROM token_movements
   WHERE is_open AND kind = 'TRANSFER' AND (work ->> 'isBurned')::boolean
   GROUP BY institution_id, account_id`

/** Transfers whose tokens wait on this ledger for a decision. */
const RESERVED = `
  SELECT m.institution_id, m.movement_id, m.account_id, m.amount_minor, (m.work ->> 'holdId')::uuid AS hold_id
    FROM token_movements m
    JOIN builtin_ledger_accounts a ON a.institution_id = m.institution_id AND a.account_id = m.account_id
   WHERE m.is_open AND m.kind = 'TRANSFER' AND m.work ? 'holdId' AND NOT coalesce((m.work ->> 'isBurned')::boolean, false)`

const CHECKS: readonly Check[] = [
  {
    name: 'built-in ledger agrees with the book',
    text: `
      SELECT l.institution_id, 'digital asset account ' || l.account_id AS subject,
             'ledger ' || l.balance_minor || ' with ' || l.held_minor || ' held, book '
               || coalesce(a.balance_minor || ' with ' || a.held_minor || ' held', 'nothing') || ', burned ahead of the book '
               || coalesce(b.amount_minor, 0) AS detail
        FROM builtin_ledger_accounts l
        LEFT JOIN accounts a ON a.institution_id = l.institution_id AND a.account_id = l.account_id::text
        LEFT JOIN (${BURNED}) b ON b.institution_id = l.institution_id AND b.account_id = l.account_id
       WHERE l.balance_minor <> coalesce(a.balance_minor, 0) - coalesce(b.amount_minor, 0)
          OR l.held_minor <> coalesce(a.held_minor, 0) - coalesce(b.amount_minor, 0)`,
  },
  {
    name: 'built-in ledger has the accounts of its institutions',
    text: `
      SELECT coalesce(d.book_id, l.institution_id) AS institution_id,
             'digital asset account ' || coalesce(d.account_id, l.account_id) AS subject,
             CASE WHEN l.account_id IS NULL THEN d.state || ', not on the ledger'
                  WHEN d.account_id IS NULL THEN 'only on the ledger'
                  ELSE 'of ' || d.asset_id || ', on the ledger of ' || l.asset_id END AS detail
        FROM (SELECT a.book_id, a.account_id, a.state, a.institution_id || ':' || a.currency AS asset_id
                FROM digital_accounts a
                JOIN digital_institutions i ON i.institution_id = a.institution_id
               WHERE i.ledger = 'builtin' AND a.state NOT IN ('PROVISIONING', 'FAILED')) d
        FULL JOIN builtin_ledger_accounts l ON l.institution_id = d.book_id AND l.account_id = d.account_id
       WHERE d.asset_id IS DISTINCT FROM l.asset_id`,
  },
  {
    name: 'asset of the built-in ledger is in the book of its issuer',
    text: `
      SELECT s.institution_id, 'asset ' || s.asset_id AS subject,
             coalesce('its issuer''s book is ' || i.book_id, 'its issuer does not exist') AS detail
        FROM builtin_ledger_assets s
        LEFT JOIN digital_institutions i ON i.institution_id::text = s.issuer_id
       WHERE i.book_id IS DISTINCT FROM s.institution_id OR s.asset_id <> s.issuer_id || ':' || s.currency`,
  },
  {
    name: 'built-in ledger holds what its holds say',
    text: `
      SELECT coalesce(l.institution_id, h.institution_id) AS institution_id,
             'digital asset account ' || coalesce(l.account_id, h.account_id) AS subject,
             'held ' || coalesce(l.held_minor, 0) || ', open holds ' || coalesce(h.amount_minor, 0) AS detail
        FROM builtin_ledger_accounts l
        FULL JOIN (SELECT institution_id, account_id, sum(amount_minor) AS amount_minor
                     FROM builtin_ledger_holds WHERE state = 'HELD' GROUP BY institution_id, account_id) h
          ON h.institution_id = l.institution_id AND h.account_id = l.account_id
       WHERE coalesce(l.held_minor, 0) <> coalesce(h.amount_minor, 0)`,
  },
  {
    name: 'hold of the built-in ledger is that of a transfer',
    text: `
      SELECT coalesce(h.institution_id, m.institution_id) AS institution_id,
             coalesce('token movement ' || m.movement_id, 'hold ' || h.hold_id) AS subject,
             'reserves ' || coalesce(m.amount_minor, 0) || ', held ' || coalesce(h.amount_minor, 0) AS detail
        FROM (SELECT * FROM builtin_ledger_holds WHERE state = 'HELD') h
        FULL JOIN (${RESERVED}) m
          ON m.institution_id = h.institution_id AND m.hold_id = h.hold_id AND m.account_id = h.account_id
       WHERE h.amount_minor IS DISTINCT FROM m.amount_minor`,
  },
  {
    name: 'hold of the built-in ledger has its operation',
    text: `
      SELECT h.institution_id, 'hold ' || h.hold_id AS subject,
             coalesce('its operation ' || coalesce(o.reason, 'is of ' || coalesce(o.institution_id, 'no book')),
                      'without an operation') AS detail
        FROM builtin_ledger_holds h
        LEFT JOIN builtin_ledger_operations o ON o.op_id = h.hold_id
       WHERE o.op_id IS NULL OR o.reason IS NOT NULL OR o.institution_id IS DISTINCT FROM h.institution_id
          OR o.kind NOT IN ('HOLD', 'BATCH')`,
  },
]

/** It posts nothing: its operations are part of the postings of movements. */
export const BUILTIN_LEDGER_VERIFIED: VerifiedConcept = { journalKinds: [], checks: CHECKS }
