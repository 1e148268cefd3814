// A new sub-tenant of an institution. It is pending until it is activated; its users may sign in meanwhile.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { NEW_SUB_TENANT, newSubTenant, SUB_TENANT, subTenant } from './sub-tenant-shapes.ts'

export const createSubTenant = onboardingOperation({
  id: 'CreateSubTenant',
  route: 'POST /sub-tenants',
  access: may('SUB_TENANTS', 'CREATE'),
  basis: 'chosen',
  tag: 'Sub-tenants',
  summary: 'Make a sub-tenant',
  description: 'The institution has a sub-tenant of this tenantCode already: 409.',
  status: 201,
  body: newSubTenant,
  reply: subTenant,
  requestExamples: [{ name: 'subTenant', summary: 'A chain of shops', value: NEW_SUB_TENANT }],
  replyExamples: [{ name: 'subTenant', summary: 'The sub-tenant', value: SUB_TENANT }],
  async handle(ask) {
    return created(ask, await ask.services.subTenants.create(ask, ask.body))
  },
})
