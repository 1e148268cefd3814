// The scope of a user.

import type { Scope } from '../../../platform/kernel/scope.ts'

/** The scope of a user, from the columns of `users`. */
export function scopeOf(user: {
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
}): Scope {
  return {
    ...(user.institution_id === null ? {} : { institutionId: user.institution_id }),
    ...(user.sub_tenant_id === null ? {} : { subTenantId: user.sub_tenant_id }),
  }
}
