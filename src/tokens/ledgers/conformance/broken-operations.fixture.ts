// Ledgers that break a rule of operations: their ids, their ends and the time, events about them, and sets of them.

import { setImmediate as turn } from 'node:timers/promises'
import type { AccountReadiness, LedgerAccount, LedgerEvents, LedgerOp, OpStatus } from '../digital-ledger.ts'
import { ModelLedger } from './model-ledger.ts'

export class AppliesAgain extends ModelLedger {
  protected override async accept(op: LedgerOp): Promise<OpStatus> {
    return this.apply(op)
  }
}

export class ForgetsWhileBusy extends ModelLedger {
  protected override async accept(op: LedgerOp): Promise<OpStatus> {
    const known = this.ops.get(op.opId)
    await turn()
    return known ?? this.apply(op)
  }
}

export class TriesFailedAgain extends ModelLedger {
  protected override async accept(op: LedgerOp): Promise<OpStatus> {
    if (this.ops.get(op.opId)?.status === 'FAILED') this.ops.delete(op.opId)
    return super.accept(op)
  }
}

export class ForgetsFailures extends ModelLedger {
  protected override note(op: LedgerOp, status: OpStatus): OpStatus {
    const noted = super.note(op, status)
    if (status.status === 'FAILED') this.ops.delete(op.opId)
    return noted
  }
}

export class UndoesFinal extends ModelLedger {
  #settled = 0
  override async settle(): Promise<void> {
    await super.settle()
    if (++this.#settled % 2 === 0) return
    for (const [opId, { status }] of this.ops) if (status === 'FINAL') this.ops.set(opId, { status: 'APPLIED' })
  }
}

export class FailsWhatIsUnknown extends ModelLedger {
  override async getOps(opIds: readonly string[]): Promise<readonly OpStatus[]> {
    return opIds.map((opId) => this.ops.get(opId) ?? { status: 'FAILED', reason: 'REFUSED', permanent: true })
  }
}

export class KeepsAnotherTime extends ModelLedger {
  protected override note(op: LedgerOp, status: OpStatus): OpStatus {
    return super.note(op, status.status === 'FINAL' ? { ...status, finalAtMs: 1 } : status)
  }
}

export class ClockRunsBack extends ModelLedger {
  #timeMs = 1_000_000
  override async now(): Promise<number> {
    return this.#timeMs--
  }
}

export class SkipsEvents extends ModelLedger {
  override async events(cursor?: string): Promise<LedgerEvents> {
    const { events, cursor: next } = await super.events(cursor)
    return { events: events.slice(0, 2), cursor: next }
  }
}

export class TellsNoFailures extends ModelLedger {
  override async events(cursor?: string): Promise<LedgerEvents> {
    const { events, cursor: next } = await super.events(cursor)
    return { events: events.filter(({ status }) => status !== 'FAILED'), cursor: next }
  }
}

export class TellsEventsOnce extends ModelLedger {
  #told = 0
  override async events(): Promise<LedgerEvents> {
    const { events, cursor } = await super.events(String(this.#told))
    this.#told = Number(cursor)
    return { events, cursor }
  }
}

export class CallsAllFinal extends ModelLedger {
  override async events(cursor?: string): Promise<LedgerEvents> {
    const { events, cursor: next } = await super.events(cursor)
    return { events: events.map(({ opId }) => ({ opId, status: 'FINAL' })), cursor: next }
  }
}

export class AnswersInAnotherOrder extends ModelLedger {
  override async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    return [...(await super.submit(ops))].reverse()
  }
}

export class StopsAtAFailure extends ModelLedger {
  override async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    const statuses: OpStatus[] = []
    for (const op of ops) {
      const hasFailed = statuses.some(({ status }) => status === 'FAILED')
      statuses.push(
        hasFailed && !this.ops.has(op.opId)
          ? this.note(op, { status: 'FAILED', reason: 'REFUSED', permanent: true })
          : await this.accept(op),
      )
    }
    return statuses
  }
}

export class LeavesOutUnknown extends ModelLedger {
  override async getOps(opIds: readonly string[]): Promise<readonly (OpStatus | null)[]> {
    return (await super.getOps(opIds)).filter((status) => status !== null || opIds.length === 1)
  }
}

export class ChecksASetBefore extends ModelLedger {
  /** Each operation on what there was before the set. */
  override async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    const before = this.state
    const failures = ops.map((op) => {
      const failed = this.attempt(op)
      this.state = before
      return failed
    })
    if (ops.length === 1) return super.submit(ops)
    const isShort = this.isShort
    this.isShort = () => false
    const statuses = ops.map((op, n) => {
      const reason = failures[n]
      return reason === undefined ? this.apply(op) : this.note(op, { status: 'FAILED', reason, permanent: true })
    })
    this.isShort = isShort
    return statuses
  }
}

export class RefusesAWholeSet extends ModelLedger {
  override async ensureAccounts(accounts: readonly LedgerAccount[]): Promise<readonly AccountReadiness[]> {
    const states = await super.ensureAccounts(accounts)
    return states.includes('REFUSED') ? accounts.map(() => 'REFUSED') : states
  }
}

export class TakesSmallSets extends ModelLedger {
  override async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    return super.submit(ops.slice(0, 100))
  }
}

export class ForgetsCancelled extends ModelLedger {
  override async cancel(opId: string): Promise<OpStatus> {
    const status = await super.cancel(opId)
    this.ops.delete(opId)
    return status
  }
}
