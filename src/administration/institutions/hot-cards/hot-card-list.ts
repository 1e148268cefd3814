// The hot cards that every node has in memory. A change is read alone, because a list may have a hundred thousand cards: rows are
// numbered in the order of their commits, and a node asks for those after the last that it has.

import { type Clock, HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import { followChanges } from '../../../platform/storage/broadcast/follow-changes.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { HOT_CARD_REASONS, type HotCardReason } from './hot-card-records.ts'

/** Announced by a trigger whenever hot_card_epoch moves. */
export const HOT_CARDS_TOPIC = 'hot-cards'

export interface HotCardList {
  /** Why the card is stopped; undefined when it is not. */
  reasonOf(institutionId: string, panHash: string): HotCardReason | undefined
  /** Reads what has changed. */
  refresh(): Promise<void>
  close(): void
}

interface Options {
  readonly database: Database
  readonly clock: Clock
  readonly log?: { warn(details: object, message: string): void }
}

interface Entry {
  readonly reason: HotCardReason
  /** Infinity: until it is lifted. */
  readonly expiresAtMs: number
}

type Entries = Map<string, Map<string, Entry>>

/** Throws when they cannot be read at first. Later the last list stays in use until it can be read again. */
export async function openHotCardList({ database, clock, log }: Options): Promise<HotCardList> {
  let entries: Entries = new Map()
  let seen = NOTHING_READ

  async function read(after: bigint): Promise<void> {
    const { rows } = await database.query<Row>(
      after === NOTHING_READ ? ALL : CHANGED,
      after === NOTHING_READ ? [new Date(clock.now() - HOUR_MS)] : [after],
    )
    const [first] = rows
    if (first === undefined) return
    if (after !== NOTHING_READ && first.reread_from > after) return read(NOTHING_READ)
    // Replaced at once: no order meets half a list.
    const next: Entries = after === NOTHING_READ ? new Map() : entries
    for (const row of rows) keep(next, row)
    entries = next
    seen = first.epoch
  }
  const { refresh, close } = await followChanges(database, {
    topic: HOT_CARDS_TOPIC,
    read: () => read(seen),
    onFailure: (error) => log?.warn({ err: error }, 'the hot cards could not be read'),
  })
  return {
    reasonOf(institutionId, panHash) {
      const entry = entries.get(institutionId)?.get(panHash)
      return entry !== undefined && entry.expiresAtMs > clock.now() ? entry.reason : undefined
    },
    refresh,
    close,
  }
}

const NOTHING_READ = -1n

interface Row {
  epoch: bigint
  reread_from: bigint
  /** All are null when there are no hot cards. */
  institution_id: string | null
  pan_hash: string | null
  reason: string | null
  expires_at: Date | null
  state: string | null
}

// The epoch and the rows come from one snapshot of the database.
const COLUMNS = `e.epoch, e.reread_from, h.institution_id, h.pan_hash, h.reason, h.expires_at, h.state`
// Those whose time is over are left out, an hour late: the clocks of nodes differ.
const ALL = `SELECT ${COLUMNS} FROM hot_card_epoch e
               LEFT JOIN hot_cards h ON h.state = 'ACTIVE' AND (h.expires_at IS NULL OR h.expires_at > $1)`
// A card may have ended and come again: what is active of it comes last.
const CHANGED = {
  name: 'hot-cards-changed',
  text: `SELECT ${COLUMNS} FROM hot_card_epoch e LEFT JOIN hot_cards h ON h.change_no > $1
          ORDER BY h.change_no, h.state = 'ACTIVE'`,
}

function keep(
  entries: Entries,
  { institution_id: institutionId, pan_hash: panHash, reason, expires_at, state }: Row,
): void {
  if (institutionId === null || panHash === null) return
  const ofInstitution = entries.get(institutionId) ?? new Map<string, Entry>()
  entries.set(institutionId, ofInstitution)
  if (state !== 'ACTIVE') ofInstitution.delete(panHash)
  else
    ofInstitution.set(panHash, {
      reason: reasonOf(reason),
      expiresAtMs: expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    })
}

/** A reason of a later version stops the card as well. */
function reasonOf(reason: string | null): HotCardReason {
  return HOT_CARD_REASONS.find((one) => one === reason) ?? 'FRAUD'
}
