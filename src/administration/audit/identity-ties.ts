// Ties between two users: one of them has created the other, or has changed what the other signs in with. Both may then be one
// person, so neither decides about the other's work for a while. The audit log tells: it has every change, also those that
// nodes of earlier versions made, and nobody can edit it.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import { DAY_MS, HOUR_MS, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'

const TIED_MS = 30 * DAY_MS
/** A new address takes effect when it is confirmed, which may be as late as this. */
const CONFIRMABLE_MS = 72 * HOUR_MS

export type TieKind = 'created' | 'mail' | 'role' | 'second-factor' | 'reactivated'

export interface IdentityTie {
  readonly otherId: string
  /** The other user acted on this one; otherwise this one acted on the other. */
  readonly isByOther: boolean
  readonly kind: TieKind
  readonly atMs: number
  readonly untilMs: number
}

/** Every tie of the user that holds now, the one that holds longest first. */
export async function identityTiesOf(sql: Sql, nowMs: number, userId: string): Promise<readonly IdentityTie[]> {
  if (!isUuid(userId)) return []
  const { rows } = await sql.query<TieRow>(TIES, [userId.toLowerCase(), new Date(nowMs - TIED_MS - CONFIRMABLE_MS)])
  const ties = rows.flatMap((row) => kindsOf(row).map((kind) => tieOf(row, kind)))
  return ties.filter(({ untilMs }) => untilMs > nowMs).sort((a, b) => b.untilMs - a.untilMs)
}

/** Why the user must not decide about the other's work: `you created ann@bank.example on 2026-01-15: …`. */
export function tieWords({ isByOther, kind, atMs, untilMs }: IdentityTie, other: string, user = 'you'): string {
  const [actor, target] = isByOther ? [other, user] : [user, other]
  return `${actor} ${deedWords(kind, target)} on ${dateOf(atMs)}: neither approves for the other until ${dateOf(untilMs)}`
}

function deedWords(kind: TieKind, target: string): string {
  const whose = target === 'you' ? 'your' : `${target}'s`
  if (kind === 'created') return `created ${target}`
  if (kind === 'reactivated') return `reactivated ${target}`
  if (kind === 'mail') return `changed ${whose} mail address`
  return kind === 'role' ? `changed ${whose} role` : `reset ${whose} second factor`
}

function dateOf(epochMs: number): string {
  return isoTimestamp(epochMs).slice(0, 10)
}

interface TieRow {
  other_id: string
  is_by_other: boolean
  action: string
  at: Date
  changes_mail: boolean
  changes_role: boolean
  drops_factor: boolean
  was_inactive: boolean
}

const ACTIONS = `'user.create', 'user.update', 'user.reset-mfa', 'user.activate'`

const changed = (field: string) => `(before::json ->> '${field}') IS DISTINCT FROM (after::json ->> '${field}')`

/** Changes by the user, from an index of such changes; and changes of the user, from that of records. */
const TIES = {
  name: 'identity-ties',
  text: `
    SELECT other_id, is_by_other, action, at,
           coalesce(${changed('mailID')}
                    OR (after::json ->> 'pendingMailID' IS NOT NULL AND ${changed('pendingMailUntil')}), false) AS changes_mail,
           ${changed('roleId')} AS changes_role,
           coalesce(before::json ->> 'mfaEnable' = 'true' AND after::json ->> 'mfaEnable' = 'false', false) AS drops_factor,
           coalesce(before::json ->> 'isActive' = 'false', false) AS was_inactive
      FROM (SELECT resource_id AS other_id, false AS is_by_other, action, at, before, after
              FROM audit_log
             WHERE actor_id = $1 AND at > $2 AND resource = 'user' AND action IN (${ACTIONS}) AND outcome = 'SUCCESS'
             UNION ALL
            SELECT actor_id, true, action, at, before, after
              FROM audit_log
             WHERE resource = 'user' AND resource_id = $1 AND at > $2 AND action IN (${ACTIONS}) AND outcome = 'SUCCESS'
           ) changes
     WHERE other_id <> $1`,
}

function kindsOf(row: TieRow): readonly TieKind[] {
  if (row.action === 'user.create') return ['created']
  if (row.action === 'user.reset-mfa') return ['second-factor']
  if (row.action === 'user.activate') return row.was_inactive ? ['reactivated'] : []
  return [
    ...(row.changes_mail ? (['mail'] as const) : []),
    ...(row.changes_role ? (['role'] as const) : []),
    ...(row.drops_factor ? (['second-factor'] as const) : []),
  ]
}

function tieOf(row: TieRow, kind: TieKind): IdentityTie {
  const atMs = row.at.getTime()
  const untilMs = atMs + TIED_MS + (kind === 'mail' ? CONFIRMABLE_MS : 0)
  return { otherId: row.other_id.toLowerCase(), isByOther: row.is_by_other, kind, atMs, untilMs }
}
