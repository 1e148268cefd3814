// A user's notifications: read, counted and marked as read by the user alone. One that the role or the scope covers no more
// is not shown.

import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { Principal } from '../access/principal/principal.ts'
import { belongsTo } from '../records/scope-conditions.ts'
import type { NotificationKind } from './store-notifications.ts'

/** Counting stops here: a badge says `99+`. */
export const MOST_COUNTED = 100
const DELETED_AT_ONCE = 1_000

export type NotificationReader = Pick<Principal, 'userId' | 'grants' | 'scope'>

export interface NotificationRecord {
  readonly id: string
  readonly kind: NotificationKind
  readonly title: string
  readonly details: Readonly<Record<string, string>>
  readonly resource: string
  readonly resourceId: string
  readonly institutionId?: string
  readonly createdAt: string
  readonly readAt?: string
}

interface NotificationRow {
  readonly notification_id: string
  readonly kind: NotificationKind
  readonly title: string
  readonly details: Readonly<Record<string, string>>
  readonly resource: string
  readonly resource_id: string
  readonly institution_id: string | null
  readonly created_at: Date
  readonly read_at: Date | null
}

export class Notifications {
  readonly #database: Database
  readonly #clock: Clock

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** Unread first, then newest first. */
  async list(reader: NotificationReader, { page, size }: PageRequest): Promise<ListPage<NotificationRecord>> {
    const shown = this.#shownTo(reader)
    const { rows: counted } = await this.#database.query<{ total: bigint }>(
      `SELECT count(*) AS total FROM notifications n WHERE ${shown.condition}`,
      shown.parameters.values,
    )
    const { condition, parameters } = this.#shownTo(reader)
    const { rows } = await this.#database.query<NotificationRow>(
      `SELECT n.notification_id, n.kind, n.title, n.details, n.resource, n.resource_id, n.institution_id, n.created_at, n.read_at
         FROM notifications n WHERE ${condition}
        ORDER BY (n.read_at IS NOT NULL), n.created_at DESC, n.notification_id DESC
        LIMIT ${parameters.add(size)} OFFSET ${parameters.add((page - 1) * size)}`,
      parameters.values,
    )
    return { items: rows.map(notificationOf), total: Number(counted[0]?.total ?? 0n) }
  }

  /** How many are unread, counted up to MOST_COUNTED. */
  async countUnread(reader: NotificationReader): Promise<number> {
    const { condition, parameters } = this.#shownTo(reader)
    const { rows } = await this.#database.query<{ unread: bigint }>(
      `SELECT count(*) AS unread
         FROM (SELECT FROM notifications n WHERE ${condition} AND (n.read_at IS NOT NULL) = false LIMIT ${MOST_COUNTED}) few`,
      parameters.values,
    )
    return Number(rows[0]?.unread ?? 0n)
  }

  /** Marks those of the user that are named; all of them when none is. Others' are left alone. */
  async markRead({ userId }: NotificationReader, ids: readonly string[] | undefined): Promise<void> {
    await this.#database.query(
      `UPDATE notifications SET read_at = $2
        WHERE user_id = $1 AND read_at IS NULL AND ($3::uuid[] IS NULL OR notification_id = ANY ($3::uuid[]))`,
      [userId, new Date(this.#clock.now()), ids ?? null],
    )
  }

  /** Deletes what is over. */
  async deleteOld(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.#database.query(
        `DELETE FROM notifications WHERE notification_id IN (
           SELECT notification_id FROM notifications WHERE expires_at <= $1
            ORDER BY expires_at LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
        [new Date(this.#clock.now())],
      )
      if (rowCount < DELETED_AT_ONCE) return
    }
  }

  #shownTo({ userId, grants, scope }: NotificationReader): { condition: string; parameters: Parameters } {
    const parameters = new Parameters()
    const granted = grants
      .entries()
      .flatMap(({ moduleId, actionIds }) => actionIds.map((action) => `${moduleId}:${action}`))
    const condition = `n.user_id = ${parameters.add(userId)}
      AND n.expires_at > ${parameters.add(new Date(this.#clock.now()))}
      AND (n.module IS NULL OR (n.module || ':' || n.action = ANY (${parameters.add(granted)}::text[])
                                AND ${belongsTo('n', scope, parameters)}))`
    return { condition, parameters }
  }
}

function notificationOf(row: NotificationRow): NotificationRecord {
  const { institution_id: institutionId, read_at: readAt } = row
  return {
    id: row.notification_id,
    kind: row.kind,
    title: row.title,
    details: row.details,
    resource: row.resource,
    resourceId: row.resource_id,
    ...(institutionId !== null && { institutionId }),
    createdAt: row.created_at.toISOString(),
    ...(readAt !== null && { readAt: readAt.toISOString() }),
  }
}
