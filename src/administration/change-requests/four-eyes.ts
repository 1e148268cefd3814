// Which changes wait for a second user: the application property `four-eyes`, a JSON list of `MODULE:ACTION[:part]`. The list
// of an institution adds to the global one.

import type { Environment } from '../../platform/kernel/environment.ts'
import type { AuditedChange } from '../audit/change-witness.ts'
import { type FollowOptions, followProperties } from '../properties/followed-properties.ts'
import { ANY_APPLICATION, PROPERTIES } from '../properties/property-records.ts'
import type { ReadKey, ReadKeys } from '../properties/read-keys.ts'

export const FOUR_EYES_KEY = 'four-eyes'

/**
 * What waits while no global list is kept, outside the sandbox. One that is added here is also added, once, to every global list
 * that an installation keeps (four-eyes-defaults.ts).
 */
export const DEFAULT_LIST: readonly string[] = [
  'EXCEPTIONS:APPROVE:WRITE_OFF',
  'EXCEPTIONS:APPROVE:PAY_OUT',
  'EXCEPTIONS:APPROVE:SETTLED_OUTSIDE',
  'DIGITAL_MONEY:APPROVE',
  'USERS:CREATE',
  'USERS:UPDATE:mailID',
  'USERS:UPDATE:roleId',
  'USERS:ACTIVATE',
  'ROLES:CREATE',
  'ROLES:UPDATE',
  'ROLES:ACTIVATE',
  'PARTNERS:CREATE',
  'PARTNERS:UPDATE',
  'CORE_CONNECTIVITY:ACTIVATE',
  'ACCOUNTS:CREATE:overdraft',
  'ACCOUNTS:UPDATE:overdraft',
  'CARDS:CREATE',
  'CARDS:UPDATE',
  'EXCEPTIONS:APPROVE:RELEASED_OUTSIDE',
  'EXCEPTIONS:APPROVE:ADJUST_LEDGER',
  'EXCEPTIONS:APPROVE:ACCEPT',
  'EXCEPTIONS:APPROVE:CANCEL',
  'CARDS:ACTIVATE:lift',
  'INSTITUTIONS:ACTIVATE:lift',
  'INSTITUTIONS:ACTIVATE:close',
]

export const MAX_ENTRIES = 500
const MAX_SHOWN = 80
const ENTRY = /^[A-Z_]+:[A-Z]+(?::[A-Za-z0-9_.-]+)?$/

/** What waits while no global list is kept. */
export function defaultList(environment: Environment): readonly string[] {
  return environment === 'sandbox' ? [] : DEFAULT_LIST
}

/** The entries of a list, or undefined when the text is none. Entries that this version does not know are kept. */
export function listOf(text: string): readonly string[] | undefined {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list) || list.length > MAX_ENTRIES) return undefined
  return list.every((entry) => typeof entry === 'string' && ENTRY.test(entry)) ? (list as string[]) : undefined
}

const KEYS = {
  [FOUR_EYES_KEY]: { parse: listOf, expected: 'must be a JSON list of MODULE:ACTION or MODULE:ACTION:part' },
} as const satisfies Readonly<Record<string, ReadKey>>

/** What administration accepts: only entries that a change asks for. */
export function fourEyesKeys(isAsked: (entry: string) => boolean): ReadKeys {
  const canWait = (entry: string) => isAsked(entry) || DEFAULT_LIST.includes(entry)
  return {
    application: ANY_APPLICATION,
    keys: {
      [FOUR_EYES_KEY]: {
        parse: (text) => {
          const list = listOf(text)
          return list?.every(canWait) ? list : undefined
        },
        expected: `${KEYS[FOUR_EYES_KEY].expected}, each of a change that can wait`,
        faultOf: (text) => badEntryIn(JSON.parse(text), canWait),
      },
    },
  }
}

/** The first entry that is none, and where it stands. */
function badEntryIn(list: unknown, canWait: (entry: string) => boolean): string | undefined {
  if (!Array.isArray(list)) return undefined
  const at = list.findIndex((entry) => typeof entry !== 'string' || !ENTRY.test(entry) || !canWait(entry))
  if (at < 0) return undefined
  const entry = JSON.stringify(list[at])
  return `entry ${at + 1} is ${entry.length <= MAX_SHOWN ? entry : `${entry.slice(0, MAX_SHOWN)}…`}`
}

export interface FourEyes {
  /** Whether one of the entries is in the global list or in that of one of the institutions. */
  lists(entries: readonly string[], institutionIds: readonly string[]): boolean
  reload(): Promise<void>
  close(): void
}

export async function openFourEyes(options: FollowOptions): Promise<FourEyes> {
  const followed = await followProperties(options, { application: ANY_APPLICATION, keys: KEYS, ofInstitutions: true })
  const ofAll = () => followed.read(FOUR_EYES_KEY) ?? defaultList(options.environment)
  return {
    lists(entries, institutionIds) {
      const ofInstitutions = institutionIds.flatMap((id) => followed.read(FOUR_EYES_KEY, [id]) ?? [])
      const listed = new Set([...ofAll(), ...ofInstitutions])
      return entries.some((entry) => listed.has(entry))
    },
    reload: () => followed.reload(),
    close: () => followed.close(),
  }
}

interface Property {
  readonly environment: Environment
  readonly application: string
  readonly institutionId?: string
  readonly key: string
  readonly value: string
  readonly isSecret: boolean
  readonly isActive: boolean
}

/**
 * Whether the change takes an entry off a `four-eyes` list, in any environment. A secret list cannot be compared: every
 * change of one counts.
 */
export function shortensFourEyes({ resource, before, after }: AuditedChange): boolean {
  if (resource !== PROPERTIES.resource) return false
  const [was, is] = [before, after] as readonly (Property | undefined)[]
  const property = is ?? was
  if (property?.key !== FOUR_EYES_KEY || property.application !== ANY_APPLICATION) return false
  if (was?.isSecret === true || is?.isSecret === true) return true
  const left = new Set(inForce(is, property))
  return inForce(was, property).some((entry) => !left.has(entry) && !left.has(wholeOf(entry)))
}

/** The list that holds with the property: without one that can be used, the default. */
function inForce(property: Property | undefined, { environment, institutionId }: Property): readonly string[] {
  const otherwise = institutionId === undefined ? defaultList(environment) : []
  if (property?.isActive !== true) return otherwise
  try {
    return listOf(property.value) ?? otherwise
  } catch {
    return otherwise
  }
}

/** Changes that wait for a second user whatever the lists say. */
const ALWAYS: ReadonlySet<string> = new Set(['digital-settlement.reverse', 'correction.create'])

export function alwaysWaits({ action }: AuditedChange): boolean {
  return ALWAYS.has(action)
}

/** `MODULE:ACTION`, which covers each of its parts. */
export function wholeOf(entry: string): string {
  return entry.split(':').slice(0, 2).join(':')
}
