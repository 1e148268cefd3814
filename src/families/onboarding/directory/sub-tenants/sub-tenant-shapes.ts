// Sub-tenants on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { MODULES } from '../../../../administration/access/principal/modules.ts'
import { SUB_TENANT_STATUSES } from '../../../../administration/access/sub-tenants/sub-tenants.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import {
  changeOf,
  emailAddress,
  identifier,
  recordExample,
  recordName,
  recordOf,
  searchText,
} from '../../../../edge/resource/record-shapes.ts'

const moduleIds = MODULES.map(({ moduleId }) => moduleId)

const allowedModules = Type.Array(
  Type.Enum(moduleIds, { description: 'A module', expected: 'must be the id of a module' }),
  {
    description: "Modules on which its users' roles count; a parent stands for the modules below it. Empty: no cap",
    maxItems: 200,
    expected: 'must be at most 200 modules',
  },
)

const status = Type.Enum([...SUB_TENANT_STATUSES], {
  description: 'SUSPENDED and CLOSED shut its users out',
  expected: `must be one of ${SUB_TENANT_STATUSES.join(', ')}`,
})

export const newSubTenant = Type.Object({
  institutionId: chosen(identifier('The institution it is a part of')),
  tenantCode: chosen(identifier('Unique in the institution; it stays as it is')),
  name: chosen(recordName('Its name')),
  contactEmail: chosen(emailAddress('Whom to write to')),
  allowedModules: Type.Optional(chosen(orNull(allowedModules))),
})

export const subTenantChange = changeOf(newSubTenant, { fixed: ['institutionId', 'tenantCode'] })

export const subTenantFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the tenantCode, the name or the contactEmail'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  status: Type.Optional(
    chosen(
      Type.Array(status, {
        description: 'In one of these states; none is any',
        maxItems: 200,
        expected: 'must be at most 200 items',
      }),
    ),
  ),
})

export const subTenant = recordOf(newSubTenant, {
  component: 'SubTenant',
  shown: {
    tenantCode: 'Unique in the institution',
    allowedModules: Type.Array(Type.String(), { description: "Modules on which its users' roles count" }),
    status,
  },
})

export const NEW_SUB_TENANT = {
  institutionId: 'FI001',
  tenantCode: 'CORNER-SHOPS',
  name: 'Corner shops',
  contactEmail: 'desk@corner.example',
  allowedModules: ['TERMINAL_MGMT', 'QUERY'],
}

export const SUB_TENANT = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e30'),
  ...NEW_SUB_TENANT,
  status: 'PENDING',
}
