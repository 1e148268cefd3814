import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openBank, plainAccount, SANDBOX, seedBank } from '../../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { scenarioChannel } from '../../../sandbox/scenario-channel.ts'
import type { Channel } from '../channel.ts'
import { coreConformance, type OpenFixture } from '../conformance.ts'
import type { BuiltinChannel } from './builtin-channel.ts'

const PLAIN_ACCOUNTS = 600

onDatabase('the channel port', (_engine, open) => {
  let database: Database
  let used = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, PLAIN_ACCOUNTS)
  })

  coreConformance('the built-in bank conforms', () => openFixture((channel) => channel, 'PARTNER01'))
  // As in the sandbox: a channel with failure scenarios on some accounts must conform on all others.
  coreConformance('the scenario channel conforms', () =>
    openFixture((channel) => scenarioChannel(channel, channel.behindLossyLine()), 'PARTNER03'),
  )

  describe('afterwards', () => {
    test('the books verify', async () => {
      assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
    })
  })

  async function openFixture(wrap: (channel: BuiltinChannel) => Channel, partnerId: string): Promise<OpenFixture> {
    const bank = await openBank(database)
    return {
      ...SANDBOX,
      channel: wrap(bank.channel),
      // Separate partners, so that the two runs do not share RRNs.
      partnerIds: [partnerId, `${partnerId}-2`],
      newAccount() {
        assert.ok(used < PLAIN_ACCOUNTS, 'the test needs more plain accounts')
        return plainAccount(used++)
      },
      close: () => bank.close(),
    }
  }
})
