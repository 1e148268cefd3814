// The properties that hold in one place: an institution's beat those of the application, and these beat global ones.

import type { Environment } from '../../platform/kernel/environment.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { ANY_APPLICATION } from './property-records.ts'
import { MASK, type ValueType } from './property-values.ts'
import { assertInstitution, institutionNotFound } from './write-property.ts'

export interface EffectiveQuery {
  readonly environment: Environment
  readonly application?: string | undefined
  readonly institutionId?: string | undefined
}

export const PROPERTY_SOURCES = ['INSTITUTION', 'APPLICATION', 'GLOBAL'] as const
export type PropertySource = (typeof PROPERTY_SOURCES)[number]

export interface EffectiveProperty {
  readonly key: string
  readonly value: string
  readonly valueType: ValueType
  readonly isSecret: boolean
  readonly source: PropertySource
  /** The property that the value comes from. */
  readonly id: string
}

/** The order in which properties of the same key hold; `DISTINCT ON (key)` takes the first. */
export const PRECEDENCE = `(institution_id IS NOT NULL) DESC, (application <> '${ANY_APPLICATION}') DESC`

interface EffectiveRow {
  id: string
  key: string
  value: string | null
  value_type: ValueType
  is_secret: boolean
  source: PropertySource
}

export async function readEffective(
  sql: Sql,
  scope: Scope,
  { environment, application = ANY_APPLICATION, institutionId: named }: EffectiveQuery,
): Promise<readonly EffectiveProperty[]> {
  if (scope.subTenantId !== undefined) return []
  if (scope.institutionId !== undefined && named !== undefined && named !== scope.institutionId) {
    throw institutionNotFound()
  }
  const institutionId = named ?? scope.institutionId ?? null
  await assertInstitution(sql, institutionId)
  const { rows } = await sql.query<EffectiveRow>(
    `SELECT DISTINCT ON (key) id, key, value, value_type, is_secret,
            CASE WHEN institution_id IS NOT NULL THEN 'INSTITUTION' WHEN application <> $4 THEN 'APPLICATION'
                 ELSE 'GLOBAL' END AS source
       FROM application_properties
      WHERE environment = $1 AND application IN ($2, $4) AND (institution_id IS NULL OR institution_id = $3) AND is_active
      ORDER BY key, ${PRECEDENCE}`,
    [environment, application, institutionId, ANY_APPLICATION],
  )
  return rows.map(({ id, key, value, value_type: valueType, is_secret: isSecret, source }) => {
    return { key, value: value ?? MASK, valueType, isSecret, source, id }
  })
}
