// Promotion: copies properties from one environment to another, all of them or none. What becomes secret stays secret, and
// an existing property stays switched on or off as it is.

import type { Environment } from '../../platform/kernel/environment.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Sql } from '../../platform/storage/database.ts'
import type { RecordWork } from '../records/change-record.ts'
import { ANY_APPLICATION } from './property-records.ts'
import { MASK, plainValue, type StoredValue, type ValueType } from './property-values.ts'
import { assertUsable, type ReadKeys } from './read-keys.ts'
import { assertKeeps, changeProperty, createProperty, lockInstitution, type PropertyTerms } from './write-property.ts'

export interface PromotionRequest {
  readonly from: Environment
  readonly to: Environment
  readonly keys: readonly string[]
  /** Those of all applications when absent. */
  readonly application?: string | undefined
  /** Those of all institutions when absent. */
  readonly institutionId?: string | null | undefined
  /** Only says what would change. */
  readonly dryRun?: boolean | undefined
}

export interface PromotedChange {
  readonly key: string
  readonly action: 'CREATED' | 'UPDATED' | 'UNCHANGED'
  readonly valueType: ValueType
  readonly isSecret: boolean
  /** Null when the property is new; masked when it is secret, as `after` is. */
  readonly before: string | null
  readonly after: string
}

export interface Promotion {
  readonly from: Environment
  readonly to: Environment
  readonly application: string
  readonly institutionId?: string
  readonly dryRun: boolean
  readonly changes: readonly PromotedChange[]
}

interface Found extends PropertyTerms {
  readonly id: string
}

interface PromotionServices {
  readonly secretBox: SecretBox
  readonly readers: readonly ReadKeys[]
}

/** Refusals: `forbidden` and `not-found` by scope, `invalid` with every key that there is not, and for a value that cannot be used. */
export async function promote(
  work: RecordWork,
  { secretBox, readers }: PromotionServices,
  request: PromotionRequest,
): Promise<Promotion> {
  const { from, to, application = ANY_APPLICATION, institutionId = null, dryRun = false } = request
  if (from === to) throw invalidFields([{ path: 'to', message: 'must be another environment than from' }])
  assertKeeps(work.caller.principal.scope, institutionId)
  await lockInstitution(work.sql, institutionId)
  const keys = [...new Set(request.keys)]
  const place = { application, institutionId }
  const read = (environment: Environment) => readByKey(work.sql, secretBox, { ...place, environment }, keys, !dryRun)
  // In the order of the environments' names: two promotions in opposite directions do not deadlock.
  const [first, second] = [from, to].toSorted() as [Environment, Environment]
  const found = new Map([[first, await read(first)] as const, [second, await read(second)] as const])
  const sources = found.get(from) ?? new Map<string, Found>()
  const faults = keys.flatMap((key) =>
    sources.has(key)
      ? []
      : [{ path: `keys[${request.keys.indexOf(key)}]`, message: `is not a property of ${from} in this place` }],
  )
  if (faults.length > 0) throw invalidFields(faults)

  const changes: PromotedChange[] = []
  for (const key of keys) {
    const source = sources.get(key) as Found
    const target = found.get(to)?.get(key)
    const terms = promotedTerms(source, target)
    const change = changeOf(key, target, terms)
    changes.push(change)
    if (change.action !== 'UNCHANGED') {
      assertUsable(readers, { application, key }, terms.value, `keys[${request.keys.indexOf(key)}]`)
    }
    if (dryRun || change.action === 'UNCHANGED') continue
    if (target === undefined) {
      const at = { ...place, environment: to, key }
      await createProperty(work, secretBox, 'application-property.promote', at, terms)
    } else await changeProperty(work, secretBox, 'application-property.promote', target.id, () => terms)
  }
  return { from, to, application, ...(institutionId !== null && { institutionId }), dryRun, changes }
}

function promotedTerms({ id: _, ...source }: Found, target: Found | undefined): PropertyTerms {
  if (target === undefined) return source
  return { ...source, isSecret: source.isSecret || target.isSecret, isActive: target.isActive }
}

function changeOf(key: string, target: Found | undefined, terms: PropertyTerms): PromotedChange {
  const { valueType, isSecret } = terms
  const shown = (value: string) => (isSecret ? MASK : value)
  const isSame =
    target?.value === terms.value &&
    target.valueType === valueType &&
    target.isSecret === isSecret &&
    target.description === terms.description
  return {
    key,
    action: target === undefined ? 'CREATED' : isSame ? 'UNCHANGED' : 'UPDATED',
    valueType,
    isSecret,
    before: target === undefined ? null : shown(target.value),
    after: shown(terms.value),
  }
}

interface Place {
  readonly environment: Environment
  readonly application: string
  readonly institutionId: string | null
}

interface PropertyRow extends StoredValue {
  readonly id: string
  readonly key: string
  readonly value_type: ValueType
  readonly is_secret: boolean
  readonly description: string
  readonly is_active: boolean
}

async function readByKey(
  sql: Sql,
  secretBox: SecretBox,
  { environment, application, institutionId }: Place,
  keys: readonly string[],
  locked: boolean,
): Promise<Map<string, Found>> {
  const { rows } = await sql.query<PropertyRow>(
    `SELECT id, key, value, value_sealed, value_type, is_secret, description, is_active
       FROM application_properties
      WHERE environment = $1 AND application = $2 AND institution_id IS NOT DISTINCT FROM $3 AND key = ANY ($4)
      ORDER BY key
      ${locked ? 'FOR NO KEY UPDATE' : ''}`,
    [environment, application, institutionId, keys],
  )
  return new Map(
    rows.map((row): [string, Found] => [
      row.key,
      {
        id: row.id,
        value: plainValue(secretBox, row.id, row),
        valueType: row.value_type,
        isSecret: row.is_secret,
        description: row.description,
        isActive: row.is_active,
      },
    ]),
  )
}
