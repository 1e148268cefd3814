// Changes a sub-tenant: its name, its contact, and the modules that cap its users' roles.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { SUB_TENANT, subTenant, subTenantChange } from './sub-tenant-shapes.ts'

export const updateSubTenant = onboardingOperation({
  id: 'UpdateSubTenant',
  route: 'PATCH /sub-tenants/:id',
  access: may('SUB_TENANTS', 'UPDATE'),
  changesAccess: true,
  basis: 'chosen',
  tag: 'Sub-tenants',
  summary: 'Change a sub-tenant',
  description:
    'What is left out stays as it is; `allowedModules: null` takes the cap away. Its own users may not: 403. A closed one: 409.',
  body: subTenantChange,
  reply: subTenant,
  requestExamples: [{ name: 'cap', summary: 'Only terminals', value: { version: 1, allowedModules: ['TERMINALS'] } }],
  replyExamples: [
    { name: 'subTenant', summary: 'As it is now', value: { ...SUB_TENANT, version: 2, allowedModules: ['TERMINALS'] } },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.subTenants.update(ask, idOf(ask), ask.body))
  },
})
