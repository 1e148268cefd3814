// What people call the record of a change: by the fields that they know it by, never by its id.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'

/** The best first. */
const NAMES = [
  ['displayName'],
  ['firstName', 'lastName'],
  ['application', 'key'],
  ['roleName'],
  ['name'],
  ['mailID'],
  ['terminalId'],
  ['externalReference'],
  ['accountId'],
  ['maskedPan'],
  ['pan'],
  ['productCode', 'effectiveFrom'],
  ['productCode'],
  ['kcv'],
  ['code'],
  ['title'],
  ['label'],
  ['url'],
  ['rrn'],
  ['ref'],
] as const

export interface NamedChange {
  readonly resourceId?: string | undefined
  readonly before: object | null
  readonly after: object | null
}

/** Undefined where it has no name. The name before the change: the one that people know. */
export function recordNameOf({ before, after, resourceId }: NamedChange): string | undefined {
  const record: Readonly<Record<string, unknown>> = { ...after, ...before }
  for (const fields of NAMES) {
    const values = fields.map((field) => record[field])
    if (values.every((value) => typeof value === 'string' && value !== '')) return values.join(' ')
  }
  return resourceId === undefined || isUuid(resourceId) ? undefined : resourceId
}

/** `core-connectivity` as `Core connectivity`, `SetCoreConnectivityActivation` as `Set core connectivity activation`. */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
