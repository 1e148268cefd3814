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
  answer(order: Order, post: () => Promise<Answer>): Promise<Answer> {
    const { institutionId, partnerId, rrn, fingerprint, type } = order
    const key = `${institutionId} ${partnerId} ${rrn}`
    const twin = this.#inFlight.get(key)
    if (twin?.fingerprint === fingerprint) {
      this.#observer.coalesced()
      return twin.answer.then((answer) => ({ ...answer, replayed: true }))
    }
    // An order of the same RRN with other content is posted separately, and finds the first one's record.
    if (twin !== undefined) return this.#observed(type, post(), undefined)
    const answer = this.#observed(type, post(), key)
    this.#inFlight.set(key, { fingerprint, answer })
    return answer
  }

  /** Resolves once every order in flight is answered, even those whose callers have timed out. */
  async drained(): Promise<void> {
    await Promise.allSettled(Array.from(this.#inFlight.values(), ({ answer }) => answer))
  }

  /** `key` is that of the order in flight, to be forgotten when it is answered. */
  async #observed(type: string, posted: Promise<Answer>, key: string | undefined): Promise<Answer> {
    try {
      const answer = await posted
      if (answer.replayed) this.#observer.replayed()
      else this.#observer.answered({ type, code: answer.code })
      return answer
    } finally {
      if (key !== undefined) this.#inFlight.delete(key)
    }
  }
}
