// The loans of all institutions: opened, found, listed, and changed by events that commit with their journals.

import type { Actor } from '../../audit/actor.ts'
import type { Sql } from '../../storage/database.ts'
import type { ListPage, PageRequest } from '../../storage/list-query.ts'
import type { LoanPosition } from '../engine/loan-position.ts'
import type { Appended, CommandKey, LoanCommand, Previewed } from './loan-command.ts'
import type { LoanDraft, LoanFilter, LoanHistory, StoredSchedule } from './loan-record.ts'

export interface Opening {
  readonly actor: Actor
  readonly key?: CommandKey
  /** What else changes with it: the offer, the application and the decision that it comes from. */
  alongside?(sql: Sql, loanId: string): Promise<void>
}

/** The signatures that the operations build on. */
export interface LoanBookPort {
  /** Refusals: `loan-exists-for-offer`, `idempotency-key-reused`, and those of `alongside`. */
  open(draft: LoanDraft, opening: Opening): Promise<LoanHistory & { readonly replayed: boolean }>
  /** Refusals: `loan-not-found`, also for a loan of another partner. */
  find(partnerId: string, loanId: string): Promise<LoanHistory>
  /** On the business date of the institution when `asOf` is absent. */
  position(history: LoanHistory, asOf?: string): LoanPosition
  /** The business date of the loan's institution, YYYY-MM-DD. */
  businessDate(institutionId: string): string
  list(filter: LoanFilter, page: PageRequest): Promise<ListPage<LoanHistory>>
  /**
   * Refusals: those of `decide`, and `loan-not-found`, `version-conflict`, `idempotency-key-reused`,
   * `has-later-transactions`, `already-reversed`, `destination-invalid`, `insufficient-funds`, and the rules of the engine.
   */
  append(command: LoanCommand): Promise<Appended>
  /** As append() without writing anything; the key is ignored. */
  preview(command: LoanCommand): Promise<Previewed>
  /** Every schedule of the loan, oldest first. Refusals: `loan-not-found`. */
  schedules(history: LoanHistory): Promise<readonly StoredSchedule[]>
}
