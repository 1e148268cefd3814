// Several channels at work: withdrawals, deposits, transfers and payments, each under an RRN of its own. What a channel
// does when it gets no outcome:
//
//   503                       drops the order, as nothing was done, or sends it again
//   504, or no answer at all  sends it again, sends a reversal instead, or walks away
//
// Every answer that is an outcome is kept, and a later answer to the same RRN must have the same bytes.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type Answer, newRrn, post } from '../support/accounts/account-services.ts'
import {
  billPayment,
  cashDeposit,
  depositReversal,
  transfer,
  transferReversal,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { Attempts, answerOrHang, pause, type Result } from './attempts.ts'

type Moves = Readonly<Record<string, number>>

interface Sent {
  readonly path: string
  readonly body: object
  /** How it changes balances when approved, in cents. */
  readonly moves: Moves
  readonly attempts: Attempts
  answer?: { readonly code: string; readonly text: string }
}

interface ReversalOf {
  readonly authId?: string
  readonly originalRrn?: string
}

/** An order and what followed from it. */
interface Course {
  readonly order: Sent
  /** The outcome that the order has unless its reversal comes first. */
  readonly expected: string
  readonly rrn: string
  readonly reverse?: (original: ReversalOf) => Sent
  reversal?: Sent
  /** The only answer was 503 and the channel let go of it. */
  isDropped: boolean
  /** The channel has gone on to the next one. */
  isOver: boolean
}

/** Where the channels are. */
export interface Place {
  readonly institutionId: string
  readonly terminalId: string
}

export interface ChannelLoadOptions {
  /** Asked for every attempt; undefined when none is running. */
  gateway(): Gateway | undefined
  readonly seed: number
  readonly place?: Place
  /** Accounts of the core that the load uses. */
  readonly accounts?: number
  /** How many orders are made; without a number, orders until `stop`. */
  readonly orders?: number
  /** The gateway takes back what the core leaves unanswered, so that orders end with 485 which no channel has reversed. */
  readonly takesBack?: boolean
  /** Whether orders are reversed: not while days pass, which end the time for it. */
  readonly reverses?: boolean
}

const MAIN: Place = { institutionId: 'FI001', terminalId: 'ATM00001' }
const ACCOUNTS = 150
/** Once all is up, an order without an outcome for this long fails. */
const OUTCOME_AFTER_MS = 300_000

const sent = (path: string, body: object, moves: Moves): Sent => ({
  path,
  body,
  moves,
  attempts: new Attempts(),
})

interface Desk {
  readonly place: Place
  accountAt(n: number): string
}

/** The first kinds need no biller and no limit, which only the main institution has. */
const EVERYWHERE = 3

const KINDS: readonly ((n: number, desk: Desk) => Course)[] = [
  (n, { accountAt, place }) => {
    const [account, rrn] = [accountAt(n), newRrn()]
    const body = withdrawal(account, 22.5, { ...place, rrn, accessFee: 2.5 })
    return course('000', rrn, sent('/transactions/debits', body, { [account]: -2_250 }), (named) =>
      sent('/transactions/debits/reverse', withdrawalReversal(body, named), { [account]: 2_250 }),
    )
  },
  (n, { accountAt, place }) => {
    const [account, rrn] = [accountAt(n), newRrn()]
    const body = cashDeposit(account, 10.01, { ...place, rrn })
    return course('000', rrn, sent('/transactions/credits', body, { [account]: 1_001 }), (named) =>
      // A part of it.
      sent('/transactions/credits/reverse', depositReversal(body, { ...named, amount: 5 }), { [account]: -500 }),
    )
  },
  (n, { accountAt, place }) => {
    const [from, to, rrn] = [accountAt(n), accountAt(n + 1), newRrn()]
    const body = transfer(from, to, 0.25, { ...place, rrn })
    return course('000', rrn, sent('/transactions/transfers', body, { [from]: -25, [to]: 25 }), (named) =>
      sent('/transactions/transfers/reverse', transferReversal(body, named), { [from]: 25, [to]: -25 }),
    )
  },
  (n, { accountAt, place }) => {
    const [account, rrn] = [accountAt(n), newRrn()]
    const body = billPayment(account, 0.5, undefined, { ...place, rrn })
    return course('000', rrn, sent('/transactions/billpayments', body, { [account]: -50 }))
  },
  (n, { accountAt, place }) => {
    // Above the limit of one withdrawal.
    const rrn = newRrn()
    return course('121', rrn, sent('/transactions/debits', withdrawal(accountAt(n), 6_000, { ...place, rrn }), {}))
  },
]

function course(expected: string, rrn: string, order: Sent, reverse?: Course['reverse']): Course {
  return { expected, rrn, order, isDropped: false, isOver: false, ...(reverse !== undefined && { reverse }) }
}

export class ChannelLoad {
  readonly courses: Course[] = []
  /** Count per kind of answer, such as `503 907`; `lost` when the connection broke. */
  readonly seen: Record<string, number> = {}
  /** Orders and reversals that have an outcome. */
  answered = 0
  /** Attempts without one. */
  failed = 0
  readonly #options: ChannelLoadOptions
  readonly #desk: Desk
  readonly #numbers: number[]
  #isStopped = false

  constructor(options: ChannelLoadOptions) {
    this.#options = options
    const { place = MAIN, accounts = ACCOUNTS } = options
    this.#desk = { place, accountAt: (n) => String(5_000_000_001 + (n % accounts)) }
    this.#numbers = fc.sample(fc.nat(), { seed: options.seed, numRuns: 1_000 })
  }

  get place(): Place {
    return this.#desk.place
  }

  get accountIds(): readonly string[] {
    return Array.from({ length: this.#options.accounts ?? ACCOUNTS }, (_, n) => this.#desk.accountAt(n))
  }

  async run(channels: number): Promise<void> {
    try {
      await Promise.all(Array.from({ length: channels }, () => this.#work()))
    } finally {
      // When one channel fails, the others must not go on for ever.
      this.stop()
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  /** The RRNs of orders without an outcome that channels have walked away from. */
  get leftOpen(): string[] {
    const isLeft = ({ isOver, isDropped, order, reversal }: Course) =>
      isOver && !isDropped && order.answer === undefined && reversal === undefined
    return this.courses.filter(isLeft).map(({ rrn }) => rrn)
  }

  /** Sends everything that was not dropped once more, until it has its outcome. Returns what had none before. */
  async finish(): Promise<{ rrn: string; isReplay: boolean }[]> {
    const open: { rrn: string; isReplay: boolean }[] = []
    await this.#forEach(this.courses, async (one) => {
      // As a channel would: the reversal first, if there is one.
      for (const order of [one.reversal, one.isDropped ? undefined : one.order]) {
        if (order === undefined) continue
        const wasOpen = order.answer === undefined
        const isReplay = await this.#untilReplayKnown(order)
        if (wasOpen) open.push({ rrn: rrnOf(order), isReplay })
      }
    })
    return open
  }

  /** Every outcome is repeated to the byte, as a replay. */
  async assertKept(): Promise<void> {
    await this.#forEach(this.courses, async ({ order, reversal, isDropped }) => {
      for (const one of [reversal, isDropped ? undefined : order]) {
        if (one === undefined) continue
        const again = await this.#post(one)
        assert.deepEqual([again?.status, again?.text], [200, one.answer?.text])
        assert.equal(again?.headers.get('x-idempotent-replay'), 'true')
      }
    })
  }

  /** Cents by account that the outcomes say were moved. Also checks that the outcomes of each course fit together. */
  movedByOutcomes(): Map<string, number> {
    const moved = new Map<string, number>(this.accountIds.map((account) => [account, 0]))
    const add = (moves: Moves) => {
      for (const [account, cents] of Object.entries(moves)) moved.set(account, (moved.get(account) ?? 0) + cents)
    }
    for (const { order, reversal, expected, isDropped } of this.courses) {
      if (isDropped) continue
      const mayBeCancelled = reversal !== undefined || this.#options.takesBack === true
      if (order.answer?.code !== '485' || !mayBeCancelled) assert.equal(order.answer?.code, expected)
      if (reversal !== undefined) assert.equal(reversal.answer?.code, '000', reversal.answer?.text)
      if (order.answer?.code !== '000') continue
      add(order.moves)
      if (reversal !== undefined) add(reversal.moves)
    }
    return moved
  }

  async #work(): Promise<void> {
    const { orders = Number.POSITIVE_INFINITY } = this.#options
    while (!this.#isStopped && this.courses.length < orders) {
      const n = this.courses.length
      const kinds = this.place === MAIN ? KINDS : KINDS.slice(0, EVERYWHERE)
      const one = (kinds[n % kinds.length] as (typeof KINDS)[number])(n, this.#desk)
      this.courses.push(one)
      // Now and then the order goes out twice at once.
      const isCopied = this.#draw(8) === 0
      if (isCopied) one.order.attempts.mayBeDone = true
      const [result] = await Promise.all([this.#attempt(one.order), ...(isCopied ? [this.#attempt(one.order)] : [])])
      await this.#proceed(one, result as Result)
      one.isOver = true
      if (one.order.answer === undefined) await pause()
    }
  }

  async #proceed(one: Course, result: Result): Promise<void> {
    const choice = this.#draw(4)
    if (one.order.answer !== undefined) {
      // The customer did not take the money.
      const { authId } = (JSON.parse(one.order.answer.text) as { status: { authId?: string } }).status
      if (choice === 0 && authId !== undefined) await this.#reverse(one, { authId })
    } else if (result === 'refused' && one.order.attempts.mayBeDropped) {
      one.isDropped = choice < 2
      if (!one.isDropped) await this.#untilAnswered(one.order)
    } else if (choice === 0 && one.expected === '000') {
      await this.#reverse(one, { originalRrn: one.rrn })
    } else if (choice > 1) await this.#untilAnswered(one.order)
  }

  async #reverse(one: Course, original: ReversalOf): Promise<void> {
    const reversal = this.#options.reverses === false ? undefined : one.reverse?.(original)
    if (reversal === undefined) return
    one.reversal = reversal
    await this.#untilAnswered(reversal)
  }

  async #untilAnswered(order: Sent): Promise<void> {
    while (!this.#isStopped && (await this.#attempt(order)) !== 'outcome') await order.attempts.pause()
  }

  async #untilReplayKnown(order: Sent): Promise<boolean> {
    const deadlineMs = performance.now() + OUTCOME_AFTER_MS
    for (;;) {
      const answer = await this.#ask(order)
      if (answer?.status === 200) return answer.headers.get('x-idempotent-replay') === 'true'
      assert.ok(performance.now() < deadlineMs, `no outcome although all is up: ${answer?.text}`)
      await pause()
    }
  }

  async #attempt(order: Sent): Promise<Result> {
    const answer = await this.#ask(order)
    if (answer?.status === 200) return 'outcome'
    this.failed++
    return answer?.status === 503 ? 'refused' : 'unknown'
  }

  async #post(order: Sent): Promise<Answer | undefined> {
    const gateway = this.#options.gateway()
    return gateway && answerOrHang(post(gateway, order.path, order.body))
  }

  async #ask(order: Sent): Promise<Answer | undefined> {
    const answer = await this.#post(order)
    order.attempts.take(answer)
    const kind = answer === undefined ? 'lost' : `${answer.status} ${answer.code}`
    this.seen[kind] = (this.seen[kind] ?? 0) + 1
    if (answer === undefined || answer.status > 500) return answer
    assert.equal(answer.status, 200, answer.text)
    assert.ok(order.answer === undefined || order.answer.text === answer.text, 'an RRN has two different answers')
    if (order.answer === undefined) this.answered++
    order.answer = { code: answer.code ?? '', text: answer.text }
    return answer
  }

  async #forEach(courses: readonly Course[], work: (one: Course) => Promise<void>): Promise<void> {
    const left = courses.values()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const one of left) await work(one)
      }),
    )
  }

  #next = 0

  #draw(below: number): number {
    return (this.#numbers[this.#next++ % this.#numbers.length] as number) % below
  }
}

function rrnOf({ body }: Sent): string {
  return (body as { transaction: { rrn: string } }).transaction.rrn
}
