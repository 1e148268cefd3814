// The built-in bank's part of a batch: the cards and terminals it locks beside the accounts, the usage it counts, and
// what it writes of them.
//
// Cards are locked before terminals, each in key order.

import type { Books } from '../../../../ledger/posting.ts'
import { type BatchHead, step } from '../../../../ledger/writing/batch-step.ts'
import type { LoanPayments } from '../../../../loans/servicing/posting/loan-payments.ts'
import type { BusinessDate } from '../../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../../platform/storage/batches/array-literal.ts'
import { copyRow, copyStep } from '../../../../platform/storage/batches/copy-row.ts'
import type { Trip } from '../../../../platform/storage/batches/trip.ts'
import type { Statement, Step } from '../../../../platform/storage/database.ts'
import type { Approval } from '../decision.ts'
import type { BankAccount } from './bank-account.ts'
import { CARD_COLUMNS, type Card, type CardRow, toCard } from './card.ts'
import { changeUsage, toUsage, type Usage, type UsageGivenBack, type UsageRow } from './usage.ts'

/** The bank's books as one order sees them. */
export interface BankBooks extends Books<BankAccount> {
  card(panHash: string): Card | undefined
  terminalUsage(terminalId: string): Usage | undefined
  /** The loans that accounts of the batch belong to; absent when no order of it can pay into one. */
  readonly loans?: LoanPayments | undefined
}

/** What an order needs besides its accounts. */
export interface BankNeeds {
  readonly panHash?: string | undefined
  /** A terminal whose daily usage must be read and locked. */
  readonly limitedTerminalId?: string | undefined
}

const LOCK_CARDS: Statement = {
  name: 'lock-cards',
  text: `SELECT ${CARD_COLUMNS}
           FROM cards
          WHERE institution_id = $1 AND pan_hash = ANY ($2::text[])
          ORDER BY pan_hash
            FOR NO KEY UPDATE`,
}

// A terminal that was not used before has no row to lock. Of two batches that use it first, the second one to commit finds the
// key taken, and is run again.
const LOCK_TERMINALS: Statement = {
  name: 'lock-terminal-usage',
  text: `SELECT terminal_id, usage_date, used_minor, used_count
           FROM terminal_usage
          WHERE institution_id = $1 AND terminal_id = ANY ($2::text[])
          ORDER BY terminal_id
            FOR NO KEY UPDATE`,
}

const COPY_TERMINALS: Statement = {
  name: 'copy-terminal-usage',
  text: 'COPY terminal_usage (institution_id, terminal_id, usage_date, used_minor, used_count) FROM STDIN',
}

// These touch few rows. The extra filter by arrays of keys keeps the plan on the index even while a table is small.
const UPDATE_CARDS: Statement = {
  name: 'update-cards',
  text: `UPDATE cards AS c
            SET usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::integer[]) AS n (pan_hash, usage_date, used_minor, used_count)
          WHERE c.institution_id = $1 AND c.pan_hash = ANY ($2::text[]) AND c.pan_hash = n.pan_hash`,
}

const UPDATE_TERMINALS: Statement = {
  name: 'update-terminals',
  text: `UPDATE terminal_usage AS t
            SET usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::integer[]) AS n (terminal_id, usage_date, used_minor, used_count)
          WHERE t.institution_id = $1 AND t.terminal_id = ANY ($2::text[]) AND t.terminal_id = n.terminal_id`,
}

const GIVE_BACK_CARD_USAGE: Statement = {
  name: 'give-back-card-usage',
  text: `UPDATE cards SET used_minor = greatest(0, used_minor - $4::bigint), used_count = greatest(0, used_count - $5::integer)
          WHERE institution_id = $1 AND pan_hash = $2 AND usage_date = $3`,
}

const GIVE_BACK_TERMINAL_USAGE: Statement = {
  name: 'give-back-terminal-usage',
  text: `UPDATE terminal_usage SET used_minor = greatest(0, used_minor - $4::bigint), used_count = greatest(0, used_count - $5::integer)
          WHERE institution_id = $1 AND terminal_id = $2 AND usage_date = $3`,
}

export interface BankRead {
  readonly cards: readonly Card[]
  readonly terminalUsage: readonly { readonly terminalId: string; readonly usage: Usage; readonly isNew?: boolean }[]
}

export class BankBatch {
  readonly #cards = new Map<string, Card>()
  readonly #terminals = new Map<string, Usage>()
  /** Terminals without a row. */
  readonly #newTerminals = new Set<string>()
  readonly #changedUsages = new Set<Usage>()
  readonly #usageGivenBack: UsageGivenBack[] = []

  constructor(read: BankRead) {
    for (const card of read.cards) this.#cards.set(card.panHash, card)
    for (const { terminalId, usage, isNew } of read.terminalUsage) {
      this.#terminals.set(terminalId, usage)
      if (isNew === true) this.#newTerminals.add(terminalId)
    }
  }

  /** The ledger's books and the bank's. */
  with(books: Books<BankAccount>, loans?: LoanPayments): BankBooks {
    return {
      loans,
      nowMs: books.nowMs,
      businessDate: books.businessDate,
      account: (accountId) => books.account(accountId),
      heldOf: (accountId, journalId) => books.heldOf(accountId, journalId),
      postedMinor: (account, currency) => books.postedMinor(account, currency),
      card: (panHash) => this.#cards.get(panHash),
      terminalUsage: (terminalId) => this.#terminals.get(terminalId),
    }
  }

  /** Counts what an approval changes besides balances. Its journal has been applied, so its accounts will be written. */
  apply({ usage = [], usageGivenBack = [], loanPayment }: Approval, books: Books<BankAccount>): void {
    for (const change of usage) {
      changeUsage(change, books.businessDate)
      this.#changedUsages.add(change.of)
    }
    this.#usageGivenBack.push(...usageGivenBack)
    const loan = loanPayment && books.account(loanPayment.accountId)
    if (loan !== undefined) loan.paymentPaidMinor += loanPayment?.amountMinor ?? 0n
  }

  /** The usage of locked cards and terminals, then of those whose figures are decremented in place. */
  steps(head: BatchHead): Step[] {
    const steps: Step[] = []
    const cards = [...this.#cards].filter(([, card]) => this.#changedUsages.has(card.usage))
    if (cards.length > 0)
      steps.push(
        usageStep(
          head,
          UPDATE_CARDS,
          cards.map(([panHash, card]) => [panHash, card.usage]),
        ),
      )
    const terminals = [...this.#terminals].filter(([, usage]) => this.#changedUsages.has(usage))
    const known = terminals.filter(([terminalId]) => !this.#newTerminals.has(terminalId))
    if (known.length > 0) steps.push(usageStep(head, UPDATE_TERMINALS, known))
    // In key order: two batches that use the same terminals first must not wait for each other in a circle.
    const added = terminals.filter(([terminalId]) => this.#newTerminals.has(terminalId)).sort(byKey)
    steps.push(
      ...copyStep(
        COPY_TERMINALS,
        added.map(([terminalId, { date, minor, count }]) =>
          copyRow([head.institutionId, terminalId, date, minor, count]),
        ),
      ),
    )
    for (const given of this.#usageGivenBack.toSorted(byLockOrder)) steps.push(givenBackStep(head, given))
    return steps
  }
}

interface TerminalRow extends UsageRow {
  readonly terminal_id: string
}

/** Queues the reads that orders need; the caller sends the trip. */
export async function openBankBatch(
  trip: Trip,
  { institutionId, businessDate }: { readonly institutionId: string; readonly businessDate: BusinessDate },
  orders: readonly BankNeeds[],
): Promise<BankBatch> {
  const panHashes = distinct(orders.map((order) => order.panHash))
  const terminalIds = distinct(orders.map((order) => order.limitedTerminalId))
  const [cards, terminals] = await Promise.all([
    panHashes.length > 0 ? trip.ask<CardRow>(LOCK_CARDS, [institutionId, textArray(panHashes)]) : undefined,
    terminalIds.length > 0 ? trip.ask<TerminalRow>(LOCK_TERMINALS, [institutionId, textArray(terminalIds)]) : undefined,
  ])
  const read = new Map((terminals?.rows ?? []).map((row) => [row.terminal_id, toUsage(row)]))
  return new BankBatch({
    cards: (cards?.rows ?? []).map(toCard),
    terminalUsage: terminalIds.map((terminalId) => {
      const usage = read.get(terminalId)
      if (usage !== undefined) return { terminalId, usage }
      return { terminalId, usage: { date: businessDate, minor: 0n, count: 0 }, isNew: true }
    }),
  })
}

export function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))]
}

function usageStep(head: BatchHead, statement: Statement, changed: readonly (readonly [string, Usage])[]): Step {
  return step(
    head,
    statement,
    textArray(changed.map(([key]) => key)),
    textArray(changed.map(([, usage]) => usage.date)),
    plainArray(changed.map(([, usage]) => usage.minor)),
    plainArray(changed.map(([, usage]) => usage.count)),
  )
}

function byKey([a]: readonly [string, Usage], [b]: readonly [string, Usage]): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rows that were not read are locked by the update, in the usual order: cards, then terminals, each by key. */
function byLockOrder(a: UsageGivenBack, b: UsageGivenBack): number {
  const [left, right] = [lockKey(a), lockKey(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

function lockKey({ of }: UsageGivenBack): string {
  return 'panHash' in of ? `1 ${of.panHash}` : `2 ${of.terminalId}`
}

function givenBackStep(head: BatchHead, { of, date, minor, count }: UsageGivenBack): Step {
  return 'panHash' in of
    ? step(head, GIVE_BACK_CARD_USAGE, of.panHash, date, String(minor), String(count))
    : step(head, GIVE_BACK_TERMINAL_USAGE, of.terminalId, date, String(minor), String(count))
}
