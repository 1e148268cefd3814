// Whom an alert rule tells, as files of configuration say it: users by their addresses, roles by their names, a webhook by its partner
// and address. All of them must be there: files carry roles and webhooks, and no users.

import { type TSchema, Type } from 'typebox'
import { orNull } from '../../../edge/resource/nullable.ts'
import { emailAddress, identifier, line, recordName } from '../../../edge/resource/record-shapes.ts'
import type { AlertRecipients } from '../../../oversight/alerts/alert-rule-records.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { Naming } from './record-naming.ts'

const some = { maxItems: 50, expected: 'must be a list of at most 50' }

export const FILE_RECIPIENTS: TSchema = Type.Object(
  {
    users: Type.Optional(Type.Array(emailAddress('A user'), some)),
    roles: Type.Optional(Type.Array(recordName('A role'), some)),
    webhook: Type.Optional(
      orNull(Type.Object({ partnerId: identifier('Its partner'), url: line('Its address', 2048) })),
    ),
  },
  { expected: 'must be an object with users, roles or a webhook' },
)

interface NamedRecipients {
  readonly users?: readonly string[]
  readonly roles?: readonly string[]
  readonly webhook?: { readonly partnerId: string; readonly url: string } | null
}

export const RECIPIENT_NAMES: Naming = {
  async inFile(sql, fields) {
    const { userIds, roleIds, webhookId } = fields.to as AlertRecipients
    const webhooks = `SELECT partner_id AS "partnerId", url FROM webhooks WHERE id = $1`
    const { rows } = await sql.query<NonNullable<NamedRecipients['webhook']>>(webhooks, [webhookId ?? null])
    const to: NamedRecipients = {
      users: await names(sql, 'SELECT mail_id AS name FROM users WHERE user_id = ANY ($1::uuid[])', userIds),
      roles: await names(sql, 'SELECT role_name AS name FROM roles WHERE role_id = ANY ($1::uuid[])', roleIds),
      webhook: rows[0] ?? null,
    }
    return { ...fields, to }
  },
  async inDatabase(sql, fields) {
    if (fields.to === undefined) return fields
    const { users = [], roles = [], webhook } = fields.to as NamedRecipients
    const byMail = 'SELECT user_id AS id FROM users WHERE mail_key = lower($1)'
    const byName = 'SELECT role_id AS id FROM roles WHERE role_name = $1'
    const to = {
      userIds: await Promise.all(users.map((mail, at) => onlyId(sql, `to.users[${at}]`, 'a user', byMail, [mail]))),
      roleIds: await Promise.all(roles.map((name, at) => onlyId(sql, `to.roles[${at}]`, 'a role', byName, [name]))),
      webhookId: webhook && (await webhookOf(sql, webhook)),
    }
    return { ...fields, to }
  },
}

async function names(sql: Sql, text: string, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string }>(text, [ids])
  return rows.map(({ name }) => name).sort()
}

function webhookOf(sql: Sql, { partnerId, url }: NonNullable<NamedRecipients['webhook']>): Promise<string> {
  const text = 'SELECT id FROM webhooks WHERE partner_id = $1 AND url = $2'
  return onlyId(sql, 'to.webhook', 'a webhook', text, [partnerId, url])
}

async function onlyId(sql: Sql, path: string, what: string, text: string, values: readonly string[]): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(text, values)
  const [found, another] = rows
  if (found === undefined) throw invalidFields([{ path, message: `is not ${what} here` }])
  if (another !== undefined) throw invalidFields([{ path, message: `is ${what} ${rows.length} times here` }])
  return found.id
}
