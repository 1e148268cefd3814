// Exceptions of tokens as administration reads them. They belong to a book: that is the institution of family A, whose users see
// them, or a digital institution, whose exceptions only the platform sees. Sub-tenants see none.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { Conditions, type IdCondition } from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { MovementKind, MovementState } from '../movements/movement.ts'
import { byBook } from '../movements/movement-homes.ts'
import type { Adjustment } from './ledger-adjustments.ts'
import type { Payment } from './payment.ts'
import {
  MOVEMENT_TYPES,
  type MovementType,
  TOKEN_EXCEPTION_KINDS,
  type TokenExceptionKind,
  type TokenExceptionRecord,
  type TokenResolution,
} from './token-exception.ts'

export interface TokenExceptionFilter {
  /** A part of the reference, or the id of the movement or account. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly accountIds?: readonly string[] | undefined
  readonly kind?: readonly string[] | undefined
  readonly state?: readonly ('OPEN' | 'RESOLVED')[] | undefined
  readonly movementType?: readonly MovementType[] | undefined
  readonly idConditions?: readonly IdCondition[] | undefined
}

interface ExceptionRow {
  readonly exception_id: string
  readonly institution_id: string
  readonly kind: TokenExceptionKind
  readonly detail: string
  readonly recorded_at: Date
  readonly last_at: Date
  readonly attempts: number
  readonly ended_at: Date | null
  readonly account_id: string | null
  readonly action: TokenResolution['action'] | null
  readonly reason: string | null
  readonly resolved_by: string | null
  readonly external_reference: string | null
  readonly journal_id: string | null
  readonly payment: Payment | null
  readonly adjustment: Adjustment | null
  readonly drift_minor: string | null
  readonly movement_id: string | null
  readonly movement_kind: MovementKind | null
  readonly ref: string | null
  readonly partner_id: string | null
  readonly state: MovementState | null
  readonly amount_minor: bigint | null
  readonly currency: string | null
}

/** Drift is stored under its older name. */
export const KIND = `CASE e.kind WHEN 'DRIFT' THEN 'LEDGER_DRIFT' ELSE e.kind END`

/** On distributed books, the coordinator knows of movements what exceptions are found by. */
function withMovements({ isDistributed }: Sql): string {
  const movements = isDistributed === true ? 'token_movement_homes' : 'token_movements'
  return `token_exceptions e LEFT JOIN ${movements} m ON m.movement_id = e.movement_id`
}

const MOVED = 'm.state, m.amount_minor, m.currency'
const MOVED_ELSEWHERE = 'NULL AS state, NULL::bigint AS amount_minor, NULL AS currency'

const select = (sql: Sql) => `
  SELECT e.exception_id, e.institution_id, ${KIND} AS kind, e.detail, e.recorded_at, coalesce(e.last_at, e.recorded_at) AS last_at,
         e.attempts, e.ended_at, e.account_id, e.action, e.reason, e.resolved_by, e.external_reference, e.journal_id, e.payment, e.adjustment, e.drift_minor::text AS drift_minor,
         m.movement_id, m.kind AS movement_kind, m.ref, m.partner_id,
         ${sql.isDistributed === true ? MOVED_ELSEWHERE : MOVED}
    FROM ${withMovements(sql)}`

/** Whether a filter can find any at all: not by kinds of other exceptions alone. */
export function mayFindTokens(scope: Scope, { kind }: TokenExceptionFilter): boolean {
  if (scope.subTenantId !== undefined) return false
  return kind === undefined || kind.some((one) => (TOKEN_EXCEPTION_KINDS as readonly string[]).includes(one))
}

/** `FROM … WHERE …` of the exceptions `e` that the filter finds in the scope. */
export function fromTokenExceptions(
  sql: Sql,
  scope: Scope,
  filter: TokenExceptionFilter,
  parameters: Parameters,
): string {
  const { search, institutionId, accountIds, kind, state, movementType, idConditions = [] } = filter
  const where = new Conditions(parameters)
  where.add(inScope(scope, parameters))
  where.addFor(institutionId, (value) => `e.institution_id = ${value}`)
  where.addSearch(
    search,
    (pattern) =>
      `(m.ref ILIKE ${pattern} OR m.movement_id::text ILIKE ${pattern} OR coalesce(e.account_id, m.account_id)::text ILIKE ${pattern})`,
  )
  where.addFor(accountIds, (value) => `coalesce(e.account_id, m.account_id)::text = ANY (${value}::text[])`)
  where.addFor(kind, (value) => `${KIND} = ANY (${value}::text[])`)
  where.addFor(
    movementType?.map((type) => kindOf(type)),
    (value) => `m.kind = ANY (${value}::text[])`,
  )
  where.addFor(
    state,
    (value) => `CASE WHEN e.ended_at IS NULL THEN 'OPEN' ELSE 'RESOLVED' END = ANY (${value}::text[])`,
  )
  for (const condition of idConditions) where.add(condition('e.exception_id', parameters))
  return `FROM ${withMovements(sql)} WHERE ${where.toString()}`
}

function inScope({ institutionId, subTenantId }: Scope, parameters: Parameters): string {
  if (subTenantId !== undefined) return 'false'
  return institutionId === undefined ? 'true' : `e.institution_id = ${parameters.add(institutionId)}`
}

function kindOf(type: MovementType): MovementKind {
  return (Object.keys(MOVEMENT_TYPES) as MovementKind[]).find((kind) => MOVEMENT_TYPES[kind] === type) as MovementKind
}

/** Those of these ids that are in scope, in no order. */
export async function readTokenExceptions(
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly TokenExceptionRecord[]> {
  const wanted = ids.filter(isUuid)
  if (wanted.length === 0) return []
  const parameters = new Parameters()
  const { rows } = await sql.query<ExceptionRow>(
    `${select(sql)} WHERE e.exception_id = ANY (${parameters.add(wanted)}::uuid[]) AND ${inScope(scope, parameters)}`,
    parameters.values,
  )
  return (sql.isDistributed === true ? await withStates(sql, rows) : rows).map(recordOf)
}

/** Distributed books: how far the movements are, each asked for at the server of the exception's book, which is its own. */
async function withStates(sql: Sql, rows: readonly ExceptionRow[]): Promise<ExceptionRow[]> {
  const homes = rows.flatMap(({ institution_id: bookId, movement_id: movementId }) =>
    movementId === null ? [] : [{ bookId, movementId }],
  )
  const states = new Map<string, Pick<ExceptionRow, 'state' | 'amount_minor' | 'currency'>>()
  for (const [bookId, movementIds] of byBook(homes)) {
    const moved = await sql.query<Pick<ExceptionRow, 'state' | 'amount_minor' | 'currency'> & { movement_id: string }>(
      `SELECT m.movement_id, ${MOVED} FROM token_movements m WHERE m.institution_id = $1 AND m.movement_id = ANY ($2::uuid[])`,
      [bookId, movementIds],
    )
    for (const { movement_id: movementId, ...state } of moved.rows) states.set(movementId, state)
  }
  return rows.map((row) => ({ ...row, ...states.get(row.movement_id ?? '') }))
}

export interface OpenTokenExceptions {
  readonly institutionId: string
  readonly kind: TokenExceptionKind
  readonly count: number
}

/** How many are open, by institution and kind. */
export async function countOpenTokenExceptions(sql: Sql, scope: Scope): Promise<OpenTokenExceptions[]> {
  const parameters = new Parameters()
  const { rows } = await sql.query<{ institution_id: string; kind: TokenExceptionKind; count: bigint }>(
    `SELECT e.institution_id, ${KIND} AS kind, count(*) AS count
       FROM token_exceptions e
      WHERE e.ended_at IS NULL AND ${inScope(scope, parameters)}
      GROUP BY e.institution_id, e.kind`,
    parameters.values,
  )
  return rows.map((row) => ({ institutionId: row.institution_id, kind: row.kind, count: Number(row.count) }))
}

function recordOf(row: ExceptionRow): TokenExceptionRecord {
  const { ended_at: endedAt, payment, adjustment } = row
  const since = isoTimestamp(row.recorded_at.getTime())
  const resolution = endedAt === null ? undefined : resolutionOf(row, endedAt)
  return {
    id: row.exception_id,
    version: resolution === undefined ? 1 : 2,
    createdAt: since,
    updatedAt: resolution?.at ?? isoTimestamp(row.last_at.getTime()),
    createdBy: 'system',
    updatedBy: resolution?.by ?? 'system',
    institutionId: row.institution_id,
    kind: row.kind,
    ...subjectOf(row, since),
    detail: row.detail,
    state: resolution === undefined ? 'OPEN' : 'RESOLVED',
    ...(payment !== null && { pending: pendingOf(payment) }),
    ...(adjustment !== null && { pending: { action: 'ADJUST_LEDGER', by: adjustment.by, at: adjustment.at } }),
    ...(resolution !== undefined && { resolution }),
  }
}

function subjectOf(row: ExceptionRow, since: string): Pick<TokenExceptionRecord, 'movement' | 'account'> {
  const { movement_id: id, movement_kind: kind, state, amount_minor: amountMinor } = row
  if (id === null || kind === null || state === null || amountMinor === null)
    return row.account_id === null ? {} : { account: { id: row.account_id } }
  return {
    movement: {
      type: MOVEMENT_TYPES[kind],
      id,
      ref: row.ref ?? '',
      partnerId: row.partner_id ?? '',
      state,
      amountMinor,
      currency: row.currency ?? '',
      attempts: row.attempts,
      since,
    },
  }
}

function pendingOf({ action, by, at, linkedAccountId }: Payment): NonNullable<TokenExceptionRecord['pending']> {
  return { action, by, at, ...(linkedAccountId !== undefined && { linkedAccountId }) }
}

const SETTLED_REASONS: Readonly<Record<TokenExceptionKind, string>> = {
  FUNDS_UNCLAIMED: 'The money has been paid',
  LEG_FAILED: 'The ledger has carried out the leg',
  LEDGER_DRIFT: 'Book and ledger agree again',
  LEDGER_SILENT: 'The ledger has answered',
}

/** Without an action it has ended by itself. */
function resolutionOf(row: ExceptionRow, endedAt: Date): TokenResolution {
  return {
    action: row.action ?? 'SETTLED',
    reason: row.reason ?? SETTLED_REASONS[row.kind],
    by: row.resolved_by ?? 'system',
    at: isoTimestamp(endedAt.getTime()),
    ...(row.journal_id !== null && { journalId: row.journal_id }),
    ...(row.action === 'ACCEPT' && row.drift_minor !== null && { acceptedMinor: row.drift_minor }),
    ...(row.external_reference !== null && { externalReference: row.external_reference }),
  }
}
