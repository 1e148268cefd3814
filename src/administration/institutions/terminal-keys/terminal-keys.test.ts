import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { openPeople, type People, START_MS, SUB_TENANTS } from '../../../../test/support/onboarding/people.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { Terminals } from '../terminals/terminals.ts'
import { KEY_ALGORITHMS, keyCheckValue, keyContext } from './key-material.ts'
import type { KeyStatus, KeyType } from './terminal-key-records.ts'
import { TerminalKeys } from './terminal-keys.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const PLATFORM: Scope = {}
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }
const PAGE = { page: 1, size: 10 }
const ATM = { institutionId: 'FI001', terminalId: 'ATM1' }
const TMK = { ...ATM, keyType: 'TMK' as KeyType }

onDatabase('terminal keys', (_engine, open) => {
  let database: Database
  let people: People
  let keys: TerminalKeys
  let terminals: Terminals
  let terminalRecordId = ''
  const by = (scope: Scope) => people.caller({ scope })

  before(async () => {
    database = (await open()).database
    people = await openPeople(database)
    const services = { database, clock: people.clock, secretBox, directory: { reload: async () => {} } }
    keys = new TerminalKeys(services)
    terminals = new Terminals(services)
  })
  beforeEach(async () => {
    people.clock.nowMs = START_MS
    await emptyTables(database, 'terminal_keys, terminals')
    const place = { acceptorId: 'ACC', kind: 'ATM', location: 'Lobby', branchId: '001' } as const
    terminalRecordId = (await terminals.create(by(PLATFORM), { ...ATM, ...place })).id
    await terminals.create(by(TENANT), { ...ATM, terminalId: 'ATM2', ...place })
  })

  const active = async (key: Parameters<TerminalKeys['create']>[1] = TMK) =>
    keys.activate(by(PLATFORM), (await keys.create(by(PLATFORM), key)).id)
  const statusOf = async (id: string) => (await keys.find(PLATFORM, id)).status

  for (const algorithm of KEY_ALGORITHMS) {
    test(`a new ${algorithm} key is 32 random bytes with their check value, shown once and stored sealed`, async () => {
      const { appKey, ...made } = await keys.create(by(PLATFORM), { ...ATM, keyType: 'APP', algorithm })
      const bytes = Buffer.from(appKey, 'base64')
      assert.deepEqual([bytes.length, bytes.toString('base64')], [32, appKey])
      assert.partialDeepStrictEqual(made, {
        ...ATM,
        keyType: 'APP',
        algorithm,
        kcv: keyCheckValue(bytes, algorithm),
        keyVersion: 1,
        validFrom: '2026-01-15T10:00:00.000Z',
        expiresAt: '2027-01-15T10:00:00.000Z',
        status: 'PENDING',
      })
      assert.deepEqual(await keys.find(PLATFORM, made.id), made)
      const { rows } = await database.query<{ app_key_sealed: string; audited: string }>(
        `SELECT app_key_sealed, (SELECT string_agg(concat(before, after), '') FROM audit_log) AS audited FROM terminal_keys`,
      )
      assert.equal(secretBox.open(rows[0]?.app_key_sealed ?? '', keyContext(made.id)), appKey)
      assert.equal(rows[0]?.audited.includes(appKey), false)
    })
  }

  test('HMAC is for application keys only, AES is what is made by default', async () => {
    assert.equal((await keys.create(by(PLATFORM), TMK)).algorithm, 'AES256')
    await assert.rejects(async () => keys.create(by(PLATFORM), { ...TMK, algorithm: 'HMAC_SHA256' }), {
      kind: 'invalid',
      details: [{ path: 'algorithm', message: 'HMAC_SHA256 is for keys of type APP only' }],
    })
  })

  test('key versions count per terminal and type', async () => {
    const versions = []
    for (const key of [TMK, TMK, { ...TMK, keyType: 'TPK' as const }, { ...TMK, terminalId: 'ATM2' }, TMK])
      versions.push((await keys.create(by(PLATFORM), key)).keyVersion)
    assert.deepEqual(versions, [1, 2, 1, 1, 3])
  })

  describe('the state machine', () => {
    const ACTIONS = ['activate', 'rotate', 'revoke'] as const
    const TABLE: Record<KeyStatus, Partial<Record<(typeof ACTIONS)[number], KeyStatus>>> = {
      PENDING: { activate: 'ACTIVE', revoke: 'REVOKED' },
      ACTIVE: { rotate: 'ROTATING', revoke: 'REVOKED' },
      ROTATING: { revoke: 'REVOKED' },
      REVOKED: {},
      EXPIRED: {},
    }
    for (const [from, moves] of Object.entries(TABLE)) {
      for (const action of ACTIONS) {
        test(`${from}, ${action}: ${moves[action] ?? '409'}`, async () => {
          const { id } = await keys.create(by(PLATFORM), TMK)
          await database.query('UPDATE terminal_keys SET status = $2 WHERE id = $1', [id, from])
          const move = keys[action](by(PLATFORM), id)
          if (moves[action] === undefined) await assert.rejects(move, { reason: 'institutions.terminal-key-state' })
          else await move
          assert.equal(await statusOf(id), moves[action] ?? from)
        })
      }
    }
  })

  test('activation makes the active key of the same type rotating for a day', async () => {
    const first = await active()
    const otherType = await active({ ...TMK, keyType: 'TAK' })
    people.clock.nowMs += DAY_MS
    const second = await active()
    assert.deepEqual([second.status, await statusOf(otherType.id)], ['ACTIVE', 'ACTIVE'])
    const replaced = await keys.find(PLATFORM, first.id)
    assert.deepEqual([replaced.status, replaced.expiresAt], ['ROTATING', '2026-01-17T10:00:00.000Z'])
  })

  test('rotation answers an active successor with its key, and leaves the one before valid for a day', async () => {
    const first = await active({ ...ATM, keyType: 'APP', algorithm: 'HMAC_SHA256' })
    const { appKey, ...second } = await keys.rotate(by(FI001), first.id)
    assert.equal(Buffer.from(appKey, 'base64').length, 32)
    assert.partialDeepStrictEqual(second, { status: 'ACTIVE', keyVersion: 2, algorithm: 'HMAC_SHA256', keyType: 'APP' })
    people.clock.nowMs += DAY_MS - 1
    assert.equal(await statusOf(first.id), 'ROTATING')
    people.clock.nowMs += 1
    assert.equal(await statusOf(first.id), 'EXPIRED')
    await assert.rejects(keys.revoke(by(PLATFORM), first.id), { reason: 'institutions.terminal-key-state' })
  })

  test('a key past its end is expired at once, for reads, filters and moves', async () => {
    const key = await active()
    const found = async (status: KeyStatus) => (await keys.list(PLATFORM, { status: [status] }, PAGE)).total
    people.clock.nowMs = Date.parse(key.expiresAt) - 1
    assert.deepEqual([await found('ACTIVE'), await found('EXPIRED')], [1, 0])
    people.clock.nowMs += 1
    assert.deepEqual([await found('ACTIVE'), await found('EXPIRED')], [0, 1])
    await assert.rejects(keys.rotate(by(PLATFORM), key.id), { reason: 'institutions.terminal-key-state' })
    const next = await active()
    assert.deepEqual([await statusOf(key.id), next.status], ['EXPIRED', 'ACTIVE'])
  })

  test('of many rotations and activations at once, one key is active in the end', async () => {
    const first = await active()
    const pending = await Promise.all([1, 2].map(() => keys.create(by(PLATFORM), TMK)))
    const rotations = Promise.allSettled([1, 2, 3].map(() => keys.rotate(by(PLATFORM), first.id)))
    const activations = Promise.allSettled(pending.map(({ id }) => keys.activate(by(PLATFORM), id)))
    const rotated = (await rotations).filter(({ status }) => status === 'fulfilled')
    assert.ok(rotated.length <= 1)
    assert.equal((await activations).filter(({ status }) => status === 'fulfilled').length, 2)
    assert.equal((await keys.list(PLATFORM, { status: ['ACTIVE'] }, PAGE)).total, 1)
    for (const { reason } of (await rotations).filter((one) => one.status === 'rejected'))
      assert.equal(reason.reason, 'institutions.terminal-key-state')
  })

  test('the database holds one active key per terminal and type', async () => {
    await active()
    const { id } = await keys.create(by(PLATFORM), TMK)
    await assert.rejects(database.query(`UPDATE terminal_keys SET status = 'ACTIVE' WHERE id = $1`, [id]), {
      constraint: 'terminal_keys_one_active',
    })
  })

  test('a decommissioned terminal has no valid keys and gets none', async () => {
    const first = await active()
    const { id: successor } = await keys.rotate(by(PLATFORM), first.id)
    const { id: pending } = await keys.create(by(PLATFORM), TMK)
    const { id: revoked } = await keys.create(by(PLATFORM), TMK)
    await keys.revoke(by(PLATFORM), revoked)
    const other = await active({ ...TMK, terminalId: 'ATM2' })
    await terminals.decommission(by(PLATFORM), terminalRecordId)
    const states = await Promise.all([first.id, successor, pending, revoked, other.id].map(statusOf))
    assert.deepEqual(states, ['REVOKED', 'REVOKED', 'REVOKED', 'REVOKED', 'ACTIVE'])
    assert.equal((await keys.find(PLATFORM, revoked)).version, 2)
    await assert.rejects(keys.create(by(PLATFORM), TMK), { reason: 'institutions.terminal-key-state' })
    await database.query(`UPDATE terminal_keys SET status = 'PENDING' WHERE id = $1`, [pending])
    await assert.rejects(keys.activate(by(PLATFORM), pending), { message: 'the terminal is decommissioned' })
    await terminals.delete(by(PLATFORM), terminalRecordId)
    await assert.rejects(keys.find(PLATFORM, first.id), { reason: 'institutions.terminal-key-not-found' })
  })

  const UNKNOWN: [title: string, scope: Scope, named: object, problem: object][] = [
    ['an unknown terminal', PLATFORM, { terminalId: 'X' }, { kind: 'invalid', detailCount: 1 }],
    ['an unknown terminal, by a scoped user', FI001, { terminalId: 'X' }, { kind: 'not-found' }],
    ["another institution's terminal", FI002, {}, { kind: 'not-found' }],
    ['a terminal outside the sub-tenant', TENANT, {}, { kind: 'not-found' }],
  ]
  for (const [title, scope, named, problem] of UNKNOWN) {
    test(`${title} gets no key`, () => assert.rejects(keys.create(by(scope), { ...TMK, ...named }), problem))
  }

  const ACTS: [title: string, act: (scope: Scope, id: string) => Promise<unknown>][] = [
    ['found', (scope, id) => keys.find(scope, id)],
    ['activated', (scope, id) => keys.activate(by(scope), id)],
    ['revoked', (scope, id) => keys.revoke(by(scope), id)],
    ['rotated', (scope, id) => keys.rotate(by(scope), id)],
  ]
  for (const [title, act] of ACTS) {
    test(`a key is ${title} within its scope and not from outside`, async () => {
      const make = async (terminalId: string) => {
        const { id } = await keys.create(by(PLATFORM), { ...TMK, terminalId })
        if (title === 'rotated') await keys.activate(by(PLATFORM), id)
        return id
      }
      const [ofBank, ofTenant] = [await make('ATM1'), await make('ATM2')]
      const gone = { reason: 'institutions.terminal-key-not-found' }
      for (const id of [ofBank, ofTenant]) await assert.rejects(act(FI002, id), gone)
      await assert.rejects(act(TENANT, ofBank), gone)
      await act(TENANT, ofTenant)
      await act(FI001, ofBank)
    })
  }

  test('lists show what is in scope and matches', async () => {
    await keys.create(by(PLATFORM), TMK)
    people.clock.nowMs += 1
    await keys.create(by(TENANT), { ...TMK, terminalId: 'ATM2', keyType: 'APP', algorithm: 'HMAC_SHA256' })
    const rows: [Scope, object, string][] = [
      [PLATFORM, {}, 'ATM2 ATM1'],
      [FI001, { search: 'atm1' }, 'ATM1'],
      [TENANT, {}, 'ATM2'],
      [FI002, {}, ''],
      [PLATFORM, { keyType: ['TMK', 'TPK'] }, 'ATM1'],
      [PLATFORM, { algorithm: ['HMAC_SHA256'] }, 'ATM2'],
      [PLATFORM, { terminalId: 'ATM2', institutionId: 'FI001', status: ['PENDING'] }, 'ATM2'],
    ]
    for (const [scope, filter, found] of rows) {
      const { items, total } = await keys.list(scope, filter, PAGE)
      assert.equal(items.map(({ terminalId }) => terminalId).join(' '), found, JSON.stringify(filter))
      assert.equal(total, items.length)
    }
  })
})
