// Sub-tenants: parts of an institution with users and terminals of their own.

import { SUB_TENANTS } from '../../../../administration/access/sub-tenants/sub-tenants.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { closeSubTenant } from './close-sub-tenant.ts'
import {
  NEW_SUB_TENANT,
  newSubTenant,
  SUB_TENANT,
  subTenant,
  subTenantChange,
  subTenantFilter,
} from './sub-tenant-shapes.ts'

const subTenants = resource({
  path: '/sub-tenants',
  tag: 'Sub-tenants',
  module: 'SUB_TENANTS',
  noun: 'sub-tenant',
  exampleName: 'subTenant',
  shape: subTenant,
  example: SUB_TENANT,
  sorts: Object.keys(SUB_TENANTS.sorts),
  records: (services) => services.subTenants,

  create: {
    id: 'CreateSubTenant',
    summary: 'Make a sub-tenant',
    description: 'The institution has a sub-tenant of this tenantCode already: 409.',
    body: newSubTenant,
    example: { name: 'subTenant', summary: 'A chain of shops', value: NEW_SUB_TENANT },
    run: (ask) => ask.services.subTenants.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseSubTenants',
    summary: 'List sub-tenants',
    description: 'Newest first. Users of an institution see its sub-tenants, users of a sub-tenant their own.',
  },
  list: {
    id: 'ListSubTenants',
    summary: 'Find sub-tenants',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: subTenantFilter,
    example: {
      summary: 'Active sub-tenants of an institution',
      value: { institutionId: 'FI001', status: ['ACTIVE'] },
    },
  },
  get: {
    id: 'GetSubTenant',
    summary: 'Read a sub-tenant',
    description: 'As it is now.',
  },
  change: {
    id: 'UpdateSubTenant',
    changesAccess: true,
    summary: 'Change a sub-tenant',
    description:
      'What is left out stays as it is; `allowedModules: null` takes the cap away. Its own users may not: 403. A closed one: 409.',
    body: subTenantChange,
    example: { name: 'cap', summary: 'Only terminals', value: { version: 1, allowedModules: ['TERMINALS'] } },
    run: (ask, id) => ask.services.subTenants.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteSubTenant',
    summary: 'Remove a sub-tenant',
    description: 'A sub-tenant that has users or terminals is in use: 409; close it instead.',
    run: (ask, id) => ask.services.subTenants.delete(ask, id),
  },
  activate: {
    id: 'SetSubTenantActivation',
    changesAccess: true,
    summary: 'Activate or suspend a sub-tenant',
    description:
      'Activates a PENDING or SUSPENDED one, suspends an ACTIVE one; otherwise 409. Suspending ends the sessions of its users at ' +
      'once, and they cannot sign in until it is activated again.',
    flagDescription: 'True activates, false suspends',
    example: { name: 'active', summary: 'It is active', change: { status: 'ACTIVE' } },
    run: (ask, id, isActive) => ask.services.subTenants.setActive(ask, id, isActive),
  },
})

export const SUB_TENANT_OPERATIONS: readonly OnboardingOperation[] = [...subTenants, closeSubTenant]
