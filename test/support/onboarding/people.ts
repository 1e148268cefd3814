// Users and roles on a database for access tests, and callers with any grants and scope.

import type { Caller } from '../../../src/administration/access/principal/caller.ts'
import { emailKeyOf } from '../../../src/administration/access/principal/email-addresses.ts'
import { Grants } from '../../../src/administration/access/principal/principal.ts'
import { Roles } from '../../../src/administration/access/roles/roles.ts'
import {
  ADMINISTRATOR_ROLE_ID,
  ensureSystemRoles,
  VIEWER_ROLE_ID,
} from '../../../src/administration/access/roles/system-roles.ts'
import type { Invitations } from '../../../src/administration/access/users/create-user.ts'
import type { MailConfirmations } from '../../../src/administration/access/users/mail-changes.ts'
import { Users } from '../../../src/administration/access/users/users.ts'
import { newId } from '../../../src/platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../src/platform/kernel/scope.ts'
import type { Clock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'

export const START_MS = Date.UTC(2026, 0, 15, 10)

/** A sub-tenant of FI001 and one of FI002. */
export const SUB_TENANTS = {
  FI001: '019b0000-0000-7000-8000-0000000000a1',
  FI002: '019b0000-0000-7000-8000-0000000000a2',
}

export interface PersonOptions extends Scope {
  readonly roleId?: string
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly hasPassword?: boolean
  readonly isActive?: boolean
  readonly lockedUntilMs?: number
}

export interface CallerOptions {
  readonly userId?: string
  readonly roleId?: string
  readonly grants?: Grants
  readonly scope?: Scope
}

export interface People {
  readonly database: Database
  readonly users: Users
  readonly roles: Roles
  readonly clock: { nowMs: number; now(): number }
  /** The invited addresses, whether or not their transaction committed. */
  readonly invited: string[]
  /** New addresses that were asked to be confirmed. */
  readonly asked: string[]
  /** Set a message to make the next invitation fail. */
  readonly trouble: { message?: string }
  caller(options?: CallerOptions): Caller
  /** Inserts a user and returns the id. */
  add(options?: PersonOptions): Promise<string>
  /** Inserts a session of the user and returns its id. */
  addSession(userId: string): Promise<string>
  /** The whole row of a user, as text. */
  rowOf(userId: string): Promise<unknown>
  /** The audit records of a user, oldest first. */
  auditOf(userId: string): Promise<AuditedChange[]>
  /** The number of the user's unused password links. */
  countLinks(userId: string): Promise<number>
}

export interface AuditedChange {
  readonly action: string
  readonly before: string | null
  readonly after: string | null
  readonly institution_id: string | null
}

let mails = 0

/** An unused address. */
export function freshEmail(): string {
  return `new-${++mails}@bank.example`
}

/** The body for creating a user. */
export function newUser(more: object = {}) {
  return { firstName: 'Ada', lastName: 'Lovelace', email: freshEmail(), roleId: VIEWER_ROLE_ID, ...more }
}

export async function openPeople(database: Database): Promise<People> {
  const clock = {
    nowMs: START_MS,
    now() {
      return this.nowMs
    },
  }
  const invited: string[] = []
  const asked: string[] = []
  const trouble: { message?: string } = {}
  const passwordLinks = invitationsInto(invited, trouble)
  await seed(database)
  return {
    database,
    clock,
    invited,
    asked,
    trouble,
    users: new Users({ database, clock, passwordLinks, mailChanges: confirmationsInto(asked, clock) }),
    roles: new Roles({ database, clock }),
    caller: callerOf,
    add: (options = {}) => addUser(database, options),
    addSession: (userId) => addSession(database, userId),
    async rowOf(userId) {
      const { rows } = await database.query('SELECT u::text AS row FROM users u WHERE user_id = $1', [userId])
      return rows[0]
    },
    async auditOf(userId) {
      const { rows } = await database.query<AuditedChange>(
        'SELECT action, before, after, institution_id FROM audit_log WHERE resource_id = $1 ORDER BY position',
        [userId],
      )
      return rows
    },
    async countLinks(userId) {
      const { rowCount } = await database.query('SELECT FROM password_links WHERE user_id = $1 AND used_at IS NULL', [
        userId,
      ])
      return rowCount
    },
  }
}

/** Inserts a row that references the user, which works only in the transaction that creates the user. */
function invitationsInto(invited: string[], trouble: { message?: string }): Invitations {
  return {
    async invite(sql, { userId, email }) {
      await sql.query(
        `INSERT INTO password_links (link_hash, user_id, purpose, expires_at) VALUES ($1, $2, 'INVITE', $3)`,
        [newId(START_MS), userId, new Date(START_MS + 1000)],
      )
      invited.push(email)
      if (trouble.message !== undefined) throw new Error(trouble.message)
    },
  }
}

function confirmationsInto(asked: string[], clock: Clock): MailConfirmations {
  return {
    async request(sql, { userId, newEmail }) {
      await sql.query(
        `UPDATE users SET pending_mail_id = $2, pending_mail_key = $3, pending_mail_until = $4 WHERE user_id = $1`,
        [userId, newEmail, emailKeyOf(newEmail), new Date(clock.now() + 1000)],
      )
      asked.push(newEmail)
    },
  }
}

/** Institutions that the sandbox has made stay as they are. */
async function seed(database: Database): Promise<void> {
  await ensureSystemRoles(database)
  await database.query(
    `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, branches)
     SELECT unnest('{FI001,FI002}'::text[]), 'Bank', 'ACTIVE', 'USD', 'UTC',
            '[{"id": "001", "name": "Main", "address": "1 Main Street"}, {"id": "002", "name": "Hill", "address": "2 Hill Street"}]'
         ON CONFLICT DO NOTHING`,
  )
  for (const [institutionId, subTenantId] of Object.entries(SUB_TENANTS)) {
    await database.query(
      `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email)
       VALUES ($1, $2, 'T1', 'Tenant', 'tenant@bank.example')`,
      [subTenantId, institutionId],
    )
  }
}

function callerOf({ userId, roleId, grants = Grants.all(), scope = {} }: CallerOptions = {}): Caller {
  return {
    principal: {
      ...(userId !== undefined && { userId }),
      roleId: roleId ?? ADMINISTRATOR_ROLE_ID,
      grants,
      scope,
    },
    actor: { email: 'caller@bank.example', scope },
  }
}

async function addUser(database: Database, options: PersonOptions): Promise<string> {
  const userId = newId(START_MS)
  const { roleId = VIEWER_ROLE_ID, email = `u-${userId}@bank.example`, lockedUntilMs } = options
  await database.query(
    `INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, is_active, institution_id,
                        sub_tenant_id, password_hash, locked_until, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, 'system', 'system')`,
    [
      userId,
      options.firstName ?? 'Some',
      options.lastName ?? 'Body',
      email,
      emailKeyOf(email),
      roleId,
      options.isActive ?? true,
      options.institutionId ?? null,
      options.subTenantId ?? null,
      (options.hasPassword ?? true) ? 'a hash' : null,
      lockedUntilMs === undefined ? null : new Date(lockedUntilMs),
      new Date(START_MS),
    ],
  )
  return userId
}

async function addSession(database: Database, userId: string): Promise<string> {
  const sessionId = newId(START_MS)
  await database.query(
    `INSERT INTO sessions (session_id, user_id, created_at, last_used_at, expires_at, ip, user_agent, refresh_salt, rotated_at)
     VALUES ($1, $2, $3, $3, $3, '127.0.0.1', 'test', 'salt', $3)`,
    [sessionId, userId, new Date(START_MS)],
  )
  return sessionId
}
