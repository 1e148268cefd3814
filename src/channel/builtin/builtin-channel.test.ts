import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openBank, plainAccount, SANDBOX, seedBank } from '../../../test/support/bank/bank.ts'
import { eachEngine } from '../../../test/support/machine/database.ts'
import { scenarioChannel } from '../../sandbox/scenario-channel.ts'
import type { Database } from '../../storage/database.ts'
import { verifyBooks } from '../../wire/verification.ts'
import type { Channel } from '../channel.ts'
import { coreConformance, type OpenFixture } from '../conformance.ts'

const PLAIN_ACCOUNTS = 600

eachEngine('the channel port', (_engine, open) => {
  let database: Database
  let used = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, PLAIN_ACCOUNTS)
  })

  coreConformance('the built-in bank conforms', () => openFixture((channel) => channel, 'PARTNER01'))
  // As the sandbox runs it: a channel that misbehaves on some accounts must behave on all others.
  coreConformance('the scenario channel conforms', () =>
    openFixture((channel) => scenarioChannel(channel, database), 'PARTNER03'),
  )

  describe('afterwards', () => {
    test('the books are true', async () => {
      assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
    })
  })

  async function openFixture(wrap: (channel: Channel) => Channel, partnerId: string): Promise<OpenFixture> {
    const bank = await openBank(database)
    return {
      ...SANDBOX,
      channel: wrap(bank.channel),
      // A partner of its own keeps one run's RRNs from being the other's.
      partnerIds: [partnerId, `${partnerId}-2`],
      newAccount() {
        assert.ok(used < PLAIN_ACCOUNTS, 'the test needs more plain accounts')
        return plainAccount(used++)
      },
      close: () => bank.close(),
    }
  }
})
