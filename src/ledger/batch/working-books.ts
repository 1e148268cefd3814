// The books of one institution in a batch, in memory: read once, changed posting by posting, written once. Nothing here
// is shared between batches; the row locks taken when reading prevent concurrent changes of the same accounts.

import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import { type Account, type Hold, shortfall } from '../account.ts'
import { assertBalanced, type Entry, type Journal } from '../journal.ts'
import type { Books } from '../posting.ts'

/** What the first round trip read. */
export interface BooksRead<A extends Account> {
  readonly accounts: readonly A[]
  readonly holds: readonly Hold[]
}

export class WorkingBooks<A extends Account = Account> implements Books<A> {
  readonly nowMs: number
  readonly businessDate: BusinessDate
  readonly #accounts = new Map<string, A>()
  readonly #holds = new Map<string, Hold>()

  // To be written.
  readonly journals: Journal[] = []
  readonly changedAccounts = new Set<A>()
  readonly newHolds: Hold[] = []
  readonly changedHolds = new Set<Hold>()

  constructor(read: BooksRead<A>, nowMs: number, businessDate: BusinessDate) {
    this.nowMs = nowMs
    this.businessDate = businessDate
    for (const account of read.accounts) this.#accounts.set(account.accountId, account)
    for (const hold of read.holds) this.#open(hold)
  }

  account(accountId: string): A | undefined {
    return this.#accounts.get(accountId)
  }

  heldOf(accountId: string, journalId: string): bigint {
    return this.#holdOf(accountId, journalId)?.amountMinor ?? 0n
  }

  postedMinor(account: string, currency: string): bigint {
    const entries = this.journals.flatMap((journal) => journal.entries)
    return entries.reduce(
      (sum, e) => (e.book === 'G' && e.account === account && e.currency === currency ? sum + e.amountMinor : sum),
      0n,
    )
  }

  /** Applies a journal. Throws when it would corrupt the books; the batch is then read again and these books are dropped. */
  apply(journal: Journal, newHoldId: () => string): void {
    assertBalanced(journal.entries)
    const touched = this.#accountsOf(journal)
    this.#assertWithinBounds(journal, touched)
    for (const entry of journal.entries) {
      if (entry.book === 'C') this.#mustHave(entry.account).balanceMinor += entry.amountMinor
    }
    if (journal.hold !== undefined) {
      const hold = { holdId: newHoldId(), journalId: journal.journalId, released: false, ...journal.hold }
      this.#holds.set(hold.holdId, hold)
      this.newHolds.push(hold)
      this.#mustHave(hold.accountId).heldMinor += hold.amountMinor
    }
    if (journal.unhold !== undefined) this.#unhold(journal.unhold)
    for (const account of touched) {
      this.changedAccounts.add(account)
      // A forced debt shrinks as money comes in and grows only when this journal may force.
      if (journal.forced === true || account.forcedMinor > 0n) {
        account.forcedMinor = shortfall(account, account.balanceMinor, account.heldMinor)
      }
    }
    this.journals.push(journal)
  }

  /** Every account that the journal changes: those of its entries, and those whose holds it changes. */
  #accountsOf({ entries, hold, unhold }: Journal): Set<A> {
    const touched = new Set<A>()
    for (const entry of entries) if (entry.book === 'C') touched.add(this.#accountOf(entry))
    if (hold !== undefined) touched.add(this.#mustHave(hold.accountId))
    if (unhold !== undefined) touched.add(this.#mustHave(unhold.accountId))
    return touched
  }

  #accountOf({ account: accountId, currency }: Entry): A {
    const account = this.#mustHave(accountId)
    if (account.currency !== currency) throw new Error(`account ${accountId} is not in ${currency}`)
    return account
  }

  #assertWithinBounds({ entries, hold, unhold, forced }: Journal, touched: Iterable<A>): void {
    for (const account of touched) {
      const { accountId, ceilingMinor } = account
      const moved = entries.reduce(
        (sum, e) => (e.book === 'C' && e.account === accountId ? sum + e.amountMinor : sum),
        0n,
      )
      const balance = account.balanceMinor + moved
      if (ceilingMinor !== null && balance > ceilingMinor) {
        throw new Error(`account ${accountId} would rise above its ceiling`)
      }
      const held =
        account.heldMinor +
        (hold?.accountId === accountId ? hold.amountMinor : 0n) -
        (unhold?.accountId === accountId ? unhold.amountMinor : 0n)
      if (shortfall(account, balance, held) > account.forcedMinor && forced !== true) {
        throw new Error(`account ${accountId} would fall below its limit`)
      }
    }
  }

  #open(hold: Hold): void {
    // The first batch that touches the account releases a due hold; the sweeps release the rest.
    if (hold.releaseOn > this.businessDate) {
      this.#holds.set(hold.holdId, hold)
      return
    }
    const account = this.#mustHave(hold.accountId)
    account.heldMinor -= hold.amountMinor
    hold.released = true
    this.changedHolds.add(hold)
    this.changedAccounts.add(account)
  }

  #unhold(unhold: NonNullable<Journal['unhold']>): void {
    const hold = this.#holdOf(unhold.accountId, unhold.journalId)
    if (hold === undefined || hold.amountMinor < unhold.amountMinor)
      throw new Error('more would be released than is held')
    hold.amountMinor -= unhold.amountMinor
    hold.released = hold.amountMinor === 0n
    this.#mustHave(unhold.accountId).heldMinor -= unhold.amountMinor
    this.changedHolds.add(hold)
  }

  #holdOf(accountId: string, journalId: string): Hold | undefined {
    return [...this.#holds.values()].find((h) => h.accountId === accountId && h.journalId === journalId)
  }

  #mustHave(accountId: string): A {
    const account = this.#accounts.get(accountId)
    if (account === undefined) throw new Error(`account ${accountId} is not locked by this batch`)
    return account
  }
}
