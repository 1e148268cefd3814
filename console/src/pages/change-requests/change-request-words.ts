// Words of change requests.

import type { onboarding } from '@tillgate/sdk'
import { word } from '../../texts/translate.ts'

export type ChangeRequest = onboarding.ChangeRequest
export type ListedChangeRequest = onboarding.ListedChangeRequest

/** `SetCoreConnectivityActivation` as `Set core connectivity activation`, in the reader's language. */
export function operationInWords(operation: string): string {
  const words = operation.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return word(words.charAt(0).toUpperCase() + words.slice(1))
}

/** Fields that people know a record by, the best first. */
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
] as const

/** What people call the record of a change; undefined where it has no name. */
export function nameOfRecord({ before, after, resourceId }: ListedChangeRequest): string | undefined {
  const record: Readonly<Record<string, unknown>> = { ...after, ...before }
  for (const fields of NAMES) {
    const values = fields.map((field) => record[field])
    if (values.every((value) => typeof value === 'string' && value !== '')) return values.join(' ')
  }
  return resourceId === undefined || IS_UUID.test(resourceId) ? undefined : resourceId
}

const IS_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const STATES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'WITHDRAWN', label: 'Withdrawn' },
  { value: 'EXPIRED', label: 'Expired' },
  { value: 'FAILED', label: 'Failed' },
]
