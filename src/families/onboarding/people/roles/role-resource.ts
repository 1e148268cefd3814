// Roles on the wire: what is sent, what comes back, and an example of each.

import { type Static, Type } from 'typebox'
import { moduleOf } from '../../../../administration/access/principal/modules.ts'
import type { ModuleGrant } from '../../../../administration/access/principal/principal.ts'
import type { RoleRecord } from '../../../../administration/access/roles/role-records.ts'
import { chosen, given } from '../../../../edge/http/operation.ts'
import {
  freeTextOrEmpty,
  identifier,
  recordExample,
  recordFields,
  recordName,
  searchText,
  version,
} from '../../../../edge/resource/record-shapes.ts'
import { resource } from '../../onboarding-operation.ts'

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

const newRole = Type.Object({
  roleName: given(recordName('Its name, unique in any letter case')),
  modules: given(modules),
  createdBy: Type.Optional(given(Type.String({ description: 'Taken and not used: the bearer says who makes it' }))),
  description: Type.Optional(given(description)),
  isEnabled: Type.Optional(given(Type.Boolean({ description: 'Whether it grants anything; true unless said' }))),
})

const roleChange = Type.Object({
  roleName: Type.Optional(chosen(recordName('Its name'))),
  description: Type.Optional(chosen(description)),
  modules: Type.Optional(chosen(modules)),
  version,
})

const roleFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the name or the description, in any letter case'))),
  isEnabled: Type.Optional(chosen(Type.Boolean({ description: 'Whether it grants anything' }))),
  isSystem: Type.Optional(chosen(Type.Boolean({ description: 'Whether it came with the platform' }))),
})

const role = Type.Object(
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
function grantsOf(sent: Static<typeof modules>): ModuleGrant[] {
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

const ROLE: Static<typeof role> = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e02'),
  roleName: 'Help desk',
  description: 'Unlocks users',
  isEnabled: true,
  isSystem: false,
  userCount: 0,
  modules: [{ moduleId: 'USERS', moduleName: 'Users', parentId: 'USER_MGMT', actionId: ['VIEW', 'UPDATE'] }],
}

export const ROLE_OPERATIONS = resource({
  path: '/roles',
  tag: 'Roles',
  module: 'ROLES',
  noun: 'role',
  shape: role,
  example: ROLE,
  reply: roleReply,
  records: (services) => services.roles,

  create: {
    id: 'CreateRole',
    basis: 'given',
    summary: 'Make a role',
    description:
      'It grants actions on modules, none that you lack: 403. A role made by a user of an institution is for its users. ' +
      'An unknown module or action is refused by its place: 400.',
    body: newRole,
    example: {
      name: 'role',
      summary: 'A role that unlocks users',
      value: {
        roleName: ROLE.roleName,
        description: ROLE.description,
        modules: [{ moduleId: 'USERS', actionId: ['VIEW', 'UPDATE'] }],
      },
    },
    run(ask) {
      const { createdBy: _, modules, ...role } = ask.body
      return ask.services.roles.create(ask, { ...role, modules: grantsOf(modules) })
    },
  },
  browse: {
    id: 'BrowseRoles',
    summary: 'List roles',
    description: 'By name. Users of an institution see the roles for everyone and those of the institution.',
  },
  list: {
    id: 'ListRoles',
    summary: 'Find roles',
    description: 'By name. What is left out of the filter makes no difference.',
    filter: roleFilter,
    example: { summary: 'Roles for the desk', value: { search: 'desk', isEnabled: true } },
  },
  get: {
    id: 'GetRole',
    summary: 'Read a role',
    description: 'A role of another institution is not found.',
  },
  change: {
    id: 'UpdateRole',
    changesAccess: true,
    summary: 'Change a role',
    description:
      'What is left out stays; `modules` takes the place of all it granted. You must have what it granted and what it will ' +
      'grant: 403. `version` is the one you read; the change is refused (409) when another change came first. System roles ' +
      'stay as they are: 409.',
    body: roleChange,
    example: { name: 'name', summary: 'Another name', value: { roleName: 'Front desk', version: 1 } },
    replyExample: { summary: 'The role' },
    run(ask, id) {
      const { modules, ...change } = ask.body
      return ask.services.roles.update(ask, id, { ...change, ...(modules && { modules: grantsOf(modules) }) })
    },
  },
  delete: {
    id: 'DeleteRole',
    changesAccess: true,
    summary: 'Remove a role',
    description: 'A role that a user has is in use: 409. System roles stay: 409.',
    run: (ask, id) => ask.services.roles.delete(ask, id),
  },
  activate: {
    id: 'SetRoleActivation',
    changesAccess: true,
    summary: 'Enable or disable a role',
    description:
      'A disabled role grants nothing to those who have it. Users cannot disable their own role; system roles cannot be disabled: 409.',
    flag: 'isEnabled',
    flagDescription: 'Whether it grants anything',
    example: { name: 'disabled', summary: 'It grants nothing', change: { isEnabled: false } },
    run: (ask, id, isEnabled) => ask.services.roles.setEnabled(ask, id, isEnabled),
  },
})
