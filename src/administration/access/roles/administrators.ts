// The last administrator cannot be removed: otherwise no rights could ever be granted again. An administrator is an active
// user of the whole platform with an enabled role that grants everything, even while temporarily locked.

import type { Sql } from '../../../platform/storage/database.ts'
import { accessProblem } from '../access-problems.ts'

/** Lock these rows before removing an administrator, so that two concurrent removals do not each rely on the other. */
async function lockAdministratorRoles(sql: Sql): Promise<void> {
  await sql.query('SELECT FROM roles WHERE grants_all ORDER BY role_id FOR NO KEY UPDATE')
}

/** Throws `last-administrator` unless there is an administrator besides this user. */
export async function assertAdministratorBesides(sql: Sql, userId: string): Promise<void> {
  await lockAdministratorRoles(sql)
  await assertSome(sql, 'u.user_id <> $1', userId)
}

/** Throws `last-administrator` unless there is an administrator whose role is not this one. */
export async function assertAdministratorWithout(sql: Sql, roleId: string): Promise<void> {
  await lockAdministratorRoles(sql)
  await assertSome(sql, 'r.role_id <> $1', roleId)
}

async function assertSome(sql: Sql, condition: string, value: string): Promise<void> {
  const { rowCount } = await sql.query(
    `SELECT FROM roles r JOIN users u USING (role_id)
      WHERE r.grants_all AND r.is_enabled AND u.is_active AND u.institution_id IS NULL AND ${condition}
      LIMIT 1`,
    [value],
  )
  if (rowCount === 0) throw accessProblem('last-administrator', 'no administrator would be left')
}
