// On distributed books every statement of the posting path names its institution as an equality, so that one server answers
// it. The statements are those that orders and inquiries of every kind send: the conformance suite of the channel, and orders
// to a remote core.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Desk } from '../../src/channel/conformance/desk.ts'
import { coreConformance } from '../../src/channel/conformance.ts'
import { FakeCore } from '../../src/channel/remote/fake-core.fixture.ts'
import { scenarioChannel } from '../../src/sandbox/scenario-channel.ts'
import type { Database, Session, Step } from '../../src/storage/database.ts'
import { BY_INSTITUTION, PLACED_BY } from '../../src/storage/distribution/tables.ts'
import { openRemoteChannel } from '../../src/wire/bank.ts'
import { openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../support/bank/bank.ts'
import { onDatabase } from '../support/machine/database.ts'
import { recordCatalogue } from '../support/machine/recorded-catalogue.ts'

const PLAIN_ACCOUNTS = 300

onDatabase('the statements of orders and inquiries', (engine, open) => {
  if (engine === 'pglite') return
  let database: Database
  const sent = new Map<string, Step>()

  before(async () => {
    const opened = await open()
    const isCluster = opened.database.isDistributed
    await seedBank(opened.database, PLAIN_ACCOUNTS)
    if (!isCluster && 'url' in opened.location) await recordCatalogue(opened.database, opened.location.url)
    database = noting(opened.database, sent)
  })

  coreConformance('are sent by the conformance suite', async () => {
    const bank = await openBank(database)
    let used = 0
    return {
      ...SANDBOX,
      channel: scenarioChannel(bank.channel, bank.channel.behindLossyLine()),
      partnerIds: ['PARTNER03', 'PARTNER03-2'],
      newAccount: () => plainAccount(used++),
      close: () => bank.close(),
    }
  })

  describe('of a remote core', () => {
    test('are sent by orders that are lost, repeated and reversed', async () => {
      const bank = await openBank(database)
      const core = new FakeCore()
      const desk = new Desk({
        ...SANDBOX,
        channel: openRemoteChannel(core, { ...bank, secretBox }),
        partnerIds: ['PARTNER01', 'PARTNER01-2'],
        newAccount: () => 'elsewhere',
      })
      const order = desk.billPayment('elsewhere', 1_000n)
      core.nextResults = ['unanswered']
      await assert.rejects(desk.send(order))
      assert.equal((await desk.send(order)).code, '000')
      core.nextResults = ['refused']
      await assert.rejects(desk.send(desk.billPayment('elsewhere', 2_000n)))
      await bank.close()
    })
  })

  describe('name their institution', () => {
    test('by an equality, for each table that is distributed', () => {
      assert.ok(sent.size > 20, `only ${sent.size} statements were seen`)
      const wrong = [...sent.values()].flatMap((step) =>
        faultsOf(step).map((fault) => `${step.statement.name}: ${fault}`),
      )
      assert.deepEqual(wrong, [])
    })
  })
})

const TABLES = BY_INSTITUTION.join('|')
const READ = new RegExp(`\\b(?:FROM|JOIN|UPDATE|USING|DELETE FROM)\\s+(?:${TABLES})\\b`, 'gi')
const EQUAL = new RegExp(`\\b${PLACED_BY} = \\$1(?!\\d)`, 'g')
const INSERTED = new RegExp(`\\bINSERT INTO (?:${TABLES})\\b`, 'i')
const COPIED = new RegExp(`^COPY (?:${TABLES})\\b`, 'i')

/** Why one server alone could not run the statement. */
function faultsOf({ statement: { text }, values }: Step): string[] {
  const faults: string[] = []
  const read = text.match(READ)?.length ?? 0
  const equalities = text.match(EQUAL)?.length ?? 0
  if (COPIED.test(text)) {
    if (!new RegExp(`^COPY \\w+ \\(\\s*${PLACED_BY}\\b`).test(text)) faults.push('copies rows without the institution')
    return faults
  }
  if (INSERTED.test(text) && !new RegExp(`\\(\\s*${PLACED_BY}\\b[\\s\\S]*?(?:SELECT|VALUES)\\s*\\(?\\$1\\b`).test(text))
    faults.push('inserts rows whose institution is not its first value')
  if (equalities < read) faults.push(`reads ${read} distributed tables and names the institution ${equalities} times`)
  if (read + (INSERTED.test(text) ? 1 : 0) > 0 && values[0] !== SANDBOX.institutionId)
    faults.push('its first value is no institution')
  if (/SELECT\s+FROM/i.test(text)) faults.push('has a subquery without columns')
  if (/force_generic_plan/.test(text)) faults.push('forces generic plans')
  return faults
}

/** Notes the statements of every round trip. */
function noting(database: Database, sent: Map<string, Step>): Database {
  const connect: Database['connect'] = async (options) => {
    const session = await database.connect(options)
    return new Proxy(session, {
      get(target, name) {
        if (name !== 'roundTrip') return bound(target, name)
        return (steps: Parameters<Session['roundTrip']>[0]) => {
          for (const step of steps) sent.set(step.statement.name, step)
          return target.roundTrip(steps)
        }
      },
    })
  }
  return new Proxy(database, { get: (target, name) => (name === 'connect' ? connect : bound(target, name)) })
}

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}
