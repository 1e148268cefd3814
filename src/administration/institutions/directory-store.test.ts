import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import type { Environment } from '../../platform/kernel/environment.ts'
import type { Database } from '../../platform/storage/database.ts'
import {
  INSTITUTION_STATUSES,
  type Institution,
  offers,
  TERMINAL_STATUSES,
  type Terminal,
  takesOrders,
} from './directory.ts'
import { openDirectory } from './directory-store.ts'

const WORLD = `
  INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, services, branches) VALUES
    ('FI001', 'One', 'ACTIVE', 'USD', 'UTC', '{LOOKUP,BALANCE}', '[{"id": "001", "name": "Main", "address": "1 Main"}]'),
    ('FI002', 'Two', 'ACTIVE', 'EUR', 'UTC', '{}', '[]');
  INSERT INTO core_connections (institution_id, environment, core_type, name, timeout_ms, status) VALUES
    ('FI001', 'sandbox', 'SANDBOX', 'S', 2500, 'ACTIVE'), ('FI001', 'prod', 'ISO8583', 'I', 7000, 'ACTIVE'),
    ('FI001', 'sandbox', 'REST', 'R', 3000, 'INACTIVE'), ('FI001', 'qa', 'REST', 'R', 3000, 'TESTED');
  INSERT INTO account_types (institution_id, code, core_code, description, category, default_txn_capability, balance_types, is_active)
  VALUES ('FI001', 'DDA', NULL, 'Checking', 'LIABILITY', '06', '{Balance}', true),
         ('FI001', 'SDA', 'S', 'Savings', 'LIABILITY', '05', '{Available,Balance}', true),
         ('FI001', 'S', NULL, 'Other', 'LIABILITY', '05', '{Balance}', true),
         ('FI001', 'XDA', 'S', 'Shares a code of the core', 'LIABILITY', '05', '{Balance}', true),
         ('FI002', 'LOAN', 'L', 'Loan', 'ASSET', '07', '{Balance,PaymentDue}', false);
  INSERT INTO transaction_capabilities (code, description, inquiry, withdrawal, deposit, transfer_from, transfer_to, bill_payment, cardless, is_active)
  VALUES ('X1', 'Off', true, true, true, true, true, true, true, false);
  INSERT INTO partners (partner_id, name, operations, institution_ids, rate_per_second) VALUES ('P1', 'P', '{Debits}', '{FI001}', 50);
  INSERT INTO clients (client_id, partner_id, secret_hash, families, expires_at) VALUES
    ('c1', 'P1', 'h', '{accounts}', NULL), ('c2', 'P1', 'h', '{digital}', '2026-01-01T00:00:00Z');
  INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, limit_count_per_day, status)
  VALUES ('FI001', 'T1', 'A', 'ATM', 'L', '001', '{WITHDRAWAL}', 3, 'ACTIVE')`

const WORLD_NAMES = `UPDATE institutions SET name = CASE institution_id WHEN 'FI001' THEN 'One' ELSE 'Two' END`
const NEVER_MS = 2 ** 31 - 1

onDatabase('the directory', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query(WORLD)
  })

  test('shows what the tables hold, and nothing for what they do not', async () => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    assert.deepEqual(
      [...directory.institutions()].map((i) => i.institutionId),
      ['FI001', 'FI002'],
    )
    assert.deepEqual(directory.institution('FI001')?.branches, [{ id: '001', name: 'Main', address: '1 Main' }])
    assert.equal(directory.institution('FI001')?.services.has('BALANCE'), true)
    assert.deepEqual(directory.institution('FI001')?.limits, {})
    assert.equal(directory.institution('FI001')?.cutoverUntilMs, 0)
    assert.equal(directory.partner('P1')?.ratePerSecond, 50)
    assert.deepEqual(directory.client('c2')?.families, new Set(['digital']))
    assert.equal(directory.client('c1')?.expiresAtMs, undefined)
    assert.equal(directory.client('c2')?.expiresAtMs, Date.parse('2026-01-01T00:00:00Z'))
    assert.deepEqual(directory.terminal('FI001', 'T1')?.limits, { countPerDay: 3 })
    assert.equal(directory.terminal('FI001', 'T1')?.smallestNote, undefined)
    assert.equal(directory.terminal('FI002', 'T1'), undefined)
    assert.equal(directory.institution('FI009'), undefined)
    assert.equal(directory.biller('FI001', 'B1'), undefined)
    assert.deepEqual(directory.capability('01'), {
      inquiry: true,
      withdrawal: false,
      deposit: false,
      transferFrom: false,
      transferTo: false,
      billPayment: false,
      cardless: false,
    })
  })

  test('shows account types by their own code and by the code of the core', async () => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    assert.deepEqual(directory.accountType('FI001', 'DDA'), {
      code: 'DDA',
      category: 'LIABILITY',
      defaultTxnCapability: '06',
      balanceTypes: new Set(['Balance']),
      isActive: true,
    })
    assert.equal(directory.accountType('FI002', 'LOAN')?.isActive, false)
    assert.equal(directory.accountType('FI001', 'LOAN'), undefined)
    const called = (institutionId: string, code: string) => directory.accountTypeOfCore(institutionId, code)?.code
    assert.equal(called('FI001', 'DDA'), 'DDA', 'without a code of the core, by its own')
    assert.equal(called('FI001', 'S'), 'SDA', 'the code of the core comes first, and the first type that has it')
    assert.equal(called('FI001', 'SDA'), undefined, 'the core calls it otherwise')
    assert.equal(called('FI002', 'L'), 'LOAN')
    assert.equal(called('FI001', 'L'), undefined, 'another institution')
  })

  test('does not show an inactive capability', async () => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    assert.equal(directory.capability('X1'), undefined)
    await database.query(`UPDATE transaction_capabilities SET is_active = true WHERE code = 'X1'`)
    await directory.reload()
    assert.equal(directory.capability('X1')?.cardless, true)
  })

  const CORES: [environment: Environment, institutionId: string, coreType: string, timeoutMs: number][] = [
    ['sandbox', 'FI001', 'SANDBOX', 2500],
    ['prod', 'FI001', 'ISO8583', 7000],
    ['qa', 'FI001', 'NONE', 10_000],
    ['sandbox', 'FI002', 'NONE', 10_000],
  ]
  for (const [environment, institutionId, coreType, timeoutMs] of CORES) {
    test(`in ${environment}, ${institutionId} is reached through ${coreType}`, async () => {
      const directory = await openDirectory({ database, environment })
      directory.close()
      assert.equal(directory.institution(institutionId)?.coreType, coreType)
      assert.equal(directory.institution(institutionId)?.coreTimeoutMs, timeoutMs)
    })
  }

  test('is reloaded when a change of any table is announced', async (t) => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    t.after(() => directory.close())
    await until(() => database.changes.isLive(), 'changes are heard')
    await database.query(`UPDATE terminals SET status = 'INACTIVE' WHERE terminal_id = 'T1'`)
    await until(() => directory.terminal('FI001', 'T1')?.status === 'INACTIVE', 'the terminal is inactive')
    await database.query(`INSERT INTO billers VALUES ('FI001', 'B1', '510000', 'City Power', true)`)
    await until(() => directory.biller('FI001', 'B1') !== undefined, 'the biller is there')
    await database.query('DELETE FROM billers')
    await until(() => directory.biller('FI001', 'B1') === undefined, 'the biller is gone')
  })

  test('has been reloaded by the time a change is confirmed', async (t) => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    t.after(() => directory.close())
    for (let round = 0; round < 10; round++) {
      await database.query('UPDATE institutions SET name = $1', [`Name ${round}`])
      await database.changes.confirm('directory', { timeoutMs: NEVER_MS })
      assert.equal(directory.institution('FI001')?.name, `Name ${round}`)
    }
    await database.query(WORLD_NAMES)
  })

  test('reloads on request, even when it does not follow changes', async () => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    await database.query(`UPDATE partners SET is_active = false`)
    assert.equal(directory.partner('P1')?.isActive, true)
    await Promise.all([directory.reload(), directory.reload()])
    assert.equal(directory.partner('P1')?.isActive, false)
  })

  test('keeps the last snapshot while the database is unreachable, and reports that once', async (t) => {
    let isAway = false
    let failures = 0
    const flaky: Database = {
      ...database,
      engine: database.engine,
      query(statement, values) {
        if (!isAway) return database.query(statement, values)
        failures++
        return Promise.reject(new Error('away'))
      },
      transaction: (work) => (isAway ? Promise.reject(new Error('away')) : database.transaction(work)),
      connect: () => database.connect(),
      load: () => database.load(),
      close: () => database.close(),
    }
    const warnings: string[] = []
    const log = { warn: (_details: object, message: string) => warnings.push(message), error: assert.fail }
    const directory = await openDirectory({ database: flaky, environment: 'sandbox', log })
    t.after(() => directory.close())
    await until(() => database.changes.isLive(), 'changes are heard')
    isAway = true
    await database.query(`UPDATE institutions SET name = 'Uno' WHERE institution_id = 'FI001'`)
    await until(() => failures >= 2, 'the refresh fails, and fails again')
    assert.equal(directory.institution('FI001')?.name, 'One')
    assert.deepEqual(warnings, ['the directory could not be refreshed'])
    await assert.rejects(directory.reload(), /away/)
    isAway = false
    await until(() => directory.institution('FI001')?.name === 'Uno', 'the new name is read')
  })

  // As during a rolling upgrade: a newer node has widened the CHECK and written a value that this version does not know.
  test('a value it does not know is reported once and lets nothing through, and the rest is read', async (t) => {
    await database.query(`
      ALTER TABLE institutions DROP CONSTRAINT institutions_status_check;
      ALTER TABLE terminals DROP CONSTRAINT terminals_status_check;
      INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, services) VALUES
        ('FI007', 'Seven', 'PAUSED', 'USD', 'UTC', '{BALANCE,CRYPTO}'), ('FI008', 'Eight', 'ACTIVE', 'USD', 'UTC', '{}'),
        ('FI009', 'Nine', 'UNKNOWN', 'USD', 'UTC', '{}');
      INSERT INTO core_connections (institution_id, environment, core_type, name, status)
      VALUES ('FI008', 'sandbox', 'COBOL', 'C', 'ACTIVE');
      INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status)
      VALUES ('FI007', 'T7', 'A', 'ATM', 'L', '001', '{WITHDRAWAL,CRYPTO}', 'active');
      INSERT INTO partners (partner_id, name, operations, institution_ids, families)
      VALUES ('P7', 'P', '{}', '{FI007}', '{accounts,crypto}');
      INSERT INTO clients (client_id, partner_id, secret_hash, families) VALUES ('c7', 'P7', 'h', '{crypto}')`)
    const errors: string[] = []
    const log = { warn: assert.fail, error: (_details: object, message: string) => errors.push(message) }
    const directory = await openDirectory({ database, environment: 'sandbox', log })
    t.after(() => directory.close())

    const seven = directory.institution('FI007') as Institution
    assert.deepEqual([seven.status, takesOrders(seven), seven.services], ['UNKNOWN', false, new Set(['BALANCE'])])
    assert.equal(takesOrders(directory.institution('FI009') as Institution), false)
    const terminal = directory.terminal('FI007', 'T7') as Terminal
    assert.deepEqual([terminal.status, offers(terminal, 'WITHDRAWAL')], ['UNKNOWN', false])
    assert.equal(directory.institution('FI008')?.coreType, 'UNKNOWN')
    assert.deepEqual(directory.partner('P7')?.families, new Set(['accounts']))
    assert.deepEqual(directory.client('c7')?.families, new Set())
    assert.equal(takesOrders(directory.institution('FI001') as Institution), true)

    const reported = [
      'institutions FI007: status "PAUSED" is not known to this version',
      'institutions FI007: services "CRYPTO" is not known to this version',
      'core_connections FI008 sandbox: core_type "COBOL" is not known to this version',
      'institutions FI009: status "UNKNOWN" is not known to this version',
      'partners P7: families "crypto" is not known to this version',
      'clients c7: families "crypto" is not known to this version',
      'terminals FI007 T7: status "active" is not known to this version',
      'terminals FI007 T7: services "CRYPTO" is not known to this version',
    ]
    assert.deepEqual(errors.toSorted(), reported.toSorted())
    await directory.reload()
    assert.equal(errors.length, reported.length, 'a reload does not repeat them')
    await database.query(`UPDATE institutions SET status = 'HALTED' WHERE institution_id = 'FI007'`)
    await directory.reload()
    assert.deepEqual(errors.slice(reported.length), [
      'institutions FI007: status "HALTED" is not known to this version',
    ])
  })

  test('knows every status that the schema allows, and lets only ACTIVE through', async () => {
    const { rows } = await (await open()).database.query<{ name: string; definition: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE conname IN ('institutions_status_check', 'terminals_status_check')`,
    )
    const allowed = new Map(rows.map(({ name, definition }) => [name, definition.match(/(?<=')[A-Z]+(?=')/g)]))
    assert.deepEqual(allowed.get('institutions_status_check'), [...INSTITUTION_STATUSES])
    assert.deepEqual(allowed.get('terminals_status_check'), [...TERMINAL_STATUSES])
    assert.deepEqual(
      [...INSTITUTION_STATUSES, 'UNKNOWN' as const].filter((status) => takesOrders({ status } as Institution)),
      ['ACTIVE'],
    )
    const services: Terminal['services'] = new Set(['DEPOSIT'])
    assert.deepEqual(
      [...TERMINAL_STATUSES, 'UNKNOWN' as const].filter((status) =>
        offers({ status, services } as Terminal, 'DEPOSIT'),
      ),
      ['ACTIVE'],
    )
  })
})
