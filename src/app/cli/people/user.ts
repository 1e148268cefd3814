// tillgate user: creates, lists and unlocks users. This is how an installation gets its first administrator.

import { Check } from 'typebox/value'
import { EncryptedStrings } from '../../../administration/access/keys/encrypted-strings.ts'
import { KeyRing } from '../../../administration/access/keys/key-ring.ts'
import { PasswordLinks } from '../../../administration/access/passwords/password-links.ts'
import { checkPasswordRules } from '../../../administration/access/passwords/password-rules.ts'
import { hashPassword, setPassword } from '../../../administration/access/passwords/passwords.ts'
import { COMMAND_LINE } from '../../../administration/access/principal/caller.ts'
import { emailKeyOf } from '../../../administration/access/principal/email-addresses.ts'
import { ensureSystemRoles } from '../../../administration/access/roles/system-roles.ts'
import {
  createUser,
  type Invitations,
  type NewUser,
  withFreeEmail,
} from '../../../administration/access/users/create-user.ts'
import type { MailConfirmations } from '../../../administration/access/users/mail-changes.ts'
import type { UserRecord } from '../../../administration/access/users/user-records.ts'
import { Users } from '../../../administration/access/users/users.ts'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import { emailAddress, name } from '../../../edge/resource/record-shapes.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, systemClock } from '../../../platform/kernel/time/clock.ts'
import { type Mail, Outbox } from '../../../platform/mail/outbox.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { type OpenedStore, prepareStore, withStore, withUnchangedStore } from '../open-store.ts'
import { readLine } from '../prompts/read-line.ts'
import type { Shell } from '../shell.ts'

export interface CreateOptions {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  readonly institution?: string
  readonly passwordStdin?: boolean
}

interface Administration {
  readonly config: Config
  readonly database: Database
  readonly secretBox: SecretBox
  readonly clock: Clock
}

export async function create(options: CreateOptions, shell: Shell): Promise<void> {
  checkNames(options)
  const password = options.passwordStdin === true ? await readLine(shell.input) : undefined
  if (password !== undefined) checkPassword(password)
  await withAdministration(shell, async (administration) => {
    const user = await newUser(administration.database, options)
    if (password !== undefined) {
      await createWithPassword(administration, user, password)
      shell.print(`${user.email} may sign in as ${user.roleName}`)
      return
    }
    const link = await createInvited(administration, user)
    shell.print(`${user.email} is invited as ${user.roleName}; the mail waits for the gateway to send it`)
    shell.print('anyone with this link can choose the password; it works once, for 72 hours:')
    shell.print(link)
  })
}

export async function list(options: { readonly json?: boolean }, shell: Shell): Promise<void> {
  const work = async (store: OpenedStore) => {
    const users = await allUsers(usersOf({ ...store, clock: systemClock }))
    if (options.json === true) shell.print(JSON.stringify(users.map(jsonOf), null, 2))
    else for (const line of tableOf(users)) shell.print(line)
  }
  await withUnchangedStore(work, shell.env, { isReadOnly: true })
}

export async function resetMfa(email: string, shell: Shell): Promise<void> {
  await withAdministration(shell, async (administration) => {
    await usersOf(administration).resetMfa(COMMAND_LINE, await userIdOf(administration.database, email))
    shell.print(`${email} has no second factor any more`)
  })
}

export async function unlock(email: string, shell: Shell): Promise<void> {
  await withAdministration(shell, async (administration) => {
    await usersOf(administration).unlock(COMMAND_LINE, await userIdOf(administration.database, email))
    shell.print(`${email} is not locked`)
  })
}

async function withAdministration(
  { env }: Shell,
  work: (administration: Administration) => Promise<void>,
): Promise<void> {
  await withStore(async (store) => {
    const { config, database } = store
    const secretBox = await prepareStore(store)
    await ensureSystemRoles(database)
    // As in the gateway: the sandbox's clock moves business days, not administration.
    await work({ config, database, secretBox, clock: systemClock })
  }, env)
}

/** No command changes an address. */
const UNCHANGED_MAILS: MailConfirmations = {
  request: () => Promise.reject(new Error('the command line changes no address')),
}

/** For commands that send no invitation. */
function usersOf({ database, clock }: Administration): Users {
  return new Users({ database, clock, passwordLinks: { invite: async () => {} }, mailChanges: UNCHANGED_MAILS })
}

/** The same schemas as POST /users. */
function checkNames({ email, firstName, lastName }: CreateOptions): void {
  if (!Check(emailAddress(''), email)) throw new ConfigError('--email', 'takes an e-mail address')
  for (const [option, text] of Object.entries({ '--first-name': firstName, '--last-name': lastName })) {
    if (!Check(name(''), text))
      throw new ConfigError(option, 'takes 1 to 120 characters without control characters and card numbers')
  }
}

function checkPassword(password: string): void {
  const fault = checkPasswordRules(password)
  if (fault !== undefined) throw new ConfigError('--password-stdin', `got an unacceptable password: it ${fault}`)
}

async function newUser(sql: Sql, options: CreateOptions): Promise<NewUser> {
  const { email, firstName, lastName, role, institution } = options
  const { rows } = await sql.query<{ role_id: string; role_name: string }>(
    'SELECT role_id, role_name FROM roles ORDER BY role_name',
  )
  const named = rows.find((row) => row.role_name.toLowerCase() === role.toLowerCase())
  if (named === undefined) {
    throw new ConfigError('--role', `takes the name of a role: ${rows.map((row) => row.role_name).join(', ')}`)
  }
  if (institution !== undefined) {
    const { rowCount } = await sql.query('SELECT 1 FROM institutions WHERE institution_id = $1', [institution])
    if (rowCount === 0) throw new ConfigError('--institution', 'takes the id of an institution')
  }
  return {
    email,
    firstName,
    lastName,
    roleId: named.role_id,
    roleName: named.role_name,
    ...(institution !== undefined && { institutionId: institution }),
  }
}

async function createWithPassword({ database, clock }: Administration, user: NewUser, password: string): Promise<void> {
  const hash = await hashPassword(password)
  const uninvited: Invitations = { invite: async () => {} }
  await withFreeEmail(() =>
    database.transaction(async (sql) => {
      const nowMs = clock.now()
      const { id: userId } = await createUser({ sql, nowMs, caller: COMMAND_LINE }, uninvited, user)
      await setPassword(sql, { userId, hash, nowMs })
      await recordAudit(sql, nowMs, COMMAND_LINE.actor, {
        action: 'password.set',
        resource: 'user',
        resourceId: userId,
        after: { by: 'COMMAND_LINE' },
        ...(user.institutionId !== undefined && { institutionId: user.institutionId }),
      })
    }),
  )
}

/** The link is also mailed; it is returned for when no mail server is configured yet. */
async function createInvited({ config, database, secretBox, clock }: Administration, user: NewUser): Promise<string> {
  const keyRing = await KeyRing.open({ database, secretBox, clock })
  const encryptedStrings = new EncryptedStrings({ keyRing, secretBox, clock })
  const outbox = new Outbox({ secretBox, clock })
  const mails: Mail[] = []
  const passwordLinks = new PasswordLinks({
    database,
    clock,
    secretBox,
    encryptedStrings,
    outbox: {
      async queue(sql, mail) {
        mails.push(mail)
        await outbox.queue(sql, mail)
      },
    },
    publicUrl: () => publicUrlOf(config),
  })
  await new Users({ database, clock, passwordLinks, mailChanges: UNCHANGED_MAILS }).create(COMMAND_LINE, user)
  // The last one, in case the transaction was retried.
  const link = /\S+#\S+/.exec(mails.at(-1)?.text ?? '')?.[0]
  if (link === undefined) throw new Error('the invitation has no link')
  return link
}

/** Where the gateway will be reached; without PUBLIC_URL, only this machine is known. */
function publicUrlOf({ publicUrl, port, tls }: Config): string {
  return publicUrl ?? `${tls === undefined ? 'http' : 'https'}://localhost:${port}`
}

async function userIdOf(sql: Sql, email: string): Promise<string> {
  const { rows } = await sql.query<{ user_id: string }>('SELECT user_id FROM users WHERE mail_key = $1', [
    emailKeyOf(email),
  ])
  const [row] = rows
  if (row === undefined)
    throw new ConfigError('<email>', 'takes the address of a user; there is none with this address')
  return row.user_id
}

async function allUsers(users: Users): Promise<UserRecord[]> {
  const found: UserRecord[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await users.list({}, {}, { page, size: 1000 })
    found.push(...items)
    if (items.length === 0 || found.length >= total) return found
  }
}

function jsonOf(user: UserRecord): object {
  const { id, firstName, lastName, email, roleName, status, institutionId, mfaRegistered, lastLoginAt } = user
  return {
    userId: id,
    mailId: email,
    firstName,
    lastName,
    roleName,
    status,
    mfaRegistered,
    ...(institutionId !== undefined && { institutionId }),
    ...(lastLoginAt !== undefined && { lastLoginAt }),
  }
}

function tableOf(users: readonly UserRecord[]): string[] {
  if (users.length === 0) return ['there are no users yet']
  const rows = users.map((user) => [
    user.email,
    user.status,
    user.roleName,
    user.institutionId ?? 'platform',
    user.mfaRegistered ? 'second factor' : '',
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
