import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Grants, type Principal } from '../principal/principal.ts'
import { type LiveSession, SessionCache } from './session-cache.ts'

let live: boolean
let loads: { sessionId: string; answer(session: LiveSession | undefined): void; fail(error: Error): void }[]
let cache: SessionCache

beforeEach(() => {
  live = true
  loads = []
  cache = new SessionCache({
    capacity: 2,
    isLive: () => live,
    load: (sessionId) => {
      const { promise, resolve, reject } = Promise.withResolvers<LiveSession | undefined>()
      loads.push({ sessionId, answer: resolve, fail: reject })
      return promise
    },
  })
})

function sessionOf(sessionId: string, overrides: Partial<Principal> = {}): LiveSession {
  const principal: Principal = {
    sessionId,
    userId: `user of ${sessionId}`,
    email: 'una@bank.example',
    firstName: 'Una',
    lastName: 'User',
    roleId: 'viewer',
    roleName: 'Viewer',
    grants: Grants.of([]),
    scope: { institutionId: 'FI001', subTenantId: `tenant of ${sessionId}` },
    ...overrides,
  }
  return { principal, expiresAtMs: 1 }
}

async function fill(...sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) {
    const found = cache.find(sessionId)
    loads.at(-1)?.answer(sessionOf(sessionId))
    await found
  }
  loads = []
}

async function isKept(sessionId: string): Promise<boolean> {
  const before = loads.length
  const found = cache.find(sessionId)
  const asked = loads.length > before
  loads.at(-1)?.answer(sessionOf(sessionId))
  await found
  return !asked
}

test('a session is loaded once', async () => {
  await fill('a')
  assert.deepEqual(await cache.find('a'), sessionOf('a'))
  assert.equal(loads.length, 0)
})

test('calls that come while a session is loaded share the load', async () => {
  const first = cache.find('a')
  const second = cache.find('a')
  assert.equal(loads.length, 1)
  loads[0]?.answer(sessionOf('a'))
  assert.equal(await first, await second)
})

test('an ended session is not cached', async () => {
  const found = cache.find('a')
  loads[0]?.answer(undefined)
  assert.equal(await found, undefined)
  assert.equal(await isKept('a'), false)
})

test('a load that failed is not shared with later calls', async () => {
  const found = cache.find('a')
  loads[0]?.fail(new Error('gone'))
  await assert.rejects(found, /gone/)
  assert.equal(await isKept('a'), false)
})

test('the least recently used session is evicted', async () => {
  await fill('a', 'b')
  await cache.find('a')
  await fill('c')
  assert.equal(await isKept('a'), true)
  assert.equal(await isKept('c'), true)
  assert.equal(await isKept('b'), false)
})

const notices: [notice: string, dropsA: boolean, dropsB: boolean][] = [
  ['session:a', true, false],
  ['session:x', false, false],
  ['user:user of a', true, false],
  ['role:viewer', true, true],
  ['role:other', false, false],
  ['tenant:tenant of a', true, false],
  ['tenant:other', false, false],
  ['all', true, true],
  ['something new', true, true],
]
for (const [notice, dropsA, dropsB] of notices) {
  test(`the notice ${notice} drops ${[dropsA && 'a', dropsB && 'b'].filter(Boolean).join(' and ') || 'nothing'}`, async () => {
    await fill('a', 'b')
    cache.drop(notice)
    assert.equal(await isKept('a'), !dropsA)
    assert.equal(await isKept('b'), !dropsB)
  })
}

test('a load during which a notice arrives is not cached', async () => {
  const found = cache.find('a')
  cache.drop('user:user of a')
  loads[0]?.answer(sessionOf('a'))
  await found
  assert.equal(await isKept('a'), false)
})

test('a call after a notice does not share a load from before it', async () => {
  const before = cache.find('a')
  cache.drop('session:a')
  const after = cache.find('a')
  assert.equal(loads.length, 2)
  loads[1]?.answer(undefined)
  assert.equal(await after, undefined)
  loads[0]?.answer(sessionOf('a'))
  await before
  assert.equal(await isKept('a'), false)
})

test('an older load that ends late does not end the sharing of a newer one', async () => {
  const before = cache.find('a')
  cache.drop('session:x')
  const after = cache.find('a')
  loads[0]?.answer(sessionOf('a'))
  await before
  const joined = cache.find('a')
  assert.equal(loads.length, 2)
  loads[1]?.answer(sessionOf('a'))
  assert.equal(await joined, await after)
})

test('while notices may be missed every call loads, and none are shared', async () => {
  await fill('a')
  live = false
  const first = cache.find('a')
  const second = cache.find('a')
  assert.equal(loads.length, 2)
  for (const load of loads) load.answer(undefined)
  assert.deepEqual(await Promise.all([first, second]), [undefined, undefined])
})

test('a load made while notices may be missed is not cached', async () => {
  live = false
  const found = cache.find('a')
  live = true
  loads[0]?.answer(sessionOf('a'))
  await found
  assert.equal(await isKept('a'), false)
})

test('a load made before notices may be missed is not cached', async () => {
  const found = cache.find('a')
  live = false
  loads[0]?.answer(sessionOf('a'))
  await found
  live = true
  assert.equal(await isKept('a'), false)
})
