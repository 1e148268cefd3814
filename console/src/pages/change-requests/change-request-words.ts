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

export const STATES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'WITHDRAWN', label: 'Withdrawn' },
  { value: 'EXPIRED', label: 'Expired' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'CARRIED_OUT', label: 'Carried out in an emergency' },
  { value: 'REVIEWED', label: 'Reviewed' },
  { value: 'OBJECTED', label: 'Objected to' },
]
