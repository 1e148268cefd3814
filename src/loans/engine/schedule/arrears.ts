// What has fallen due and is not paid. Taken from a state once, and kept up to date while the clock closes rows and
// charges late fees; a payment makes it out of date.

import { unpaidCharge } from '../events/allocation.ts'
import { type ChargeState, type FoldState, isUnpaid, type Row } from '../fold/fold-state.ts'

export class Arrears {
  readonly #state: FoldState
  #rowsSeen = 0
  #chargesSeen = 0
  #overduePrincipal = 0n
  readonly #rows: Row[] = []
  readonly #charges: ChargeState[] = []

  constructor(state: FoldState) {
    this.#state = state
  }

  /** Closed rows with interest or principal that is not paid, oldest first. */
  rows(): readonly Row[] {
    this.#takeInRows()
    return this.#rows
  }

  /** Unpaid principal of all closed rows. */
  overduePrincipal(): bigint {
    this.#takeInRows()
    return this.#overduePrincipal
  }

  /** Charges that are not paid, due or not. */
  charges(): readonly ChargeState[] {
    const { charges } = this.#state
    for (; this.#chargesSeen < charges.length; this.#chargesSeen += 1) {
      const charge = charges[this.#chargesSeen] as ChargeState
      if (unpaidCharge(charge) > 0n) this.#charges.push(charge)
    }
    return this.#charges
  }

  #takeInRows(): void {
    const { rows } = this.#state
    for (let row = rows[this.#rowsSeen]; row?.closed === true; row = rows[this.#rowsSeen]) {
      this.#rowsSeen += 1
      if (row.principal !== row.paid.principal) this.#overduePrincipal += row.principal - row.paid.principal
      if (isUnpaid(row)) this.#rows.push(row)
    }
  }
}
