// The current user: what the role grants on which module, and the institution whose records the user sees.

import { Type } from 'typebox'
import { moduleOf } from '../../../../administration/access/principal/modules.ts'
import type { ModuleGrant } from '../../../../administration/access/principal/principal.ts'
import { chosen, given } from '../../../../edge/http/operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { USER_ID_EXAMPLE } from './session-shapes.ts'

const grantedModule = Type.Object(
  {
    moduleId: chosen(Type.String({ description: 'The module' })),
    moduleName: chosen(Type.String({ description: 'Its name for people' })),
    parentId: chosen(Type.Optional(Type.String({ description: 'The module it belongs to' }))),
    actionId: chosen(Type.Array(Type.String(), { description: 'The actions granted on it' })),
  },
  { component: 'GrantedModule' },
)

export const getCurrentUser = onboardingOperation({
  id: 'GetCurrentUser',
  route: 'GET /me',
  access: 'signed-in',
  basis: 'given',
  tag: 'Session',
  summary: 'Current user',
  description:
    'Who is signed in, and the actions that the role grants, by module. A disabled role grants none. A user of an ' +
    'institution or a sub-tenant sees its records only; without `institutionId` the user sees the whole platform.',
  reply: Type.Object({
    id: given(shape.uuid('The user')),
    userName: given(Type.String({ description: 'First and last name' })),
    email: given(Type.String({ description: 'The mail id' })),
    role: given(Type.String({ description: 'The name of the role' })),
    modules: given(Type.Array(grantedModule)),
    institutionId: Type.Optional(chosen(shape.identifier('The institution the user sees; none is the whole platform'))),
    subTenantId: Type.Optional(chosen(shape.uuid('The sub-tenant of the institution the user sees'))),
    mfaRegistered: chosen(Type.Boolean({ description: 'Has registered a device for the second factor' })),
  }),
  replyExamples: [
    {
      name: 'currentUser',
      summary: 'A user who may see the users of an institution',
      value: {
        id: USER_ID_EXAMPLE,
        userName: 'Ada Lovelace',
        email: 'ada@bank.example',
        role: 'Auditor',
        modules: [{ moduleId: 'USERS', moduleName: 'Users', parentId: 'USER_MGMT', actionId: ['VIEW'] }],
        institutionId: 'FI001',
        mfaRegistered: true,
      },
    },
  ],
  async handle(ask) {
    const { userId, firstName, lastName, email, roleName, grants, scope } = ask.principal
    return envelope(ask, {
      id: userId,
      userName: `${firstName} ${lastName}`,
      email,
      role: roleName,
      modules: grants.entries().map(moduleRecord),
      institutionId: scope.institutionId,
      subTenantId: scope.subTenantId,
      mfaRegistered: await ask.services.mfa.isRegistered(userId),
    })
  },
})

function moduleRecord({ moduleId, actionIds }: ModuleGrant) {
  const module = moduleOf(moduleId)
  return {
    moduleId,
    moduleName: module?.moduleName,
    ...(module?.parentId !== undefined && { parentId: module.parentId }),
    actionId: actionIds,
  }
}
