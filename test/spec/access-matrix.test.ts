// Every onboarding operation that needs a bearer token, called by every kind of caller: no token, an expired token, a
// user of another institution, a role with everything but the action, and a role with only the action.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Grant } from '../../src/access/principal/grant.ts'
import { ACTION_IDS, MODULES, moduleOf } from '../../src/access/principal/modules.ts'
import { type Access, type AnonymousAccess, isAnonymous } from '../../src/edge/resource/access.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'
import { DAY_MS, systemClock } from '../../src/kernel/clock.ts'
import { isCardNumber } from '../../src/kernel/pan.ts'
import type { Database } from '../../src/storage/database.ts'
import { openPostgres } from '../../src/storage/open-database.ts'
import { post } from '../support/accounts/account-services.ts'
import { withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { agedToken } from '../support/onboarding/aged-token.ts'
import { linkMailedTo, mailedTo, Onboarding, type OnboardingAnswer } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'
import { declareFourEyesWalk } from './four-eyes-walk.ts'

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
  const tokens = { admin: '', second: '', expired: '', outsider: '', limited: '' }
  let database: Database
  const limitedMail = 'limited@matrix.example'
  let bareRoleId = ''
  let limitedRoleId = ''
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
      actionId: ACTION_IDS.filter((action) => !lacking.includes(moduleId) || left?.action !== action),
    }))
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
    const token = await userToken(mailID, await made('POST /roles', { roleName: fresh(), modules: ROLE_MAKER }), {
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

  const webhook = (partnerId: string) => ({
    partnerId,
    url: 'https://partner.example/events',
    contactEmail: 'operations@partner.example',
  })
  const onWebhook = (target: (webhook: { id: string; version: number }) => Target): Row => ({
    outside: 404,
    async target() {
      const { partnerId } = await newPartner()
      return target((await asAdmin('POST /webhooks', webhook(partnerId))).body.data)
    },
  })

  const newTerminal = async () => {
    const terminal = { terminalId: fresh(), institutionId: 'FI001', acceptorId: 'ACC', kind: 'ATM' }
    return (await asAdmin('POST /terminals', { ...terminal, location: 'Lobby', branchId: '001' })).body.data
  }
  /** A settlement of what the sandbox's own banks owe each other for their transfers. */
  const freshSettlement = async () => {
    const database = openPostgres(running.store.env.DATABASE_URL ?? '', { connections: 1 })
    try {
      const { rows } = await database.query<{ id: string; currency: string }>(
        `SELECT split_part(account, ':', 2) AS id, currency
           FROM (SELECT account, currency, amount_minor FROM general_ledger_totals
                 UNION ALL SELECT account, currency, amount_minor FROM general_ledger_deltas) l
          WHERE account LIKE 'tokens:%:owed' GROUP BY account, currency HAVING sum(amount_minor) <> 0
          ORDER BY sum(amount_minor)`,
      )
      const [payee, payer] = [rows[0], rows.at(-1)]
      assert.ok(payee && payer && payee.id !== payer.id, 'the sandbox has debts')
      return {
        payerInstitutionId: payer.id,
        payeeInstitutionId: payee.id,
        currencyCode: payer.currency,
        amount: 1,
        externalReference: fresh(),
        valueDate: '2026-01-15',
      }
    } finally {
      await database.close()
    }
  }
  const onTerminal = (target: (terminal: { id: string; version: number }) => Target): Row => ({
    outside: 404,
    target: async () => target(await newTerminal()),
  })

  const accountBody = () => ({
    institutionId: 'FI001',
    accountId: fresh(),
    customerId: 'CUST0001',
    accountType: 'DDA',
    description: 'Checking',
    currencyCode: 'USD',
    branchId: '001',
  })
  const onAccount = (target: (account: { id: string; version: number }) => Target): Row => ({
    outside: 404,
    target: async () => target((await asAdmin('POST /accounts', accountBody())).body.data),
  })
  const moveAccount = (move: string): Row =>
    onAccount(({ id }) => ({ route: `POST /accounts/${id}/${move}`, body: { reason: 'Asked for' } }))
  const cardBody = () => {
    const digits = `40000000000${1000 + count++}`
    const pan = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isCardNumber)
    return { institutionId: 'FI001', pan, customerId: 'CUST0001', accountIds: ['1000000001'] }
  }
  const onCard = (target: (card: { id: string; version: number }) => Target, more: object = {}): Row => ({
    outside: 404,
    target: async () => target((await asAdmin('POST /cards', { ...cardBody(), ...more })).body.data),
  })
  const moveCard = (move: string, more: object = {}): Row =>
    onCard(({ id }) => ({ route: `POST /cards/${id}/${move}`, body: { reason: 'Asked for' } }), more)

  const newTerminalKey = async () => {
    const { terminalId } = await newTerminal()
    return { terminalId, id: await made('POST /terminal-keys', { institutionId: 'FI001', terminalId, keyType: 'TMK' }) }
  }
  const onTerminalKey = (move: string, before?: string): Row => ({
    outside: 404,
    async target() {
      const { id } = await newTerminalKey()
      if (before !== undefined) await asAdmin(`POST /terminal-keys/${id}/${before}`)
      return { route: `POST /terminal-keys/${id}/${move}` }
    },
  })
  /** A new institution, moved this far by the administrator. */
  const newInstitution = async (...moves: readonly string[]) => {
    const institutionId = fresh()
    const id = await made('POST /financial-institutions', {
      ...{ institutionId, legalName: 'New bank', displayName: 'New bank', type: 'BANK', countryCode: 'US' },
      ...{ baseCurrency: 'USD', timezone: 'UTC', bins: [String(700_000 + count)] },
      contacts: [{ name: 'Desk', email: 'desk@bank.example', phone: '5550100', kind: 'TECHNICAL' }],
    })
    for (const move of moves) await asAdmin(`POST /financial-institutions/${id}/${move}`)
    return { id, institutionId }
  }
  /** Submitted by the second administrator: the first has created the users who decide about it. */
  const submittedBySecond = async () => {
    const made = await newInstitution()
    for (const [route, body] of [
      [`PATCH /financial-institutions/${made.id}`, { version: 1, displayName: 'Edited bank' }],
      [`POST /financial-institutions/${made.id}/submit`, undefined],
    ] as const) {
      const { status, text } = await api.call(route, { token: tokens.second, body })
      assert.equal(status, 200, text)
    }
    return made
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
  /** An institution that was activated five days ago, with the first of its business days. */
  const onClosedDay = (route: (id: string, date: string) => string): Row => ({
    outside: 404,
    async target() {
      const { id } = await readyInstitution('activate')
      const date = new Date(systemClock.now() - 5 * DAY_MS).toISOString().slice(0, 10)
      const database = openPostgres(running.store.env.DATABASE_URL ?? '', { connections: 1 })
      try {
        await database.query(
          `UPDATE business_calendars SET first_date = $2
            WHERE institution_id = (SELECT institution_id FROM institutions WHERE id = $1)`,
          [id, date.replaceAll('-', '')],
        )
        await database.query(
          `INSERT INTO business_calendars (institution_id, first_date) SELECT institution_id, $2 FROM institutions WHERE id = $1
           ON CONFLICT DO NOTHING`,
          [id, date.replaceAll('-', '')],
        )
      } finally {
        await database.close()
      }
      return { route: route(id, date) }
    },
  })
  const moveOf = (move: string, make: () => Promise<{ readonly id: string }>, body?: unknown): Row =>
    onInstitution((id) => `POST /financial-institutions/${id}/${move}`, body, make)

  const onBiller = (route: (id: string) => string, body?: unknown): Row => ({
    outside: 404,
    async target() {
      const biller = { institutionId: 'FI001', billerId: fresh(), bin: '510100', name: 'Biller' }
      return { route: route(await made('POST /billers', biller)), body }
    },
  })
  const onSubTenant = (
    route: (id: string) => string,
    { body, activations = [] }: { body?: unknown; activations?: readonly boolean[] } = {},
  ): Row => ({
    outside: 404,
    async target() {
      const tenantCode = fresh()
      const subTenant = { institutionId: 'FI001', tenantCode, name: 'Shop', contactEmail: 'desk@shop.example' }
      const id = await made('POST /sub-tenants', subTenant)
      for (const isActive of activations) await asAdmin(`PATCH /sub-tenants/${id}/activation?isActive=${isActive}`)
      return { route: route(id), body }
    },
  })

  const newProperty = async () => (await asAdmin('POST /application-properties', property())).body.data
  const property = () => ({
    environment: 'qa',
    application: '*',
    institutionId: 'FI001',
    key: fresh(),
    value: '1',
    valueType: 'INT',
  })
  const onProperty = (target: (one: { id: string; version: number; key: string }) => Target): Row => ({
    outside: 404,
    target: async () => target(await newProperty()),
  })
  const builtinConnection = () => ({
    institutionId: 'FI001',
    environment: 'sandbox',
    coreType: 'BUILTIN',
    name: fresh(),
  })
  const freshAccountType = () => ({
    institutionId: 'FI001',
    code: fresh(),
    description: 'Target',
    category: 'LIABILITY',
    defaultTxnCapability: '06',
  })
  const freshCapability = () => ({
    code: (++count).toString(36).padStart(2, 'z').slice(-2),
    description: 'Target',
    flags: {},
  })
  /** A record that an administrator makes, and what its operation is called with. */
  const onRecord =
    (path: string, body: () => object, outside: number) =>
    (target: (record: { id: string; version: number }) => Target | Promise<Target>): Row => ({
      outside,
      target: async () => target((await asAdmin(`POST ${path}`, body())).body.data),
    })
  const onConnection = onRecord('/core-connectivity', builtinConnection, 404)
  const onAccountType = onRecord('/account-types', freshAccountType, 404)
  const onCapability = onRecord('/transaction-capabilities', freshCapability, 403)

  const freshLoanProduct = () => ({
    institutionId: 'FI001',
    productCode: fresh(),
    name: 'Target',
    currencies: ['USD'],
    amount: { min: 1, max: 2 },
    term: { min: { termCount: 1, termUnit: 'Months' }, max: { termCount: 2, termUnit: 'Months' } },
    rate: { min: 0, max: 10 },
    defaultRate: 5,
  })
  const freshLoanRate = () => ({ productCode: 'OPEN', nominalRate: 5, type: 'FIXED', effectiveFrom: '2026-01-01' })
  const onLoanProduct = onRecord('/loan-products', freshLoanProduct, 404)
  const onLoanRate = onRecord('/loan-rates', freshLoanRate, 404)

  const newTransaction = async (): Promise<string> => {
    const sent = withdrawal('1000000002', 5)
    assert.equal((await post(running.current, '/transactions/debits', sent)).status, 200)
    const { body } = await asAdmin('POST /transactions/list', { rrn: sent.transaction.rrn })
    return body.data.content[0].id as string
  }
  /** Exports belong to who asked for them, here the user whose role is tried out. */
  const newExport = async (): Promise<string> => {
    await limitTo([{ moduleId: 'TXN_EXPORT', actionId: ['EXPORT'] }])
    const token = tokens.limited
    const { body, text } = await api.call('POST /transactions/export', { token, body: { format: 'CSV' } })
    const id = body.data?.exportId as string
    assert.ok(id, text)
    await until(
      async () => (await api.call(`GET /transactions/exports/${id}`, { token })).body.data.state === 'DONE',
      'the export is done',
    )
    return id
  }

  /** A change of the limited user that waits: the list takes every change of users of FI001. */
  const newChangeRequest = async (by: string): Promise<string> => {
    const list = {
      environment: 'sandbox',
      application: '*',
      institutionId: 'FI002',
      key: 'four-eyes',
      valueType: 'JSON',
    }
    const kept = await api.call('POST /application-properties', {
      token: tokens.admin,
      body: { ...list, value: '["USERS:UPDATE:lastName"]' },
    })
    assert.ok([201, 409].includes(kept.status), kept.text)
    await limitTo([{ moduleId: 'USERS', actionId: ['UPDATE', 'VIEW'] }])
    const { id } = await newUser({ institutionId: 'FI002' })
    const { status, body, text } = await api.call('PATCH /users', { token: by, body: { id, lastName: fresh() } })
    assert.equal(status, 202, text)
    return body.data.changeRequestId as string
  }
  const onChangeRequest = (route: (id: string) => string, by: () => string): Row => ({
    target: async () => ({ route: route(await newChangeRequest(by())) }),
  })

  const ROWS: Record<string, Row> = {
    BrowseChangeRequests: fixed('GET /change-requests'),
    ListChangeRequests: fixed('POST /change-requests/list', {}),
    GetChangeRequest: onChangeRequest(
      (id) => `GET /change-requests/${id}`,
      () => tokens.limited,
    ),
    ApproveChangeRequest: onChangeRequest(
      (id) => `POST /change-requests/${id}/approve`,
      // The administrator has created the limited user, who therefore may not approve for the administrator.
      () => tokens.second,
    ),
    RejectChangeRequest: onChangeRequest(
      (id) => `POST /change-requests/${id}/reject`,
      () => tokens.admin,
    ),
    WithdrawChangeRequest: onChangeRequest(
      (id) => `POST /change-requests/${id}/withdraw`,
      () => tokens.limited,
    ),
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

    CreateWebhook: {
      outside: 404,
      target: async () => ({ route: 'POST /webhooks', body: webhook((await newPartner()).partnerId) }),
    },
    BrowseWebhooks: fixed('GET /webhooks'),
    ListWebhooks: fixed('POST /webhooks/list', {}),
    GetWebhook: onWebhook(({ id }) => ({ route: `GET /webhooks/${id}` })),
    UpdateWebhook: onWebhook(({ id, version }) => ({
      route: `PATCH /webhooks/${id}`,
      body: { version, contactEmail: 'other@partner.example' },
    })),
    DeleteWebhook: onWebhook(({ id }) => ({ route: `DELETE /webhooks/${id}` })),
    SetWebhookActivation: onWebhook(({ id }) => ({ route: `PATCH /webhooks/${id}/activation?isActive=false` })),
    RotateWebhook: onWebhook(({ id }) => ({ route: `POST /webhooks/${id}/rotate` })),
    TestWebhook: onWebhook(({ id }) => ({ route: `POST /webhooks/${id}/test` })),
    BrowseWebhookDeliveries: onWebhook(({ id }) => ({ route: `GET /webhooks/${id}/deliveries` })),
    SendWebhookNow: onWebhook(({ id }) => ({ route: `POST /webhooks/${id}/send-now` })),
    RedeliverEvents: onWebhook(({ id }) => ({ route: `POST /webhooks/${id}/redeliver`, body: { from: 1 } })),

    BrowseExceptions: fixed('GET /transactions/exceptions'),
    ListExceptions: fixed('POST /transactions/exceptions/list', {}),
    ResolveException: {
      outside: 404,
      async target() {
        const reversal = withdrawalReversal(withdrawal('1000000001', 4995))
        await post(running.current, '/transactions/debits/reverse', reversal)
        const search = { search: reversal.transaction.rrn }
        const { id } = (await asAdmin('POST /transactions/exceptions/list', search)).body.data.content[0]
        return { route: `POST /transactions/exceptions/${id}/resolve`, body: { action: 'IGNORE', reason: 'seen' } }
      },
    },

    CreateDigitalSettlement: {
      outside: 403,
      target: async () => ({ route: 'POST /digital-settlements', body: await freshSettlement() }),
    },
    ReverseDigitalSettlement: {
      outside: 403,
      target: async () => ({
        route: `POST /digital-settlements/${await made('POST /digital-settlements', await freshSettlement())}/reversal`,
        body: { reason: 'a wrong amount' },
      }),
    },
    BrowseDigitalSettlements: fixed('GET /digital-settlements'),
    ListDigitalSettlements: fixed('POST /digital-settlements/list', {}),
    GetDigitalSettlement: {
      outside: 404,
      target: async () => ({
        route: `GET /digital-settlements/${await made('POST /digital-settlements', await freshSettlement())}`,
      }),
    },

    CreateAccount: { outside: 404, target: async () => ({ route: 'POST /accounts', body: accountBody() }) },
    BrowseAccounts: fixed('GET /accounts'),
    ListAccounts: fixed('POST /accounts/list', {}),
    GetAccount: onAccount(({ id }) => ({ route: `GET /accounts/${id}` })),
    UpdateAccount: onAccount(({ id, version }) => ({
      route: `PATCH /accounts/${id}`,
      body: { version, description: 'Other' },
    })),
    BlockAccount: moveAccount('block'),
    UnblockAccount: {
      outside: 404,
      async target() {
        const { id } = (await asAdmin('POST /accounts', { ...accountBody(), status: 'FROZEN' })).body.data
        return { route: `POST /accounts/${id}/unblock`, body: { reason: 'Asked for' } }
      },
    },
    CloseAccount: moveAccount('close'),
    BrowseAccountEntries: onAccount(({ id }) => ({ route: `GET /accounts/${id}/entries` })),

    CreateCard: { outside: 404, target: async () => ({ route: 'POST /cards', body: cardBody() }) },
    BrowseCards: fixed('GET /cards'),
    ListCards: fixed('POST /cards/list', {}),
    GetCard: onCard(({ id }) => ({ route: `GET /cards/${id}` })),
    UpdateCard: onCard(({ id, version }) => ({
      route: `PATCH /cards/${id}`,
      body: { version, accountIds: ['1000000002'] },
    })),
    BlockCard: moveCard('block'),
    UnblockCard: moveCard('unblock', { status: 'NOT_ACTIVE' }),
    CloseCard: moveCard('close'),

    CreateTerminal: {
      outside: 404,
      async target() {
        const terminal = { terminalId: fresh(), institutionId: 'FI001', acceptorId: 'ACC', kind: 'ATM' }
        return { route: 'POST /terminals', body: { ...terminal, location: 'Lobby', branchId: '001' } }
      },
    },
    BrowseTerminals: fixed('GET /terminals'),
    ListTerminals: fixed('POST /terminals/list', {}),
    GetTerminal: onTerminal(({ id }) => ({ route: `GET /terminals/${id}` })),
    UpdateTerminal: onTerminal(({ id, version }) => ({
      route: `PATCH /terminals/${id}`,
      body: { version, location: 'Hall' },
    })),
    DeleteTerminal: onTerminal(({ id }) => ({ route: `DELETE /terminals/${id}` })),
    SetTerminalActivation: onTerminal(({ id }) => ({ route: `PATCH /terminals/${id}/activation?isActive=true` })),
    DecommissionTerminal: onTerminal(({ id }) => ({ route: `POST /terminals/${id}/decommission` })),

    CreateTerminalKey: {
      outside: 404,
      async target() {
        const { terminalId } = await newTerminal()
        return { route: 'POST /terminal-keys', body: { institutionId: 'FI001', terminalId, keyType: 'APP' } }
      },
    },
    BrowseTerminalKeys: fixed('GET /terminal-keys'),
    ListTerminalKeys: fixed('POST /terminal-keys/list', {}),
    GetTerminalKey: {
      outside: 404,
      async target() {
        return { route: `GET /terminal-keys/${(await newTerminalKey()).id}` }
      },
    },
    ActivateTerminalKey: onTerminalKey('activate'),
    RotateTerminalKey: onTerminalKey('rotate', 'activate'),
    RevokeTerminalKey: onTerminalKey('revoke'),
    CreateInstitution: {
      outside: 403,
      async target() {
        const institutionId = fresh()
        const body = { institutionId, legalName: 'New', displayName: 'New', type: 'MFI', countryCode: 'KE' }
        return { route: 'POST /financial-institutions', body: { ...body, baseCurrency: 'KES', timezone: 'UTC' } }
      },
    },
    BrowseInstitutions: fixed('GET /financial-institutions'),
    ListInstitutions: fixed('POST /financial-institutions/list', {}),
    GetInstitution: onInstitution((id) => `GET /financial-institutions/${id}`),
    UpdateInstitution: onInstitution((id) => `PATCH /financial-institutions/${id}`, {
      version: 1,
      displayName: 'Other',
    }),
    DeleteInstitution: onInstitution((id) => `DELETE /financial-institutions/${id}`),
    SubmitInstitution: moveOf('submit', () => newInstitution()),
    ApproveInstitution: moveOf('approve', submittedBySecond),
    RejectInstitution: moveOf('reject', submittedBySecond, { reason: 'No' }),
    ActivateInstitution: moveOf('activate', () => readyInstitution()),
    SuspendInstitution: moveOf('suspend', () => readyInstitution('activate'), { reason: 'No' }),
    ResumeInstitution: moveOf('resume', () => readyInstitution('activate', 'suspend')),
    TerminateInstitution: moveOf('terminate', () => readyInstitution('activate', 'suspend'), { reason: 'No' }),
    GetInstitutionReadiness: onInstitution((id) => `GET /financial-institutions/${id}/readiness`),
    GetInstitutionHistory: onInstitution((id) => `GET /financial-institutions/${id}/history`),

    BrowseBusinessDays: onInstitution((id) => `GET /financial-institutions/${id}/business-days`),
    GetBusinessDay: onClosedDay((id, date) => `GET /financial-institutions/${id}/business-days/${date}`),
    GetReconciliationFile: onClosedDay((id, date) => `GET /financial-institutions/${id}/business-days/${date}/file`),
    MakeReconciliationFile: onClosedDay((id, date) => `POST /financial-institutions/${id}/business-days/${date}/file`),

    GetDashboardSummary: { ...fixed('GET /dashboard/summary?institutionId=FI001'), outside: 404 },
    GetDashboardVolume: { ...fixed('GET /dashboard/volume?institutionId=FI001'), outside: 404 },
    GetDashboardResponseCodes: { ...fixed('GET /dashboard/response-codes?institutionId=FI001'), outside: 404 },
    GetDashboardLatency: { ...fixed('GET /dashboard/latency?institutionId=FI001'), outside: 404 },
    GetDashboardInstitutions: { ...fixed('GET /dashboard/institutions?institutionId=FI001'), outside: 404 },
    GetDashboardLending: { ...fixed('GET /dashboard/lending?institutionId=FI001'), outside: 404 },
    GetDashboardTokens: { ...fixed('GET /dashboard/tokens?institutionId=FI001'), outside: 404 },

    CreateBiller: {
      outside: 404,
      async target() {
        return {
          route: 'POST /billers',
          body: { institutionId: 'FI001', billerId: fresh(), bin: '510100', name: 'New' },
        }
      },
    },
    BrowseBillers: fixed('GET /billers'),
    ListBillers: fixed('POST /billers/list', {}),
    GetBiller: onBiller((id) => `GET /billers/${id}`),
    UpdateBiller: onBiller((id) => `PATCH /billers/${id}`, { version: 1, name: 'Other' }),
    DeleteBiller: onBiller((id) => `DELETE /billers/${id}`),
    SetBillerActivation: onBiller((id) => `PATCH /billers/${id}/activation?isActive=false`),

    CreateSubTenant: {
      outside: 404,
      async target() {
        const contactEmail = 'desk@shop.example'
        return {
          route: 'POST /sub-tenants',
          body: { institutionId: 'FI001', tenantCode: fresh(), name: 'New', contactEmail },
        }
      },
    },
    BrowseSubTenants: fixed('GET /sub-tenants'),
    ListSubTenants: fixed('POST /sub-tenants/list', {}),
    GetSubTenant: onSubTenant((id) => `GET /sub-tenants/${id}`),
    UpdateSubTenant: onSubTenant((id) => `PATCH /sub-tenants/${id}`, { body: { version: 1, name: 'Other' } }),
    DeleteSubTenant: onSubTenant((id) => `DELETE /sub-tenants/${id}`),
    SetSubTenantActivation: onSubTenant((id) => `PATCH /sub-tenants/${id}/activation?isActive=true`),
    CloseSubTenant: onSubTenant((id) => `POST /sub-tenants/${id}/close`, { activations: [true, false] }),

    CreateApplicationProperty: {
      outside: 404,
      async target() {
        return { route: 'POST /application-properties', body: property() }
      },
    },
    BrowseApplicationProperties: fixed('GET /application-properties'),
    ListApplicationProperties: fixed('POST /application-properties/list', {}),
    GetEffectiveApplicationProperties: {
      outside: 404,
      async target() {
        return { route: 'GET /application-properties/effective?environment=qa&institutionId=FI001' }
      },
    },
    PromoteApplicationProperties: onProperty(({ key }) => ({
      route: 'POST /application-properties/promote',
      body: { from: 'qa', to: 'uat', keys: [key], institutionId: 'FI001' },
    })),
    GetApplicationProperty: onProperty(({ id }) => ({ route: `GET /application-properties/${id}` })),
    UpdateApplicationProperty: onProperty(({ id, version }) => ({
      route: `PATCH /application-properties/${id}`,
      body: { version, value: '2' },
    })),
    DeleteApplicationProperty: onProperty(({ id }) => ({ route: `DELETE /application-properties/${id}` })),
    GetApplicationPropertyHistory: onProperty(({ id }) => ({ route: `GET /application-properties/${id}/history` })),
    RollbackApplicationProperty: onProperty(({ id }) => ({
      route: `POST /application-properties/${id}/rollback`,
      body: { version: 1 },
    })),

    CreateCoreConnectivity: {
      outside: 404,
      target: async () => ({ route: 'POST /core-connectivity', body: builtinConnection() }),
    },
    BrowseCoreConnectivity: fixed('GET /core-connectivity'),
    ListCoreConnectivity: fixed('POST /core-connectivity/list', {}),
    GetCoreConnectivity: onConnection(({ id }) => ({ route: `GET /core-connectivity/${id}` })),
    UpdateCoreConnectivity: onConnection(({ id, version }) => ({
      route: `PATCH /core-connectivity/${id}`,
      body: { version, name: 'Other' },
    })),
    DeleteCoreConnectivity: onConnection(({ id }) => ({ route: `DELETE /core-connectivity/${id}` })),
    TestCoreConnectivity: onConnection(({ id }) => ({ route: `POST /core-connectivity/${id}/test` })),
    SetCoreConnectivityActivation: onConnection(async ({ id }) => {
      await asAdmin(`POST /core-connectivity/${id}/test`)
      return { route: `PATCH /core-connectivity/${id}/activation?isActive=true` }
    }),

    CreateAccountType: {
      outside: 404,
      target: async () => ({ route: 'POST /account-types', body: freshAccountType() }),
    },
    BrowseAccountTypes: fixed('GET /account-types'),
    ListAccountTypes: fixed('POST /account-types/list', {}),
    GetAccountType: onAccountType(({ id }) => ({ route: `GET /account-types/${id}` })),
    UpdateAccountType: onAccountType(({ id, version }) => ({
      route: `PATCH /account-types/${id}`,
      body: { version, description: 'Other' },
    })),
    DeleteAccountType: onAccountType(({ id }) => ({ route: `DELETE /account-types/${id}` })),
    SetAccountTypeActivation: onAccountType(({ id }) => ({
      route: `PATCH /account-types/${id}/activation?isActive=false`,
    })),

    // They are for all: users of an institution read them and may not change them.
    CreateTransactionCapability: {
      outside: 403,
      target: async () => ({ route: 'POST /transaction-capabilities', body: freshCapability() }),
    },
    BrowseTransactionCapabilities: fixed('GET /transaction-capabilities'),
    ListTransactionCapabilities: fixed('POST /transaction-capabilities/list', {}),
    GetTransactionCapability: {
      outside: 200,
      async target() {
        return {
          route: `GET /transaction-capabilities/${await made('POST /transaction-capabilities', freshCapability())}`,
        }
      },
    },
    UpdateTransactionCapability: onCapability(({ id, version }) => ({
      route: `PATCH /transaction-capabilities/${id}`,
      body: { version, description: 'Other' },
    })),
    DeleteTransactionCapability: onCapability(({ id }) => ({ route: `DELETE /transaction-capabilities/${id}` })),
    SetTransactionCapabilityActivation: onCapability(({ id }) => ({
      route: `PATCH /transaction-capabilities/${id}/activation?isActive=false`,
    })),

    CreateLoanProduct: {
      outside: 404,
      target: async () => ({ route: 'POST /loan-products', body: freshLoanProduct() }),
    },
    BrowseLoanProducts: fixed('GET /loan-products'),
    ListLoanProducts: fixed('POST /loan-products/list', {}),
    GetLoanProduct: onLoanProduct(({ id }) => ({ route: `GET /loan-products/${id}` })),
    UpdateLoanProduct: onLoanProduct(({ id, version }) => ({
      route: `PATCH /loan-products/${id}`,
      body: { version, name: 'Other' },
    })),
    DeleteLoanProduct: onLoanProduct(async ({ id }) => {
      await asAdmin(`PATCH /loan-products/${id}/activation?isActive=false`)
      return { route: `DELETE /loan-products/${id}` }
    }),
    SetLoanProductActivation: onLoanProduct(({ id }) => ({
      route: `PATCH /loan-products/${id}/activation?isActive=false`,
    })),

    CreateLoanRate: {
      outside: 404,
      target: async () => ({ route: 'POST /loan-rates', body: freshLoanRate() }),
    },
    BrowseLoanRates: fixed('GET /loan-rates'),
    ListLoanRates: fixed('POST /loan-rates/list', {}),
    GetLoanRate: onLoanRate(({ id }) => ({ route: `GET /loan-rates/${id}` })),
    UpdateLoanRate: onLoanRate(({ id, version }) => ({
      route: `PATCH /loan-rates/${id}`,
      body: { version, nominalRate: 6 },
    })),
    DeleteLoanRate: onLoanRate(({ id }) => ({ route: `DELETE /loan-rates/${id}` })),
    SetLoanRateActivation: onLoanRate(({ id }) => ({ route: `PATCH /loan-rates/${id}/activation?isActive=false` })),

    BrowseTransactions: fixed('GET /transactions'),
    ListTransactions: fixed('POST /transactions/list', {}),
    GetTransaction: {
      outside: 404,
      target: async () => ({ route: `GET /transactions/${await newTransaction()}` }),
    },
    ExportTransactions: fixed('POST /transactions/export', { format: 'CSV' }),
    BrowseTransactionExports: fixed('GET /transactions/exports'),
    GetTransactionExport: {
      outside: 404,
      target: async () => ({ route: `GET /transactions/exports/${await newExport()}` }),
    },
    GetTransactionExportFile: {
      outside: 404,
      target: async () => ({ route: `GET /transactions/exports/${await newExport()}/file` }),
    },

    ListErrorCodes: fixed('GET /error-codes'),
    GetErrorCode: fixed('GET /error-codes/B-AUTH-003'),

    ListRules: fixed('GET /rules'),
    ListSandboxMails: fixed('GET /sandbox/mails'),
    GetRule: fixed('GET /rules/limits'),
    EvaluateRule: fixed('POST /rules/limits/evaluate', { input: {} }),

    HealthStatus: fixed('POST /healthstatus', { services: ['database'] }),

    SearchRecords: fixed('POST /search', { text: 'none' }),

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

  declareFourEyesWalk({
    database: () => database,
    call: (user, route, body) => api.call(route, { token: tokens[user], body }),
    targetOf: (id) => (ROWS[id] as Row).target(),
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
      assert.ok([200, 201, 202].includes(good.status), `having the action: ${good.status} ${good.text}`)
    })
  }
})
