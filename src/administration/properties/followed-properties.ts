// Application properties that a part of the platform follows: kept in memory and read again when a change is announced. Only
// those of this environment count, of the application that follows them or global ones. A value that cannot be used is
// reported and ignored.

import type { Environment } from '../../platform/kernel/environment.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { followChanges } from '../../platform/storage/broadcast/follow-changes.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { PRECEDENCE } from './effective-properties.ts'
import { ANY_APPLICATION } from './property-records.ts'
import { plainValue, type StoredValue } from './property-values.ts'
import { type ParsedValue, parsed, type ReadKey, type ReadKeys } from './read-keys.ts'

/** Announced by a trigger whenever a property changes. */
export const PROPERTIES_TOPIC = 'properties'

type Keys = Readonly<Record<string, ReadKey>>

export interface FollowedProperties<Read extends Keys> {
  /** The value of the first of these institutions that has one, otherwise the value for all. */
  read<Key extends keyof Read & string>(
    key: Key,
    institutionIds?: readonly string[],
  ): ParsedValue<Read, Key> | undefined
  /** Reads all of them from the database again. */
  reload(): Promise<void>
  /** Stops following changes; the last values stay readable. */
  close(): void
}

interface Log {
  warn(details: object, message: string): void
}

export interface FollowOptions {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly environment: Environment
  readonly log?: Log
}

interface Followed<Read extends Keys> extends ReadKeys<Read> {
  /** Whether those of institutions count too. */
  readonly ofInstitutions: boolean
  /** Called after every reload, to apply what changed. */
  onReload?(properties: FollowedProperties<Read>): void
}

/** Throws when they cannot be read at first. Later the last values stay in use until they can be read again. */
export async function followProperties<Read extends Keys>(
  options: FollowOptions,
  followed: Followed<Read>,
): Promise<FollowedProperties<Read>> {
  const { database, log } = options
  let values: Values = new Map()
  let reported: ReadonlySet<string> = new Set()

  async function readAll(): Promise<void> {
    const read = await readValues(database, options, followed)
    values = read.values
    for (const [place, details] of read.unusable) {
      // Once while it lasts: every change of any property reloads all.
      if (!reported.has(place)) log?.warn(details, 'the value of an application property cannot be used')
    }
    reported = new Set(read.unusable.keys())
    followed.onReload?.(properties)
  }
  const properties: FollowedProperties<Read> = {
    read<Key extends keyof Read & string>(key: Key, institutionIds: readonly string[] = []) {
      const atInstitution = institutionIds.map((id) => values.get(id)?.get(key)).find((value) => value !== undefined)
      return (atInstitution ?? values.get(FOR_ALL)?.get(key)) as ParsedValue<Read, Key> | undefined
    },
    reload: () => following.refresh(),
    close: () => following.close(),
  }
  const following = await followChanges(database, {
    topic: PROPERTIES_TOPIC,
    read: readAll,
    onFailure: (error) => log?.warn({ err: error }, 'the application properties could not be read'),
  })
  return properties
}

/** No institution has this id. */
const FOR_ALL = ''

/** Parsed values by institution and key. */
type Values = ReadonlyMap<string, ReadonlyMap<string, unknown>>

interface ReadValues {
  readonly values: Values
  /** By place, what the log says of each. */
  readonly unusable: ReadonlyMap<string, object>
}

interface ValueRow extends StoredValue {
  id: string
  key: string
  institution_id: string | null
}

async function readValues(
  sql: Sql,
  { environment, secretBox }: FollowOptions,
  { application, keys, ofInstitutions }: Followed<Keys>,
): Promise<ReadValues> {
  const { rows } = await sql.query<ValueRow>(
    `SELECT id, key, institution_id, value, value_sealed
       FROM application_properties
      WHERE environment = $1 AND application = ANY ($2) AND key = ANY ($3) AND is_active
        AND ($4 OR institution_id IS NULL)
      ORDER BY key, ${PRECEDENCE}`,
    [environment, [ANY_APPLICATION, application], Object.keys(keys), ofInstitutions],
  )
  const values = new Map<string, Map<string, unknown>>()
  const unusable = new Map<string, object>()
  for (const row of rows) {
    const { key, institution_id: institutionId } = row
    const ofInstitution = values.get(institutionId ?? FOR_ALL) ?? new Map<string, unknown>()
    values.set(institutionId ?? FOR_ALL, ofInstitution)
    if (ofInstitution.has(key)) continue
    const value = usableValue(secretBox, row, keys[key])
    if (value !== undefined) ofInstitution.set(key, value)
    else unusable.set(`${institutionId ?? FOR_ALL} ${key}`, { key, ...(institutionId !== null && { institutionId }) })
  }
  return { values, unusable }
}

function usableValue(secretBox: SecretBox, row: ValueRow, key: ReadKey | undefined): unknown {
  try {
    return parsed(key, plainValue(secretBox, row.id, row))
  } catch {
    // Sealed with a master key that this node does not have. That must not keep it from starting.
    return undefined
  }
}
