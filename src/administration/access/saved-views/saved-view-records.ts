// Saved views as administration keeps and lists them. A view is of one list of the console: filters and a sort under a name.

import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { recordKind } from '../../records/column-kind.ts'
import { column, lower, optional } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
import { accessProblem } from '../access-problems.ts'

export interface ViewFilter {
  readonly name: string
  readonly value: string
}

export interface SavedViewRecord extends RecordFields {
  readonly list: string
  readonly name: string
  readonly filters: readonly ViewFilter[]
  readonly sort?: string
  readonly isShared: boolean
  readonly ownerId: string
  readonly institutionId?: string
  readonly subTenantId?: string
}

export interface SavedViewFilter {
  readonly list?: string | undefined
  readonly isShared?: boolean | undefined
  readonly ownerId?: string | undefined
}

/** The scope of a read with the user who reads. Without one, only shared views are found. */
export interface ViewScope extends Scope {
  readonly userId?: string
  /** Also private views of others, while one is changed that was shared. */
  readonly seesPrivate?: boolean
}

export const SAVED_VIEWS = recordKind<SavedViewRecord, SavedViewFilter>({
  resource: 'saved-view',
  table: 'saved_views v',
  order: 'lower(v.name), v.id',
  columns: {
    list: column('list', { sort: true }),
    name: column('name', { sort: lower }),
    filters: column<readonly ViewFilter[]>('filters', { write: (filters) => JSON.stringify(filters) }),
    sort: optional('sort'),
    isShared: column('is_shared', { sort: true }),
    ownerId: 'owner_id',
    institutionId: optional('institution_id'),
    subTenantId: optional('sub_tenant_id'),
  },
  inScope: (scope, parameters) => isSeenFrom(scope, parameters),
  matching({ list, isShared, ownerId }, _reader, where) {
    where.addFor(list, (value) => `v.list = ${value}`)
    where.addFor(isShared, (value) => `v.is_shared = ${value}`)
    where.addFor(ownerId, (value) => `v.owner_id = ${value}`)
  },
  ownerOf: ({ institutionId, subTenantId }) => ({
    ...(institutionId !== undefined && { institutionId }),
    ...(subTenantId !== undefined && { subTenantId }),
  }),
  refusals: {
    notFound: () => accessProblem('view-not-found', 'there is no such saved view'),
    changed: () => accessProblem('view-changed', 'the saved view was changed since it was read'),
  },
})

/**
 * Of exactly this scope, unlike other records: filters name records and people of the scope, so that neither the platform's nor
 * another institution's may be read here. A user who has moved to another scope leaves the views behind.
 */
function isSeenFrom(scope: ViewScope, parameters: Parameters): string {
  const { userId, seesPrivate = false } = scope
  const whose = seesPrivate ? 'true' : `(v.is_shared OR v.owner_id = ${parameters.add(userId ?? null)}::uuid)`
  return `${whose} AND ${isOfScope(scope, parameters)}`
}

export function isOfScope({ institutionId, subTenantId }: Scope, parameters: Parameters): string {
  const [institution, subTenant] = [parameters.add(institutionId ?? null), parameters.add(subTenantId ?? null)]
  return `v.institution_id IS NOT DISTINCT FROM ${institution}::text AND v.sub_tenant_id IS NOT DISTINCT FROM ${subTenant}::uuid`
}
