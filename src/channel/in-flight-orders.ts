// Orders in flight on this node. Identical ones share one answer, so that an early repetition costs nothing.

import type { Answer } from './channel.ts'
import type { OrderFields } from './record/order-record.ts'

/** Receives how orders are answered, for metrics. */
export interface ChannelObserver {
  answered(order: { type: string; code: string }): void
  replayed(): void
  coalesced(): void
}

type Order = Pick<OrderFields, 'partnerId' | 'rrn' | 'fingerprint' | 'type'> & { readonly institutionId: string }

export class InFlightOrders {
  readonly #observer: ChannelObserver
  readonly #inFlight = new Map<string, { readonly fingerprint: string; readonly answer: Promise<Answer> }>()

  constructor(observer: ChannelObserver) {
    this.#observer = observer
  }

  /** The answer of an identical order in flight, or of this one. */
  async answer(order: Order, post: () => Promise<Answer>): Promise<Answer> {
    const key = `${order.institutionId} ${order.partnerId} ${order.rrn}`
    const twin = this.#inFlight.get(key)
    if (twin !== undefined && twin.fingerprint === order.fingerprint) {
      this.#observer.coalesced()
      return { ...(await twin.answer), replayed: true }
    }
    const answer = this.#observed(order, post())
    // An order of the same RRN with other content is posted separately, and finds the first one's record.
    if (twin !== undefined) return answer
    this.#inFlight.set(key, { fingerprint: order.fingerprint, answer })
    try {
      return await answer
    } finally {
      this.#inFlight.delete(key)
    }
  }

  /** Resolves once every order in flight is answered, even those whose callers have timed out. */
  async drained(): Promise<void> {
    await Promise.allSettled(Array.from(this.#inFlight.values(), ({ answer }) => answer))
  }

  async #observed({ type }: Order, posted: Promise<Answer>): Promise<Answer> {
    const answer = await posted
    if (answer.replayed) this.#observer.replayed()
    else this.#observer.answered({ type, code: answer.code })
    return answer
  }
}
