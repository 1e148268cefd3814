// A core elsewhere in memory: executes a reference once, and loses messages as a test tells it to.

import { DECLINE } from '../../core/outcome.ts'
import type { RemoteCore, RemoteOrder, RemoteOutcome } from '../../core/remote-core.ts'
import { timedOut, unavailable } from '../../kernel/problem.ts'

/** How it meets calls: `request-lost` and `answer-lost` end in a timeout, `down` in nothing having been sent. */
export type Condition = 'up' | 'down' | 'request-lost' | 'answer-lost'

export class RemoteCoreInMemory implements RemoteCore {
  /** Of calls that execute or cancel. */
  condition: Condition = 'up'
  /** Of calls that only read. */
  reading: 'up' | 'down' = 'up'
  readonly executed = new Map<string, RemoteOrder>()
  readonly cancelled = new Set<string>()
  /** References that were asked for, in order. */
  readonly found: string[] = []

  async execute(order: RemoteOrder): Promise<RemoteOutcome> {
    return this.#change(() => {
      if (this.cancelled.has(order.reference)) return { code: DECLINE.reversedBeforeArrival }
      this.executed.set(order.reference, order)
      return APPROVAL
    })
  }

  async cancel(_institutionId: string, reference: string): Promise<RemoteOutcome | 'cancelled'> {
    return this.#change(() => {
      if (this.executed.has(reference)) return APPROVAL
      this.cancelled.add(reference)
      return 'cancelled'
    })
  }

  async find(_institutionId: string, reference: string): Promise<RemoteOutcome | undefined> {
    this.found.push(reference)
    this.#read()
    if (this.cancelled.has(reference)) return { code: DECLINE.reversedBeforeArrival }
    return this.executed.has(reference) ? APPROVAL : undefined
  }

  async inquireBalance(): Promise<RemoteOutcome> {
    this.#read()
    return APPROVAL
  }

  async lookUpAccounts() {
    this.#read()
    return { code: '000' as const, accounts: [] }
  }

  async probe(): Promise<void> {
    this.#read()
  }

  async close(): Promise<void> {}

  #change<T>(work: () => T): T {
    const { condition } = this
    if (condition === 'down') throw unavailable('the core cannot be reached')
    if (condition === 'request-lost') throw timedOut('no answer')
    const result = work()
    if (condition === 'answer-lost') throw timedOut('no answer')
    return result
  }

  #read(): void {
    if (this.reading === 'down') throw unavailable('the core cannot be reached')
  }
}

const APPROVAL: RemoteOutcome = {
  code: '000',
  branch: { id: '001', name: 'Main Street Branch', address: '1 Main Street' },
  balances: { currency: 'USD', availableMinor: 1_000n, balanceMinor: 1_000n },
}
