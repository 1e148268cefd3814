// Ends differences of cash: an operator says where the cash belongs.
//
//   action      posts                                             what it needs
//   MATCH       nothing                                           corrections that take the difference off suspense:cash
//   WRITE_OFF   suspense:cash −difference, expense:cash +difference
//   IGNORE      nothing; the difference stays on suspense:cash
//
// A later count with the opposite difference settles it by itself. At another core only IGNORE is possible.

import type { Directory } from '../../administration/institutions/directory.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import { maskPansIn } from '../../platform/kernel/identifiers/pan.ts'
import type { CashAction, DifferencePosting } from './cash-movement.ts'
import { cashProblem } from './cash-problems.ts'
import type { CashRecords } from './cash-records.ts'
import { untilPosted } from './until-posted.ts'

export interface CashDifferencesParts {
  readonly directory: Pick<Directory, 'institution'>
  readonly pipeline: Pick<PostingPipeline<BankAccount>, 'post'>
  readonly records: CashRecords
}

export interface EndOfDifference {
  readonly action: CashAction
  readonly reason: string
  /** MATCH: a correction that does not name the exception itself. */
  readonly correctionId?: string | undefined
}

export class CashDifferences {
  readonly #parts: CashDifferencesParts

  constructor(parts: CashDifferencesParts) {
    this.#parts = parts
  }

  /** Refusals: `already-resolved`, `action-not-possible`, `correction-unfit`. */
  async resolve(
    { actor }: RecordCaller,
    difference: { readonly id: string; readonly institutionId: string; readonly terminalId: string },
    { action, reason, correctionId }: EndOfDifference,
  ): Promise<void> {
    const { directory, pipeline, records } = this.#parts
    const { id: exceptionId, institutionId, terminalId } = difference
    const institution = directory.institution(institutionId)
    if (institution === undefined) throw cashProblem('terminal-not-found', 'there is no such institution')
    const posting: DifferencePosting = {
      owner: records,
      institutionId,
      accountIds: [],
      work: 'resolution',
      exceptionId,
      terminalId,
      institution,
      action,
      reason: maskPansIn(reason),
      correctionId: action === 'MATCH' ? correctionId?.toLowerCase() : undefined,
      actor,
    }
    await untilPosted(pipeline, async () => posting)
  }
}
