// Application properties as they are stored, read and listed. A secret value is never part of a record.

import type { Environment } from '../kernel/environment.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../records/record-kind.ts'
import { isSharedWith } from '../records/scope-conditions.ts'
import { propertyProblem } from './property-problems.ts'
import { MASK, type ValueType } from './property-values.ts'

/** The application of properties that hold for all. */
export const ANY_APPLICATION = '*'

export interface PropertyRecord extends RecordFields {
  readonly environment: Environment
  readonly application: string
  readonly institutionId?: string
  readonly key: string
  /** Masked when the property is secret. */
  readonly value: string
  readonly valueType: ValueType
  readonly isSecret: boolean
  readonly description: string
  readonly isActive: boolean
}

export interface PropertyFilter {
  /** A part of the key or the description, in any letter case. */
  readonly search?: string | undefined
  readonly environment?: readonly Environment[] | undefined
  readonly application?: string | undefined
  readonly institutionId?: string | undefined
  readonly key?: string | undefined
  readonly valueType?: readonly ValueType[] | undefined
  readonly isSecret?: boolean | undefined
  readonly isActive?: boolean | undefined
}

export interface PropertyRow extends RecordRow {
  id: string
  environment: Environment
  application: string
  institution_id: string | null
  key: string
  value: string | null
  value_type: ValueType
  is_secret: boolean
  description: string
  is_active: boolean
}

export const PROPERTIES: RecordKind<PropertyRecord, PropertyFilter, PropertyRow> = {
  resource: 'application-property',
  table: 'application_properties p',
  id: 'p.id',
  order: 'p.created_at DESC, p.id DESC',
  sorts: {
    environment: 'p.environment',
    application: 'p.application',
    institutionId: 'p.institution_id',
    key: 'p.key',
    valueType: 'p.value_type',
    isSecret: 'p.is_secret',
    isActive: 'p.is_active',
    createdAt: 'p.created_at',
    updatedAt: 'p.updated_at',
  },
  select: () => `
    SELECT p.id, p.version, p.created_at, p.updated_at, p.created_by, p.updated_by, p.environment, p.application,
           p.institution_id, p.key, p.value, p.value_type, p.is_secret, p.description, p.is_active
      FROM application_properties p`,
  // Sub-tenants have no properties.
  inScope: (scope, parameters) => (scope.subTenantId === undefined ? isSharedWith('p', scope, parameters) : 'false'),
  matching({ search, environment, application, institutionId, key, valueType, isSecret, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(p.key ILIKE ${pattern} OR p.description ILIKE ${pattern})`)
    where.addFor(environment, (value) => `p.environment = ANY (${value})`)
    where.addFor(application, (value) => `p.application = ${value}`)
    where.addFor(institutionId, (value) => `p.institution_id = ${value}`)
    where.addFor(key, (value) => `p.key = ${value}`)
    where.addFor(valueType, (value) => `p.value_type = ANY (${value})`)
    where.addFor(isSecret, (value) => `p.is_secret = ${value}`)
    where.addFor(isActive, (value) => `p.is_active = ${value}`)
  },
  recordsOf: (rows) => rows.map(propertyOf),
  snapshot: (property) => property,
  ownerOf: ({ institutionId }) => (institutionId === undefined ? {} : { institutionId }),
  refusals: {
    notFound: () => propertyProblem('not-found', 'there is no such property'),
    changed: () => propertyProblem('changed', 'the property was changed since it was read'),
  },
}

function propertyOf(row: PropertyRow): PropertyRecord {
  return {
    ...recordFieldsOf(row.id, row),
    environment: row.environment,
    application: row.application,
    ...(row.institution_id !== null && { institutionId: row.institution_id }),
    key: row.key,
    value: row.value ?? MASK,
    valueType: row.value_type,
    isSecret: row.is_secret,
    description: row.description,
    isActive: row.is_active,
  }
}
