// Scenario accounts as linked accounts of the sandbox: their money moves as at a remote core, so that every pending and failed
// state of digital banking can be seen.
//
//   account      scenario          what a deposit or a redemption meets
//   9000000500   CORE_FAULT        debits are made, credits refused: RETURNED, or FUNDS_UNCLAIMED when the mint fails too
//   9000000503   CORE_DOWN         503 CORE_UNAVAILABLE, nothing is stored
//   9000000504   ANSWERS_TOO_LATE  posted at once, and for a while no answer: PENDING, CREDIT_RETRY
//   9000000505   LOST_BEFORE_CORE  for a while neither posted nor answered: PENDING, CREDIT_RETRY
//
// A reference is the id of its journal: it posts once, however often it is sent.

import type { BankAccount } from '../channels/core/builtin/books/bank-account.ts'
import { customer, general } from '../ledger/journal.ts'
import type { PostingPipeline } from '../ledger/post.ts'
import type { BatchContext, Books, OwnedBatch, Owner, Posting, Verdict } from '../ledger/posting.ts'
import type { VerifiedConcept } from '../ledger/verify/verify.ts'
import { timedOut, unavailable } from '../platform/kernel/problems/problem.ts'
import type { Clock } from '../platform/kernel/time/clock.ts'
import type { Trip } from '../platform/storage/batches/trip.ts'
import type { Statement } from '../platform/storage/database.ts'
import type {
  LinkedAccountRules,
  LinkedInquiry,
  LinkedOrder,
  LinkedOutcome,
  RemoteLinkedAccounts,
} from '../tokens/movements/accounts/linked-accounts.ts'
import { scenarioOfAccount } from './scenario-channel.ts'
import type { Scenario } from './seeding/sandbox-accounts.ts'

const JOURNAL_KIND = 'SANDBOX_LINKED_ACCOUNT'
/** The other side of what the accounts pay and receive. */
const CLEARING = 'sandbox:linked-accounts'
/** Longer than a request waits for an end state, by default. */
const UNKNOWN_FOR_MS = 5_000
/** References whose first attempt is remembered. */
const MAX_ATTEMPTS = 10_000

type LinkedScenario = Extract<Scenario, 'CORE_FAULT' | 'CORE_DOWN' | 'ANSWERS_TOO_LATE' | 'LOST_BEFORE_CORE'>

const READ_JOURNALS: Statement = {
  name: 'read-linked-scenario-journals',
  text: 'SELECT institution_id, journal_id FROM journals WHERE institution_id = $1 AND journal_id = ANY ($2::uuid[])',
}

type Inquired = Awaited<ReturnType<RemoteLinkedAccounts['inquire']>>

interface MovePosting extends Posting<LinkedOutcome> {
  readonly order: LinkedOrder
}

interface InquiryPosting extends Posting<Inquired> {
  readonly inquiry: LinkedInquiry
}

type ScenarioPosting = MovePosting | InquiryPosting

/** Owns the postings of scenario accounts. */
export class LinkedScenarioRecords implements Owner<ScenarioPosting, BankAccount> {
  readonly #rules: LinkedAccountRules<BankAccount>

  constructor(rules: LinkedAccountRules<BankAccount>) {
    this.#rules = rules
  }

  async open(
    trip: Trip,
    { institutionId }: BatchContext,
    postings: readonly ScenarioPosting[],
  ): Promise<OwnedBatch<ScenarioPosting, BankAccount>> {
    const references = postings.flatMap((posting) => ('order' in posting ? [posting.order.reference] : []))
    const { rows } = await trip.ask<{ journal_id: string }>(READ_JOURNALS, [institutionId, `{${references.join(',')}}`])
    const posted = new Set(rows.map(({ journal_id: journalId }) => journalId))
    return {
      decide: (posting, books) =>
        'order' in posting ? this.#move(posting.order, books, posted) : { answer: () => this.#inquire(posting, books) },
      steps: () => [],
    }
  }

  #move(order: LinkedOrder, books: Books<BankAccount>, posted: Set<string>): Verdict<LinkedOutcome> {
    const { reference, accountId, direction, currency, amountMinor, bookId } = order
    if (posted.has(reference)) return { answer: () => ({ moved: true }), repeats: reference }
    const account = books.account(accountId)
    const check = direction === 'DEBIT' ? this.#rules.checkDebit : this.#rules.checkCredit
    const reason = account === undefined ? 'linked-account-invalid' : check(account, currency, amountMinor, bookId)
    if (reason !== undefined) return { answer: () => ({ moved: false, reason }) }
    const signedMinor = direction === 'DEBIT' ? -amountMinor : amountMinor
    const entries = [customer(accountId, currency, signedMinor), general(CLEARING, currency, -signedMinor)]
    return {
      records: reference,
      journal: { journalId: reference, kind: JOURNAL_KIND, entries },
      answer() {
        posted.add(reference)
        return { moved: true }
      },
    }
  }

  #inquire({ inquiry }: InquiryPosting, books: Books<BankAccount>): Inquired {
    const { accountId, currency, bookId, amountMinor } = inquiry
    const account = books.account(accountId)
    if (account === undefined) return 'linked-account-invalid'
    return amountMinor === undefined
      ? this.#rules.check(account, currency, bookId)
      : this.#rules.checkDebit(account, currency, amountMinor, bookId)
  }
}

export interface LinkedScenariosParts {
  readonly clock: Clock
  readonly pipeline: Pick<PostingPipeline<BankAccount>, 'post'>
  readonly records: LinkedScenarioRecords
}

/** Scenario accounts by their ids; undefined for every other account. */
export class LinkedScenarios {
  readonly #parts: LinkedScenariosParts
  /** When a reference was sent first. */
  readonly #firstSentMs = new Map<string, number>()

  constructor(parts: LinkedScenariosParts) {
    this.#parts = parts
  }

  remoteOf(accountId: string): RemoteLinkedAccounts | undefined {
    const scenario = scenarioOfAccount(accountId)
    if (scenario === undefined || scenario === 'CUTOVER') return undefined
    return {
      inquire: (inquiry) => this.#inquire(scenario, inquiry),
      move: (order) => this.#move(scenario, order),
    }
  }

  async #inquire(scenario: LinkedScenario, inquiry: LinkedInquiry): Promise<Inquired> {
    if (scenario === 'CORE_DOWN') throw unavailable('the core cannot be reached')
    return this.#parts.pipeline.post<Inquired>({ ...this.#place(inquiry), inquiry } as InquiryPosting)
  }

  async #move(scenario: LinkedScenario, order: LinkedOrder): Promise<LinkedOutcome> {
    if (scenario === 'CORE_DOWN') throw unavailable('the core cannot be reached')
    if (scenario === 'CORE_FAULT' && order.direction === 'CREDIT')
      return { moved: false, reason: 'linked-account-invalid' }
    const isUnknown = scenario !== 'CORE_FAULT' && this.#isUnknown(order.reference)
    if (isUnknown && scenario === 'LOST_BEFORE_CORE') throw timedOut('the order was lost before the core')
    const outcome = await this.#parts.pipeline.post<LinkedOutcome>({ ...this.#place(order), order } as MovePosting)
    if (isUnknown && outcome.moved) throw timedOut('the core answered too late')
    return outcome
  }

  #isUnknown(reference: string): boolean {
    const nowMs = this.#parts.clock.now()
    const firstMs = this.#firstSentMs.get(reference) ?? nowMs
    if (this.#firstSentMs.size >= MAX_ATTEMPTS) this.#firstSentMs.clear()
    this.#firstSentMs.set(reference, firstMs)
    return nowMs - firstMs < UNKNOWN_FOR_MS
  }

  #place({ bookId, accountId }: Pick<LinkedOrder, 'bookId' | 'accountId'>) {
    return { owner: this.#parts.records, institutionId: bookId, accountIds: [accountId] }
  }
}

export const LINKED_SCENARIOS_VERIFIED: VerifiedConcept = { journalKinds: [JOURNAL_KIND], checks: [] }
