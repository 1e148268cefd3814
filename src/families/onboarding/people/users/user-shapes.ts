// Users on the wire: what is sent, what comes back, and an example of each.

import { type Static, Type } from 'typebox'
import { USER_STATUSES, type UserRecord } from '../../../../administration/access/users/user-records.ts'
import { chosen, given } from '../../../../edge/http/operation.ts'
import {
  emailAddress,
  identifier,
  name,
  recordExample,
  recordFields,
  searchText,
  timestamp,
  uuid,
  version,
} from '../../../../edge/resource/record-shapes.ts'

const status = Type.Enum([...USER_STATUSES], {
  description: 'INVITED: no password chosen yet. LOCKED: too many wrong ones; it passes',
  expected: `must be one of ${USER_STATUSES.join(', ')}`,
})

export const newUser = Type.Object({
  firstName: given(name('First name')),
  lastName: given(name('Last name')),
  mailID: given(emailAddress('The address the invitation goes to; it signs in with it. Unique in any letter case')),
  roleId: given(uuid('The role; it must not grant what you lack')),
  roleName: Type.Optional(given(name('When sent, it must be the name of the role'))),
  isActive: Type.Optional(
    given(
      Type.Boolean({ description: 'Whether the user may sign in; true unless said. Who may not is not invited yet' }),
    ),
  ),
  mfaEnable: Type.Optional(given(Type.Boolean({ description: 'Whether a second factor is asked for' }))),
  institutionId: Type.Optional(chosen(identifier('The institution the user sees; none is the whole platform'))),
  subTenantId: Type.Optional(chosen(uuid('The sub-tenant of the institution the user sees'))),
})

export const userChange = Type.Object({
  id: given(uuid('The user')),
  firstName: Type.Optional(given(name('First name'))),
  lastName: Type.Optional(given(name('Last name'))),
  mailID: Type.Optional(
    given(
      emailAddress('The address. A new one counts once its link is confirmed; the present one gives up one that waits'),
    ),
  ),
  mfaEnable: Type.Optional(given(Type.Boolean({ description: 'Whether a second factor is asked for' }))),
  roleId: Type.Optional(chosen(uuid('The role'))),
  version: Type.Optional(version),
})

const MAX_STATUSES = 200

export const userFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the name or of the address, in any letter case'))),
  roleId: Type.Optional(chosen(uuid('The role'))),
  status: Type.Optional(
    chosen(
      Type.Array(status, {
        description: 'One of these; none is any',
        maxItems: MAX_STATUSES,
        expected: `must be at most ${MAX_STATUSES} statuses`,
      }),
    ),
  ),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether the user may sign in' }))),
  mfaEnable: Type.Optional(chosen(Type.Boolean({ description: 'Whether a second factor is asked for' }))),
})

export const user = Type.Object(
  {
    ...recordFields,
    firstName: chosen(Type.String({ description: 'First name' })),
    lastName: chosen(Type.String({ description: 'Last name' })),
    mailID: chosen(Type.String({ description: 'The address' })),
    pendingMailID: Type.Optional(
      chosen(
        Type.String({ description: 'A new address, reserved until its link is confirmed; mailID counts until then' }),
      ),
    ),
    pendingMailUntil: Type.Optional(chosen(timestamp('Until when it can be confirmed'))),
    roleId: chosen(uuid('The role')),
    roleName: chosen(Type.String({ description: 'The name of the role' })),
    isActive: chosen(Type.Boolean({ description: 'Whether the user may sign in' })),
    mfaEnable: chosen(Type.Boolean({ description: 'Whether a second factor is asked for' })),
    mfaRegistered: chosen(Type.Boolean({ description: 'Whether there is one' })),
    status: chosen(status),
    institutionId: Type.Optional(chosen(identifier('The institution the user sees'))),
    subTenantId: Type.Optional(chosen(uuid('The sub-tenant the user sees'))),
    lastLoginAt: Type.Optional(chosen(timestamp('The last sign-in'))),
    lockedUntil: Type.Optional(chosen(timestamp('The end of the lock, while it lies ahead'))),
  },
  { component: 'User' },
)

export function userReply(record: UserRecord): Static<typeof user> {
  const { id, version, createdAt, updatedAt, createdBy, updatedBy, firstName, lastName, email, ...others } = record
  const { hasPassword: _, ...rest } = others
  return { id, version, createdAt, updatedAt, createdBy, updatedBy, firstName, lastName, mailID: email, ...rest }
}

export const USER: Static<typeof user> = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e01'),
  firstName: 'Ada',
  lastName: 'Lovelace',
  mailID: 'ada@bank.example',
  roleId: '00000000-0000-7000-8000-000000000002',
  roleName: 'Viewer',
  isActive: true,
  mfaEnable: false,
  mfaRegistered: false,
  status: 'INVITED',
  institutionId: 'FI002',
}
