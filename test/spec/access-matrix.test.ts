// Every onboarding operation that needs a bearer token, called by every kind of caller: nobody, an expired token, a
// user of another institution, a role with everything but the action, and a role with only the action.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ACTION_IDS, MODULES } from '../../src/access/principal/modules.ts'
import { type Access, type AnonymousAccess, type Grant, isAnonymous } from '../../src/families/onboarding/access.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { agedToken } from '../support/onboarding/aged-token.ts'
import { linkMailedTo, mailedTo, Onboarding, type OnboardingAnswer } from '../support/onboarding/onboarding.ts'

const PASSWORD = 'Correct-Horse-9-Battery'

interface Target {
  readonly route: string
  readonly body?: unknown
}

type NonAnonymous = Exclude<Access, AnonymousAccess>

interface Row {
  /** Creates the operation's target as an administrator, in FI001, and returns how to call it. */
  target(): Promise<Target>
  /** The status for a user of another institution; undefined if the target has no scope. */
  readonly outside?: number
}

// On PostgreSQL, so that the test can sign an expired token with the gateway's own key.
withGatewayOn('postgres', 'who may call what', (running) => {
  const api = new Onboarding(() => running.current.url)
  const tokens = { admin: '', expired: '', outsider: '', limited: '' }
  const limitedMail = 'limited@matrix.example'
  let bareRoleId = ''
  let limitedRoleId = ''
  let count = 0

  before(async () => {
    tokens.admin = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    tokens.expired = await agedToken(running.store, tokens.admin, 16 * 60_000)
    bareRoleId = await made('POST /roles', { roleName: 'Bare', modules: [] })
    limitedRoleId = await made('POST /roles', { roleName: 'Limited', modules: [] })
    const everything = await made('POST /roles', { roleName: 'Everything', modules: grantsBut(undefined) })
    tokens.outsider = await somebody('outsider@matrix.example', everything, { institutionId: 'FI002' })
    tokens.limited = await somebody(limitedMail, limitedRoleId)
  })

  async function asAdmin(route: string, body?: unknown): Promise<OnboardingAnswer> {
    const answer = await api.call(route, { token: tokens.admin, body })
    assert.ok(answer.status < 300, `${route}: ${answer.text}`)
    return answer
  }

  async function made(route: string, body?: unknown): Promise<string> {
    return (await asAdmin(route, body)).body.data.id as string
  }

  /** A user who was invited, chose a password and signed in. */
  async function somebody(mailID: string, roleId: string, more: object = {}): Promise<string> {
    await made('POST /users', { firstName: 'Some', lastName: 'Body', mailID, roleId, ...more })
    const link = await linkMailedTo(running.current.managementUrl, mailID)
    const chosen = await api.call('PATCH /users/password', {
      body: { email: link, password: await api.encrypt(PASSWORD) },
    })
    assert.equal(chosen.status, 200, chosen.text)
    return api.tokenOf(mailID, PASSWORD)
  }

  function grantsBut(left: Grant | undefined) {
    return MODULES.filter(({ moduleId }) => !MODULES.some(({ parentId }) => parentId === moduleId)).map(
      ({ moduleId }) => ({
        moduleId,
        actionId: ACTION_IDS.filter((action) => left?.module !== moduleId || left.action !== action),
      }),
    )
  }

  async function limitTo(modules: unknown): Promise<void> {
    const { version } = (await asAdmin(`GET /roles/${limitedRoleId}`)).body.data
    await asAdmin(`PATCH /roles/${limitedRoleId}`, { version, modules })
  }

  const fresh = () => `m${++count}`
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
  /** A role of FI001, which only a user of FI001 can create. */
  const newScopedRole = async () => {
    const mailID = `${fresh()}@matrix.example`
    const token = await somebody(mailID, await made('POST /roles', { roleName: fresh(), modules: ROLE_MAKER }), {
      institutionId: 'FI001',
    })
    const { status, body, text } = await api.call('POST /roles', { token, body: { roleName: fresh(), modules: [] } })
    assert.equal(status, 201, text)
    return body.data as { id: string; version: number }
  }
  const ROLE_MAKER = [{ moduleId: 'ROLES', actionId: ['CREATE', 'VIEW'] }]

  const auditIdOf = async (resource: string): Promise<string> => {
    const { body } = await asAdmin('POST /audit-logs/list?size=1', { resource })
    return body.data.content[0].id as string
  }

  const fixed = (route: string, body?: unknown): Row => ({ target: async () => ({ route, body }) })
  const onUser = (route: (id: string) => string, body?: (id: string) => unknown): Row => ({
    outside: 404,
    async target() {
      const { id } = await newUser()
      return { route: route(id), body: body?.(id) }
    },
  })
  const onPartner = (target: (partner: { id: string; version: number }) => Target | Promise<Target>): Row => ({
    outside: 404,
    target: async () => target(await newPartner()),
  })
  const onRole = (target: (role: { id: string; version: number }) => Target): Row => ({
    outside: 404,
    target: async () => target(await newScopedRole()),
  })
  const clientOf = async (partnerId: string): Promise<string> =>
    (await asAdmin(`POST /partners/${partnerId}/clients`, {})).body.data.clientId as string

  const ROWS: Record<string, Row> = {
    Logout: {
      async target() {
        return { route: 'POST /logout' }
      },
    },
    GetCurrentUser: fixed('GET /me'),
    GetUserInfo: fixed('GET /userinfo'),
    ListMySessions: fixed('GET /me/sessions'),
    EndMySession: {
      async target() {
        await api.tokenOf(limitedMail, PASSWORD)
        const { body } = await api.call('GET /me/sessions', { token: tokens.limited })
        const other = body.data.content.find((session: { current: boolean }) => !session.current)
        return { route: `DELETE /me/sessions/${other.id}` }
      },
    },
    CreateRecoveryCodes: fixed('POST /me/recovery-codes'),
    CountRecoveryCodes: fixed('GET /me/recovery-codes'),
    ValidateOtp: {
      async target() {
        await api.call('POST /generateOtp', { body: { mailID: limitedMail } })
        const [mail] = await mailedTo(running.current.managementUrl, limitedMail, 2)
        return {
          route: 'POST /validateOtp',
          body: { mailID: limitedMail, otp: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] },
        }
      },
    },

    CreateUser: {
      outside: 404,
      async target() {
        const person = { firstName: 'A', lastName: 'B', roleId: bareRoleId, institutionId: 'FI001' }
        return { route: 'POST /users', body: { ...person, mailID: `${fresh()}@matrix.example` } }
      },
    },
    UpdateUser: onUser(
      () => 'PATCH /users',
      (id) => ({ id, firstName: 'Changed' }),
    ),
    ListUsers: fixed('POST /users/list', {}),
    BrowseUsers: fixed('GET /users'),
    GetUser: onUser((id) => `GET /users/${id}`),
    SetUserActivation: onUser((id) => `PATCH /users/${id}/activation?isActive=false`),
    InviteUser: onUser((id) => `POST /users/${id}/invite`),
    UnlockUser: onUser((id) => `POST /users/${id}/unlock`),
    ResetUserMfa: onUser((id) => `POST /users/${id}/reset-mfa`),

    CreateRole: {
      async target() {
        return { route: 'POST /roles', body: { roleName: fresh(), modules: [] } }
      },
    },
    BrowseRoles: fixed('GET /roles'),
    ListRoles: fixed('POST /roles/list', {}),
    GetRole: onRole(({ id }) => ({ route: `GET /roles/${id}` })),
    UpdateRole: onRole(({ id, version }) => ({ route: `PATCH /roles/${id}`, body: { version, description: 'Other' } })),
    DeleteRole: onRole(({ id }) => ({ route: `DELETE /roles/${id}` })),
    SetRoleActivation: onRole(({ id }) => ({ route: `PATCH /roles/${id}/activation?isEnabled=false` })),

    GetModules: fixed('GET /modules'),
    GetModule: fixed('GET /modules/USERS'),

    CreatePartner: {
      outside: 404,
      async target() {
        return { route: 'POST /partners', body: { partnerId: fresh(), name: 'New', institutionIds: ['FI001'] } }
      },
    },
    BrowsePartners: fixed('GET /partners'),
    ListPartners: fixed('POST /partners/list', {}),
    GetPartner: onPartner(({ id }) => ({ route: `GET /partners/${id}` })),
    UpdatePartner: onPartner(({ id, version }) => ({
      route: `PATCH /partners/${id}`,
      body: { version, name: 'Other' },
    })),
    DeletePartner: onPartner(({ id }) => ({ route: `DELETE /partners/${id}` })),
    SetPartnerActivation: onPartner(({ id }) => ({ route: `PATCH /partners/${id}/activation?isActive=false` })),
    CreateClient: onPartner(({ id }) => ({ route: `POST /partners/${id}/clients`, body: {} })),
    RotateClient: onPartner(async ({ id }) => ({ route: `POST /partners/${id}/clients/${await clientOf(id)}/rotate` })),
    DeleteClient: onPartner(async ({ id }) => ({ route: `DELETE /partners/${id}/clients/${await clientOf(id)}` })),

    ListErrorCodes: fixed('GET /error-codes'),
    GetErrorCode: fixed('GET /error-codes/B-AUTH-003'),

    HealthStatus: fixed('POST /healthstatus', { services: ['database'] }),

    ListAuditLogs: fixed('POST /audit-logs/list', {}),
    BrowseAuditLogs: fixed('GET /audit-logs'),
    GetAuditLog: {
      outside: 404,
      async target() {
        await newUser()
        return { route: `GET /audit-logs/${await auditIdOf('user')}` }
      },
    },
    VerifyAuditLogs: fixed('GET /audit-logs/verify'),
  }

  const guarded = ONBOARDING_OPERATIONS.flatMap(({ id, access }): [string, NonAnonymous][] =>
    isAnonymous(access) ? [] : [[id, access]],
  )

  test('there is a row for every operation that needs a bearer', () => {
    assert.deepEqual(Object.keys(ROWS).sort(), guarded.map(([id]) => id).sort())
  })

  // Logout last, because it ends the session that the others use.
  for (const [id, access] of guarded.toSorted(([a], [b]) => Number(a === 'Logout') - Number(b === 'Logout'))) {
    const row = ROWS[id] as Row
    test(`${id}: 401, 401, ${row.outside ?? 'no scope'}, ${typeof access === 'object' ? 403 : 'any role'}, 2xx`, async () => {
      const { route, body } = await row.target()
      const statusFor = async (token: string | undefined) => {
        const answer = await api.call(route, { token, body })
        if (answer.status >= 400) {
          assert.match(answer.body.message, /^B-[A-Z]+-\d{3}: ./, answer.text)
          assert.deepEqual([answer.body.data, answer.body.success], [null, false])
        }
        return answer.status
      }
      assert.equal(await statusFor(undefined), 401, 'without a token')
      assert.equal(await statusFor(tokens.expired), 401, 'with an expired token')
      if (row.outside !== undefined) assert.equal(await statusFor(tokens.outsider), row.outside, 'from outside')
      if (typeof access === 'object') {
        await limitTo(grantsBut(access))
        assert.equal(await statusFor(tokens.limited), 403, 'lacking the action')
        await limitTo([{ moduleId: access.module, actionId: [access.action] }])
      }
      const good = await api.call(route, { token: tokens.limited, body })
      assert.ok(good.status === 200 || good.status === 201, `having the action: ${good.status} ${good.text}`)
    })
  }
})
