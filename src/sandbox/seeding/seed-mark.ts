// Marks what the sandbox makes by ordinary commands: begun, and done. Commands are repeatable, so that a process that died
// in between, or a second node, goes on where the first one is.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'

export const LOANS_MARK = 'sandboxLoans'
export const TOKENS_MARK = 'sandboxTokens'
export const TRAFFIC_MARK = 'sandboxTraffic'
/** The marks of everything that is made by commands. */
export const SAMPLE_MARKS: readonly string[] = [LOANS_MARK, TOKENS_MARK, TRAFFIC_MARK]

export interface SeedMark {
  /** Names one seeding: a reset begins another, which this one must not finish. */
  readonly seedId: string
}

interface MarkParts {
  readonly database: Database
  readonly clock: Clock
}

/** Undefined when everything is there. `details` are kept with a mark that is new. */
export async function beginSeed<Details extends object>(
  parts: MarkParts,
  key: string,
  details: () => Details,
): Promise<(SeedMark & Details) | undefined> {
  const { database, clock } = parts
  const { rows } = await database.query<{ value: SeedMark & Details & { readonly seededAt?: string } }>(
    'SELECT value FROM settings WHERE key = $1',
    [key],
  )
  const [known] = rows
  if (known !== undefined) return known.value.seededAt === undefined ? known.value : undefined
  const mark = { seedId: newId(clock.now()), ...details() }
  const { rowCount } = await database.query(
    'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING',
    [key, JSON.stringify(mark)],
  )
  // Another node was faster: go on with what it has begun.
  return rowCount > 0 ? mark : beginSeed(parts, key, details)
}

export async function finishSeed({ database, clock }: MarkParts, key: string, { seedId }: SeedMark): Promise<void> {
  await database.query(
    `UPDATE settings SET value = value || jsonb_build_object('seededAt', $2::text)
      WHERE key = $1 AND value ->> 'seedId' = $3`,
    [key, isoTimestamp(clock.now()), seedId],
  )
}

/** Marks as done what is not to be made, or is made in the caller's transaction. False: it was marked before. */
export async function markSeeded(sql: Sql, clock: Clock, key: string): Promise<boolean> {
  const mark = { seedId: newId(clock.now()), seededAt: isoTimestamp(clock.now()) }
  const { rowCount } = await sql.query(
    'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING',
    [key, JSON.stringify(mark)],
  )
  return rowCount > 0
}
