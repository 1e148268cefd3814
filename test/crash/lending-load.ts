// A load of new loans, disbursements, repayments and fees, each with an Idempotency-Key. What was acknowledged must be
// there once; what was not is retried with the same key and must then be there once.

import assert from 'node:assert/strict'
import { balancesOf } from '../support/accounts/account-services.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { APPLICANT, Lender, type LendingAnswer } from '../support/lending/lender.ts'

const CHECKING = '1000000001'
const PAYMENTS = 4
/** A request without an answer for this long counts as hanging. */
const HANGS_AFTER_MS = 30_000

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
}

interface Sent {
  readonly route: string
  readonly body: object
  readonly key: string
  /** Counts what it did; called once, with the first answer. */
  done(answer: LendingAnswer): void
}

export class LendingLoad {
  readonly acknowledged = new Set<Sent>()
  readonly unanswered = new Set<Sent>()
  readonly loans: Loan[] = []
  #keys = 0
  #expectedCents = 0
  #loansBefore = 0

  /** Reads what the sandbox has before the load. */
  async readBefore(gateway: Gateway): Promise<void> {
    this.#expectedCents = await cents(gateway)
    this.#loansBefore = (await new Lender(() => gateway.url).ok('GET /loans?size=1')).totalElements
  }

  /** Sends from `workers` workers until each has lost its connection. */
  async run(gateway: Gateway, workers: number): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => this.#work(gateway)))
  }

  /** Retries everything unanswered until it is answered. */
  async finish(gateway: Gateway): Promise<void> {
    await Promise.all(
      [...this.unanswered].map(async (sent) => {
        while (!(await this.#ask(gateway, sent))) await new Promise((resolve) => setTimeout(resolve, 20))
      }),
    )
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

  async #assertCounted(gateway: Gateway, lender: Lender): Promise<void> {
    assert.equal((await lender.ok('GET /loans?size=1')).totalElements, this.#loansBefore + this.loans.length, 'loans')
    assert.equal(await cents(gateway), this.#expectedCents, `cents in ${CHECKING}`)
    for (const { loanId, disbursed, repaid, fees, transactions } of this.loans) {
      const loan = await lender.ok(`GET /loans/${loanId}?include=history`)
      const { principal, interest, fees: feesPaid } = loan.balances.repaid
      assert.equal(loan.balances.disbursed, disbursed)
      assert.equal(Math.round((principal + interest + feesPaid) * 100), repaid * 100)
      assert.equal(loan.transactions.length, transactions)
      assert.equal((await lender.ok(`GET /loans/${loanId}/fees`)).totalElements, fees)
    }
  }

  async #work(gateway: Gateway): Promise<void> {
    for (;;) {
      let loan: Loan | undefined
      const opened = this.#sent('POST /loans', NEW_LOAN, ({ body }) => {
        loan = { loanId: body.loanId, disbursed: 0, repaid: 0, fees: 0, transactions: 0 }
        this.loans.push(loan)
      })
      if (!(await this.#ask(gateway, opened)) || loan === undefined) return
      for (const sent of this.#lifeOf(loan)) if (!(await this.#ask(gateway, sent))) return
    }
  }

  *#lifeOf(loan: Loan): Generator<Sent> {
    const path = `/loans/${loan.loanId}`
    yield this.#sent(`POST ${path}/disbursements`, { amount: 1000, destination: { accountId: CHECKING } }, () => {
      loan.disbursed += 1000
      loan.transactions += 1
      this.#expectedCents += 100_000
    })
    yield this.#sent(`POST ${path}/fees`, { code: 'STATEMENT', amount: 2 }, () => {
      loan.fees += 1
    })
    for (let i = 0; i < PAYMENTS; i++) {
      const body = { amount: 3, reason: `payment ${i}` }
      yield this.#sent(`POST ${path}/repayments/partial`, body, () => {
        loan.repaid += 3
        loan.transactions += 1
      })
    }
    const paid = { amount: 100, paymentReference: { accountId: CHECKING } }
    yield this.#sent(`POST ${path}/repayments`, paid, () => {
      loan.repaid += 100
      loan.transactions += 1
      this.#expectedCents -= 10_000
    })
  }

  #sent(route: string, body: object, done: Sent['done']): Sent {
    this.#keys += 1
    return { route, body, key: `load-${this.#keys}`, done }
  }

  /** Whether it was answered; false when it has to be retried. */
  async #ask(gateway: Gateway, sent: Sent): Promise<boolean> {
    this.unanswered.add(sent)
    const hangs = AbortSignal.timeout(HANGS_AFTER_MS)
    const answer = await Promise.race([
      new Lender(() => gateway.url).call(sent.route, sent.body, { 'idempotency-key': sent.key }).catch(() => undefined),
      new Promise<never>((_, reject) => {
        hangs.addEventListener('abort', () => reject(new Error('a request was left without an answer')), { once: true })
      }),
    ])
    if (answer === undefined || answer.status === 503) return false
    assert.equal(answer.status, 200, `${sent.route}: ${JSON.stringify(answer.body)}`)
    this.unanswered.delete(sent)
    this.acknowledged.add(sent)
    sent.done(answer)
    return true
  }
}

async function cents(gateway: Gateway): Promise<number> {
  return Math.round(((await balancesOf(gateway, CHECKING)).Balance ?? Number.NaN) * 100)
}
