// Tells approvers of changes that wait for them, and makers how their changes have ended, by notification and mail. A change
// request is marked with the state that was told, in the transaction that tells it: nodes of earlier versions tell nobody, and
// a node that dies tells nobody twice.

import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import { changeEndedMail, changeWaitsMail } from '../../platform/mail/notice-mails.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import type { ActionId, ModuleId } from '../access/principal/modules.ts'
import { type ToldUser, usersWhoMay, userWhoMaySignIn } from '../access/users/users-who-may.ts'
import { identityTiesOf } from '../audit/identity-ties.ts'
import type { ChangeRequestState } from '../change-requests/change-request-records.ts'
import { inWords, recordNameOf } from '../change-requests/record-name.ts'
import { dropNotifications, storeNotifications } from './store-notifications.ts'

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

interface RequestRow {
  readonly change_request_id: string
  readonly module: ModuleId
  readonly action: ActionId
  readonly operation: string
  readonly resource: string
  readonly resource_id: string | null
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
  readonly before: object | null
  readonly after: object | null
  readonly requested_by_id: string
  readonly requested_by: string
  readonly decided_by: string | null
  readonly comment: string | null
  readonly state: ChangeRequestState
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
         RETURNING change_request_id, module, action, operation, resource, resource_id, institution_id, sub_tenant_id, before,
                   after, requested_by_id, requested_by, decided_by, comment, state, expires_at`,
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
    const approvers = await approversOf(sql, nowMs, row)
    const change = changeOf(row)
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
      const link = this.#linkTo(row)
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
    const change = changeOf(row)
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
        link: this.#linkTo(row),
        sentAtMs: nowMs,
      }),
    )
  }

  #linkTo({ change_request_id: id }: RequestRow): string {
    return `${this.#parts.publicUrl()}/console/change-requests/${id}`
  }
}

/** Whose role and scope cover the change, without the maker and those who may be the same person. */
async function approversOf(sql: Sql, nowMs: number, row: RequestRow): Promise<readonly ToldUser[]> {
  const { module, action, requested_by_id: makerId } = row
  const ties = await identityTiesOf(sql, nowMs, makerId)
  const excluded = new Set([makerId, ...ties.map(({ otherId }) => otherId)])
  const owner = { institutionId: row.institution_id ?? undefined, subTenantId: row.sub_tenant_id ?? undefined }
  const users = await usersWhoMay(sql, { module, action, ...owner }, MOST_TOLD + excluded.size)
  return users.filter(({ userId }) => !excluded.has(userId)).slice(0, MOST_TOLD)
}

function about(row: RequestRow) {
  return {
    resource: 'change-request',
    resourceId: row.change_request_id,
    institutionId: row.institution_id ?? undefined,
    subTenantId: row.sub_tenant_id ?? undefined,
  }
}

/** `Update biller: Biller Harbor Gas`. */
function changeOf(row: RequestRow): { title: string; details: Readonly<Record<string, string | undefined>> } {
  const recordName = recordNameOf({ before: row.before, after: row.after, resourceId: row.resource_id ?? undefined })
  const record = [inWords(row.resource), recordName].filter((part) => part !== undefined).join(' ')
  return {
    title: `${inWords(row.operation)}: ${record}`,
    details: { operation: row.operation, record: row.resource, recordName },
  }
}

function stateWords({ state }: RequestRow): string {
  return state.toLowerCase().replaceAll('_', ' ')
}
