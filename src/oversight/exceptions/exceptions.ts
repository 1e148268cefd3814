// The exceptions queue: reversals that could not be posted, orders whose outcome stays unknown, advices that the bank declined, and
// what is stuck in digital banking, until they are resolved.

import { authorOf } from '../../administration/audit/actor.ts'
import { HeldChange } from '../../administration/audit/change-witness.ts'
import type { Directory, Institution } from '../../administration/institutions/directory.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import { maskPansIn } from '../../platform/kernel/identifiers/pan.ts'
import { invalidFields, type Problem } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../platform/storage/statements/list-query.ts'
import type { Parameters } from '../../platform/storage/statements/parameters.ts'
import { countOpenTokenExceptions, readTokenExceptions } from '../../tokens/exceptions/exception-records.ts'
import { TOKEN_ACTIONS, type TokenAction, type TokenExceptionRecord } from '../../tokens/exceptions/token-exception.ts'
import type { TokenExceptions } from '../../tokens/exceptions/token-exceptions.ts'
import type { CashDifferences } from '../cash/cash-differences.ts'
import { actionRefusal } from './decide-resolution.ts'
import { isHostKind, type LearnedOutcome, type ResolvingAction } from './exception-kinds.ts'
import {
  type AnyException,
  type AnyFilter,
  type ExceptionKey,
  listAllExceptions,
  readExceptionKeys,
} from './exception-list.ts'
import { exceptionProblem } from './exception-problems.ts'
import {
  type CashExceptionRecord,
  countOpenExceptions,
  type ExceptionRecord,
  findException,
  type OpenExceptions,
  type ReadException,
} from './exception-records.ts'
import { resolveHostException } from './host/host-exceptions.ts'
import type { ResolutionRecords } from './resolution-records.ts'
import { findOriginal } from './resolving/find-original.ts'
import type { ResolutionPosting } from './resolving/resolution-posting.ts'
import { withSwitchMessages } from './telling/messages-of-exceptions.ts'
import { withReconciled } from './telling/reconciled-exceptions.ts'
import { tellBeforeResolving } from './telling/tell-exceptions.ts'
import { assertNoneWaits } from './work/jobs/waiting-exceptions.ts'
import { LISTED_COMMENTS, MOST_COMMENTS, readWork, type WorkFilter, workConditions } from './work/work-records.ts'

export interface ExceptionsFilter extends Omit<AnyFilter, 'idConditions'>, WorkFilter {}

export interface ExceptionsParts {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
  readonly directory: Directory
  readonly pipeline: PostingPipeline<BankAccount>
  readonly records: ResolutionRecords
  /** What resolves differences of cash. */
  readonly cash?: Pick<CashDifferences, 'resolve'>
  /** What resolves exceptions of digital banking; opened after this. */
  readonly tokens?: () => TokenExceptions<BankAccount>
  /** Sends what waits for the host of an institution. */
  askHost?(institutionId: string): void
}

export interface RequestedResolution {
  readonly action: ResolvingAction | TokenAction
  readonly reason: string
  /** MATCH: the original, or the correction of a difference of cash. */
  readonly originalId?: string | undefined
  readonly outcome?: LearnedOutcome | undefined
  /** PAY_OUT. */
  readonly linkedAccountId?: string | undefined
  /** SETTLED_OUTSIDE. */
  readonly externalReference?: string | undefined
}

export class Exceptions {
  readonly #parts: ExceptionsParts

  constructor(parts: ExceptionsParts) {
    this.#parts = parts
  }

  async list(scope: Scope, filter: ExceptionsFilter, page: PageRequest): Promise<ListPage<AnyException>> {
    const { database, clock } = this.#parts
    const all = { ...filter, idConditions: await workConditions(database, filter) }
    const { items, total } = await listAllExceptions(database, scope, all, page, clock.now())
    return { items: await this.#withWork(await this.#shown(items), LISTED_COMMENTS), total }
  }

  /** At most so many of them, the oldest first. */
  async keys(scope: Scope, filter: ExceptionsFilter, most: number): Promise<readonly ExceptionKey[]> {
    const { database, clock } = this.#parts
    const all = { ...filter, idConditions: await workConditions(database, filter) }
    return readExceptionKeys(database, scope, all, most, clock.now())
  }

  /** Those of these ids that are in scope, in no order. */
  keysOf(scope: Scope, ids: readonly string[]): Promise<readonly ExceptionKey[]> {
    const { database, clock } = this.#parts
    const named = (column: string, parameters: Parameters) => `${column} = ANY (${parameters.add([...ids])}::uuid[])`
    return readExceptionKeys(database, scope, { idConditions: [named] }, ids.length, clock.now())
  }

  /** With all that was noted about it. Refusals: `exception-not-found`. */
  async find(scope: Scope, id: string): Promise<AnyException> {
    const [found] = await this.#withWork([await this.#find(scope, id)], MOST_COMMENTS)
    if (found === undefined) throw new Error('an exception has disappeared')
    return found
  }

  /** With what they are known by at a switch, and what a file said of them. */
  async #shown(found: readonly AnyException[]): Promise<AnyException[]> {
    const { database } = this.#parts
    return withReconciled(database, await withSwitchMessages(database, found))
  }

  async #withWork(found: readonly AnyException[], mostComments: number): Promise<AnyException[]> {
    const work = await readWork(this.#parts.database, found, mostComments)
    return found.map((one) => {
      const done = work.get(one.id)
      return done === undefined ? one : { ...one, work: done }
    })
  }

  async #find(scope: Scope, id: string): Promise<AnyException> {
    const { database, clock } = this.#parts
    const [stuck] = await readTokenExceptions(database, scope, [id])
    const found = stuck ?? (await findException(database, scope, id, clock.now()))
    if (found === undefined) throw exceptionProblem('exception-not-found', 'there is no such exception')
    const [shown = found] = await this.#shown([found])
    return shown
  }

  /** How many are open, by institution and kind. */
  async openByKind(scope: Scope): Promise<OpenExceptions[]> {
    const { database, clock } = this.#parts
    const [orders, stuck] = await Promise.all([
      countOpenExceptions(database, scope, clock.now()),
      scope.subTenantId === undefined ? countOpenTokenExceptions(database, scope) : [],
    ])
    return [...orders, ...stuck]
  }

  /** How many are open. */
  async openExceptions(scope: Scope): Promise<number> {
    return (await this.openByKind(scope)).reduce((sum, { count }) => sum + count, 0)
  }

  /**
   * Resolves an exception, once. Refusals: `exception-not-found`, `already-resolved`, `action-not-possible`, `original-unfit`,
   * `not-funded`, `waits-already`, those of differences of cash, those of exceptions of tokens, and invalid fields.
   */
  async resolve(caller: RecordCaller, id: string, requested: RequestedResolution): Promise<AnyException> {
    try {
      return await this.#resolve(caller, id, requested)
    } catch (error) {
      // One change of a record waits at a time, also when it waits with many others.
      if (error instanceof HeldChange) await assertNoneWaits(this.#parts.database, [id.toLowerCase()])
      throw error
    }
  }

  async #resolve(caller: RecordCaller, id: string, requested: RequestedResolution): Promise<AnyException> {
    const { scope } = caller.principal
    const exception = await this.#find(scope, id)
    const { action } = requested
    if (isOfTokens(exception)) {
      if (!isTokenAction(action)) throw foreignAction(action, exception.kind)
      const { tokens } = this.#parts
      if (tokens === undefined) throw new Error('exceptions of digital banking cannot be resolved here')
      return tokens().resolve(caller, exception, { ...requested, action })
    }
    assertOpen(exception)
    if (isOfCash(exception)) return this.#resolveCash(caller, exception, requested)
    if (isHostKind(exception.kind)) return this.#resolveHost(caller, exception, requested)
    if (isTokenAction(action)) throw foreignAction(action, exception.kind)
    const refusal = actionRefusal(exception.kind, action, exception.transaction.type)
    if (refusal !== undefined) throw refusal
    const posting = await this.#posting(caller, exception, { ...requested, action })
    await tellBeforeResolving(this.#parts, exception)
    await this.#parts.pipeline.post(posting)
    return this.find(scope, id)
  }

  async #resolveHost(
    caller: RecordCaller,
    exception: ExceptionRecord,
    requested: RequestedResolution,
  ): Promise<AnyException> {
    const { action } = requested
    if (action !== 'RETRY' && action !== 'SETTLED_OUTSIDE') throw foreignAction(action, exception.kind)
    const { database, askHost } = this.#parts
    await tellBeforeResolving(this.#parts, exception)
    await resolveHostException(database, caller, exception, { ...requested, action })
    if (action === 'RETRY') askHost?.(exception.institutionId)
    return this.find(caller.principal.scope, exception.id)
  }

  async #resolveCash(
    caller: RecordCaller,
    exception: CashExceptionRecord,
    { action, reason, originalId: correctionId }: RequestedResolution,
  ): Promise<AnyException> {
    if (isTokenAction(action)) throw foreignAction(action, exception.kind)
    const { id, institutionId, cash } = exception
    const { cash: differences } = this.#parts
    if (differences === undefined) throw new Error('differences of cash cannot be resolved here')
    await tellBeforeResolving(this.#parts, exception)
    const difference = { id, institutionId, terminalId: cash.terminalId }
    await differences.resolve(caller, difference, { action, reason, correctionId })
    return this.find(caller.principal.scope, id)
  }

  async #posting(
    caller: RecordCaller,
    exception: ExceptionRecord,
    {
      action,
      reason: typed,
      originalId,
      outcome,
      linkedAccountId,
    }: RequestedResolution & { readonly action: ResolvingAction },
  ): Promise<ResolutionPosting> {
    const reason = maskPansIn(typed)
    const { records, directory } = this.#parts
    const { kind, transaction, institutionId } = exception
    const { beneficiaryAccountId } = transaction
    const accountId = transaction.accountId ?? (kind === 'RECONCILIATION' ? linkedAccountId : undefined) ?? ''
    if (action === 'MATCH' && kind === 'UNKNOWN' && outcome === undefined) {
      throw invalidFields([{ path: 'outcome', message: 'must be APPROVED or DECLINED for an unknown outcome' }])
    }
    const isOfFile = kind === 'RECONCILIATION'
    const reverses = action !== 'IGNORE' && kind !== 'UNKNOWN' && kind !== 'DECLINED_ADVICE' && !isOfFile
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
      // What a file differs in tells its order itself.
      originalId: isOfFile ? transaction.id : reverses ? await this.#originalOf(exception, originalId) : undefined,
      exceptionId: isOfFile ? exception.id : undefined,
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
          resourceId: exception.id,
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

function isOfTokens(exception: AnyException): exception is TokenExceptionRecord {
  return !('transaction' in exception) && !('cash' in exception)
}

function isOfCash(exception: ReadException): exception is CashExceptionRecord {
  return 'cash' in exception
}

function isTokenAction(action: ResolvingAction | TokenAction): action is TokenAction {
  return (TOKEN_ACTIONS as readonly string[]).includes(action)
}

function foreignAction(action: string, kind: string): Problem {
  return exceptionProblem('action-not-possible', `${action} is not possible for ${kind}`)
}

function assertOpen({ state, resolution }: ReadException): void {
  if (state === 'OPEN' || resolution === undefined) return
  const { action, by, at } = resolution
  throw exceptionProblem('already-resolved', `the exception is resolved already: ${action} by ${by} at ${at}`)
}

function institutionOf(directory: Directory, institutionId: string): Institution {
  const institution = directory.institution(institutionId)
  if (institution === undefined) throw exceptionProblem('exception-not-found', 'there is no such exception')
  return institution
}
