import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { reuseRsaKeys } from '../../../../test/support/onboarding/rsa-keys.ts'
import { until } from '../../../../test/support/until.ts'
import { parseMasterKeys, SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { KeyRing } from './key-ring.ts'

reuseRsaKeys()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)

const secretBox = new SecretBox(parseMasterKeys(randomBytes(32).toString('base64')))

onDatabase('the key ring', (engine, open) => {
  let database: Database
  let nowMs = START
  const clock = { now: () => nowMs }
  const openRing = (over: Database = database) => KeyRing.open({ database: over, secretBox, clock })

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    nowMs = START
    await emptyTables(database, 'access_keys')
  })

  test('is created at the first start and kept', async () => {
    const first = await openRing()
    nowMs += 29 * DAY
    const second = await openRing()
    assert.deepEqual(second.jwks(), first.jwks())
    assert.equal(second.signingKey().kid, first.signingKey().kid)
    assert.equal(second.encryptionKey().kid, first.encryptionKey().kid)
  })

  test('publishes one key of each use, and no private part', async () => {
    const { keys } = (await openRing()).jwks()
    const members = keys.map(({ kid, n, x, ...rest }) => ({ ...rest, members: [kid?.length, n?.length, x?.length] }))
    assert.deepEqual(
      members.sort((a, b) => String(a.use).localeCompare(String(b.use))),
      [
        { kty: 'RSA', e: 'AQAB', use: 'enc', alg: 'RSA-OAEP-256', members: [43, 512, undefined] },
        { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', members: [43, undefined, 43] },
      ],
    )
  })

  test('encrypts private parts, each bound to its own row', async () => {
    await openRing()
    const { rows } = await database.query<{ text: string }>('SELECT k::text AS text FROM access_keys k')
    assert.equal(rows.length, 2)
    for (const { text } of rows) assert.doesNotMatch(text, /"+(d|p|q|dp|dq|qi)"+:/)
    await database.query(
      `UPDATE access_keys a SET private_sealed = b.private_sealed FROM access_keys b WHERE a.kid <> b.kid`,
    )
    await assert.rejects(openRing())
  })

  test('is the same for nodes that start together', async () => {
    const rings = await Promise.all([openRing(), openRing(), openRing()])
    for (const ring of rings) assert.deepEqual(ring.jwks(), rings[0]?.jwks())
    assert.equal(rings[0]?.jwks().keys.length, 2)
  })

  // The embedded engine has one connection, so no other session can hold the lock there.
  if (engine === 'postgres') {
    test('is created by one node at a time', async () => {
      const other = await database.connect()
      await other.query('BEGIN')
      await other.query('SELECT pg_advisory_xact_lock(7155002)')
      let opened = false
      const opening = openRing().finally(() => {
        opened = true
      })
      await until(async () => opened || (await isSomeoneWaiting(other)), 'the second node waits')
      const { rowCount } = await other.query('SELECT 1 FROM access_keys')
      await other.query('COMMIT')
      other.release()
      assert.equal(rowCount, 0)
      assert.equal((await opening).jwks().keys.length, 2)
    })
  }

  test('gives a key of 30 days a successor and accepts the old one for its overlap', async () => {
    const ring = await openRing()
    const old = { enc: ring.encryptionKey().kid, sig: ring.signingKey().kid }
    nowMs = START + 30 * DAY - 1
    await ring.rotateIfDue()
    assert.equal(ring.jwks().keys.length, 2)

    const rotatedMs = START + 30 * DAY
    nowMs = rotatedMs
    await ring.rotateIfDue()
    const uses = ring.jwks().keys.map(({ use, kid }) => [use, kid === old.enc || kid === old.sig])
    assert.deepEqual(
      uses.filter(([use]) => use === 'enc'),
      [
        ['enc', false],
        ['enc', true],
      ],
    )
    assert.deepEqual(
      uses.filter(([use]) => use === 'sig'),
      [
        ['sig', false],
        ['sig', true],
      ],
    )
    assert.notEqual(ring.encryptionKey().kid, old.enc)
    const newSig = ring.jwks().keys.find(({ use }) => use === 'sig')?.kid

    const STEPS: [afterMs: number, signsWith: string | undefined, encAccepted: boolean, sigAccepted: boolean][] = [
      [0, old.sig, true, true],
      [5 * MINUTE - 1, old.sig, true, true],
      [5 * MINUTE, newSig, true, true],
      [HOUR - 1, newSig, true, true],
      [HOUR, newSig, true, false],
      [96 * HOUR - 1, newSig, true, false],
      [96 * HOUR, newSig, false, false],
    ]
    for (const [afterMs, signsWith, encAccepted, sigAccepted] of STEPS) {
      nowMs = rotatedMs + afterMs
      assert.equal(ring.signingKey().kid, signsWith, `signs ${afterMs} ms after`)
      assert.equal((await ring.decryptionKey(old.enc)) !== undefined, encAccepted, `decrypts ${afterMs} ms after`)
      assert.equal((await ring.verificationKey(old.sig)) !== undefined, sigAccepted, `verifies ${afterMs} ms after`)
      const published = ring.jwks().keys.map(({ kid }) => kid)
      assert.equal(published.includes(old.enc), encAccepted, `publishes ENC ${afterMs} ms after`)
      assert.equal(published.includes(old.sig), sigAccepted, `publishes SIG ${afterMs} ms after`)
    }
  })

  test('deletes expired keys when it creates new ones', async () => {
    const ring = await openRing()
    const oldest = [ring.encryptionKey().kid, ring.signingKey().kid]
    for (const days of [30, 60]) {
      nowMs = START + days * DAY
      await ring.rotateIfDue()
    }
    const { rows } = await database.query<{ kid: string }>('SELECT kid FROM access_keys')
    assert.equal(rows.length, 4)
    assert.equal(
      rows.some(({ kid }) => oldest.includes(kid)),
      false,
    )
  })

  test('gets one successor when nodes rotate together, and both nodes know it', async () => {
    const [one, two] = await Promise.all([openRing(), openRing()])
    nowMs += 31 * DAY
    await Promise.all([one.rotateIfDue(), two.rotateIfDue()])
    await Promise.all([one.rotateIfDue(), two.rotateIfDue()])
    assert.equal(one.jwks().keys.length, 4)
    assert.deepEqual(one.jwks(), two.jwks())
  })

  test('a key of one use is not found under the other', async () => {
    const ring = await openRing()
    assert.equal(await ring.verificationKey(ring.encryptionKey().kid), undefined)
    assert.equal(await ring.decryptionKey(ring.signingKey().kid), undefined)
  })

  test('a key that another node just created is found', async () => {
    const [one, two] = await Promise.all([openRing(), openRing()])
    nowMs += 30 * DAY
    await one.rotateIfDue()
    const { kid } = one.encryptionKey()
    const [first, second] = await Promise.all([two.decryptionKey(kid), two.decryptionKey(kid)])
    assert.ok(first !== undefined && second !== undefined)
  })

  test('unknown key ids cost at most one lookup per second', async () => {
    let queries = 0
    const counted = new Proxy(database, {
      get(target, name) {
        if (name === 'query') queries++
        const member: unknown = Reflect.get(target, name, target)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    const ring = await openRing(counted)
    const askFor = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          n % 2 === 0 ? ring.decryptionKey(`x${n}`) : ring.verificationKey(`y${n}`),
        ),
      )
    queries = 0
    assert.deepEqual(new Set(await askFor(100)), new Set([undefined]))
    await askFor(100)
    nowMs += 999
    await askFor(100)
    assert.equal(queries, 1)
    nowMs += 1
    await askFor(100)
    assert.equal(queries, 2)
    // Setting the clock back does not stop lookups.
    nowMs -= HOUR
    await askFor(100)
    assert.equal(queries, 3)
    await ring.verificationKey(ring.signingKey().kid)
    assert.equal(queries, 3)
  })

  test('a failed lookup is an error, not an unknown key', async () => {
    let away = false
    const flaky = new Proxy(database, {
      get(target, name) {
        if (away && name === 'query') return () => Promise.reject(new Error('away'))
        const member: unknown = Reflect.get(target, name, target)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    const ring = await openRing(flaky)
    away = true
    await assert.rejects(ring.verificationKey('unknown'), /away/)
    assert.ok(await ring.verificationKey(ring.signingKey().kid))
    away = false
    nowMs += 1000
    assert.equal(await ring.verificationKey('unknown'), undefined)
  })

  test('an emptied table is filled again', async () => {
    const ring = await openRing()
    const before = ring.jwks()
    await emptyTables(database, 'access_keys')
    await ring.reload()
    assert.equal(ring.jwks().keys.length, 2)
    assert.notDeepEqual(ring.jwks(), before)
    assert.deepEqual((await openRing()).jwks(), ring.jwks())
  })
})

/** The server also holds the databases of other tests. */
async function isSomeoneWaiting(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
  )
  return rowCount > 0
}
