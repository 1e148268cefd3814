// What access can refuse: signing in, sessions, passwords, users, roles and sub-tenants.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const accessProblem = domainProblems('access', {
  'not-signed-in': 'unauthenticated',
  'credentials-refused': 'unauthenticated',
  'code-required': 'unauthenticated',
  'code-refused': 'unauthenticated',
  'refresh-token-refused': 'unauthenticated',
  'encrypted-string-refused': 'invalid',
  'link-refused': 'invalid',
  'password-refused': 'invalid',
  'device-refused': 'invalid',
  'otp-refused': 'invalid',
  'session-not-found': 'not-found',

  'grants-exceeded': 'forbidden',
  'own-role': 'forbidden',
  'last-administrator': 'conflict',

  'user-not-found': 'not-found',
  'user-changed': 'conflict',
  'user-not-active': 'conflict',
  'own-deactivation': 'conflict',
  'email-taken': 'conflict',
  'invitation-accepted': 'conflict',
  'institution-not-found': 'not-found',
  'sub-tenant-not-found': 'not-found',
  'sub-tenant-changed': 'conflict',
  'sub-tenant-code-taken': 'conflict',
  'sub-tenant-in-use': 'conflict',
  'sub-tenant-wrong-state': 'conflict',
  'sub-tenant-read-only': 'forbidden',

  'view-not-found': 'not-found',
  'view-changed': 'conflict',
  'view-name-taken': 'conflict',
  'too-many-views': 'conflict',
  'view-of-another': 'forbidden',

  'role-not-found': 'not-found',
  'role-changed': 'conflict',
  'role-in-use': 'conflict',
  'role-name-taken': 'conflict',
  'own-role-disabled': 'conflict',
  'system-role': 'conflict',
  'role-of-another-institution': 'forbidden',
  'roles-of-sub-tenants': 'forbidden',
})

export type AccessReason = ReasonOf<typeof accessProblem>
