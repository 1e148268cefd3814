import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { type OpenDirectory, openDirectory } from '../directory-store.ts'
import { HotCards } from './hot-cards.ts'

const NOW_MS = Date.parse('2026-01-15T10:00:00Z')
const clock = { nowMs: NOW_MS, now: () => clock.nowMs }
const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
const by = (scope: Scope = {}): RecordCaller => ({ actor: { email: 'anne@bank.example', scope }, principal: { scope } })
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const OF_TENANT = { ...FI001, subTenantId: '0197f3a0-0000-7000-8000-0000000000ff' }
const PAN = '4000000000000010'
const OTHER_PAN = '4000000000000028'
const STOLEN = { institutionId: 'FI001', pan: PAN, reason: 'STOLEN' } as const

onDatabase('hot cards', (_engine, open) => {
  let database: Database
  let nodes: OpenDirectory[] = []
  let hotCards: HotCards

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    const options = { database, environment: 'sandbox', clock } as const
    nodes = [await openDirectory(options), await openDirectory(options)]
    hotCards = new HotCards({ database, clock, secretBox })
    await until(() => database.changes.isLive(), 'changes are heard')
  })
  after(() => {
    for (const node of nodes) node.close()
  })
  beforeEach(async () => {
    clock.nowMs = NOW_MS
    await database.query('DELETE FROM hot_cards')
    await seen()
  })

  /** What both nodes say of a card, once they have heard of every change. */
  async function seen(pan = PAN, institutionId = 'FI001'): Promise<string | undefined> {
    await database.changes.confirm('hot-cards', { timeoutMs: 2 ** 31 - 1 })
    const [one, other] = nodes.map((node) => node.hotCard(institutionId, hotCards.hashOf(pan)))
    assert.equal(one, other)
    return one
  }

  test('a card is stopped on every node when its caller is answered, and passes again when it is lifted', async () => {
    const made = await hotCards.create(by(FI001), { ...STOLEN, note: 'Taken at the pier' })
    assert.partialDeepStrictEqual(made, { maskedPan: '400000******0010', state: 'ACTIVE', note: 'Taken at the pier' })
    assert.deepEqual(
      nodes.map((node) => node.hotCard('FI001', hotCards.hashOf(PAN))),
      ['STOLEN', 'STOLEN'],
    )
    assert.equal(await seen(OTHER_PAN), undefined)
    assert.equal(await seen(PAN, 'FI002'), undefined, 'of the institution alone')
    const lifted = await hotCards.lift(by(FI001), made.id, 'Found again')
    assert.partialDeepStrictEqual(lifted, { version: 2, state: 'LIFTED', liftReason: 'Found again' })
    assert.equal(lifted.liftedAt, '2026-01-15T10:00:00.000Z')
    assert.equal(await seen(), undefined)
    await assert.rejects(hotCards.lift(by(FI001), made.id, 'Again'), { kind: 'conflict' })
  })

  test('an institution has one active hot card of a number', async () => {
    const first = await hotCards.create(by(), STOLEN)
    await assert.rejects(hotCards.create(by(), { ...STOLEN, reason: 'LOST' }), { kind: 'conflict' })
    await hotCards.create(by(), { ...STOLEN, ...FI002, reason: 'LOST' })
    await hotCards.lift(by(), first.id, 'Mistaken')
    await hotCards.create(by(), { ...STOLEN, reason: 'FRAUD' })
    assert.deepEqual([await seen(), await seen(PAN, 'FI002')], ['FRAUD', 'LOST'])
    // A node that starts now reads the same.
    const late = await openDirectory({ database, environment: 'sandbox', clock })
    late.close()
    assert.equal(late.hotCard('FI001', hotCards.hashOf(PAN)), 'FRAUD')
  })

  test('it ends by itself, and leaves room for another', async () => {
    const expiresAt = new Date(NOW_MS + DAY_MS).toISOString()
    const made = await hotCards.create(by(), { ...STOLEN, expiresAt })
    assert.deepEqual([made.expiresAt, await seen()], [expiresAt, 'STOLEN'])
    clock.nowMs += DAY_MS - 1
    assert.equal(await seen(), 'STOLEN')
    clock.nowMs += 1
    assert.equal(await seen(), undefined)
    assert.equal((await hotCards.find({}, made.id)).state, 'EXPIRED')
    const listed = async (state: 'ACTIVE' | 'EXPIRED') =>
      (await hotCards.list({}, { state: [state] }, { page: 1, size: 10 })).items.map(({ id }) => id)
    assert.deepEqual([await listed('ACTIVE'), await listed('EXPIRED')], [[], [made.id]])
    await assert.rejects(hotCards.lift(by(), made.id, 'Too late'), { kind: 'conflict' })
    const again = await hotCards.create(by(), { ...STOLEN, reason: 'LOST' })
    assert.deepEqual([await seen(), await listed('ACTIVE')], ['LOST', [again.id]])
    await assert.rejects(hotCards.create(by(), { ...STOLEN, pan: OTHER_PAN, expiresAt }), { kind: 'invalid' })
  })

  test('is kept as a hash: neither its row nor the audit log has the number', async () => {
    const made = await hotCards.create(by(), { ...STOLEN, note: `card ${PAN} of a customer` })
    const { rows } = await database.query<{ row: string }>(
      `SELECT h::text AS row FROM hot_cards h UNION ALL SELECT a::text FROM audit_log a WHERE resource = 'hot-card'
        UNION ALL SELECT o::text FROM event_outbox o WHERE kind LIKE 'hot-card.%'`,
    )
    assert.ok(rows.length >= 3)
    for (const { row } of rows) assert.ok(!row.includes(PAN), row)
    const found = await hotCards.list({}, { panHashes: [hotCards.hashOf(PAN)] }, { page: 1, size: 10 })
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [made.id],
    )
  })

  test('users see and lift those of their institution; sub-tenants see none', async () => {
    const made = await hotCards.create(by(FI001), STOLEN)
    for (const scope of [FI002, OF_TENANT]) {
      await assert.rejects(hotCards.find(scope, made.id), { kind: 'not-found' })
      await assert.rejects(hotCards.lift(by(scope), made.id, 'Not mine'), { kind: 'not-found' })
      await assert.rejects(hotCards.create(by(scope), STOLEN), { kind: 'not-found' })
    }
    assert.equal((await hotCards.list(FI002, {}, { page: 1, size: 10 })).total, 0)
    await assert.rejects(hotCards.create(by(), { ...STOLEN, institutionId: 'FI009' }), { kind: 'invalid' })
  })

  test('changes that overlap are seen in the order of their commits', async () => {
    const pans = Array.from({ length: 20 }, (_, n) => `4${String(n).padStart(15, '0')}`)
    const made = await Promise.all(pans.map((pan) => hotCards.create(by(), { ...STOLEN, pan })))
    for (const pan of pans) assert.equal(await seen(pan), 'STOLEN')
    await Promise.all(made.map(({ id }) => hotCards.lift(by(), id, 'All of them')))
    for (const pan of pans) assert.equal(await seen(pan), undefined)
  })

  test('a table that is emptied is read again', async () => {
    await hotCards.create(by(), STOLEN)
    await database.query('TRUNCATE hot_cards')
    assert.equal(await seen(), undefined)
    await hotCards.create(by(), { ...STOLEN, reason: 'LOST' })
    assert.equal(await seen(), 'LOST')
  })
})
