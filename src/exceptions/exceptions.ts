// The exceptions queue: reversals that could not be posted, and orders whose outcome stays unknown, until they
// are resolved.

import { authorOf } from '../audit/actor.ts'
import type { BankAccount } from '../core/builtin/books/bank-account.ts'
import type { Directory, Institution } from '../institutions/directory.ts'
import type { Clock } from '../kernel/clock.ts'
import { systemClock } from '../kernel/clock.ts'
import { maskPansIn } from '../kernel/pan.ts'
import { invalidFields } from '../kernel/problem.ts'
import type { Scope } from '../kernel/scope.ts'
import type { PostingPipeline } from '../ledger/post.ts'
import type { RecordCaller } from '../records/record-kind.ts'
import type { Database } from '../storage/database.ts'
import type { ListPage, PageRequest } from '../storage/list-query.ts'
import { actionRefusal } from './decide-resolution.ts'
import type { LearnedOutcome, ResolvingAction } from './exception-kinds.ts'
import { exceptionProblem } from './exception-problems.ts'
import {
  countOpenExceptions,
  type ExceptionFilter,
  type ExceptionRecord,
  findException,
  listExceptions,
  type OpenExceptions,
} from './exception-records.ts'
import { findOriginal } from './find-original.ts'
import type { ResolutionPosting } from './resolution-posting.ts'
import type { ResolutionRecords } from './resolution-records.ts'

export interface ExceptionsParts {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
  readonly directory: Directory
  readonly pipeline: PostingPipeline<BankAccount>
  readonly records: ResolutionRecords
}

export interface RequestedResolution {
  readonly action: ResolvingAction
  readonly reason: string
  readonly originalId?: string | undefined
  readonly outcome?: LearnedOutcome | undefined
}

export class Exceptions {
  readonly #parts: ExceptionsParts

  constructor(parts: ExceptionsParts) {
    this.#parts = parts
  }

  list(scope: Scope, filter: ExceptionFilter, page: PageRequest): Promise<ListPage<ExceptionRecord>> {
    const { database, clock } = this.#parts
    return listExceptions(database, scope, filter, page, clock.now())
  }

  /** Refusals: `exception-not-found`. */
  async find(scope: Scope, id: string): Promise<ExceptionRecord> {
    const { database, clock } = this.#parts
    const found = await findException(database, scope, id, clock.now())
    if (found === undefined) throw exceptionProblem('exception-not-found', 'there is no such exception')
    return found
  }

  /** How many are open, by institution and kind. */
  openByKind(scope: Scope): Promise<OpenExceptions[]> {
    const { database, clock } = this.#parts
    return countOpenExceptions(database, scope, clock.now())
  }

  /** How many are open. */
  async openExceptions(scope: Scope): Promise<number> {
    return (await this.openByKind(scope)).reduce((sum, { count }) => sum + count, 0)
  }

  /**
   * Resolves an exception, once. Refusals: `exception-not-found`, `already-resolved`, `action-not-possible`, `original-unfit`,
   * `not-funded`, and invalid fields.
   */
  async resolve(caller: RecordCaller, id: string, requested: RequestedResolution): Promise<ExceptionRecord> {
    const { scope } = caller.principal
    const exception = await this.find(scope, id)
    assertOpen(exception)
    const refusal = actionRefusal(exception.kind, requested.action, exception.transaction.type)
    if (refusal !== undefined) throw refusal
    await this.#parts.pipeline.post(await this.#posting(caller, exception, requested))
    return this.find(scope, id)
  }

  async #posting(
    caller: RecordCaller,
    exception: ExceptionRecord,
    { action, reason: typed, originalId, outcome }: RequestedResolution,
  ): Promise<ResolutionPosting> {
    const reason = maskPansIn(typed)
    const { records, directory } = this.#parts
    const { kind, transaction, institutionId } = exception
    const { accountId = '', beneficiaryAccountId } = transaction
    if (action === 'MATCH' && kind === 'UNKNOWN' && outcome === undefined) {
      throw invalidFields([{ path: 'outcome', message: 'must be APPROVED or DECLINED for an unknown outcome' }])
    }
    const posts = action !== 'IGNORE' && kind !== 'UNKNOWN'
    return {
      owner: records,
      institutionId,
      // An outcome that is learned posts nothing; its account may be at a remote core.
      accountIds: [accountId, ...(beneficiaryAccountId === undefined ? [] : [beneficiaryAccountId])],
      joins:
        records.joined === undefined || beneficiaryAccountId === undefined
          ? undefined
          : [{ owner: records.joined, accountIds: [beneficiaryAccountId] }],
      transactionId: transaction.id,
      partnerId: transaction.partnerId,
      rrn: transaction.rrn,
      accountId,
      kind,
      action,
      reason,
      originalId: posts ? await this.#originalOf(exception, originalId) : undefined,
      outcome: kind === 'UNKNOWN' && action === 'MATCH' ? outcome : undefined,
      by: authorOf(caller.actor),
      presented: { institution: institutionOf(directory, institutionId), directory },
      audit: {
        // Administration uses real time, also where the sandbox's clock has been moved.
        atMs: systemClock.now(),
        actor: caller.actor,
        entryOf: ({ journalId }) => ({
          action: 'exception.resolve',
          resource: 'exception',
          resourceId: transaction.id,
          institutionId,
          before: { kind, state: exception.state },
          after: {
            kind,
            state: 'RESOLVED',
            action,
            reason,
            ...(originalId !== undefined && { originalId }),
            ...(outcome !== undefined && { outcome }),
            ...(journalId !== undefined && { journalId }),
          },
        }),
      },
    }
  }

  /** The original to reverse: the one that the record names, or else the one that the operator names. */
  async #originalOf({ kind, transaction }: ExceptionRecord, named: string | undefined): Promise<string> {
    if (kind === 'UNMATCHED') {
      if (named !== undefined) return named.toLowerCase()
      throw invalidFields([{ path: 'originalId', message: 'must be given for an unmatched reversal' }])
    }
    const found = transaction.originalId ?? (await findOriginal(this.#parts.database, transaction))
    if (found !== undefined && named !== undefined && named.toLowerCase() !== found) {
      throw exceptionProblem('original-unfit', 'the reversal belongs to another original')
    }
    const original = found ?? named?.toLowerCase()
    if (original === undefined) throw exceptionProblem('original-unfit', 'the original is not known: name originalId')
    return original
  }
}

function assertOpen({ state, resolution }: ExceptionRecord): void {
  if (state === 'OPEN' || resolution === undefined) return
  const { action, by, at } = resolution
  throw exceptionProblem('already-resolved', `the exception is resolved already: ${action} by ${by} at ${at}`)
}

function institutionOf(directory: Directory, institutionId: string): Institution {
  const institution = directory.institution(institutionId)
  if (institution === undefined) throw exceptionProblem('exception-not-found', 'there is no such exception')
  return institution
}
