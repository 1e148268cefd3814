import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { type OpenDirectory, openDirectory } from '../directory-store.ts'
import type { StoppableOrder } from './stop-list.ts'
import { type NewStop, Stops } from './stops.ts'

const NOW_MS = Date.parse('2026-01-15T10:00:00Z')
const clock = { nowMs: NOW_MS, now: () => clock.nowMs }
const by = (scope: Scope = {}): RecordCaller => ({ actor: { email: 'anne@bank.example', scope }, principal: { scope } })
const at = (days: number) => new Date(NOW_MS + days * DAY_MS).toISOString()
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const OF_TENANT = { ...FI001, subTenantId: '0197f3a0-0000-7000-8000-0000000000ff' }
const PAYER = '0197f3a0-0000-7000-8000-000000000001'
const PAYEE = '0197f3a0-0000-7000-8000-000000000002'

const WITHDRAWAL: StoppableOrder = {
  institutionIds: ['FI001'],
  partnerId: 'P1',
  clientId: 'c1',
  terminalId: 'T1',
  terminalKind: 'ATM',
  service: 'WITHDRAWAL',
  pan: '4000000000000010',
  currency: 'USD',
  amountMinor: 20_000n,
}
const INQUIRY: StoppableOrder = {
  institutionIds: ['FI001'],
  partnerId: 'P1',
  terminalId: 'T1',
  terminalKind: 'ATM',
  service: 'BALANCE',
  isInquiry: true,
}
const TOKENS: StoppableOrder = {
  institutionIds: ['FI001', undefined],
  partnerId: 'P1',
  currency: 'USD',
  amountMinor: 20_000n,
  payerInstitutionId: PAYER,
  payeeInstitutionId: PAYEE,
}

onDatabase('stops', (_engine, open) => {
  let database: Database
  let nodes: OpenDirectory[] = []
  let stops: Stops

  before(async () => {
    database = (await open()).database
    await database.query(`
      INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
        ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC');
      INSERT INTO partners (partner_id, name, operations, institution_ids) VALUES ('P1', 'P', '{}', '{FI001}'), ('P2', 'P', '{}', '{}');
      INSERT INTO clients (client_id, partner_id, secret_hash, families) VALUES ('c1', 'P1', 'h', '{accounts}');
      INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status)
      VALUES ('FI001', 'T1', 'A', 'ATM', 'L', '001', '{}', 'ACTIVE')`)
    for (const id of [PAYER, PAYEE])
      await database.query(
        `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, state, search_words,
                                           transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
         VALUES ($1::uuid, $1::text, 'P1', 'D', 'US', '{USD}', 'ACTIVE', '{}', $1::text, 'BRANCH', now(), now(), 'x', 'x')`,
        [id],
      )
    const options = { database, environment: 'sandbox', clock } as const
    nodes = [await openDirectory(options), await openDirectory(options)]
    stops = new Stops({ database, clock })
    await until(() => database.changes.isLive(), 'changes are heard')
  })
  after(() => {
    for (const node of nodes) node.close()
  })
  beforeEach(async () => {
    clock.nowMs = NOW_MS
    await database.query('DELETE FROM stops')
  })

  /** What both nodes say, once they have heard of every change. */
  async function stopping(order: StoppableOrder): Promise<string | undefined> {
    await database.changes.confirm('stops', { timeoutMs: 2 ** 31 - 1 })
    const [one, other] = nodes.map((node) => node.stop(() => order))
    assert.equal(one, other)
    return one
  }

  test('is obeyed by every node when its caller is answered, until it is lifted', async () => {
    const made = await stops.create(by(), { ...FI001, reason: 'Wrong deposits' })
    assert.partialDeepStrictEqual(made, { ...FI001, services: [], state: 'ACTIVE', expiresAt: at(1) })
    assert.deepEqual(
      nodes.map((node) => node.stop(() => WITHDRAWAL)),
      [made.id, made.id],
    )
    const lifted = await stops.lift(by(), made.id, 'Put right')
    assert.partialDeepStrictEqual(lifted, { version: 2, state: 'LIFTED', liftReason: 'Put right' })
    assert.equal(await stopping(WITHDRAWAL), undefined)
    await assert.rejects(stops.lift(by(), made.id, 'Again'), { kind: 'conflict' })
    await assert.rejects(stops.update(by(), made.id, { version: 2, expiresAt: at(2) }), { kind: 'conflict' })
  })

  // What a stop names, and which of a withdrawal, an inquiry and a movement of tokens it fits.
  const FITTING: [named: Omit<NewStop, 'reason'>, withdrawal: boolean, inquiry: boolean, tokens: boolean][] = [
    [{ institutionId: 'FI001' }, true, false, true],
    [{ institutionId: 'FI002' }, false, false, false],
    [{ partnerId: 'P1' }, true, false, true],
    [{ partnerId: 'P2' }, false, false, false],
    [{ clientId: 'c1' }, true, false, false],
    [{ institutionId: 'FI001', terminalId: 'T1' }, true, false, false],
    [{ terminalKind: 'ATM' }, true, false, false],
    [{ terminalKind: 'TELLER' }, false, false, false],
    [{ services: ['WITHDRAWAL', 'CARDLESS'] }, true, false, false],
    [{ services: ['DEPOSIT'] }, false, false, false],
    [{ services: ['BALANCE'] }, false, true, false],
    [{ terminalKind: 'ATM', services: ['BALANCE', 'LOOKUP'] }, false, true, false],
    [{ bin: '40000000' }, true, false, false],
    [{ bin: '400001' }, false, false, false],
    [{ currencyCode: 'USD' }, true, false, true],
    [{ currencyCode: 'EUR' }, false, false, false],
    [{ currencyCode: 'USD', amountOver: 199.99 }, true, false, true],
    [{ currencyCode: 'USD', amountOver: 200 }, false, false, false],
    [{ payerInstitutionId: PAYER }, false, false, true],
    [{ payerInstitutionId: PAYER, payeeInstitutionId: PAYEE }, false, false, true],
    [{ payerInstitutionId: PAYEE }, false, false, false],
    [{ institutionId: 'FI001', partnerId: 'P2' }, false, false, false],
  ]
  for (const [named, withdrawal, inquiry, tokens] of FITTING) {
    test(`${JSON.stringify(named)} stops what it fits`, async () => {
      const { id } = await stops.create(by(), { ...named, reason: 'Test' })
      const found = [await stopping(WITHDRAWAL), await stopping(INQUIRY), await stopping(TOKENS)]
      assert.deepEqual(
        found.map((one) => one === id),
        [withdrawal, inquiry, tokens],
      )
    })
  }

  test('it ends by itself; a change only makes it longer, to 30 days from then', async () => {
    const made = await stops.create(by(), { ...FI001, reason: 'Test', expiresAt: at(2) })
    assert.equal(await stopping(WITHDRAWAL), made.id)
    const lengthen = (version: number, expiresAt: string) => stops.update(by(), made.id, { version, expiresAt })
    await assert.rejects(lengthen(1, at(1)), { kind: 'invalid' })
    await assert.rejects(lengthen(1, at(31)), { kind: 'invalid' })
    await assert.rejects(lengthen(2, at(3)), { kind: 'conflict' })
    assert.equal((await lengthen(1, at(30))).expiresAt, at(30))
    clock.nowMs += 30 * DAY_MS - 1
    assert.equal(await stopping(WITHDRAWAL), made.id)
    clock.nowMs += 1
    assert.equal(await stopping(WITHDRAWAL), undefined)
    assert.equal((await stops.find({}, made.id)).state, 'EXPIRED')
    assert.equal((await stops.list({}, { state: ['ACTIVE'] }, { page: 1, size: 10 })).total, 0)
    await assert.rejects(stops.lift(by(), made.id, 'Too late'), { kind: 'conflict' })
  })

  test('of several that fit, the oldest is told, whatever institution it names', async () => {
    await database.query(
      `INSERT INTO stops (id, created_at, updated_at, created_by, updated_by, institution_id, partner_id, reason, expires_at)
       VALUES (gen_random_uuid(), $1::timestamptz - interval '3 min', $1, 'x', 'x', 'FI002', NULL, 'Of another', $2),
              (gen_random_uuid(), $1::timestamptz - interval '2 min', $1, 'x', 'x', NULL, 'P1', 'Oldest', $2),
              (gen_random_uuid(), $1::timestamptz - interval '1 min', $1, 'x', 'x', 'FI001', NULL, 'Younger', $2)`,
      [at(0), at(1)],
    )
    const told = async () => {
      const { rows } = await database.query<{ reason: string }>('SELECT reason FROM stops WHERE id = $1', [
        await stopping(WITHDRAWAL),
      ])
      return rows[0]?.reason
    }
    assert.equal(await told(), 'Oldest')
    await database.query(`UPDATE stops SET created_at = created_at - interval '1 h' WHERE reason = 'Younger'`)
    assert.equal(await told(), 'Younger')
  })

  test('two hundred of an institution are in force at most; those that have ended make room', async () => {
    const fill = (institutionId: string | null, rows: number, expiresAt: string) =>
      database.query(
        `INSERT INTO stops (id, created_at, updated_at, created_by, updated_by, institution_id, terminal_kind, reason, expires_at)
         SELECT gen_random_uuid(), $1, $1, 'x', 'x', $2, 'POS', 'Test', $3 FROM generate_series(1, $4)`,
        [at(0), institutionId, expiresAt, rows],
      )
    await fill('FI001', 199, at(1))
    await fill('FI001', 50, at(0))
    await fill('FI002', 200, at(1))
    const more = (institutionId?: string) =>
      stops.create(by(), { ...(institutionId !== undefined && { institutionId }), terminalKind: 'POS', reason: 'More' })
    const full = { kind: 'conflict', reason: 'institutions.too-many-stops' }
    await assert.rejects(more('FI002'), full)
    const [first, second] = await Promise.allSettled([more('FI001'), more('FI001')])
    assert.deepEqual([first.status, second.status].sort(), ['fulfilled', 'rejected'])
    await fill(null, 199, at(1))
    await more()
    await assert.rejects(more(), full)
    clock.nowMs += DAY_MS
    await more('FI001')
  })

  const WRONG: [path: string, stop: Omit<NewStop, 'reason'>][] = [
    ['institutionId', {}],
    ['institutionId', { services: [] }],
    ['institutionId', { institutionId: 'FI009' }],
    ['partnerId', { partnerId: 'P9' }],
    ['clientId', { clientId: 'c9' }],
    ['clientId', { partnerId: 'P2', clientId: 'c1' }],
    ['terminalId', { terminalId: 'T9' }],
    ['terminalId', { institutionId: 'FI002', terminalId: 'T1' }],
    ['currencyCode', { institutionId: 'FI001', amountOver: 100 }],
    ['amountOver', { currencyCode: 'USD', amountOver: 1.001 }],
    ['payerInstitutionId', { payerInstitutionId: '0197f3a0-0000-7000-8000-000000000009' }],
    ['expiresAt', { institutionId: 'FI001', expiresAt: at(0) }],
    ['expiresAt', { institutionId: 'FI001', expiresAt: at(30.01) }],
  ]
  for (const [path, stop] of WRONG) {
    test(`${JSON.stringify(stop)} is refused at ${path}`, async () => {
      await assert.rejects(
        stops.create(by(), { ...stop, reason: 'Test' }),
        (error: { details?: { path: string }[] }) => {
          assert.deepEqual(
            error.details?.map((one) => one.path),
            [path],
          )
          return true
        },
      )
    })
  }

  test('users of an institution stop and see its own orders only; sub-tenants none', async () => {
    const made = await stops.create(by(FI001), { ...FI001, reason: 'Test' })
    const ofAll = await stops.create(by(), { partnerId: 'P1', reason: 'Test' })
    await assert.rejects(stops.create(by(FI001), { partnerId: 'P1', reason: 'Test' }), { kind: 'forbidden' })
    await assert.rejects(stops.create(by(FI001), { ...FI002, reason: 'Test' }), { kind: 'not-found' })
    for (const scope of [FI002, OF_TENANT]) {
      await assert.rejects(stops.find(scope, made.id), { kind: 'not-found' })
      await assert.rejects(stops.lift(by(scope), made.id, 'Not mine'), { kind: 'not-found' })
    }
    await assert.rejects(stops.find(FI001, ofAll.id), { kind: 'not-found' })
    assert.equal((await stops.list(FI001, {}, { page: 1, size: 10 })).total, 1)
  })
})
