import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { quickHash } from '../../../../test/support/onboarding/quick-hash.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { assertNotRecent, hashPassword, setPassword, verifyPassword } from './passwords.ts'

const START = Date.UTC(2026, 0, 1)
const VIEWER = '00000000-0000-7000-8000-000000000002'

describe('password hashes', () => {
  test('are argon2id with the recommended cost, each with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.notEqual(one, two)
  })

  test('verify the password and no other', async () => {
    const hash = await hashPassword('Zoë likes tea 1')
    assert.equal(await verifyPassword(hash, 'Zoë likes tea 1'), true)
    // The same letters in decomposed form.
    assert.equal(await verifyPassword(hash, 'Zoe\u0308 likes tea 1'), true)
    for (const other of ['', 'Zoe likes tea 1', 'zoë likes tea 1', 'Zoë likes tea 1 ', 'x'.repeat(1024)]) {
      assert.equal(await verifyPassword(hash, other), false, other)
    }
  })

  test('are also computed without a user, and nothing matches', async () => {
    for (const password of ['', 'password', 'x'.repeat(1024)]) {
      assert.equal(await verifyPassword(undefined, password), false)
    }
  })

  test('that are damaged are an error, not a wrong password', async () => {
    await assert.rejects(verifyPassword('$argon2id$broken', 'correct horse'))
  })
})

onDatabase('the passwords of a user', (_engine, open) => {
  let database: Database
  let userId: string
  const hashes = new Map<string, string>()

  before(async () => {
    database = (await open()).database
    for (const n of [0, 1, 2, 3, 4, 5]) hashes.set(`password ${n}`, await quickHash(`password ${n}`))
  })

  beforeEach(async () => {
    userId = newId(START)
    await database.query(
      `INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, created_at, updated_at, created_by, updated_by)
       VALUES ($1, 'A', 'B', $2, $2, $3, now(), now(), 'test', 'test')`,
      [userId, `${userId}@example.com`, VIEWER],
    )
  })

  const give = (n: number, nowMs = START + n) =>
    database.transaction((sql) => setPassword(sql, { userId, hash: hashes.get(`password ${n}`) as string, nowMs }))
  const isRecent = async (n: number) => {
    try {
      await assertNotRecent(database, userId, `password ${n}`)
      return false
    } catch (error) {
      assert.ok(error instanceof Problem, String(error))
      assert.deepEqual([error.kind, error.reason], ['invalid', 'access.password-refused'])
      assert.equal(error.message.includes(`password ${n}`), false)
      return true
    }
  }
  const currentHash = async () => {
    const { rows } = await database.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE user_id = $1',
      [userId],
    )
    return rows[0]?.password_hash
  }
  const historyLength = async () =>
    (await database.query('SELECT 1 FROM password_history WHERE user_id = $1', [userId])).rowCount

  test('are empty at first', async () => {
    assert.equal(await isRecent(0), false)
    await give(0)
    assert.equal(await currentHash(), hashes.get('password 0'))
    assert.equal(await historyLength(), 0)
  })

  for (const [title, timeOf] of [
    ['', (n: number) => START + n],
    [', also when all came in one millisecond', () => START],
    [', also when the clock ran backwards', (n: number) => START - n],
  ] as const) {
    test(`may not be one of the last five${title}`, async () => {
      for (const n of [0, 1, 2, 3, 4]) await give(n, timeOf(n))
      for (const n of [0, 1, 2, 3, 4]) assert.equal(await isRecent(n), true, `password ${n} of 5`)
      await give(5, timeOf(5))
      assert.equal(await isRecent(0), false)
      for (const n of [1, 2, 3, 4, 5]) assert.equal(await isRecent(n), true, `password ${n} of 6`)
      assert.equal(await currentHash(), hashes.get('password 5'))
      assert.equal(await historyLength(), 4)
    })
  }

  test('set in other ways are checked too', async () => {
    await database.query('UPDATE users SET password_hash = $2 WHERE user_id = $1', [userId, hashes.get('password 0')])
    assert.equal(await isRecent(0), true)
    await give(1)
    assert.equal(await isRecent(0), true)
  })

  test('do not include those of other users', async () => {
    await give(0)
    await give(1)
    userId = newId(START)
    assert.equal(await isRecent(0), false)
    assert.equal(await isRecent(1), false)
  })

  test('changed concurrently are added to the history once each', async () => {
    await give(0)
    await Promise.all([give(1, START), give(2, START), give(3, START)])
    assert.equal(await historyLength(), 3)
    for (const n of [0, 1, 2, 3]) assert.equal(await isRecent(n), true, `password ${n}`)
  })
})
