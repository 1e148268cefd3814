// A doubly linked list in order of arrival, from which any member can be removed. Members carry their own links: a Set
// would do the same, but computes an identity hash for every new object, which costs more than all the rest.

export interface Arrival<T> {
  /** Owned by the list. */
  older: T | undefined
  newer: T | undefined
}

export class ArrivalList<T extends Arrival<T>> {
  #oldest: T | undefined
  #newest: T | undefined

  get oldest(): T | undefined {
    return this.#oldest
  }

  add(member: T): void {
    const newest = this.#newest
    if (newest === undefined) this.#oldest = member
    else newest.newer = member
    member.older = newest
    this.#newest = member
  }

  /** Does nothing when it was removed before. */
  remove(member: T): void {
    const { older, newer } = member
    if (older === undefined && this.#oldest !== member) return
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
    // A removed member must not keep its neighbours from being collected.
    member.older = undefined
    member.newer = undefined
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let member = this.#oldest; member !== undefined; member = member.newer) yield member
  }
}
