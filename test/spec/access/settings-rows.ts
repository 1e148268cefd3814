// Rows of the matrix of access for settings: properties, connections to cores, codes, products, rules and the audit log.

import type { AccessMatrix, Row, Target } from './matrix-callers.ts'

export function settingsRows(matrix: AccessMatrix): Record<string, Row> {
  const { asAdmin, made, fresh, nextNumber, newUser, fixed } = matrix
  const auditIdOf = async (resource: string): Promise<string> => {
    const { body } = await asAdmin('POST /audit-logs/list?size=1', { resource })
    return body.data.content[0].id as string
  }
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
    code: nextNumber().toString(36).padStart(2, 'z').slice(-2),
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

  return {
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
}
