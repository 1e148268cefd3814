// One channel under chaos: it sends its orders one by one and compares every answer with the model. What has no outcome is
// sent again; a part of what was answered 503 is dropped, a part of what is not known is reversed. It owns its accounts,
// so that the model can predict each outcome.

import assert from 'node:assert/strict'
import { Attempts, answerOrHang } from '../crash/attempts.ts'
import type { PlannedOrder } from '../property/commands.ts'
import { openInModel } from '../property/course-accounts.ts'
import { ModelBank, type ModelOrder } from '../property/model-bank.ts'
import { type Answer, balancesOf, post } from '../support/accounts/account-services.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import type { Load } from './loads.ts'
import { requestOf, type SentOrder } from './requests.ts'

const UNKNOWN_BILLER = 404
/** Added to the RRN of an order that is reversed because its outcome is not known. */
const REVERSAL_RRNS = 500

export interface WorkerOptions {
  readonly accounts: readonly string[]
  readonly planned: readonly PlannedOrder[]
  /** Indexes of the orders that are sent twice at once, to two gateways if there are two. */
  readonly doubled: ReadonlySet<number>
  /** Whether orders of unknown outcome may be reversed: not while days pass, which end the time for it. */
  readonly reverses: boolean
  /** A random integer below a bound. */
  draw(below: number): number
  /** The running gateways. */
  readonly gateways: () => readonly Gateway[]
  readonly firstGateway: number
}

export class Worker implements Load {
  readonly accounts: readonly string[]
  readonly planned: readonly PlannedOrder[]
  answered = 0
  /** Fault answers, and requests without an answer. */
  failed = 0
  readonly #model = new ModelBank()
  readonly #options: WorkerOptions
  readonly #acknowledged = new Map<string, { readonly sent: SentOrder; readonly text: string }>()
  #nextGateway: number

  constructor(options: WorkerOptions) {
    this.#options = options
    this.accounts = options.accounts
    this.planned = options.planned
    this.#nextGateway = options.firstGateway
    openInModel(this.#model, options.accounts)
  }

  async run(): Promise<void> {
    for (const [place, planned] of this.planned.entries()) {
      const order = this.#named(planned)
      if (this.#options.doubled.has(place)) await this.#sendTwice(order)
      else await this.#sendOnce(order)
      this.answered++
    }
  }

  /**
   * Every acknowledged order is replayed with the same bytes, and every balance matches the model, before and after.
   */
  async assertKept(gateway: Gateway): Promise<void> {
    await this.#assertBalances(gateway)
    for (const { sent, text } of this.#acknowledged.values()) {
      const again = await post(gateway, sent.path, sent.body)
      assert.equal(again.text, text)
      assert.equal(again.headers.get('x-idempotent-replay'), 'true')
    }
    await this.#assertBalances(gateway)
  }

  #check(order: ModelOrder, sent: SentOrder, answer: Answer): void {
    const code = answer.status === UNKNOWN_BILLER ? 'refused' : answer.code
    const what = `${order.type} ${order.rrn} was answered ${answer.status} ${answer.text}`
    // Asked twice, the model gives the same answer, as the bank must.
    assert.equal(code, this.#model.post(order), what)
    if (code === 'refused' || code === '913') return
    const key = JSON.stringify(sent.body)
    assert.equal(this.#acknowledged.get(key)?.text ?? answer.text, answer.text, what)
    this.#acknowledged.set(key, { sent, text: answer.text })
    const authId = answer.body.status?.authId
    if (code === '000' && authId !== undefined) this.#model.learnAuthId(order.rrn, authId)
  }

  /** Fills in the original's authorization id once it has been answered. */
  #named({ order, authIdOf }: PlannedOrder): ModelOrder {
    const authId = authIdOf === undefined ? undefined : this.#model.entries.get(authIdOf)?.authId
    if (authId === undefined || order.reverses === undefined) return order
    const { rrn: _, ...reverses } = order.reverses
    return { ...order, content: `${order.content} ${authId}`, reverses: { ...reverses, authId } }
  }

  async #sendTwice(order: ModelOrder): Promise<void> {
    const sent = requestOf(order)
    const attempts = [new Attempts({ isCopied: true }), new Attempts({ isCopied: true })]
    const answers = await Promise.all(attempts.map((each) => this.#untilAnswered(sent, each)))
    for (const answer of answers) this.#check(order, sent, answer)
  }

  async #sendOnce(order: ModelOrder): Promise<void> {
    const sent = requestOf(order)
    // What the bank has answered before is answered as a replay, of course.
    const attempts = new Attempts({ isCopied: this.#model.entries.has(order.rrn) })
    for (;;) {
      const answer = await this.#send(sent)
      const result = attempts.take(answer)
      if (result === 'outcome') return this.#check(order, sent, answer as Answer)
      this.failed++
      if (attempts.mayBeDropped && this.#options.draw(2) === 0) return
      if (result === 'unknown' && this.#isReversible(order) && this.#options.draw(3) === 0)
        return this.#reverse(order, sent, attempts)
      await attempts.pause()
    }
  }

  #isReversible(order: ModelOrder): boolean {
    const isOriginal = order.reverses === undefined && order.type !== 'BILLPAYMENT'
    return isOriginal && this.#options.reverses && !this.#model.entries.has(order.rrn)
  }

  /** The reversal of an order of unknown outcome, then the order itself: its answer says which of the two came first. */
  async #reverse(order: ModelOrder, sent: SentOrder, attempts: Attempts): Promise<void> {
    const { rrn, content, type, accountId, amount, to } = order
    const reversal: ModelOrder = {
      rrn: String(Number(rrn) + REVERSAL_RRNS).padStart(12, '0'),
      content: `reversal of ${content}`,
      type: `${type}REVERSAL`,
      accountId,
      amount,
      ...(to !== undefined && { to }),
      reverses: { type, part: amount, rrn },
    }
    const sentReversal = requestOf(reversal)
    const reversed = await this.#untilAnswered(sentReversal, new Attempts())
    const answer = await this.#untilAnswered(sent, attempts)
    // An earlier reversal may have named the order too: then it is declined in any case, and the reversal tells which came first.
    const isReversedFirst = answer.code === '485' && reversed.code !== '484'
    if (!isReversedFirst) this.#check(order, sent, answer)
    this.#check(reversal, sentReversal, reversed)
    if (isReversedFirst) this.#check(order, sent, answer)
  }

  async #untilAnswered(sent: SentOrder, attempts: Attempts): Promise<Answer> {
    for (;;) {
      const answer = await this.#send(sent)
      if (attempts.take(answer) === 'outcome') return answer as Answer
      this.failed++
      await attempts.pause()
    }
  }

  /** Undefined if the connection broke. Gateways take turns, so that a retry goes to another one. */
  async #send(sent: SentOrder): Promise<Answer | undefined> {
    const gateways = this.#options.gateways()
    const gateway = gateways[this.#nextGateway++ % gateways.length]
    return gateway && answerOrHang(post(gateway, sent.path, sent.body))
  }

  async #assertBalances(gateway: Gateway): Promise<void> {
    for (const accountId of this.accounts) {
      const { Balance, Available } = await balancesOf(gateway, accountId)
      const expected = this.#model.accounts.get(accountId)
      const balance = expected?.isLoan ? -expected.balance : expected?.balance
      assert.deepEqual(
        [Balance, Available].map((amount) => Math.round((amount ?? Number.NaN) * 100)),
        [balance, this.#model.available(accountId)].map(Number),
        accountId,
      )
    }
  }
}
