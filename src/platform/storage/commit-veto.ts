// Vetoes: work in a transaction can prevent its commit and still run to its end, so that everything it would have done is
// known. The transaction is then rolled back and rejects with the reason of the veto.

import type { Sql } from './database.ts'

const vetoes = new WeakMap<Sql, { reason?: unknown }>()

/** Called by the database when it begins a transaction. */
export function openToVeto(sql: Sql): void {
  vetoes.set(sql, {})
}

/** Outside a transaction there is nothing left to prevent: throws the reason at once. */
export function vetoCommit(sql: Sql, reason: Error): void {
  const open = vetoes.get(sql)
  if (open === undefined) throw reason
  open.reason ??= reason
}

/** Called by the database before the commit: throws the reason of a veto. */
export function assertNoVeto(sql: Sql): void {
  const reason = vetoes.get(sql)?.reason
  if (reason !== undefined) throw reason
}
