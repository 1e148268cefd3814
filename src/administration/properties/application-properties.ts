// Application properties: settings that people keep per environment, application and institution. Every change is a new
// version, which the history keeps. A secret property stays secret.

import type { Environment } from '../../platform/kernel/environment.ts'
import { invalidFields, type ProblemDetail } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type ListPage, limitTo, type PageRequest } from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import { assertVersion, deleteRecord, type RecordWork } from '../records/change-record.ts'
import type { RecordCaller } from '../records/record-kind.ts'
import { Records } from '../records/records.ts'
import { type EffectiveProperty, type EffectiveQuery, readEffective } from './effective-properties.ts'
import { PROPERTIES_TOPIC } from './followed-properties.ts'
import { type Promotion, type PromotionRequest, promote } from './promote-properties.ts'
import { propertyProblem } from './property-problems.ts'
import { PROPERTIES, type PropertyFilter, type PropertyRecord } from './property-records.ts'
import { MASK, plainValue, type StoredValue, type ValueType } from './property-values.ts'
import { assertUsable, type ReadKeys } from './read-keys.ts'
import { assertKeeps, changeProperty, createProperty, lockInstitution, readPlainValue } from './write-property.ts'

export interface NewProperty {
  readonly environment: Environment
  readonly application: string
  readonly institutionId?: string | null | undefined
  readonly key: string
  readonly value: string
  readonly valueType: ValueType
  readonly isSecret?: boolean | undefined
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

/** Absent fields stay unchanged; `version` is the one that was read. The masked value of a secret stands for itself. */
export interface PropertyChange extends Partial<NewProperty> {
  readonly version: number
}

export interface PropertyVersion {
  readonly version: number
  readonly value: string
  readonly valueType: ValueType
  readonly isSecret: boolean
  readonly description: string
  readonly isActive: boolean
  readonly updatedAt: string
  readonly updatedBy: string
}

export interface ApplicationPropertyServices {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  /** Who follows properties on this node, reloaded after a change. */
  readonly followers: readonly { reload(): Promise<void> }[]
  /** What the platform reads: such a key takes only values that can be used. */
  readonly readers: readonly ReadKeys[]
}

export class ApplicationProperties extends Records<PropertyRecord, PropertyFilter> {
  readonly #services: ApplicationPropertyServices

  constructor(services: ApplicationPropertyServices) {
    super(PROPERTIES, services)
    this.#services = services
  }

  /** Refusals: `forbidden` and `not-found` by scope, `invalid`, `conflict` when the place is taken. */
  create(caller: RecordCaller, property: NewProperty): Promise<PropertyRecord> {
    const { environment, application, institutionId = null, key, value, valueType } = property
    const { isSecret = false, isActive = true } = property
    if (isSecret && value === MASK) throw invalidFields([{ path: 'value', message: 'must be the value, not its mask' }])
    return this.transaction(caller, async (work) => {
      assertKeeps(caller.principal.scope, institutionId)
      await lockInstitution(work.sql, institutionId)
      const place = { environment, application, institutionId, key }
      assertUsable(this.#services.readers, place, value, 'value')
      const terms = { value, valueType, isSecret, description: property.description ?? '', isActive }
      return await createProperty(work, this.#services.secretBox, 'application-property.create', place, terms)
    })
  }

  /** Refusals: as for create, and `conflict` when the version is stale. */
  update(caller: RecordCaller, id: string, change: PropertyChange): Promise<PropertyRecord> {
    const { secretBox, readers } = this.#services
    return this.transaction(caller, (work) =>
      changeProperty(work, secretBox, 'application-property.update', id, async (before) => {
        assertVersion(PROPERTIES, before, change.version)
        assertKeeps(caller.principal.scope, before.institutionId ?? null)
        assertFixed(before, change)
        const isKept = change.value === undefined || (before.isSecret && change.value === MASK)
        const value = isKept ? await readPlainValue(work.sql, secretBox, id) : (change.value ?? '')
        // One that earlier versions took can be described and switched off, but not on.
        const isSwitchedOn = change.isActive === true && !before.isActive
        if (!isKept || isSwitchedOn) assertUsable(readers, before, value, 'value')
        return {
          value,
          valueType: change.valueType ?? before.valueType,
          isSecret: change.isSecret ?? before.isSecret,
          description: change.description === undefined ? before.description : (change.description ?? ''),
          isActive: change.isActive ?? before.isActive,
        }
      }),
    )
  }

  /**
   * Makes a new version with the value, type and description of an earlier one. Refusals: `not-found` for the property or the
   * version, `forbidden` for a property that belongs to all.
   */
  rollback(caller: RecordCaller, id: string, version: number): Promise<PropertyRecord> {
    const { secretBox, readers } = this.#services
    return this.transaction(caller, (work) =>
      changeProperty(work, secretBox, 'application-property.rollback', id, async (before) => {
        assertKeeps(caller.principal.scope, before.institutionId ?? null)
        const { rows } = await work.sql.query<VersionRow>(
          'SELECT * FROM application_property_versions WHERE property_id = $1 AND version = $2',
          [id, version],
        )
        const [row] = rows
        if (row === undefined) throw propertyProblem('version-not-found', 'the property has no such version')
        const value = plainValue(secretBox, id, row)
        assertUsable(readers, before, value, 'version')
        const { isSecret, isActive } = before
        return { value, valueType: row.value_type, isSecret, description: row.description, isActive }
      }),
    )
  }

  /** Deletes its history too; the audit log keeps what was done. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, PROPERTIES, 'application-property.delete', id, async (before) => {
        assertKeeps(caller.principal.scope, before.institutionId ?? null)
        await work.sql.query('DELETE FROM application_properties WHERE id = $1', [id])
      }),
    )
  }

  promote(caller: RecordCaller, request: PromotionRequest): Promise<Promotion> {
    return this.transaction(caller, (work) => promote(work, this.#services, request))
  }

  /** The versions of a property, newest first. Refusals: `not-found`. */
  async history(scope: Scope, id: string, page: PageRequest): Promise<ListPage<PropertyVersion>> {
    const { isSecret } = await this.find(scope, id)
    const { database } = this.#services
    const parameters = new Parameters()
    const text = `
      SELECT version, value, value_type, description, is_active, updated_at, updated_by
        FROM application_property_versions
       WHERE property_id = ${parameters.add(id)}
       ORDER BY version DESC
       ${limitTo(page, parameters)}`
    const [{ rows }, counted] = await Promise.all([
      database.query<VersionRow>(text, parameters.values),
      database.query<{ total: bigint }>(
        'SELECT count(*) AS total FROM application_property_versions WHERE property_id = $1',
        [id],
      ),
    ])
    return { items: rows.map((row) => versionOf(row, isSecret)), total: Number(counted.rows[0]?.total ?? 0n) }
  }

  /** Refusals: `not-found` and `invalid` for the institution. */
  effective(scope: Scope, query: EffectiveQuery): Promise<readonly EffectiveProperty[]> {
    return readEffective(this.#services.database, scope, query)
  }

  /** Every node uses the change before the caller is answered. */
  protected override async transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    const { database, followers } = this.#services
    const result = await super.transaction(caller, run)
    // If one fails, the announcement causes another reload.
    await Promise.allSettled(followers.map((follower) => follower.reload()))
    await database.changes.confirm(PROPERTIES_TOPIC)
    return result
  }
}

function assertFixed(before: PropertyRecord, change: PropertyChange): void {
  const faults = (['environment', 'application', 'institutionId', 'key'] as const).flatMap((path): ProblemDetail[] => {
    const isSame = change[path] === undefined || (change[path] ?? undefined) === before[path]
    return isSame ? [] : [{ path, message: 'cannot be changed' }]
  })
  if (before.isSecret && change.isSecret === false) faults.push({ path: 'isSecret', message: 'stays true for good' })
  if (faults.length > 0) throw invalidFields(faults)
}

interface VersionRow extends StoredValue {
  version: number
  value_type: ValueType
  description: string
  is_active: boolean
  updated_at: Date
  updated_by: string
}

function versionOf(row: VersionRow, isSecret: boolean): PropertyVersion {
  return {
    version: row.version,
    value: isSecret ? MASK : (row.value ?? MASK),
    valueType: row.value_type,
    isSecret,
    description: row.description,
    isActive: row.is_active,
    updatedAt: isoTimestamp(row.updated_at.getTime()),
    updatedBy: row.updated_by,
  }
}
