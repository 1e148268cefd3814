import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { createPostgresDatabase } from '../../../test/support/machine/database.ts'
import { describeFailure } from '../../app/cli/failure.ts'
import { checkServer, openPglite, openPostgres, startFailure } from './open-database.ts'
import { migrate } from './schema/migrate.ts'

describe('the encoding of the database', () => {
  const ENCODINGS: [encoding: string, isTaken: boolean][] = [
    ['UTF8', true],
    ['SQL_ASCII', true],
    ['LATIN1', false],
    ['WIN1252', false],
  ]
  for (const [encoding, isTaken] of ENCODINGS) {
    test(`${encoding} is ${isTaken ? 'taken' : 'refused in one line that names the variable and what it takes'}`, async (t) => {
      const { url, remove } = await createPostgresDatabase(
        `ENCODING '${encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`,
      )
      t.after(remove)
      const database = openPostgres(url)
      try {
        if (isTaken) await checkServer(database)
        else {
          await assert.rejects(checkServer(database), {
            message: `DATABASE_URL: a database in the encoding UTF8 is needed, this one is in ${encoding}`,
          })
        }
      } finally {
        await database.close()
      }
    })
  }
})

test('the limits of a session on the server are set after connecting, and again after a migration', async (t) => {
  const postgres = await createPostgresDatabase()
  t.after(() => postgres.remove())
  const database = openPostgres(postgres.url, { connections: 2 })
  t.after(() => database.close())
  const limits = async () => {
    const session = await database.connect()
    const { rows } = await session.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
              current_setting('idle_in_transaction_session_timeout') AS idle`,
    )
    session.release()
    return rows[0]
  }
  const expected = { statement: '30s', lock: '0', idle: '30s' }
  assert.deepEqual(await limits(), expected)
  await migrate(database)
  assert.equal(database.load().total, 1)
  assert.deepEqual(await limits(), expected)
})

test('a missing folder of the installation is not blamed on the data folder', async () => {
  const database = openPglite(null)
  try {
    const missing: unknown = await readdir('/nowhere/dialects').catch((error) => error)
    assert.equal(startFailure(database, missing), missing)
    assert.match(describeFailure(missing), /^tillgate: \/nowhere\/dialects cannot be used: ENOENT[^\n]*$/)
  } finally {
    await database.close()
  }
})
