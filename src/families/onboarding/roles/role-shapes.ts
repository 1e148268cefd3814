// Roles on the wire: what is sent, what comes back, and an example of each.

import { type Static, Type } from 'typebox'
import { moduleOf } from '../../../access/principal/modules.ts'
import type { ModuleGrant } from '../../../access/principal/principal.ts'
import type { RoleFilter, RoleRecord } from '../../../access/roles/role-records.ts'
import { chosen, given } from '../../../http/operation.ts'
import type { Resource } from '../record-operations.ts'
import { freeTextOrEmpty, identifier, name, recordFields, recordName, version } from '../shapes.ts'

const MAX_ITEMS = 200

/** May be empty: a role that was read can be sent back as it is. */
const description = freeTextOrEmpty('What the role is for')

const modules = Type.Array(
  Type.Object({
    moduleId: given(Type.String({ description: 'A module; one with sub-modules stands for all of them' })),
    actionId: given(
      Type.Array(Type.String({ description: 'An action' }), {
        description: 'Actions on the module',
        maxItems: MAX_ITEMS,
        expected: `must list at most ${MAX_ITEMS} actions`,
      }),
    ),
  }),
  {
    description: 'What it grants; what comes twice counts once',
    maxItems: MAX_ITEMS,
    expected: `must list at most ${MAX_ITEMS} modules`,
  },
)

export const newRole = Type.Object({
  roleName: given(recordName('Its name, unique in any letter case')),
  modules: given(modules),
  createdBy: Type.Optional(given(Type.String({ description: 'Taken and not used: the bearer says who makes it' }))),
  description: Type.Optional(given(description)),
  isEnabled: Type.Optional(given(Type.Boolean({ description: 'Whether it grants anything; true unless said' }))),
})

export const roleChange = Type.Object({
  roleName: Type.Optional(chosen(recordName('Its name'))),
  description: Type.Optional(chosen(description)),
  modules: Type.Optional(chosen(modules)),
  version,
})

export const roleFilter = Type.Object({
  search: Type.Optional(chosen(name('A part of the name or the description, in any letter case'))),
  isEnabled: Type.Optional(chosen(Type.Boolean({ description: 'Whether it grants anything' }))),
  isSystem: Type.Optional(chosen(Type.Boolean({ description: 'Whether it came with the platform' }))),
})

export const role = Type.Object(
  {
    ...recordFields,
    roleName: chosen(Type.String({ description: 'Its name' })),
    description: chosen(Type.String({ description: 'What it is for' })),
    isEnabled: chosen(Type.Boolean({ description: 'Whether it grants anything' })),
    isSystem: chosen(Type.Boolean({ description: 'It came with the platform and cannot be changed' })),
    institutionId: Type.Optional(chosen(identifier('Whose role it is; none is for everyone'))),
    userCount: chosen(Type.Integer({ description: 'Users who have it, of those you see' })),
    modules: chosen(
      Type.Array(
        Type.Object(
          {
            moduleId: chosen(Type.String({ description: 'The module' })),
            moduleName: chosen(Type.String({ description: 'Its name' })),
            parentId: Type.Optional(chosen(Type.String({ description: 'The module it belongs to' }))),
            actionId: chosen(Type.Array(Type.String(), { description: 'What may be done in it' })),
          },
          { component: 'RoleModule' },
        ),
      ),
    ),
  },
  { component: 'Role' },
)

/** What is granted, as the concept names it. */
export function grantsOf(sent: Static<typeof modules>): ModuleGrant[] {
  return sent.map(({ moduleId, actionId }) => ({ moduleId, actionIds: actionId }))
}

export function roleReply({ grantsAll: _, grants, ...record }: RoleRecord): Static<typeof role> {
  return { ...record, modules: grants.entries().map(named) }
}

function named({ moduleId, actionIds }: ModuleGrant) {
  const module = moduleOf(moduleId)
  return {
    moduleId,
    moduleName: module?.moduleName ?? moduleId,
    ...(module?.parentId !== undefined && { parentId: module.parentId }),
    actionId: [...actionIds],
  }
}

export const ROLE: Static<typeof role> = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e02',
  version: 1,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:00.000Z',
  createdBy: 'admin@sandbox.example',
  updatedBy: 'admin@sandbox.example',
  roleName: 'Help desk',
  description: 'Unlocks users',
  isEnabled: true,
  isSystem: false,
  userCount: 0,
  modules: [{ moduleId: 'USERS', moduleName: 'Users', parentId: 'USER_MGMT', actionId: ['VIEW', 'UPDATE'] }],
}

export const roles: Resource<RoleRecord, RoleFilter> = {
  path: '/roles',
  tag: 'Roles',
  module: 'ROLES',
  shape: role,
  example: ROLE,
  reply: roleReply,
  records: (services) => services.roles,
}
