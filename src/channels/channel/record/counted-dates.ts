// The business date whose totals and file an order counts in when its outcome becomes known: its own, or today when its own has ended
// by then (docs/decisions/0074).

import type { BatchContext } from '../../../ledger/posting.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'

export class CountedDates {
  readonly #context: Pick<BatchContext, 'businessDate' | 'endedThrough'>
  #earliest: BusinessDate | undefined

  constructor(context: Pick<BatchContext, 'businessDate' | 'endedThrough'>) {
    this.#context = context
  }

  /** Today when the order's own date has ended, else undefined. */
  of(ownDate: BusinessDate): BusinessDate | undefined {
    const { businessDate, endedThrough } = this.#context
    if (ownDate >= businessDate) return undefined
    if (ownDate <= endedThrough) return businessDate
    if (this.#earliest === undefined || ownDate < this.#earliest) this.#earliest = ownDate
    return undefined
  }

  /** The earliest date before today that something counts in: it must not have ended when the batch commits. */
  get earliest(): BusinessDate | undefined {
    return this.#earliest
  }
}
