// What a batch writes of its movements: new rows, changed ones, references of decisions, exceptions, audit records.

import type { Actor } from '../../../administration/audit/actor.ts'
import type { BatchAudit } from '../../../administration/audit/batch-audit.ts'
import { type PostedEvent, PostedEvents } from '../../../administration/events/posted-events.ts'
import { type BatchHead, step } from '../../../ledger/writing/batch-step.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import { copyStep } from '../../../platform/storage/batches/copy-row.ts'
import type { Step } from '../../../platform/storage/database.ts'
import type { Reference } from '../../references/reference.ts'
import { auditOwnerOf } from '../../resource.ts'
import { entrySteps, type NewEntry } from '../../statements/token-entry.ts'
import { isEnd, type Movement } from '../movement.ts'
import { COPY_MOVEMENTS, movementRow } from '../movement-codec.ts'
import { homeSteps } from '../movement-homes.ts'
import type { Change } from '../saga/steps.ts'
import type { OperatorAct } from './movement-posting.ts'
import {
  END_REFUSALS,
  INSERT_REFERENCES,
  NOTE_ACTIONS,
  RECORD_EXCEPTIONS,
  UPDATE_MOVEMENTS,
} from './movement-statements.ts'

interface Audited {
  readonly actor: Actor
  readonly action: string
  readonly movement: Movement
}

export class MovementChanges {
  readonly #audit: BatchAudit | undefined
  /** The latest of each. */
  readonly #added = new Map<string, Movement>()
  readonly #changed = new Map<string, Movement>()
  readonly #references: { readonly reference: Reference; readonly movementId: string }[] = []
  /** By movement: one has one at a time. */
  readonly #exceptions = new Map<string, NonNullable<Change['exception']>>()
  /** Movements whose refused leg is final. */
  readonly #endedRefusals = new Set<string>()
  readonly #audits: Audited[] = []
  /** What operators have done, by movement. */
  readonly #acts = new Map<string, OperatorAct>()
  /** In the order of posting. */
  readonly #entries: NewEntry[] = []
  readonly #told = new PostedEvents()

  /** Whether movements lie on several servers: then no trigger notes what is found by id, reference and word. */
  readonly #isDistributed: boolean

  constructor(audit: BatchAudit | undefined, isDistributed: boolean) {
    this.#audit = audit
    this.#isDistributed = isDistributed
  }

  add(movement: Movement): void {
    this.#added.set(movement.movementId, movement)
  }

  change(movement: Movement): void {
    const { movementId } = movement
    if (this.#added.has(movementId)) this.#added.set(movementId, movement)
    else this.#changed.set(movementId, movement)
  }

  refer(reference: Reference, movementId: string): void {
    this.#references.push({ reference, movementId })
  }

  /** A journal has changed a holding. */
  enter(entry: NewEntry): void {
    this.#entries.push(entry)
  }

  tell(event: PostedEvent): void {
    this.#told.add(event)
  }

  except(movementId: string, exception: NonNullable<Change['exception']>): void {
    this.#exceptions.set(movementId, exception)
    this.#endedRefusals.delete(movementId)
  }

  endRefusal(movementId: string): void {
    this.#endedRefusals.add(movementId)
  }

  /** RETRY resolves nothing: it is only audited. */
  act(movementId: string, act: OperatorAct): void {
    this.#acts.set(movementId, act)
  }

  /** What people do is audited; the movements of partners are the record themselves. */
  audit(actor: Actor, action: string, movement: Movement): void {
    if (actor.userId !== undefined) this.#audits.push({ actor, action, movement })
  }

  steps(head: BatchHead): Step[] {
    return [
      ...copyStep(COPY_MOVEMENTS, [...this.#added.values()].map(movementRow)),
      ...this.#changeSteps(head),
      ...(this.#isDistributed ? homeSteps([...this.#added.values()], [...this.#changed.values()]) : []),
      ...this.#referenceSteps(head),
      ...this.#exceptionSteps(head),
      ...entrySteps(this.#entries, head.recordedAt),
      ...this.#told.steps(head),
      ...this.#auditSteps(),
    ]
  }

  /** Under the locks of the movements, so that no other batch records the same one. */
  #exceptionSteps(head: BatchHead): Step[] {
    const met = [...this.#exceptions]
    const ended = [...this.#endedRefusals]
    const acts = [...this.#acts].filter(([, { action }]) => action !== 'RETRY')
    return [
      ...(acts.length === 0
        ? []
        : [
            step(
              head,
              NOTE_ACTIONS,
              plainArray(acts.map(([movementId]) => movementId)),
              textArray(acts.map(([, { action }]) => action)),
              textArray(acts.map(([, { reason }]) => reason)),
              textArray(acts.map(([, { by }]) => by)),
            ),
          ]),
      ...(met.length === 0
        ? []
        : [
            step(
              head,
              RECORD_EXCEPTIONS,
              head.recordedAt,
              plainArray(met.map(() => newId(head.nowMs))),
              plainArray(met.map(([movementId]) => movementId)),
              textArray(met.map(([, { kind }]) => kind)),
              textArray(met.map(([, { detail }]) => detail)),
            ),
          ]),
      ...(ended.length === 0 ? [] : [step(head, END_REFUSALS, head.recordedAt, plainArray(ended))]),
    ]
  }

  #changeSteps(head: BatchHead): Step[] {
    const changed = [...this.#changed.values()]
    if (changed.length === 0) return []
    const text = (value: (movement: Movement) => string | undefined) =>
      textArray(changed.map((movement) => value(movement) ?? null))
    const decision = (movement: Movement) => (movement.kind === 'TRANSFER' ? movement.decision : undefined)
    return [
      step(
        head,
        UPDATE_MOVEMENTS,
        head.recordedAt,
        plainArray(changed.map(({ movementId }) => movementId)),
        text(({ state }) => state),
        plainArray(changed.map(({ state }) => !isEnd(state))),
        text((movement) => decision(movement)?.action),
        text((movement) => decision(movement)?.by),
        text((movement) => decision(movement)?.at.toISOString()),
        text(({ work }) => JSON.stringify(work)),
        text(({ nextAt }) => nextAt?.toISOString()),
        text(({ journalIds }) => journalIds.join(',')),
        plainArray(changed.map((movement) => (movement.kind === 'TRANSFER' ? movement.payeeJournalId : null) ?? null)),
        text(({ outcome }) => outcome?.reasonCode),
        text(({ outcome }) => outcome?.isoReason),
        text(({ finalAt }) => finalAt?.toISOString()),
        plainArray(changed.map(({ version }) => version)),
      ),
    ]
  }

  #referenceSteps(head: BatchHead): Step[] {
    // In key order: two batches with the same references must not wait for each other in a circle.
    const referred = this.#references.toSorted((a, b) => (sortKey(a.reference) < sortKey(b.reference) ? -1 : 1))
    if (referred.length === 0) return []
    return [
      {
        statement: INSERT_REFERENCES,
        values: [
          textArray(referred.map(({ reference }) => reference.partnerId)),
          textArray(referred.map(({ reference }) => reference.type)),
          textArray(referred.map(({ reference }) => reference.ref)),
          textArray(referred.map(({ reference }) => reference.content.toString('hex'))),
          plainArray(referred.map(({ movementId }) => movementId)),
          head.recordedAt,
        ],
      },
    ]
  }

  #auditSteps(): Step[] {
    const audit = this.#audit
    const acted = [...this.#acts.values()].map((act) => {
      if (audit === undefined) throw new Error('the audit log is not open')
      return audit.append(systemClock.now(), act.actor, act.audit)
    })
    return [...acted, ...this.#movementAudits()]
  }

  #movementAudits(): Step[] {
    const audit = this.#audit
    return this.#audits.map(({ actor, action, movement }) => {
      const { movementId, bookId, partnerId, state, version, kind } = movement
      const resource = `token-${kind.toLowerCase()}`
      const entry = {
        action: `${resource}.${action}`,
        resource,
        resourceId: movementId,
        ...auditOwnerOf(bookId),
        after: { partnerId, version, state },
      }
      // Real time, as all records of administration, also where the sandbox's clock has been moved.
      if (audit === undefined) throw new Error('the audit log is not open')
      return audit.append(systemClock.now(), actor, entry)
    })
  }
}

function sortKey({ partnerId, type, ref }: Reference): string {
  return `${partnerId} ${type} ${ref}`
}
