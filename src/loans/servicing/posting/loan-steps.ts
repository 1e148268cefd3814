// What a batch writes of its loans: events, replays, schedules, the loans' rows and accounts, keys and audit records.

import type { BatchAudit } from '../../../administration/audit/batch-audit.ts'
import { type PostedEvent, PostedEvents } from '../../../administration/events/posted-events.ts'
import { type BatchHead, step } from '../../../ledger/writing/batch-step.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import { copyRow, copyStep } from '../../../platform/storage/batches/copy-row.ts'
import type { Step } from '../../../platform/storage/database.ts'
import type { Instalment, ScheduleVersion } from '../../engine/fold/loan-position.ts'
import type { CommandKey, LoanCommand } from '../book/loan-command.ts'
import type { StoredSnapshot } from '../history-fold.ts'
import { toJson, writeEvent } from '../loan-codec.ts'
import { loanColumns, nextPayment } from '../loan-columns.ts'
import { addDaysTo } from '../loan-dates.ts'
import type { RecordedEvent, Replay } from '../loan-record.ts'
import { packSchedule } from '../stored/packed-schedule.ts'
import { writeSnapshot } from '../stored/packed-snapshot.ts'
import type { Candidate, OpenLoan } from './loan-in-batch.ts'
import { type LoanPlace, loanRowSteps } from './loan-row-steps.ts'
import {
  COPY_CLOSINGS,
  COPY_EVENTS,
  COPY_REPLAYS,
  COPY_SCHEDULES,
  FREE_KEYS,
  INSERT_KEYS,
  MARK_REVERSED,
  SETTLE_EVENTS,
  STORE_STATES,
} from './loan-statements.ts'

interface Schedule extends ScheduleVersion {
  readonly open: OpenLoan
  readonly instalments: readonly Instalment[]
}

interface Audited {
  readonly command: LoanCommand
  readonly open: OpenLoan
  readonly event: RecordedEvent | undefined
  readonly version: number
}

export class LoanChanges {
  readonly #audit: BatchAudit | undefined
  readonly #added: {
    readonly open: OpenLoan
    readonly event: RecordedEvent
    readonly journalId?: string | undefined
  }[] = []
  readonly #settled: {
    readonly open: OpenLoan
    readonly event: RecordedEvent
    readonly journalId?: string | undefined
  }[] = []
  readonly #reversed: { readonly open: OpenLoan; readonly event: RecordedEvent }[] = []
  readonly #replays: { readonly open: OpenLoan; readonly sequence: number; readonly replay: Replay }[] = []
  readonly #schedules: Schedule[] = []
  readonly #closings: { readonly open: OpenLoan; readonly date: string; readonly journalId: string }[] = []
  /** The latest columns and shown payment of loans whose position has changed. */
  readonly #positions = new Map<OpenLoan, LoanPlace>()
  readonly #touched = new Set<OpenLoan>()
  readonly #keys: { readonly key: CommandKey; readonly resourceId: string }[] = []
  readonly #snapshots = new Map<OpenLoan, StoredSnapshot>()
  readonly #freed: { readonly partnerId: string; readonly key: string }[] = []
  readonly #audits: Audited[] = []

  readonly #posted = new PostedEvents()
  readonly #packsSchedules: boolean

  constructor(audit: BatchAudit | undefined, packsSchedules: boolean) {
    this.#audit = audit
    this.#packsSchedules = packsSchedules
  }

  recorded(open: OpenLoan, candidate: Candidate, journalId: string | undefined, isSettled: boolean): void {
    const { added, events, replays } = candidate
    const list = isSettled ? this.#settled : this.#added
    for (const event of added) {
      list.push({ open, event, journalId })
      const { event: what } = event
      if (what.kind !== 'REVERSAL') continue
      const reversed = events.find(({ eventId }) => eventId === what.reversalOf)
      if (reversed !== undefined) this.#reversed.push({ open, event: reversed })
    }
    const sequence = added.at(-1)?.sequence ?? open.lastSequence
    for (const replay of replays) this.#replays.push({ open, sequence, replay })
    this.#noteSchedule(open, candidate)
    this.#notePosition(open, candidate)
    const snapshot = open.newSnapshot()
    if (snapshot !== undefined) this.#snapshots.set(open, snapshot)
    this.#touched.add(open)
  }

  waiting(open: OpenLoan, added: readonly RecordedEvent[]): void {
    for (const event of added) this.#added.push({ open, event })
    this.#touched.add(open)
  }

  failed(open: OpenLoan, event: RecordedEvent, key: { partnerId: string; key: string } | undefined): void {
    this.#settled.push({ open, event })
    this.#touched.add(open)
    if (key !== undefined) this.#freed.push(key)
  }

  closed(open: OpenLoan, candidate: Candidate, date: string, journalId: string | undefined): void {
    if (journalId !== undefined) this.#closings.push({ open, date, journalId })
    // The next day has begun: what is shown of the account is that day's.
    this.#notePosition(open, candidate, open.position(addDaysTo(date, 1)))
  }

  tell(events: readonly PostedEvent[]): void {
    for (const event of events) this.#posted.add(event)
  }

  commanded(command: LoanCommand, open: OpenLoan, event: RecordedEvent | undefined, resourceId: string): void {
    const { key, actor } = command
    if (key !== undefined) this.#keys.push({ key, resourceId })
    if (actor.userId !== undefined) this.#audits.push({ command, open, event, version: open.loan.version })
    this.#touched.add(open)
  }

  /** Every append that changes the plan makes one new version; all stay. */
  #noteSchedule(open: OpenLoan, { before, position, added, events }: Candidate): void {
    const known = new Set(before.versions.map(versionKey))
    const current = position.versions.at(-1)
    if (current === undefined) return
    const isSame =
      open.loan.scheduleVersion > 0 &&
      position.versions.length === before.versions.length &&
      position.versions.every((one) => known.has(versionKey(one)))
    if (isSame) return
    const made = position.versions.find((one) => !known.has(versionKey(one)))
    const version = open.loan.scheduleVersion + 1
    const cause = added.at(-1)
    this.#schedules.push({
      open,
      version,
      reason: made?.reason ?? (cause?.event.kind === 'REVERSAL' ? 'REVERSAL' : current.reason),
      validFrom: made?.validFrom ?? position.asOf,
      eventId: made?.eventId ?? cause?.eventId ?? current.eventId,
      // The plan as its event made it: rows that have become overdue since do not count.
      instalments: made === current ? open.positionOf(events, made.validFrom).instalments : position.instalments,
    })
    open.loan = { ...open.loan, scheduleVersion: version }
  }

  #notePosition(open: OpenLoan, { position, events }: Candidate, shown = position): void {
    const positionOn = (asOf: string) => open.positionOf(events, asOf)
    const columns = loanColumns(open.loan, position, positionOn)
    this.#positions.set(open, {
      columns: { ...columns, nextDueOn: shown.nextDueDate ?? null },
      due: nextPayment(shown),
    })
  }

  steps(head: BatchHead): Step[] {
    return [
      ...copyStep(
        COPY_EVENTS,
        this.#added.map((one) => eventRow(head, one)),
      ),
      ...this.#settleSteps(head),
      ...this.#reverseSteps(head),
      ...copyStep(
        COPY_REPLAYS,
        this.#replays.map(({ open, sequence, replay }) => {
          const after = replay.after === undefined ? null : toJson(replay.after)
          const { loanId } = open.loan
          return copyRow([
            head.institutionId,
            loanId,
            sequence,
            replay.eventId,
            toJson(replay.before),
            after,
            head.recordedAt,
          ])
        }),
      ),
      ...copyStep(
        COPY_SCHEDULES,
        this.#schedules.map(({ open, version, reason, validFrom, eventId, instalments }) =>
          copyRow([
            head.institutionId,
            open.loan.loanId,
            version,
            reason,
            validFrom,
            eventId,
            this.#packsSchedules ? '[]' : toJson(instalments),
            this.#packsSchedules ? packSchedule(instalments) : null,
            head.recordedAt,
          ]),
        ),
      ),
      ...copyStep(
        COPY_CLOSINGS,
        this.#closings.map(({ open, date, journalId }) =>
          copyRow([head.institutionId, open.loan.loanId, date, journalId, head.recordedAt]),
        ),
      ),
      ...loanRowSteps(head, this.#positions, this.#touched),
      ...this.#snapshotSteps(head),
      ...this.#posted.steps(head),
      ...this.#keySteps(head),
      ...this.#auditSteps(),
    ]
  }

  #settleSteps(head: BatchHead): Step[] {
    const settled = this.#settled
    if (settled.length === 0) return []
    return [
      step(
        head,
        SETTLE_EVENTS,
        plainArray(settled.map(({ open }) => open.loan.loanId)),
        plainArray(settled.map(({ event }) => event.sequence)),
        textArray(settled.map(({ event }) => event.state)),
        textArray(settled.map(({ event }) => (event.booking === undefined ? null : toJson(event.booking)))),
        plainArray(settled.map(({ journalId }) => journalId ?? null)),
      ),
    ]
  }

  #reverseSteps(head: BatchHead): Step[] {
    const reversed = this.#reversed
    if (reversed.length === 0) return []
    return [
      step(
        head,
        MARK_REVERSED,
        plainArray(reversed.map(({ open }) => open.loan.loanId)),
        plainArray(reversed.map(({ event }) => event.sequence)),
        plainArray(reversed.map(({ event }) => event.reversedBy ?? null)),
      ),
    ]
  }

  #snapshotSteps(head: BatchHead): Step[] {
    const snapshots = [...this.#snapshots]
    if (snapshots.length === 0) return []
    return [
      step(
        head,
        STORE_STATES,
        plainArray(snapshots.map(([{ loan }]) => loan.loanId)),
        plainArray(snapshots.map(([, { throughSequence }]) => throughSequence)),
        textArray(snapshots.map(([{ loan }, snapshot]) => writeSnapshot(snapshot, loan.agreement))),
        head.recordedAt,
      ),
    ]
  }

  #keySteps(head: BatchHead): Step[] {
    const freed = this.#freed
    const steps: Step[] = []
    if (freed.length > 0) {
      const values = [textArray(freed.map(({ partnerId }) => partnerId)), textArray(freed.map(({ key }) => key))]
      steps.push({ statement: FREE_KEYS, values })
    }
    // In key order: two batches that use the same keys must not wait for each other in a circle.
    const keys = this.#keys.toSorted((a, b) => (sortKey(a.key) < sortKey(b.key) ? -1 : 1))
    if (keys.length > 0) {
      steps.push({
        statement: INSERT_KEYS,
        values: [
          textArray(keys.map(({ key }) => key.partnerId)),
          textArray(keys.map(({ key }) => key.key)),
          textArray(keys.map(({ key }) => key.operation)),
          textArray(keys.map(({ key }) => key.content.toString('hex'))),
          textArray(keys.map(({ resourceId }) => resourceId)),
          head.recordedAt,
        ],
      })
    }
    return steps
  }

  #auditSteps(): Step[] {
    const audit = this.#audit
    return this.#audits.map(({ command, open, event, version }) => {
      const { institutionId, loanId } = open.loan
      const kind = event?.event.kind ?? 'UPDATE'
      const entry = {
        action: `loan.${kind.toLowerCase().replaceAll('_', '-')}`,
        resource: 'loan',
        resourceId: loanId,
        institutionId,
        before: { version: version - 1 },
        after: {
          version,
          ...command.changes,
          ...(event && { event: JSON.parse(toJson(event.event)), ...(event.details && { details: event.details }) }),
        },
      }
      // Real time, as all records of administration, also where the sandbox's clock has been moved.
      if (audit === undefined) throw new Error('the audit log is not open')
      return audit.append(systemClock.now(), command.actor, entry)
    })
  }
}

function eventRow(
  head: BatchHead,
  { open, event: recorded, journalId }: { open: OpenLoan; event: RecordedEvent; journalId?: string | undefined },
): string {
  const { event, booking, details } = recorded
  return copyRow([
    head.institutionId,
    open.loan.loanId,
    recorded.sequence,
    recorded.eventId,
    event.kind,
    event.valueDate,
    writeEvent(event),
    recorded.state,
    booking === undefined ? null : toJson(booking),
    recorded.cashMinor,
    recorded.fundsAccountId,
    recorded.fundsReference,
    journalId,
    recorded.bookedOn,
    head.recordedAt,
    recorded.createdBy,
    details === undefined ? null : JSON.stringify(details),
  ])
}

function versionKey({ eventId, reason, validFrom }: ScheduleVersion): string {
  return `${eventId} ${reason} ${validFrom}`
}

function sortKey({ partnerId, key }: CommandKey): string {
  return `${partnerId} ${key}`
}
