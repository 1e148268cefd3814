// Adjusts a ledger that differs from the book of one account: one ISSUE or BURN of the difference, without a journal. It is stored
// under its id with the exception before the ledger is asked, so that any node may go on with it; the exception ends when book and
// ledger are found to agree.

import type { Actor } from '../../administration/audit/actor.ts'
import { type AuditEntry, recordAudit } from '../../administration/audit/audit-log.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { isUnclear, timedOut } from '../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp, systemClock } from '../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database } from '../../platform/storage/database.ts'
import { assetIdOf, type DigitalLedger, type LedgerOp, type OpStatus } from '../ledgers/digital-ledger.ts'
import type { LedgerName } from '../ledgers/ledger-names.ts'
import { isOpenOn } from '../ledgers/reconcile.ts'
import { tokenExceptionProblem } from './token-exception-problems.ts'

export interface Adjustment {
  readonly opId: string
  readonly kind: 'ISSUE' | 'BURN'
  readonly amountMinor: string
  readonly reason: string
  readonly by: string
  readonly at: string
}

export interface LedgerAdjustmentsParts {
  readonly database: Database
  readonly clock: Clock
  ledgerOf(name: LedgerName): DigitalLedger
  /** Compares an account with its ledger now. */
  reconcile(accountId: string): Promise<void>
  readonly log?: { warn(details: object, message: string): void } | undefined
}

interface AdjustedRow {
  readonly exception_id: string
  readonly account_id: string
  readonly institution_id: string
  readonly currency: string
  readonly ledger: LedgerName
  readonly adjustment: Adjustment
}

const EVERY_MS = 1_000
const PER_RUN = 50
const LEASE_MS = 10_000
const CALL_LIMIT_MS = 5_000

export class LedgerAdjustments {
  readonly #parts: LedgerAdjustmentsParts

  constructor(parts: LedgerAdjustmentsParts) {
    this.#parts = parts
  }

  /** Refusals: `already-resolved`, `action-not-possible`, `payment-under-way`. */
  async adjust(
    { exceptionId, accountId }: { readonly exceptionId: string; readonly accountId: string },
    by: { readonly author: string; readonly reason: string; readonly actor: Actor; readonly audit: AuditEntry },
  ): Promise<void> {
    const { database, clock } = this.#parts
    // The difference as it is now, not as it was when somebody asked.
    await this.#parts.reconcile(accountId)
    await database.transaction(async (sql) => {
      const { rows } = await sql.query<{
        institution_id: string
        ended_at: Date | null
        drift_minor: string | null
        adjustment: Adjustment | null
      }>(
        `SELECT institution_id, ended_at, drift_minor::text, adjustment FROM token_exceptions
          WHERE exception_id = $1 FOR NO KEY UPDATE`,
        [exceptionId],
      )
      const [row] = rows
      if (row === undefined || row.ended_at !== null)
        throw tokenExceptionProblem('already-resolved', 'the exception is resolved already')
      if (row.adjustment !== null)
        throw tokenExceptionProblem('payment-under-way', 'an adjustment is under way whose outcome is not known yet')
      const driftMinor = BigInt(row.drift_minor ?? 0)
      if (driftMinor === 0n)
        throw tokenExceptionProblem('action-not-possible', 'only a difference of balances can be adjusted')
      if (await isOpenOn(sql, row.institution_id, accountId))
        throw tokenExceptionProblem('action-not-possible', 'something else is open on the account')
      const nowMs = clock.now()
      const adjustment: Adjustment = {
        opId: newId(nowMs),
        kind: driftMinor < 0n ? 'ISSUE' : 'BURN',
        amountMinor: String(driftMinor < 0n ? -driftMinor : driftMinor),
        reason: by.reason,
        by: by.author,
        at: isoTimestamp(nowMs),
      }
      await sql.query(
        'UPDATE token_exceptions SET adjustment = $2::jsonb, adjustment_due_at = $3 WHERE exception_id = $1',
        [exceptionId, JSON.stringify(adjustment), isoTimestamp(nowMs)],
      )
      await recordAudit(sql, systemClock.now(), by.actor, by.audit)
    })
    await this.run()
  }

  sweep(): Sweep {
    return { name: 'ledger-adjustments', everyMs: EVERY_MS, run: () => this.run() }
  }

  /** Goes on with adjustments whose time has come, on every node. */
  async run(): Promise<void> {
    const { database, clock } = this.#parts
    const nowMs = clock.now()
    const { rows } = await database.query<AdjustedRow>(
      `UPDATE token_exceptions AS e SET adjustment_due_at = $2
         FROM digital_accounts d JOIN digital_institutions i ON i.institution_id = d.institution_id
        WHERE e.exception_id IN (SELECT exception_id FROM token_exceptions WHERE adjustment_due_at <= $1
                                  ORDER BY adjustment_due_at LIMIT ${PER_RUN} FOR UPDATE SKIP LOCKED)
          AND d.account_id = e.account_id
       RETURNING e.exception_id, e.account_id, i.institution_id, d.currency, i.ledger, e.adjustment`,
      [isoTimestamp(nowMs), isoTimestamp(nowMs + LEASE_MS)],
    )
    for (const row of rows) await this.#carryOut(row)
  }

  async #carryOut(row: AdjustedRow): Promise<void> {
    const { database, clock } = this.#parts
    const { opId, reason, by } = row.adjustment
    const status = await this.#ask(row)
    const now = isoTimestamp(clock.now())
    if (status?.status === 'FINAL') {
      // The action stays with the row, for when it ends.
      await database.query(
        `UPDATE token_exceptions SET adjustment = NULL, adjustment_due_at = NULL, last_at = $3, action = 'ADJUST_LEDGER',
                reason = $4, resolved_by = $5
          WHERE exception_id = $1 AND adjustment ->> 'opId' = $2`,
        [row.exception_id, opId, now, reason, by],
      )
      await this.#parts.reconcile(row.account_id)
    } else if (status?.status === 'FAILED') {
      await database.query(
        `UPDATE token_exceptions SET adjustment = NULL, adjustment_due_at = NULL, last_at = $3, attempts = attempts + 1
          WHERE exception_id = $1 AND adjustment ->> 'opId' = $2`,
        [row.exception_id, opId, now],
      )
    } else {
      await database.query(
        `UPDATE token_exceptions SET adjustment_due_at = $3 WHERE exception_id = $1 AND adjustment ->> 'opId' = $2`,
        [row.exception_id, opId, isoTimestamp(clock.now() + EVERY_MS)],
      )
    }
  }

  /** Undefined while it is not known. Null is no failure: the operation is submitted again under its id. */
  async #ask({ institution_id: institutionId, currency, account_id: accountId, ...row }: AdjustedRow) {
    const { opId, kind, amountMinor } = row.adjustment
    const ledger = this.#parts.ledgerOf(row.ledger)
    const op: LedgerOp = {
      opId,
      kind,
      assetId: assetIdOf(institutionId, currency),
      accountId,
      amountMinor: BigInt(amountMinor),
    }
    try {
      const [known] = await limited(ledger.getOps([opId]))
      if (known != null) return known
      const [status] = await limited(ledger.submit([op]))
      return status
    } catch (error) {
      if (!isUnclear(error)) this.#parts.log?.warn({ err: error }, 'a ledger could not be adjusted')
      return undefined
    }
  }
}

function limited(call: Promise<readonly (OpStatus | null)[]>): Promise<readonly (OpStatus | null)[]> {
  return withTimeout(call, CALL_LIMIT_MS, () => timedOut('no answer in time'))
}
