// Owns the postings of corrections: the record, its journal, what counts as reversed on its transaction and the audit record commit
// together, or nothing does.
//
// The account is locked like any other, so that its limit and its transaction are read while nothing else moves it; a suspense account
// by its advisory lock, which write-offs of exceptions take too.

import { type BatchAudit, holdAudit } from '../../administration/audit/batch-audit.ts'
import { readOriginalsById } from '../../channels/channel/record/read-originals.ts'
import { LOCK_ACCOUNTS_ELSEWHERE } from '../../channels/channel/remote/remote-records.ts'
import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import type { Original } from '../../channels/core/original.ts'
import type { BatchContext, Books, OwnedBatch, Owner, Verdict } from '../../ledger/posting.ts'
import type { BatchHead } from '../../ledger/writing/batch-step.ts'
import { numberFromMinor } from '../../platform/kernel/money/money.ts'
import { unavailable } from '../../platform/kernel/problems/problem.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../platform/storage/batches/trip.ts'
import type { Step } from '../../platform/storage/database.ts'
import { CORRECTION_JOURNAL, type Correction, type CorrectionPosting, SUSPENSE_ACCOUNTS } from './correction.ts'
import { correctionProblem } from './correction-problems.ts'
import {
  type CorrectedRow,
  correctionSteps,
  type KnownRow,
  type PostedCorrection,
  READ_CORRECTED,
  READ_CORRECTIONS,
  READ_POSTED,
  READ_SUSPENSE,
  type SuspenseRow,
} from './correction-steps.ts'
import { correctionEntries, correctionRefusal, countedMinor } from './decide-correction.ts'

export class CorrectionRecords implements Owner<CorrectionPosting, BankAccount> {
  async open(
    trip: Trip,
    { institutionId, businessDate }: BatchContext,
    postings: readonly CorrectionPosting[],
  ): Promise<OwnedBatch<CorrectionPosting, BankAccount>> {
    const corrections = postings.map(({ correction }) => correction)
    const suspense = textArray(corrections.flatMap(({ suspenseAccount }) => suspenseAccount ?? []))
    const moved = corrections.flatMap(({ suspenseAccount, against }) => [suspenseAccount ?? [], against].flat())
    const accounts = textArray(corrections.flatMap(({ accountId }) => accountId ?? []))
    const named = corrections.flatMap(({ accountId, transactionId }) =>
      accountId === undefined || transactionId === undefined ? [] : [{ accountId, transactionId }],
    )
    const [, known, corrected, balances, originals, journals, audit] = await Promise.all([
      trip.ask(LOCK_ACCOUNTS_ELSEWHERE, [institutionId, textArray(moved.filter(isSuspense))]),
      trip.ask<KnownRow>(READ_CORRECTIONS, [
        institutionId,
        plainArray(corrections.map(({ id }) => id)),
        plainArray(corrections.flatMap(({ reverses }) => reverses ?? [])),
      ]),
      trip.ask<CorrectedRow>(READ_CORRECTED, [institutionId, accounts, businessDate]),
      trip.ask<SuspenseRow>(READ_SUSPENSE, [institutionId, suspense]),
      readOriginalsById(trip, institutionId, named),
      trip.ask<{ journal_id: string }>(READ_POSTED, [institutionId, plainArray(named.map((one) => one.transactionId))]),
      holdAudit(trip),
    ])
    return new CorrectionBatch({
      recorded: new Set(known.rows.map((row) => row.correction_id)),
      reversed: new Map(
        known.rows.flatMap((row) => (row.reverses === null ? [] : [[row.reverses, row.correction_id]])),
      ),
      corrected: new Map(corrected.rows.map((row) => [row.account_id, row.corrected_minor])),
      suspense: new Map(balances.rows.map((row) => [suspenseKey(row.account, row.currency), row.amount_minor])),
      originals: new Map(originals.map((original) => [original.transactionId, original])),
      postedHere: new Set(journals.rows.map((row) => row.journal_id)),
      audit,
    })
  }
}

interface CorrectionsRead {
  readonly recorded: Set<string>
  /** The correction that undoes another, by that one. */
  readonly reversed: Map<string, string>
  /** What has been corrected today, by account of a customer. */
  readonly corrected: Map<string, bigint>
  readonly suspense: ReadonlyMap<string, bigint>
  readonly originals: Map<string, Original>
  readonly postedHere: ReadonlySet<string>
  readonly audit: BatchAudit
}

class CorrectionBatch implements OwnedBatch<CorrectionPosting, BankAccount> {
  readonly #read: CorrectionsRead
  readonly #posted: PostedCorrection[] = []

  constructor(read: CorrectionsRead) {
    this.#read = read
  }

  decide(posting: CorrectionPosting, books: Books<BankAccount>): Verdict<void> {
    const { correction, institution } = posting
    const { id, reverses, transactionId = '', accountId = '' } = correction
    const { recorded, reversed, corrected, originals, postedHere } = this.#read
    // Of an attempt whose commit was not heard of.
    if (recorded.has(id)) return { answer: () => undefined, repeats: id }
    if (institution.cutoverUntilMs > books.nowMs) {
      return { problem: unavailable('the business day is being closed') }
    }
    const undoneBy = reverses === undefined ? undefined : reversed.get(reverses)
    if (undoneBy !== undefined)
      return { problem: correctionProblem('already-reversed', 'the correction is undone already'), repeats: undoneBy }
    const refusal = correctionRefusal(posting, {
      account: corrected.has(accountId) ? books.account(accountId) : undefined,
      correctedMinor: corrected.get(accountId) ?? 0n,
      suspenseMinor: this.#suspenseOf(correction, books),
      original: originals.get(transactionId),
      isPostedHere: postedHere.has(transactionId),
    })
    if (refusal !== undefined) return { problem: refusal }
    return {
      records: id,
      journal: {
        journalId: id,
        kind: CORRECTION_JOURNAL,
        entries: correctionEntries(correction),
        ...(reverses !== undefined && { reversesId: reverses }),
      },
      answer: () => this.#record(posting),
    }
  }

  #record(posting: CorrectionPosting): void {
    const { correction } = posting
    const { id, accountId, transactionId = '', amountMinor, reverses } = correction
    const { recorded, reversed, corrected, originals } = this.#read
    recorded.add(id)
    if (reverses !== undefined) reversed.set(reverses, id)
    else if (accountId !== undefined) corrected.set(accountId, (corrected.get(accountId) ?? 0n) + amountMinor)
    const counted = countedMinor(correction)
    const original = originals.get(transactionId)
    if (original !== undefined) {
      const feeMinor = original.feeMinor - (correction.kind === 'FEE_REFUND' ? counted : 0n)
      originals.set(transactionId, { ...original, feeMinor, reversedMinor: original.reversedMinor + counted })
    }
    this.#posted.push({ posting, countedMinor: counted })
  }

  /** With what this batch has posted there before, also for other owners. */
  #suspenseOf({ suspenseAccount: account, currency }: Correction, books: Books<BankAccount>): bigint {
    if (account === undefined) return 0n
    return (this.#read.suspense.get(suspenseKey(account, currency)) ?? 0n) + books.postedMinor(account, currency)
  }

  steps(head: BatchHead): Step[] {
    return [...correctionSteps(head, this.#posted), ...this.#posted.map((one) => this.#auditStep(one))]
  }

  #auditStep({ posting: { correction, actor } }: PostedCorrection): Step {
    const { id, institutionId, amountMinor, currency, givesBack: _, undoneMinor: __, ...said } = correction
    return this.#read.audit.append(systemClock.now(), actor, {
      action: 'correction.create',
      resource: 'correction',
      resourceId: id,
      institutionId,
      after: { institutionId, ...said, amount: numberFromMinor(amountMinor, currency), currencyCode: currency },
    })
  }
}

function isSuspense(account: string): boolean {
  return (SUSPENSE_ACCOUNTS as readonly string[]).includes(account)
}

function suspenseKey(account: string, currency: string): string {
  return `${account} ${currency}`
}
