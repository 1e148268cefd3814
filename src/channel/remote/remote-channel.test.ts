// What the caller gets and what is recorded when a core elsewhere fails.

import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../../test/support/bank/bank.ts'
import { eachEngine } from '../../../test/support/machine/database.ts'
import type { Database } from '../../storage/database.ts'
import { openRemoteChannel } from '../../wire/bank.ts'
import { verifyBooks } from '../../wire/verification.ts'
import type { Channel } from '../channel.ts'
import { Desk } from '../conformance/desk.ts'
import { type Condition, RemoteCoreInMemory } from './remote-core.fixture.ts'

// Calls of one RRN, one after the other: how the core meets each, what the caller gets, and how the record stands.
const COURSES: [title: string, calls: [condition: Condition, got: string, recorded: string | undefined][]][] = [
  ['a core that is down leaves the RRN free', [['down', 'unavailable', undefined]]],
  [
    'after an outage the order is sent as a new one',
    [
      ['down', 'unavailable', undefined],
      ['up', '000', '000'],
    ],
  ],
  [
    'a lost answer is learned by repeating',
    [
      ['answer-lost', 'timeout', '911'],
      ['up', '000', '000'],
    ],
  ],
  [
    'a lost request is sent again',
    [
      ['request-lost', 'timeout', '911'],
      ['up', '000', '000'],
    ],
  ],
  [
    'once it may have been sent, a core that is down leaves the outcome unknown',
    [
      ['answer-lost', 'timeout', '911'],
      ['down', 'timeout', '911'],
      ['up', '000', '000'],
    ],
  ],
]

eachEngine('the channel to a core elsewhere', (_engine, open) => {
  let database: Database
  let bank: Bank
  let core: RemoteCoreInMemory
  let channel: Channel
  let desk: Desk
  let accounts = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database)
  })

  beforeEach(async () => {
    await database.query('DELETE FROM transactions')
    await database.query('DELETE FROM reversal_tombstones')
    bank = await openBank(database)
    core = new RemoteCoreInMemory()
    channel = openRemoteChannel(core, { ...bank, secretBox })
    const newAccount = () => plainAccount(accounts++)
    desk = new Desk({ ...SANDBOX, channel, partnerIds: ['PARTNER01', 'PARTNER01-2'], newAccount })
  })

  afterEach(async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
    await bank.close()
  })

  for (const [title, calls] of COURSES) {
    test(title, async () => {
      const order = desk.withdrawal(desk.at.newAccount(), 2_000n)
      for (const [condition, got, recorded] of calls) {
        core.condition = condition
        assert.equal(await resultOf(channel.withdrawCash(order)), got)
        assert.equal(await codeOf(order.rrn), recorded)
      }
      const isExecuted = calls.at(-1)?.[1] === '000'
      assert.equal(core.executed.size, isExecuted ? 1 : 0)
    })
  }

  test('a reversal that fails after it cancelled its original cancels the same one when it is sent again', async () => {
    const account = desk.at.newAccount()
    const older = desk.withdrawal(account, 2_000n)
    assert.equal(await resultOf(channel.withdrawCash(older)), '000')
    core.condition = 'request-lost'
    const lost = desk.withdrawal(account, 2_000n)
    assert.equal(await resultOf(channel.withdrawCash(lost)), 'timeout')
    core.condition = 'up'
    core.reading = 'down'
    // It names no original: the newest that fits is meant.
    const reversal = desk.reversal(lost)
    assert.equal(await resultOf(channel.reverseCashWithdrawal(reversal)), 'unavailable')
    core.reading = 'up'
    assert.equal(await resultOf(channel.reverseCashWithdrawal(reversal)), '000')
    assert.deepEqual(
      [...core.executed.values()].map(({ kind }) => kind),
      ['CASH_WITHDRAWAL'],
    )
    assert.equal(await codeOf(lost.rrn), '485')
    assert.equal(await resultOf(channel.withdrawCash(lost)), '485')
  })

  async function codeOf(rrn: string): Promise<string | undefined> {
    const { rows } = await database.query<{ response_code: string }>(
      'SELECT response_code FROM transactions WHERE rrn = $1',
      [rrn],
    )
    return rows[0]?.response_code
  }
})

/** The code of an answer, or the kind of the Problem. */
async function resultOf(work: Promise<{ code: string }>): Promise<string> {
  return work.then(
    ({ code }) => code,
    (error: { kind: string }) => error.kind,
  )
}
