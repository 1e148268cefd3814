// Runs the channel's conformance suite against the REST core example in another process.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { startExample } from '../../../../test/support/rest-core/example-server.ts'
import { openRestCore } from '../../../../test/support/rest-core/orders.ts'
import { openRemoteChannel } from '../../../app/wire/rooms/bank.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { coreConformance } from '../conformance.ts'

const PLAIN_ACCOUNTS = 400

onDatabase('a remote core', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await seedBank(database)
  })

  coreConformance('the REST example conforms behind the channel', async () => {
    const endings: (() => Promise<void>)[] = []
    const example = await startExample({ after: (end) => endings.push(end) }, { plainAccounts: PLAIN_ACCOUNTS })
    const bank = await openBank(database)
    const core = openRestCore(example.url, { timeoutMs: 60_000 })
    let used = 0
    return {
      ...SANDBOX,
      channel: openRemoteChannel(core, { ...bank, secretBox }),
      partnerIds: ['PARTNER01', 'PARTNER01-2'],
      newAccount() {
        assert.ok(used < PLAIN_ACCOUNTS, 'the test needs more plain accounts')
        return plainAccount(used++)
      },
      async close() {
        await bank.close()
        await core.close()
        for (const end of endings) await end()
      },
    }
  })

  describe('afterwards', () => {
    test('the records verify, and none is unknown', async () => {
      assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
      const { rows } = await database.query(`SELECT FROM transactions WHERE response_code = '911'`)
      assert.equal(rows.length, 0)
    })
  })
})
