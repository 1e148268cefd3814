// One channel under chaos: it sends its orders one by one, retries each until it is answered, and compares every answer
// with the model. It owns its accounts, so that the model can predict each outcome.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { PlannedOrder } from '../property/commands.ts'
import { openInModel } from '../property/course-accounts.ts'
import { ModelBank, type ModelOrder } from '../property/model-bank.ts'
import { type Answer, balancesOf, post } from '../support/accounts/account-services.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { requestOf, type SentOrder } from './requests.ts'

/** A request without an answer for this long counts as hanging. */
const HANGS_AFTER_MS = 45_000
const RETRY_AFTER_MS = 20
const UNKNOWN_BILLER = 404

export interface WorkerOptions {
  readonly accounts: readonly string[]
  readonly planned: readonly PlannedOrder[]
  /** Indexes of the orders that are sent twice at once, to two gateways if there are two. */
  readonly doubled: ReadonlySet<number>
  /** The running gateways. */
  readonly gateways: () => readonly Gateway[]
  readonly firstGateway: number
}

export class Worker {
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
      const sent = requestOf(order)
      const senders = this.#options.doubled.has(place) ? 2 : 1
      const answers = await Promise.all(Array.from({ length: senders }, () => this.#sendUntilAnswered(sent)))
      for (const answer of answers) this.#check(order, sent, answer)
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

  async #sendUntilAnswered(sent: SentOrder): Promise<Answer> {
    for (;;) {
      const answer = await this.#send(sent)
      if (answer !== undefined && answer.status < 500) return answer
      // The contract says to retry 503 and 504; anything else is a defect.
      if (answer !== undefined) assert.match(String(answer.status), /^50[34]$/, answer.text)
      this.failed++
      await delay(RETRY_AFTER_MS)
    }
  }

  /** Undefined if the connection broke. Gateways take turns, so that a retry goes to another one. */
  async #send(sent: SentOrder): Promise<Answer | undefined> {
    const gateways = this.#options.gateways()
    const gateway = gateways[this.#nextGateway++ % gateways.length]
    if (gateway === undefined) return undefined
    const patience = new AbortController()
    const hangs = delay(HANGS_AFTER_MS, undefined, { signal: patience.signal, ref: false }).then(
      () => assert.fail('a request was left without an answer'),
      () => undefined,
    )
    try {
      return await Promise.race([post(gateway, sent.path, sent.body).catch(() => undefined), hangs])
    } finally {
      patience.abort()
    }
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
