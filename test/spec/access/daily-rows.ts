// Rows of the matrix of access for daily work: exceptions, settlements, accounts, cards, business days, figures and transactions.

import assert from 'node:assert/strict'
import { isCardNumber } from '../../../src/platform/kernel/identifiers/pan.ts'
import { DAY_MS, endOfDateMs, HOUR_MS, systemClock } from '../../../src/platform/kernel/time/clock.ts'
import { openPostgres } from '../../../src/platform/storage/open-database.ts'
import { post } from '../../support/accounts/account-services.ts'
import { withdrawal, withdrawalReversal } from '../../support/accounts/sandbox-requests.ts'
import { until } from '../../support/until.ts'
import type { AccessMatrix, Row, Target } from './matrix-callers.ts'

const CORRECTION = {
  institutionId: 'FI001',
  accountId: '1000000001',
  direction: 'CREDIT',
  amount: 1,
  currencyCode: 'USD',
  kind: 'GOODWILL',
  reason: 'Asked for',
}

const FILE = new Blob(['rrn,amount,currencyCode,sign\nR1,1.00,USD,D\n'], { type: 'text/csv' })

export function dailyRows(matrix: AccessMatrix): Record<string, Row> {
  const { api, tokens, asAdmin, made, limitTo, fresh, nextNumber, fixed, running, onInstitution, readyInstitution } =
    matrix
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
  const freshException = async (): Promise<string> => {
    const reversal = withdrawalReversal(withdrawal('1000000001', 4995))
    await post(running.current, '/transactions/debits/reverse', reversal)
    const search = { search: reversal.transaction.rrn }
    return (await asAdmin('POST /transactions/exceptions/list', search)).body.data.content[0].id
  }
  const onException = (target: (id: string) => Target): Row => ({
    outside: 404,
    target: async () => target(await freshException()),
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
  const newAlertRule = () => ({
    name: fresh(),
    metric: 'core.down',
    institutionId: 'FI001',
    threshold: 1,
    to: { roleIds: [matrix.bareRoleId] },
  })
  const onAlertRule = (route: (id: string) => string, body?: unknown): Row => ({
    outside: 404,
    target: async () => ({ route: route(await made('POST /alert-rules', newAlertRule())), body }),
  })
  const cardBody = () => {
    const digits = `40000000000${1000 + nextNumber()}`
    const pan = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isCardNumber)
    return { institutionId: 'FI001', pan, customerId: 'CUST0001', accountIds: ['1000000001'] }
  }
  const onCard = (target: (card: { id: string; version: number }) => Target, more: object = {}): Row => ({
    outside: 404,
    target: async () => target((await asAdmin('POST /cards', { ...cardBody(), ...more })).body.data),
  })
  const moveCard = (move: string, more: object = {}): Row =>
    onCard(({ id }) => ({ route: `POST /cards/${id}/${move}`, body: { reason: 'Asked for' } }), more)
  // Each is of a date of its own: one file of a source and date is matched at a time.
  const reconciliationBody = () => ({
    institutionId: 'FI001',
    businessDate: new Date(Date.UTC(2020, 0, nextNumber())).toISOString().slice(0, 10),
    source: 'PARTNER01',
    format: 'CSV',
  })
  const onReconciliation = (target: (id: string) => Target): Row => ({
    outside: 404,
    target: async () => target(await made('POST /reconciliations', reconciliationBody())),
  })
  const hotCardBody = () => ({ institutionId: 'FI001', pan: cardBody().pan, reason: 'STOLEN' })
  const onHotCard = (target: (id: string) => Target): Row => ({
    outside: 404,
    target: async () => target((await asAdmin('POST /hot-cards', hotCardBody())).body.data.id),
  })
  // It fits no order of the other rows.
  const stopBody = () => ({ institutionId: 'FI001', bin: '999999', reason: 'Asked for' })
  const onStop = (target: (id: string) => Target): Row => ({
    outside: 404,
    target: async () => target((await asAdmin('POST /stops', stopBody())).body.data.id),
  })
  /** The open day of an institution of its own. */
  const onDay = (
    target: (day: {
      readonly id: string
      readonly path: string
      readonly heldUntil: string
      readonly dayBefore: string
    }) => Target | Promise<Target>,
  ): Row => ({
    outside: 404,
    async target() {
      const { id } = await readyInstitution('activate')
      const { businessDate, timezone, cutoverTime } = (await asAdmin(`GET /financial-institutions/${id}`)).body.data
      const endMs = endOfDateMs(businessDate.replaceAll('-', ''), { timeZone: timezone, cutoverTime })
      return await target({
        id,
        path: `/financial-institutions/${id}/business-days/${businessDate}`,
        heldUntil: new Date(endMs + HOUR_MS).toISOString(),
        dayBefore: new Date(Date.parse(businessDate) - DAY_MS).toISOString().slice(0, 10),
      })
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

  return {
    BrowseExceptions: fixed('GET /transactions/exceptions'),
    ListExceptions: fixed('POST /transactions/exceptions/list', {}),
    GetException: onException((id) => ({ route: `GET /transactions/exceptions/${id}` })),
    ResolveException: onException((id) => ({
      route: `POST /transactions/exceptions/${id}/resolve`,
      body: { action: 'IGNORE', reason: 'seen' },
    })),
    AssignException: onException((id) => ({
      route: `POST /transactions/exceptions/${id}/assign`,
      body: { priority: 'HIGH' },
    })),
    CommentException: onException((id) => ({
      route: `POST /transactions/exceptions/${id}/comment`,
      body: { text: 'seen' },
    })),
    ListExceptionAssignees: fixed('GET /transactions/exceptions/assignees'),
    ResolveExceptions: onException((id) => ({
      route: 'POST /transactions/exceptions/resolve',
      body: { ids: [id], action: 'IGNORE', reason: 'seen' },
    })),
    AssignExceptions: onException((id) => ({
      route: 'POST /transactions/exceptions/assign',
      body: { ids: [id], priority: 'LOW' },
    })),
    BrowseExceptionJobs: fixed('GET /transactions/exceptions/resolutions'),
    GetExceptionJob: {
      outside: 404,
      async target() {
        const body = { ids: [await freshException()], priority: 'LOW' }
        const { data } = (await asAdmin('POST /transactions/exceptions/assign', body)).body
        return { route: `GET /transactions/exceptions/resolutions/${data.jobId}` }
      },
    },

    CreateReconciliation: {
      outside: 404,
      target: async () => ({ route: 'POST /reconciliations', body: reconciliationBody() }),
    },
    BrowseReconciliations: fixed('GET /reconciliations'),
    ListReconciliations: fixed('POST /reconciliations/list', {}),
    GetReconciliation: onReconciliation((id) => ({ route: `GET /reconciliations/${id}` })),
    SendReconciliationFile: onReconciliation((id) => ({ route: `PUT /reconciliations/${id}/file`, body: FILE })),
    BrowseReconciliationDifferences: onReconciliation((id) => ({ route: `GET /reconciliations/${id}/differences` })),

    CreateCorrection: { outside: 404, target: async () => ({ route: 'POST /corrections', body: CORRECTION }) },
    BrowseCorrections: fixed('GET /corrections'),
    ListCorrections: fixed('POST /corrections/list', {}),
    BrowseSuspense: { outside: 404, target: async () => ({ route: 'GET /suspense?institutionId=FI001' }) },
    GetCorrection: {
      outside: 404,
      async target() {
        const { data } = (await asAdmin('POST /corrections', CORRECTION)).body
        const route = `POST /change-requests/${data.changeRequestId}/approve`
        const approved = await api.call(route, { token: tokens.second })
        return { route: `GET /corrections/${approved.body.data.id}` }
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
    GetCustomer: {
      outside: 404,
      async target() {
        const { customerId } = (await asAdmin('POST /accounts', accountBody())).body.data
        return { route: `GET /customers/FI001/${customerId}` }
      },
    },
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
    CreateHotCard: { outside: 404, target: async () => ({ route: 'POST /hot-cards', body: hotCardBody() }) },
    BrowseHotCards: fixed('GET /hot-cards'),
    ListHotCards: fixed('POST /hot-cards/list', {}),
    GetHotCard: onHotCard((id) => ({ route: `GET /hot-cards/${id}` })),
    LiftHotCard: onHotCard((id) => ({ route: `POST /hot-cards/${id}/lift`, body: { reason: 'Asked for' } })),
    CreateStop: { outside: 404, target: async () => ({ route: 'POST /stops', body: stopBody() }) },
    PreviewStop: {
      outside: 404,
      target: async () => ({ route: 'POST /stops/preview', body: { institutionId: 'FI001' } }),
    },
    BrowseStops: fixed('GET /stops'),
    ListStops: fixed('POST /stops/list', {}),
    GetStop: onStop((id) => ({ route: `GET /stops/${id}` })),
    UpdateStop: onStop((id) => ({
      route: `PATCH /stops/${id}`,
      body: { version: 1, expiresAt: new Date(systemClock.now() + 2 * DAY_MS).toISOString() },
    })),
    LiftStop: onStop((id) => ({ route: `POST /stops/${id}/lift`, body: { reason: 'Asked for' } })),
    GetPlatformStatus: fixed('GET /status'),
    CreateAlertRule: { outside: 404, target: async () => ({ route: 'POST /alert-rules', body: newAlertRule() }) },
    BrowseAlertRules: fixed('GET /alert-rules'),
    ListAlertRules: fixed('POST /alert-rules/list', {}),
    GetAlertRule: onAlertRule((id) => `GET /alert-rules/${id}`),
    UpdateAlertRule: onAlertRule((id) => `PATCH /alert-rules/${id}`, { version: 1, forMinutes: 5 }),
    DeleteAlertRule: onAlertRule((id) => `DELETE /alert-rules/${id}`),
    SetAlertRuleActivation: onAlertRule((id) => `PATCH /alert-rules/${id}/activation?isActive=false`),
    AcknowledgeAlert: {
      outside: 404,
      async target() {
        const id = await made('POST /alert-rules', newAlertRule())
        await matrix.database.query(`UPDATE alert_rules SET state = 'RAISED', raised_at = now() WHERE id = $1`, [id])
        return { route: `POST /alert-rules/${id}/acknowledge` }
      },
    },
    BrowseBusinessDays: onInstitution((id) => `GET /financial-institutions/${id}/business-days`),
    GetBusinessDay: onClosedDay((id, date) => `GET /financial-institutions/${id}/business-days/${date}`),
    GetReconciliationFile: onClosedDay((id, date) => `GET /financial-institutions/${id}/business-days/${date}/file`),
    HoldBusinessDay: onDay(({ path, heldUntil }) => ({
      route: `POST ${path}/hold`,
      body: { until: heldUntil, reason: 'Asked for' },
    })),
    ReleaseBusinessDay: onDay(async ({ path, heldUntil }) => {
      assert.equal((await asAdmin(`POST ${path}/hold`, { until: heldUntil, reason: 'Asked for' })).status, 200)
      return { route: `POST ${path}/release` }
    }),
    CloseBusinessDay: onDay(({ path }) => ({ route: `POST ${path}/close` })),
    RetryBusinessDay: onDay(async ({ id, path, dayBefore }) => {
      // The lease is another node's, so that the sweep does not close the day meanwhile.
      await matrix.database.query(
        `INSERT INTO business_calendars AS c (institution_id, first_date)
         SELECT institution_id, to_char($2::date - 1, 'YYYYMMDD') FROM institutions WHERE id = $1
             ON CONFLICT (institution_id) DO UPDATE SET first_date = excluded.first_date`,
        [id, dayBefore],
      )
      await matrix.database.query(
        `UPDATE business_calendars SET lease_holder = gen_random_uuid(), lease_until = now() + interval '1 hour'
          WHERE institution_id = (SELECT institution_id FROM institutions WHERE id = $1)`,
        [id],
      )
      await matrix.database.query(
        `UPDATE institutions SET closed_through = to_char($2::date - 1, 'YYYYMMDD') WHERE id = $1`,
        [id, dayBefore],
      )
      return { route: `POST ${path.slice(0, -10)}${dayBefore}/retry` }
    }),
    MakeReconciliationFile: onClosedDay((id, date) => `POST /financial-institutions/${id}/business-days/${date}/file`),

    GetDashboardSummary: { ...fixed('GET /dashboard/summary?institutionId=FI001'), outside: 404 },
    GetDashboardVolume: { ...fixed('GET /dashboard/volume?institutionId=FI001'), outside: 404 },
    GetDashboardResponseCodes: { ...fixed('GET /dashboard/response-codes?institutionId=FI001'), outside: 404 },
    GetDashboardLatency: { ...fixed('GET /dashboard/latency?institutionId=FI001'), outside: 404 },
    GetDashboardInstitutions: { ...fixed('GET /dashboard/institutions?institutionId=FI001'), outside: 404 },
    GetDashboardLending: { ...fixed('GET /dashboard/lending?institutionId=FI001'), outside: 404 },
    GetDashboardTokens: { ...fixed('GET /dashboard/tokens?institutionId=FI001'), outside: 404 },
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
  }
}
