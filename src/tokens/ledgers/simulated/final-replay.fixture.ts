// Replays the operations that have become final, in the order in which they did, with plain sums. Fails when one of them
// spends what is not there, or changes its end.

import assert from 'node:assert/strict'
import type { LedgerAction, LedgerBalance, LedgerOp, OpStatus } from '../digital-ledger.ts'

interface Seen {
  readonly op: LedgerOp
  readonly status: OpStatus | null
}

type Final = OpStatus & { readonly status: 'FINAL' }

export class FinalReplay {
  readonly #balances: Map<string, bigint>
  readonly #held = new Map<string, bigint>()
  readonly #holds = new Map<string, { accountId: string; amountMinor: bigint; isOpen: boolean }>()
  readonly #ends = new Map<string, OpStatus>()
  readonly #before = new Map<string, OpStatus['status']>()
  #issuedMinor: bigint
  /** Operations that were accepted and have not ended. */
  open = 0

  constructor(opening: Readonly<Record<string, bigint>>) {
    this.#balances = new Map(Object.entries(opening))
    this.#issuedMinor = this.#sum()
  }

  balance(accountId: string): LedgerBalance {
    return { balanceMinor: this.#balances.get(accountId) ?? 0n, heldMinor: this.#held.get(accountId) ?? 0n }
  }

  ends(): Map<string, string> {
    return new Map([...this.#ends].map(([opId, { status }]) => [opId, status]))
  }

  observe(seen: readonly Seen[]): void {
    const news: { op: LedgerOp; status: Final }[] = []
    this.open = 0
    for (const { op, status } of seen) {
      const before = this.#before.get(op.opId)
      if (status === null) {
        assert.equal(before, undefined, 'what was accepted stays known')
        continue
      }
      this.#before.set(op.opId, status.status)
      const end = this.#ends.get(op.opId)
      if (end !== undefined) assert.deepEqual(status, end, 'an end does not change')
      else if (status.status === 'FAILED') this.#ends.set(op.opId, status)
      else if (status.status === 'FINAL') news.push({ op, status })
      else this.open++
    }
    // Those of one block in the order in which they were sent.
    news.sort((a, b) => a.status.finalAtMs - b.status.finalAtMs)
    for (const { op, status } of news) {
      this.#ends.set(op.opId, status)
      for (const action of op.kind === 'BATCH' ? op.actions : [op]) this.#apply(op.opId, action)
    }
    assert.equal(this.#sum(), this.#issuedMinor, 'tokens are conserved')
  }

  #sum(): bigint {
    return [...this.#balances.values()].reduce((sum, one) => sum + one, 0n)
  }

  #apply(opId: string, action: LedgerAction): void {
    switch (action.kind) {
      case 'ISSUE':
        this.#issuedMinor += action.amountMinor
        this.#change(action.accountId, action.amountMinor)
        break
      case 'BURN':
        this.#issuedMinor -= action.amountMinor
        this.#change(action.accountId, -action.amountMinor)
        break
      case 'TRANSFER':
        this.#change(action.accountId, -action.amountMinor)
        this.#change(action.toAccountId, action.amountMinor)
        break
      case 'HOLD':
        this.#holds.set(opId, { accountId: action.accountId, amountMinor: action.amountMinor, isOpen: true })
        this.#hold(action.accountId, action.amountMinor)
        break
      case 'CAPTURE':
      case 'RELEASE': {
        const hold = this.#holds.get(action.holdId)
        assert.ok(hold?.isOpen, 'only a final hold is ended, once')
        hold.isOpen = false
        this.#hold(hold.accountId, -hold.amountMinor)
        if (action.kind === 'RELEASE') return
        this.#change(hold.accountId, -hold.amountMinor)
        if (action.toAccountId === undefined) this.#issuedMinor -= hold.amountMinor
        else this.#change(action.toAccountId, hold.amountMinor)
        return
      }
      case 'RESTRICT':
        return
    }
  }

  #change(accountId: string, byMinor: bigint): void {
    this.#balances.set(accountId, (this.#balances.get(accountId) ?? 0n) + byMinor)
    this.#check(accountId)
  }

  #hold(accountId: string, byMinor: bigint): void {
    this.#held.set(accountId, (this.#held.get(accountId) ?? 0n) + byMinor)
    this.#check(accountId)
  }

  #check(accountId: string): void {
    const { balanceMinor, heldMinor } = this.balance(accountId)
    assert.ok(heldMinor >= 0n && balanceMinor >= heldMinor, 'only what is there and free is spent')
  }
}
