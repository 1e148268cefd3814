// Takes the place of a ledger that this process has no settings for. Institutions may have chosen it, so its name is known: their
// movements wait, and new ones are refused as they are when a ledger is down.

import { unavailable } from '../../platform/kernel/problems/problem.ts'
import type { DigitalLedger, LedgerCapabilities } from './digital-ledger.ts'

export class MissingLedger implements DigitalLedger {
  readonly name: string
  readonly capabilities: LedgerCapabilities = { atomicBatches: true, nativeHolds: true, finality: 'DEPTH' }
  readonly #why: string

  constructor(name: string, why: string) {
    this.name = name
    this.#why = why
  }

  ensureAsset = () => this.#refuse()
  ensureAccounts = () => this.#refuse()
  submit = () => this.#refuse()
  getOps = () => this.#refuse()
  balances = () => this.#refuse()
  supplies = () => this.#refuse()
  assets = () => this.#refuse()
  headroom = () => this.#refuse()
  hold = () => this.#refuse()
  events = () => this.#refuse()
  now = () => this.#refuse()
  health = () => this.#refuse()

  async #refuse(): Promise<never> {
    throw unavailable(`the ledger ${this.name} is not set up: ${this.#why}`)
  }
}
