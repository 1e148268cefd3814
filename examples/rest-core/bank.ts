// The bank: its books in memory, rebuilt from the log at every start. Executing an order is one atomic step: look the
// reference up, decide, change the books, append the record. Every answer that shows it waits until the record is on
// disk. The state of a reference:
//
//   unknown ─ execute ─▶ EXECUTED   with an approval or a decline; final
//   unknown ─ cancel ──▶ CANCELLED  never executed; final
//
// In a real core this step is one database transaction: the reference in a table with a unique key, written together
// with the journal.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DurableLog } from './durable-log.ts'
import { decideReversal } from './reversal.ts'
import {
  availableMinor,
  type Books,
  CARD_DECLINES,
  decide,
  decideInquiry,
  holderOf,
  isLoan,
  presentedCard,
} from './rules.ts'
import { seed } from './seed.ts'
import type {
  Account,
  Balances,
  Effects,
  Inquiry,
  Institution,
  LogRecord,
  Lookup,
  Order,
  OrderState,
  OrderSummary,
  Outcome,
} from './types.ts'

interface Known {
  readonly state: OrderState
  readonly digest?: string
  readonly summary?: OrderSummary
  /** The reversed amount. */
  reversedMinor: number
}

export class Bank {
  readonly #institutions: ReadonlyMap<string, Institution>
  readonly #orders = new Map<string, Known>()
  readonly #usage = new Map<string, { minor: number; count: number }>()
  /** What was posted to accounts of the general ledger, by institution. */
  readonly #generalLedger = new Map<string, number>()
  #log: DurableLog | undefined

  private constructor(plainAccounts: number) {
    this.#institutions = seed(plainAccounts)
  }

  static async open(folder: string, plainAccounts: number): Promise<Bank> {
    const bank = new Bank(plainAccounts)
    bank.#log = await DurableLog.open(join(folder, 'orders.log'), (record) => bank.#replay(record as LogRecord))
    return bank
  }

  institution(id: string): Institution | undefined {
    return this.#institutions.get(id)
  }

  /** The result of the order, now or earlier; `conflict` when the reference belongs to another order. */
  async execute(institution: Institution, reference: string, order: Order): Promise<OrderState | 'conflict'> {
    const key = keyOf(institution.id, reference)
    const digest = digestOf(order)
    let known = this.#orders.get(key)
    if (known === undefined) {
      known = this.#decideAndPost(institution, reference, order, digest)
    } else if (known.digest !== undefined && known.digest !== digest) return 'conflict'
    await this.#durable()
    return known.state
  }

  async find(institution: Institution, reference: string): Promise<OrderState | undefined> {
    const known = this.#orders.get(keyOf(institution.id, reference))
    await this.#durable()
    return known?.state
  }

  async cancel(institution: Institution, reference: string): Promise<OrderState> {
    const key = keyOf(institution.id, reference)
    let known = this.#orders.get(key)
    if (known === undefined) {
      known = { state: { reference, state: 'CANCELLED' }, reversedMinor: 0 }
      this.#orders.set(key, known)
      this.#append({ type: 'CANCELLED', institutionId: institution.id, reference })
    }
    await this.#durable()
    return known.state
  }

  /** What is not reversed of an order, in minor units. */
  left(institution: Institution, reference: string): number {
    const known = this.#orders.get(keyOf(institution.id, reference))
    return (known?.summary?.amountMinor ?? 0) - (known?.reversedMinor ?? 0)
  }

  async inquire(institution: Institution, inquiry: Inquiry): Promise<Outcome> {
    const account = decideInquiry(inquiry, institution)
    const outcome =
      typeof account === 'string' ? { code: account } : approval(institution, account, inquiry.origin.businessDate)
    await this.#durable()
    return outcome
  }

  lookUp(institution: Institution, { pan, customerId }: Lookup) {
    const card = presentedCard(pan, institution)
    const decline = typeof card === 'string' ? card : card && CARD_DECLINES[card.status]
    if (decline !== undefined) return { code: decline }
    const customer = typeof card === 'object' ? card.customerId : customerId
    const accounts = [...institution.accounts.values()].filter((account) => account.customerId === customer)
    if (card === undefined && accounts.length === 0) return { code: '114' }
    const shown = accounts
      .filter(({ status }) => status !== 'CLOSED')
      .sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
      .map(({ id, type, capability, description }) => ({
        id,
        accountType: type,
        txnCapability: capability,
        description,
      }))
    return { code: '000', accounts: shown }
  }

  async close(): Promise<void> {
    await this.#log?.close()
  }

  #decideAndPost(institution: Institution, reference: string, order: Order, digest: string): Known {
    const books = this.#booksOf(institution)
    const decision = order.kind === 'REVERSAL' ? decideReversal(order, books) : decide(order, books)
    const effects = 'effects' in decision ? decision.effects : { entries: [] }
    this.#apply(institution, reference, effects)
    const outcome = 'decline' in decision ? { code: decision.decline } : this.#outcomeOf(institution, order)
    const summary = summaryOf(institution, order)
    this.#append({ type: 'EXECUTED', institutionId: institution.id, reference, digest, summary, outcome, effects })
    const known: Known = { state: { reference, state: 'EXECUTED', outcome }, digest, summary, reversedMinor: 0 }
    this.#orders.set(keyOf(institution.id, reference), known)
    return known
  }

  #booksOf(institution: Institution): Books {
    return {
      institution,
      usageOn: (holder, date) => this.#usage.get(`${institution.id} ${holder} ${date}`) ?? { minor: 0, count: 0 },
      executed: (reference) => {
        const known = this.#orders.get(keyOf(institution.id, reference))
        if (known?.summary === undefined || known.state.state !== 'EXECUTED') return undefined
        return { summary: known.summary, code: known.state.outcome.code, reversedMinor: known.reversedMinor }
      },
    }
  }

  /** Changes the books; the only place that does. */
  #apply(institution: Institution, reference: string, effects: Effects): void {
    const { entries, hold, unhold, loanPayment, usage, reverses } = effects
    if (entries.reduce((sum, [, minor]) => sum + minor, 0) !== 0) throw new Error(`${reference} does not balance`)
    for (const [name, minor] of entries) {
      if (name.startsWith('gl:')) {
        const key = `${institution.id} ${name}`
        this.#generalLedger.set(key, (this.#generalLedger.get(key) ?? 0) + minor)
      } else accountIn(institution, name).balanceMinor += minor
    }
    if (hold !== undefined) {
      const { amountMinor, releaseOn } = hold
      accountIn(institution, hold.accountId).holds.push({ reference, amountMinor, releaseOn })
    }
    if (unhold !== undefined) {
      const held = accountIn(institution, unhold.accountId).holds.find((one) => one.reference === unhold.reference)
      if (held !== undefined) held.amountMinor -= unhold.amountMinor
    }
    if (loanPayment !== undefined) accountIn(institution, loanPayment.accountId).paidMinor += loanPayment.amountMinor
    if (usage !== undefined) {
      const key = `${institution.id} ${usage.holder} ${usage.date}`
      const { minor, count } = this.#usage.get(key) ?? { minor: 0, count: 0 }
      this.#usage.set(key, { minor: minor + usage.minor, count: count + usage.count })
    }
    if (reverses !== undefined) {
      const original = this.#orders.get(keyOf(institution.id, reverses.reference))
      if (original === undefined) throw new Error(`${reference} reverses what is not there`)
      original.reversedMinor += reverses.amountMinor
    }
  }

  #replay(record: LogRecord): void {
    const institution = this.#institutions.get(record.institutionId)
    if (institution === undefined) throw new Error(`the log names the institution ${record.institutionId}`)
    const key = keyOf(institution.id, record.reference)
    if (this.#orders.has(key)) throw new Error(`the log holds ${record.reference} twice`)
    const { reference } = record
    if (record.type === 'CANCELLED') {
      this.#orders.set(key, { state: { reference, state: 'CANCELLED' }, reversedMinor: 0 })
      return
    }
    this.#apply(institution, reference, record.effects)
    const { digest, summary, outcome } = record
    this.#orders.set(key, { state: { reference, state: 'EXECUTED', outcome }, digest, summary, reversedMinor: 0 })
  }

  #outcomeOf(institution: Institution, order: Order): Outcome {
    const date = order.origin.businessDate
    const beneficiaryId =
      order.kind === 'TRANSFER' ? order.beneficiaryAccountId : this.#reversedBeneficiary(institution, order)
    return {
      ...approval(institution, accountIn(institution, order.accountId), date),
      ...(beneficiaryId !== undefined && {
        beneficiaryBalances: balancesOf(accountIn(institution, beneficiaryId), date),
      }),
    }
  }

  #reversedBeneficiary(institution: Institution, order: Order): string | undefined {
    if (order.kind !== 'REVERSAL') return undefined
    return this.#orders.get(keyOf(institution.id, order.originalReference))?.summary?.beneficiaryAccountId
  }

  #append(record: LogRecord): void {
    this.#log?.append(record)
  }

  /** Never answer what a crash could undo. When the disk fails, memory is ahead of it: stop. */
  async #durable(): Promise<void> {
    await this.#log?.durable().catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  }
}

/** References are kept in lower case, as UUIDs compare. */
function keyOf(institutionId: string, reference: string): string {
  return `${institutionId} ${reference.toLowerCase()}`
}

/** The content of an order without its origin: a repetition may come under another correlation id or business date. */
function digestOf({ origin: _, ...content }: Order): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

function summaryOf(institution: Institution, order: Order): OrderSummary {
  const { kind, accountId, origin, amount } = order
  const card = presentedCard(order.pan, institution)
  const account = institution.accounts.get(accountId)
  const isWithdrawal = kind === 'CASH_WITHDRAWAL' || kind === 'CARDLESS_WITHDRAWAL'
  const feeMinor = isWithdrawal ? order.accessFeeMinor : 0
  return {
    kind,
    accountId,
    ...(kind === 'TRANSFER' && { beneficiaryAccountId: order.beneficiaryAccountId }),
    ...(kind === 'BILL_PAYMENT' && { billerId: order.billerId }),
    ...(origin.terminalId !== undefined && { terminalId: origin.terminalId }),
    currency: amount.currency,
    amountMinor: amount.minor,
    feeMinor,
    cashMinor: kind === 'DEPOSIT' ? order.cashMinor : isWithdrawal ? amount.minor - feeMinor : 0,
    businessDate: origin.businessDate,
    ...(isWithdrawal && account !== undefined && typeof card !== 'string' && { holder: holderOf(account, card) }),
  }
}

function approval(institution: Institution, account: Account, date: string) {
  return { code: '000', branch: institution.branch, balances: balancesOf(account, date) } as const
}

function balancesOf(account: Account, date: string): Balances {
  const { currency, balanceMinor, instalment, paidMinor } = account
  return {
    currency,
    availableMinor: availableMinor(account, date),
    // A loan shows what is still owed, as a positive figure.
    balanceMinor: isLoan(account) ? -balanceMinor : balanceMinor,
    ...(instalment !== undefined && {
      paymentDue: { amountMinor: Math.max(0, instalment.amountMinor - paidMinor), dueDate: instalment.dueDate },
    }),
  }
}

function accountIn(institution: Institution, id: string): Account {
  const account = institution.accounts.get(id)
  if (account === undefined) throw new Error(`there is no account ${id}`)
  return account
}

function rank({ type }: Account): number {
  return ['DDA', 'SDA', 'LOAN'].indexOf(type)
}
