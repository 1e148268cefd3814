// Owns the postings of savings clubs: locks the clubs, reads earlier events, decides, and writes the events in the commit of
// their journals.

import type { BatchContext, Books, OwnedBatch, Owner, Verdict } from '../../src/ledger/posting.ts'
import { type BatchHead, step } from '../../src/ledger/writing/batch-step.ts'
import { newId } from '../../src/platform/kernel/identifiers/ids.ts'
import { Problem } from '../../src/platform/kernel/problems/problem.ts'
import { plainArray, textArray } from '../../src/platform/storage/batches/array-literal.ts'
import { copyRow, copyStep } from '../../src/platform/storage/batches/copy-row.ts'
import type { Trip } from '../../src/platform/storage/batches/trip.ts'
import type { Statement, Step } from '../../src/platform/storage/database.ts'
import { type ClubEvent, type ClubEventKind, type ClubPosting, type ClubReceipt, clubProblem } from './club-events.ts'

export const LOCK_CLUBS: Statement = {
  name: 'lock-clubs',
  text: `SELECT club_id, status, event_count, moved_minor
           FROM savings_clubs
          WHERE institution_id = $1 AND club_id = ANY ($2::text[])
          ORDER BY club_id
            FOR NO KEY UPDATE`,
}

const READ_EVENTS: Statement = {
  name: 'read-club-events',
  text: `SELECT institution_id, event_id, club_id, kind, amount_minor, journal_id, counterpart_institution_id
           FROM club_events
          WHERE institution_id = $1 AND event_id = ANY ($2::text[])`,
}

const COPY_EVENTS: Statement = {
  name: 'copy-club-events',
  text: `COPY club_events (
           institution_id, event_id, club_id, kind, amount_minor, journal_id, counterpart_institution_id, recorded_at)
         FROM STDIN`,
}

const UPDATE_CLUBS: Statement = {
  name: 'update-clubs',
  text: `UPDATE savings_clubs AS c
            SET status = n.status, event_count = n.event_count, moved_minor = n.moved_minor
           FROM (SELECT unnest($2::text[]) AS club_id, unnest($3::text[]) AS status,
                        unnest($4::integer[]) AS event_count, unnest($5::bigint[]) AS moved_minor) AS n
          WHERE c.institution_id = $1 AND c.club_id = n.club_id`,
}

interface Club {
  readonly clubId: string
  status: string
  eventCount: number
  movedMinor: bigint
}

interface ClubRow {
  readonly club_id: string
  readonly status: string
  readonly event_count: number
  readonly moved_minor: bigint
}

interface EventRow {
  readonly institution_id: string
  readonly event_id: string
  readonly club_id: string
  readonly kind: ClubEventKind
  readonly amount_minor: bigint
  readonly journal_id: string | null
  readonly counterpart_institution_id: string | null
}

export class ClubRecords implements Owner<ClubPosting> {
  readonly #lockClubs: Statement

  /** Tests pass another statement to lock in the wrong order. */
  constructor(lockClubs = LOCK_CLUBS) {
    this.#lockClubs = lockClubs
  }

  async open(
    trip: Trip,
    { institutionId }: BatchContext,
    postings: readonly ClubPosting[],
  ): Promise<OwnedBatch<ClubPosting>> {
    const clubIds = new Set(postings.map((posting) => posting.clubId))
    const eventIds = new Set(postings.flatMap(({ eventId, refundOf }) => [eventId, ...(refundOf ? [refundOf] : [])]))
    // Both are asked before the first await: the caller sends right after. Events are read after the lock, so that they
    // include what the lock had to wait for.
    const [clubs, events] = await Promise.all([
      trip.ask<ClubRow>(this.#lockClubs, [institutionId, textArray([...clubIds])]),
      trip.ask<EventRow>(READ_EVENTS, [institutionId, textArray([...eventIds])]),
    ])
    return new ClubBatch(clubs.rows.map(toClub), events.rows.map(toEvent))
  }
}

class ClubBatch implements OwnedBatch<ClubPosting> {
  readonly #clubs: ReadonlyMap<string, Club>
  readonly #events: Map<string, ClubEvent>
  readonly #added: ClubEvent[] = []
  readonly #changed = new Set<Club>()

  constructor(clubs: readonly Club[], events: readonly ClubEvent[]) {
    this.#clubs = new Map(clubs.map((club) => [club.clubId, club]))
    this.#events = new Map(events.map((event) => [event.eventId, event]))
  }

  event(eventId: string): ClubEvent | undefined {
    return this.#events.get(eventId)
  }

  decide(posting: ClubPosting, books: Books): Verdict<ClubReceipt> {
    const { institutionId, clubId, eventId, kind, counterpartInstitutionId } = posting
    // A batch whose commit went unconfirmed is run again, and so are callers' retries.
    const known = this.#events.get(eventId)
    if (known !== undefined) return repeated(posting, known)
    const club = this.#clubs.get(clubId)
    if (club === undefined) return { problem: clubProblem('unknown-club', `there is no club ${clubId}`) }
    if (club.status === 'CLOSED') return { problem: clubProblem('closed', `${clubId} is closed`) }
    const decision = posting.decide(books, this)
    if (decision instanceof Problem) return { problem: decision }
    const { amountMinor, journal } = decision
    const journalId = newId(books.nowMs)
    const event: ClubEvent = {
      institutionId,
      clubId,
      eventId,
      kind,
      amountMinor,
      ...(journal !== undefined && { journalId }),
      ...(counterpartInstitutionId !== undefined && { counterpartInstitutionId }),
    }
    return {
      ...(journal !== undefined && { journal: { ...journal, journalId, kind } }),
      answer: () => this.#record(event, club),
    }
  }

  steps(head: BatchHead): Step[] {
    if (this.#added.length === 0) return []
    const clubs = [...this.#changed]
    return [
      ...copyStep(
        COPY_EVENTS,
        this.#added.map((event) => eventRow(head, event)),
      ),
      step(
        head,
        UPDATE_CLUBS,
        textArray(clubs.map((club) => club.clubId)),
        textArray(clubs.map((club) => club.status)),
        plainArray(clubs.map((club) => club.eventCount)),
        plainArray(clubs.map((club) => club.movedMinor)),
      ),
    ]
  }

  #record(event: ClubEvent, club: Club): ClubReceipt {
    this.#events.set(event.eventId, event)
    this.#added.push(event)
    this.#changed.add(club)
    club.eventCount++
    club.movedMinor += event.amountMinor
    if (event.kind === 'CLUB_CLOSE') club.status = 'CLOSED'
    return { event, replayed: false }
  }
}

function repeated(posting: ClubPosting, known: ClubEvent): Verdict<ClubReceipt> {
  if (known.kind !== posting.kind || known.clubId !== posting.clubId)
    return { problem: clubProblem('event-id-reused', `${posting.eventId} is another event`) }
  return { answer: () => ({ event: known, replayed: true }) }
}

function eventRow(head: BatchHead, event: ClubEvent): string {
  return copyRow([
    head.institutionId,
    event.eventId,
    event.clubId,
    event.kind,
    event.amountMinor,
    event.journalId,
    event.counterpartInstitutionId,
    head.recordedAt,
  ])
}

function toClub(row: ClubRow): Club {
  return { clubId: row.club_id, status: row.status, eventCount: row.event_count, movedMinor: row.moved_minor }
}

function toEvent(row: EventRow): ClubEvent {
  const { journal_id: journalId, counterpart_institution_id: counterpartInstitutionId } = row
  return {
    institutionId: row.institution_id,
    eventId: row.event_id,
    clubId: row.club_id,
    kind: row.kind,
    amountMinor: row.amount_minor,
    ...(journalId !== null && { journalId }),
    ...(counterpartInstitutionId !== null && { counterpartInstitutionId }),
  }
}
