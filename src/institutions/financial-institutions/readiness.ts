// What an institution still lacks before it can take traffic.

import type { Environment } from '../../kernel/environment.ts'
import type { Sql } from '../../storage/database.ts'
import type { InstitutionRecord } from './institution-records.ts'

/** In the order in which they are named, each with the words for people. */
export const REQUIREMENTS = {
  CORE_CONNECTIVITY: 'an active core connectivity in this environment',
  ACCOUNT_TYPE: 'an active account type',
  BIN: 'a BIN',
  TECHNICAL_CONTACT: 'a technical contact',
} as const

export type Requirement = keyof typeof REQUIREMENTS

export interface Readiness {
  readonly ready: boolean
  readonly missing: readonly Requirement[]
}

export async function readinessOf(
  sql: Sql,
  { institutionId, bins, contacts }: InstitutionRecord,
  environment: Environment,
): Promise<Readiness> {
  const { rows } = await sql.query<{ is_connected: boolean; has_account_type: boolean }>(
    `SELECT EXISTS (SELECT FROM core_connections
                     WHERE institution_id = $1 AND environment = $2 AND status = 'ACTIVE') AS is_connected,
            EXISTS (SELECT FROM account_types WHERE institution_id = $1 AND is_active) AS has_account_type`,
    [institutionId, environment],
  )
  const [stored] = rows
  const met: Readonly<Record<Requirement, boolean>> = {
    CORE_CONNECTIVITY: stored?.is_connected === true,
    ACCOUNT_TYPE: stored?.has_account_type === true,
    BIN: bins.length > 0,
    TECHNICAL_CONTACT: contacts.some(({ kind }) => kind === 'TECHNICAL'),
  }
  const missing = (Object.keys(REQUIREMENTS) as Requirement[]).filter((requirement) => !met[requirement])
  return { ready: missing.length === 0, missing }
}
