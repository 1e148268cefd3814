// Application properties as they are stored, read and listed. A secret value is never part of a record.

import type { Environment } from '../../platform/kernel/environment.ts'
import { recordKind } from '../records/column-kind.ts'
import { column, optional, sorted } from '../records/columns.ts'
import type { RecordFields } from '../records/record-kind.ts'
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

export const PROPERTIES = recordKind<PropertyRecord, PropertyFilter>({
  resource: 'application-property',
  table: 'application_properties p',
  order: 'p.created_at DESC, p.id DESC',
  columns: {
    environment: sorted('environment'),
    application: sorted('application'),
    institutionId: optional('institution_id', true),
    key: sorted('key'),
    // A secret value is stored elsewhere.
    value: column<string, string | null>('value', { read: (value) => value ?? MASK }),
    valueType: sorted('value_type'),
    isSecret: sorted('is_secret'),
    description: 'description',
    isActive: sorted('is_active'),
  },
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
  ownerOf: ({ institutionId }) => (institutionId === undefined ? {} : { institutionId }),
  refusals: {
    notFound: () => propertyProblem('not-found', 'there is no such property'),
    changed: () => propertyProblem('changed', 'the property was changed since it was read'),
  },
})
