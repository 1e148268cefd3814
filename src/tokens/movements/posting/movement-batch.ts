// The movements of a batch: decides what begins and what goes on, in order, and keeps what is to be written.

import { authorOf } from '../../../audit/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Problem } from '../../../kernel/problem.ts'
import type { Account } from '../../../ledger/account.ts'
import type { Journal } from '../../../ledger/journal.ts'
import type { BatchOf, Books, OwnedBatch, Settled, Verdict } from '../../../ledger/posting.ts'
import type { BatchHead } from '../../../ledger/writing/batch-step.ts'
import type { Step } from '../../../storage/database.ts'
import type { AccountState } from '../../accounts/digital-account.ts'
import type { LedgerOp, Restriction } from '../../ledgers/digital-ledger.ts'
import type { JoinedLedger, OpPart } from '../../ledgers/joined-ledger.ts'
import type { InstitutionState } from '../../parties/digital-institution.ts'
import type { UserState } from '../../parties/digital-user.ts'
import { referenceReused } from '../../references/references.ts'
import { tokenProblem } from '../../token-problems.ts'
import type { LinkedAccountRules } from '../linked-accounts.ts'
import { isEnd, type Movement, type MovementKind } from '../movement.ts'
import {
  beneficiaryProblem,
  currencyProblem,
  limitProblem,
  linkedProblem,
  type Standing,
  standingProblem,
  tokenTypeProblem,
} from '../rules.ts'
import { beginDeposit } from '../saga/deposit-saga.ts'
import { beginRedemption } from '../saga/redemption-saga.ts'
import { changeAfter } from '../saga/saga.ts'
import { type Change, endsRefusal, type Surroundings } from '../saga/steps.ts'
import { beginTransfer, payeeOp } from '../saga/transfer-saga.ts'
import { transferInEntries } from '../token-accounts.ts'
import { decisionProblem } from './decision-rules.ts'
import {
  AlreadyRecorded,
  type EventPosting,
  type MovementPosting,
  type NewPosting,
  type PayeePosting,
} from './movement-posting.ts'
import type { MovementChanges } from './movement-steps.ts'

export interface ReferenceRow {
  readonly partner_id: string
  /** The kind of a movement, or the type of another request. */
  readonly kind: string
  readonly ref: string
  readonly content: Buffer
  readonly movement_id: string
}

export interface InstitutionRow {
  readonly institution_id: string
  readonly state: InstitutionState
}

export interface StandingRow {
  readonly book_id: string
  readonly account_id: string
  readonly issuer_id: string
  readonly currency: string
  readonly account_state: AccountState
  readonly restrictions: readonly Restriction[]
  readonly user_state: UserState
}

export interface UsageRow {
  readonly account_id: string
  readonly kind: MovementKind
  readonly used_minor: bigint
}

export interface OwedRow {
  readonly issuer_id: string
  readonly currency: string
  /** Owed and on its way out. */
  readonly owed_minor: bigint
}

export interface MovementsRead {
  readonly movements: readonly Movement[]
  readonly references: readonly ReferenceRow[]
  /** Shared by all books of the batch, which add what they read and what they use. */
  readonly usedByBatch: Map<string, ReferenceRow>
  readonly institutions: readonly InstitutionRow[]
  readonly standings: readonly StandingRow[]
  readonly usage: readonly UsageRow[]
  readonly owed: readonly OwedRow[]
  readonly changes: MovementChanges
}

export interface MovementRecordsOptions<A extends Account> {
  readonly linkedAccounts: LinkedAccountRules<A>
  /** The ledger in our own database. */
  readonly joinedLedger: JoinedLedger
}

/** Holds of movements end with the movement, not on a date. */
const NEVER = '99991231'
/** The node that took a step goes on with the next one; after this time the coordinator does. */
const LEASE_MS = 5_000

export class MovementBatch<A extends Account> implements OwnedBatch<MovementPosting, A> {
  readonly #options: MovementRecordsOptions<A>
  readonly #changes: MovementChanges
  readonly #movements = new Map<string, Movement>()
  readonly #references: Map<string, ReferenceRow>
  readonly #standings = new Map<string, Standing>()
  readonly #used = new Map<string, bigint>()
  readonly #owed = new Map<string, bigint>()

  constructor(read: MovementsRead, options: MovementRecordsOptions<A>) {
    this.#options = options
    this.#changes = read.changes
    this.#references = read.usedByBatch
    const states = new Map(read.institutions.map((row) => [row.institution_id, row.state]))
    for (const movement of read.movements) this.#movements.set(movement.movementId, movement)
    for (const row of read.references) this.#references.set(referenceKey(row.partner_id, row.kind, row.ref), row)
    for (const row of read.standings) this.#standings.set(row.account_id, toStanding(row, states))
    for (const row of read.usage) this.#used.set(usageKey(row.account_id, row.kind), row.used_minor)
    for (const row of read.owed) this.#owed.set(owedKey(row.issuer_id, row.currency), row.owed_minor)
  }

  decide(posting: MovementPosting, books: Books<A>, batchOf: BatchOf<A>): Verdict {
    switch (posting.kind) {
      case 'new':
        return this.#begin(posting, books, batchOf)
      case 'event':
        return this.#goOn(posting, books, batchOf)
      case 'payee':
        return this.#receive(posting, books, batchOf)
    }
  }

  steps(head: BatchHead): Step[] {
    return this.#changes.steps(head)
  }

  #begin(posting: NewPosting, books: Books<A>, batchOf: BatchOf<A>): Verdict<Movement> {
    const { partnerId, kind, ref, content } = posting.draft
    const used = this.#references.get(referenceKey(partnerId, kind, ref))
    if (used !== undefined) return { problem: repeatOf(used, content), repeats: used.movement_id }
    const refusal = this.#refusal(posting, books)
    if (refusal !== undefined) return { problem: refusal }
    const draft = dated(posting, books.nowMs)
    const around = this.#surroundings(posting, draft, books)
    const change = begin(draft, around)
    if ((change.reachesPayee === true) !== (posting.payeeJournalId !== undefined))
      throw new Error('a transfer begins in another way than was foreseen')
    const verdict = this.#verdict(change, posting, books, batchOf, (movement) => {
      this.#references.set(referenceKey(partnerId, kind, ref), {
        partner_id: partnerId,
        kind,
        ref,
        content,
        movement_id: movement.movementId,
      })
      this.#count(movement)
      this.#changes.add(movement)
      this.#changes.audit(posting.actor, 'create', movement)
    })
    return { records: draft.movementId, ...verdict }
  }

  #goOn(posting: EventPosting, books: Books<A>, batchOf: BatchOf<A>): Verdict<Movement> {
    const { movementId, event, reference, actor } = posting
    const movement = this.#movements.get(movementId)
    if (movement === undefined) throw new Error('the movement of an event does not exist')
    const used = reference && this.#references.get(referenceKey(reference.partnerId, reference.type, reference.ref))
    const records = reference && `${movementId} ${reference.ref}`
    if (used !== undefined && reference !== undefined)
      return { problem: repeatOf(used, reference.content), repeats: records }
    const refusal = event.kind === 'decided' ? decisionProblem(movement, event, books.nowMs) : undefined
    if (refusal !== undefined) return { problem: refusal }
    const around = this.#surroundings(posting, movement, books)
    const change = changeAfter(movement, event, around)
    // It has happened before, or the movement has taken another way than the caller saw: the caller looks again.
    if (change === undefined || (change.reachesPayee === true) !== (posting.payeeJournalId !== undefined))
      return { problem: new AlreadyRecorded(movementId) }
    const verdict = this.#verdict(change, posting, books, batchOf, (changed) => {
      this.#changes.change(changed)
      if (reference !== undefined) {
        this.#references.set(referenceKey(reference.partnerId, reference.type, reference.ref), {
          partner_id: reference.partnerId,
          kind: reference.type,
          ref: reference.ref,
          content: reference.content,
          movement_id: movementId,
        })
        this.#changes.refer(reference, movementId)
      }
      if (actor !== undefined && event.kind === 'decided')
        this.#changes.audit(actor, event.action.toLowerCase(), changed)
    })
    return { records, ...verdict }
  }

  #receive(posting: PayeePosting, books: Books<A>, batchOf: BatchOf<A>): Verdict<void> {
    const { transfer, isNew, journalId, opId, isOpShared } = posting
    const { payee, currency, amountMinor } = transfer
    if (isNew) {
      const standing = this.#standings.get(payee.accountId)
      const refusal = beneficiaryProblem(standing?.issuerId === payee.issuerId ? standing : undefined, currency)
      if (refusal !== undefined) return { problem: refusal }
    }
    if (journalId === undefined) return { answer: () => {} }
    const record =
      opId === undefined
        ? undefined
        : this.#apply(payeeOp(transfer, opId), books, batchOf, isOpShared ? 'SECOND' : 'FIRST')
    const entries = transferInEntries({ issuerId: payee.issuerId, accountId: payee.accountId, currency, amountMinor })
    return { journal: { journalId, kind: 'TOKEN_TRANSFER_IN', entries }, answer: () => record?.() }
  }

  /** Why the movement cannot begin, in the contract's order. What concerns the beneficiary, its own side decides. */
  #refusal(posting: NewPosting, books: Books<A>): Problem | undefined {
    const { draft, tokenType, limits, setting } = posting
    const { accountId, currency, amountMinor, kind } = draft
    const standing = this.#standings.get(accountId)
    if (standing === undefined) return tokenProblem('account-not-found', 'there is no such account')
    const refusal =
      tokenTypeProblem(tokenType) ?? standingProblem(standing, kind) ?? currencyProblem(standing.currency, currency)
    if (refusal !== undefined) return refusal
    if (draft.kind !== 'TRANSFER') {
      if (posting.linkedAccountId !== undefined && posting.linkedAccountId !== draft.linkedAccountId)
        return linkedProblem('linked-account-invalid', kind)
      // Invalid comes before the limits, without money after them.
      if (!setting.isCoreRemote && this.#linkedRefusal(draft, books) === 'linked-account-invalid')
        return linkedProblem('linked-account-invalid', kind)
    }
    const overLimit =
      kind === 'REDEMPTION'
        ? undefined
        : limitProblem(limits, amountMinor, this.#used.get(usageKey(accountId, kind)) ?? 0n)
    if (overLimit !== undefined) return overLimit
    if (kind === 'DEPOSIT') {
      const reason = setting.isCoreRemote ? undefined : this.#linkedRefusal(draft, books)
      return reason && linkedProblem(reason, kind)
    }
    const holding = books.account(accountId)
    if (holding === undefined || holding.balanceMinor - holding.heldMinor < amountMinor)
      return tokenProblem('insufficient-available-tokens', 'the account does not have as many tokens available')
    return this.#liquidityProblem(posting)
  }

  #linkedRefusal(draft: Movement, books: Books<A>) {
    if (draft.kind === 'TRANSFER') return undefined
    const { linkedAccountId, currency, amountMinor } = draft
    const account = books.account(linkedAccountId)
    if (account === undefined) return 'linked-account-invalid'
    const { linkedAccounts } = this.#options
    return draft.kind === 'DEPOSIT'
      ? linkedAccounts.checkDebit(account, currency, amountMinor, draft.bookId)
      : linkedAccounts.checkCredit(account, currency, amountMinor, draft.bookId)
  }

  #liquidityProblem({ draft, netDebitCapMinor }: NewPosting): Problem | undefined {
    const owedMinor = this.#owed.get(owedKey(draft.issuerId, draft.currency)) ?? 0n
    if (netDebitCapMinor === undefined || owedMinor + draft.amountMinor <= netDebitCapMinor) return undefined
    return tokenProblem('insufficient-settlement-liquidity', 'the institution would owe other institutions too much')
  }

  #surroundings({ setting, bothOpId }: NewPosting | EventPosting, movement: Movement, books: Books<A>): Surroundings {
    return {
      setting,
      now: new Date(books.nowMs),
      newId: () => newId(books.nowMs),
      bothOpId,
      takesCredit: () => {
        if (movement.kind === 'TRANSFER') return false
        const account = books.account(movement.linkedAccountId)
        const { currency, amountMinor } = movement
        return (
          account !== undefined &&
          this.#options.linkedAccounts.checkCredit(account, currency, amountMinor, movement.bookId) === undefined
        )
      },
    }
  }

  #verdict(
    change: Change,
    { payeeJournalId }: NewPosting | EventPosting,
    books: Books<A>,
    batchOf: BatchOf<A>,
    note: (movement: Movement) => void,
  ): Settled<Movement> {
    const { movement: next, exception, op } = change
    const journal = journalOf(change, books.nowMs)
    const record = op === undefined ? undefined : this.#apply(op, books, batchOf)
    return {
      journal,
      answer: () => {
        record?.()
        const before = this.#movements.get(next.movementId)
        const movement = withNextStep(
          {
            ...next,
            journalIds: [...next.journalIds, ...(change.journal && journal ? [journal.journalId] : [])],
            ...(payeeJournalId !== undefined && { payeeJournalId }),
            version: before === undefined ? 1 : next.version + 1,
            updatedAt: new Date(books.nowMs),
          } as Movement,
          books.nowMs,
        )
        this.#movements.set(movement.movementId, movement)
        if (exception !== undefined) this.#changes.except(movement.movementId, exception)
        else if (before !== undefined && endsRefusal(before, change)) this.#changes.endRefusal(movement.movementId)
        note(movement)
        return movement
      },
    }
  }

  /** What the ledger in our database does with it. The book has decided before: a refusal means that the two differ. */
  #apply(op: LedgerOp, books: Books<A>, batchOf: BatchOf<A>, part: OpPart = 'FIRST'): () => void {
    const { joinedLedger } = this.#options
    const applied = joinedLedger.batchOf(batchOf(joinedLedger)).apply(op, books.nowMs, part)
    if ('failed' in applied) throw new Error(`the built-in ledger differs from the book: ${applied.failed}`)
    return () => applied.record()
  }

  /** Later movements of the batch count this one. */
  #count({ accountId, kind, amountMinor, issuerId, currency }: Movement): void {
    add(this.#used, usageKey(accountId, kind), amountMinor)
    if (kind === 'TRANSFER') add(this.#owed, owedKey(issuerId, currency), amountMinor)
  }
}

function begin(draft: Movement, around: Surroundings): Change {
  switch (draft.kind) {
    case 'DEPOSIT':
      return beginDeposit(draft, around)
    case 'REDEMPTION':
      return beginRedemption(draft, around)
    case 'TRANSFER':
      return beginTransfer(draft, around)
  }
}

function dated({ draft, expiresInSeconds, actor }: NewPosting, nowMs: number): Movement {
  const now = new Date(nowMs)
  const times = { createdAt: now, updatedAt: now, createdBy: authorOf(actor) }
  if (draft.kind !== 'TRANSFER' || expiresInSeconds === undefined) return { ...draft, ...times }
  return { ...draft, ...times, expiresAt: new Date(nowMs + expiresInSeconds * 1000) }
}

/** The time at which the coordinator looks at it, if no request has gone on with it. */
function withNextStep(movement: Movement, nowMs: number): Movement {
  const { nextAt: _, ...rest } = movement
  if (isEnd(movement.state)) return rest as Movement
  const nextAt =
    movement.kind === 'TRANSFER' && movement.state === 'RESERVED' && movement.expiresAt !== undefined
      ? movement.expiresAt
      : new Date(nowMs + LEASE_MS)
  return { ...rest, nextAt } as Movement
}

/** A hold is placed and released under the movement's id. */
function journalOf({ movement, journal, hold }: Change, nowMs: number): Journal | undefined {
  const { movementId, accountId, amountMinor } = movement
  const held = {
    ...(hold === 'PLACE' && { hold: { accountId, amountMinor, releaseOn: NEVER } }),
    ...(hold === 'RELEASE' && { unhold: { accountId, journalId: movementId, amountMinor } }),
  }
  if (journal !== undefined) return { journalId: newId(nowMs), ...journal, ...held }
  return hold === undefined ? undefined : { journalId: movementId, kind: 'TOKEN_HOLD', entries: [], ...held }
}

function repeatOf({ content: known, movement_id: movementId }: ReferenceRow, content: Buffer): Problem {
  return known.equals(content) ? new AlreadyRecorded(movementId) : referenceReused()
}

function toStanding(row: StandingRow, states: ReadonlyMap<string, InstitutionState>): Standing {
  const institutionState = states.get(row.issuer_id)
  if (institutionState === undefined) throw new Error('the institution of an account does not exist')
  return {
    accountId: row.account_id,
    issuerId: row.issuer_id,
    currency: row.currency,
    accountState: row.account_state,
    restrictions: row.restrictions,
    userState: row.user_state,
    institutionState,
  }
}

function add(sums: Map<string, bigint>, key: string, amountMinor: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amountMinor)
}

function referenceKey(partnerId: string, kind: string, ref: string): string {
  return `${partnerId} ${kind} ${ref}`
}

function usageKey(accountId: string, kind: string): string {
  return `${accountId} ${kind}`
}

function owedKey(issuerId: string, currency: string): string {
  return `${issuerId} ${currency}`
}
