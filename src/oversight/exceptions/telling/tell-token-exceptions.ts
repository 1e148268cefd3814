// Tells partners of exceptions of tokens: the partner of the movement, of the account, or those of the digital institutions whose supply
// differs. As with exceptions of account services, a sweep compares what is open with what partners know.

import { storeEvent } from '../../../administration/events/event-outbox.ts'
import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { readTokenExceptions } from '../../../tokens/exceptions/exception-records.ts'
import type { TokenExceptionRecord } from '../../../tokens/exceptions/token-exception.ts'
import { once } from './tell-once.ts'

const PAGE = 500

/** Resolves when partners are told of all that are open and of all that have ended. */
export async function tellTokenExceptions(database: Database, nowMs: number): Promise<void> {
  for (let told = PAGE; told === PAGE; ) told = await once(database, (sql) => tellOpened(sql, nowMs))
  for (let told = PAGE; told === PAGE; ) told = await once(database, (sql) => tellEnded(sql, nowMs))
}

/** One that has ended before a sweep came across it is not told at all. */
async function tellOpened(sql: Sql, nowMs: number): Promise<number> {
  const { rows } = await sql.query<{ exception_id: string }>(
    `INSERT INTO told_token_exceptions (exception_id, institution_id, told_at)
     SELECT e.exception_id, e.institution_id, $1::timestamptz FROM token_exceptions e
      WHERE e.ended_at IS NULL AND NOT EXISTS (SELECT FROM told_token_exceptions t WHERE t.exception_id = e.exception_id)
      LIMIT ${PAGE}
     ON CONFLICT DO NOTHING RETURNING exception_id`,
    [new Date(nowMs)],
  )
  await tell(sql, nowMs, 'exception.opened', rows)
  return rows.length
}

async function tellEnded(sql: Sql, nowMs: number): Promise<number> {
  const { rows } = await sql.query<{ exception_id: string }>(
    `DELETE FROM told_token_exceptions t
      WHERE t.exception_id IN (SELECT k.exception_id FROM told_token_exceptions k
                                WHERE NOT EXISTS (SELECT FROM token_exceptions e
                                                   WHERE e.institution_id = k.institution_id AND e.exception_id = k.exception_id
                                                     AND e.ended_at IS NULL)
                                LIMIT ${PAGE})
     RETURNING t.exception_id`,
  )
  await tell(sql, nowMs, 'exception.resolved', rows)
  return rows.length
}

async function tell(
  sql: Sql,
  nowMs: number,
  kind: 'exception.opened' | 'exception.resolved',
  rows: readonly { readonly exception_id: string }[],
): Promise<void> {
  const ids = rows.map((row) => row.exception_id)
  for (const one of await readTokenExceptions(sql, {}, ids))
    for (const partnerId of await partnersOf(sql, one))
      await storeEvent(sql, nowMs, {
        kind,
        partnerId,
        institutionId: one.institutionId,
        resource: `exception/${one.id}`,
        data: dataOf(one, kind),
      })
}

async function partnersOf(sql: Sql, { movement, account, institutionId }: TokenExceptionRecord): Promise<string[]> {
  if (movement !== undefined) return [movement.partnerId]
  const { rows } = await sql.query<{ partner_id: string }>(
    account === undefined
      ? 'SELECT DISTINCT partner_id FROM digital_institutions WHERE book_id = $1 ORDER BY partner_id'
      : 'SELECT partner_id FROM digital_accounts WHERE account_id::text = $1',
    [account?.id ?? institutionId],
  )
  return rows.map((row) => row.partner_id)
}

/** Without detail, reason and operator, which concern the institution alone. */
function dataOf(one: TokenExceptionRecord, told: 'exception.opened' | 'exception.resolved'): object {
  const { id, institutionId, kind, movement, account, createdAt, resolution } = one
  return {
    exceptionId: id,
    institutionId,
    kind,
    state: told === 'exception.opened' ? 'OPEN' : 'RESOLVED',
    ...(movement !== undefined && {
      movement: {
        type: movement.type,
        id: movement.id,
        ref: movement.ref,
        state: movement.state,
        amount: numberFromMinor(movement.amountMinor, movement.currency),
        currency: movement.currency,
      },
    }),
    ...(account !== undefined && { accountId: account.id }),
    openedAt: createdAt,
    ...(told === 'exception.resolved' &&
      resolution !== undefined && { resolution: { action: resolution.action, at: resolution.at } }),
  }
}
