// Which users may act for a partner.

import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Partner } from '../directory.ts'

/**
 * A user of the whole platform may act for every partner. A user of an institution may act only for a partner that
 * works for no other institution: what a partner owns is not divided by institution, so acting for a shared one would
 * show the business of the others. Users of sub-tenants act for none. Administration shows partners by the same rule
 * (partner-records.ts).
 */
export function coversPartner({ institutionId, subTenantId }: Scope, { institutionIds }: Partner): boolean {
  if (subTenantId !== undefined) return false
  if (institutionId === undefined) return true
  return institutionIds.size === 1 && institutionIds.has(institutionId)
}
