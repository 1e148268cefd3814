import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { insertUser } from '../../../../test/support/onboarding/user-rows.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { RecoveryCodes } from './recovery-codes.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
const clock = { now: () => Date.UTC(2026, 0, 15) }
const recoveryCodes = new RecoveryCodes({ secretBox, clock })

onDatabase('recovery codes', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
  })
  const replace = (userId: string) => database.transaction((sql) => recoveryCodes.replace(sql, userId))

  test('there are ten different codes, easy to read from paper', async () => {
    const { userId } = await insertUser(database)
    assert.equal(await recoveryCodes.remaining(database, userId), 0)
    const codes = await replace(userId)
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/)
    assert.equal(await recoveryCodes.remaining(database, userId), 10)
  })

  test('each is accepted once', async () => {
    const { userId } = await insertUser(database)
    const codes = await replace(userId)
    for (const [used, code] of codes.entries()) {
      assert.equal(await recoveryCodes.use(database, userId, code), true)
      assert.equal(await recoveryCodes.use(database, userId, code), false)
      assert.equal(await recoveryCodes.remaining(database, userId), 9 - used)
    }
  })

  test('one that is sent twenty times at once is accepted once', async () => {
    const { userId } = await insertUser(database)
    const [code = ''] = await replace(userId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => recoveryCodes.use(database, userId, code)))
    assert.equal(answers.filter(Boolean).length, 1)
  })

  const typed: [title: string, as: (code: string) => string][] = [
    ['in small letters', (code) => code.toLowerCase()],
    ['without hyphens', (code) => code.replaceAll('-', '')],
    ['with spaces', (code) => ` ${code.replaceAll('-', ' ')} `],
    ['with letters for digits', (code) => code.replaceAll('0', 'O').replaceAll('1', 'l')],
  ]
  for (const [title, as] of typed) {
    test(`a code typed ${title} is accepted`, async () => {
      const { userId } = await insertUser(database)
      const codes = await replace(userId)
      for (const code of codes) assert.equal(await recoveryCodes.use(database, userId, as(code)), true)
    })
  }

  test('new codes invalidate the old ones, used or not', async () => {
    const { userId } = await insertUser(database)
    const old = await replace(userId)
    await recoveryCodes.use(database, userId, old[0] ?? '')
    await replace(userId)
    assert.equal(await recoveryCodes.remaining(database, userId), 10)
    for (const code of old) assert.equal(await recoveryCodes.use(database, userId, code), false)
  })

  test('five concurrent replacements leave ten codes', async () => {
    const { userId } = await insertUser(database)
    await Promise.all(Array.from({ length: 5 }, () => replace(userId)))
    assert.equal(await recoveryCodes.remaining(database, userId), 10)
  })

  test("one user's codes do not work for another, and no code is stored in plain text", async () => {
    const [ann, bob] = [await insertUser(database), await insertUser(database)]
    const codes = await replace(ann.userId)
    await replace(bob.userId)
    for (const code of codes) assert.equal(await recoveryCodes.use(database, bob.userId, code), false)
    const { rows } = await database.query('SELECT code_hash FROM recovery_codes')
    const stored = JSON.stringify(rows)
    for (const code of codes) assert.ok(!stored.includes(code) && !stored.includes(code.replaceAll('-', '')))
  })
})
