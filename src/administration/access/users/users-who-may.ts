// The users whom a role and a scope allow an action on a record: whom to tell that something waits for them.

import type { Sql, Statement } from '../../../platform/storage/database.ts'
import type { ActionId, ModuleId } from '../principal/modules.ts'
import { moduleOf } from '../principal/modules.ts'
import { maySignIn } from '../sub-tenants/shut-out.ts'

export interface ToldUser {
  readonly userId: string
  readonly mailId: string
  readonly firstName: string
}

export interface GuardedRecord {
  readonly module: ModuleId
  readonly action: ActionId
  readonly institutionId?: string | undefined
  readonly subTenantId?: string | undefined
}

/** At most `most`, those first who were here last. */
export async function usersWhoMay(
  sql: Sql,
  { module, action, institutionId, subTenantId }: GuardedRecord,
  most: number,
): Promise<readonly ToldUser[]> {
  // A grant on a module is one on those below it, and so is what a sub-tenant allows.
  const modules = [module, moduleOf(module)?.parentId ?? module]
  const { rows } = await sql.query<{ user_id: string; mail_id: string; first_name: string }>(USERS_WHO_MAY, [
    modules,
    action,
    institutionId ?? null,
    subTenantId ?? null,
    most,
  ])
  return rows.map((row) => ({ userId: row.user_id, mailId: row.mail_id, firstName: row.first_name }))
}

const USERS_WHO_MAY: Statement = {
  name: 'users-who-may',
  text: `SELECT u.user_id, u.mail_id, u.first_name
           FROM users u
           JOIN roles r ON r.role_id = u.role_id AND r.is_enabled
           LEFT JOIN sub_tenants t ON t.sub_tenant_id = u.sub_tenant_id
          WHERE ${maySignIn('u')}
            AND (r.grants_all OR EXISTS (SELECT FROM role_grants g
                                          WHERE g.role_id = r.role_id AND g.module_id = ANY ($1::text[]) AND g.action_id = $2::text))
            AND (u.institution_id IS NULL OR u.institution_id = $3::text)
            AND (u.sub_tenant_id IS NULL OR u.sub_tenant_id = $4::uuid)
            AND (t.allowed_modules IS NULL OR cardinality(t.allowed_modules) = 0 OR t.allowed_modules && $1::text[])
          ORDER BY u.last_login_at DESC NULLS LAST, u.user_id LIMIT $5::integer`,
}

/** One user, who may sign in. */
export async function userWhoMaySignIn(sql: Sql, userId: string): Promise<ToldUser | undefined> {
  const { rows } = await sql.query<{ user_id: string; mail_id: string; first_name: string }>(
    `SELECT u.user_id, u.mail_id, u.first_name FROM users u WHERE u.user_id = $1 AND ${maySignIn('u')}`,
    [userId],
  )
  const [row] = rows
  return row && { userId: row.user_id, mailId: row.mail_id, firstName: row.first_name }
}

/** Users by their ids, and all users of some roles; of an institution only those who see it. At most `most`. */
export async function usersNamed(
  sql: Sql,
  userIds: readonly string[],
  roleIds: readonly string[],
  institutionId: string | undefined,
  most: number,
): Promise<readonly ToldUser[]> {
  const { rows } = await sql.query<{ user_id: string; mail_id: string; first_name: string }>(
    `SELECT u.user_id, u.mail_id, u.first_name
       FROM users u
      WHERE ${maySignIn('u')} AND u.sub_tenant_id IS NULL
        AND (u.user_id = ANY ($1::uuid[]) OR u.role_id = ANY ($2::uuid[]))
        AND (u.institution_id IS NULL OR u.institution_id = $3::text)
      ORDER BY (u.user_id = ANY ($1::uuid[])) DESC, u.last_login_at DESC NULLS LAST, u.user_id LIMIT $4::integer`,
    [userIds, roleIds, institutionId ?? null, most],
  )
  return rows.map((row) => ({ userId: row.user_id, mailId: row.mail_id, firstName: row.first_name }))
}
