// Owns the postings of cash of terminals: the movement, its journal, the exception that its difference is and the audit record commit
// together, or nothing does. So does the end of a difference.
//
// The vault of a terminal is locked by its advisory lock, so that movements of one terminal take turns; orders do not wait for them.

import { authorOf } from '../../administration/audit/actor.ts'
import { type BatchAudit, holdAudit } from '../../administration/audit/batch-audit.ts'
import { LOCK_ACCOUNTS_ELSEWHERE } from '../../channels/channel/remote/remote-records.ts'
import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import type { BatchContext, Books, OwnedBatch, Owner, Verdict } from '../../ledger/posting.ts'
import type { BatchHead } from '../../ledger/writing/batch-step.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { numberFromMinor } from '../../platform/kernel/money/money.ts'
import { unavailable } from '../../platform/kernel/problems/problem.ts'
import { isoTimestamp, systemClock } from '../../platform/kernel/time/clock.ts'
import { textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../platform/storage/batches/trip.ts'
import type { Step } from '../../platform/storage/database.ts'
import {
  CASH_ACCOUNTS,
  CASH_JOURNALS,
  CASH_WRITE_OFF,
  type CashAnswer,
  type CashPosting,
  type DifferencePosting,
  type MovementPosting,
  movementEntries,
  vaultOf,
  writeOffEntries,
} from './cash-movement.ts'
import { cashProblem } from './cash-problems.ts'
import {
  type AmountRow,
  expectedElsewhere,
  expectedInBooks,
  READ_STANDING,
  readInBatch,
  type Standing,
  type StandingRow,
  standingValues,
  toStanding,
} from './cash-standing.ts'
import {
  type DecidedMovement,
  type DifferenceRow,
  type EndedDifference,
  endStep,
  LOCK_TERMINALS,
  type MatchingRow,
  movementSteps,
  type OpenRow,
  READ_DIFFERENCE,
  READ_MATCHING,
  READ_OPEN_DIFFERENCES,
  READ_REFERENCE,
  type ReferenceRow,
  type TerminalRow,
} from './cash-steps.ts'
import { isSameMovement, resolutionRefusal, settledBy, stateRefusal, timeRefusal } from './decide-cash.ts'
import type { CashPlace } from './order-cash.ts'

export class CashRecords implements Owner<CashPosting, BankAccount> {
  async open(
    trip: Trip,
    context: BatchContext,
    postings: readonly CashPosting[],
  ): Promise<OwnedBatch<CashPosting, BankAccount>> {
    const { institutionId } = context
    const terminalIds = postings.map(terminalOf)
    const movements = postings.filter((posting) => posting.work === 'movement')
    const resolutions = postings.filter((posting) => posting.work === 'resolution')
    const [, , terminals, moving, ending, audit] = await Promise.all([
      // Corrections of the same batch have locked theirs before.
      trip.ask(LOCK_ACCOUNTS_ELSEWHERE, [institutionId, textArray([CASH_ACCOUNTS.suspense, CASH_ACCOUNTS.transit])]),
      trip.ask(LOCK_ACCOUNTS_ELSEWHERE, [institutionId, textArray(terminalIds.map(vaultOf))]),
      trip.ask<TerminalRow>(LOCK_TERMINALS, [institutionId, textArray(terminalIds)]),
      Promise.all(movements.map((posting) => readMovement(trip, posting))),
      Promise.all(resolutions.map((posting) => readDifference(trip, posting))),
      holdAudit(trip),
    ])
    return new CashBatch({
      statuses: new Map(terminals.rows.map((row) => [row.terminal_id, row.status])),
      moving: new Map(moving),
      ending: new Map(ending),
      audit,
    })
  }
}

interface MovementRead {
  readonly stored: ReferenceRow | undefined
  readonly standing: Standing
  /** In the books: of the vault; at another core: of the orders. Without what was summed before. */
  readonly amountMinor: bigint
  readonly open: readonly OpenRow[]
}

interface DifferenceRead {
  readonly row: DifferenceRow | undefined
  readonly matching: readonly MatchingRow[]
}

interface CashRead {
  readonly statuses: ReadonlyMap<string, string>
  readonly moving: ReadonlyMap<MovementPosting, MovementRead>
  readonly ending: ReadonlyMap<DifferencePosting, DifferenceRead>
  readonly audit: BatchAudit
}

/** Everything is asked before the first await: the pipeline sends right after. */
function readMovement(trip: Trip, posting: MovementPosting): Promise<readonly [MovementPosting, MovementRead]> {
  const { movement, isPosted, summed } = posting
  const place: CashPlace = movement
  const { institutionId, terminalId, currency, reference } = movement
  const orders = readInBatch(place, isPosted, summed.untilMs, movement.atMs)
  return Promise.all([
    trip.ask<ReferenceRow>(READ_REFERENCE, [institutionId, terminalId, reference]),
    trip.ask<StandingRow>(READ_STANDING, standingValues(place, isPosted, movement.atMs)),
    trip.ask<AmountRow>(orders.statement, orders.values),
    trip.ask<OpenRow>(READ_OPEN_DIFFERENCES, [institutionId, terminalId, currency]),
  ]).then(([stored, standing, amount, open]) => [
    posting,
    {
      stored: stored.rows[0],
      standing: toStanding(standing.rows[0]),
      amountMinor: amount.rows[0]?.amount_minor ?? 0n,
      open: open.rows,
    },
  ])
}

function readDifference(trip: Trip, posting: DifferencePosting): Promise<readonly [DifferencePosting, DifferenceRead]> {
  const { institutionId, exceptionId, correctionId } = posting
  return Promise.all([
    trip.ask<DifferenceRow>(READ_DIFFERENCE, [institutionId, exceptionId]),
    trip.ask<MatchingRow>(READ_MATCHING, [institutionId, exceptionId, correctionId ?? null]),
  ]).then(([row, matching]) => [posting, { row: row.rows[0], matching: matching.rows }])
}

class CashBatch implements OwnedBatch<CashPosting, BankAccount> {
  readonly #read: CashRead
  /** Terminals that a posting of the batch has changed: another one has to read anew. */
  readonly #changed = new Set<string>()
  readonly #moved: DecidedMovement[] = []
  readonly #ended: { readonly posting: DifferencePosting; readonly ended: EndedDifference }[] = []

  constructor(read: CashRead) {
    this.#read = read
  }

  decide(posting: CashPosting, books: Books<BankAccount>): Verdict<CashAnswer> {
    return posting.work === 'movement' ? this.#move(posting, books) : this.#end(posting, books)
  }

  #move(posting: MovementPosting, { nowMs }: Books<BankAccount>): Verdict<CashAnswer> {
    const { movement, institution, isPosted, summed } = posting
    const { terminalId, kind, amountMinor, atMs } = movement
    const read = this.#read.moving.get(posting)
    if (read === undefined) throw new Error('a movement of cash was not read')
    const { stored, standing } = read
    if (stored !== undefined) {
      const id = stored.movement_id
      if (isSameMovement(stored, movement)) return { repeats: id, answer: () => ({ kind: 'stored', id }) }
      return { problem: cashProblem('reference-taken', 'the reference was used for another movement'), repeats: id }
    }
    if (this.#changed.has(terminalId) || (!isPosted && !isSameAnchor(standing, summed)))
      return { answer: () => ({ kind: 'again' }) }
    const problem =
      stateRefusal(movement, this.#read.statuses.get(terminalId), institution) ??
      timeRefusal(atMs, nowMs, standing.lastCountMs)
    if (problem !== undefined) return { problem }
    if (institution.cutoverUntilMs > nowMs) return { problem: unavailable('the business day is being closed') }
    const expectedMinor = isPosted
      ? expectedInBooks(read.amountMinor - summed.amountMinor, standing)
      : expectedElsewhere(standing, read.amountMinor + summed.amountMinor)
    const isFirst = kind === 'COUNT' && standing.anchor?.kind !== 'COUNT'
    const differenceMinor = kind === 'COUNT' && !isFirst ? amountMinor - expectedMinor : 0n
    const settles = differenceMinor === 0n ? [] : settledBy(differenceMinor, read.open)
    const opensMinor = differenceMinor === 0n || settles.length > 0 ? undefined : differenceMinor
    const entries = isPosted ? movementEntries(movement, expectedMinor, isFirst) : []
    const { id } = movement
    return {
      records: id,
      ...(entries.length > 0 && { journal: { journalId: id, kind: CASH_JOURNALS[kind], entries } }),
      answer: () => {
        this.#changed.add(terminalId)
        this.#moved.push({ posting, expectedMinor, isFirst, opensMinor, settles })
        return { kind: 'stored', id }
      },
    }
  }

  #end(posting: DifferencePosting, { nowMs }: Books<BankAccount>): Verdict<CashAnswer> {
    const { exceptionId, action, reason, correctionId, terminalId, institution, actor } = posting
    const { row, matching = [] } = this.#read.ending.get(posting) ?? {}
    if (row === undefined) return { problem: cashProblem('already-resolved', 'the exception is gone') }
    if (this.#changed.has(terminalId)) return { answer: () => ({ kind: 'again' }) }
    const refusal = resolutionRefusal(posting, row, matching)
    if (refusal !== undefined) return { problem: refusal }
    const ended = { exceptionId, action, reason, by: authorOf(actor), correctionId }
    const end = (journalId?: string): CashAnswer => {
      this.#changed.add(terminalId)
      this.#ended.push({ posting, ended: { ...ended, journalId } })
      return { kind: 'stored', id: exceptionId }
    }
    if (action !== 'WRITE_OFF') return { answer: () => end() }
    if (institution.cutoverUntilMs > nowMs) return { problem: unavailable('the business day is being closed') }
    const journalId = newId(nowMs)
    const entries = writeOffEntries(row.difference_minor, row.currency)
    return { journal: { journalId, kind: CASH_WRITE_OFF, entries }, answer: () => end(journalId) }
  }

  steps(head: BatchHead): Step[] {
    return [
      ...this.#moved.flatMap((decided) => movementSteps(head, decided)),
      ...this.#ended.map(({ ended }) => endStep(head, ended)),
      ...this.#moved.map((decided) => this.#auditMovement(decided)),
      ...this.#ended.map((one) => this.#auditEnd(one)),
    ]
  }

  #auditMovement({ posting, expectedMinor, isFirst, opensMinor, settles }: DecidedMovement): Step {
    const { movement, terminal, actor } = posting
    const { id, institutionId, terminalId, kind, currency, reference, note } = movement
    return this.#read.audit.append(systemClock.now(), actor, {
      action: 'terminal.cash',
      resource: 'terminal',
      resourceId: terminal.id,
      institutionId,
      ...(terminal.subTenantId !== undefined && { subTenantId: terminal.subTenantId }),
      after: {
        movementId: id,
        terminalId,
        kind,
        currencyCode: currency,
        amount: numberFromMinor(movement.amountMinor, currency),
        reference,
        at: isoTimestamp(movement.atMs),
        ...(note !== undefined && { note }),
        expected: numberFromMinor(expectedMinor, currency),
        ...(isFirst && { isFirst }),
        ...(opensMinor !== undefined && { difference: numberFromMinor(opensMinor, currency) }),
        ...(settles.length > 0 && { settles }),
      },
    })
  }

  #auditEnd({ posting, ended }: { readonly posting: DifferencePosting; readonly ended: EndedDifference }): Step {
    const { institutionId, exceptionId, actor } = posting
    const { action, reason, journalId, correctionId } = ended
    return this.#read.audit.append(systemClock.now(), actor, {
      action: 'exception.resolve',
      resource: 'exception',
      resourceId: exceptionId,
      institutionId,
      before: { kind: 'CASH_DIFFERENCE', state: 'OPEN' },
      after: {
        kind: 'CASH_DIFFERENCE',
        state: 'RESOLVED',
        action,
        reason,
        ...(journalId !== undefined && { journalId }),
        ...(correctionId !== undefined && { correctionId }),
      },
    })
  }
}

/** What was summed before still begins where the cash is counted from. */
function isSameAnchor({ anchor }: Standing, { anchor: summed }: MovementPosting['summed']): boolean {
  return anchor?.id === summed?.id && anchor?.archivedMinor === summed?.archivedMinor
}

function terminalOf(posting: CashPosting): string {
  return posting.work === 'movement' ? posting.movement.terminalId : posting.terminalId
}
