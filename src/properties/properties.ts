// The properties that the platform itself uses, kept in memory and read again when a change is announced. Only those of its
// own environment count, global ones or those of the application `tillgate`. A value that cannot be used is reported and
// ignored.

import type { Environment } from '../kernel/environment.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import { coalesce } from '../storage/broadcast/coalesce.ts'
import type { Database, Sql } from '../storage/database.ts'
import { PRECEDENCE } from './effective-properties.ts'
import { ANY_APPLICATION } from './property-records.ts'
import { plainValue, type StoredValue } from './property-values.ts'

/** Announced by a trigger whenever a property changes. */
export const PROPERTIES_TOPIC = 'properties'
const OWN_APPLICATION = 'tillgate'
const MAX_KEEP_DAYS = 3_650

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** What each property means; undefined when the text cannot be used. */
const PARSERS = {
  /** Overrides LOG_LEVEL. */
  'log.level': (text: string) => LOG_LEVELS.find((level) => level === text),
  /** How long the files of exports are kept. */
  'export.keep-days': (text: string) => wholeNumber(text, 1, MAX_KEEP_DAYS),
} as const

const DEFAULTS = { 'log.level': undefined, 'export.keep-days': 7 } as const

export type PropertyKey = keyof typeof PARSERS
type Parsed<Key extends PropertyKey> = NonNullable<ReturnType<(typeof PARSERS)[Key]>>
/** Without a default the property may be absent. */
export type ValueOf<Key extends PropertyKey> = (typeof DEFAULTS)[Key] extends undefined
  ? Parsed<Key> | undefined
  : Parsed<Key>

export interface Properties {
  /** The value that holds for the platform, or its default. */
  read<Key extends PropertyKey>(key: Key): ValueOf<Key>
  /** Reads all of them from the database again. */
  reload(): Promise<void>
  /** Stops following changes; the last values stay readable. */
  close(): void
}

interface Log {
  warn(details: object, message: string): void
}

export interface PropertiesOptions {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly environment: Environment
  readonly log?: Log
  /** Called after every reload, to apply what changed. */
  onReload?(properties: Properties): void
}

/** Throws when they cannot be read at first. Later the last values stay in use until they can be read again. */
export async function openProperties(options: PropertiesOptions): Promise<Properties> {
  const { database, log, onReload } = options
  let values: ReadonlyMap<string, unknown> = new Map()
  let reported: ReadonlySet<string> = new Set()

  const reload = coalesce(async () => {
    const read = await readValues(database, options)
    values = read.values
    for (const key of read.unusable) {
      // Once while it lasts: every change of any property reloads all.
      if (!reported.has(key)) log?.warn({ key }, 'the value of an application property cannot be used')
    }
    reported = read.unusable
    onReload?.(properties)
  })
  const subscription = database.changes.subscribe(PROPERTIES_TOPIC, {
    onChange: reload,
    onGap: reload,
    poll: reload,
    onFailure: (error) => log?.warn({ err: error }, 'the application properties could not be read'),
  })
  const properties: Properties = {
    read: <Key extends PropertyKey>(key: Key) => (values.get(key) ?? DEFAULTS[key]) as ValueOf<Key>,
    reload,
    close: () => subscription.close(),
  }
  try {
    await reload()
  } catch (error) {
    subscription.close()
    throw error
  }
  return properties
}

interface ReadValues {
  readonly values: ReadonlyMap<string, unknown>
  readonly unusable: ReadonlySet<string>
}

async function readValues(sql: Sql, { environment, secretBox }: PropertiesOptions): Promise<ReadValues> {
  const { rows } = await sql.query<StoredValue & { id: string; key: PropertyKey }>(
    `SELECT DISTINCT ON (key) id, key, value, value_sealed
       FROM application_properties
      WHERE environment = $1 AND application = ANY ($2) AND institution_id IS NULL AND key = ANY ($3) AND is_active
      ORDER BY key, ${PRECEDENCE}`,
    [environment, [ANY_APPLICATION, OWN_APPLICATION], Object.keys(PARSERS)],
  )
  const values = new Map<string, unknown>()
  const unusable = new Set<string>()
  for (const row of rows) {
    const value = parsed(secretBox, row)
    if (value === undefined) unusable.add(row.key)
    else values.set(row.key, value)
  }
  return { values, unusable }
}

function parsed(secretBox: SecretBox, row: StoredValue & { id: string; key: PropertyKey }): unknown {
  try {
    return PARSERS[row.key](plainValue(secretBox, row.id, row))
  } catch {
    // Sealed with a master key that this node does not have. That must not keep it from starting.
    return undefined
  }
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}
