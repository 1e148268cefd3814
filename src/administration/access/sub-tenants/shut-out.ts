// Whether a user may sign in and use a session: the user is active, and their sub-tenant is neither suspended nor closed.

/** SQL for a row of `users`: `maySignIn('u')`. */
export function maySignIn(alias: string): string {
  return `(${alias}.is_active AND NOT EXISTS (SELECT FROM sub_tenants shut
                                               WHERE shut.sub_tenant_id = ${alias}.sub_tenant_id
                                                 AND shut.status IN ('SUSPENDED', 'CLOSED')))`
}
