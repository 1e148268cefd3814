// Adds what a new version has wait by default to the global lists that an installation keeps. Each entry is added once: who
// takes it off again, with a second user, has decided so.

import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { ANY_APPLICATION } from '../properties/property-records.ts'
import { changeProperty, readPlainValue } from '../properties/write-property.ts'
import type { RecordWork } from '../records/change-record.ts'
import { DEFAULT_LIST, FOUR_EYES_KEY, listOf, MAX_ENTRIES, wholeOf } from './four-eyes.ts'

interface DefaultsParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly log?: { warn(details: object, message: string): void }
}

/** Nodes that start at once wait for one another. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('four-eyes defaults', 0))`

export async function addNewDefaults(parts: DefaultsParts, defaults = DEFAULT_LIST): Promise<void> {
  const { database, clock } = parts
  if ((await newDefaults(database, defaults)).length === 0) return
  await database.transaction(async (sql) => {
    await sql.query(LOCK)
    const added = await newDefaults(sql, defaults)
    if (added.length === 0) return
    const work = { sql, nowMs: clock.now(), caller: { principal: { scope: {} }, actor: {} } }
    for (const id of await keptLists(sql)) await extendList(parts, work, id, added)
    await sql.query(
      'INSERT INTO four_eyes_defaults (entry, added_at) SELECT unnest($1::text[]), $2::timestamptz ON CONFLICT DO NOTHING',
      [added, new Date(work.nowMs)],
    )
  })
}

async function newDefaults(sql: Sql, defaults: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql.query<{ entry: string }>('SELECT entry FROM four_eyes_defaults')
  const known = new Set(rows.map(({ entry }) => entry))
  return defaults.filter((entry) => !known.has(entry))
}

/** Global ones, also those that are switched off; in the sandbox nothing waits by default. */
async function keptLists(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM application_properties
      WHERE key = $1 AND application = $2 AND institution_id IS NULL AND environment <> 'sandbox'
      ORDER BY id`,
    [FOUR_EYES_KEY, ANY_APPLICATION],
  )
  return rows.map(({ id }) => id)
}

async function extendList(
  { secretBox, log }: DefaultsParts,
  work: RecordWork,
  id: string,
  added: readonly string[],
): Promise<void> {
  const list = await readList(work.sql, secretBox, id)
  // Without a list that can be used the default holds, which has them.
  if (list === undefined) return
  const missing = added.filter((entry) => !list.includes(entry) && !list.includes(wholeOf(entry)))
  if (missing.length === 0) return
  const longer = [...list, ...missing]
  if (longer.length > MAX_ENTRIES) {
    log?.warn({ propertyId: id, missing }, 'a four-eyes list is too long for the defaults of this version')
    return
  }
  await changeProperty(work, secretBox, 'application-property.update', id, (before) => {
    const { valueType, isSecret, description, isActive } = before
    return { value: JSON.stringify(longer), valueType, isSecret, description, isActive }
  })
}

async function readList(sql: Sql, secretBox: SecretBox, id: string): Promise<readonly string[] | undefined> {
  try {
    return listOf(await readPlainValue(sql, secretBox, id))
  } catch {
    // No JSON, or sealed with a master key that this node does not have. That must not keep it from starting.
    return undefined
  }
}
