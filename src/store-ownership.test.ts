import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../test/support/machine/database.ts'
import { parseMasterKeys, SecretBox } from './kernel/secrets.ts'
import type { Database } from './storage/database.ts'
import { checkOwnership } from './store-ownership.ts'

const SANDBOX = { environment: 'sandbox' } as const

onDatabase('the key that a database was written with', (_engine, open) => {
  const [first, second] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')]
  const boxOf = (text: string) => new SecretBox(parseMasterKeys(text))

  // One row per start after the first, which had `1:first`.
  const STARTS: [title: string, keys: string, isAccepted: boolean][] = [
    ['the same key is accepted', first, true],
    ['a newer key beside it is accepted', `2:${second},1:${first}`, true],
    ['another key is refused', second, false],
    ['a newer key without it is refused', `2:${second}`, false],
    ['another key under the old one is refused', `2:${first},1:${second}`, false],
  ]

  let database: Database
  before(async () => {
    database = (await open()).database
  })

  test('is checked at every start', async () => {
    await checkOwnership(database, boxOf(first), SANDBOX)
    for (const [title, keys, isAccepted] of STARTS) {
      const check = checkOwnership(database, boxOf(keys), SANDBOX)
      if (isAccepted) await assert.doesNotReject(check, title)
      else await assert.rejects(check, { name: 'ConfigError', message: /^MASTER_KEY is not the key/ }, title)
    }
  })

  test("a sandbox's database can only be used by a sandbox", async () => {
    await database.query(`INSERT INTO settings (key, value) VALUES ('sandbox', '{}')`)
    await assert.doesNotReject(checkOwnership(database, boxOf(first), SANDBOX))
    for (const environment of ['qa', 'uat', 'prod'] as const) {
      await assert.rejects(checkOwnership(database, boxOf(first), { environment }), { name: 'ConfigError' })
    }
  })
})
