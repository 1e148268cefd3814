// A load of deposits, payments, transfers and withdrawals that records its answers. What was acknowledged must be
// posted; what was not is retried with the same RRN and must then be posted once.

import assert from 'node:assert/strict'
import { balancesOf, newRrn, post, readJson } from '../support/accounts/account-services.ts'
import { billPayment, cashDeposit, transfer, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { SteadyClient } from '../support/accounts/steady-client.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { until } from '../support/until.ts'

const [CHECKING, SAVINGS, HARBOR] = ['1000000001', '1000000002', '2000000001'] as const
const ACCOUNTS = [CHECKING, SAVINGS, HARBOR]
const AT_HARBOR = { institutionId: 'FI002', terminalId: 'ATM00101' }
/** A request without an answer for this long counts as hanging. */
const HANGS_AFTER_MS = 120_000

interface Sent {
  readonly path: string
  readonly body: object
  /** How it changes balances when approved, in cents. */
  readonly moves: Readonly<Record<string, number>>
}

// Nothing here comes near a limit or an empty account, so everything is approved in the end.
const KINDS: readonly ((rrn: string) => Sent)[] = [
  (rrn) => ({
    path: '/transactions/credits',
    body: cashDeposit(CHECKING, 10.01, { rrn }),
    moves: { [CHECKING]: 1_001 },
  }),
  (rrn) => ({
    path: '/transactions/billpayments',
    body: billPayment(CHECKING, 0.5, undefined, { rrn }),
    moves: { [CHECKING]: -50 },
  }),
  (rrn) => ({
    path: '/transactions/transfers',
    body: transfer(CHECKING, SAVINGS, 0.25, { rrn }),
    moves: { [CHECKING]: -25, [SAVINGS]: 25 },
  }),
  (rrn) => ({
    path: '/transactions/credits',
    body: cashDeposit(HARBOR, 25, { ...AT_HARBOR, rrn }),
    moves: { [HARBOR]: 2_500 },
  }),
  (rrn) => ({
    path: '/transactions/debits',
    body: withdrawal(HARBOR, 5, { ...AT_HARBOR, rrn }),
    moves: { [HARBOR]: -500 },
  }),
]

export class Load {
  /** Acknowledged, with the bytes of the answer. */
  readonly acknowledged = new Map<Sent, string>()
  /** Sent, but without an outcome so far. */
  readonly unanswered = new Set<Sent>()
  /** Count per kind of answer, such as `503 907`; `lost` when the connection broke. */
  readonly seen: Record<string, number> = {}
  /** Why each connection broke. */
  readonly losses: string[] = []
  readonly #expected: Record<string, number> = {}
  #client = new SteadyClient(1)
  #stopped = false

  /** Reads the initial balances. */
  async readBalances(gateway: Gateway): Promise<void> {
    for (const account of ACCOUNTS) this.#expected[account] = await balanceInCents(gateway, account)
  }

  /** Sends from `workers` workers until `stop()`, or with `untilLost` until a connection breaks. */
  async run(gateway: Gateway, workers: number, { untilLost }: { untilLost: boolean }): Promise<void> {
    this.#stopped = false
    this.#client = new SteadyClient(workers)
    await Promise.all(Array.from({ length: workers }, (_, i) => this.#work(gateway, i, untilLost)))
    this.#client.close()
  }

  stop(): void {
    this.#stopped = true
  }

  /** Retries everything unanswered until it is answered. */
  async finish(gateway: Gateway): Promise<void> {
    await Promise.all([...this.unanswered].map((sent) => this.#askUntilAnswered(gateway, sent)))
  }

  /** Everything acknowledged is posted: a retry is answered with the same bytes as a replay, and nothing moves. */
  async assertKept(gateway: Gateway): Promise<void> {
    await this.assertBalances(gateway)
    await Promise.all(
      [...this.acknowledged].map(async ([{ path, body }, text]) => {
        const again = await post(gateway, path, body)
        assert.equal(again.text, text)
        assert.equal(again.headers.get('x-idempotent-replay'), 'true')
      }),
    )
    await this.assertBalances(gateway)
  }

  async assertBalances(gateway: Gateway): Promise<void> {
    for (const account of ACCOUNTS) {
      assert.equal(await balanceInCents(gateway, account), this.#expected[account], `cents in ${account}`)
    }
  }

  async #work(gateway: Gateway, worker: number, untilLost: boolean): Promise<void> {
    for (let i = worker; !this.#stopped; i++) {
      const sent = (KINDS[i % KINDS.length] as (rrn: string) => Sent)(newRrn())
      this.unanswered.add(sent)
      if (await this.#isAnswered(gateway, sent)) continue
      if (untilLost) return
      await this.#askUntilAnswered(gateway, sent)
    }
  }

  async #askUntilAnswered(gateway: Gateway, sent: Sent): Promise<void> {
    while (!(await this.#isAnswered(gateway, sent))) {
      // A short backoff that leaves CPU to the others.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  #lost(reason: unknown): undefined {
    this.losses.push(String(reason))
  }

  /** Sends it once. False if it must be retried. */
  async #isAnswered(gateway: Gateway, sent: Sent): Promise<boolean> {
    const hangs = AbortSignal.timeout(HANGS_AFTER_MS)
    const answer = await Promise.race([
      this.#client.post(gateway, sent.path, sent.body).catch((reason: unknown) => this.#lost(reason)),
      new Promise<never>((_, reject) => {
        hangs.addEventListener('abort', () => reject(new Error('a request was left without an answer')), { once: true })
      }),
    ])
    const code = answer && readJson(answer.text).status?.responseCode
    const kind = answer === undefined ? 'lost' : `${answer.status} ${code}`
    this.seen[kind] = (this.seen[kind] ?? 0) + 1
    if (answer?.status !== 200) return false
    assert.equal(code, '000', answer.text)
    this.unanswered.delete(sent)
    this.acknowledged.set(sent, answer.text)
    for (const [account, change] of Object.entries(sent.moves)) {
      this.#expected[account] = (this.#expected[account] ?? 0) + change
    }
    return true
  }
}

async function balanceInCents(gateway: Gateway, accountId: string): Promise<number> {
  return Math.round(((await balancesOf(gateway, accountId)).Balance ?? Number.NaN) * 100)
}

/** Waits for a condition while a load runs, and fails if the load fails first. */
export async function untilUnder(load: Promise<unknown>, condition: () => boolean, what: string): Promise<void> {
  let failed: { readonly reason: unknown } | undefined
  load.catch((reason: unknown) => {
    failed = { reason }
  })
  await until(() => {
    if (failed !== undefined) throw failed.reason
    return condition()
  }, what)
}
