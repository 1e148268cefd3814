// The resources of digital banking by the names that callers know them by.

import { isUuid } from '../platform/kernel/identifiers/ids.ts'
import type { ProblemResource } from '../platform/kernel/problems/problem.ts'

export const RESOURCE_TYPES = [
  'INSTITUTION',
  'USER',
  'DIGITAL_ASSET_ACCOUNT',
  'TOKENIZED_DEPOSIT',
  'TOKEN_REDEMPTION',
  'INTERBANK_TRANSFER',
] as const
export type ResourceType = (typeof RESOURCE_TYPES)[number]

/** The resource that a problem is about. Only for callers that may see it. */
export function resourceOf(type: ResourceType, id: string, state: string): ProblemResource {
  return { type, id, state }
}

/**
 * Whose auditors see a record about something in a book: the institution of family A. A book of a digital institution alone is
 * no such institution: the record is the operator's own then.
 */
export function auditOwnerOf(bookId: string): { readonly institutionId?: string } {
  return isUuid(bookId) ? {} : { institutionId: bookId }
}
