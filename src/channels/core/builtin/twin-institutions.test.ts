// Two institutions with the same account ids, card numbers, terminals and RRNs never see or touch each other's rows. Each
// runs its own list of steps; interleaved, both must answer and book exactly what they do alone.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Bank, openBank, SANDBOX, seedBank } from '../../../../test/support/bank/bank.ts'
import {
  booksOf,
  copyInstitution,
  keepBooks,
  setCardStatus,
  TWIN,
} from '../../../../test/support/bank/twin-institution.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Sent } from '../../channel/channel.ts'
import { ChannelClient, outcomeIn } from '../../channel/conformance/channel-client.ts'
import type { AnyOrder, Order } from '../core.ts'
import { isApproved } from '../outcome.ts'

const FIRST = SANDBOX.institutionId
// A morning in New York.
const clock = { now: () => Date.parse('2026-03-10T14:00:00Z') }

const { pan: CARD, customerId: CUSTOMER } = SANDBOX.card
const [CHECKING, SAVINGS, LOAN] = SANDBOX.card.accountIds
/** Each active at one institution and blocked at the other. */
const FIRST_ONLY = { pan: '4000000000000028', accountId: '1000000004' }
const TWIN_ONLY = { pan: '4000000000000044', accountId: '1000000008' }

type Reversed = { readonly part?: bigint; readonly by?: 'rrn' | 'authId' | 'nothing'; readonly pan?: string }

/** One institution's counter. The n-th step of a day has the n-th RRN, at either institution. */
class Counter {
  readonly desk: ChannelClient
  /** The authorization ids given by the other institution, step by step. */
  others: readonly (string | undefined)[] = []
  readonly authIds: (string | undefined)[] = []
  readonly #orders: Sent<AnyOrder>[] = []

  constructor(bank: Bank, institutionId: string) {
    const partnerIds = ['PARTNER01', 'PARTNER02'] as const
    this.desk = new ChannelClient({
      ...SANDBOX,
      institutionId,
      partnerIds,
      channel: bank.channel,
      newAccount: () => '',
    })
  }

  /** Sends an order as this step's and returns the answer without the authorization id. */
  async send(order: Sent<AnyOrder>): Promise<string> {
    const numbered = { ...order, rrn: this.#rrn(this.#orders.length) }
    this.#orders.push(numbered)
    return this.#answerTo(numbered)
  }

  /** Sends the order of an earlier step again, with its RRN. */
  async repeat(step: number): Promise<string> {
    const order = this.#orders[step] as Sent<AnyOrder>
    this.#orders.push(order)
    return this.#answerTo(order)
  }

  reverse(step: number, { part, by = 'rrn', pan }: Reversed = {}): Promise<string> {
    const authId = this.authIds[step] ?? 'NOSUCH'
    const name = by === 'rrn' ? { rrn: this.#rrn(step) } : by === 'authId' ? { authId } : {}
    const reversal = this.desk.reversal(this.#orders[step] as Sent<Order>, {
      ...name,
      ...(part !== undefined && { part }),
    })
    return this.send({ ...reversal, ...(pan !== undefined && { pan }) })
  }

  /** Reverses the order of a later step. */
  reverseEarly(step: number, order: Order): Promise<string> {
    return this.send(this.desk.reversal(order, { rrn: this.#rrn(step) }))
  }

  /** Names the other institution's original by its authorization id. */
  reverseTheirs(step: number, order: Order): Promise<string> {
    return this.send(this.desk.reversal(order, { authId: this.others[step] ?? 'NOSUCH' }))
  }

  async balance(accountId: string): Promise<string> {
    return this.#shown(await this.desk.channel.inquireBalance({ ...this.desk.asked(), ...this.#skipped(), accountId }))
  }

  async lookUp(asked: { readonly pan: string } | { readonly customerId: string }): Promise<string> {
    return this.#shown(await this.desk.channel.lookUpAccounts({ ...this.desk.asked(), ...this.#skipped(), ...asked }))
  }

  async #answerTo(order: Sent<AnyOrder>): Promise<string> {
    const answer = await this.desk.send(order)
    const outcome = outcomeIn(answer)
    this.authIds.push(isApproved(outcome) ? outcome.authId : undefined)
    return `${this.#shown(outcome)}${answer.replayed ? ' again' : ''}`
  }

  /** An inquiry takes a step too, but is never reversed. */
  #skipped(): { rrn: string } {
    const rrn = this.#rrn(this.#orders.length)
    this.#orders.push({} as Sent<AnyOrder>)
    this.authIds.push(undefined)
    return { rrn }
  }

  #rrn(step: number): string {
    return String(step + 1).padStart(12, '0')
  }

  #shown(outcome: object): string {
    const { authId: _, ...rest } = outcome as { authId?: string }
    return JSON.stringify(rest, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  }
}

type Step = (at: Counter) => Promise<string>
const withdraw =
  (accountId: string, minor: bigint, changes: { pan?: string; accessFeeMinor?: bigint } = {}): Step =>
  (at) =>
    at.send(at.desk.withdrawal(accountId, minor, changes))
const reverse =
  (step: number, how?: Reversed): Step =>
  (at) =>
    at.reverse(step, how)
const repeat =
  (step: number): Step =>
  (at) =>
    at.repeat(step)
const balance =
  (accountId: string): Step =>
  (at) =>
    at.balance(accountId)

// The n-th row is the n-th step at both. `days` moves the clock before the row; usage then starts from zero, so the books
// are compared at the end of each day.
const DAY: readonly { readonly days?: number; readonly first: Step; readonly twin: Step }[] = [
  { first: withdraw(CHECKING, 10_000n, { pan: CARD }), twin: withdraw(CHECKING, 20_000n, { pan: CARD }) },
  { first: withdraw(CHECKING, 5_000n), twin: withdraw(SAVINGS, 7_000n, { pan: CARD, accessFeeMinor: 500n }) },
  // Cards: blocked here, active there.
  {
    first: withdraw(FIRST_ONLY.accountId, 1_000n, { pan: FIRST_ONLY.pan }),
    twin: withdraw(FIRST_ONLY.accountId, 1_000n, { pan: FIRST_ONLY.pan }),
  },
  {
    first: withdraw(TWIN_ONLY.accountId, 1_000n, { pan: TWIN_ONLY.pan }),
    twin: withdraw(TWIN_ONLY.accountId, 1_000n, { pan: TWIN_ONLY.pan }),
  },
  // Usage is decremented in place, because a reversal need not present the card.
  { first: reverse(0), twin: balance(CHECKING) },
  { first: balance(CHECKING), twin: reverse(0, { part: 5_000n, by: 'authId' }) },
  // Step 7 is reversed before it arrives, at the first institution only.
  {
    first: (at) => at.reverseEarly(7, at.desk.withdrawal(CHECKING, 3_000n)),
    twin: withdraw(CHECKING, 2_500n, { pan: CARD }),
  },
  { first: withdraw(CHECKING, 3_000n), twin: withdraw(CHECKING, 3_000n) },
  // Step 8 is an original at the first institution. The twin reverses it without having it; later the first does too.
  { first: withdraw(SAVINGS, 4_000n, { pan: CARD }), twin: balance(SAVINGS) },
  { first: balance(SAVINGS), twin: (at) => at.reverseEarly(8, at.desk.withdrawal(SAVINGS, 4_000n)) },
  { first: reverse(8, { by: 'authId', pan: CARD }), twin: balance(SAVINGS) },
  // Originals that only the other one has: unnamed, then by authorization id.
  { first: withdraw(SAVINGS, 6_000n), twin: balance(SAVINGS) },
  { first: balance(SAVINGS), twin: (at) => at.send(at.desk.reversal(at.desk.withdrawal(SAVINGS, 6_000n))) },
  { first: balance(SAVINGS), twin: (at) => at.reverseTheirs(11, at.desk.withdrawal(SAVINGS, 6_000n)) },
  { first: reverse(11, { by: 'nothing' }), twin: balance(SAVINGS) },
  // The same RRN at both, reversed at one.
  {
    first: (at) => at.send(at.desk.transfer(CHECKING, LOAN, 1_500n)),
    twin: (at) => at.send(at.desk.transfer(CHECKING, SAVINGS, 900n)),
  },
  { first: balance(LOAN), twin: reverse(15, { part: 400n }) },
  { first: (at) => at.send(at.desk.billPayment(CHECKING, 2_000n)), twin: (at) => at.lookUp({ customerId: CUSTOMER }) },
  { first: (at) => at.lookUp({ pan: FIRST_ONLY.pan }), twin: (at) => at.lookUp({ pan: TWIN_ONLY.pan }) },
  // Checks are held; the holds come due together.
  {
    first: (at) => at.send(at.desk.checkDeposit(CHECKING, 8_000n, 1_000n)),
    twin: (at) => at.send(at.desk.checkDeposit(CHECKING, 500n, 0n, 300n)),
  },
  { first: reverse(19, { part: 2_000n }), twin: (at) => at.send(at.desk.cashDeposit(CHECKING, 100n)) },
  { first: repeat(0), twin: repeat(1) },
  // The terminal is limited to six withdrawals a day, not counting reversed ones.
  { first: withdraw(SAVINGS, 500n), twin: withdraw(SAVINGS, 1_500n) },
  { first: withdraw(SAVINGS, 500n), twin: withdraw(SAVINGS, 1_500n) },
  { first: withdraw(SAVINGS, 500n), twin: withdraw(SAVINGS, 1_500n) },
  { first: withdraw(SAVINGS, 500n), twin: withdraw(SAVINGS, 1_500n) },
  { first: reverse(1), twin: balance(SAVINGS) },
  { first: withdraw(SAVINGS, 500n), twin: withdraw(SAVINGS, 1_500n) },
  { first: withdraw(SAVINGS, 500n), twin: withdraw(SAVINGS, 1_500n) },
  { days: 3, first: balance(CHECKING), twin: balance(CHECKING) },
  { first: withdraw(CHECKING, 1_000n), twin: balance(CHECKING) },
  { first: balance(CHECKING), twin: withdraw(CHECKING, 1_000n, { pan: CARD }) },
]

onDatabase('two institutions with the same ids', (_engine, open) => {
  let database: Database
  let bank: Bank
  let restore: () => Promise<void>

  before(async () => {
    database = (await open()).database
    await seedBank(database, 0, clock)
    await copyInstitution(database)
    await database.query(`UPDATE terminals SET limit_count_per_day = 6, limit_per_day_minor = 90000`)
    await setCardStatus(database, TWIN, FIRST_ONLY.pan, 'BLOCKED')
    await setCardStatus(database, TWIN, TWIN_ONLY.pan, 'ACTIVE')
    restore = await keepBooks(database)
    bank = await openBank(database, { clock })
  })

  after(() => bank.close())

  test('answer and book alike, alone and interleaved', async () => {
    const firstAlone = await run([FIRST])
    const twinAlone = await run([TWIN])
    const together = await run([FIRST, TWIN])
    assert.deepEqual(together.answers.get(FIRST), firstAlone.answers.get(FIRST))
    assert.deepEqual(together.answers.get(TWIN), twinAlone.answers.get(TWIN))
    assert.deepEqual(together.books.get(FIRST), firstAlone.books.get(FIRST))
    assert.deepEqual(together.books.get(TWIN), twinAlone.books.get(TWIN))
    // The expected declines did happen.
    assert.deepEqual(declinesIn(together.answers.get(FIRST)), ['3 104', '7 485', '28 123'])
    assert.deepEqual(declinesIn(together.answers.get(TWIN)), [
      ...['2 104', '12 914', '13 914'],
      ...['23 123', '24 123', '25 123', '27 123', '28 123'],
    ])
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })

  /** Starts from the same books each time and runs the institutions' steps alternately. */
  async function run(institutionIds: readonly string[]) {
    await restore()
    const counters = institutionIds.map((institutionId) => new Counter(bank, institutionId))
    for (const counter of counters) counter.others = counters.find((other) => other !== counter)?.authIds ?? []
    const answers = new Map<string, string[]>(institutionIds.map((institutionId) => [institutionId, []]))
    const books = new Map<string, Record<string, string[]>[]>(
      institutionIds.map((institutionId) => [institutionId, []]),
    )
    const closeDay = async () => {
      for (const [institutionId, days] of books) days.push(await booksOf(database, institutionId))
    }
    bank.clock.moveTo(0)
    for (const { days, first, twin } of DAY) {
      if (days !== undefined) {
        await closeDay()
        bank.clock.moveTo(days * DAY_MS)
      }
      for (const counter of counters) {
        const { institutionId } = counter.desk.at
        answers.get(institutionId)?.push(await (institutionId === FIRST ? first : twin)(counter))
      }
    }
    await closeDay()
    return { answers, books }
  }
})

/** The declined steps, each with its code. */
function declinesIn(answers: readonly string[] = []): string[] {
  return answers.flatMap((answer, step) => {
    const code = /"code":"(\d{3})"/.exec(answer)?.[1]
    return code === '000' ? [] : [`${step} ${code}`]
  })
}
