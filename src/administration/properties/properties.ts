// The properties that the platform itself uses: global ones, or those of the application `tillgate`.

import { type Networks, NO_NETWORKS, networksOf } from '../../platform/kernel/networks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import { type FollowedProperties, type FollowOptions, followProperties } from './followed-properties.ts'
import type { ParsedValue, ReadKey } from './read-keys.ts'

const MAX_KEEP_DAYS = 3_650
/** Deliveries are tried for three days. */
const MIN_EVENT_DAYS = 4
const MAX_NETWORKS = 100

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const KEYS = {
  /** Overrides LOG_LEVEL. */
  'log.level': {
    parse: (text: string) => LOG_LEVELS.find((level) => level === text),
    expected: `must be one of ${LOG_LEVELS.join(', ')}`,
  },
  /** How long the files of exports are kept. */
  'export.keep-days': {
    parse: (text: string) => wholeNumber(text, 1, MAX_KEEP_DAYS),
    expected: `must be a whole number of days from 1 to ${MAX_KEEP_DAYS}`,
  },
  /** How long events stay in the feeds of partners, and deliveries of webhooks with them. */
  'events.keep-days': {
    parse: (text: string) => wholeNumber(text, MIN_EVENT_DAYS, MAX_KEEP_DAYS),
    expected: `must be a whole number of days from ${MIN_EVENT_DAYS} to ${MAX_KEEP_DAYS}`,
  },
  /** After what time an advice that a host does not take is parked, in milliseconds. */
  'iso8583.park-after': {
    parse: readParkAfter,
    expected: 'must be a duration from 1 minute to 30 days, such as 24h, 90m or PT24H',
  },
  /** Networks that webhooks may reach besides the public internet. */
  'webhooks.allowed-networks': {
    parse: (text: string) => networks(text),
    expected: `must be a JSON list of at most ${MAX_NETWORKS} networks such as ["10.1.0.0/16", "fd12::/16"]`,
  },
} as const satisfies Readonly<Record<string, ReadKey>>

export const OWN_PROPERTIES = { application: 'tillgate', keys: KEYS }

const DEFAULTS = {
  'log.level': undefined,
  'export.keep-days': 7,
  'events.keep-days': 30,
  'iso8583.park-after': DAY_MS,
  'webhooks.allowed-networks': NO_NETWORKS,
} as const

export type PropertyKey = keyof typeof KEYS
type Parsed<Key extends PropertyKey> = ParsedValue<typeof KEYS, Key>
/** Without a default the property may be absent. */
export type ValueOf<Key extends PropertyKey> = (typeof DEFAULTS)[Key] extends undefined
  ? Parsed<Key> | undefined
  : Parsed<Key>

type Followed = FollowedProperties<typeof KEYS>

export interface Properties {
  /** The value that holds for the platform, or its default. */
  read<Key extends PropertyKey>(key: Key): ValueOf<Key>
  /** Reads all of them from the database again. */
  reload(): Promise<void>
  /** Stops following changes; the last values stay readable. */
  close(): void
}

export interface PropertiesOptions extends FollowOptions {
  /** Called after every reload, to apply what changed. */
  onReload?(properties: Pick<Properties, 'read'>): void
}

/** Throws when they cannot be read at first. Later the last values stay in use until they can be read again. */
export async function openProperties({ onReload, ...options }: PropertiesOptions): Promise<Properties> {
  const followed = await followProperties(options, {
    ...OWN_PROPERTIES,
    ofInstitutions: false,
    onReload: (properties) => onReload?.({ read: (key) => valueOrDefault(properties, key) }),
  })
  return { ...followed, read: (key) => valueOrDefault(followed, key) }
}

function valueOrDefault<Key extends PropertyKey>({ read }: Followed, key: Key): ValueOf<Key> {
  return (read(key) ?? DEFAULTS[key]) as ValueOf<Key>
}

const UNITS_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const

/** Minutes, hours or days. */
function readParkAfter(text: string): number | undefined {
  const [, count, unit] = /^(?:PT(?=.*[MH]$)|P(?=.*D$))?(\d{1,5})([mhd])$/i.exec(text) ?? []
  if (count === undefined || unit === undefined) return undefined
  const ms = Number(count) * UNITS_MS[unit.toLowerCase() as keyof typeof UNITS_MS]
  return ms >= MINUTE_MS && ms <= 30 * DAY_MS ? ms : undefined
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

function networks(text: string): Networks | undefined {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list) || list.length > MAX_NETWORKS) return undefined
  return list.every((one) => typeof one === 'string') ? networksOf(list) : undefined
}
