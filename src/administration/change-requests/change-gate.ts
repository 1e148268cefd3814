// The gate in front of every change of administration: holds back what another user has to approve.

import type { AuditedChange, ChangeWitness } from '../audit/change-witness.ts'
import { HeldChange } from '../audit/change-witness.ts'
import { alwaysWaits, type FourEyes, shortensFourEyes } from './four-eyes.ts'

export interface GatedRequest {
  /** The entries of a `four-eyes` list under which the request waits; none: it waits only when it shortens such a list. */
  readonly entries: readonly string[]
  /** The institutions of the caller and of the request; that of the record is added. */
  readonly institutionIds: readonly string[]
  /** Called with what is held back, while it still can be refused. */
  refuse?(entries: readonly AuditedChange[]): void
}

/** One gate per request. */
export class ChangeGate implements ChangeWitness {
  readonly isTrial: boolean
  readonly #fourEyes: Pick<FourEyes, 'lists'>
  readonly #request: GatedRequest
  readonly #seen = new WeakMap<object, AuditedChange[]>()
  /** Transactions that wait whatever the lists say. */
  readonly #waiting = new WeakSet<object>()

  constructor(fourEyes: Pick<FourEyes, 'lists'>, request: GatedRequest, isTrial = false) {
    this.isTrial = isTrial
    this.#fourEyes = fourEyes
    this.#request = request
  }

  see(entry: AuditedChange, transaction: object): HeldChange | undefined {
    const seen = this.#seen.get(transaction) ?? []
    this.#seen.set(transaction, seen)
    seen.push(entry)
    if (this.#waits(entry)) this.#waiting.add(transaction)
    if (!this.#waiting.has(transaction)) return undefined
    this.#request.refuse?.(seen)
    return new HeldChange(seen)
  }

  needsSecondUser(transaction: object): void {
    this.#waiting.add(transaction)
  }

  #waits(entry: AuditedChange): boolean {
    const { entries, institutionIds } = this.#request
    const owner = entry.institutionId === undefined ? [] : [entry.institutionId]
    const concerned = [...institutionIds, ...owner, ...(entry.concerns ?? [])]
    return this.#fourEyes.lists(entries, concerned) || shortensFourEyes(entry) || alwaysWaits(entry)
  }
}

/** Holds back everything: tries out whether a caller could make a change. */
export function rehearsal(): ChangeWitness {
  return new ChangeGate({ lists: () => true }, { entries: [], institutionIds: [] }, true)
}
