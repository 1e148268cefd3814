// Loads hot cards of an institution, whichever core it has. Loading a file again changes nothing: a line about a card that is
// stopped already changes why and until when, and never lifts it.

import {
  HOT_CARD_REASONS,
  type HotCardReason,
} from '../../../../administration/institutions/hot-cards/hot-card-records.ts'
import { changedRow, endExpired } from '../../../../administration/institutions/hot-cards/hot-cards.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import { isCardNumber, maskPan, maskPansIn, PAN_CONTEXT } from '../../../../platform/kernel/identifiers/pan.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import type { Database, Sql } from '../../../../platform/storage/database.ts'
import type { Columns, LineFields } from './line-fields.ts'
import { loadStamp } from './load-accounts.ts'
import type { Loader, Written } from './load-file.ts'

const COLUMNS: Columns = { required: ['pan', 'reason'], optional: ['note', 'expiresAt'] }
const NOTE_LENGTH = 255
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/

export interface HotCardLine {
  readonly line: number
  readonly panHash: string
  readonly maskedPan: string
  readonly reason: HotCardReason
  readonly note: string | null
  readonly expiresAt: string | null
}

interface Parts {
  readonly institutionId: string
  readonly secretBox: SecretBox
}

/** Throws a Problem when there is no such institution. */
export async function assertInstitution(sql: Sql, institutionId: string): Promise<void> {
  const { rowCount } = await sql.query('SELECT FROM institutions WHERE institution_id = $1', [institutionId])
  if (rowCount === 0) throw new Problem('not-found', `there is no institution ${institutionId}`)
}

/** A loader that writes each batch in a transaction of its own; every gateway obeys soon after. */
export function hotCardLoader(database: Database, parts: Parts): Loader<HotCardLine> {
  return {
    ...hotCardLines(parts),
    write: (lines) =>
      database.transaction(async (sql) => {
        const { change_no: changeNo } = await changedRow(sql)
        await endExpired({ sql, nowMs: loadStamp().atMs }, parts.institutionId, lines.map(hashOf))
        const decided = await decide(sql, parts.institutionId, lines)
        await write(sql, parts.institutionId, decided, changeNo)
        return writtenOf(decided)
      }),
  }
}

/** A loader that writes nothing and decides as if it did. */
export function dryHotCardLoader(sql: Sql, parts: Parts): Loader<HotCardLine> {
  return {
    ...hotCardLines(parts),
    write: async (lines) => writtenOf(await decide(sql, parts.institutionId, lines)),
  }
}

function hotCardLines({ secretBox }: Parts): Omit<Loader<HotCardLine>, 'write'> {
  return { columns: COLUMNS, readLine: (fields) => readLine(fields, secretBox), keyOf: hashOf }
}

const hashOf = ({ panHash }: HotCardLine): string => panHash

/** Undefined when the line has faults, which are then in `fields`. */
function readLine(fields: LineFields, secretBox: SecretBox): HotCardLine | undefined {
  const pan = fields.required('pan')
  if (pan !== undefined && !isCardNumber(pan))
    fields.fault('pan', 'is not a card number: 12 to 19 digits of which the last is the check digit')
  if (fields.required('reason') === undefined) return undefined
  const reason = fields.oneOf('reason', HOT_CARD_REASONS)
  const note = fields.optional('note') === undefined ? null : (fields.text('note', NOTE_LENGTH) ?? null)
  const expiresAt = instantOf(fields)
  if (fields.faults.length > 0 || pan === undefined || reason === undefined) return undefined
  return {
    line: fields.line,
    panHash: secretBox.lookupHash(pan, PAN_CONTEXT),
    maskedPan: maskPan(pan),
    reason,
    note: note === null ? null : maskPansIn(note),
    expiresAt,
  }
}

function instantOf(fields: LineFields): string | null {
  const value = fields.optional('expiresAt')
  if (value === undefined) return null
  const atMs = TIMESTAMP.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(atMs)) fields.fault('expiresAt', 'must be a timestamp such as 2026-02-15T10:00:00Z')
  else if (atMs <= loadStamp().atMs) fields.fault('expiresAt', 'must be in the future')
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
}

interface Decided {
  readonly added: HotCardLine[]
  readonly changed: HotCardLine[]
  unchanged: number
}

async function decide(sql: Sql, institutionId: string, lines: readonly HotCardLine[]): Promise<Decided> {
  const { rows } = await sql.query<{ pan_hash: string; reason: string; note: string | null; expires_at: Date | null }>(
    `SELECT pan_hash, reason, note, expires_at FROM hot_cards
      WHERE institution_id = $1 AND pan_hash = ANY ($2::text[]) AND state = 'ACTIVE'
        AND (expires_at IS NULL OR expires_at > $3::timestamptz)`,
    [institutionId, lines.map(hashOf), new Date(loadStamp().atMs)],
  )
  const known = new Map(rows.map((row) => [row.pan_hash, row]))
  const decided: Decided = { added: [], changed: [], unchanged: 0 }
  for (const line of lines) {
    const card = known.get(line.panHash)
    if (card === undefined) decided.added.push(line)
    else if (isSame(card, line)) decided.unchanged++
    else decided.changed.push(line)
  }
  return decided
}

function isSame(
  card: { readonly reason: string; readonly note: string | null; readonly expires_at: Date | null },
  { reason, note, expiresAt }: HotCardLine,
): boolean {
  return card.reason === reason && card.note === note && (card.expires_at?.toISOString() ?? null) === expiresAt
}

const GIVEN = `jsonb_to_recordset($2::jsonb) AS n (id uuid, "panHash" text, "maskedPan" text, reason text, note text, "expiresAt" timestamptz)`

const ADD = `
  INSERT INTO hot_cards (id, created_at, updated_at, created_by, updated_by, institution_id, pan_hash, masked_pan, reason, note,
                         expires_at, change_no)
  SELECT n.id, $3::timestamptz, $3::timestamptz, $4, $4, $1, n."panHash", n."maskedPan", n.reason, n.note, n."expiresAt", $5::bigint
    FROM ${GIVEN}`

const CHANGE = `
  UPDATE hot_cards h
     SET reason = n.reason, note = n.note, expires_at = n."expiresAt", version = h.version + 1, updated_at = $3::timestamptz,
         updated_by = $4, change_no = $5::bigint
    FROM ${GIVEN}
   WHERE h.institution_id = $1 AND h.pan_hash = n."panHash" AND h.state = 'ACTIVE'`

async function write(sql: Sql, institutionId: string, { added, changed }: Decided, changeNo: bigint): Promise<void> {
  const { author, atMs } = loadStamp()
  const values = (lines: readonly HotCardLine[]) => [
    institutionId,
    JSON.stringify(lines.map((line) => ({ id: newId(atMs), ...line }))),
    new Date(atMs),
    author,
    changeNo,
  ]
  if (added.length > 0) await sql.query(ADD, values(added))
  if (changed.length > 0) await sql.query(CHANGE, values(changed))
}

function writtenOf({ added, changed, unchanged }: Decided): Written {
  return { added: added.length, changed: changed.length, unchanged, faults: [] }
}
