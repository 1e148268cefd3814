// The simplest possible bank, written from the contract and not from the code: one order at a time, no database, no
// batches. The property tests compare the real one with it.

/** An order for both banks. Amounts are in minor units; the account and the amount of a reversal are its original's. */
export interface ModelOrder {
  readonly rrn: string
  /** Two orders of one RRN are the same when their content is. */
  readonly content: string
  readonly type: string
  readonly accountId: string
  readonly amount: bigint
  readonly fee?: bigint
  /** Checks of a deposit, and what of them is available at once. */
  readonly checks?: bigint
  readonly checksAvailable?: bigint
  readonly to?: string
  readonly biller?: 'active' | 'inactive' | 'unknown'
  readonly reverses?: Reversed
}

export interface Reversed {
  readonly type: string
  readonly part: bigint
  readonly authId?: string
  readonly rrn?: string
}

interface Account {
  balance: bigint
  readonly overdraft: bigint
  readonly isLoan: boolean
  withdrawals: number
}

interface Entry {
  readonly order: ModelOrder
  readonly code: string
  authId?: string
  reversed: bigint
  /** Checks that are not available yet. */
  held: bigint
}

const NOTE = 500n
const FEE_CAP = 1_000n
const WITHDRAWALS_PER_DAY = 20

export class ModelBank {
  readonly accounts = new Map<string, Account>()
  /** Every order that was answered, in order, by its RRN. */
  readonly entries = new Map<string, Entry>()
  readonly #buried = new Set<string>()

  open(accountId: string, balance: bigint, { overdraft = 0n, isLoan = false } = {}): void {
    this.accounts.set(accountId, { balance, overdraft, isLoan, withdrawals: 0 })
  }

  /** The code of the answer, or `refused`; `913` when the RRN was used with other content. */
  post(order: ModelOrder): string {
    const known = this.entries.get(order.rrn)
    if (known !== undefined) return known.order.content === order.content ? known.code : '913'
    const isBuried = this.#buried.has(order.rrn) && order.reverses === undefined
    const code = isBuried
      ? '485'
      : order.reverses === undefined
        ? this.#carryOut(order)
        : this.#reverse(order, order.reverses)
    if (code !== 'refused') {
      const held = code === '000' ? (order.checks ?? 0n) - (order.checksAvailable ?? 0n) : 0n
      this.entries.set(order.rrn, { order, code, reversed: 0n, held })
    }
    return code
  }

  learnAuthId(rrn: string, authId: string): void {
    const entry = this.entries.get(rrn)
    if (entry !== undefined) entry.authId = authId
  }

  available(accountId: string): bigint {
    const account = this.#account(accountId)
    if (account.isLoan) return 0n
    const held = [...this.entries.values()].filter((entry) => entry.order.accountId === accountId)
    return account.balance + account.overdraft - held.reduce((sum, entry) => sum + entry.held, 0n)
  }

  #carryOut(order: ModelOrder): string {
    const { type, accountId, amount, fee = 0n } = order
    const account = this.#account(accountId)
    switch (type) {
      case 'CASHWITHDRAWAL':
        if (account.isLoan) return '119'
        if ((amount - fee) % NOTE !== 0n) return '180'
        if (fee > FEE_CAP) return '113'
        if (account.withdrawals >= WITHDRAWALS_PER_DAY) return '123'
        if (this.available(accountId) < amount) return '110'
        account.withdrawals++
        account.balance -= amount
        return '000'
      case 'BILLPAYMENT':
        if (order.biller === 'unknown') return 'refused'
        if (order.biller === 'inactive') return '185'
        if (account.isLoan) return '119'
        if (this.available(accountId) < amount) return '110'
        account.balance -= amount
        return '000'
      case 'TRANSFER': {
        const to = this.#account(order.to ?? '')
        if (to === account) return '190'
        if (account.isLoan) return '119'
        if (to.isLoan && to.balance + amount > 0n) return '180'
        if (this.available(accountId) < amount) return '110'
        account.balance -= amount
        to.balance += amount
        return '000'
      }
      default:
        if (account.isLoan) return '119'
        account.balance += amount
        return '000'
    }
  }

  #reverse(order: ModelOrder, { type, part, authId, rrn }: Reversed): string {
    const original = this.#find(order, type, authId, rrn)
    if (original === undefined) {
      if (rrn === undefined) return '914'
      if (this.#buried.has(rrn)) return '480'
      if (part > order.amount) return '483'
      this.#buried.add(rrn)
      return '000'
    }
    if (!fits(order, type, original)) return '914'
    if (original.code !== '000') return '484'
    const { amount, fee = 0n, accountId, to } = original.order
    if (original.reversed === amount) return '480'
    const after = original.reversed + part
    if (after > amount || (after < amount && after > amount - fee)) return '483'
    const account = this.#account(accountId)
    if (type === 'CASHWITHDRAWAL') {
      account.balance += part
      if (after === amount) account.withdrawals = Math.max(0, account.withdrawals - 1)
    } else if (type === 'TRANSFER') {
      const destination = this.#account(to ?? '')
      if (!destination.isLoan && this.available(to ?? '') < part) return '110'
      account.balance += part
      destination.balance -= part
    } else {
      const unheld = original.held < part ? original.held : part
      if (this.available(accountId) + unheld < part) return '110'
      original.held -= unheld
      account.balance -= part
    }
    original.reversed = after
    return '000'
  }

  #find(order: ModelOrder, type: string, authId: string | undefined, rrn: string | undefined): Entry | undefined {
    const newestFirst = [...this.entries.values()].reverse()
    if (authId === undefined && rrn === undefined) {
      const fitting = newestFirst.filter((entry) => entry.code === '000' && fits(order, type, entry))
      return fitting.find((entry) => entry.reversed < entry.order.amount) ?? fitting[0]
    }
    const byAuthId = newestFirst.find(
      (entry) => authId !== undefined && entry.authId === authId && entry.order.accountId === order.accountId,
    )
    return byAuthId ?? (rrn === undefined ? undefined : this.entries.get(rrn))
  }

  #account(accountId: string): Account {
    const account = this.accounts.get(accountId)
    if (account === undefined) throw new TypeError(`the model has no account ${accountId}`)
    return account
  }
}

function fits(order: ModelOrder, type: string, { order: original }: Entry): boolean {
  return (
    original.type === type &&
    original.accountId === order.accountId &&
    original.amount === order.amount &&
    (type !== 'TRANSFER' || original.to === order.to)
  )
}
