// Activates a sub-tenant, or suspends it.

import { activationOperation } from '../record-operations.ts'
import { subTenants } from './sub-tenant-shapes.ts'

export const setSubTenantActivation = activationOperation(subTenants, {
  id: 'SetSubTenantActivation',
  basis: 'chosen',
  summary: 'Activate or suspend a sub-tenant',
  description:
    'Activates a PENDING or SUSPENDED one, suspends an ACTIVE one; otherwise 409. Suspending ends the sessions of its users at ' +
    'once, and they cannot sign in until it is activated again.',
  changesAccess: true,
  flag: 'isActive',
  flagDescription: 'True activates, false suspends',
  example: { name: 'active', summary: 'It is active', change: { status: 'ACTIVE' } },
  set: (ask, id, isActive) => ask.services.subTenants.setActive(ask, id, isActive),
})
