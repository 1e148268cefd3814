// Cash of terminals in a real bank: what movements post and refuse, what is expected, and how differences end. `verify` runs after
// every test.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { seedBank } from '../../../test/support/bank/bank.ts'
import { type CashBank, OPERATOR, openCashBank } from '../../../test/support/bank/open-cash.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { FakeCore } from '../../channels/channel/remote/fake-core.fixture.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Suspense } from '../corrections/suspense.ts'
import type { CashExceptionRecord } from '../exceptions/exception-records.ts'
import { tellExceptions } from '../exceptions/telling/tell-exceptions.ts'
import { carryCash } from './cash-history.ts'
import { readExpected } from './cash-standing.ts'

const NOW = { now: () => Date.parse('2026-03-10T14:00:00Z') }
const refused = (reason: string) => ({ reason: `cash.${reason}` })

onDatabase('cash of terminals', (_engine, open) => {
  let database: Database
  let at: CashBank
  let id = ''
  let terminalId = ''
  let made = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, 200, NOW)
    at = await openCashBank(database, { clock: NOW })
  })
  after(() => at.close())
  beforeEach(async () => {
    terminalId = `CASH${++made}`
    id = await at.newTerminal(terminalId)
  })
  afterEach(async () => assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), []))

  const passes = (ms: number) => at.clock.moveTo(at.clock.offsetMs + ms)
  const withdraw = (minor: bigint, accessFeeMinor = 0n) =>
    at.desk.withdrawal(at.newAccount(), minor, { terminalId, accessFeeMinor })
  const vault = () => `vault:${terminalId}`

  async function open_(): Promise<CashExceptionRecord[]> {
    const { items } = await at.exceptions.list(
      {},
      { kind: ['CASH_DIFFERENCE'], state: ['OPEN'], search: terminalId },
      { page: 1, size: 50 },
    )
    return items as unknown as CashExceptionRecord[]
  }

  /** A terminal that was counted with 1000.00, and in which a later count found so much more. */
  async function differing(differenceMinor: bigint): Promise<CashExceptionRecord> {
    await at.move(id, 'COUNT', 100_000n)
    await at.move(id, 'COUNT', 100_000n + differenceMinor)
    const [found] = await open_()
    assert.ok(found)
    return found
  }

  test('a load and an unload move the vault against cash in transit', async () => {
    const load = await at.move(id, 'LOAD', 100_000n)
    assert.deepEqual(await at.entriesOf(load.id), [`${vault()} -100000`, 'cash:transit 100000'])
    const unload = await at.move(id, 'UNLOAD', 30_000n)
    assert.deepEqual(await at.entriesOf(unload.id), [`${vault()} 30000`, 'cash:transit -30000'])
    assert.deepEqual([load.expectedMinor, unload.expectedMinor], [0n, 100_000n])
    assert.equal(await at.expected(id), 70_000n)
  })

  test('what is expected follows withdrawals without their fee, deposits without checks, and reversals', async () => {
    await at.move(id, 'LOAD', 100_000n)
    const first = withdraw(10_000n, 500n)
    const { authId } = await at.desk.approve(first)
    assert.equal(await at.expected(id), 90_500n)
    await at.desk.approve(at.desk.reversal(first, { authId, part: 4_000n }))
    assert.equal(await at.expected(id), 94_500n)
    await at.desk.approve({ ...at.desk.cashDeposit(at.newAccount(), 7_000n), terminalId })
    const mixed = { ...at.desk.checkDeposit(at.newAccount(), 5_000n, 1_000n, 2_000n), terminalId }
    const deposited = await at.desk.approve(mixed)
    assert.equal(await at.expected(id), 103_500n)
    // The checks are taken back before the cash.
    await at.desk.approve(at.desk.reversal(mixed, { authId: deposited.authId, part: 6_000n }))
    assert.equal(await at.expected(id), 102_500n)
    await at.desk.approve(at.desk.reversal(first, { authId, part: 6_000n }))
    assert.equal(await at.expected(id), 108_000n)
  })

  test('each currency is counted for itself, in its decimals', async () => {
    await at.move(id, 'LOAD', 100_000n)
    await at.move(id, 'LOAD', 500n, { currencyCode: 'JPY' })
    await at.move(id, 'COUNT', 499n, { currencyCode: 'JPY' })
    assert.deepEqual([await at.expected(id), await at.expected(id, 'JPY')], [100_000n, 499n])
    assert.deepEqual(await open_(), [])
  })

  test('a first count posts against opening and is no exception', async () => {
    await at.desk.approve(withdraw(2_000n))
    const count = await at.move(id, 'COUNT', 50_000n)
    assert.deepEqual([count.expectedMinor, count.differenceMinor, count.isFirst], [-2_000n, undefined, true])
    assert.deepEqual(await at.entriesOf(count.id), [`${vault()} -52000`, 'opening 52000'])
    assert.deepEqual([await at.expected(id), await open_()], [50_000n, []])
  })

  test('a later count that differs posts against suspense and opens an exception', async () => {
    const found = await differing(-2_500n)
    const { cash, state } = found
    assert.deepEqual(
      [cash.terminalId, cash.countedMinor, cash.expectedMinor, state],
      [terminalId, 97_500n, 100_000n, 'OPEN'],
    )
    assert.deepEqual(await at.entriesOf(found.id), [`${vault()} 2500`, 'suspense:cash -2500'])
    assert.equal(await at.expected(id), 97_500n)
    const same = await at.move(id, 'COUNT', 97_500n)
    assert.deepEqual([same.differenceMinor, await at.entriesOf(same.id)], [0n, []])
  })

  test('a count is compared with what was expected at its time', async () => {
    await at.move(id, 'COUNT', 100_000n)
    passes(10 * MINUTE_MS)
    const before = withdraw(3_000n)
    await at.desk.approve(before)
    passes(10 * MINUTE_MS)
    const atMs = at.clock.now()
    passes(10 * MINUTE_MS)
    await at.desk.approve(withdraw(5_000n))
    const loaded = at.clock.now()
    await at.move(id, 'LOAD', 40_000n, { atMs: loaded })
    passes(10 * MINUTE_MS)
    await at.desk.approve(withdraw(1_000n))
    const count = await at.move(id, 'COUNT', 97_000n, { atMs })
    assert.deepEqual([count.expectedMinor, count.differenceMinor], [97_000n, 0n])
    assert.equal(await at.expected(id), 131_000n)
    // An unload that was made before the load, and is recorded after it.
    const unload = await at.move(id, 'UNLOAD', 7_000n, { atMs: loaded - MINUTE_MS })
    assert.deepEqual([unload.expectedMinor, await at.expected(id)], [97_000n, 124_000n])
  })

  test('a time is neither in the future nor before the last count nor too long ago', async () => {
    const atMs = at.clock.now()
    await assert.rejects(at.move(id, 'COUNT', 1n, { atMs: atMs + 1 }), refused('time-unfit'))
    await at.move(id, 'COUNT', 1_000n, { atMs })
    await assert.rejects(at.move(id, 'LOAD', 1n, { atMs: atMs - 1 }), refused('time-unfit'))
    await at.move(id, 'LOAD', 1n, { atMs })
    await assert.rejects(at.move(id, 'LOAD', 1n, { atMs: atMs - 7 * DAY_MS - 1 }), { kind: 'invalid' })
  })

  test('a reference is recorded once: the same content is answered again, another is refused', async () => {
    const wanted = { reference: 'ONCE', atMs: at.clock.now(), note: 'two cassettes' }
    const first = await at.move(id, 'LOAD', 100n, wanted)
    const again = await Promise.all([at.move(id, 'LOAD', 100n, wanted), at.move(id, 'LOAD', 100n, wanted)])
    assert.deepEqual(again, [first, first])
    for (const other of [{ atMs: wanted.atMs - 1 }, { note: 'one' }, { currencyCode: 'EUR' }])
      await assert.rejects(at.move(id, 'LOAD', 100n, { ...wanted, ...other }), refused('reference-taken'))
    await assert.rejects(at.move(id, 'LOAD', 101n, wanted), refused('reference-taken'))
    const other = await at.newTerminal(`${terminalId}B`)
    assert.notEqual((await at.move(other, 'LOAD', 100n, wanted)).id, first.id)
    assert.equal(await at.expected(id), 100n)
  })

  test('movements of one terminal at once are all counted, and so are orders meanwhile', async () => {
    await at.move(id, 'COUNT', 100_000n)
    const loads = Array.from({ length: 10 }, () => at.move(id, 'LOAD', 1_000n))
    const orders = Array.from({ length: 10 }, () => at.desk.approve(withdraw(500n)))
    await Promise.all([...loads, ...orders])
    assert.equal(await at.expected(id), 105_000n)
    assert.deepEqual(await open_(), [])
  })

  test('two counts at once: the second sees the first', async () => {
    await at.move(id, 'COUNT', 100_000n)
    const counts = await Promise.all([1, 2, 3].map(() => at.move(id, 'COUNT', 99_000n)))
    assert.deepEqual(counts.map((one) => one.differenceMinor).toSorted(), [-1_000n, 0n, 0n])
    assert.equal((await open_()).length, 1)
  })

  test('a correction that names the exception matches it', async () => {
    const found = await differing(2_000n)
    const end = { action: 'MATCH', reason: 'a deposit that was not booked' } as const
    await assert.rejects(at.exceptions.resolve(OPERATOR, found.id, end), refused('correction-unfit'))
    const correction = await at.corrections.create(OPERATOR, {
      institutionId: 'FI001',
      accountId: at.newAccount(),
      direction: 'CREDIT',
      amountMinor: 2_000n,
      currencyCode: 'USD',
      kind: 'LOST_DEPOSIT',
      reason: 'swallowed',
      exceptionId: found.id,
    })
    const ended = await at.exceptions.resolve(OPERATOR, found.id, end)
    assert.deepEqual([ended.state, ended.resolution?.action], ['RESOLVED', 'MATCH'])
    assert.equal(correction.against, 'suspense:cash')
    await assert.rejects(at.exceptions.resolve(OPERATOR, found.id, end), { reason: 'exceptions.already-resolved' })
  })

  test('a correction that is named matches one difference only, and only its amount', async () => {
    const found = await differing(-2_000n)
    const empty = (amountMinor: bigint) =>
      at.corrections.create(OPERATOR, {
        institutionId: 'FI001',
        suspenseAccount: 'suspense:cash',
        against: 'expense:losses',
        direction: 'CREDIT',
        amountMinor,
        currencyCode: 'USD',
        reason: 'lost',
      })
    const end = (originalId: string, exceptionId = found.id) =>
      at.exceptions.resolve(OPERATOR, exceptionId, { action: 'MATCH', reason: 'lost', originalId })
    await assert.rejects(end((await empty(500n)).id), refused('correction-unfit'))
    terminalId = `${terminalId}N`
    id = await at.newTerminal(terminalId)
    const next = await differing(-2_000n)
    const undone = await empty(2_000n)
    await at.corrections.create(OPERATOR, { institutionId: 'FI001', reverses: undone.id, reason: 'wrong' })
    await assert.rejects(end(undone.id), refused('correction-unfit'))
    const fit = await empty(2_000n)
    await end(fit.id)
    await assert.rejects(end(fit.id, next.id), refused('correction-unfit'))
    await assert.rejects(end('019b0000-0000-7000-8000-000000000001', next.id), refused('correction-unfit'))
  })

  test('a write-off posts the difference to its expense', async () => {
    const found = await differing(-2_000n)
    const ended = await at.exceptions.resolve(OPERATOR, found.id, { action: 'WRITE_OFF', reason: 'robbed' })
    const journalId = ended.resolution?.journalId ?? ''
    assert.deepEqual(await at.entriesOf(journalId), ['suspense:cash 2000', 'expense:cash -2000'])
    for (const action of ['RETRY', 'PAY_OUT'] as const) {
      const { id: other } = await differing(-100n)
      await assert.rejects(at.exceptions.resolve(OPERATOR, other, { action, reason: 'no' }), {
        reason: 'exceptions.action-not-possible',
      })
      await at.exceptions.resolve(OPERATOR, other, { action: 'IGNORE', reason: 'small' })
      id = await at.newTerminal(`${terminalId}${action}`)
      terminalId = `${terminalId}${action}`
    }
  })

  test('the opposite difference of a later count settles it, alone or all together', async () => {
    const found = await differing(-2_000n)
    const later = await at.move(id, 'COUNT', 100_000n)
    assert.deepEqual([later.differenceMinor, later.exception, await open_()], [2_000n, undefined, []])
    const settled = await at.exceptions.find({}, found.id)
    assert.deepEqual([settled.resolution?.action, settled.resolution?.by], ['SETTLED', 'system'])
    await at.move(id, 'COUNT', 99_000n)
    await at.move(id, 'COUNT', 98_500n)
    assert.equal((await open_()).length, 2)
    await at.move(id, 'COUNT', 100_000n)
    assert.deepEqual(await open_(), [])
  })

  test('a difference stands on the suspense account, and partners of the institution are told of it', async () => {
    const found = await differing(-2_000n)
    const suspense = new Suspense({ database, clock: at.clock })
    const balances = await suspense.balances({}, 'FI001')
    const items = balances.find(({ account }) => account === 'suspense:cash')?.items ?? []
    assert.equal(items.find((item) => item.exceptionId === found.id)?.amountMinor, -2_000n)
    const told = async () => {
      await tellExceptions({ database, clock: at.clock })
      const { rows } = await database.query<{ kind: string; institution_id: string; data: { amount: number } }>(
        'SELECT kind, institution_id, data FROM event_outbox WHERE resource = $1 ORDER BY event_id',
        [`exception/${found.id}`],
      )
      return rows.map((row) => `${row.kind} ${row.institution_id} ${row.data.amount}`)
    }
    assert.deepEqual(await told(), ['exception.opened FI001 -20'])
    await at.move(id, 'COUNT', 100_000n)
    assert.deepEqual(await told(), ['exception.opened FI001 -20', 'exception.resolved FI001 -20'])
  })

  test('a terminal is decommissioned when no cash is expected in it, and takes none afterwards', async () => {
    await at.move(id, 'LOAD', 1_000n)
    await assert.rejects(at.terminals.decommission(OPERATOR, id), refused('cash-left'))
    await assert.rejects(at.terminals.delete(OPERATOR, id), { reason: 'institutions.terminal-in-use' })
    await at.move(id, 'UNLOAD', 1_000n)
    await at.terminals.decommission(OPERATOR, id)
    await assert.rejects(at.move(id, 'LOAD', 1n), refused('terminal-state'))
    assert.equal(await at.expected(id), 0n)
  })

  test('a load and a decommissioning at once: only one of them happens', async () => {
    const [load, end] = await Promise.allSettled([at.move(id, 'LOAD', 1_000n), at.terminals.decommission(OPERATOR, id)])
    assert.deepEqual([load.status, end.status].toSorted(), ['fulfilled', 'rejected'])
  })

  test('a terminal outside the scope does not exist, one of the sub-tenant does', async () => {
    const elsewhere = { institutionId: 'FI002' }
    await assert.rejects(at.cash.read(elsewhere, id, {}), { kind: 'not-found' })
    const inSub = { institutionId: 'FI001', subTenantId: '019b0000-0000-7000-8000-0000000000a9' }
    await assert.rejects(at.cash.read(inSub, id, {}), { kind: 'not-found' })
    await database.query(
      `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email, status)
       VALUES ($1, 'FI001', 'SUB', 'Sub', 'sub@bank.example', 'ACTIVE')`,
      [inSub.subTenantId],
    )
    terminalId = `${terminalId}S`
    id = await at.newTerminal(terminalId, { subTenantId: inSub.subTenantId })
    const found = await differing(-100n)
    assert.equal(await at.expected(id, 'USD', inSub), 99_900n)
    const seen = await at.exceptions.list(inSub, {}, { page: 1, size: 10 })
    assert.deepEqual(
      seen.items.map((item) => item.id),
      [found.id],
    )
    const unseen = await at.exceptions.list(elsewhere, { kind: ['CASH_DIFFERENCE'] }, { page: 1, size: 10 })
    assert.deepEqual(unseen.items, [])
  })

  test('the terminals of a terminated institution are only unloaded and counted', async () => {
    await at.move(id, 'LOAD', 1_000n)
    await database.query(`UPDATE institutions SET status = 'TERMINATED' WHERE institution_id = 'FI001'`)
    await at.bank.directory.reload()
    await assert.rejects(at.move(id, 'LOAD', 1n), refused('terminal-state'))
    await at.move(id, 'UNLOAD', 400n)
    await at.move(id, 'COUNT', 600n)
    await database.query(`UPDATE institutions SET status = 'ACTIVE' WHERE institution_id = 'FI001'`)
    await at.bank.directory.reload()
  })

  test('a terminal that takes some currencies only is not loaded with others', async () => {
    const other = await at.newTerminal(`${terminalId}E`, { currencies: ['EUR'] })
    await assert.rejects(at.move(other, 'LOAD', 1n), { kind: 'invalid' })
    await assert.rejects(at.move(other, 'LOAD', 0n, { currencyCode: 'EUR' }), { kind: 'invalid' })
    await at.move(other, 'COUNT', 0n)
  })

  test('at another core nothing is posted, and the cash is counted from transactions', async () => {
    const there = await openCashBank(database, { clock: at.clock, core: new FakeCore() })
    const cashOf = () => there.expected(id)
    const paid = there.desk.withdrawal(there.newAccount(), 3_000n, { terminalId })
    await there.desk.approve(paid)
    passes(MINUTE_MS)
    const count = await there.move(id, 'COUNT', 100_000n, { atMs: at.clock.now() })
    assert.deepEqual([count.isFirst, await there.entriesOf(count.id), await cashOf()], [true, [], 100_000n])
    passes(5 * MINUTE_MS)
    const first = there.desk.withdrawal(there.newAccount(), 10_500n, { terminalId, accessFeeMinor: 500n })
    const { authId } = await there.desk.approve(first)
    assert.equal(await cashOf(), 90_000n)
    await there.desk.approve(there.desk.reversal(first, { authId, part: 4_000n }))
    const mixed = { ...there.desk.checkDeposit(there.newAccount(), 5_000n, 1_000n, 2_000n), terminalId }
    const deposited = await there.desk.approve(mixed)
    await there.desk.approve(there.desk.reversal(mixed, { authId: deposited.authId, part: 3_000n }))
    await there.desk.approve(there.desk.reversal(mixed, { authId: deposited.authId, part: 3_000n }))
    assert.equal(await cashOf(), 95_000n)
    const counted = at.clock.now()
    passes(5 * MINUTE_MS)
    await there.desk.approve(there.desk.withdrawal(there.newAccount(), 1_000n, { terminalId }))
    await there.move(id, 'LOAD', 20_000n)
    const short = await there.move(id, 'COUNT', 94_000n, { atMs: counted })
    assert.deepEqual([short.expectedMinor, short.differenceMinor], [95_000n, -1_000n])
    assert.equal(await cashOf(), 113_000n)
    const [found] = await open_()
    const end = (action: 'WRITE_OFF' | 'IGNORE') =>
      there.exceptions.resolve(OPERATOR, found?.id ?? '', { action, reason: 'at the bank' })
    await assert.rejects(end('WRITE_OFF'), refused('action-not-possible'))
    await end('IGNORE')
    await carriesOverTheArchive((await cashOf()) ?? 0n)
    await there.close()
  })

  /** What orders have moved since the last count stays when they leave for the archive. */
  async function carriesOverTheArchive(expectedMinor: bigint): Promise<void> {
    const cut = { institutionId: 'FI001', month: '202603', lastDay: '20260331', end: new Date('2026-04-01') }
    const place = { institutionId: 'FI001', terminalId, currency: 'USD' }
    const undo = new Error('undone')
    const removed = database.transaction(async (sql) => {
      const { rows } = await sql.query('DELETE FROM transactions WHERE terminal_id = $1 RETURNING *', [terminalId])
      assert.ok(rows.length > 1)
      await carryCash(sql, cut, rows)
      const after = await readExpected(sql, place, false, at.clock.now())
      assert.equal(after.expectedMinor, expectedMinor)
      throw undo
    })
    await assert.rejects(removed, undo)
  }
})
