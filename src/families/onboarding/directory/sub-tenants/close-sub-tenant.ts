// Closes a suspended sub-tenant for good.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { SUB_TENANT, subTenant } from './sub-tenant-shapes.ts'

export const closeSubTenant = onboardingOperation({
  id: 'CloseSubTenant',
  route: 'POST /sub-tenants/:id/close',
  access: may('SUB_TENANTS', 'ACTIVATE'),
  changesAccess: true,
  basis: 'chosen',
  tag: 'Sub-tenants',
  summary: 'Close a sub-tenant',
  description: 'For good. It is suspended first: in any other state 409.',
  reply: subTenant,
  replyExamples: [{ name: 'closed', summary: 'As it is now', value: { ...SUB_TENANT, version: 4, status: 'CLOSED' } }],
  async handle(ask) {
    return envelope(ask, await ask.services.subTenants.close(ask, idOf(ask)))
  },
})
