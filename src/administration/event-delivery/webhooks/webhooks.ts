// Webhooks of partners: where events are sent, which of them, and with which secret they are signed.

import type { Environment } from '../../../platform/kernel/environment.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Networks } from '../../../platform/kernel/networks.ts'
import { invalidFields, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import { authorOf } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { storeEvent } from '../../events/event-outbox.ts'
import type { Resolve } from '../../institutions/connectivity/guarded-lookup.ts'
import { PARTNERS, type PartnerRecord } from '../../institutions/partners/partner-records.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
  readerOf,
  recordCreation,
  UNCHANGED,
} from '../../records/change-record.ts'
import { lockRecord, readRecord } from '../../records/read-records.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { Records } from '../../records/records.ts'
import { writeFields } from '../../records/write-record.ts'
import {
  type DeliveryFilter,
  type DeliveryRecord,
  listDeliveries,
  redeliver,
  sendOne,
  sendWaiting,
} from '../deliveries.ts'
import type { ClockShift } from '../delivery-time.ts'
import { eventProblem } from '../event-problems.ts'
import { EVENTS_TOPIC } from '../sequencer.ts'
import { faultOfWebhookUrl } from './webhook-addresses.ts'
import { WEBHOOKS, type WebhookFilter, type WebhookRecord, type WebhookWithSecret } from './webhook-records.ts'
import { newWebhookSecret, webhookSecretContext } from './webhook-signature.ts'

const MOST_OF_A_PARTNER = 20
const MAX_OVERLAP_HOURS = 168
const OVERLAP_HOURS = 24

export interface NewWebhook {
  readonly partnerId: string
  readonly url: string
  readonly kinds?: readonly string[] | undefined
  readonly institutionIds?: readonly string[] | undefined
  readonly contactEmail: string
}

/** Absent fields stay unchanged; `version` is the one that was read. */
export interface WebhookChange extends Partial<NewWebhook> {
  readonly version: number
}

export interface WebhookServices {
  readonly database: Database
  readonly clock: Clock
  /** How far the sandbox's clock was moved. */
  readonly shiftMs: ClockShift
  readonly secretBox: SecretBox
  readonly environment: Environment
  /** Networks that webhooks may reach besides the public internet. */
  allowedNetworks(): Networks
  /** Default: the system's name resolution. */
  readonly resolve?: Resolve | undefined
}

export class Webhooks extends Records<WebhookRecord, WebhookFilter> {
  readonly #services: WebhookServices

  constructor(services: WebhookServices) {
    super(WEBHOOKS, services)
    this.#services = services
  }

  /** Refusals: `webhook-partner-not-found`, `too-many-webhooks`, invalid fields. */
  async create(caller: RecordCaller, webhook: NewWebhook): Promise<WebhookWithSecret> {
    const { partnerId, url, kinds = [], institutionIds = [], contactEmail } = webhook
    await this.#checkUrl(url)
    const secret = newWebhookSecret()
    return this.transaction(caller, async (work) => {
      const partner = await lockPartner(work, partnerId)
      await assertRoom(work.sql, partnerId)
      checkInstitutions(partner, institutionIds)
      const id = newId(work.nowMs)
      await work.sql.query(
        `INSERT INTO webhooks (id, partner_id, url, kinds, institution_ids, contact_email, secret_sealed, created_at,
                               updated_at, created_by, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $9)`,
        [
          id,
          partnerId,
          url,
          unique(kinds),
          unique(institutionIds),
          contactEmail,
          this.#seal(id, secret),
          new Date(work.nowMs),
          authorOf(caller.actor),
        ],
      )
      return { ...(await recordCreation(work, WEBHOOKS, 'webhook.create', id)), secret }
    })
  }

  /** Refusals: `webhook-not-found`, `webhook-changed`, invalid fields. */
  async update(caller: RecordCaller, id: string, change: WebhookChange): Promise<WebhookRecord> {
    const { version, partnerId, url, kinds, institutionIds, contactEmail } = change
    if (url !== undefined) await this.#checkUrl(url)
    return this.transaction(caller, (work) =>
      changeRecord(work, WEBHOOKS, 'webhook.update', id, async (before) => {
        assertVersion(WEBHOOKS, before, version)
        if (partnerId !== undefined && partnerId !== before.partnerId) {
          throw invalidFields([{ path: 'partnerId', message: 'cannot be changed' }])
        }
        if (institutionIds !== undefined) checkInstitutions(await partnerOf(work, before.partnerId), institutionIds)
        await writeFields(work, WEBHOOKS, id, {
          url,
          kinds: kinds && unique(kinds),
          institutionIds: institutionIds && unique(institutionIds),
          contactEmail,
        })
        // Another address may work.
        if (url !== undefined) await work.sql.query('UPDATE webhooks SET paused_until = NULL WHERE id = $1', [id])
      }),
    )
  }

  /** Switched on, it goes on with what was not delivered; what happened meanwhile can be delivered again. */
  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<WebhookRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, WEBHOOKS, isActive ? 'webhook.activate' : 'webhook.deactivate', id, async (before) => {
        if (before.isActive === isActive) return UNCHANGED
        return work.sql.query(
          'UPDATE webhooks SET is_active = $2, off_reason = NULL, failures = 0, paused_until = NULL WHERE id = $1',
          [id, isActive],
        )
      }),
    )
  }

  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, WEBHOOKS, 'webhook.delete', id, async () => {
        await work.sql.query('DELETE FROM webhooks WHERE id = $1', [id])
      }),
    )
  }

  /** A new secret. The one before signs beside it for the overlap, so that the receiver can change at its leisure. */
  rotate(caller: RecordCaller, id: string, overlapHours: number = OVERLAP_HOURS): Promise<WebhookWithSecret> {
    if (overlapHours > MAX_OVERLAP_HOURS) throw new RangeError('the overlap is too long')
    const secret = newWebhookSecret()
    return this.transaction(caller, async (work) => {
      const until = new Date(work.nowMs + overlapHours * HOUR_MS)
      const changed = await changeRecord(work, WEBHOOKS, 'webhook.rotate', id, (before) =>
        work.sql.query(
          `UPDATE webhooks SET old_secret_sealed = secret_sealed, old_secret_until = $2, secret_sealed = $3 WHERE id = $1`,
          [before.id, until, this.#seal(before.id, secret)],
        ),
      )
      return { ...changed, secret }
    })
  }

  /** Stores a test event, which takes the way of all others. Returns its id. Refusals: `webhook-off`. */
  test(caller: RecordCaller, id: string): Promise<{ readonly eventId: string }> {
    return this.transaction(caller, async (work) => {
      const webhook = await lockRecord(work.sql, WEBHOOKS, readerOf(work), id, 'change')
      assertOn(webhook)
      const eventId = await storeEvent(work.sql, work.nowMs, {
        kind: 'webhook.test',
        partnerId: webhook.partnerId,
        // A subject of its own: a test waits for no other.
        resource: `webhook/${webhook.id}/test/${newId(work.nowMs)}`,
        webhookId: webhook.id,
        data: { webhookId: webhook.id, message: 'The webhook works.' },
      })
      await audit(work, webhook, 'webhook.test', { eventId })
      return { eventId }
    })
  }

  async deliveries(
    caller: Pick<RecordCaller, 'principal'>,
    id: string,
    filter: DeliveryFilter,
    page: PageRequest,
  ): Promise<ListPage<DeliveryRecord>> {
    const webhook = await this.find(caller.principal.scope, id)
    return listDeliveries(this.#services.database, webhook.id, filter, page)
  }

  /** Delivers events of the feed again, from one number to another. Refusals: `webhook-off`, and more than it takes at once. */
  redeliver(caller: RecordCaller, id: string, from: number, to: number): Promise<{ readonly deliveries: number }> {
    return this.transaction(caller, async (work) => {
      const webhook = await lockRecord(work.sql, WEBHOOKS, readerOf(work), id, 'change')
      assertOn(webhook)
      const deliveries = await redeliver(work.sql, webhook.id, from, to, this.#services.shiftMs())
      await audit(work, webhook, 'webhook.redeliver', { from, to, deliveries })
      return { deliveries }
    })
  }

  /**
   * Tries what waits at once: the first event of each subject, or one by its number. Refusals: `webhook-off`, `delivery-not-found`,
   * `delivery-ended`, `earlier-waits`.
   */
  sendNow(caller: RecordCaller, id: string, sequence?: number): Promise<{ readonly deliveries: number }> {
    return this.transaction(caller, async (work) => {
      const webhook = await lockRecord(work.sql, WEBHOOKS, readerOf(work), id, 'change')
      assertOn(webhook)
      let deliveries = 1
      if (sequence !== undefined) await sendOne(work.sql, webhook.id, sequence)
      else {
        deliveries = await sendWaiting(work.sql, webhook.id, this.#services.shiftMs())
        await work.sql.query('UPDATE webhooks SET paused_until = NULL WHERE id = $1', [webhook.id])
      }
      await audit(work, webhook, 'webhook.send-now', { ...(sequence !== undefined && { sequence }), deliveries })
      await this.#services.database.changes.announce(work.sql, EVENTS_TOPIC, webhook.partnerId)
      return { deliveries }
    })
  }

  async #checkUrl(url: string): Promise<void> {
    const { environment, allowedNetworks, resolve } = this.#services
    const fault = await faultOfWebhookUrl(url, { environment, allowed: allowedNetworks(), resolve })
    if (fault !== undefined) throw invalidFields([{ path: 'url', message: fault }])
  }

  #seal(id: string, secret: string): string {
    return this.#services.secretBox.seal(secret, webhookSecretContext(id))
  }
}

/** The partner, if it is in scope: what a caller does not see does not exist. */
async function lockPartner(work: RecordWork, partnerId: string): Promise<PartnerRecord> {
  const { rows } = await work.sql.query<{ id: string }>(
    'SELECT id FROM partners WHERE partner_id = $1 FOR NO KEY UPDATE',
    [partnerId],
  )
  return read(work, rows[0]?.id)
}

async function partnerOf(work: RecordWork, partnerId: string): Promise<PartnerRecord> {
  const { rows } = await work.sql.query<{ id: string }>('SELECT id FROM partners WHERE partner_id = $1', [partnerId])
  return read(work, rows[0]?.id)
}

async function read(work: RecordWork, id: string | undefined): Promise<PartnerRecord> {
  const gone = () => eventProblem('webhook-partner-not-found', 'there is no such partner')
  if (id === undefined) throw gone()
  const refusals = { ...PARTNERS.refusals, notFound: gone }
  return readRecord(work.sql, { ...PARTNERS, refusals }, readerOf(work), id)
}

async function assertRoom(sql: Sql, partnerId: string): Promise<void> {
  const { rows } = await sql.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM webhooks WHERE partner_id = $1',
    [partnerId],
  )
  if ((rows[0]?.count ?? 0) < MOST_OF_A_PARTNER) return
  throw eventProblem('too-many-webhooks', `a partner has at most ${MOST_OF_A_PARTNER} webhooks`)
}

function checkInstitutions({ institutionIds }: PartnerRecord, named: readonly string[]): void {
  const faults: ProblemDetail[] = named.flatMap((id, index) =>
    institutionIds.includes(id) ? [] : [{ path: `institutionIds[${index}]`, message: "is not one of the partner's" }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

function assertOn({ isActive }: WebhookRecord): void {
  if (!isActive) throw eventProblem('webhook-off', 'the webhook is switched off: switch it on first')
}

function audit(work: RecordWork, webhook: WebhookRecord, action: string, after: object): Promise<void> {
  return recordAudit(work.sql, work.nowMs, work.caller.actor, {
    action,
    resource: 'webhook',
    resourceId: webhook.id,
    after,
    ...WEBHOOKS.ownerOf(webhook),
  })
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)]
}
