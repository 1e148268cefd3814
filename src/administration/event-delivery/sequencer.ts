// Puts stored events into the feeds of their partners, in one place for all nodes. Transactions commit in another order than they
// store events; numbers are therefore given after the commit, under a lock until the sequencer's own commit. A reader that has
// seen a number misses none below it. Deliveries of webhooks are made in the same transaction.

import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { allBooks } from '../../platform/storage/distribution/institutions-with.ts'
import type { FeedEvent } from '../events/cloud-event.ts'
import { type ClockShift, deliveryTime, URGENT } from './delivery-time.ts'

/** Announced with the ids of partners that have new events, or without when they are many. */
export const EVENTS_TOPIC = 'events'

const EVERY_MS = 500
const BATCH = 200
/** An announcement has less than 8000 bytes. */
const MAX_PAYLOAD = 4_000

export interface SequencerParts {
  readonly database: Database
  /** How far the sandbox's clock was moved. */
  readonly shiftMs: ClockShift
}

interface OutboxRow {
  event_id: string
  kind: string
  partner_id: string | null
  institution_id: string | null
  resource: string
  webhook_id: string | null
  occurred_at: Date
  /** Stays the text that it is: nothing here looks into it. Null where it need not leave the database. */
  data: string | null
}

interface StoredRow extends OutboxRow {
  position: bigint
}

/** A row of `posted_events` in the shape of the outbox. */
interface PostedRow extends OutboxRow {
  book_id: string
  version: number
  part: number
}

type Placed = Omit<FeedEvent, 'data'> & { readonly data: string | null; readonly webhookId: string | null }

type Place = readonly [bookId: string, resource: string, version: number, part: number]

const BEGINNING: Place = ['', '', 0, 0]

export class Sequencer {
  readonly #parts: SequencerParts
  /** Where the next batch of posted events begins, so that books and resources have equal turns. */
  #afterPosted: Place = BEGINNING

  constructor(parts: SequencerParts) {
    this.#parts = parts
  }

  sweep(): Sweep {
    return { name: 'sequence-events', everyMs: EVERY_MS, run: () => this.sequenceAll() }
  }

  /** Resolves when all events are in the feeds that were committed before, or another node is at it. */
  async sequenceAll(): Promise<void> {
    const { database } = this.#parts
    const books = await reachableBooks(database)
    const { rows } = await database.query<{ waits: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM event_outbox) OR EXISTS (SELECT 1 FROM posted_events p WHERE ${ofBooks(books, 1)}) AS waits`,
      books === undefined ? [] : [books],
    )
    let isMore = rows[0]?.waits === true
    while (isMore) {
      const done = await database.transaction((sql) => this.#sequence(sql, books))
      // Only once it is committed: what failed is taken again from the same place.
      this.#afterPosted = done.afterPosted
      isMore = done.isMore
    }
  }

  async #sequence(sql: Sql, books: Books): Promise<{ readonly isMore: boolean; readonly afterPosted: Place }> {
    const { rows: locks } = await sql.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('event sequencer', 0)) AS taken`,
    )
    if (locks[0]?.taken !== true) return { isMore: false, afterPosted: this.#afterPosted }
    const { rows: stored } = await sql.query<StoredRow>(
      `SELECT position, event_id, kind, partner_id, institution_id, resource, webhook_id, occurred_at, data::text AS data
         FROM event_outbox ORDER BY position LIMIT $1`,
      [BATCH],
    )
    const isMiddle = this.#afterPosted !== BEGINNING
    const posted = await this.#posted(sql, books)
    const placed = await place(sql, [...stored, ...posted])
    await insertEvents(
      sql,
      placed.filter(({ data }) => data !== null),
    )
    await this.#takePosted(sql, posted, placed)
    if (placed.length > 0) await insertDeliveries(sql, placed, this.#parts.shiftMs())
    if (stored.length > 0)
      await sql.query('DELETE FROM event_outbox WHERE position = ANY ($1::bigint[])', [
        stored.map(({ position }) => position),
      ])
    if (placed.length > 0) {
      const partners = [...new Set(placed.map(({ partnerId }) => partnerId))].join(' ')
      await this.#parts.database.changes.announce(sql, EVENTS_TOPIC, partners.length > MAX_PAYLOAD ? '' : partners)
    }
    const last = posted.at(-1)
    const isFull = posted.length === BATCH && last !== undefined
    return {
      afterPosted: isFull ? [last.book_id, last.resource, last.version, last.part] : BEGINNING,
      // A pass that began in the middle has left out what is before it.
      isMore: stored.length === BATCH || isFull || isMiddle,
    }
  }

  /**
   * Removes posted events. On one server the same statement puts them into the feeds: their data, which is nearly all of their size,
   * does not leave the database.
   */
  async #takePosted(sql: Sql, posted: readonly PostedRow[], placed: readonly Placed[]): Promise<void> {
    const sequences = new Map(placed.map(({ eventId, sequence }) => [eventId, sequence]))
    // Between the first and the last resource: the index then leaves out the rest of a backlog.
    for (const [bookId, some] of Map.groupBy(posted, ({ book_id }) => book_id)) {
      const ids = some.map(({ event_id }) => event_id)
      const values = [bookId, some[0]?.resource, some.at(-1)?.resource, ids]
      if (this.#parts.database.isDistributed) await sql.query(DELETE_POSTED, values)
      else await sql.query(MOVE_POSTED, [...values, ids.map((id) => sequences.get(id) ?? null)])
    }
  }

  /** Rows of a resource are all in the order of their versions: what is visible of it has none before it to come. */
  async #posted(sql: Sql, books: Books): Promise<PostedRow[]> {
    const data = this.#parts.database.isDistributed ? 'p.data::text' : 'NULL'
    const { rows } = await sql.query<PostedRow>(
      `SELECT p.institution_id AS book_id, p.concerns_id AS institution_id, p.resource, p.version, p.part, p.event_id, p.kind,
              p.partner_id, NULL::uuid AS webhook_id, p.occurred_at, ${data} AS data
         FROM posted_events p
        WHERE (p.institution_id, p.resource, p.version, p.part) > ($1::text, $2::text, $3::integer, $4::integer)
          AND ${ofBooks(books, 6)}
        ORDER BY p.institution_id, p.resource, p.version, p.part LIMIT $5`,
      [...this.#afterPosted, BATCH, ...(books === undefined ? [] : [books])],
    )
    return rows
  }
}

/** The books whose events can be read; undefined: all of them. */
type Books = readonly string[] | undefined

/** On distributed books a server that is down keeps back the events of its own books, and no others. */
async function reachableBooks(database: Database): Promise<Books> {
  const { distribution } = database
  if (distribution === undefined || distribution.workers().every(({ isReachable }) => isReachable)) return undefined
  return distribution.reachable(await allBooks(database))
}

function ofBooks(books: Books, parameter: number): string {
  return books === undefined ? 'true' : `p.institution_id = ANY ($${parameter}::text[])`
}

/** Events by partner, with their numbers. Events of partners that are gone are dropped. */
async function place(sql: Sql, rows: readonly OutboxRow[]): Promise<Placed[]> {
  const concerned = await concernedPartners(sql, rows)
  const byPartner = rows.flatMap((row) => concerned(row).map((partnerId) => ({ partnerId, row })))
  const counts = new Map<string, number>()
  for (const { partnerId } of byPartner) counts.set(partnerId, (counts.get(partnerId) ?? 0) + 1)
  if (counts.size === 0) return []
  const { rows: heads } = await sql.query<{ partner_id: string; last_sequence: bigint }>(
    `INSERT INTO event_heads (partner_id, last_sequence)
     SELECT * FROM unnest($1::text[], $2::bigint[])
     ON CONFLICT (partner_id) DO UPDATE SET last_sequence = event_heads.last_sequence + excluded.last_sequence
     RETURNING partner_id, last_sequence`,
    [[...counts.keys()], [...counts.values()]],
  )
  const next = new Map(
    heads.map((head) => [head.partner_id, head.last_sequence - BigInt(counts.get(head.partner_id) ?? 0)]),
  )
  return byPartner.map(({ partnerId, row }) => {
    const sequence = (next.get(partnerId) ?? 0n) + 1n
    next.set(partnerId, sequence)
    return {
      partnerId,
      sequence,
      eventId: row.event_id,
      kind: row.kind,
      institutionId: row.institution_id,
      resource: row.resource,
      webhookId: row.webhook_id,
      occurredAt: row.occurred_at,
      data: row.data,
    }
  })
}

async function concernedPartners(sql: Sql, rows: readonly OutboxRow[]): Promise<(row: OutboxRow) => string[]> {
  const named = rows.flatMap((row) => row.partner_id ?? [])
  const institutions = rows.flatMap((row) => (row.partner_id === null ? (row.institution_id ?? []) : []))
  // Locked against deletion until the events are there, which go with the partner.
  const { rows: partners } = await sql.query<{ partner_id: string; institution_ids: string[] }>(
    `SELECT partner_id, institution_ids FROM partners
      WHERE partner_id = ANY ($1::text[]) OR institution_ids && $2::text[]
      ORDER BY partner_id FOR KEY SHARE`,
    [[...new Set(named)], [...new Set(institutions)]],
  )
  const known = new Set(partners.map((partner) => partner.partner_id))
  return ({ partner_id: partnerId, institution_id: institutionId }) => {
    if (partnerId !== null) return known.has(partnerId) ? [partnerId] : []
    const ofInstitution = partners.filter((partner) => partner.institution_ids.includes(institutionId ?? ''))
    return ofInstitution.map((partner) => partner.partner_id)
  }
}

const DELETE_POSTED = `
  DELETE FROM posted_events
   WHERE institution_id = $1 AND resource >= $2 AND resource <= $3 AND event_id = ANY ($4::uuid[])`

/** The events of partners that are gone have no number and are dropped. */
const MOVE_POSTED = `
  WITH taken AS (${DELETE_POSTED} RETURNING *)
  INSERT INTO events (partner_id, sequence, event_id, kind, institution_id, resource, occurred_at, recorded_at, data)
  SELECT t.partner_id, n.sequence, t.event_id, t.kind, t.concerns_id, t.resource, t.occurred_at, now(), t.data
    FROM unnest($4::uuid[], $5::bigint[]) AS n (event_id, sequence)
    JOIN taken t ON t.event_id = n.event_id
   WHERE n.sequence IS NOT NULL`

async function insertEvents(sql: Sql, events: readonly Placed[]): Promise<void> {
  if (events.length === 0) return
  await sql.query(
    `INSERT INTO events (partner_id, sequence, event_id, kind, institution_id, resource, occurred_at, recorded_at, data)
     SELECT partner_id, sequence, event_id, kind, institution_id, resource, occurred_at, now(), data
       FROM unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::json[])
            AS e (partner_id, sequence, event_id, kind, institution_id, resource, occurred_at, data)`,
    [
      events.map(({ partnerId }) => partnerId),
      events.map(({ sequence }) => sequence),
      events.map(({ eventId }) => eventId),
      events.map(({ kind }) => kind),
      events.map(({ institutionId }) => institutionId),
      events.map(({ resource }) => resource),
      events.map(({ occurredAt }) => occurredAt),
      events.map(({ data }) => data),
    ],
  )
}

/** One for every webhook of the partner that takes the kind and the institution. A test goes first. */
async function insertDeliveries(sql: Sql, events: readonly Placed[], shiftMs: number): Promise<void> {
  await sql.query(
    `INSERT INTO webhook_deliveries (webhook_id, partner_id, sequence, resource, next_attempt_at)
     SELECT w.id, e.partner_id, e.sequence, e.resource,
            CASE WHEN e.webhook_id IS NULL THEN ${deliveryTime('$7')} ELSE ${URGENT} END
       FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::uuid[])
            AS e (partner_id, sequence, kind, institution_id, resource, webhook_id)
       JOIN webhooks w ON w.partner_id = e.partner_id
      WHERE CASE WHEN e.webhook_id IS NOT NULL THEN w.id = e.webhook_id
                 ELSE w.is_active AND ${takes('w', 'e')} END`,
    [
      events.map(({ partnerId }) => partnerId),
      events.map(({ sequence }) => sequence),
      events.map(({ kind }) => kind),
      events.map(({ institutionId }) => institutionId),
      events.map(({ resource }) => resource),
      events.map(({ webhookId }) => webhookId),
      shiftMs,
    ],
  )
}

/** Whether a webhook takes an event. What belongs to no institution passes every list of institutions. */
export function takes(webhook: string, event: string): string {
  return `(cardinality(${webhook}.kinds) = 0 OR ${event}.kind = ANY (${webhook}.kinds))
          AND (cardinality(${webhook}.institution_ids) = 0 OR ${event}.institution_id IS NULL
               OR ${event}.institution_id = ANY (${webhook}.institution_ids))`
}
