// The feed of a partner: its events in their order, for as long as they are kept. A reader that has seen everything may wait for
// the next event; waiting holds no connection of the database, only a place in memory.

import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Database, Subscription } from '../../platform/storage/database.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import { type CloudEvent, cloudEvent } from '../events/cloud-event.ts'
import type { ClientFamily } from '../institutions/partners/api-families.ts'
import { coveredBy } from './feed-coverage.ts'
import { EVENTS_TOPIC } from './sequencer.ts'

const MOST_WAITING = 2_000
const MOST_WAITING_OF_A_PARTNER = 20
/** Bytes of data after which an answer ends: the dearest events have 34 KB, and the process stands still while it writes them. */
const PAGE_BYTES = 1_000_000
/** Events that a call looks through for those of its kinds. */
const LOOKED_THROUGH = 10_000

export interface EventFeedParts {
  readonly database: Database
}

export interface FeedRequest {
  readonly partnerId: string
  /** The last number that was read; 0 at first. */
  readonly after: number
  readonly limit: number
  /** What the reader may know of: events that these families cover. */
  readonly families: ReadonlySet<ClientFamily>
  /** Empty: all. */
  readonly kinds: readonly string[]
  /** How long to wait when there is none. */
  readonly waitMs: number
  readonly abandoned?: AbortSignal | undefined
}

export interface FeedPage {
  readonly events: readonly CloudEvent[]
  /** What to send as `after` next: also events of other kinds are passed. */
  readonly after: number
  /** Whether there is more at once. */
  readonly hasMore: boolean
  /** The first number that is still kept; what is between `after` and it was removed unread. */
  readonly oldest: number
}

interface EventRow {
  event_id: string
  sequence: bigint
  kind: string
  institution_id: string | null
  resource: string
  occurred_at: Date
  data: object
  found: bigint
}

export class EventFeed {
  readonly #parts: EventFeedParts
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #subscription: Subscription
  #waiters = 0
  #isClosed = false

  constructor(parts: EventFeedParts) {
    this.#parts = parts
    this.#subscription = parts.database.changes.subscribe(EVENTS_TOPIC, {
      onChange: (payload) => this.#wake(payload === '' ? this.#waiting.keys() : payload.split(' ')),
      onGap: () => this.#wake(this.#waiting.keys()),
    })
  }

  /** Refuses an `after` beyond the last number. */
  async read(request: FeedRequest): Promise<FeedPage> {
    const { partnerId, waitMs } = request
    if (waitMs <= 0) return this.#page(request)
    // Listening begins before the look: an event in between wakes it at once.
    const wait = this.#startWaiting(partnerId, waitMs, request.abandoned)
    try {
      const page = await this.#page(request)
      if (page.events.length > 0 || page.hasMore || wait === undefined) return page
      await wait.woken
      return await this.#page({ ...request, after: page.after })
    } finally {
      wait?.end()
    }
  }

  /** Answers those who wait, with nothing. */
  close(): void {
    this.#isClosed = true
    this.#subscription.close()
    this.#wake(this.#waiting.keys())
  }

  async #page({ partnerId, after, limit, kinds, families }: FeedRequest): Promise<FeedPage> {
    const { database } = this.#parts
    // The end first: all events up to it are visible from then on, so that `after` may pass those of other kinds.
    const { rows: ends } = await database.query<{ last: bigint | null; oldest: bigint | null }>(
      `SELECT (SELECT last_sequence FROM event_heads WHERE partner_id = $1) AS last,
              (SELECT min(sequence) FROM events WHERE partner_id = $1) AS oldest`,
      [partnerId],
    )
    const last = Number(ends[0]?.last ?? 0n)
    // The reader knows of numbers that are not there: it reads another feed, or the database was restored.
    if (after > last)
      throw invalidFields([{ path: 'after', message: `must be at most ${last}, the last number of the feed` }])
    const oldest = Number(ends[0]?.oldest ?? BigInt(last + 1))
    const until = Math.min(last, Math.max(after, oldest - 1) + LOOKED_THROUGH)
    const parameters = new Parameters()
    parameters.values.push(partnerId, after, until, kinds, limit + 1)
    const { rows } = await database.query<EventRow>(
      `SELECT event_id, sequence, kind, institution_id, resource, occurred_at, data, found
         FROM (SELECT *, count(*) OVER () AS found,
                      sum(octet_length(data::text)) OVER (ORDER BY sequence) - octet_length(data::text) AS bytes_before
                 FROM (SELECT * FROM events
                        WHERE partner_id = $1 AND sequence > $2::bigint AND sequence <= $3::bigint
                          AND (cardinality($4::text[]) = 0 OR kind = ANY ($4::text[])) AND ${coveredBy(families, parameters)}
                        ORDER BY sequence LIMIT $5::integer) next) measured
        WHERE bytes_before < ${PAGE_BYTES}
        ORDER BY sequence`,
      parameters.values,
    )
    const shown = rows.slice(0, limit)
    const isCut = shown.length < Number(rows[0]?.found ?? 0)
    return {
      events: shown.map((row) =>
        cloudEvent({
          eventId: row.event_id,
          partnerId,
          sequence: row.sequence,
          kind: row.kind,
          institutionId: row.institution_id,
          resource: row.resource,
          occurredAt: row.occurred_at,
          data: row.data,
        }),
      ),
      after: isCut ? Number(shown.at(-1)?.sequence ?? after) : Math.max(after, until),
      hasMore: isCut || until < last,
      oldest,
    }
  }

  /** Undefined when too many wait already: the caller is answered at once and asks again. */
  #startWaiting(partnerId: string, waitMs: number, abandoned: AbortSignal | undefined) {
    const ofPartner = this.#waiting.get(partnerId) ?? new Set<() => void>()
    if (this.#isClosed || this.#waiters >= MOST_WAITING || ofPartner.size >= MOST_WAITING_OF_A_PARTNER) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, waitMs)
    ofPartner.add(resolve)
    this.#waiting.set(partnerId, ofPartner)
    this.#waiters++
    abandoned?.addEventListener('abort', () => resolve(), { once: true })
    return {
      woken: promise,
      end: () => {
        clearTimeout(timer)
        this.#waiters--
        ofPartner.delete(resolve)
        if (ofPartner.size === 0) this.#waiting.delete(partnerId)
      },
    }
  }

  #wake(partnerIds: Iterable<string>): void {
    for (const partnerId of partnerIds) for (const resolve of this.#waiting.get(partnerId) ?? []) resolve()
  }
}
