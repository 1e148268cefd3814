// The built-in ledger in one batch of the posting pipeline, for one book: accounts under lock, the operations and holds that
// the batch may meet, and what it writes. Later operations of the batch see what earlier ones have recorded.

import type { Books, Posting, Verdict } from '../../../ledger/posting.ts'
import { type BatchHead, step } from '../../../ledger/writing/batch-step.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import { copyRow, copyStep } from '../../../platform/storage/batches/copy-row.ts'
import { columnStep } from '../../../platform/storage/batches/merge-steps.ts'
import type { Step } from '../../../platform/storage/database.ts'
import type { LedgerFailure, LedgerOp, OpStatus, Restriction } from '../digital-ledger.ts'
import type { Applicable, JoinedLedgerBatch, OpPart } from '../joined-ledger.ts'
import {
  type AccountRow,
  COPY_HOLDS,
  COPY_OPERATIONS,
  END_HOLDS,
  type HoldRow,
  type OperationRow,
  UPDATE_BALANCES,
  UPDATE_BALANCES_IN_BOOK,
  UPDATE_RESTRICTIONS,
} from './builtin-statements.ts'
import { type LedgerAccountState, LedgerChange, type LedgerHoldState } from './ledger-change.ts'

/** An operation that has ended: FAILED with a reason, FINAL without one. */
interface EndedOp {
  readonly opId: string
  readonly kind: string
  readonly reason: LedgerFailure | null
  readonly endedAtMs: number
}

/** What can be said of an operation in one book, before anything is recorded. */
export type PartVerdict =
  | { readonly known: OpStatus }
  | { readonly failed: LedgerFailure }
  | { readonly change: LedgerChange }

/** An operation of its own, or the part of it that concerns one book. */
export interface SubmitPosting extends Posting<OpStatus> {
  /** Only the actions in this book. */
  readonly op: LedgerOp
  /** The kind of the whole operation. */
  readonly kind: LedgerOp['kind']
  readonly ledgerAccountIds: readonly string[]
  readonly holdIds: readonly string[]
  readonly part: OpPart
  /** Shared by both parts of an operation: each notes its verdict, and both answer when all are there. */
  readonly verdicts: Map<string, PartVerdict>
}

export class BuiltinBatch implements JoinedLedgerBatch {
  readonly #accounts = new Map<string, LedgerAccountState>()
  readonly #holds = new Map<string, LedgerHoldState>()
  readonly #operations = new Map<string, Pick<EndedOp, 'reason' | 'endedAtMs'>>()
  readonly #addedOperations: EndedOp[] = []
  readonly #addedHolds = new Set<LedgerHoldState>()
  readonly #endedHolds = new Set<LedgerHoldState>()
  readonly #changed = new Set<LedgerAccountState>()
  readonly #restricted = new Set<LedgerAccountState>()

  /** Whether the rows of each institution are on a server of their own. */
  readonly #isDistributed: boolean

  constructor(
    accounts: readonly AccountRow[],
    operations: readonly OperationRow[],
    holds: readonly HoldRow[],
    isDistributed: boolean,
  ) {
    this.#isDistributed = isDistributed
    for (const row of accounts) this.#accounts.set(row.account_id, toAccount(row))
    for (const row of holds) this.#holds.set(row.hold_id, toHold(row))
    for (const row of operations)
      this.#operations.set(row.op_id, {
        reason: row.reason as LedgerFailure | null,
        endedAtMs: row.ended_at.getTime(),
      })
  }

  account(accountId: string): LedgerAccountState | undefined {
    return this.#accounts.get(accountId)
  }

  hold(holdId: string): LedgerHoldState | undefined {
    return this.#holds.get(holdId)
  }

  apply(op: LedgerOp, nowMs: number, part: OpPart = 'FIRST'): Applicable | { readonly failed: LedgerFailure } {
    const verdict = this.#judge(op)
    if ('failed' in verdict) return verdict
    if ('change' in verdict) return { record: () => this.#record(op, verdict.change, part, nowMs) }
    if (verdict.known.status === 'FAILED') return { failed: verdict.known.reason }
    return { record: () => {} }
  }

  /** Decides operations that were submitted to the ledger alone. A failure is recorded, so that it is permanent. */
  decide(posting: Posting, { nowMs }: Books): Verdict<OpStatus> {
    const { op, kind, part, verdicts, institutionId } = posting as SubmitPosting
    verdicts.set(institutionId, this.#judge(op))
    return {
      // Runs once the other part, if there is one, has been judged too.
      answer: () => {
        const all = [...verdicts.values()]
        const known = all.find((verdict) => 'known' in verdict)
        if (known !== undefined) return known.known
        const failure = all.find((verdict) => 'failed' in verdict)
        if (failure !== undefined) {
          if (part === 'FIRST') this.#note({ opId: op.opId, kind }, failure.failed, nowMs)
          return { status: 'FAILED', reason: failure.failed, permanent: true }
        }
        const own = verdicts.get(institutionId)
        if (own === undefined || !('change' in own)) throw new Error('an operation was answered before it was decided')
        this.#record({ opId: op.opId, kind }, own.change, part, nowMs)
        return { status: 'FINAL', finalAtMs: nowMs }
      },
    }
  }

  steps(head: BatchHead): Step[] {
    return [
      ...copyStep(
        COPY_OPERATIONS,
        this.#addedOperations.map(({ opId, kind, reason, endedAtMs }) =>
          copyRow([opId, head.institutionId, kind, reason, isoTimestamp(endedAtMs)]),
        ),
      ),
      ...this.#holdSteps(head),
      ...this.#accountSteps(head),
    ]
  }

  #judge(op: LedgerOp): PartVerdict {
    const known = this.#operations.get(op.opId)
    if (known !== undefined) return { known: statusOf(known) }
    const actions = op.kind === 'BATCH' ? op.actions : [op]
    if (actions.length === 0) return { failed: 'REFUSED' }
    const change = new LedgerChange(this, op.opId)
    for (const action of actions) {
      const failed = change.add(action)
      if (failed !== undefined) return { failed }
    }
    return { change }
  }

  #record(op: Pick<LedgerOp, 'opId' | 'kind'>, change: LedgerChange, part: OpPart, nowMs: number): void {
    change.record()
    for (const account of change.changedAccounts) this.#changed.add(account)
    for (const account of change.restrictedAccounts) this.#restricted.add(account)
    for (const hold of change.endedHolds) this.#endedHolds.add(hold)
    if (change.newHold !== undefined) {
      this.#holds.set(change.newHold.holdId, change.newHold)
      this.#addedHolds.add(change.newHold)
    }
    if (part === 'FIRST') this.#note(op, null, nowMs)
    else this.#operations.set(op.opId, { reason: null, endedAtMs: nowMs })
  }

  #note({ opId, kind }: Pick<LedgerOp, 'opId' | 'kind'>, reason: LedgerFailure | null, endedAtMs: number): void {
    const ended = { opId, kind, reason, endedAtMs }
    this.#operations.set(opId, ended)
    this.#addedOperations.push(ended)
  }

  #holdSteps(head: BatchHead): Step[] {
    const added = [...this.#addedHolds].map(({ holdId, accountId, amountMinor, state }) =>
      copyRow([
        head.institutionId,
        holdId,
        accountId,
        amountMinor,
        state,
        head.recordedAt,
        state === 'HELD' ? null : head.recordedAt,
      ]),
    )
    const steps = copyStep(COPY_HOLDS, added)
    const ended = [...this.#endedHolds].filter((hold) => !this.#addedHolds.has(hold))
    if (ended.length > 0) {
      steps.push(
        step(
          head,
          END_HOLDS,
          head.recordedAt,
          plainArray(ended.map(({ holdId }) => holdId)),
          plainArray(ended.map(({ state }) => state)),
        ),
      )
    }
    return steps
  }

  #accountSteps(head: BatchHead): Step[] {
    const steps: Step[] = []
    const changed = [...this.#changed]
    if (changed.length > 0) {
      const columns = [
        changed.map(({ accountId }) => accountId),
        changed.map(({ balanceMinor }) => balanceMinor),
        changed.map(({ heldMinor }) => heldMinor),
      ]
      steps.push(
        this.#isDistributed
          ? step(head, UPDATE_BALANCES_IN_BOOK, ...columns.map(plainArray))
          : columnStep(UPDATE_BALANCES, columns),
      )
    }
    const restricted = [...this.#restricted]
    if (restricted.length > 0) {
      steps.push(
        step(
          head,
          UPDATE_RESTRICTIONS,
          plainArray(restricted.map(({ accountId }) => accountId)),
          textArray(restricted.map(({ restrictions }) => restrictions.join(' '))),
        ),
      )
    }
    return steps
  }
}

export function statusOf({ reason, endedAtMs }: Pick<EndedOp, 'reason' | 'endedAtMs'>): OpStatus {
  return reason === null ? { status: 'FINAL', finalAtMs: endedAtMs } : { status: 'FAILED', reason, permanent: true }
}

function toAccount(row: AccountRow): LedgerAccountState {
  return {
    accountId: row.account_id,
    assetId: row.asset_id,
    balanceMinor: row.balance_minor,
    heldMinor: row.held_minor,
    restrictions: row.restrictions as readonly Restriction[],
  }
}

function toHold(row: HoldRow): LedgerHoldState {
  return { holdId: row.hold_id, accountId: row.account_id, amountMinor: row.amount_minor, state: row.state }
}
