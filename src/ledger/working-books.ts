// The books of one batch in memory: read once, changed order by order, written once. Nothing here is shared between
// batches; the row locks taken when reading make sure that nobody else changes the same accounts meanwhile.

import type { BusinessDate } from '../kernel/clock.ts'
import { type Account, type Card, type Hold, isLoan, type Usage } from './account.ts'
import { assertBalanced, type Entry } from './journal.ts'
import { type Books, type Original, type OriginalQuery, type Post, recordKey, type UsageGivenBack } from './posting.ts'

/** What reading brought. */
export interface BatchRead {
  readonly accounts: readonly Account[]
  readonly cards: readonly Card[]
  readonly terminalUsage: readonly { readonly terminalId: string; readonly usage: Usage }[]
  readonly originals: readonly Original[]
  readonly tombstones: readonly { readonly partnerId: string; readonly rrn: string }[]
  readonly holds: readonly Hold[]
}

export class WorkingBooks implements Books {
  readonly nowMs: number
  readonly businessDate: BusinessDate
  readonly #accounts = new Map<string, Account>()
  readonly #cards = new Map<string, Card>()
  readonly #terminals = new Map<string, Usage>()
  readonly #originals = new Map<string, Original>()
  readonly #tombstones = new Set<string>()
  readonly #holds = new Map<string, Hold>()

  // What must be written.
  readonly changedAccounts = new Set<Account>()
  readonly changedUsages = new Set<Usage>()
  readonly newHolds: Hold[] = []
  readonly changedHolds = new Set<Hold>()
  readonly reversedOriginals = new Set<Original>()
  readonly usageGivenBack: UsageGivenBack[] = []

  constructor(read: BatchRead, nowMs: number, businessDate: BusinessDate) {
    this.nowMs = nowMs
    this.businessDate = businessDate
    for (const account of read.accounts) this.#accounts.set(account.accountId, account)
    for (const card of read.cards) this.#cards.set(card.panHash, card)
    for (const { terminalId, usage } of read.terminalUsage) this.#terminals.set(terminalId, usage)
    for (const original of read.originals) this.#originals.set(original.transactionId, original)
    for (const { partnerId, rrn } of read.tombstones) this.#tombstones.add(recordKey(partnerId, rrn))
    for (const hold of read.holds) this.#open(hold)
  }

  account(accountId: string): Account | undefined {
    return this.#accounts.get(accountId)
  }

  card(panHash: string): Card | undefined {
    return this.#cards.get(panHash)
  }

  cards(): Iterable<Card> {
    return this.#cards.values()
  }

  terminalUsages(): Iterable<[string, Usage]> {
    return this.#terminals.entries()
  }

  terminalUsage(terminalId: string): Usage | undefined {
    return this.#terminals.get(terminalId)
  }

  originalByAuthId(accountId: string, authId: string): Original | undefined {
    return newest([...this.#originals.values()].filter((o) => o.accountId === accountId && o.authId === authId))
  }

  originalByRrn(partnerId: string, rrn: string): Original | undefined {
    return newest([...this.#originals.values()].filter((o) => o.partnerId === partnerId && o.rrn === rrn))
  }

  recentOriginals(query: OriginalQuery): Original[] {
    return [...this.#originals.values()]
      .filter((o) => o.accountId === query.accountId && o.type === query.type && o.recordedAtMs >= query.notBeforeMs)
      .sort((a, b) => (a.transactionId < b.transactionId ? 1 : -1))
  }

  hasTombstone(partnerId: string, rrn: string): boolean {
    return this.#tombstones.has(recordKey(partnerId, rrn))
  }

  heldOf(accountId: string, transactionId: string): bigint {
    return this.#holdOf(accountId, transactionId)?.amountMinor ?? 0n
  }

  /** Adds a transaction of this batch, so that a reversal in the same batch finds it. */
  remember(original: Original): void {
    this.#originals.set(original.transactionId, original)
  }

  bury(partnerId: string, rrn: string): void {
    this.#tombstones.add(recordKey(partnerId, rrn))
  }

  /** Applies an approval. Throws when it would make the books untrue; the batch is then read again, so these are dropped. */
  apply(post: Post, transactionId: string, newHoldId: () => string): void {
    assertBalanced(post.entries)
    const touched = this.#accountsOf(post.entries)
    this.#assertWithinLimits(post, touched)
    for (const entry of post.entries) {
      if (entry.book === 'C') this.#mustHave(entry.account).balanceMinor += entry.amountMinor
    }
    if (post.hold !== undefined) {
      const hold = { holdId: newHoldId(), transactionId, released: false, ...post.hold }
      this.#holds.set(hold.holdId, hold)
      this.newHolds.push(hold)
      this.#mustHave(hold.accountId).heldMinor += hold.amountMinor
    }
    if (post.unhold !== undefined) this.#unhold(post.unhold)
    if (post.loanPayment !== undefined) {
      this.#mustHave(post.loanPayment.accountId).paymentPaidMinor += post.loanPayment.amountMinor
    }
    for (const change of post.usage ?? []) this.#use(change.of, change.minor, change.count)
    this.usageGivenBack.push(...(post.usageGivenBack ?? []))
    if (post.reverses !== undefined) {
      post.reverses.original.reversedMinor += post.reverses.amountMinor
      this.reversedOriginals.add(post.reverses.original)
    }
    for (const account of touched) {
      this.changedAccounts.add(account)
      // A forced debt shrinks as money comes in and grows only when this posting may force.
      if (post.forced === true || account.forcedMinor > 0n) account.forcedMinor = shortfall(account)
    }
  }

  #accountsOf(entries: readonly Entry[]): Set<Account> {
    return new Set(entries.filter((entry) => entry.book === 'C').map((entry) => this.#mustHave(entry.account)))
  }

  #assertWithinLimits(post: Post, touched: Iterable<Account>): void {
    for (const account of touched) {
      const moved = post.entries.reduce(
        (sum, e) => (e.book === 'C' && e.account === account.accountId ? sum + e.amountMinor : sum),
        0n,
      )
      const balance = account.balanceMinor + moved
      if (isLoan(account)) {
        if (balance > 0n) throw new Error(`loan ${account.accountId} would be overpaid`)
        continue
      }
      const held =
        account.heldMinor +
        (post.hold?.accountId === account.accountId ? post.hold.amountMinor : 0n) -
        (post.unhold?.accountId === account.accountId ? post.unhold.amountMinor : 0n)
      const below = -(balance - held + account.overdraftMinor)
      if (below > account.forcedMinor && post.forced !== true) {
        throw new Error(`account ${account.accountId} would fall below its limit`)
      }
    }
  }

  #open(hold: Hold): void {
    // A hold that has come due is let go by whoever touches the account first; the sweeps find the rest.
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

  #unhold(unhold: NonNullable<Post['unhold']>): void {
    const hold = this.#holdOf(unhold.accountId, unhold.transactionId)
    if (hold === undefined || hold.amountMinor < unhold.amountMinor)
      throw new Error('more would be released than is held')
    hold.amountMinor -= unhold.amountMinor
    hold.released = hold.amountMinor === 0n
    this.#mustHave(unhold.accountId).heldMinor -= unhold.amountMinor
    this.changedHolds.add(hold)
  }

  #use(usage: Usage, minor: bigint, count: number): void {
    // A newer date was written by a node whose clock is ahead of ours; its figures stand, and ours are added to them.
    if (usage.date === null || usage.date < this.businessDate) {
      usage.date = this.businessDate
      usage.minor = 0n
      usage.count = 0
    }
    usage.minor = max(0n, usage.minor + minor)
    usage.count = Math.max(0, usage.count + count)
    this.changedUsages.add(usage)
  }

  #holdOf(accountId: string, transactionId: string): Hold | undefined {
    return [...this.#holds.values()].find((h) => h.accountId === accountId && h.transactionId === transactionId)
  }

  #mustHave(accountId: string): Account {
    const account = this.#accounts.get(accountId)
    if (account === undefined) throw new Error(`account ${accountId} is not locked by this batch`)
    return account
  }
}

function shortfall(account: Account): bigint {
  return isLoan(account) ? 0n : max(0n, -(account.balanceMinor - account.heldMinor + account.overdraftMinor))
}

function newest(originals: readonly Original[]): Original | undefined {
  return originals.reduce<Original | undefined>(
    (best, o) => (best === undefined || o.transactionId > best.transactionId ? o : best),
    undefined,
  )
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
