// Statements that write to every table an order writes to, but no row. They fail where an order would fail: on a right
// that was taken away, a missing table, a trigger that refuses. Health runs them (storage/connections/write-probe.ts).

export const ORDER_WRITES: readonly string[] = [
  insertsInto('journals'),
  insertsInto('general_ledger_deltas'),
  updates('accounts', 'balance_minor'),
  insertsInto('holds'),
  updates('holds', 'released_at'),
  insertsInto('transactions'),
  updates('transactions', 'reversed_minor'),
  insertsInto('transaction_changes'),
  insertsInto('reversal_tombstones'),
  insertsInto('switch_messages'),
  updates('cards', 'used_minor'),
  insertsInto('terminal_usage'),
  updates('terminal_usage', 'used_minor'),
]

function insertsInto(table: string): string {
  return `INSERT INTO ${table} (institution_id) SELECT institution_id FROM ${table} WHERE false`
}

function updates(table: string, column: string): string {
  return `UPDATE ${table} SET ${column} = ${column} WHERE false`
}
