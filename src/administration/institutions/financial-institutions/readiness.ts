// What an institution still lacks before it can take traffic.

import type { Environment } from '../../../platform/kernel/environment.ts'
import type { Sql } from '../../../platform/storage/database.ts'
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

type Fields = Pick<InstitutionRecord, 'bins' | 'contacts'>

/** The requirements that the institution's own fields meet. */
const FIELD_REQUIREMENTS = {
  BIN: ({ bins }: Fields) => bins.length > 0,
  TECHNICAL_CONTACT: ({ contacts }: Fields) => contacts.some(({ kind }) => kind === 'TECHNICAL'),
} as const satisfies Partial<Record<Requirement, (fields: Fields) => boolean>>

/** What is missing in the institution's own fields. */
export function missingFields(fields: Fields): Requirement[] {
  const names = Object.keys(FIELD_REQUIREMENTS) as (keyof typeof FIELD_REQUIREMENTS)[]
  return names.filter((name) => !FIELD_REQUIREMENTS[name](fields))
}

/** In words, and by the names that readiness gives them. */
export function wordsFor(missing: readonly Requirement[]): string {
  return missing.map((requirement) => `${REQUIREMENTS[requirement]} (${requirement})`).join(', ')
}

export async function readinessOf(
  sql: Sql,
  institution: InstitutionRecord,
  environment: Environment,
): Promise<Readiness> {
  const { rows } = await sql.query<{ is_connected: boolean; has_account_type: boolean }>(
    `SELECT EXISTS (SELECT FROM core_connections
                     WHERE institution_id = $1 AND environment = $2 AND status = 'ACTIVE') AS is_connected,
            EXISTS (SELECT FROM account_types WHERE institution_id = $1 AND is_active) AS has_account_type`,
    [institution.institutionId, environment],
  )
  const [stored] = rows
  const missing: Requirement[] = [
    ...(stored?.is_connected === true ? [] : (['CORE_CONNECTIVITY'] as const)),
    ...(stored?.has_account_type === true ? [] : (['ACCOUNT_TYPE'] as const)),
    ...missingFields(institution),
  ]
  return { ready: missing.length === 0, missing }
}
