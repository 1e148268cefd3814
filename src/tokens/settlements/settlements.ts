// Settlements between digital institutions: what one has paid another outside the platform for transfers of tokens. An operator
// records it; it is posted at once in both books and never changed. A wrong one is undone by another.

import { recordKind } from '../../administration/records/column-kind.ts'
import { column, optional, sorted } from '../../administration/records/columns.ts'
import type { RecordCaller, RecordFields } from '../../administration/records/record-kind.ts'
import { Records } from '../../administration/records/records.ts'
import type { Account } from '../../ledger/account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import { isUuid, newId } from '../../platform/kernel/identifiers/ids.ts'
import { maskPansIn } from '../../platform/kernel/identifiers/pan.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Settlement, SettlementPosting, SettlementSide } from './settlement-posting.ts'
import { settlementProblem } from './settlement-problems.ts'
import type { SettlementRecords } from './settlement-records.ts'

export interface SettlementRecord extends RecordFields {
  readonly payerInstitutionId: string
  readonly payeeInstitutionId: string
  readonly currencyCode: string
  readonly amountMinor: bigint
  readonly externalReference: string
  readonly valueDate: string
  readonly note?: string
  /** The settlement that this one undoes. */
  readonly reverses?: string
  /** The settlement that undoes this one. */
  readonly reversedBy?: string
}

export interface SettlementFilter {
  /** A part of the external reference or of the note. */
  readonly search?: string | undefined
  /** Either side: the institution of family A, or the digital institution. */
  readonly institutionId?: string | undefined
  readonly payerInstitutionId?: string | undefined
  readonly payeeInstitutionId?: string | undefined
  readonly currencyCode?: string | undefined
}

export const SETTLEMENTS = recordKind<SettlementRecord, SettlementFilter>({
  resource: 'digital-settlement',
  table: 'digital_settlements s',
  idColumn: 'settlement_id',
  order: 's.created_at DESC, s.settlement_id DESC',
  columns: {
    payerInstitutionId: sorted('payer_institution_id'),
    payeeInstitutionId: sorted('payee_institution_id'),
    currencyCode: sorted('currency'),
    amountMinor: 'amount_minor',
    externalReference: sorted('external_reference'),
    valueDate: column('value_date', { as: (date) => `to_char(${date}, 'YYYY-MM-DD')`, sort: true }),
    note: optional('note'),
    reverses: optional('reverses'),
    reversedBy: optional('reversed_by'),
  },
  // A book is named after the institution of family A. Sub-tenants see none.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : ofBook(parameters.add(institutionId))
  },
  matching({ search, institutionId, payerInstitutionId, payeeInstitutionId, currencyCode }, _reader, where) {
    where.addSearch(search, (pattern) => `(s.external_reference ILIKE ${pattern} OR s.note ILIKE ${pattern})`)
    where.addFor(
      institutionId,
      (value) =>
        `(${ofBook(value)} OR s.payer_institution_id::text = ${value} OR s.payee_institution_id::text = ${value})`,
    )
    where.addFor(payerInstitutionId, (value) => `s.payer_institution_id = ${value}::uuid`)
    where.addFor(payeeInstitutionId, (value) => `s.payee_institution_id = ${value}::uuid`)
    where.addFor(currencyCode, (value) => `s.currency = ${value}`)
  },
  ownerOf: () => ({}),
  refusals: {
    notFound: () => settlementProblem('settlement-not-found', 'there is no such settlement'),
    changed: () => settlementProblem('never-changed', 'a settlement is never changed'),
  },
})

function ofBook(value: string): string {
  return `(s.payer_book_id = ${value} OR s.payee_book_id = ${value})`
}

export interface NewSettlement {
  readonly payerInstitutionId: string
  readonly payeeInstitutionId: string
  readonly currencyCode: string
  readonly amountMinor: bigint
  readonly externalReference: string
  readonly valueDate: string
  readonly note?: string | undefined
}

export interface SettlementsParts<A extends Account> {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
  readonly pipeline: Pick<PostingPipeline<A>, 'postInBoth'>
  readonly records: SettlementRecords<A>
}

export class Settlements<A extends Account = Account> extends Records<SettlementRecord, SettlementFilter> {
  readonly #parts: SettlementsParts<A>

  constructor(parts: SettlementsParts<A>) {
    super(SETTLEMENTS, parts)
    this.#parts = parts
  }

  /**
   * Refusals: `platform-only`, invalid fields, `institution-not-found`, `reference-taken`, and `exceeds-debt` when the payer does
   * not owe the amount or the payee is not owed it, at the moment of posting.
   */
  async create(caller: RecordCaller, wanted: NewSettlement): Promise<SettlementRecord> {
    const { scope } = caller.principal
    if (scope.institutionId !== undefined)
      throw settlementProblem('platform-only', 'only users of the platform record settlements')
    this.#check(wanted)
    const payer = await this.#side(wanted.payerInstitutionId, 'payer')
    const payee = await this.#side(wanted.payeeInstitutionId, 'payee')
    // One of the two has left its book to the other: it was offboarded, and so owes and is owed nothing.
    if (payer.bookId === payee.bookId) throw settlementProblem('exceeds-debt', 'the payer does not owe as much')
    const { currencyCode: currency, amountMinor, externalReference, valueDate, note } = wanted
    const settlement: Settlement = {
      settlementId: newId(this.#parts.clock.now()),
      payer,
      payee,
      currency,
      amountMinor,
      externalReference,
      valueDate,
      ...(note !== undefined && { note: maskPansIn(note) }),
    }
    const { pipeline } = this.#parts
    await pipeline.postInBoth(this.#posting('payer', settlement, caller), this.#posting('payee', settlement, caller))
    return this.find(scope, settlement.settlementId)
  }

  /**
   * Undoes a settlement: the opposite journals, of the whole amount, in the books that it was posted in. What the payer then owes may
   * pass its cap. Refusals: `platform-only`, `settlement-not-found`, `already-reversed`, `not-reversible`.
   */
  async reverse(caller: RecordCaller, settlementId: string, reason: string): Promise<SettlementRecord> {
    const { scope } = caller.principal
    if (scope.institutionId !== undefined)
      throw settlementProblem('platform-only', 'only users of the platform undo settlements')
    const first = await this.find(scope, settlementId)
    if (first.reverses !== undefined)
      throw settlementProblem('not-reversible', 'a settlement that undoes another is not undone')
    const nowMs = this.#parts.clock.now()
    const [payer, payee] = await this.#booksOf(first)
    const settlement: Settlement = {
      settlementId: newId(nowMs),
      payer,
      payee,
      currency: first.currencyCode,
      amountMinor: first.amountMinor,
      externalReference: `reversal of ${first.id}`,
      valueDate: isoTimestamp(nowMs).slice(0, 10),
      note: maskPansIn(reason),
      reverses: first.id,
    }
    const { pipeline } = this.#parts
    await pipeline.postInBoth(this.#posting('payer', settlement, caller), this.#posting('payee', settlement, caller))
    return this.find(scope, settlement.settlementId)
  }

  /** The sides of a reversal, in the books that the settlement was posted in. */
  async #booksOf({ id, payerInstitutionId, payeeInstitutionId }: SettlementRecord) {
    const { rows } = await this.#parts.database.query<{ payer_book_id: string; payee_book_id: string }>(
      'SELECT payer_book_id, payee_book_id FROM digital_settlements WHERE settlement_id = $1',
      [id],
    )
    const [row] = rows
    if (row === undefined) throw new Error('a settlement has disappeared')
    const side = (institutionId: string, bookId: string): SettlementSide => ({
      institutionId,
      bookId,
      journalId: newId(this.#parts.clock.now()),
    })
    return [side(payeeInstitutionId, row.payee_book_id), side(payerInstitutionId, row.payer_book_id)] as const
  }

  #check({ payerInstitutionId, payeeInstitutionId, amountMinor, valueDate }: NewSettlement): void {
    const today = isoTimestamp(this.#parts.clock.now()).slice(0, 10)
    const faults = [
      ...(payerInstitutionId.toLowerCase() === payeeInstitutionId.toLowerCase()
        ? [{ path: 'payeeInstitutionId', message: 'must be another institution than the payer' }]
        : []),
      ...(amountMinor <= 0n ? [{ path: 'amount', message: 'must be above 0' }] : []),
      ...(valueDate > today ? [{ path: 'valueDate', message: 'must not be in the future' }] : []),
    ]
    if (faults.length > 0) throw invalidFields(faults)
  }

  async #side(institutionId: string, side: string): Promise<SettlementSide> {
    const { rows } = isUuid(institutionId)
      ? await this.#parts.database.query<{ institution_id: string; book_id: string }>(
          'SELECT institution_id, book_id FROM digital_institutions WHERE institution_id = $1',
          [institutionId],
        )
      : { rows: [] }
    const [row] = rows
    if (row === undefined)
      throw settlementProblem('institution-not-found', `there is no such institution as the ${side}`)
    const { institution_id: id, book_id: bookId } = row
    return { institutionId: id, bookId, journalId: newId(this.#parts.clock.now()) }
  }

  #posting(side: 'payer' | 'payee', settlement: Settlement, { actor }: RecordCaller): SettlementPosting {
    const { records } = this.#parts
    return {
      owner: records,
      institutionId: settlement[side].bookId,
      accountIds: [],
      joins: [{ owner: records.movements, accountIds: [] }],
      side,
      settlement,
      actor,
    }
  }
}
