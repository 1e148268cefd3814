// On distributed books every statement of the posting path names its institution as an equality, so that one server answers
// it. The statements are those that orders and inquiries of every kind send (the conformance suite of the channel, and orders
// to a remote core), and those of commands to loans and movements of tokens.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openRemoteChannel } from '../../src/app/wire/rooms/bank.ts'
import { ChannelClient } from '../../src/channels/channel/conformance/channel-client.ts'
import { coreConformance } from '../../src/channels/channel/conformance.ts'
import { FakeCore } from '../../src/channels/channel/remote/fake-core.fixture.ts'
import type { BatchPlace, Database, Session, Step } from '../../src/platform/storage/database.ts'
import { BY_INSTITUTION, PLACED_BY } from '../../src/platform/storage/distribution/tables.ts'
import { scenarioChannel } from '../../src/sandbox/scenario-channel.ts'
import { openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../support/bank/bank.ts'
import { command, disbursedLoan, openLoanBank, PARTNER, repayment } from '../support/lending/loan-bank.ts'
import { onPostgres } from '../support/machine/database.ts'
import { recordCatalogue } from '../support/machine/recorded-catalogue.ts'
import {
  depositOrder,
  newParty,
  openTokenBank,
  PAYEE_PARTNER,
  redemptionOrder,
  transferOrder,
} from '../support/tokens/token-bank.ts'

const PLAIN_ACCOUNTS = 300

onPostgres('the statements of orders and inquiries', (open) => {
  let database: Database
  const sent = new Map<string, Step>()
  const places: BatchPlace[] = []

  before(async () => {
    const opened = await open()
    const isCluster = opened.database.isDistributed
    await seedBank(opened.database, PLAIN_ACCOUNTS)
    if (!isCluster && 'url' in opened.location) await recordCatalogue(opened.database, opened.location.url)
    database = noting(opened.database, sent, places)
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
    test('are sent by orders of every kind, lost, repeated and reversed', async () => {
      const bank = await openBank(database)
      const core = new FakeCore()
      const desk = new ChannelClient({
        ...SANDBOX,
        channel: openRemoteChannel(core, { ...bank, secretBox }),
        partnerIds: ['PARTNER01', 'PARTNER01-2'],
        newAccount: () => 'elsewhere',
      })
      const orders = [
        desk.withdrawal('elsewhere', 2_000n),
        desk.cardless('elsewhere', 2_000n),
        desk.cashDeposit('elsewhere', 3_000n),
        desk.checkDeposit('elsewhere', 3_000n, 1_000n),
        desk.transfer('elsewhere', 'another', 1_000n),
        desk.billPayment('elsewhere', 1_000n),
      ]
      for (const order of orders) {
        core.nextResults = ['unanswered']
        await assert.rejects(desk.send(order))
        assert.equal((await desk.send(order)).code, '000', order.type)
        if (!['CARDLESSWITHDRAWAL', 'BILLPAYMENT'].includes(order.type)) await desk.send(desk.reversal(order))
      }
      core.nextResults = ['refused']
      await assert.rejects(desk.send(desk.billPayment('elsewhere', 2_000n)))
      await bank.close()
    })
  })

  describe('of transfers', () => {
    test('stay at the server of their accounts, also when they pay into a loan', async () => {
      const bank = await openLoanBank(database)
      const desk = new ChannelClient({
        ...SANDBOX,
        channel: bank.channel,
        partnerIds: ['PARTNER03', 'PARTNER03-2'],
        newAccount: () => plainAccount(PLAIN_ACCOUNTS - 1),
      })
      const loanId = await disbursedLoan(bank, { customerId: 'CUST0099' })
      const { loan } = await bank.book.find(PARTNER, loanId)
      const staying = async (to: string) => {
        places.length = 0
        const order = desk.transfer(desk.at.newAccount(), to, 1_000n, { rrn: `99${to.slice(-10)}` })
        assert.equal((await desk.send(order)).code, '000')
        return places.map(({ staysInShard }) => staysInShard)
      }
      assert.deepEqual(await staying(plainAccount(PLAIN_ACCOUNTS - 2)), [true])
      assert.deepEqual(await staying(loan.ledgerAccountId), [true])
      const { events } = await bank.book.find(PARTNER, loanId)
      assert.deepEqual(
        events.map(({ event }) => event.kind),
        ['DISBURSEMENT', 'REPAYMENT'],
      )
      await bank.close()
    })
  })

  describe('of lending and digital banking', () => {
    test('are sent by disbursements, repayments and their reversals', async () => {
      const bank = await openLoanBank(database)
      const loanId = await disbursedLoan(bank)
      const today = bank.book.businessDate(SANDBOX.institutionId)
      const { events } = await bank.book.append(command(loanId, repayment(10_000n, today)))
      const reversalOf = events.at(-1)?.event.eventId ?? ''
      await bank.book.append(
        command(loanId, { kind: 'REVERSAL', reversalOf, valueDate: today }, { reverses: reversalOf }),
      )
      await bank.close()
    })

    test('are sent by deposits, transfers and redemptions of tokens', async () => {
      const bank = await openTokenBank(database)
      const [payer, payee] = [await newParty(bank), await newParty(bank, { partnerId: PAYEE_PARTNER })]
      await bank.movements.deposit(depositOrder(payer, 5_000n))
      await bank.movements.transfer(transferOrder(payer, payee, 2_000n))
      const redeemed = await bank.movements.redeem(redemptionOrder(payer, 1_000n))
      assert.equal(redeemed.movement.state, 'COMPLETED')
      await bank.close()
    })
  })

  describe('name their institution', () => {
    test('by an equality, for each table that is distributed', () => {
      assert.ok(sent.size > 40, `only ${sent.size} statements were seen`)
      const wrong = [...sent.values()].flatMap((step) =>
        faultsOf(step, institutionIds).map((fault) => `${step.statement.name}: ${fault}`),
      )
      assert.deepEqual(wrong, [])
    })
  })
})

/** Those that batches were for. */
const institutionIds = new Set<string>()

const TABLES = BY_INSTITUTION.join('|')
const READ = new RegExp(`\\b(?:FROM|JOIN|UPDATE|USING|DELETE FROM)\\s+(?:${TABLES})\\b`, 'gi')
const EQUAL = new RegExp(`\\b${PLACED_BY} = \\$1(?!\\d)`, 'g')
const INSERTED = new RegExp(`\\bINSERT INTO (?:${TABLES})\\b`, 'i')
const COPIED = new RegExp(`^COPY (?:${TABLES})\\b`, 'i')

/** Why one server alone could not run the statement. */
function faultsOf({ statement: { text }, values }: Step, institutionIds: ReadonlySet<string>): string[] {
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
  if (read + (INSERTED.test(text) ? 1 : 0) > 0 && !institutionIds.has(values[0] ?? ''))
    faults.push('its first value is no institution')
  if (/SELECT\s+FROM/i.test(text)) faults.push('has a subquery without columns')
  if (/force_generic_plan/.test(text)) faults.push('forces generic plans')
  return faults
}

/** Notes the batches and the statements of every round trip. */
function noting(database: Database, sent: Map<string, Step>, places: BatchPlace[]): Database {
  const connect: Database['connect'] = async (options) => {
    if (options?.batch !== undefined) places.push(options.batch)
    for (const institutionId of options?.batch?.institutionIds ?? []) institutionIds.add(institutionId)
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
