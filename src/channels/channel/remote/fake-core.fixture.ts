// An in-process remote core: it conforms to the port, and loses messages as the test says.

import { Problem, timedOut, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { APPROVED_CODE, type CoreOutcome, DECLINE } from '../../core/outcome.ts'
import type { RemoteCore, RemoteOrder } from '../../core/remote-core.ts'

/** What happens to a call. */
export type CallResult =
  | 'answered'
  /** The core cannot be reached. */
  | 'refused'
  /** The core never gets the call; the caller times out. */
  | 'lost'
  /** The core executes the call, and its answer is lost. */
  | 'unanswered'
  /** The core takes the call for malformed, and does nothing. */
  | 'rejected'

export class FakeCore implements RemoteCore {
  readonly balances = new Map<string, bigint>()
  readonly executed: RemoteOrder[] = []
  /** What happens to the next calls, oldest first. */
  nextResults: CallResult[] = []
  /** What happens to orders and cancellations afterwards. */
  otherwise: CallResult = 'answered'
  /** What happens to calls that only read. */
  reading: 'answered' | 'refused' | 'lost' = 'answered'
  /** References that were looked for, in order. */
  readonly found: string[] = []
  /** Called before a call is executed. */
  beforeExecution: (order: RemoteOrder) => Promise<void> = async () => {}
  readonly #outcomes = new Map<string, CoreOutcome>()
  readonly #orders = new Map<string, RemoteOrder>()

  async probe(): Promise<void> {}

  async lookUpAccounts() {
    this.#read()
    return { code: APPROVED_CODE, accounts: [] } as const
  }

  async inquireBalance({ accountId }: { accountId: string }): Promise<CoreOutcome> {
    this.#read()
    return this.#approval(accountId)
  }

  async execute(order: RemoteOrder): Promise<CoreOutcome> {
    return this.#meet(async () => {
      await this.beforeExecution(order)
      return this.#executeOnce(order)
    })
  }

  async find(_institutionId: string, reference: string): Promise<CoreOutcome | undefined> {
    this.found.push(reference)
    if (this.nextResults.length > 0) return this.#meet(async () => this.#outcomes.get(reference))
    this.#read()
    return this.#outcomes.get(reference)
  }

  async cancel(_institutionId: string, reference: string): Promise<CoreOutcome | 'cancelled'> {
    return this.#meet(async () => {
      const cancelled = { code: DECLINE.reversedBeforeArrival }
      const outcome = this.#outcomes.get(reference) ?? cancelled
      this.#outcomes.set(reference, outcome)
      return outcome.code === DECLINE.reversedBeforeArrival ? 'cancelled' : outcome
    })
  }

  async close(): Promise<void> {}

  #read(): void {
    if (this.reading === 'refused') throw unavailable('the core refused the connection')
    if (this.reading === 'lost') throw timedOut('the core did not answer')
  }

  async #meet<T>(work: () => Promise<T>): Promise<T> {
    switch (this.nextResults.shift() ?? this.otherwise) {
      case 'refused':
        throw unavailable('the core refused the connection')
      case 'lost':
        throw timedOut('the core did not answer')
      case 'unanswered':
        await work()
        throw timedOut('the answer was lost')
      case 'rejected':
        throw new Problem('internal', 'the core refused the call')
      case 'answered':
        return work()
    }
  }

  #executeOnce(order: RemoteOrder): CoreOutcome {
    const known = this.#outcomes.get(order.reference)
    if (known !== undefined) return known
    const movedMinor = this.#moved(order)
    const balance = this.#balance(order.accountId) + movedMinor
    const outcome = balance < 0n ? { code: DECLINE.insufficientFunds } : undefined
    if (outcome === undefined) this.balances.set(order.accountId, balance)
    this.executed.push(order)
    this.#orders.set(order.reference, order)
    const settled = outcome ?? this.#approval(order.accountId)
    this.#outcomes.set(order.reference, settled)
    return settled
  }

  /** Withdrawals and payments take, deposits give, and a reversal does the opposite of its original. */
  #moved(order: RemoteOrder): bigint {
    if (order.kind === 'DEPOSIT') return order.amount.minor
    if (order.kind !== 'REVERSAL') return -order.amount.minor
    const original = this.#orders.get(order.originalReference)
    return original?.kind === 'DEPOSIT' ? -order.amount.minor : order.amount.minor
  }

  #balance(accountId: string): bigint {
    return this.balances.get(accountId) ?? 100_000n
  }

  #approval(accountId: string): CoreOutcome {
    const balanceMinor = this.#balance(accountId)
    const balances = { currency: 'USD', balanceMinor, availableMinor: balanceMinor }
    return { code: APPROVED_CODE, branch: { id: '001', name: 'Main', address: '1 Main' }, balances }
  }
}
