// Rows of the matrix of access for the directory: partners, webhooks, terminals, institutions, billers and sub-tenants.

import assert from 'node:assert/strict'
import type { AccessMatrix, Row, Target } from './matrix-callers.ts'

export function directoryRows(matrix: AccessMatrix): Record<string, Row> {
  const { api, tokens, asAdmin, made, fresh, newPartner, fixed, newInstitution, onInstitution, readyInstitution } =
    matrix
  const onPartner = (target: (partner: { id: string; version: number }) => Target | Promise<Target>): Row => ({
    outside: 404,
    target: async () => target(await newPartner()),
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
  const onTerminal = (target: (terminal: { id: string; version: number }) => Target): Row => ({
    outside: 404,
    target: async () => target(await newTerminal()),
  })
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

  return {
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
    UpdateClient: onPartner(async ({ id }) => ({
      route: `PATCH /partners/${id}/clients/${await clientOf(id)}`,
      body: { addresses: ['192.0.2.0/24'] },
    })),
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
    RecordTerminalCash: onTerminal(({ id }) => ({
      route: `POST /terminals/${id}/cash`,
      body: { kind: 'LOAD', currencyCode: 'USD', amount: 100, reference: fresh(), at: new Date().toISOString() },
    })),
    GetTerminalCash: onTerminal(({ id }) => ({ route: `GET /terminals/${id}/cash` })),
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
  }
}
