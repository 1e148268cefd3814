// Events of what postings change. They commit with their batch, in a table that lies with the books: a batch that goes straight to the
// server of an institution writes them there (docs/decisions/0069).

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { copyRow, copyStep } from '../../platform/storage/batches/copy-row.ts'
import type { Sql, Statement, Step } from '../../platform/storage/database.ts'
import type { EventKind } from './event-kinds.ts'

export interface PostedEvent {
  readonly kind: EventKind
  /** The book that is posted in. */
  readonly bookId: string
  /** The institution that it concerns; the book unless stated. */
  readonly institutionId?: string | undefined
  readonly partnerId: string
  /** `loan/…`: its events are delivered in the order of their versions. */
  readonly resource: string
  /** The version of the resource after the change. */
  readonly version: number
  /** Orders what happens without a new version, such as the end of a day: above the events that made the version. */
  readonly after?: number | undefined
  readonly data: object
}

const COLUMNS = 'institution_id, resource, version, part, event_id, kind, partner_id, concerns_id, occurred_at, data'

const COPY_POSTED_EVENTS: Statement = {
  name: 'copy-posted-events',
  text: `COPY posted_events (${COLUMNS}) FROM STDIN`,
}

/** Events that one change of a resource has at most. */
const MOST_OF_A_CHANGE = 16

/** The events of a batch. */
export class PostedEvents {
  readonly #events: PostedEvent[] = []
  readonly #counts = new Map<string, number>()

  add(event: PostedEvent): void {
    this.#events.push(event)
  }

  steps({ nowMs }: { readonly nowMs: number }): Step[] {
    return copyStep(
      COPY_POSTED_EVENTS,
      this.#events.map((event) => copyRow(valuesOf(event, nowMs, this.#counts))),
    )
  }
}

/** One of a resource that postings change as well, by a transaction that is none. */
export async function storePostedEvent(sql: Sql, nowMs: number, event: PostedEvent): Promise<void> {
  await sql.query(
    `INSERT INTO posted_events (${COLUMNS})
     VALUES ($1, $2, $3::integer, $4::integer, $5::uuid, $6, $7, $8, $9::timestamptz, $10::json)`,
    valuesOf(event, nowMs, new Map()),
  )
}

function valuesOf(event: PostedEvent, nowMs: number, counts: Map<string, number>) {
  const { kind, bookId, institutionId = bookId, partnerId, resource, version, after = 0, data } = event
  const key = `${bookId} ${resource} ${version} ${after}`
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  const part = after * MOST_OF_A_CHANGE + count
  const at = isoTimestamp(nowMs)
  return [bookId, resource, version, part, newId(nowMs), kind, partnerId, institutionId, at, JSON.stringify(data)]
}
