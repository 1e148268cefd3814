// The statements of movements in a posting batch, for all institutions of the batch at once. Ids of movements and accounts are
// unique over all books; the book of a row says whose it is.

import { spentHash } from '../../../platform/history/spent-keys.ts'
import type { Statement } from '../../../platform/storage/database.ts'
import { MOVEMENT_COLUMNS } from '../movement-codec.ts'

export const LOCK_MOVEMENTS: Statement = {
  name: 'lock-token-movements',
  text: `SELECT ${MOVEMENT_COLUMNS}
           FROM token_movements
          WHERE movement_id = ANY ($1::uuid[])
          ORDER BY institution_id, movement_id
            FOR NO KEY UPDATE`,
}

/** The same for one institution, whose rows are on a server of their own. */
export const LOCK_MOVEMENTS_IN_BOOK: Statement = {
  name: 'lock-token-movements-in-book',
  text: `SELECT ${MOVEMENT_COLUMNS}
           FROM token_movements
          WHERE institution_id = $1 AND movement_id = ANY ($2::uuid[])
          ORDER BY movement_id
            FOR NO KEY UPDATE`,
}

/** References whose requests are archived: used, without content. */
const UNION_SPENT = `UNION ALL
         SELECT asked.partner_id, asked.kind, asked.ref, NULL, NULL
           FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (partner_id, kind, ref)
           JOIN spent_keys s
             ON s.partner_id = asked.partner_id AND s.key_hash = ${spentHash('asked.kind', 'asked.ref')}`

/** In every book: a reference belongs to the partner. */
export const READ_MOVEMENT_REFERENCES: Statement = {
  name: 'read-token-movement-references',
  text: `SELECT m.partner_id, m.kind, m.ref, m.content, m.movement_id
           FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (partner_id, kind, ref)
           JOIN token_movements m ON m.partner_id = asked.partner_id AND m.kind = asked.kind AND m.ref = asked.ref
         ${UNION_SPENT}`,
}

/** The same on distributed books. */
export const READ_REFERENCES_OF_HOMES: Statement = {
  name: 'read-token-movement-references-of-homes',
  text: `SELECT m.partner_id, m.kind, m.ref, m.content, m.movement_id
           FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (partner_id, kind, ref)
           JOIN token_movement_homes m ON m.partner_id = asked.partner_id AND m.kind = asked.kind AND m.ref = asked.ref
         ${UNION_SPENT}`,
}

export const READ_REFERENCES: Statement = {
  name: 'read-digital-references',
  text: `SELECT r.partner_id, r.transaction_type AS kind, r.ref, r.content, r.resource_id AS movement_id
           FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (partner_id, type, ref)
           JOIN digital_references r
             ON r.partner_id = asked.partner_id AND r.transaction_type = asked.type AND r.ref = asked.ref
         ${UNION_SPENT}`,
}

/** The lock keeps the institution from being offboarded while something begins. */
export const HOLD_INSTITUTIONS: Statement = {
  name: 'hold-digital-institutions',
  text: `SELECT institution_id, state
           FROM digital_institutions
          WHERE institution_id = ANY ($1::uuid[])
          ORDER BY institution_id
            FOR KEY SHARE`,
}

/** With a cap on what it may owe, one batch at a time adds to it. */
export const LOCK_INSTITUTIONS: Statement = {
  name: 'lock-digital-institutions',
  text: `SELECT institution_id, state
           FROM digital_institutions
          WHERE institution_id = ANY ($1::uuid[])
          ORDER BY institution_id
            FOR NO KEY UPDATE`,
}

/** After the locks of the accounts, so that a change of state that was waited for is seen. */
export const READ_STANDINGS: Statement = {
  name: 'read-token-standings',
  text: `SELECT a.book_id, a.account_id, a.institution_id AS issuer_id, a.currency, a.state AS account_state, a.restrictions,
                a.linked_account_id, u.state AS user_state
           FROM digital_accounts a
           JOIN digital_users u ON u.user_id = a.user_id
          WHERE a.account_id = ANY ($1::uuid[])`,
}

/** What accounts have moved since a time, failed movements apart. */
export const READ_USAGE: Statement = {
  name: 'read-token-usage',
  text: `SELECT m.account_id, m.kind, sum(m.amount_minor)::bigint AS used_minor
           FROM unnest($1::uuid[], $2::timestamptz[]) AS k (account_id, since)
           JOIN token_movements m ON m.account_id = k.account_id AND m.created_at >= k.since
          WHERE m.state NOT IN ('FAILED', 'REJECTED', 'ABORTED', 'EXPIRED', 'RETURNED')
          GROUP BY m.account_id, m.kind`,
}

export const READ_USAGE_IN_BOOK: Statement = {
  name: 'read-token-usage-in-book',
  text: `SELECT account_id, kind, sum(amount_minor)::bigint AS used_minor
           FROM token_movements
          WHERE institution_id = $1 AND account_id = ANY ($2::uuid[]) AND created_at >= $3::timestamptz
            AND state NOT IN ('FAILED', 'REJECTED', 'ABORTED', 'EXPIRED', 'RETURNED')
          GROUP BY account_id, kind`,
}

/** What institutions owe, and what is on its way out: one statement, so that a commit in between is not seen half. */
export const READ_OWED: Statement = {
  name: 'read-token-owed',
  text: `SELECT i.issuer_id, i.currency,
                (SELECT coalesce(sum(g.amount_minor), 0) FROM general_ledger_totals g
                  WHERE g.institution_id = i.book_id AND g.account = 'tokens:' || i.issuer_id || ':owed' AND g.currency = i.currency)::bigint
              + (SELECT coalesce(sum(d.amount_minor), 0) FROM general_ledger_deltas d
                  WHERE d.institution_id = i.book_id AND d.account = 'tokens:' || i.issuer_id || ':owed' AND d.currency = i.currency)::bigint
              + (SELECT coalesce(sum(m.amount_minor), 0) FROM token_movements m
                  WHERE m.issuer_id = i.issuer_id AND m.currency = i.currency AND m.is_open AND m.kind = 'TRANSFER'
                    AND m.payee_issuer_id IS DISTINCT FROM m.issuer_id)::bigint AS owed_minor
           FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::uuid[], $3::text[]) AS k (book_id, issuer_id, currency)) AS i`,
}

/**
 * READ_OWED in two statements, for one book that is on a server of its own. Movements are read first: a transfer that ends in between
 * is then counted twice instead of not at all.
 */
export const READ_OPEN_TRANSFERS: Statement = {
  name: 'read-open-token-transfers',
  text: `SELECT issuer_id, currency, sum(amount_minor)::bigint AS owed_minor
           FROM token_movements
          WHERE institution_id = $1 AND issuer_id = ANY ($2::uuid[]) AND is_open AND kind = 'TRANSFER'
            AND payee_issuer_id IS DISTINCT FROM issuer_id
          GROUP BY issuer_id, currency`,
}

/** What institutions owe by the general ledger of one book. */
export const READ_OWED_IN_BOOK: Statement = {
  name: 'read-token-owed-in-book',
  text: `SELECT k.issuer_id, k.currency, coalesce(sum(g.amount_minor), 0)::bigint AS owed_minor
           FROM (SELECT DISTINCT * FROM unnest($2::uuid[], $3::text[]) AS k (issuer_id, currency)) AS k
           LEFT JOIN (
                SELECT t.account, t.currency, t.amount_minor FROM general_ledger_totals t
                 WHERE t.institution_id = $1 AND t.account = ANY ($4::text[])
                 UNION ALL
                SELECT d.account, d.currency, d.amount_minor FROM general_ledger_deltas d
                 WHERE d.institution_id = $1 AND d.account = ANY ($4::text[])
                ) AS g ON g.account = 'tokens:' || k.issuer_id || ':owed' AND g.currency = k.currency
          GROUP BY k.issuer_id, k.currency`,
}

/**
 * Transfers that are given back, with their returns. All returns of one are paid by the same account, whose lock this batch
 * has: none begins or ends meanwhile.
 */
export const READ_RETURNED: Statement = {
  name: 'read-returned-token-transfers',
  text: `SELECT o.movement_id AS "transferId", o.state, o.account_id AS "payerAccountId",
                o.payee_account_id AS "payeeAccountId", o.currency, o.amount_minor AS "amountMinor",
                (SELECT coalesce(sum(r.amount_minor), 0) FROM token_movements r
                  WHERE r.return_of = o.movement_id AND (r.is_open OR r.state = 'COMMITTED'))::bigint AS "returnedMinor"
           FROM token_movements o
          WHERE o.movement_id = ANY ($1::uuid[]) AND o.kind = 'TRANSFER'`,
}

/** READ_RETURNED in two statements: a transfer is in the book of its payer, and what is given back of it in that of its payee. */
export const READ_TRANSFERS_IN_BOOK: Statement = {
  name: 'read-token-transfers-in-book',
  text: `SELECT movement_id AS "transferId", state, account_id AS "payerAccountId", payee_account_id AS "payeeAccountId",
                currency, amount_minor AS "amountMinor", 0::bigint AS "returnedMinor"
           FROM token_movements
          WHERE institution_id = $1 AND movement_id = ANY ($2::uuid[]) AND kind = 'TRANSFER'`,
}

export const READ_RETURNS_IN_BOOK: Statement = {
  name: 'read-token-returns-in-book',
  text: `SELECT return_of AS "transferId", sum(amount_minor)::bigint AS "returnedMinor"
           FROM token_movements
          WHERE institution_id = $1 AND return_of = ANY ($2::uuid[]) AND (is_open OR state = 'COMMITTED')
          GROUP BY return_of`,
}

/**
 * What an older node has posted without entries stays marked, until the sweep has filled them in. Values of columns are not converted by
 * functions that depend on settings, such as text to a time: a server of distributed books refuses that.
 */
export const UPDATE_MOVEMENTS: Statement = {
  name: 'update-token-movements',
  text: `UPDATE token_movements AS m
            SET state = n.state, is_open = n.is_open, decision = n.decision, decided_by = n.decided_by,
                decided_at = n.decided_at, work = n.work::jsonb, next_at = n.next_at,
                journal_ids = string_to_array(n.journal_ids, ',')::uuid[], payee_journal_id = n.payee_journal_id,
                outcome_code = n.outcome_code, outcome_iso = n.outcome_iso, final_at = n.final_at, version = n.version,
                updated_at = $2::timestamptz,
                entered_version = CASE WHEN m.entered_version = m.version THEN n.version ELSE m.entered_version END
           FROM unnest($3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::timestamptz[], $9::text[],
                       $10::timestamptz[], $11::text[], $12::uuid[], $13::text[], $14::text[], $15::timestamptz[], $16::integer[])
             AS n (movement_id, state, is_open, decision, decided_by, decided_at, work, next_at, journal_ids, payee_journal_id,
                   outcome_code, outcome_iso, final_at, version)
          WHERE m.institution_id = $1 AND m.movement_id = ANY ($3::uuid[]) AND m.movement_id = n.movement_id`,
}

export const INSERT_REFERENCES: Statement = {
  name: 'insert-digital-references',
  text: `INSERT INTO digital_references (partner_id, transaction_type, ref, content, resource_id, created_at)
         SELECT unnest($1::text[]), unnest($2::text[]), unnest($3::text[]), decode(unnest($4::text[]), 'hex'),
                unnest($5::uuid[]), $6::timestamptz`,
}

/** One row per movement: met again it counts, and after its end it is open again. A refused leg may become unclaimed money, or drift. */
export const RECORD_EXCEPTIONS: Statement = {
  name: 'record-token-exceptions',
  text: `WITH met AS (
           SELECT unnest($3::uuid[]) AS exception_id, unnest($4::uuid[]) AS movement_id, unnest($5::text[]) AS kind,
                  unnest($6::text[]) AS detail
         ), known AS (
           UPDATE token_exceptions AS e
              SET attempts = CASE WHEN e.ended_at IS NOT NULL THEN 1 WHEN e.kind = met.kind THEN e.attempts + 1 ELSE e.attempts END,
                  recorded_at = CASE WHEN e.ended_at IS NULL THEN e.recorded_at ELSE $2::timestamptz END,
                  action = CASE WHEN e.ended_at IS NULL THEN e.action END,
                  reason = CASE WHEN e.ended_at IS NULL THEN e.reason END,
                  resolved_by = CASE WHEN e.ended_at IS NULL THEN e.resolved_by END,
                  kind = met.kind, last_at = $2::timestamptz, ended_at = NULL, detail = met.detail
             FROM met
            WHERE e.institution_id = $1 AND e.movement_id = met.movement_id
              AND (e.kind = met.kind OR (e.ended_at IS NULL AND (e.kind, met.kind) IN
                   (('LEG_FAILED', 'FUNDS_UNCLAIMED'), ('LEG_FAILED', 'DRIFT'), ('DRIFT', 'LEG_FAILED'), ('DRIFT', 'FUNDS_UNCLAIMED'))))
           RETURNING e.movement_id, e.kind
         )
         INSERT INTO token_exceptions (institution_id, exception_id, movement_id, kind, detail, recorded_at, last_at)
         SELECT $1, exception_id, movement_id, kind, detail, $2::timestamptz, $2::timestamptz
           FROM met
          WHERE NOT EXISTS (SELECT FROM known WHERE known.movement_id = met.movement_id AND known.kind = met.kind)`,
}

/** An operator's way out, kept with the refusal that is open. */
export const NOTE_ACTIONS: Statement = {
  name: 'note-token-exception-actions',
  text: `UPDATE token_exceptions AS e SET action = n.action, reason = n.reason, resolved_by = n.resolved_by
           FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS n (movement_id, action, reason, resolved_by)
          WHERE e.institution_id = $1 AND e.movement_id = n.movement_id AND e.kind IN ('LEG_FAILED', 'DRIFT') AND e.ended_at IS NULL`,
}

/** What a ledger had refused is final. */
export const END_REFUSALS: Statement = {
  name: 'end-token-refusals',
  text: `UPDATE token_exceptions SET ended_at = $2::timestamptz
          WHERE institution_id = $1 AND movement_id = ANY ($3::uuid[]) AND kind IN ('LEG_FAILED', 'DRIFT') AND ended_at IS NULL`,
}
