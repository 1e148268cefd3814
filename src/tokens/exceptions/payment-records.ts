// Owns the postings that pay unclaimed money: the exception's row and the journal commit together, under the lock of the
// movement, which stays as it ended.

import { type BatchAudit, holdAudit } from '../../administration/audit/batch-audit.ts'
import type { Account } from '../../ledger/account.ts'
import type { BatchContext, Books, OwnedBatch, Owner, Verdict } from '../../ledger/posting.ts'
import { type BatchHead, step } from '../../ledger/writing/batch-step.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { isoTimestamp, systemClock } from '../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../platform/storage/batches/trip.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'
import type { LinkedAccountRules } from '../movements/accounts/linked-accounts.ts'
import { claimEntries, settledOutsideEntries } from '../movements/accounts/token-accounts.ts'
import type { Movement } from '../movements/movement.ts'
import { toMovement } from '../movements/movement-codec.ts'
import { AlreadyRecorded } from '../movements/posting/movement-posting.ts'
import { lockMovements } from '../movements/posting/movement-records.ts'
import type { BeginPayment, EndPayment, Payment, PaymentEnd, PaymentPosting } from './payment.ts'
import { tokenExceptionProblem } from './token-exception-problems.ts'

/** The kinds of the journals of payments. */
export const PAYMENT_JOURNALS = { linked: 'TOKEN_CLAIM', outside: 'TOKEN_SETTLED_OUTSIDE' } as const

/** The node that stored a payment carries it out; after this time any node does. */
const PAYMENT_LEASE_MS = 10_000

interface ExceptionRow {
  readonly exception_id: string
  readonly institution_id: string
  readonly kind: string
  readonly ended_at: Date | null
  readonly payment: Payment | null
}

const LOCK_EXCEPTIONS: Statement = {
  name: 'lock-token-exceptions',
  text: `SELECT exception_id, institution_id, kind, ended_at, payment
           FROM token_exceptions
          WHERE exception_id = ANY ($1::uuid[])
          ORDER BY institution_id, exception_id
            FOR NO KEY UPDATE`,
}

const BEGIN_PAYMENTS: Statement = {
  name: 'begin-token-payments',
  text: `UPDATE token_exceptions AS e SET payment = n.payment::jsonb, payment_due_at = $2::timestamptz
           FROM unnest($3::uuid[], $4::text[]) AS n (exception_id, payment)
          WHERE e.institution_id = $1 AND e.exception_id = n.exception_id`,
}

const END_PAYMENTS: Statement = {
  name: 'end-token-payments',
  text: `UPDATE token_exceptions AS e
            SET payment = NULL, payment_due_at = NULL, ended_at = $2::timestamptz, last_at = $2::timestamptz, action = n.action,
                reason = n.reason, resolved_by = n.resolved_by, external_reference = n.external_reference, journal_id = n.journal_id
           FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[])
             AS n (exception_id, action, reason, resolved_by, external_reference, journal_id)
          WHERE e.institution_id = $1 AND e.exception_id = n.exception_id`,
}

const REOPEN_EXCEPTIONS: Statement = {
  name: 'reopen-token-exceptions',
  text: `UPDATE token_exceptions
            SET payment = NULL, payment_due_at = NULL, last_at = $2::timestamptz, attempts = attempts + 1
          WHERE institution_id = $1 AND exception_id = ANY ($3::uuid[])`,
}

export class PaymentRecords<A extends Account = Account> implements Owner<PaymentPosting, A> {
  readonly #linkedAccounts: LinkedAccountRules<A>

  constructor({ linkedAccounts }: { readonly linkedAccounts: LinkedAccountRules<A> }) {
    this.#linkedAccounts = linkedAccounts
  }

  async open(
    trip: Trip,
    { institutionId }: BatchContext,
    postings: readonly PaymentPosting[],
  ): Promise<OwnedBatch<PaymentPosting, A>> {
    const [movements, exceptions, audit] = await Promise.all([
      lockMovements(
        trip,
        institutionId,
        postings.map(({ movementId }) => movementId),
      ),
      trip.askTogether<ExceptionRow>(LOCK_EXCEPTIONS, [postings.map(({ exceptionId }) => exceptionId)]),
      postings.some(({ kind }) => kind === 'begin') ? holdAudit(trip) : undefined,
    ])
    return new PaymentBatch<A>({
      movements: movements.filter((row) => row.institution_id === institutionId).map(toMovement),
      exceptions: exceptions.rows.filter((row) => row.institution_id === institutionId),
      audit,
      linkedAccounts: this.#linkedAccounts,
    })
  }
}

interface PaymentsRead<A extends Account> {
  readonly movements: readonly Movement[]
  readonly exceptions: readonly ExceptionRow[]
  readonly audit: BatchAudit | undefined
  readonly linkedAccounts: LinkedAccountRules<A>
}

class PaymentBatch<A extends Account> implements OwnedBatch<PaymentPosting, A> {
  readonly #read: PaymentsRead<A>
  readonly #movements: ReadonlyMap<string, Movement>
  readonly #exceptions: Map<string, ExceptionRow>
  readonly #begun: BeginPayment[] = []
  readonly #paid: { readonly posting: EndPayment; readonly journalId: string }[] = []
  readonly #refused: EndPayment[] = []

  constructor(read: PaymentsRead<A>) {
    this.#read = read
    this.#movements = new Map(read.movements.map((movement) => [movement.movementId, movement]))
    this.#exceptions = new Map(read.exceptions.map((row) => [row.exception_id, row]))
  }

  decide(posting: PaymentPosting, books: Books<A>): Verdict {
    const movement = this.#movements.get(posting.movementId)
    const row = this.#exceptions.get(posting.exceptionId)
    if (movement === undefined || row === undefined) throw new Error('the exception of a payment does not exist')
    return posting.kind === 'begin'
      ? this.#begin(posting, movement, row, books)
      : this.#end(posting, movement, row, books)
  }

  #begin(posting: BeginPayment, movement: Movement, row: ExceptionRow, books: Books<A>): Verdict<void> {
    const { payment } = posting
    if (row.payment !== null)
      return {
        problem: tokenExceptionProblem('payment-under-way', 'a payment is under way whose outcome is not known yet'),
        repeats: row.payment.reference,
      }
    if (row.ended_at !== null)
      return { problem: tokenExceptionProblem('already-resolved', 'the exception is resolved already') }
    if (row.kind !== 'FUNDS_UNCLAIMED')
      return { problem: tokenExceptionProblem('action-not-possible', 'no money is unclaimed') }
    if (isInOurBooks(payment) && !this.#takes(payment, movement, books))
      return { problem: tokenExceptionProblem('account-refused', 'the linked account cannot take the money') }
    return {
      records: payment.reference,
      answer: () => {
        this.#exceptions.set(row.exception_id, { ...row, payment })
        this.#begun.push(posting)
      },
    }
  }

  #end(posting: EndPayment, movement: Movement, row: ExceptionRow, books: Books<A>): Verdict<PaymentEnd> {
    const { payment, coreSays } = posting
    if (row.payment?.reference !== payment.reference) return { problem: new AlreadyRecorded(movement.movementId) }
    const isOutside = payment.action === 'SETTLED_OUTSIDE'
    const isPaid = isOutside || (isInOurBooks(payment) ? this.#takes(payment, movement, books) : coreSays === 'moved')
    const reopened = { ...row, payment: null }
    if (!isPaid) {
      return {
        answer: () => {
          this.#exceptions.set(row.exception_id, reopened)
          this.#refused.push(posting)
          return 'refused'
        },
      }
    }
    const journalId = newId(books.nowMs)
    const linked = payment.isRemote === true ? undefined : payment.linkedAccountId
    return {
      journal: {
        journalId,
        kind: isOutside ? PAYMENT_JOURNALS.outside : PAYMENT_JOURNALS.linked,
        entries: isOutside ? settledOutsideEntries(movement) : claimEntries(movement, linked),
      },
      answer: () => {
        this.#exceptions.set(row.exception_id, { ...reopened, ended_at: new Date(books.nowMs) })
        this.#paid.push({ posting, journalId })
        return 'paid'
      },
    }
  }

  #takes({ linkedAccountId = '' }: Payment, { currency, amountMinor, bookId }: Movement, books: Books<A>): boolean {
    const account = books.account(linkedAccountId)
    const { linkedAccounts } = this.#read
    return account !== undefined && linkedAccounts.checkCredit(account, currency, amountMinor, bookId) === undefined
  }

  steps(head: BatchHead): Step[] {
    const { audit } = this.#read
    const [begun, paid, refused] = [this.#begun, this.#paid, this.#refused]
    const text = (value: (payment: Payment) => string | undefined) =>
      textArray(paid.map(({ posting }) => value(posting.payment) ?? null))
    return [
      ...(begun.length === 0
        ? []
        : [
            step(
              head,
              BEGIN_PAYMENTS,
              isoTimestamp(head.nowMs + PAYMENT_LEASE_MS),
              plainArray(begun.map(({ exceptionId }) => exceptionId)),
              textArray(begun.map(({ payment }) => JSON.stringify(payment))),
            ),
          ]),
      ...(paid.length === 0
        ? []
        : [
            step(
              head,
              END_PAYMENTS,
              head.recordedAt,
              plainArray(paid.map(({ posting }) => posting.exceptionId)),
              text(({ action }) => action),
              text(({ reason }) => reason),
              text(({ by }) => by),
              text(({ externalReference }) => externalReference),
              plainArray(paid.map(({ journalId }) => journalId)),
            ),
          ]),
      ...(refused.length === 0
        ? []
        : [step(head, REOPEN_EXCEPTIONS, head.recordedAt, plainArray(refused.map(({ exceptionId }) => exceptionId)))]),
      ...begun.map((posting) => {
        if (audit === undefined) throw new Error('the audit log is not open')
        // Real time, as all records of administration, also where the sandbox's clock has been moved.
        return audit.append(systemClock.now(), posting.actor, posting.audit)
      }),
    ]
  }
}

function isInOurBooks({ action, isRemote }: Payment): boolean {
  return action !== 'SETTLED_OUTSIDE' && isRemote !== true
}
