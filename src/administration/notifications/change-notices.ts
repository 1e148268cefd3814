// Tells approvers of changes that wait for them, and makers how their changes have ended, by notification and mail. A change
// request is marked with the state that was told, in the transaction that tells it: nodes of earlier versions tell nobody, and
// a node that dies tells nobody twice.

import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import { changeEndedMail, changeWaitsMail } from '../../platform/mail/notice-mails.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { userWhoMaySignIn } from '../access/users/users-who-may.ts'
import { dropNotifications, storeNotifications } from './store-notifications.ts'
import { about, approversOf, linkTo, TOLD_COLUMNS, type ToldChange, wordsOf } from './told-change.ts'

const EVERY_MS = 5_000
const PAGE = 50
/** A change that more users may approve is told to these many, who signed in last. */
const MOST_TOLD = 100

export interface ChangeNoticesParts {
  readonly database: Database
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'queue'>
  /** Called once mails are committed. */
  mailQueued(): void
  publicUrl(): string
}

interface RequestRow extends ToldChange {
  readonly decided_by: string | null
  readonly comment: string | null
  readonly expires_at: Date
}

export class ChangeNotices {
  readonly #parts: ChangeNoticesParts

  constructor(parts: ChangeNoticesParts) {
    this.#parts = parts
  }

  sweep(): Sweep {
    return { name: 'tell-changes', everyMs: EVERY_MS, run: () => this.tellAll() }
  }

  /** Tells all that is untold, a page at a time. */
  async tellAll(): Promise<void> {
    for (;;) {
      const { rows } = await this.#parts.database.query<{ change_request_id: string }>(
        `SELECT change_request_id FROM change_requests
          WHERE told_state IS DISTINCT FROM state ORDER BY created_at LIMIT ${PAGE}`,
      )
      for (const row of rows) await this.#tell(row.change_request_id)
      if (rows.length > 0) this.#parts.mailQueued()
      if (rows.length < PAGE) return
    }
  }

  async #tell(id: string): Promise<void> {
    await this.#parts.database.transaction(async (sql) => {
      const { rows } = await sql.query<RequestRow>(
        `UPDATE change_requests SET told_state = state
          WHERE change_request_id = $1 AND told_state IS DISTINCT FROM state
         RETURNING ${TOLD_COLUMNS}, decided_by, comment, expires_at`,
        [id],
      )
      const [row] = rows
      // Another node has told it.
      if (row === undefined) return
      if (row.state === 'PENDING') await this.#tellApprovers(sql, row)
      else await this.#tellMaker(sql, row)
    })
  }

  async #tellApprovers(sql: Sql, row: RequestRow): Promise<void> {
    const { clock, outbox } = this.#parts
    const nowMs = clock.now()
    const expiresAtMs = row.expires_at.getTime()
    if (expiresAtMs <= nowMs) return
    const approvers = await approversOf(sql, nowMs, row, MOST_TOLD)
    const change = wordsOf(row)
    await storeNotifications(
      sql,
      nowMs,
      approvers.map(({ userId }) => userId),
      {
        ...about(row),
        kind: 'CHANGE_WAITS',
        grant: { module: row.module, action: row.action },
        title: `${change.title} waits for your approval`,
        details: { ...change.details, requestedBy: row.requested_by },
        expiresAtMs,
      },
    )
    for (const { mailId: to, firstName } of approvers) {
      const link = linkTo(this.#parts, row)
      await outbox.queue(
        sql,
        changeWaitsMail({ to, firstName, change: change.title, requestedBy: row.requested_by, link, expiresAtMs }),
      )
    }
  }

  async #tellMaker(sql: Sql, row: RequestRow): Promise<void> {
    const { clock, outbox } = this.#parts
    const nowMs = clock.now()
    await dropNotifications(sql, { ...about(row), kind: 'CHANGE_WAITS' })
    // The maker has withdrawn it.
    if (row.state === 'WITHDRAWN') return
    const maker = await userWhoMaySignIn(sql, row.requested_by_id)
    if (maker === undefined) return
    const change = wordsOf(row)
    await storeNotifications(sql, nowMs, [maker.userId], {
      ...about(row),
      kind: 'CHANGE_ENDED',
      title: `${change.title}: ${stateWords(row)}`,
      details: {
        ...change.details,
        state: row.state,
        decidedBy: row.decided_by ?? undefined,
        comment: row.comment ?? undefined,
      },
    })
    await outbox.queue(
      sql,
      changeEndedMail({
        to: maker.mailId,
        firstName: maker.firstName,
        change: change.title,
        state: stateWords(row),
        decidedBy: row.decided_by ?? undefined,
        comment: row.comment ?? undefined,
        link: linkTo(this.#parts, row),
        sentAtMs: nowMs,
      }),
    )
  }
}

function stateWords({ state }: RequestRow): string {
  return state.toLowerCase().replaceAll('_', ' ')
}
