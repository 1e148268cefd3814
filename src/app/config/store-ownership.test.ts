import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { ENVIRONMENTS, type Environment } from '../../platform/kernel/environment.ts'
import { parseMasterKeys, SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { assertSandbox, changeEnvironment, markEnvironment } from '../../platform/storage/environment-mark.ts'
import { checkEnvironment, checkMasterKey, claimEnvironment, claimStore } from './store-ownership.ts'

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
    await claimStore(database, boxOf(first), SANDBOX)
    for (const [title, keys, isAccepted] of STARTS) {
      const check = claimStore(database, boxOf(keys), SANDBOX)
      if (isAccepted) await assert.doesNotReject(check, title)
      else await assert.rejects(check, { name: 'ConfigError', message: /^MASTER_KEY is not the key/ }, title)
    }
  })

  test('is checked without writing, and a database that was never claimed fits every key', async () => {
    await assert.doesNotReject(checkMasterKey(database, boxOf(first)))
    await assert.rejects(checkMasterKey(database, boxOf(second)), { message: /^MASTER_KEY is not the key/ })
    await database.query(`DELETE FROM settings WHERE key = 'masterKeyCheck'`)
    await assert.doesNotReject(checkMasterKey(database, boxOf(second)))
    assert.equal((await database.query(`SELECT FROM settings WHERE key = 'masterKeyCheck'`)).rowCount, 0)
  })
})

const OTHER = (named: Environment, owner: Environment) =>
  new RegExp(`^ENVIRONMENT is ${named}, but the database belongs to ${owner}`)

onDatabase('the environment that a database belongs to', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
  })
  beforeEach(() => database.query(`DELETE FROM settings; DELETE FROM institutions`))

  const marks = async () => {
    const { rows } = await database.query<{ value: unknown }>(`SELECT value FROM settings WHERE key = 'environment'`)
    return rows.map(({ value }) => value)
  }

  for (const owner of ENVIRONMENTS) {
    test(`${owner}: the one that it was first prepared in; every other is refused`, async () => {
      await claimEnvironment(database, { environment: owner })
      assert.deepEqual(await marks(), [owner])
      for (const environment of ENVIRONMENTS) {
        for (const check of [checkEnvironment, claimEnvironment]) {
          const checked = check(database, { environment })
          if (environment === owner) await assert.doesNotReject(checked)
          else await assert.rejects(checked, { name: 'ConfigError', message: OTHER(environment, owner) })
        }
      }
      assert.deepEqual(await marks(), [owner])
    })
  }

  test('a look before the first preparation marks nothing', async () => {
    await checkEnvironment(database, { environment: 'prod' })
    assert.deepEqual(await marks(), [])
  })

  // Databases of versions before marks: what they hold, the environment that is named, and the one that they belong to.
  const SANDBOX_DATA = `INSERT INTO settings (key, value) VALUES ('sandbox', '{}')`
  const BANK = `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, cutover_time, bins, services,
                                          branches, hold_days, closed_through, created_at)
                VALUES ('BANK1', 'A bank', 'ACTIVE', 'USD', 'UTC', '00:00', '{}', '{}', '[]', 7, '20260101', now())`
  const UNMARKED: [holds: string, made: string, named: Environment, refusal: RegExp | undefined][] = [
    ["the sandbox's data", SANDBOX_DATA, 'sandbox', undefined],
    ["the sandbox's data", SANDBOX_DATA, 'prod', OTHER('prod', 'sandbox')],
    ["the sandbox's data", SANDBOX_DATA, 'qa', OTHER('qa', 'sandbox')],
    ["the sandbox's data and a bank", `${SANDBOX_DATA}; ${BANK}`, 'sandbox', undefined],
    ['a bank', BANK, 'prod', undefined],
    ['a bank', BANK, 'uat', undefined],
    [
      'a bank',
      BANK,
      'sandbox',
      /^ENVIRONMENT is sandbox, but the database has institutions that are not the sandbox's$/,
    ],
    ['nothing', 'SELECT 1', 'qa', undefined],
    ['nothing', 'SELECT 1', 'sandbox', undefined],
  ]
  for (const [holds, made, named, refusal] of UNMARKED) {
    test(`a database without the mark that holds ${holds} is ${refusal === undefined ? 'marked' : 'refused'} by ${named}`, async () => {
      await database.query(made)
      const claimed = claimEnvironment(database, { environment: named })
      if (refusal === undefined) await assert.doesNotReject(claimed)
      else await assert.rejects(claimed, { name: 'ConfigError', message: refusal })
      assert.deepEqual(await marks(), refusal === undefined ? [named] : [])
    })
  }

  test('of nodes of two environments that prepare a new database at once, one wins', async () => {
    const claims = await Promise.allSettled(
      ['prod', 'qa', 'prod', 'qa'].map((environment) =>
        claimEnvironment(database, { environment: environment as Environment }),
      ),
    )
    const [mark] = await marks()
    assert.ok(mark === 'prod' || mark === 'qa')
    assert.deepEqual(
      claims.map(({ status }) => status),
      ['prod', 'qa', 'prod', 'qa'].map((environment) => (environment === mark ? 'fulfilled' : 'rejected')),
    )
  })

  test('a node that loses the race after it has looked is refused', async () => {
    const raced = {
      async query(text: string, values?: readonly unknown[]) {
        if (text.includes('INSERT INTO settings')) await markEnvironment(database, 'prod')
        return database.query(text, values)
      },
    } as unknown as Database
    const claimed = claimEnvironment(raced, { environment: 'qa' })
    await assert.rejects(claimed, { name: 'ConfigError', message: OTHER('qa', 'prod') })
    assert.deepEqual(await marks(), ['prod'])
  })

  test('a mark of a later version is refused by all', async () => {
    await database.query(`INSERT INTO settings (key, value) VALUES ('environment', '"staging"')`)
    for (const environment of ENVIRONMENTS)
      await assert.rejects(checkEnvironment(database, { environment }), /belongs to an environment of another version/)
  })

  test("the database itself takes the sandbox's data in a sandbox only, whoever writes it", async () => {
    await claimEnvironment(database, { environment: 'sandbox' })
    await assert.doesNotReject(assertSandbox(database))
    await database.query(SANDBOX_DATA)
    await changeEnvironment(database, 'prod')
    await assert.rejects(assertSandbox(database), /belongs to prod, not to a sandbox/)
    await database.query(`DELETE FROM settings WHERE key = 'sandbox'`)
    await assert.rejects(database.query(SANDBOX_DATA), /belongs to another environment than the sandbox/)
  })
})
