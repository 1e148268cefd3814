// Runs the channel's conformance suite against a host that speaks ISO 8583 in another process.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../../../test/support/bank/bank.ts'
import { startHost } from '../../../../test/support/iso8583-host/host-process.ts'
import { openIso8583Core, untilSignedOn } from '../../../../test/support/iso8583-host/open-core.ts'
import type { HostVersion } from '../../../../test/support/iso8583-host/scripted-host.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { cases } from '../../../../test/support/runner/extent.ts'
import { openRemoteChannel } from '../../../app/wire/rooms/bank.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RemoteCore } from '../../core/remote-core.ts'
import { coreConformance } from '../conformance.ts'

const PLAIN_ACCOUNTS = 400
const OTHER = SANDBOX.withoutCardless.institutionId

const DIALECTS = { 1987: 'iso87-ascii', 1993: 'iso93-binary' } as const

for (const version of cases<HostVersion>(['1993'], ['1993', '1987'])) {
  onDatabase(`a core behind ISO 8583 of ${version}`, (_engine, open) => suite(version, open))
}

function suite(version: HostVersion, open: () => Promise<{ readonly database: Database }>): void {
  let database: Database

  before(async () => {
    database = (await open()).database
    await seedBank(database)
  })

  coreConformance('the host of the example conforms behind the channel', async () => {
    const endings: (() => Promise<void>)[] = []
    const bank = await openBank(database)
    const coreAt = async (institutionId: string) => {
      const options = { format: version, plainAccounts: PLAIN_ACCOUNTS, institutionId } as const
      const { port } = await startHost({ after: (end) => endings.push(end) }, options)
      const core = await openIso8583Core(database, port, { dialect: DIALECTS[version], institutionId })
      await untilSignedOn(core)
      return core
    }
    // Each institution has its own host; orders that the gateway itself declines reach none.
    const [core, other] = await Promise.all([coreAt(SANDBOX.institutionId), coreAt(OTHER)])
    let used = 0
    return {
      ...SANDBOX,
      channel: openRemoteChannel(byInstitution(core, other), { ...bank, secretBox }),
      partnerIds: ['PARTNER01', 'PARTNER01-2'],
      newAccount() {
        assert.ok(used < PLAIN_ACCOUNTS, 'the test needs more plain accounts')
        return plainAccount(used++)
      },
      async close() {
        await bank.close()
        await Promise.all([core.close(), other.close()])
        for (const end of endings) await end()
      },
    }
  })

  describe('afterwards', () => {
    test('the records verify, none is unknown, and no exchange is open', async () => {
      assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
      const { rows } = await database.query(`SELECT FROM transactions WHERE response_code = '911'`)
      assert.equal(rows.length, 0)
      const open = await database.query(`SELECT state FROM iso8583_exchanges WHERE state <> 'ANSWERED'`)
      assert.deepEqual(open.rows, [])
      const { rows: kept } = await database.query(`SELECT FROM iso8583_exchanges WHERE pan_sealed IS NOT NULL`)
      assert.equal(kept.length, 0)
    })
  })
}

function byInstitution(core: RemoteCore, other: RemoteCore): RemoteCore {
  const at = (institutionId: string) => (institutionId === OTHER ? other : core)
  return {
    probe: () => core.probe(),
    lookUpAccounts: (lookup) => at(lookup.origin.institutionId).lookUpAccounts(lookup),
    inquireBalance: (inquiry) => at(inquiry.origin.institutionId).inquireBalance(inquiry),
    execute: (order) => at(order.origin.institutionId).execute(order),
    find: (institutionId, reference) => at(institutionId).find(institutionId, reference),
    cancel: (institutionId, reference) => at(institutionId).cancel(institutionId, reference),
    close: () => core.close(),
  }
}
