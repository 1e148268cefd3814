// The partners that a user may act for, by family: what they own is what the user sees of lending and digital banking.

import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { Directory } from '../directory.ts'
import { coversPartner } from './partner-scope.ts'

export interface CoveredPartners {
  readonly lending: readonly string[]
  readonly digital: readonly string[]
}

/** By the rule that operators are admitted by. */
export async function coveredPartners(
  sql: Sql,
  directory: Pick<Directory, 'partner'>,
  scope: Scope,
): Promise<CoveredPartners> {
  if (scope.subTenantId !== undefined) return { lending: [], digital: [] }
  const { rows } = await sql.query<{ partner_id: string }>('SELECT partner_id FROM partners')
  const partners = rows.flatMap(({ partner_id: partnerId }) => directory.partner(partnerId) ?? [])
  const covered = partners.filter((partner) => partner.isActive && coversPartner(scope, partner))
  const of = (family: 'lending' | 'digital') =>
    covered.filter(({ families }) => families.has(family)).map(({ partnerId }) => partnerId)
  return { lending: of('lending'), digital: of('digital') }
}
