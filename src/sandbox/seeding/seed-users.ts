// Seeds the sandbox's users and its operator role.

import { hashPassword } from '../../administration/access/passwords/passwords.ts'
import { emailKeyOf } from '../../administration/access/principal/email-addresses.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { OPERATOR_ROLE, USERS } from './sandbox-users.ts'

const AUTHOR = 'system'

// Hashing is slow on purpose. The passwords are public constants, so a reset reuses their hashes.
let hashing: Promise<string[]> | undefined

/** Call it early: other threads hash while the rest is seeded. */
export function hashPasswords(): Promise<string[]> {
  hashing ??= Promise.all(USERS.map((user) => hashPassword(user.password)))
  return hashing
}

export async function seedUsers(sql: Sql, { clock }: { readonly clock: Clock }): Promise<void> {
  await seedOperatorRole(sql, clock)
  const hashes = await hashPasswords()
  const rows = USERS.map((user, index) => ({
    user_id: newId(clock.now()),
    first_name: user.firstName,
    last_name: user.lastName,
    mail_id: user.email,
    mail_key: emailKeyOf(user.email),
    role_id: user.roleId,
    institution_id: user.institutionId ?? null,
    password_hash: hashes[index],
  }))
  await sql.query(
    `INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, institution_id, password_hash,
                        created_at, updated_at, created_by, updated_by)
     SELECT user_id, first_name, last_name, mail_id, mail_key, role_id, institution_id, password_hash, $2, $2, $3, $3
       FROM jsonb_to_recordset($1) AS row (user_id uuid, first_name text, last_name text, mail_id text, mail_key text,
            role_id uuid, institution_id text, password_hash text)`,
    [JSON.stringify(rows), isoTimestamp(clock.now()), AUTHOR],
  )
}

async function seedOperatorRole(sql: Sql, clock: Clock): Promise<void> {
  const { roleId, roleName, description, sees, does } = OPERATOR_ROLE
  await sql.query(
    `INSERT INTO roles (role_id, role_name, description, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $4, $5, $5)`,
    [roleId, roleName, description, isoTimestamp(clock.now()), AUTHOR],
  )
  const grants = [
    ...sees.map((moduleId) => [moduleId, 'VIEW']),
    ...Object.entries(does).flatMap(([moduleId, actions]) => actions.map((actionId) => [moduleId, actionId])),
  ]
  await sql.query(
    `INSERT INTO role_grants (role_id, module_id, action_id) SELECT $1, * FROM unnest($2::text[], $3::text[])`,
    [roleId, grants.map(([moduleId]) => moduleId), grants.map(([, actionId]) => actionId)],
  )
}
