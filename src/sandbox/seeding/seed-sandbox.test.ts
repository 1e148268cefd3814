import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { verifyPassword } from '../../administration/access/passwords/passwords.ts'
import { ROLES } from '../../administration/access/roles/role-records.ts'
import { openDirectory } from '../../administration/institutions/directory-store.ts'
import { institutionKind } from '../../administration/institutions/financial-institutions/institution-records.ts'
import { findRecord, listRecords } from '../../administration/records/read-records.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { openLoanCatalogue } from '../../loans/products/loan-catalogue.ts'
import { amountRange } from '../../loans/products/resolve-terms.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { OPERATOR_ROLE } from './sandbox-users.ts'
import { seedSandbox } from './seed-sandbox.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
// Four in the morning UTC is the day before in New York; the loan is due on the first after that.
const clock = { now: () => Date.parse('2026-12-31T04:00:00Z') }

onDatabase('seeding the sandbox', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    assert.equal(await database.transaction((sql) => seedSandbox(sql, { clock, secretBox })), true)
  })

  test('seeding twice does nothing the second time', async () => {
    assert.equal(await database.transaction((sql) => seedSandbox(sql, { clock, secretBox })), false)
  })

  test('the books balance after seeding', async () => {
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('the directory shows institutions, partners, clients, terminals and billers as the contract lists them', async () => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    const fi001 = directory.institution('FI001')
    assert.equal(fi001?.name, 'First Sandbox Bank')
    assert.deepEqual(fi001?.limits, { perTransactionMinor: 500_000n, perDayMinor: 1_000_000n, countPerDay: 20 })
    assert.equal(fi001?.maxAccessFeeMinor, 1_000n)
    assert.equal(fi001?.coreType, 'SANDBOX')
    assert.deepEqual(fi001?.branches, [
      { id: '001', name: 'Main Street Branch', address: '1 Main Street, Springfield' },
    ])
    assert.equal(directory.institution('FI002')?.services.has('CARDLESS'), false)
    assert.deepEqual(directory.institution('FI002')?.limits, {})
    assert.equal(directory.institution('FI003')?.status, 'SUSPENDED')
    assert.equal(directory.partner('PARTNER01')?.operations.size, 13)
    assert.deepEqual(directory.partner('PARTNER01')?.families, new Set(['accounts', 'digital', 'lending']))
    assert.deepEqual(directory.partner('PARTNER02')?.families, new Set(['accounts', 'digital']))
    assert.equal(directory.partner('PARTNER02')?.operations.has('Debits'), false)
    assert.deepEqual([...(directory.partner('PARTNER02')?.institutionIds ?? [])], ['FI001'])
    assert.equal(
      directory.client('sandbox-atm')?.secretHash,
      secretBox.lookupHash('sandbox-atm-secret', 'client-secret:sandbox-atm'),
    )
    assert.ok((directory.client('sandbox-expired')?.expiresAtMs ?? Number.POSITIVE_INFINITY) < clock.now())
    assert.deepEqual(directory.terminal('FI001', 'ATM00001')?.smallestNote, { minor: 500n, currency: 'USD' })
    assert.equal(directory.terminal('FI001', 'ATM00009')?.status, 'INACTIVE')
    assert.equal(directory.terminal('FI002', 'ATM00001'), undefined)
    assert.deepEqual(directory.biller('FI001', 'BILLER01'), { billerId: 'BILLER01', bin: '510000', isActive: true })
    assert.equal(directory.biller('FI001', 'BILLER09')?.isActive, false)
    assert.equal(directory.capability('07')?.transferTo, true)
  })

  // One row per user of the contract: role and institution.
  const PEOPLE: [email: string, password: string, role: string, institutionId: string | null][] = [
    ['admin@sandbox.example', 'Sandbox-Admin-1!', 'Administrator', null],
    ['second@sandbox.example', 'Sandbox-Second-1!', 'Administrator', null],
    ['viewer@sandbox.example', 'Sandbox-Viewer-1!', 'Viewer', null],
    ['operator@fi001.example', 'Sandbox-Operator-1!', 'Institution Operator', 'FI001'],
  ]
  for (const [email, password, role, institutionId] of PEOPLE) {
    test(`${email} can sign in as ${role}`, async () => {
      const { rows } = await database.query<Record<string, string>>(
        `SELECT password_hash, role_name, users.institution_id FROM users JOIN roles USING (role_id)
          WHERE mail_key = $1 AND users.is_active AND is_enabled AND locked_until IS NULL AND NOT mfa_enable`,
        [email],
      )
      assert.deepEqual([rows[0]?.role_name, rows[0]?.institution_id], [role, institutionId])
      assert.match(rows[0]?.password_hash ?? '', /^\$argon2id\$/)
      assert.ok(await verifyPassword(rows[0]?.password_hash, password))
    })
  }

  test('the operator sees institution modules, manages its users, and nothing else', async () => {
    const role = await findRecord(database, ROLES, { scope: {}, nowMs: 0 }, OPERATOR_ROLE.roleId)
    assert.ok(role?.isEnabled)
    const { grants } = role
    for (const action of ['VIEW', 'CREATE', 'UPDATE', 'ACTIVATE'] as const) assert.ok(grants.allows('USERS', action))
    assert.ok(grants.allows('PARTNERS', 'VIEW'))
    const { rows } = await database.query(
      `SELECT DISTINCT module_id FROM role_grants WHERE role_id = $1 AND action_id <> 'VIEW'`,
      [OPERATOR_ROLE.roleId],
    )
    assert.deepEqual(rows, [{ module_id: 'USERS' }])
    for (const module of ['HEALTH', 'APP_PROPERTIES'] as const) assert.ok(!grants.allows(module, 'VIEW'))
  })

  test('a sandbox seeded before users existed gets them', async () => {
    await database.query(
      `DELETE FROM users; DELETE FROM roles WHERE NOT is_system; DELETE FROM settings WHERE key = 'sandboxUsers'`,
    )
    assert.equal(await database.transaction((sql) => seedSandbox(sql, { clock, secretBox })), false)
    assert.equal((await database.query('SELECT FROM users')).rowCount, PEOPLE.length)
  })

  test('a sandbox seeded before institutions had whole records gets them, unless a user has changed one', async () => {
    await database.query(
      `UPDATE institutions SET legal_name = name, contacts = '[]', currencies = NULL, swift_bic = NULL;
       UPDATE institutions SET version = 2, legal_name = 'Changed' WHERE institution_id = 'FI002';
       DELETE FROM settings WHERE key = 'sandboxInstitutions'`,
    )
    assert.equal(await database.transaction((sql) => seedSandbox(sql, { clock, secretBox })), false)
    const records = new Map(
      (
        await listRecords(database, institutionKind(clock), { scope: {}, nowMs: 0 }, {}, { page: 1, size: 10 })
      ).items.map((record) => [record.institutionId, record]),
    )
    assert.partialDeepStrictEqual(records.get('FI001'), {
      legalName: 'First Sandbox Bank, N.A.',
      type: 'BANK',
      currencies: ['USD', 'JPY', 'KWD'],
      swiftBic: 'FSBKUS33',
      address: { line1: '1 Main Street', city: 'Springfield' },
    })
    assert.deepEqual([records.get('FI002')?.legalName, records.get('FI002')?.contacts], ['Changed', []])
    // All that readiness asks of the record itself, so that it can be resumed.
    assert.ok(records.get('FI003')?.contacts.some(({ kind }) => kind === 'TECHNICAL'))
    await database.query(`UPDATE institutions SET version = 1 WHERE institution_id = 'FI002'`)
  })

  // One row per product of the contract: amounts, term, method and day count.
  const PRODUCTS: [code: string, amounts: [bigint, bigint], term: string, method?: string, dayCount?: string][] = [
    ['PERSONAL', [50_000n, 5_000_000n], '3 Months to 60 Months', 'ANNUITY', '30/360'],
    ['MORTGAGE', [2_000_000n, 200_000_000n], '60 Months to 360 Months', 'ANNUITY', '30/360'],
    ['AUTO', [200_000n, 10_000_000n], '12 Months to 84 Months', 'ANNUITY', 'ACT/365F'],
    ['SME', [500_000n, 50_000_000n], '1 Months to 60 Months', 'EQUAL_PRINCIPAL', 'ACT/360'],
    ['OPEN', [100n, 1_000_000_000n], '1 Days to 40 Years'],
  ]
  test('the loan products are as the contract lists them, also in a sandbox that is older than lending', async () => {
    await database.query(`TRUNCATE loan_rates, loan_products; DELETE FROM settings WHERE key = 'sandboxLoanProducts'`)
    assert.equal(await database.transaction((sql) => seedSandbox(sql, { clock, secretBox })), false)
    const catalogue = await openLoanCatalogue({ database })
    catalogue.close()
    for (const [code, [minMinor, maxMinor], range, method, dayCount] of PRODUCTS) {
      const product = catalogue.products.find(code)
      assert.ok(product, code)
      assert.deepEqual(amountRange(product, 'USD'), { minMinor, maxMinor })
      const { min, max } = product.term
      assert.equal(`${min.count} ${min.unit} to ${max.count} ${max.unit}`, range)
      assert.deepEqual([product.terms.method, product.terms.dayCount], [method, dayCount])
      assert.partialDeepStrictEqual(product, {
        institutionId: 'FI001',
        currency: 'USD',
        rate: { min: '0', max: '100' },
        feeCapPercent: '25',
        policy: {
          chargeOffDays: 180,
          maxInstalments: code === 'OPEN' ? 2_100 : 480,
          dailyRows: code === 'OPEN',
        },
      })
      assert.ok(catalogue.rates.ofProduct(code).length > 0, `${code} has rates`)
    }
    assert.deepEqual(catalogue.products.find('AUTO')?.currencies, ['USD'])
    for (const currency of ['EUR', 'JPY', 'KWD'])
      assert.ok(catalogue.products.find('OPEN')?.currencies.includes(currency))
  })

  const OLDER: [title: string, change: string, expected: number][] = [
    ['gets them', 'SELECT 1', 2_100],
    ['keeps what people have changed', 'UPDATE loan_products SET version = 2', 480],
  ]
  for (const [title, change, expected] of OLDER) {
    test(`a sandbox that is older than the bounds of products ${title}`, async () => {
      await database.query(
        `UPDATE loan_products SET max_instalments = 480, version = 1; ${change};
         DELETE FROM settings WHERE key = 'sandboxLoanBounds'`,
      )
      assert.equal(await database.transaction((sql) => seedSandbox(sql, { clock, secretBox })), false)
      const { rows } = await database.query<{ product_code: string; max_instalments: number }>(
        'SELECT product_code, max_instalments FROM loan_products',
      )
      for (const row of rows)
        assert.equal(row.max_instalments, row.product_code === 'OPEN' ? expected : 480, row.product_code)
    })
  }

  test('a sandbox that is older than digital banking gets its clients, and keeps what people have changed', async () => {
    const seed = () => database.transaction((sql) => seedSandbox(sql, { clock, secretBox }))
    const older = async (changes: string) => {
      await database.query(
        `DELETE FROM clients WHERE 'digital' = ANY (families) AND client_id <> 'sandbox-digital';
         DELETE FROM partners WHERE partner_id = 'PARTNER03';
         UPDATE partners SET families = '{accounts}' WHERE partner_id = 'PARTNER02';
         ${changes};
         DELETE FROM settings WHERE key = 'sandboxDigitalClients'`,
      )
      assert.equal(await seed(), false)
      const directory = await openDirectory({ database, environment: 'sandbox' })
      directory.close()
      return directory
    }
    const directory = await older(`DELETE FROM clients WHERE client_id = 'sandbox-ivr'`)
    for (const [clientId, partnerId] of [
      ['sandbox-digital', 'PARTNER01'],
      ['sandbox-digital-2', 'PARTNER02'],
      ['sandbox-digital-demo', 'PARTNER03'],
    ] as const) {
      assert.partialDeepStrictEqual(directory.client(clientId), {
        partnerId,
        secretHash: secretBox.lookupHash(`${clientId}-secret`, `client-secret:${clientId}`),
      })
      assert.ok(directory.partner(partnerId)?.families.has('digital'))
    }
    assert.equal(directory.partner('PARTNER02')?.operations.size, 8)
    assert.deepEqual([...(directory.partner('PARTNER02')?.institutionIds ?? [])], ['FI001'])
    assert.equal(directory.client('sandbox-ivr'), undefined)
    // A client whose partner is gone does not come back.
    const without = await older(`DELETE FROM partners WHERE partner_id = 'PARTNER02'`)
    assert.equal(without.partner('PARTNER02'), undefined)
    assert.equal(without.client('sandbox-digital-2'), undefined)
  })

  // One row per account that differs from "open, everything allowed".
  const ACCOUNTS: [accountId: string, expected: Record<string, unknown>][] = [
    ['1000000001', { account_type: 'DDA', balance_minor: 250_000n, txn_capability: '06', status: 'OPEN' }],
    [
      '1000000003',
      { account_type: 'LOAN', balance_minor: -745_000n, payment_due_minor: 21_533n, payment_due_on: '20270101' },
    ],
    ['1000000005', { txn_capability: '01' }],
    ['1000000006', { currency: 'JPY', balance_minor: 500_000n }],
    ['1000000007', { currency: 'KWD', balance_minor: 1_000_000n }],
    ['1000000182', { status: 'FROZEN', balance_minor: 50_000n }],
    ['1000000183', { status: 'CLOSED', balance_minor: 0n }],
    ['9000000100', { risk_flag: 'DO_NOT_HONOUR', balance_minor: 10_000_000n }],
    ['9000000102', { risk_flag: 'SUSPECTED_FRAUD' }],
  ]
  for (const [accountId, expected] of ACCOUNTS) {
    test(`account ${accountId} is as the contract lists it`, async () => {
      const { rows } = await database.query(
        `SELECT * FROM accounts WHERE institution_id = 'FI001' AND account_id = $1`,
        [accountId],
      )
      assert.partialDeepStrictEqual(rows[0], expected)
    })
  }

  test('a card is found by its hash, shown masked, and can be decrypted', async () => {
    const { rows } = await database.query<{ pan_sealed: string; masked_pan: string; account_ids: string[] }>(
      `SELECT pan_sealed, masked_pan, account_ids FROM cards WHERE institution_id = 'FI001' AND pan_hash = $1`,
      [secretBox.lookupHash('4000000000000010', 'pan')],
    )
    assert.equal(rows[0]?.masked_pan, '400000******0010')
    assert.deepEqual(rows[0]?.account_ids, ['1000000001', '1000000002', '1000000003'])
    assert.equal(secretBox.open(rows[0]?.pan_sealed ?? '', 'cards.pan'), '4000000000000010')
  })

  test('no card number or secret is stored in plain text', async () => {
    const { rows } = await database.query(
      `SELECT 1 FROM cards WHERE cards::text LIKE '%4000000000000010%'
        UNION ALL SELECT 1 FROM clients WHERE clients::text LIKE '%sandbox-atm-secret%'
        UNION ALL SELECT 1 FROM users WHERE users::text LIKE '%Sandbox-Admin-1!%'`,
    )
    assert.deepEqual(rows, [])
  })

  test("the days before seeding are closed, by each institution's calendar", async () => {
    const { rows } = await database.query(
      'SELECT institution_id, closed_through FROM institutions ORDER BY institution_id',
    )
    assert.deepEqual(rows, [
      { institution_id: 'FI001', closed_through: '20261229' },
      { institution_id: 'FI002', closed_through: '20261229' },
      { institution_id: 'FI003', closed_through: '20261230' },
    ])
  })
})
