// Carries out payments of unclaimed money. A payment is stored under its own reference before the core is called; a core executes
// a reference once, so that any node may go on with it after a lost answer or a crash.

import type { Actor } from '../../administration/audit/actor.ts'
import type { AuditEntry } from '../../administration/audit/audit-log.ts'
import type { Account } from '../../ledger/account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import { isUnclear, timedOut } from '../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { RemoteOf } from '../movements/accounts/linked-accounts.ts'
import type { CoordinatorParts } from '../movements/coordination/coordinator.ts'
import { Interrupted } from '../movements/coordination/interrupted.ts'
import { AlreadyRecorded } from '../movements/posting/movement-posting.ts'
import type { BeginPayment, EndPayment, Payment, PaymentEnd } from './payment.ts'
import type { PaymentRecords } from './payment-records.ts'

export interface UnclaimedPaymentsParts<A extends Account> {
  readonly database: Database
  readonly clock: Clock
  readonly pipeline: Pick<PostingPipeline<A>, 'post'>
  readonly records: PaymentRecords<A>
  readonly remoteOf: RemoteOf
  readonly log?: { warn(details: object, message: string): void } | undefined
  /** Tests stop the process here. */
  readonly interrupt?: CoordinatorParts['interrupt']
}

/** What a payment is of. */
export interface Unclaimed {
  readonly exceptionId: string
  readonly movementId: string
  readonly bookId: string
  readonly partnerId: string
  readonly currency: string
  readonly amountMinor: bigint
}

interface DueRow {
  readonly exception_id: string
  readonly movement_id: string
  readonly institution_id: string
  readonly partner_id: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly payment: Payment
}

const EVERY_MS = 1_000
const PER_RUN = 50
const AT_ONCE = 8
const CALL_LIMIT_MS = 5_000
const LEASE_MS = 10_000
const MAX_LATER_MS = 60_000

export class UnclaimedPayments<A extends Account = Account> {
  readonly #parts: UnclaimedPaymentsParts<A>

  constructor(parts: UnclaimedPaymentsParts<A>) {
    this.#parts = parts
  }

  /** Stores the payment and carries it out. Rejects when it cannot be stored; undefined: the outcome is not known yet. */
  async pay(
    unclaimed: Unclaimed,
    payment: Payment,
    by: { readonly actor: Actor; readonly audit: AuditEntry },
  ): Promise<PaymentEnd | undefined> {
    const posting: BeginPayment = { kind: 'begin', ...this.#place(unclaimed, payment), ...by }
    await this.#parts.pipeline.post(posting)
    this.#parts.interrupt?.('payment: stored')
    return this.#carryOut(unclaimed, payment)
  }

  sweep(): Sweep {
    return { name: 'unclaimed-payments', everyMs: EVERY_MS, run: () => this.run() }
  }

  /** After a crash no request goes on with what is open: makes it due, apart from what another node works on. */
  async resume(): Promise<void> {
    await this.#parts.database.query(
      `UPDATE token_exceptions SET payment_due_at = $1
        WHERE exception_id IN (SELECT exception_id FROM token_exceptions WHERE payment_due_at > $1 FOR UPDATE SKIP LOCKED)`,
      [isoTimestamp(this.#parts.clock.now())],
    )
  }

  /** Goes on with payments whose time has come, on every node. */
  async run(): Promise<void> {
    const due = await this.#claim()
    const queue = [...due]
    const failures: unknown[] = []
    const work = async () => {
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
        try {
          await this.#carryOut(unclaimedOf(row), row.payment)
        } catch (error) {
          failures.push(error)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (failures.length > 0) throw new AggregateError(failures, 'some payments of unclaimed money cannot go on')
  }

  /** Takes due payments for a while, so that another node takes others. */
  async #claim(): Promise<readonly DueRow[]> {
    const { database, clock } = this.#parts
    const nowMs = clock.now()
    if (database.isDistributed) return this.#claimInBooks(nowMs)
    const { rows } = await database.query<DueRow>(
      `UPDATE token_exceptions AS e SET payment_due_at = $2
         FROM token_movements m
        WHERE e.exception_id IN (SELECT exception_id FROM token_exceptions WHERE payment_due_at <= $1
                                  ORDER BY payment_due_at LIMIT ${PER_RUN} FOR UPDATE SKIP LOCKED)
          AND m.movement_id = e.movement_id
       RETURNING e.exception_id, e.movement_id, e.institution_id, m.partner_id, m.currency, m.amount_minor, e.payment`,
      [isoTimestamp(nowMs), isoTimestamp(nowMs + LEASE_MS)],
    )
    return rows
  }

  /** Distributed books: exceptions are the coordinator's, and their movements are read at the servers of their books. */
  async #claimInBooks(nowMs: number): Promise<readonly DueRow[]> {
    const { database } = this.#parts
    const { rows } = await database.query<Omit<DueRow, 'partner_id' | 'currency' | 'amount_minor'>>(
      `UPDATE token_exceptions SET payment_due_at = $2
        WHERE exception_id IN (SELECT exception_id FROM token_exceptions WHERE payment_due_at <= $1
                                ORDER BY payment_due_at LIMIT ${PER_RUN} FOR UPDATE SKIP LOCKED)
       RETURNING exception_id, movement_id, institution_id, payment`,
      [isoTimestamp(nowMs), isoTimestamp(nowMs + LEASE_MS)],
    )
    const due: DueRow[] = []
    for (const row of rows) {
      const moved = await database.query<Pick<DueRow, 'partner_id' | 'currency' | 'amount_minor'>>(
        'SELECT partner_id, currency, amount_minor FROM token_movements WHERE institution_id = $1 AND movement_id = $2::uuid',
        [row.institution_id, row.movement_id],
      )
      for (const movement of moved.rows) due.push({ ...row, ...movement })
    }
    return due
  }

  async #carryOut(unclaimed: Unclaimed, payment: Payment): Promise<PaymentEnd | undefined> {
    const coreSays = payment.isRemote === true ? await this.#askCore(unclaimed, payment) : undefined
    if (payment.isRemote === true && coreSays === undefined) {
      await this.#lookAgain(unclaimed, payment)
      return undefined
    }
    const posting: EndPayment = { kind: 'end', ...this.#place(unclaimed, payment), coreSays }
    try {
      const end = await this.#parts.pipeline.post(posting)
      this.#parts.interrupt?.('payment: ended')
      return end
    } catch (error) {
      // Another node was faster, or it is not known whether it was posted: the sweep looks again.
      if (error instanceof AlreadyRecorded || isUnclear(error)) return undefined
      throw error
    }
  }

  /** Undefined while the outcome is unknown: no error is a refusal. */
  async #askCore(
    { bookId, partnerId, currency, amountMinor, exceptionId }: Unclaimed,
    { reference, linkedAccountId = '' }: Payment,
  ): Promise<'moved' | 'refused' | undefined> {
    const { remoteOf, log, interrupt } = this.#parts
    const order = {
      reference,
      bookId,
      partnerId,
      accountId: linkedAccountId,
      direction: 'CREDIT',
      currency,
      amountMinor,
      // Otherwise no other way would be open as long as the core rejects the call.
      mayBeGivenUp: true,
    } as const
    interrupt?.('payment: before calling the core')
    try {
      const remote = remoteOf(bookId, linkedAccountId)
      // The institution has moved to another core since: a person has to look at it.
      if (remote === undefined) throw new Error('a payment waits for a core that is not there')
      const { moved } = await withTimeout(remote.move(order), CALL_LIMIT_MS, () => timedOut('no answer in time'))
      interrupt?.('payment: after calling the core')
      return moved ? 'moved' : 'refused'
    } catch (error) {
      if (error instanceof Interrupted) throw error
      if (!isUnclear(error)) log?.warn({ err: error, exceptionId }, 'a core could not pay unclaimed money')
      return undefined
    }
  }

  /** The older it is, the longer until the next look. */
  async #lookAgain({ exceptionId }: Unclaimed, { reference, at }: Payment): Promise<void> {
    const { database, clock } = this.#parts
    const nowMs = clock.now()
    const laterMs = Math.min(Math.max((nowMs - Date.parse(at)) / 4, EVERY_MS), MAX_LATER_MS)
    await database.query(
      `UPDATE token_exceptions SET payment_due_at = $3
        WHERE exception_id = $1 AND payment ->> 'reference' = $2 AND payment_due_at IS NOT NULL`,
      [exceptionId, reference, isoTimestamp(nowMs + laterMs)],
    )
  }

  #place({ exceptionId, movementId, bookId }: Unclaimed, payment: Payment) {
    const isHere = payment.isRemote !== true && payment.linkedAccountId !== undefined
    return {
      owner: this.#parts.records,
      institutionId: bookId,
      accountIds: isHere ? [payment.linkedAccountId as string] : [],
      exceptionId,
      movementId,
      payment,
    }
  }
}

function unclaimedOf(row: DueRow): Unclaimed {
  return {
    exceptionId: row.exception_id,
    movementId: row.movement_id,
    bookId: row.institution_id,
    partnerId: row.partner_id,
    currency: row.currency,
    amountMinor: row.amount_minor,
  }
}
