// A load of new loans, disbursements, repayments, fees and reversals, each with an Idempotency-Key. What was acknowledged
// must be there once; what was not is retried with the same key and must then be there once. What is dropped after a 503
// must not be there.

import assert from 'node:assert/strict'
import { createEventsClient } from '../../sdk/src/index.ts'
import { balancesOf } from '../support/accounts/account-services.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { APPLICANT, LENDER, Lender, type LendingAnswer } from '../support/lending/lender.ts'
import { until } from '../support/until.ts'
import { Attempts, answerOrHang } from './attempts.ts'

const PAYMENTS = 4
/** Due on its day: more than all partial payments, and with an instalment less than the last one. */
const FEE = 15
const TOLD_KINDS = 'loan.created,loan.disbursed,loan.repaid,loan.reversed,loan.fee-charged'

const NEW_LOAN = {
  productCode: 'OPEN',
  principal: 1000,
  interestRate: 12,
  loanTerm: { termCount: 12, termUnit: 'Months' },
  applicant: APPLICANT,
}

interface Loan {
  loanId: string
  disbursed: number
  repaid: number
  fees: number
  transactions: number
  /** The ids of its transactions, in order. */
  readonly moved: string[]
}

interface Sent {
  readonly route: string
  readonly body: object
  readonly key: string
  /** Counts what it did; called once, with the first answer. */
  done(answer: LendingAnswer): void
}

export interface LendingLoadOptions {
  /** Asked for every attempt; undefined when none is running. */
  gateway(): Gateway | undefined
  /** Pays and is paid; no other load moves its money. */
  readonly accountId: string
  /** Loans of one worker; without a number, loans until `stop`. */
  readonly loansPerWorker?: number
  /** Whether to let go of a request that was answered 503. */
  isDropped?(): boolean
  /** Begins every Idempotency-Key. */
  readonly keys?: string
}

export class LendingLoad {
  readonly acknowledged = new Set<Sent>()
  readonly loans: Loan[] = []
  answered = 0
  failed = 0
  readonly #options: LendingLoadOptions
  #isStopped = false
  #keys = 0
  #expectedCents = 0
  #loansBefore = 0
  #othersLoans: ReadonlySet<string> = new Set()

  constructor(options: LendingLoadOptions) {
    this.#options = options
  }

  /** Reads what there is before the load. */
  async readBefore(gateway: Gateway): Promise<void> {
    this.#expectedCents = await this.#cents(gateway)
    const { content, totalElements } = await new Lender(() => gateway.url).ok('GET /loans?size=200')
    this.#loansBefore = totalElements
    this.#othersLoans = new Set(content.map(({ loanId }: { readonly loanId: string }) => `loan/${loanId}`))
  }

  /** Every request is retried until it is answered. */
  async run(workers: number): Promise<void> {
    this.#isStopped = false
    try {
      await Promise.all(Array.from({ length: workers }, () => this.#work()))
    } finally {
      // When one worker fails, the others must not go on for ever.
      this.stop()
    }
  }

  /** Begins no further request. */
  stop(): void {
    this.#isStopped = true
  }

  /** Every loan has what was acknowledged of it, once; the account has paid and received just that. */
  async assertKept(gateway: Gateway): Promise<void> {
    const lender = new Lender(() => gateway.url)
    await this.#assertCounted(gateway, lender)
    await Promise.all(
      [...this.acknowledged].map(async ({ route, body, key }) => {
        const again = await lender.call(route, body, { 'idempotency-key': key })
        assert.deepEqual([again.status, again.headers.get('x-idempotent-replay')], [200, 'true'], route)
      }),
    )
    await this.#assertCounted(gateway, lender)
  }

  /** The partner is told of every loan and of what moved its money, in order and once, and of nothing else. */
  async assertTold(gateway: Gateway): Promise<void> {
    const expected = this.loans.map(({ loanId, moved, fees }) => toldOf(loanId, moved, fees))
    const told = await until(async () => {
      const all = await this.#told(gateway)
      return all.length >= expected.length && all.every((one) => expected.includes(one)) && all
    }, 'the feed has what the loans have')
    assert.deepEqual(told.toSorted(), expected.toSorted())
  }

  /** By loan of the load, what the feed has of it. */
  async #told(gateway: Gateway): Promise<string[]> {
    const { 'x-client-id': clientId, 'x-client-secret': clientSecret } = LENDER
    const feed = createEventsClient({ baseUrl: gateway.url, clientId, clientSecret })
    const loans = new Map<string, { readonly ids: string[]; fees: number }>()
    for (let after = 0, hasMore = true; hasMore; ) {
      const page = await feed.readEvents({ after, limit: 500, kinds: TOLD_KINDS })
      assert.ok(page.status === 200)
      for (const { type, subject, data } of page.body.events) {
        if (this.#othersLoans.has(subject)) continue
        const loan = loans.get(subject)
        const { transactionId } = (data.transaction ?? {}) as { readonly transactionId?: string }
        if (type === 'loan.created') loans.set(subject, { ids: [], fees: 0 })
        else if (loan === undefined) assert.fail(`${type} of ${subject} is told before it is made`)
        else if (type === 'loan.fee-charged') loan.fees++
        else loan.ids.push(transactionId ?? type)
      }
      ;({ after, hasMore } = page.body)
    }
    return Array.from(loans, ([subject, { ids, fees }]) => toldOf(subject.replace('loan/', ''), ids, fees))
  }

  async #assertCounted(gateway: Gateway, lender: Lender): Promise<void> {
    assert.equal((await lender.ok('GET /loans?size=1')).totalElements, this.#loansBefore + this.loans.length, 'loans')
    assert.equal(await this.#cents(gateway), this.#expectedCents, `cents in ${this.#options.accountId}`)
    for (const { loanId, disbursed, repaid, fees, transactions } of this.loans) {
      const loan = await lender.ok(`GET /loans/${loanId}?include=history`)
      const { principal, interest, fees: feesPaid } = loan.balances.repaid
      assert.equal(loan.balances.disbursed, disbursed)
      assert.equal(Math.round((principal + interest + feesPaid) * 100), repaid * 100)
      assert.equal(loan.transactions.length, transactions)
      assert.equal((await lender.ok(`GET /loans/${loanId}/fees`)).totalElements, fees)
    }
  }

  async #work(): Promise<void> {
    const { loansPerWorker = Number.POSITIVE_INFINITY } = this.#options
    for (let opened = 0; opened < loansPerWorker && !this.#isStopped; opened++) {
      let loan: Loan | undefined
      const opening = this.#sent('POST /loans', NEW_LOAN, ({ body }) => {
        loan = { loanId: body.loanId, disbursed: 0, repaid: 0, fees: 0, transactions: 0, moved: [] }
        this.loans.push(loan)
      })
      await this.#untilAnswered(opening)
      if (loan === undefined) continue
      for (const sent of this.#lifeOf(loan)) {
        if (this.#isStopped) return
        const isDropped = !(await this.#untilAnswered(sent))
        // Without the money there is nothing to repay.
        if (isDropped && loan.disbursed === 0) break
      }
    }
  }

  *#lifeOf(loan: Loan): Generator<Sent> {
    const { accountId } = this.#options
    const path = `/loans/${loan.loanId}`
    yield this.#sent(`POST ${path}/disbursements`, { amount: 1000, destination: { accountId } }, ({ body }) => {
      loan.disbursed += 1000
      loan.transactions += 1
      loan.moved.push(body.disbursementId)
      this.#expectedCents += 100_000
    })
    yield this.#sent(`POST ${path}/fees`, { code: 'STATEMENT', amount: FEE }, () => {
      loan.fees += 1
    })
    let last: { readonly transactionId: string; readonly valueDate: string } | undefined
    for (let i = 0; i < PAYMENTS; i++) {
      const body = { amount: 3, reason: `payment ${i}` }
      yield this.#sent(`POST ${path}/repayments/partial`, body, ({ body: paid }) => {
        last = paid
        loan.repaid += 3
        loan.transactions += 1
        loan.moved.push(paid.transactionId)
      })
    }
    if (last !== undefined) {
      const { transactionId: reversalOf, valueDate } = last
      const reversal = { reversalOf, valueDate, reason: 'bounced', operatorId: 'operator-1' }
      yield this.#sent(`POST ${path}/repayments/manual`, reversal, ({ body }) => {
        loan.repaid -= 3
        loan.transactions += 1
        loan.moved.push(body.transactionId)
      })
    }
    yield this.#sent(`POST ${path}/repayments`, { amount: 120, paymentReference: { accountId } }, ({ body }) => {
      loan.repaid += 120
      loan.transactions += 1
      loan.moved.push(body.transactionId)
      this.#expectedCents -= 12_000
    })
  }

  #sent(route: string, body: object, done: Sent['done']): Sent {
    this.#keys += 1
    return { route, body, key: `${this.#options.keys ?? 'load'}-${this.#keys}`, done }
  }

  /** False when it was dropped. */
  async #untilAnswered(sent: Sent): Promise<boolean> {
    const attempts = new Attempts()
    for (;;) {
      const answer = await this.#ask(sent)
      if (attempts.take(answer) === 'outcome') {
        assert.equal(answer?.status, 200, `${sent.route}: ${answer?.text}`)
        this.answered++
        this.acknowledged.add(sent)
        sent.done(answer as LendingAnswer)
        return true
      }
      this.failed++
      if (attempts.mayBeDropped && this.#options.isDropped?.()) return false
      await attempts.pause()
    }
  }

  async #ask({ route, body, key }: Sent): Promise<LendingAnswer | undefined> {
    const gateway = this.#options.gateway()
    return gateway && answerOrHang(new Lender(() => gateway.url).call(route, body, { 'idempotency-key': key }))
  }

  async #cents(gateway: Gateway): Promise<number> {
    return Math.round(((await balancesOf(gateway, this.#options.accountId)).Balance ?? Number.NaN) * 100)
  }
}

function toldOf(loanId: string, transactionIds: readonly string[], fees: number): string {
  return `${loanId}: ${transactionIds.join(' ')}, ${fees} fees`
}
