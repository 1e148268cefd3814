// Corrections: asked for by one person, approved by another, posted at once and never changed. What was corrected wrongly is undone by
// another correction.

import type { Directory, Institution } from '../../administration/institutions/directory.ts'
import { recordKind } from '../../administration/records/column-kind.ts'
import { column, optional, sorted } from '../../administration/records/columns.ts'
import type { RecordCaller, RecordFields } from '../../administration/records/record-kind.ts'
import { Records } from '../../administration/records/records.ts'
import { ofInstitution } from '../../administration/records/scope-conditions.ts'
import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { maskPansIn } from '../../platform/kernel/identifiers/pan.ts'
import { invalidFields, Problem } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { BusinessDate, Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { TransactionRecord } from '../transactions/transaction-record.ts'
import {
  AGAINST,
  type Correction,
  type CorrectionKind,
  type CorrectionPosting,
  type Direction,
  type EmptiedAgainst,
  opposite,
  type SuspenseAccount,
} from './correction.ts'
import type { CorrectionLimits } from './correction-limits.ts'
import { correctionProblem } from './correction-problems.ts'
import type { CorrectionRecords } from './correction-records.ts'
import { takesMoney } from './decide-correction.ts'

export interface CorrectionRecord extends RecordFields {
  readonly institutionId: string
  readonly accountId?: string
  readonly suspenseAccount?: string
  readonly against: string
  readonly direction: Direction
  readonly amountMinor: bigint
  readonly currencyCode: string
  readonly kind: CorrectionKind
  readonly reason: string
  readonly transactionId?: string
  /** What counts as reversed on the transaction because of it. */
  readonly countedMinor: bigint
  readonly exceptionId?: string
  /** The correction that this one undoes. */
  readonly reverses?: string
  /** The correction that undoes this one. */
  readonly reversedBy?: string
  readonly businessDate: BusinessDate
}

export interface CorrectionFilter {
  /** A part of the reason. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly accountId?: string | undefined
  readonly suspenseAccount?: string | undefined
  readonly transactionId?: string | undefined
  readonly exceptionId?: string | undefined
  readonly kind?: readonly CorrectionKind[] | undefined
  readonly direction?: Direction | undefined
  readonly currencyCode?: string | undefined
}

export const CORRECTIONS = recordKind<CorrectionRecord, CorrectionFilter>({
  resource: 'correction',
  table: 'corrections c',
  idColumn: 'correction_id',
  placedBy: 'c.institution_id',
  order: 'c.created_at DESC, c.correction_id DESC',
  columns: {
    institutionId: sorted('institution_id'),
    accountId: optional('account_id', true),
    suspenseAccount: optional('suspense_account', true),
    against: 'against',
    direction: 'direction',
    amountMinor: 'amount_minor',
    currencyCode: sorted('currency'),
    kind: sorted('kind'),
    reason: 'reason',
    transactionId: optional('transaction_id'),
    countedMinor: 'counted_minor',
    exceptionId: optional('exception_id'),
    reverses: optional('reverses'),
    reversedBy: optional('reversed_by'),
    businessDate: column('business_date', { sort: true }),
  },
  inScope: (scope, parameters) => ofInstitution('c', scope, parameters),
  matching(filter, _reader, where) {
    where.addSearch(filter.search, (pattern) => `c.reason ILIKE ${pattern}`)
    where.addFor(filter.institutionId, (value) => `c.institution_id = ${value}`)
    where.addFor(filter.accountId, (value) => `c.account_id = ${value}`)
    where.addFor(filter.suspenseAccount, (value) => `c.suspense_account = ${value}`)
    where.addFor(filter.transactionId, (value) => `c.transaction_id = ${value}::uuid`)
    where.addFor(filter.exceptionId, (value) => `c.exception_id = ${value}::uuid`)
    where.addFor(filter.kind, (value) => `c.kind = ANY (${value})`)
    where.addFor(filter.direction, (value) => `c.direction = ${value}`)
    where.addFor(filter.currencyCode, (value) => `c.currency = ${value}`)
  },
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => correctionProblem('correction-not-found', 'there is no such correction'),
    changed: () => correctionProblem('never-changed', 'a correction is never changed'),
  },
})

export interface WantedCorrection {
  readonly institutionId: string
  readonly reason: string
  readonly accountId?: string | undefined
  readonly suspenseAccount?: SuspenseAccount | undefined
  readonly against?: EmptiedAgainst | undefined
  readonly direction?: Direction | undefined
  readonly amountMinor?: bigint | undefined
  readonly currencyCode?: string | undefined
  readonly kind?: CorrectionKind | undefined
  readonly transactionId?: string | undefined
  readonly exceptionId?: string | undefined
  readonly reverses?: string | undefined
}

export interface CorrectionsParts {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
  readonly directory: Directory
  readonly pipeline: Pick<PostingPipeline<BankAccount>, 'post'>
  readonly records: CorrectionRecords
  readonly limits: Pick<CorrectionLimits, 'limitOf'>
  readonly transactions: { find(scope: Scope, id: string): Promise<TransactionRecord> }
  readonly exceptions: { find(scope: Scope, id: string): Promise<{ readonly institutionId?: string | undefined }> }
}

type Known = Omit<Correction, 'id' | 'institutionId' | 'reason'>

export class Corrections extends Records<CorrectionRecord, CorrectionFilter> {
  readonly #parts: CorrectionsParts

  constructor(parts: CorrectionsParts) {
    super(CORRECTIONS, parts)
    this.#parts = parts
  }

  /**
   * Posts a correction. Refusals: invalid fields, `institution-not-found`, `account-not-found`, `account-unfit`, `not-funded`,
   * `limit-exceeded`, `exceeds-suspense`, `transaction-not-found`, `transaction-unfit`, `already-reversed`.
   */
  async create(caller: RecordCaller, wanted: WantedCorrection): Promise<CorrectionRecord> {
    const { scope } = caller.principal
    const institution = this.#institution(scope, wanted.institutionId)
    const known = wanted.reverses === undefined ? await this.#new(scope, wanted) : await this.#undoing(scope, wanted)
    const { clock, pipeline } = this.#parts
    const { institutionId } = institution
    const correction = { ...known, id: newId(clock.now()), institutionId, reason: maskPansIn(wanted.reason) }
    await pipeline.post(this.#posting(correction, institution, caller))
    return this.find(scope, correction.id)
  }

  #posting(correction: Correction, institution: Institution, { actor }: RecordCaller): CorrectionPosting {
    const { records, limits } = this.#parts
    const { institutionId, accountId, currency } = correction
    return {
      owner: records,
      institutionId,
      accountIds: accountId === undefined ? [] : [accountId],
      correction,
      institution,
      limitMinor: limits.limitOf(institutionId, currency),
      actor,
    }
  }

  async #new(scope: Scope, wanted: WantedCorrection): Promise<Known> {
    const { accountId, suspenseAccount, direction, amountMinor, currencyCode, kind = 'SUSPENSE', against } = wanted
    const { transactionId, exceptionId } = wanted
    // The family has checked which fields belong together.
    if (direction === undefined || amountMinor === undefined || currencyCode === undefined)
      throw invalidFields([{ path: 'amount', message: 'is missing' }])
    if (amountMinor <= 0n) throw invalidFields([{ path: 'amount', message: 'must be above 0' }])
    const transaction = transactionId === undefined ? undefined : await this.#transaction(scope, wanted, transactionId)
    await this.#assertException(scope, wanted)
    return {
      accountId,
      suspenseAccount,
      against: suspenseAccount === undefined ? AGAINST[kind] : (against ?? ''),
      direction,
      amountMinor,
      currency: currencyCode,
      kind,
      transactionId: transaction?.id,
      exceptionId: exceptionId?.toLowerCase(),
      givesBack: direction === 'CREDIT' && transaction !== undefined && gaveUp(transaction, accountId),
    }
  }

  /** The opposite of another one, whole. */
  async #undoing(scope: Scope, wanted: WantedCorrection): Promise<Known> {
    const first = await this.find(scope, wanted.reverses ?? '')
    if (first.institutionId !== wanted.institutionId) throw CORRECTIONS.refusals.notFound()
    if (first.reverses !== undefined)
      throw correctionProblem('already-reversed', 'a correction that undoes another is not undone')
    assertUndoes(first, wanted)
    const { accountId, suspenseAccount, against, amountMinor, currencyCode: currency, kind } = first
    const { transactionId, exceptionId, countedMinor: undoneMinor } = first
    return {
      ...{ accountId, suspenseAccount, against, amountMinor, currency, kind, transactionId, exceptionId, undoneMinor },
      direction: opposite(first.direction),
      reverses: first.id,
      givesBack: false,
    }
  }

  #institution(scope: Scope, institutionId: string): Institution {
    const institution = this.#parts.directory.institution(institutionId)
    const isOutside = scope.institutionId !== undefined && scope.institutionId !== institutionId
    if (institution === undefined || isOutside || scope.subTenantId !== undefined)
      throw correctionProblem('institution-not-found', 'there is no such institution')
    return institution
  }

  async #transaction(
    scope: Scope,
    { institutionId, accountId }: WantedCorrection,
    transactionId: string,
  ): Promise<TransactionRecord> {
    const found = await foundBy(() => this.#parts.transactions.find(scope, transactionId.toLowerCase()))
    if (found === undefined || found.institutionId !== institutionId)
      throw correctionProblem('transaction-not-found', 'there is no such transaction')
    if (accountId !== undefined && ![found.accountId, found.beneficiaryAccountId].includes(accountId))
      throw correctionProblem('transaction-unfit', 'the transaction is of another account')
    return found
  }

  async #assertException(scope: Scope, { institutionId, exceptionId }: WantedCorrection): Promise<void> {
    if (exceptionId === undefined) return
    const found = await foundBy(() => this.#parts.exceptions.find(scope, exceptionId.toLowerCase()))
    if (found?.institutionId !== institutionId)
      throw invalidFields([{ path: 'exceptionId', message: 'is no exception of the institution' }])
  }
}

async function foundBy<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return undefined
    throw error
  }
}

/** The transaction took money from the account, and so a credit gives it back. */
function gaveUp({ type, accountId }: TransactionRecord, corrected: string | undefined): boolean {
  return corrected !== undefined && accountId === corrected && takesMoney(type)
}

/** What is said of a correction that undoes another has to fit it. */
function assertUndoes(first: CorrectionRecord, wanted: WantedCorrection): void {
  const expected = {
    accountId: first.accountId,
    suspenseAccount: first.suspenseAccount,
    against: first.suspenseAccount === undefined ? undefined : first.against,
    direction: opposite(first.direction),
    amountMinor: first.amountMinor,
    currencyCode: first.currencyCode,
    kind: first.kind,
    transactionId: first.transactionId,
    exceptionId: first.exceptionId,
  }
  const faults = Object.entries(expected).flatMap(([field, value]) => {
    const said = wanted[field as keyof typeof expected]
    const path = field === 'amountMinor' ? 'amount' : field
    return said === undefined || said === value ? [] : [{ path, message: 'does not fit the correction that is undone' }]
  })
  if (faults.length > 0) throw invalidFields(faults)
}
