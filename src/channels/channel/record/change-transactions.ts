// Statements that change or delete stored transactions. Each writes what the rollups take back and add, in the same statement:
// `transaction_changes` gets the row as it was, with sign -1, and as it now is, with sign 1 (docs/decisions/0035, 0057).

/** Columns that rollups count by. */
const COUNTED = [
  'business_date',
  'recorded_at',
  'type',
  'terminal_id',
  'currency',
  'response_code',
  'latency_ms',
  'amount_minor',
  'fee_minor',
  'reversed_minor',
  'original_id',
  'counted_on',
]

export interface TransactionChange {
  /** The transactions `t` of institution $1 that are changed. */
  readonly where: string
  /** Gives each of them its values, as `n`: an entry of FROM. */
  readonly values: string
  /** Joins `n` with a changed row `b`, by partner_id and rrn or by account_id and transaction_id. */
  readonly on: string
  readonly set: string
}

/**
 * Rows are locked before they are changed: what is noted is what was there when the change was made, also when another node has
 * changed the row in between.
 */
export function changeTransactions({ where, values, on, set }: TransactionChange): string {
  return `${locked(where)},
       after AS (
         UPDATE transactions AS t SET ${set}
           FROM before AS b, ${values}
          WHERE t.institution_id = $1 AND t.partner_id = b.partner_id AND t.rrn = b.rrn AND ${on}
         RETURNING t.partner_id, t.rrn, ${listed('t')}, b.insert_xid, ${COUNTED.map((column) => `b.${column} AS old_${column}`).join(', ')})
  INSERT INTO transaction_changes (institution_id, sign, insert_xid, ${COUNTED.join(', ')})
  SELECT $1, -1, insert_xid, ${COUNTED.map((column) => `old_${column}`).join(', ')} FROM after WHERE ${IS_CHANGED}
  UNION ALL
  SELECT $1, 1, insert_xid, ${COUNTED.join(', ')} FROM after WHERE ${IS_CHANGED}`
}

export function deleteTransactions(where: string): string {
  return `${locked(where)},
       gone AS (
         DELETE FROM transactions AS t USING before AS b
          WHERE t.institution_id = $1 AND t.partner_id = b.partner_id AND t.rrn = b.rrn
         RETURNING b.insert_xid, ${listed('b')})
  INSERT INTO transaction_changes (institution_id, sign, insert_xid, ${COUNTED.join(', ')})
  SELECT $1, -1, insert_xid, ${COUNTED.join(', ')} FROM gone`
}

const IS_CHANGED = `(${COUNTED.join(', ')}) IS DISTINCT FROM (${COUNTED.map((column) => `old_${column}`).join(', ')})`

function locked(where: string): string {
  return `
  WITH before AS MATERIALIZED (
         SELECT t.partner_id, t.rrn, t.account_id, t.transaction_id, t.insert_xid, ${listed('t')}
           FROM transactions AS t
          WHERE t.institution_id = $1 AND ${where}
            FOR NO KEY UPDATE)`
}

function listed(row: string): string {
  return COUNTED.map((column) => `${row}.${column}`).join(', ')
}

/** The transactions of partners and RRNs that stand in two arrays. Both conditions on arrays keep the plan at the primary key. */
export function byRrn(partnerIds: string, rrns: string): string {
  return `t.partner_id = ANY (${partnerIds}::text[]) AND t.rrn = ANY (${rrns}::text[])
            AND (t.partner_id, t.rrn) IN (SELECT * FROM unnest(${partnerIds}::text[], ${rrns}::text[]))`
}
