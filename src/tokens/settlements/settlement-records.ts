// Owns the postings of settlements: the record, the journals in both books and the audit record commit together.
//
// Both institutions are locked first. Transfers that change what an institution owes hold it shared, and so does a new transfer
// under a net-debit-cap: what is read here after the lock stays true until the commit. Transfers of the same batch have no
// effect on what is read, so the batch of movements tells what they change.

import { authorOf } from '../../administration/audit/actor.ts'
import { type BatchAudit, holdAudit } from '../../administration/audit/batch-audit.ts'
import { eventStep, type NewEvent } from '../../administration/events/event-outbox.ts'
import type { Account } from '../../ledger/account.ts'
import type { BatchContext, BatchOf, Books, OwnedBatch, Owner, Verdict } from '../../ledger/posting.ts'
import type { BatchHead } from '../../ledger/writing/batch-step.ts'
import { numberFromMinor } from '../../platform/kernel/money/money.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { Trip } from '../../platform/storage/batches/trip.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'
import { settlementPaidEntries, settlementReceivedEntries } from '../movements/accounts/token-accounts.ts'
import type { MovementBatch } from '../movements/posting/movement-batch.ts'
import { type MovementRecords, readOwedInBook } from '../movements/posting/movement-records.ts'
import type { Settlement, SettlementPosting, SettlementSide } from './settlement-posting.ts'
import { settlementProblem } from './settlement-problems.ts'

/** The kinds of the journals, in the payer's and the payee's book. */
export const SETTLEMENT_JOURNALS = { payer: 'TOKEN_SETTLEMENT_PAID', payee: 'TOKEN_SETTLEMENT_RECEIVED' } as const

const LOCK_SETTLING: Statement = {
  name: 'lock-settling-institutions',
  text: `SELECT institution_id, partner_id, state FROM digital_institutions
          WHERE institution_id = ANY ($1::uuid[])
          ORDER BY institution_id
            FOR UPDATE`,
}

const READ_SETTLED: Statement = {
  name: 'read-settlement-references',
  text: 'SELECT external_reference, settlement_id FROM digital_settlements WHERE external_reference = ANY ($1::text[])',
}

const READ_REVERSED: Statement = {
  name: 'read-reversed-settlements',
  text: 'SELECT reverses, settlement_id FROM digital_settlements WHERE reverses = ANY ($1::uuid[])',
}

const READ_DEBTS: Statement = {
  name: 'read-token-debts',
  text: `SELECT k.issuer_id, k.currency, coalesce(sum(g.amount_minor), 0)::bigint AS owed_minor
           FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::uuid[], $3::text[]) AS k (book_id, issuer_id, currency)) AS k
           LEFT JOIN LATERAL (
                SELECT t.amount_minor FROM general_ledger_totals t
                 WHERE t.institution_id = k.book_id AND t.account = 'tokens:' || k.issuer_id || ':owed' AND t.currency = k.currency
                 UNION ALL
                SELECT d.amount_minor FROM general_ledger_deltas d
                 WHERE d.institution_id = k.book_id AND d.account = 'tokens:' || k.issuer_id || ':owed' AND d.currency = k.currency
                ) AS g ON true
          GROUP BY k.issuer_id, k.currency`,
}

const INSERT_SETTLEMENT: Statement = {
  name: 'insert-digital-settlement',
  text: `INSERT INTO digital_settlements (settlement_id, payer_institution_id, payee_institution_id, payer_book_id, payee_book_id,
                currency, amount_minor, external_reference, value_date, note, payer_journal_id, payee_journal_id, created_at,
                updated_at, created_by, updated_by, reverses)
         VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7::bigint, $8, $9::date, $10, $11::uuid, $12::uuid, $13::timestamptz,
                 $13::timestamptz, $14, $14, $15::uuid)`,
}

const NOTE_REVERSAL: Statement = {
  name: 'note-digital-settlement-reversal',
  text: 'UPDATE digital_settlements SET reversed_by = $2::uuid WHERE settlement_id = $1::uuid',
}

interface InstitutionRow {
  readonly institution_id: string
  readonly partner_id: string
  readonly state: string
}

interface ReversedRow {
  readonly reverses: string
  readonly settlement_id: string
}

interface SettledRow {
  readonly external_reference: string
  readonly settlement_id: string
}

interface DebtRow {
  readonly issuer_id: string
  readonly currency: string
  readonly owed_minor: bigint
}

export class SettlementRecords<A extends Account = Account> implements Owner<SettlementPosting, A> {
  readonly movements: MovementRecords<A>

  constructor(movements: MovementRecords<A>) {
    this.movements = movements
  }

  async open(
    trip: Trip,
    context: BatchContext,
    postings: readonly SettlementPosting[],
  ): Promise<OwnedBatch<SettlementPosting, A>> {
    const sides = postings.map((posting) => ({ ...ownSide(posting), currency: posting.settlement.currency }))
    const [institutions, settled, reversed, debts, audit] = await Promise.all([
      trip.askTogether<InstitutionRow>(LOCK_SETTLING, [
        postings.flatMap(({ settlement: { payer, payee } }) => [payer.institutionId, payee.institutionId]),
      ]),
      trip.askTogether<SettledRow>(READ_SETTLED, [postings.map(({ settlement }) => settlement.externalReference)]),
      trip.askTogether<ReversedRow>(READ_REVERSED, [postings.flatMap(({ settlement }) => settlement.reverses ?? [])]),
      readDebts(trip, context.institutionId, sides),
      holdAudit(trip),
    ])
    const movements = this.movements as unknown as Owner
    return new SettlementBatch<A>({
      institutions: institutions.rows,
      settled: settled.rows,
      reversed: reversed.rows,
      debts,
      audit,
      movements,
    })
  }
}

interface DebtSide {
  readonly bookId: string
  readonly institutionId: string
  readonly currency: string
}

async function readDebts(trip: Trip, bookId: string, sides: readonly DebtSide[]): Promise<readonly DebtRow[]> {
  const issuerIds = sides.map(({ institutionId }) => institutionId)
  const currencies = sides.map(({ currency }) => currency)
  if (trip.isDistributed) return readOwedInBook(trip, bookId, issuerIds, currencies)
  return (await trip.askTogether<DebtRow>(READ_DEBTS, [sides.map((side) => side.bookId), issuerIds, currencies])).rows
}

interface SettlementsRead {
  readonly institutions: readonly InstitutionRow[]
  readonly reversed: readonly ReversedRow[]
  readonly settled: readonly SettledRow[]
  readonly debts: readonly DebtRow[]
  readonly audit: BatchAudit
  readonly movements: Owner
}

class SettlementBatch<A extends Account> implements OwnedBatch<SettlementPosting, A> {
  readonly #read: SettlementsRead
  readonly #settled: Map<string, string>
  readonly #debts: Map<string, bigint>
  /** By the settlement that is undone. */
  readonly #reversed: Map<string, string>
  readonly #offboarded: ReadonlySet<string>
  readonly #added: SettlementPosting[] = []

  constructor(read: SettlementsRead) {
    this.#read = read
    this.#settled = new Map(read.settled.map((row) => [row.external_reference, row.settlement_id]))
    this.#reversed = new Map(read.reversed.map((row) => [row.reverses, row.settlement_id]))
    this.#offboarded = new Set(
      read.institutions.filter(({ state }) => state === 'OFFBOARDED').map((row) => row.institution_id),
    )
    this.#debts = new Map(read.debts.map((row) => [debtKey(row.issuer_id, row.currency), row.owed_minor]))
  }

  decide(posting: SettlementPosting, _books: Books<A>, batchOf: BatchOf<A>): Verdict<void> {
    const { side, settlement } = posting
    const { settlementId, currency, amountMinor, externalReference, reverses } = settlement
    const refusal = this.#reversalRefusal(settlement)
    if (refusal !== undefined) return refusal
    const known = this.#settled.get(externalReference)
    if (known !== undefined)
      return {
        problem: settlementProblem('reference-taken', 'there is a settlement with this externalReference'),
        repeats: known,
      }
    const { institutionId, journalId } = ownSide(posting)
    const movements = batchOf(this.#read.movements) as MovementBatch<A> | undefined
    if (movements === undefined) throw new Error('a settlement is posted without the movements of its book')
    const owedMinor =
      (this.#debts.get(debtKey(institutionId, currency)) ?? 0n) + movements.owedMoved(institutionId, currency)
    const isPayer = side === 'payer'
    // What is undone was owed before, whatever it is now.
    if (reverses === undefined && (isPayer ? owedMinor : -owedMinor) < amountMinor)
      return {
        problem: settlementProblem(
          'exceeds-debt',
          isPayer ? 'the payer does not owe as much' : 'the payee is not owed as much',
        ),
      }
    const moved = { issuerId: institutionId, currency, amountMinor }
    return {
      records: settlementId,
      journal: {
        journalId,
        kind: SETTLEMENT_JOURNALS[side],
        entries: isPayer ? settlementPaidEntries(moved) : settlementReceivedEntries(moved),
      },
      answer: () => {
        this.#settled.set(externalReference, settlementId)
        if (reverses !== undefined) this.#reversed.set(reverses, settlementId)
        movements.settle(institutionId, currency, isPayer ? -amountMinor : amountMinor)
        if (isPayer) this.#added.push(posting)
      },
    }
  }

  #reversalRefusal({ reverses, payer, payee }: Settlement): Verdict<void> | undefined {
    if (reverses === undefined) return undefined
    const known = this.#reversed.get(reverses)
    if (known !== undefined)
      return { problem: settlementProblem('already-reversed', 'the settlement is undone already'), repeats: known }
    if (![payer, payee].some(({ institutionId }) => this.#offboarded.has(institutionId))) return undefined
    return { problem: settlementProblem('not-reversible', 'one of the institutions is offboarded') }
  }

  steps({ nowMs, recordedAt }: BatchHead): Step[] {
    return this.#added.flatMap(({ settlement, actor }) => {
      const { settlementId, payer, payee, currency, amountMinor, externalReference, valueDate, note, reverses } =
        settlement
      const values = [
        settlementId,
        payer.institutionId,
        payee.institutionId,
        payer.bookId,
        payee.bookId,
        currency,
        amountMinor.toString(),
        externalReference,
        valueDate,
        note ?? null,
        payer.journalId,
        payee.journalId,
        recordedAt,
        authorOf(actor),
        reverses ?? null,
      ]
      const entry = {
        action: reverses === undefined ? 'digital-settlement.create' : 'digital-settlement.reverse',
        resource: 'digital-settlement',
        resourceId: settlementId,
        after: {
          payerInstitutionId: payer.institutionId,
          payeeInstitutionId: payee.institutionId,
          currencyCode: currency,
          amountMinor: amountMinor.toString(),
          externalReference,
          valueDate,
          ...(note !== undefined && { note }),
          ...(reverses !== undefined && { reverses }),
        },
      }
      // Real time, as all records of administration, also where the sandbox's clock has been moved.
      return [
        { statement: INSERT_SETTLEMENT, values },
        ...(reverses === undefined ? [] : [{ statement: NOTE_REVERSAL, values: [reverses, settlementId] }]),
        this.#read.audit.append(systemClock.now(), actor, entry),
        ...settlementEvents(settlement, this.#read.institutions).map((event) => eventStep(nowMs, event)),
      ]
    })
  }
}

/** For the partners of both sides. */
function settlementEvents(settlement: Settlement, institutions: readonly InstitutionRow[]): NewEvent[] {
  const { settlementId, payer, payee, currency, amountMinor, externalReference, valueDate } = settlement
  const sides = [payer, payee].flatMap(({ institutionId, bookId }) =>
    institutions
      .filter((row) => row.institution_id === institutionId)
      .map((row) => ({ partnerId: row.partner_id, institutionId: bookId })),
  )
  return [...new Map(sides.toReversed().map((side) => [side.partnerId, side])).values()].map((side) => ({
    ...side,
    kind: 'digital-settlement.created',
    resource: `digital-settlement/${settlementId}`,
    data: {
      settlementId,
      payerInstitutionId: payer.institutionId,
      payeeInstitutionId: payee.institutionId,
      amount: numberFromMinor(amountMinor, currency),
      currencyCode: currency,
      externalReference,
      valueDate,
    },
  }))
}

function ownSide({ side, settlement }: SettlementPosting): SettlementSide {
  return settlement[side]
}

function debtKey(institutionId: string, currency: string): string {
  return `${institutionId} ${currency}`
}
