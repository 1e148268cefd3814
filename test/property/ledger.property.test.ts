// Runs random sequences of orders on the ledger and compares it with a model of the bank and with its own books.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { verifyBooks } from '../../src/app/wire/verification.ts'
import type { Answer, Sent } from '../../src/channels/channel/channel.ts'
import { ChannelClient, outcomeIn } from '../../src/channels/channel/conformance/channel-client.ts'
import type { AnyOrder } from '../../src/channels/core/core.ts'
import { isApproved } from '../../src/channels/core/outcome.ts'
import { Problem } from '../../src/platform/kernel/problems/problem.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { type Bank, openBank, SANDBOX, seedBank } from '../support/bank/bank.ts'
import { oneAtATime } from '../support/bank/postings.ts'
import { onDatabaseInDepth } from '../support/machine/database.ts'
import { rounds } from '../support/runner/extent.ts'
import { type Command, courses, ordersOf, type PlannedOrder } from './commands.ts'
import { OPENINGS, openCourseAccounts, openInModel } from './course-accounts.ts'
import { ModelBank, type ModelOrder } from './model-bank.ts'

// For a longer search: PROPERTY_RUNS=500 PROPERTY_SEED=$RANDOM npm test -- test/property
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_310)
const RUNS = Number(process.env.PROPERTY_RUNS ?? rounds(7, 14))

onDatabaseInDepth('random sequences of orders', (engine, open) => {
  let database: Database
  let run = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database)
  })

  test('end as in the model, whatever is sent together and however it is batched', async () => {
    const maxBatches = fc.constantFrom(1, 2, 5, 128)
    await fc.assert(
      fc.asyncProperty(courses, maxBatches, async (groups, maxBatch) => {
        const course = await startCourse({ maxBatch })
        await course.follow(groups)
        await course.assertBalancesOfModel()
        await course.assertRepeatsChangeNothing()
        await course.close()
        await assertBooksTrue()
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    )
  })

  test('end the same one by one and all at once', async () => {
    await fc.assert(
      fc.asyncProperty(courses, async (groups) => {
        const commands = groups.flat()
        const ends: unknown[] = []
        for (const [sent, maxBatch] of [
          [commands.map((one) => [one]), 1],
          [[commands], 128],
        ] as const) {
          const course = await startCourse({ maxBatch, namesByAuthId: false })
          ends.push([await course.follow(sent), await course.balances()])
          await course.close()
        }
        assert.deepEqual(ends[0], ends[1])
      }),
      { seed: SEED + 1, numRuns: RUNS, endOnFailure: true },
    )
    await assertBooksTrue()
  })

  test('keep the books correct and every answer unchanged, with racing nodes', async () => {
    await fc.assert(
      fc.asyncProperty(courses, async (groups) => {
        const course = await startCourse({ nodes: 2, store: database, maxBatch: 3 })
        await course.race(groups.flat())
        await course.assertRepeatsChangeNothing()
        await course.close()
        await assertBooksTrue()
      }),
      { seed: SEED + 2, numRuns: engine === 'postgres' ? RUNS : 5, endOnFailure: true },
    )
  })

  interface CourseOptions {
    readonly maxBatch?: number
    readonly namesByAuthId?: boolean
    readonly nodes?: number
    readonly store?: Database
  }

  /** Four new accounts, a partner with unused RRNs, and a model of both. */
  async function startCourse({ maxBatch = 128, namesByAuthId = true, nodes = 1, store }: CourseOptions) {
    const partnerId = `RUN${++run}`
    const accounts = OPENINGS.map((_, i) => `${partnerId}-${i}`)
    await openCourseAccounts(database, [accounts])
    const model = new ModelBank()
    openInModel(model, accounts)
    const banks: Bank[] = []
    for (let i = 0; i < nodes; i++) banks.push(await openBank(store ?? oneAtATime(database), { maxBatch }))
    const desks = banks.map(
      ({ channel }) =>
        new ChannelClient({ ...SANDBOX, channel, partnerIds: [partnerId, partnerId], newAccount: () => '' }),
    )
    const desk = desks[0] as ChannelClient
    const answered = new Map<string, { order: Sent<AnyOrder>; answer: Answer }>()

    async function send(to: ChannelClient, planned: PlannedOrder): Promise<string> {
      const order = portOrder(to, planned.order)
      try {
        const answer = await to.send(order)
        const known = answered.get(`${order.rrn} ${order.fingerprint}`)
        if (known !== undefined) assert.equal(answer.reply, known.answer.reply)
        answered.set(`${order.rrn} ${order.fingerprint}`, { order, answer })
        return answer.code
      } catch (error) {
        assert.ok(error instanceof Problem && error.reason === 'core.unknown-biller', String(error))
        return 'refused'
      }
    }

    /** Fills in the authorization id of the original when it has been answered. */
    function named(planned: PlannedOrder): PlannedOrder {
      if (planned.authIdOf === undefined || !namesByAuthId || planned.order.reverses === undefined) return planned
      const authId = model.entries.get(planned.authIdOf)?.authId
      if (authId === undefined) return planned
      const { rrn: _, ...reverses } = planned.order.reverses
      return {
        order: { ...planned.order, content: `${planned.order.content} ${authId}`, reverses: { ...reverses, authId } },
      }
    }

    return {
      /** Sends group after group and compares every answer with the model's. */
      async follow(groups: readonly (readonly Command[])[]): Promise<string[]> {
        const all: string[] = []
        const planned = ordersOf(groups.flat(), accounts)
        let next = 0
        for (const group of groups) {
          // A course may plan fewer orders than it has commands: what refers to nothing is left out.
          const orders = planned.slice(next, next + group.length).map(named)
          next += group.length
          const codes = await Promise.all(orders.map((one) => send(desk, one)))
          for (const [i, { order }] of orders.entries()) {
            assert.equal(codes[i], model.post(order), `${order.type} ${order.rrn}`)
            const answer = answered.get(`${order.rrn} ${portOrder(desk, order).fingerprint}`)?.answer
            const outcome = answer && outcomeIn(answer)
            if (outcome === undefined || !isApproved(outcome)) continue
            model.learnAuthId(order.rrn, outcome.authId)
          }
          all.push(...codes)
        }
        return all
      },

      /** Sends everything at once, each order to both nodes. */
      async race(commands: readonly Command[]): Promise<void> {
        const planned = ordersOf(commands, accounts)
        await Promise.all(planned.flatMap((one) => desks.map((to) => send(to, one))))
      },

      async balances() {
        return Promise.all(accounts.map((accountId) => desk.balances(accountId)))
      },

      async assertBalancesOfModel(): Promise<void> {
        for (const accountId of accounts) {
          const { balanceMinor, availableMinor } = await desk.balances(accountId)
          const expected = model.accounts.get(accountId)
          const balance = expected?.isLoan ? -expected.balance : expected?.balance
          assert.deepEqual([balanceMinor, availableMinor], [balance, model.available(accountId)], accountId)
        }
      },

      async assertRepeatsChangeNothing(): Promise<void> {
        const before = await this.balances()
        const recorded = [...answered.values()].filter(({ answer }) => answer.code !== '913')
        const again = await Promise.all(recorded.map(({ order }) => desk.send(order)))
        for (const [i, { answer }] of recorded.entries()) {
          assert.deepEqual(again[i], { ...answer, replayed: true })
        }
        assert.deepEqual(await this.balances(), before)
      },

      async close(): Promise<void> {
        for (const bank of banks) await bank.close()
      },
    }
  }

  async function assertBooksTrue(): Promise<void> {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  }
})

/** The model's order as the port takes it. */
function portOrder(desk: ChannelClient, order: ModelOrder): Sent<AnyOrder> {
  const { rrn, type, accountId, amount, fee = 0n, checks = 0n, checksAvailable = 0n, to = '', reverses } = order
  if (reverses !== undefined) {
    const original = { ...desk.transfer(accountId, to, amount), type: reverses.type }
    const { beneficiaryAccountId: _, ...alone } = original
    const name = {
      part: reverses.part,
      ...(reverses.authId !== undefined && { authId: reverses.authId }),
      ...(reverses.rrn !== undefined && { rrn: reverses.rrn }),
    }
    return { ...desk.reversal(reverses.type === 'TRANSFER' ? original : alone, name), rrn }
  }
  switch (type) {
    case 'CASHWITHDRAWAL':
      return desk.withdrawal(accountId, amount, { rrn, accessFeeMinor: fee })
    case 'TRANSFER':
      return desk.transfer(accountId, to, amount, { rrn })
    case 'BILLPAYMENT': {
      const { billerId, bin } = order.biller === 'inactive' ? SANDBOX.billers.inactive : SANDBOX.billers.active
      return desk.billPayment(accountId, amount, {
        rrn,
        billerId: order.biller === 'unknown' ? 'NOBODY' : billerId,
        billerBin: bin,
      })
    }
    default:
      return { ...desk.checkDeposit(accountId, checks, checksAvailable, amount - checks), rrn, type }
  }
}
