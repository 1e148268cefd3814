// Tells of changes that were carried out in an emergency: all who could have approved them at once and again when the review is
// overdue, and the maker of its review; of an objection both. An objection is an alert, not a correction: nothing is undone.
//
// The emergency itself is always told, also when its review was quicker. What was told is marked in a column of its own, in the transaction that tells it. Nodes of earlier versions neither read it nor
// find anything of such a change to tell.

import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import { emergencyMail, overdueReviewMail, reviewMail } from '../../platform/mail/emergency-mails.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { type ToldUser, userWhoMaySignIn } from '../access/users/users-who-may.ts'
import { storeEvent } from '../events/event-outbox.ts'
import { dropNotifications, type NotificationKind, storeNotifications } from './store-notifications.ts'
import { about, approversOf, linkTo, TOLD_COLUMNS, type ToldChange, wordsOf } from './told-change.ts'

const EVERY_MS = 5_000
const PAGE = 50
/** All who could have approved it; no role is given to more people than this. */
const MOST_TOLD = 1_000

export interface EmergencyNoticesParts {
  readonly database: Database
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'queue'>
  /** Called once mails are committed. */
  mailQueued(): void
  publicUrl(): string
}

interface EmergencyRow extends ToldChange {
  readonly emergency_reason: string
  readonly emergency_at: Date
  readonly review_due_at: Date
  readonly reviewed_by: string | null
  readonly review_comment: string | null
  readonly told_review: string
}

export class EmergencyNotices {
  readonly #parts: EmergencyNoticesParts

  constructor(parts: EmergencyNoticesParts) {
    this.#parts = parts
  }

  sweep(): Sweep {
    return { name: 'tell-emergencies', everyMs: EVERY_MS, run: () => this.tellAll() }
  }

  /** Tells all that is untold, a page at a time. */
  async tellAll(): Promise<void> {
    const { database, clock } = this.#parts
    for (;;) {
      const { rows } = await database.query<{ change_request_id: string }>(
        `(SELECT change_request_id FROM change_requests
           WHERE emergency_at IS NOT NULL AND told_review IS DISTINCT FROM state
             AND (state <> 'CARRIED_OUT' OR told_review IS NULL)
           ORDER BY emergency_at LIMIT ${PAGE})
          UNION ALL
         (SELECT change_request_id FROM change_requests
           WHERE state = 'CARRIED_OUT' AND review_due_at <= $1 AND told_review = 'CARRIED_OUT'
           ORDER BY review_due_at LIMIT ${PAGE})`,
        [new Date(clock.now())],
      )
      for (const row of rows) await this.#tell(row.change_request_id)
      if (rows.length > 0) this.#parts.mailQueued()
      if (rows.length < PAGE) return
    }
  }

  async #tell(id: string): Promise<void> {
    const nowMs = this.#parts.clock.now()
    await this.#parts.database.transaction(async (sql) => {
      const { rows } = await sql.query<EmergencyRow>(
        `UPDATE change_requests
            SET told_review = CASE WHEN told_review IS NULL THEN 'CARRIED_OUT' WHEN state = 'CARRIED_OUT' THEN 'OVERDUE' ELSE state END
          WHERE change_request_id = $1 AND emergency_at IS NOT NULL
            AND CASE WHEN told_review IS NULL THEN true
                     WHEN state = 'CARRIED_OUT' THEN told_review = 'CARRIED_OUT' AND review_due_at <= $2
                     ELSE told_review <> state END
         RETURNING ${TOLD_COLUMNS}, emergency_reason, emergency_at, review_due_at, reviewed_by, review_comment, told_review`,
        [id, new Date(nowMs)],
      )
      const [row] = rows
      // Another node has told it.
      if (row === undefined) return
      if (row.told_review === 'CARRIED_OUT') await this.#tellEmergency(sql, nowMs, row)
      else if (row.told_review === 'OVERDUE') await this.#tellOverdue(sql, nowMs, row)
      else await this.#tellReview(sql, nowMs, row)
    })
  }

  async #tellEmergency(sql: Sql, nowMs: number, row: EmergencyRow): Promise<void> {
    // Nothing is left to approve.
    await dropNotifications(sql, { ...about(row), kind: 'CHANGE_WAITS' })
    const approvers = await approversOf(sql, nowMs, row, MOST_TOLD)
    await this.#notify(sql, nowMs, row, approvers, 'CHANGE_EMERGENCY', 'was carried out in an emergency')
    const mail = this.#mailOf(nowMs, row)
    for (const user of approvers) await this.#parts.outbox.queue(sql, emergencyMail({ ...mail, ...receiver(user) }))
    await tellWebhooks(sql, nowMs, row)
  }

  async #tellOverdue(sql: Sql, nowMs: number, row: EmergencyRow): Promise<void> {
    const approvers = await approversOf(sql, nowMs, row, MOST_TOLD)
    await this.#notify(sql, nowMs, row, approvers, 'CHANGE_OVERDUE', 'has no review after 24 hours')
    const mail = this.#mailOf(nowMs, row)
    for (const user of approvers) await this.#parts.outbox.queue(sql, overdueReviewMail({ ...mail, ...receiver(user) }))
  }

  async #tellReview(sql: Sql, nowMs: number, row: EmergencyRow): Promise<void> {
    for (const kind of ['CHANGE_WAITS', 'CHANGE_EMERGENCY', 'CHANGE_OVERDUE'] as const) {
      await dropNotifications(sql, { ...about(row), kind })
    }
    const isObjection = row.state === 'OBJECTED'
    const maker = await userWhoMaySignIn(sql, row.requested_by_id)
    const others = isObjection ? await approversOf(sql, nowMs, row, MOST_TOLD) : []
    const words = isObjection ? 'was objected to' : 'was reviewed and confirmed'
    const makers = maker === undefined ? [] : [maker]
    await this.#notify(sql, nowMs, row, makers, 'CHANGE_REVIEWED', words, true)
    await this.#notify(sql, nowMs, row, others, 'CHANGE_REVIEWED', words)
    const mail = this.#mailOf(nowMs, row)
    const { reviewed_by: reviewedBy, review_comment: comment } = row
    for (const user of [...makers, ...others]) {
      await this.#parts.outbox.queue(
        sql,
        reviewMail({ ...mail, ...receiver(user), isObjection, reviewedBy: reviewedBy ?? '', comment: comment ?? '' }),
      )
    }
  }

  /** Others see it while they have the right to the change; the maker always. */
  async #notify(
    sql: Sql,
    nowMs: number,
    row: EmergencyRow,
    users: readonly ToldUser[],
    kind: NotificationKind,
    words: string,
    isMaker = false,
  ): Promise<void> {
    const change = wordsOf(row)
    const ids = users.map(({ userId }) => userId)
    await storeNotifications(sql, nowMs, ids, {
      ...about(row),
      kind,
      ...(!isMaker && { grant: { module: row.module, action: row.action } }),
      title: `${change.title} ${words}`,
      details: {
        ...change.details,
        requestedBy: row.requested_by,
        state: row.state,
        reason: row.emergency_reason,
        reviewedBy: row.reviewed_by ?? undefined,
        comment: row.review_comment ?? undefined,
      },
    })
  }

  #mailOf(nowMs: number, row: EmergencyRow) {
    return {
      change: wordsOf(row).title,
      requestedBy: row.requested_by,
      reason: row.emergency_reason,
      atMs: row.emergency_at.getTime(),
      reviewDueAtMs: row.review_due_at.getTime(),
      link: linkTo(this.#parts, row),
      sentAtMs: nowMs,
    }
  }
}

function receiver({ mailId: to, firstName }: ToldUser) {
  return { to, firstName }
}

/**
 * Operators' own webhooks: those that name the kind, of partners that users of the institution or of the platform keep. A partner that
 * works for one institution is that institution's, every other one is the platform's.
 */
async function tellWebhooks(sql: Sql, nowMs: number, row: EmergencyRow): Promise<void> {
  const { rows } = await sql.query<{ id: string; partner_id: string }>(
    `SELECT w.id, w.partner_id
       FROM webhooks w
       JOIN partners p ON p.partner_id = w.partner_id
      WHERE w.is_active AND p.is_active AND $1 = ANY (w.kinds)
        AND (cardinality(p.institution_ids) <> 1 OR p.institution_ids = ARRAY[$2::text])
        AND (cardinality(w.institution_ids) = 0 OR $2::text = ANY (w.institution_ids))
      ORDER BY w.id`,
    [EVENT, row.institution_id],
  )
  for (const { id: webhookId, partner_id: partnerId } of rows) {
    await storeEvent(sql, nowMs, {
      kind: EVENT,
      partnerId,
      institutionId: row.institution_id ?? undefined,
      resource: `change-request/${row.change_request_id}`,
      data: eventDataOf(row),
      webhookId,
    })
  }
}

const EVENT = 'change.emergency'

function eventDataOf(row: EmergencyRow) {
  return {
    changeRequestId: row.change_request_id,
    module: row.module,
    action: row.action,
    operation: row.operation,
    resource: row.resource,
    ...(row.resource_id !== null && { resourceId: row.resource_id }),
    ...(row.institution_id !== null && { institutionId: row.institution_id }),
    carriedOutBy: row.requested_by,
    carriedOutAt: row.emergency_at.toISOString(),
    reason: row.emergency_reason,
    reviewDueAt: row.review_due_at.toISOString(),
  }
}
