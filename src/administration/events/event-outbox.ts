// Events are stored with the change that they tell of, in its transaction. From there the sequencer puts them into the feeds of
// partners (event-delivery/sequencer.ts).

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sql, Step } from '../../platform/storage/database.ts'
import type { EventKind } from './event-kinds.ts'

export interface NewEvent {
  readonly kind: EventKind
  /** Absent: every partner that works for the institution. */
  readonly partnerId?: string | undefined
  readonly institutionId?: string | undefined
  /** What changed: `terminal/T-100`. Its events are delivered in their order. */
  readonly resource: string
  /** What the API answers about it to the partner. No card numbers, no secrets. */
  readonly data: object
  /** Delivers it to this webhook alone; the feed has it as well. */
  readonly webhookId?: string | undefined
}

/** Call it while the resource is locked: the order of events is the order of these calls. Returns the id of the event. */
export async function storeEvent(sql: Sql, nowMs: number, event: NewEvent): Promise<string> {
  const eventId = newId(nowMs)
  await sql.query(STORE, valuesOf(eventId, nowMs, event))
  return eventId
}

/** The same as a step of a posting that writes tables of the coordinator. */
export function eventStep(nowMs: number, event: NewEvent): Step {
  return { statement: STORE, values: valuesOf(newId(nowMs), nowMs, event) }
}

function valuesOf(eventId: string, nowMs: number, event: NewEvent): (string | null)[] {
  const { kind, partnerId, institutionId, resource, data, webhookId } = event
  if (partnerId === undefined && institutionId === undefined) throw new TypeError(`${kind} concerns no partner`)
  return [
    eventId,
    kind,
    partnerId ?? null,
    institutionId ?? null,
    resource,
    webhookId ?? null,
    isoTimestamp(nowMs),
    JSON.stringify(data),
  ]
}

const STORE = {
  name: 'event-store',
  text: `INSERT INTO event_outbox (event_id, kind, partner_id, institution_id, resource, webhook_id, occurred_at, data)
         VALUES ($1::uuid, $2::text, $3::text, $4::text, $5::text, $6::uuid, $7::timestamptz, $8::json)`,
}
