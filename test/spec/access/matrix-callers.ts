// Callers of every kind for the matrix of access, and what its rows are made with.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Grant } from '../../../src/administration/access/principal/grant.ts'
import { ACTION_IDS, EMERGENCY, MODULES, moduleOf } from '../../../src/administration/access/principal/modules.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { openPostgres } from '../../../src/platform/storage/open-database.ts'
import type { RunningGateway } from '../../support/gateways/running-gateway.ts'
import { agedToken } from '../../support/onboarding/aged-token.ts'
import { linkMailedTo, Onboarding, type OnboardingAnswer } from '../../support/onboarding/onboarding.ts'

export const PASSWORD = 'Correct-Horse-9-Battery'

export interface Target {
  readonly route: string
  readonly body?: unknown
}

export interface Row {
  /** Creates the operation's target as an administrator, in FI001, and returns how to call it. */
  target(): Promise<Target>
  /** The status for a user of another institution; undefined if the target has no scope. */
  readonly outside?: number
}

export type AccessMatrix = ReturnType<typeof openMatrix>

export function openMatrix(running: RunningGateway) {
  const api = new Onboarding(() => running.current.url)
  const tokens = { admin: '', second: '', expired: '', outsider: '', limited: '' }
  let database: Database
  const limitedMail = 'limited@matrix.example'
  let bareRoleId = ''
  let limitedRoleId = ''
  let limitedVersion: number | undefined
  let count = 0

  before(async () => {
    tokens.admin = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    tokens.second = await api.tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
    database = openPostgres(running.store.env.DATABASE_URL ?? '', { connections: 1 })
    tokens.expired = await agedToken(running.store, tokens.admin, 16 * 60_000)
    bareRoleId = await made('POST /roles', { roleName: 'Bare', modules: [] })
    limitedRoleId = await made('POST /roles', { roleName: 'Limited', modules: [] })
    const everything = await made('POST /roles', { roleName: 'Everything', modules: grantsBut(undefined) })
    tokens.outsider = await userToken('outsider@matrix.example', everything, { institutionId: 'FI002' })
    tokens.limited = await userToken(limitedMail, limitedRoleId)
  })

  after(() => database.close())

  async function asAdmin(route: string, body?: unknown): Promise<OnboardingAnswer> {
    const answer = await api.call(route, { token: tokens.admin, body })
    assert.ok(answer.status < 300, `${route}: ${answer.text}`)
    return answer
  }

  async function made(route: string, body?: unknown): Promise<string> {
    return (await asAdmin(route, body)).body.data.id as string
  }

  /** A user who was invited, chose a password and signed in. */
  async function userToken(mailID: string, roleId: string, more: object = {}): Promise<string> {
    await made('POST /users', { firstName: 'Some', lastName: 'Body', mailID, roleId, ...more })
    const link = await linkMailedTo(running.current.managementUrl, mailID)
    const chosen = await api.call('PATCH /users/password', {
      body: { email: link, password: await api.encrypt(PASSWORD) },
    })
    assert.equal(chosen.status, 200, chosen.text)
    return api.tokenOf(mailID, PASSWORD)
  }

  /** A grant on a parent covers its children, so the parent of the module lacks the action too. */
  function grantsBut(left: Grant | undefined) {
    const lacking = left === undefined ? [] : [left.module, moduleOf(left.module)?.parentId]
    return MODULES.map(({ moduleId }) => ({
      moduleId,
      actionId: ACTION_IDS.filter(
        (action) => action !== EMERGENCY && (!lacking.includes(moduleId) || left?.action !== action),
      ),
    }))
  }

  async function limitTo(modules: unknown): Promise<void> {
    const version = limitedVersion ?? (await asAdmin(`GET /roles/${limitedRoleId}`)).body.data.version
    const changed = await asAdmin(`PATCH /roles/${limitedRoleId}`, { version, modules })
    const { changeRequestId } = changed.body.data
    // EMERGENCY is granted by two.
    const answer =
      changed.status === 202
        ? await api.call(`POST /change-requests/${changeRequestId}/approve`, { token: tokens.second })
        : changed
    limitedVersion = answer.body.data.version
  }

  const nextNumber = () => ++count
  const fresh = () => `m${nextNumber()}`
  const newUser = async (more: object = {}) => {
    const mailID = `${fresh()}@matrix.example`
    const person = { firstName: 'Target', lastName: 'Person', mailID, roleId: bareRoleId, institutionId: 'FI001' }
    return { id: await made('POST /users', { ...person, ...more }), mailID }
  }
  const newPartner = async () => {
    const partnerId = fresh()
    const body = { partnerId, name: 'Partner', institutionIds: ['FI001'], operations: ['BalanceInquiry'] }
    const { id, version } = (await asAdmin('POST /partners', body)).body.data
    return { id, version, partnerId }
  }

  const fixed = (route: string, body?: unknown): Row => ({ target: async () => ({ route, body }) })

  /** A new institution, moved this far by the administrator. */
  const newInstitution = async (...moves: readonly string[]) => {
    const institutionId = fresh()
    const id = await made('POST /financial-institutions', {
      ...{ institutionId, legalName: 'New bank', displayName: 'New bank', type: 'BANK', countryCode: 'US' },
      ...{ baseCurrency: 'USD', timezone: 'UTC', bins: [String(700_000 + nextNumber())] },
      contacts: [{ name: 'Desk', email: 'desk@bank.example', phone: '5550100', kind: 'TECHNICAL' }],
    })
    for (const move of moves) await asAdmin(`POST /financial-institutions/${id}/${move}`)
    return { id, institutionId }
  }
  /** Approved by another, connected and with an account type; then moved by the administrator. */
  const readyInstitution = async (...moves: readonly string[]) => {
    const { id, institutionId } = await newInstitution('submit')
    const database = openPostgres(running.store.env.DATABASE_URL ?? '', { connections: 1 })
    try {
      await database.query(`UPDATE institutions SET status = 'APPROVED' WHERE id = $1`, [id])
      await database.query(
        `INSERT INTO core_connections (institution_id, environment, core_type, name, status)
         VALUES ($1, 'sandbox', 'BUILTIN', 'Built-in bank', 'ACTIVE')`,
        [institutionId],
      )
      await database.query(
        `INSERT INTO account_types (institution_id, code, description, category, default_txn_capability, balance_types)
         VALUES ($1, 'DDA', 'Checking', 'LIABILITY', '06', '{Available,Balance}')`,
        [institutionId],
      )
    } finally {
      await database.close()
    }
    for (const move of moves) await asAdmin(`POST /financial-institutions/${id}/${move}`, { reason: 'Test' })
    return { id }
  }
  const onInstitution = (
    route: (id: string) => string,
    body?: unknown,
    make: () => Promise<{ readonly id: string }> = newInstitution,
  ): Row => ({
    outside: 404,
    async target() {
      return { route: route((await make()).id), body }
    },
  })

  return {
    running,
    get database() {
      return database
    },
    get bareRoleId() {
      return bareRoleId
    },
    api,
    tokens,
    asAdmin,
    made,
    userToken,
    grantsBut,
    limitTo,
    fresh,
    nextNumber,
    newUser,
    newPartner,
    fixed,
    limitedMail,
    newInstitution,
    readyInstitution,
    onInstitution,
  }
}
