// The movements of a batch: decides what begins and what goes on, in order, and keeps what is to be written.

import type { Account } from '../../../ledger/account.ts'
import type { Journal } from '../../../ledger/journal.ts'
import type { BatchOf, Books, OwnedBatch, Settled, Verdict } from '../../../ledger/posting.ts'
import type { BatchHead } from '../../../ledger/writing/batch-step.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Step } from '../../../platform/storage/database.ts'
import { tokenExceptionProblem } from '../../exceptions/token-exception-problems.ts'
import type { LedgerOp } from '../../ledgers/digital-ledger.ts'
import type { JoinedLedger, OpPart } from '../../ledgers/joined-ledger.ts'
import { checkContent } from '../../references/references.ts'
import { movementEvents, type TokenViews } from '../../token-events.ts'
import { tokenProblem } from '../../token-problems.ts'
import type { LinkedAccountRules } from '../accounts/linked-accounts.ts'
import { transferInEntries } from '../accounts/token-accounts.ts'
import {
  beneficiaryProblem,
  currencyProblem,
  limitProblem,
  linkedProblem,
  overLedgerLimit,
  type ReturnedTransfer,
  returnProblem,
  type Standing,
  standingProblem,
  tokenTypeProblem,
} from '../checks/rules.ts'
import { isWithinInstitution, type Movement } from '../movement.ts'
import { beginDeposit } from '../saga/deposit-saga.ts'
import { beginRedemption } from '../saga/redemption-saga.ts'
import { changeAfter } from '../saga/saga.ts'
import { type Change, endsRefusal, type Surroundings } from '../saga/steps.ts'
import { beginTransfer, payeeOp } from '../saga/transfer-saga.ts'
import { decisionProblem } from './decision-rules.ts'
import {
  AlreadyRecorded,
  type EventPosting,
  LinkedAccountChanged,
  type MovementPosting,
  type NewPosting,
  type PayeePosting,
} from './movement-posting.ts'
import type { MovementChanges } from './movement-steps.ts'
import { type MovementsRead, type ReferenceRow, toStanding } from './movements-read.ts'
import { dated, holdingsOf, journalOf, withNextStep } from './stored-movement.ts'

export interface MovementRecordsOptions<A extends Account> {
  readonly linkedAccounts: LinkedAccountRules<A>
  /** The ledger in our own database. */
  readonly joinedLedger: JoinedLedger
  /** How partners are told of what has moved; absent: they are not. */
  readonly views?: TokenViews | undefined
}

export class MovementBatch<A extends Account> implements OwnedBatch<MovementPosting, A> {
  readonly #options: MovementRecordsOptions<A>
  readonly #changes: MovementChanges
  readonly #movements = new Map<string, Movement>()
  readonly #references: Map<string, ReferenceRow>
  readonly #standings = new Map<string, Standing>()
  readonly #used = new Map<string, bigint>()
  readonly #owed = new Map<string, bigint>()
  readonly #returned = new Map<string, ReturnedTransfer>()
  /** By how much postings of this batch have changed what institutions owe. */
  readonly #owedMoved = new Map<string, bigint>()

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
    for (const first of read.returned) this.#returned.set(first.transferId, first)
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

  /** For settlements of the same batch: transfers posted before them count. */
  owedMoved(issuerId: string, currency: string): bigint {
    return this.#owedMoved.get(owedKey(issuerId, currency)) ?? 0n
  }

  /** A settlement of the same batch has changed what an institution owes. */
  settle(issuerId: string, currency: string, amountMinor: bigint): void {
    add(this.#owedMoved, owedKey(issuerId, currency), amountMinor)
    add(this.#owed, owedKey(issuerId, currency), amountMinor)
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
    const { movementId, event, reference, actor, operator } = posting
    const movement = this.#movements.get(movementId)
    if (movement === undefined) throw new Error('the movement of an event does not exist')
    const used = reference && this.#references.get(referenceKey(reference.partnerId, reference.type, reference.ref))
    const records = reference && `${movementId} ${reference.ref}`
    if (used !== undefined && reference !== undefined)
      return { problem: repeatOf(used, reference.content), repeats: records }
    const refusal =
      event.kind === 'decided'
        ? decisionProblem(movement, event, books.nowMs)
        : this.#payOutRefusal(movement, operator?.linkedAccountId, books)
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
      if (operator !== undefined) this.#changes.act(movementId, operator)
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
    const journal: Journal = { journalId, kind: 'TOKEN_TRANSFER_IN', entries }
    return {
      journal,
      answer: () => {
        record?.()
        this.#enter(journal, transfer.movementId, [payee.accountId], books)
        add(this.#owedMoved, owedKey(payee.issuerId, currency), -amountMinor)
      },
    }
  }

  /** Why the movement cannot begin, in the contract's order. What concerns the beneficiary, its own side decides. */
  #refusal(posting: NewPosting, books: Books<A>): Problem | undefined {
    const { draft, tokenType, limits, setting } = posting
    const { accountId, currency, amountMinor, kind } = draft
    const standing = this.#standings.get(accountId)
    if (standing === undefined) return tokenProblem('account-not-found', 'there is no such account')
    const refusal =
      tokenTypeProblem(tokenType) ??
      standingProblem(standing, kind) ??
      this.#transferProblem(draft) ??
      currencyProblem(standing.currency, currency)
    if (refusal !== undefined) return refusal
    if (draft.kind !== 'TRANSFER') {
      if (standing.linkedAccountId !== draft.linkedAccountId) return new LinkedAccountChanged(accountId)
      if (posting.linkedAccountId !== undefined && posting.linkedAccountId !== draft.linkedAccountId)
        return linkedProblem('linked-account-invalid', kind)
      // Invalid comes before the limits, without money after them.
      if (!setting.isCoreRemote && this.#linkedRefusal(draft, books) === 'linked-account-invalid')
        return linkedProblem('linked-account-invalid', kind)
    }
    const overLimit =
      kind === 'REDEMPTION'
        ? undefined
        : (limitProblem(limits, amountMinor, this.#used.get(usageKey(accountId, kind)) ?? 0n) ??
          (posting.isOverLedgerLimit === true ? overLedgerLimit() : undefined))
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

  /** Within one institution both sides are decided here. */
  #transferProblem(draft: Movement): Problem | undefined {
    if (draft.kind !== 'TRANSFER') return undefined
    const { payee, currency, returnOf } = draft
    const refusal = returnOf === undefined ? undefined : returnProblem(this.#returned.get(returnOf), draft)
    if (refusal !== undefined || !isWithinInstitution(draft)) return refusal
    return beneficiaryProblem(this.#standings.get(payee.accountId), currency)
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

  #payOutRefusal({ currency, amountMinor, bookId }: Movement, accountId: string | undefined, books: Books<A>) {
    if (accountId === undefined) return undefined
    const account = books.account(accountId)
    const isFit =
      account !== undefined &&
      this.#options.linkedAccounts.checkCredit(account, currency, amountMinor, bookId) === undefined
    return isFit ? undefined : tokenExceptionProblem('account-refused', 'the linked account cannot take the money')
  }

  #liquidityProblem({ draft, netDebitCapMinor }: NewPosting): Problem | undefined {
    if (draft.kind !== 'TRANSFER' || isWithinInstitution(draft)) return undefined
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
        this.#enter(journal, movement.movementId, holdingsOf(movement), books)
        if (exception !== undefined) this.#changes.except(movement.movementId, exception)
        else if (before !== undefined && endsRefusal(before, change)) this.#changes.endRefusal(movement.movementId)
        if (change.reachesPayee === true) add(this.#owedMoved, owedKey(next.issuerId, next.currency), next.amountMinor)
        note(movement)
        // A step that leaves the state as it is, such as another attempt, shows partners nothing.
        if (before?.state !== movement.state) this.#tell(movement)
        return movement
      },
    }
  }

  #tell(movement: Movement): void {
    const { views } = this.#options
    if (views === undefined) return
    for (const event of movementEvents(views, movement)) this.#changes.tell(event)
  }

  /** Notes what a journal that is in the books has changed of holdings. */
  #enter(journal: Journal | undefined, movementId: string, holdings: readonly string[], books: Books<A>): void {
    for (const { book, account, amountMinor } of journal?.entries ?? []) {
      if (journal === undefined || book !== 'C' || !holdings.includes(account)) continue
      const assetMinor = books.account(account)?.balanceMinor ?? 0n
      this.#changes.enter({ accountId: account, movementId, journalId: journal.journalId, amountMinor, assetMinor })
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
  #count(movement: Movement): void {
    const { accountId, kind, amountMinor, issuerId, currency } = movement
    add(this.#used, usageKey(accountId, kind), amountMinor)
    if (movement.kind !== 'TRANSFER') return
    if (!isWithinInstitution(movement)) add(this.#owed, owedKey(issuerId, currency), amountMinor)
    const first = this.#returned.get(movement.returnOf ?? '')
    if (first !== undefined)
      this.#returned.set(first.transferId, { ...first, returnedMinor: first.returnedMinor + amountMinor })
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

function repeatOf(used: ReferenceRow, content: Buffer): Problem {
  try {
    checkContent(used, { content })
    return new AlreadyRecorded(used.movement_id)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
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
