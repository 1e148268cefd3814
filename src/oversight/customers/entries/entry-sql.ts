// The SQL that lists journals by account (docs/decisions/0050). An entry is a line of a journal on a customer's account.

/** Holdings of tokens are not accounts of administration. */
export const IS_ACCOUNT = `NOT (a.account_type = 'TOKENS' AND a.branch_id = '')`

/** The condition that a journal is visible now and was not in snapshot $1. The upper limit keeps the plan at the index. */
export const IS_NEW = `insert_xid >= pg_snapshot_xmin($1::pg_snapshot)::text::bigint
            AND insert_xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
            AND (insert_xid >= pg_snapshot_xmax($1::pg_snapshot)::text::bigint
                 OR NOT pg_visible_in_snapshot(insert_xid::text::xid8, $1::pg_snapshot))`

/** The lines of journals on customers' accounts. */
export const linesOf = (journals: string) => `
  SELECT j.institution_id, j.journal_id, j.recorded_at, l.account COLLATE "C" AS account_id, l.amount_minor, l.line
    FROM ${journals} j
   CROSS JOIN LATERAL unnest(string_to_array(j.books, NULL), j.accounts, j.amounts_minor)
         WITH ORDINALITY AS l (book, account, amount_minor, line)
   WHERE l.book = 'C'`

const JOURNAL = 'institution_id, journal_id, recorded_at, books, accounts, amounts_minor'

/**
 * Adds the journals that are visible now and were not in snapshot $1, above position $2, oldest first. An account's balance in
 * this snapshot is the sum of its entries in this snapshot: the balances after earlier ones follow backwards.
 */
export const ADD_NEW = `
  WITH chunk AS MATERIALIZED (
         SELECT ${JOURNAL} FROM journals
          WHERE ${IS_NEW}),
       lines AS MATERIALIZED (
         SELECT *, row_number() OVER (ORDER BY recorded_at, journal_id, line) AS place FROM (${linesOf('chunk')}) AS l),
       added AS (
         INSERT INTO account_entries (institution_id, account_id, position, journal_id, amount_minor, balance_minor)
         SELECT n.institution_id, n.account_id, $2::bigint + n.place, n.journal_id, n.amount_minor,
                a.balance_minor - coalesce(sum(n.amount_minor) OVER later, 0)
           FROM lines n
          CROSS JOIN LATERAL (
                SELECT a.balance_minor FROM accounts a
                 WHERE a.institution_id = n.institution_id AND a.account_id = n.account_id AND ${IS_ACCOUNT}
                OFFSET 0) AS a
         WINDOW later AS (PARTITION BY n.institution_id, n.account_id ORDER BY n.place DESC
                          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
  SELECT (SELECT count(*)::int FROM chunk) AS journals, coalesce((SELECT max(place) FROM lines), 0) AS places`

/**
 * On distributed books (docs/decisions/0057): takes the marks of institution $1, and answers the entries of the journals under them, above
 * position $2. One statement on one server: the balances in its snapshot are those after the journals that it lists. It inserts nothing:
 * Citus would run it in parts, each in a snapshot of its own.
 */
export const TAKE_MARKED_ENTRIES = `
  WITH marked AS MATERIALIZED (
         UPDATE posting_marks SET listed = true WHERE institution_id = $1 AND NOT listed RETURNING mark),
       chunk AS MATERIALIZED (
         SELECT ${JOURNAL} FROM journals
          WHERE institution_id = $1 AND insert_xid IN (SELECT mark FROM marked)),
       lines AS MATERIALIZED (
         SELECT *, row_number() OVER (ORDER BY recorded_at, journal_id, line) AS place FROM (${linesOf('chunk')}) AS l),
       entries AS MATERIALIZED (
         SELECT n.account_id, $2::bigint + n.place AS position, n.journal_id, n.amount_minor,
                a.balance_minor - coalesce(sum(n.amount_minor) OVER later, 0) AS balance_minor
           FROM lines n
           JOIN accounts a ON a.institution_id = $1 AND a.account_id = n.account_id AND ${IS_ACCOUNT}
         WINDOW later AS (PARTITION BY n.account_id ORDER BY n.place DESC
                          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
  SELECT (SELECT json_agg(e)::text FROM entries e) AS entries, coalesce((SELECT max(place) FROM lines), 0) AS places`

export const INSERT_ENTRIES = `
  INSERT INTO account_entries (institution_id, account_id, position, journal_id, amount_minor, balance_minor)
  SELECT $1, account_id, position, journal_id, amount_minor, balance_minor
    FROM json_to_recordset($2::json)
         AS e (account_id text, position bigint, journal_id uuid, amount_minor bigint, balance_minor bigint)`

/** Below every entry but other openings. */
const OPENINGS = `-${2n ** 61n}::bigint`

/**
 * Adds up to $5 journals of institution $1 below journal $2, newest first, below position $4, when snapshot $3 shows them. Ids
 * begin with their time. An account's opening journal has an id made from the account (version 8): it is the account's first
 * entry, whenever it is met.
 */
export const ADD_HISTORY = `
  WITH chunk AS MATERIALIZED (
         SELECT ${JOURNAL}, insert_xid FROM journals
          WHERE institution_id = $1 AND journal_id < $2::uuid
          ORDER BY journal_id DESC
          LIMIT $5),
       lines AS MATERIALIZED (
         SELECT l.*, substr(l.journal_id::text, 15, 1) = '8' AS is_opening,
                row_number() OVER (ORDER BY l.journal_id DESC, l.line DESC) AS place
           FROM (${linesOf('chunk')}
            AND (j.insert_xid IS NULL OR pg_visible_in_snapshot(j.insert_xid::text::xid8, $3::pg_snapshot))) AS l),
       openings AS (
         INSERT INTO account_entries (institution_id, account_id, position, journal_id, amount_minor, balance_minor)
         SELECT n.institution_id, n.account_id, ${OPENINGS} + $4::bigint - n.place, n.journal_id, n.amount_minor, n.amount_minor
           FROM lines n
          CROSS JOIN LATERAL (
                SELECT FROM accounts a
                 WHERE a.institution_id = n.institution_id AND a.account_id = n.account_id AND ${IS_ACCOUNT}
                OFFSET 0) AS a
          WHERE n.is_opening),
       added AS (
         INSERT INTO account_entries (institution_id, account_id, position, journal_id, amount_minor, balance_minor)
         SELECT n.institution_id, n.account_id, $4::bigint - n.place, n.journal_id, n.amount_minor,
                coalesce(older.balance_minor, a.balance_minor) - coalesce(sum(n.amount_minor) OVER later, 0)
           FROM lines n
          CROSS JOIN LATERAL (
                SELECT a.balance_minor FROM accounts a
                 WHERE a.institution_id = n.institution_id AND a.account_id = n.account_id AND ${IS_ACCOUNT}
                OFFSET 0) AS a
           LEFT JOIN LATERAL (
                SELECT e.balance_minor - e.amount_minor AS balance_minor FROM account_entries e
                 WHERE e.institution_id = n.institution_id AND e.account_id = n.account_id
                   AND e.position > ${OPENINGS}
                 ORDER BY e.position
                 LIMIT 1) AS older ON true
          WHERE NOT n.is_opening
         WINDOW later AS (PARTITION BY n.institution_id, n.account_id ORDER BY n.place
                          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
  SELECT (SELECT count(*)::int FROM chunk) AS journals, coalesce((SELECT max(place) FROM lines), 0) AS places,
         (SELECT journal_id FROM chunk ORDER BY journal_id LIMIT 1) AS down_to`
