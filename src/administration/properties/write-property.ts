// The statements that write a property and its history, which creating, changing, rolling back and promoting share.

import type { Environment } from '../../platform/kernel/environment.ts'
import { isUuid, newId } from '../../platform/kernel/identifiers/ids.ts'
import { invalidFields, type Problem } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { refuseDuplicate } from '../../platform/storage/statements/duplicates.ts'
import { authorOf } from '../audit/actor.ts'
import { changeRecord, type RecordWork, recordCreation } from '../records/change-record.ts'
import { propertyProblem } from './property-problems.ts'
import { PROPERTIES, type PropertyRecord } from './property-records.ts'
import { plainValue, type StoredValue, storedValue, type ValueType, valueFault } from './property-values.ts'

/** Where a property holds. */
export interface PropertyPlace {
  readonly environment: Environment
  readonly application: string
  /** Null: for all institutions. */
  readonly institutionId: string | null
  readonly key: string
}

/** What a property says. The value is plain. */
export interface PropertyTerms {
  readonly value: string
  readonly valueType: ValueType
  readonly isSecret: boolean
  readonly description: string
  readonly isActive: boolean
}

/** Refusals: `invalid` when the value is not of its type, `conflict` when the place is taken. */
export async function createProperty(
  work: RecordWork,
  secretBox: SecretBox,
  action: string,
  place: PropertyPlace,
  terms: PropertyTerms,
): Promise<PropertyRecord> {
  const id = newId(work.nowMs)
  await refuseDuplicate('application_properties_unique', taken, () =>
    work.sql.query(
      `INSERT INTO application_properties (id, value, value_sealed, value_type, is_secret, description, is_active,
                                           environment, application, institution_id, key, created_by, updated_by,
                                           created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $13)`,
      [
        ...columnsOf(secretBox, id, terms),
        place.environment,
        place.application,
        place.institutionId,
        place.key,
        authorOf(work.caller.actor),
        new Date(work.nowMs),
      ],
    ),
  )
  await keepVersion(work.sql, id)
  return await recordCreation(work, PROPERTIES, action, id)
}

/** Writes what `change` returns. A property that becomes secret has its history sealed with it. */
export async function changeProperty(
  work: RecordWork,
  secretBox: SecretBox,
  action: string,
  id: string,
  change: (before: PropertyRecord) => PropertyTerms | Promise<PropertyTerms>,
): Promise<PropertyRecord> {
  const { sql } = work
  const after = await changeRecord(work, PROPERTIES, action, id, async (before) => {
    const terms = await change(before)
    await sql.query(
      `UPDATE application_properties
          SET value = $2, value_sealed = $3, value_type = $4, is_secret = $5, description = $6, is_active = $7
        WHERE id = $1`,
      columnsOf(secretBox, id, terms),
    )
    if (terms.isSecret && !before.isSecret) await sealHistory(sql, secretBox, id)
  })
  await keepVersion(sql, id)
  return after
}

function columnsOf(secretBox: SecretBox, id: string, terms: PropertyTerms): unknown[] {
  const { valueType, isSecret, description, isActive } = terms
  const fault = valueFault(terms.value, valueType)
  if (fault !== undefined) throw invalidFields([{ path: 'value', message: fault }])
  const { value, value_sealed } = storedValue(secretBox, id, terms.value, isSecret)
  return [id, value, value_sealed, valueType, isSecret, description, isActive]
}

function taken(cause: unknown): Problem {
  return propertyProblem('taken', 'there is a property with this key in the same place', { cause })
}

/** The history has every version, the current one included. */
async function keepVersion(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `INSERT INTO application_property_versions (property_id, version, value, value_sealed, value_type, description, is_active,
                                                updated_at, updated_by)
     SELECT id, version, value, value_sealed, value_type, description, is_active, updated_at, updated_by
       FROM application_properties WHERE id = $1`,
    [id],
  )
}

async function sealHistory(sql: Sql, secretBox: SecretBox, id: string): Promise<void> {
  const { rows } = await sql.query<StoredValue & { version: number }>(
    'SELECT version, value, value_sealed FROM application_property_versions WHERE property_id = $1 AND value IS NOT NULL',
    [id],
  )
  const sealed = rows.map((row) => storedValue(secretBox, id, plainValue(secretBox, id, row), true).value_sealed)
  await sql.query(
    `UPDATE application_property_versions AS v
        SET value = NULL, value_sealed = n.sealed
       FROM unnest($2::integer[], $3::text[]) AS n (version, sealed)
      WHERE v.property_id = $1 AND v.version = n.version`,
    [id, rows.map(({ version }) => version), sealed],
  )
}

/** The plain value of a property. */
export async function readPlainValue(sql: Sql, secretBox: SecretBox, id: string): Promise<string> {
  const { rows } = await sql.query<StoredValue>(
    'SELECT value, value_sealed FROM application_properties WHERE id = $1',
    [id],
  )
  const [row] = rows
  if (row === undefined) throw PROPERTIES.refusals.notFound()
  return plainValue(secretBox, id, row)
}

/**
 * Users of an institution keep its properties; those that belong to all are read-only for them, and they do not learn which
 * other institutions exist.
 */
export function assertKeeps(scope: Scope, institutionId: string | null): void {
  if (scope.institutionId === undefined) return
  if (scope.subTenantId !== undefined) throw institutionNotFound()
  if (institutionId === null) throw propertyProblem('shared', 'the property belongs to all institutions')
  if (institutionId !== scope.institutionId) throw institutionNotFound()
}

/** An institution of family A, or of digital banking: the id says which. Digital institutions are never deleted. */
export async function assertInstitution(sql: Sql, institutionId: string | null, lock = ''): Promise<void> {
  if (institutionId === null) return
  const { rowCount } = isUuid(institutionId)
    ? await sql.query('SELECT FROM digital_institutions WHERE institution_id = $1', [institutionId])
    : await sql.query(`SELECT FROM institutions WHERE institution_id = $1 ${lock}`, [institutionId])
  if (rowCount === 0) throw unknownInstitution()
}

/** The institution cannot be deleted until the transaction ends. */
export function lockInstitution(sql: Sql, institutionId: string | null): Promise<void> {
  return assertInstitution(sql, institutionId, 'FOR KEY SHARE')
}

function unknownInstitution(): Problem {
  return invalidFields([{ path: 'institutionId', message: 'is not an institution' }])
}

export function institutionNotFound(): Problem {
  return propertyProblem('institution-not-found', 'there is no such institution')
}
