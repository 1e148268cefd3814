// What a change request keeps of the records that its change concerns, and whether they are still as they were.

import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Actor } from '../audit/actor.ts'
import type { AuditedChange, CarriedOut, ChangeWitness, HeldChange } from '../audit/change-witness.ts'
import { redact } from '../audit/redaction.ts'
import { changeRequestProblem } from './change-request-problems.ts'
import type { RequestedChange } from './change-request-records.ts'

/** Known only once the change is carried out. */
const LATER_FIELDS = ['id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy']

function requestedChange(entry: AuditedChange): RequestedChange {
  const { resource, resourceId, before, after } = entry
  if (before === undefined) return { resource, before: null, after: withoutLater(after) }
  return {
    resource,
    ...(resourceId !== undefined && { resourceId }),
    mark: markOf(before),
    before: redact(before) as object,
    after: after === undefined ? null : (redact(after) as object),
  }
}

/** All that a change concerns, and what of it people call the change: the record that the request names, or the first. */
export function mainChange(
  held: HeldChange,
  recordId: string | undefined,
): { changes: readonly RequestedChange[]; change: RequestedChange; entry: AuditedChange } {
  const changes = held.entries.map(requestedChange)
  const place = Math.max(
    held.entries.findIndex(({ resourceId }) => resourceId === recordId),
    0,
  )
  const [change, entry] = [changes[place], held.entries[place]]
  if (change === undefined || entry === undefined) throw new Error('a change was held back without an entry')
  return { changes, change, entry }
}

export function ownerOf({ institutionId, subTenantId }: AuditedChange, actor: Actor): Scope {
  const owner = institutionId ?? actor.scope?.institutionId
  return { ...(owner !== undefined && { institutionId: owner }), ...(subTenantId !== undefined && { subTenantId }) }
}

function withoutLater(record: object | undefined): object | null {
  if (record === undefined) return null
  const kept = Object.entries(redact(record) as object).filter(([name]) => !LATER_FIELDS.includes(name))
  return Object.fromEntries(kept)
}

/** Its version; a record without one is compared as a whole, except for when it was last used. */
function markOf(before: object): string {
  if ('version' in before) return String(before.version)
  return JSON.stringify(redact(before), (name, value: unknown) => (name === 'lastUsedAt' ? undefined : value))
}

export function recordChanged(): Problem {
  return changeRequestProblem('changed', 'the record was changed since the change was requested')
}

type Approval = Omit<CarriedOut, 'part'>

/** Sees that a change request is carried out on the records as they were, and ends it with the change. */
export class RequestedChanges implements ChangeWitness {
  readonly #expected: readonly RequestedChange[]
  readonly #approval: Approval
  readonly #left = new WeakMap<object, RequestedChange[]>()
  #hasSeen = false

  constructor(expected: readonly RequestedChange[], approval: Approval) {
    this.#expected = expected
    this.#approval = approval
  }

  get attemptId(): string {
    return this.#approval.attemptId
  }

  get changeRequestId(): string {
    return this.#approval.changeRequestId
  }

  get isOnlyTry(): boolean {
    return this.#approval.emergency?.made !== undefined
  }

  /** Whether the change that was asked for was made. Without it, nothing was left to change. */
  get hasSeen(): boolean {
    return this.#hasSeen
  }

  idAsked(resource: string): string | undefined {
    return this.#expected.find((change) => change.resource === resource)?.resourceId
  }

  see(entry: AuditedChange, transaction: object): CarriedOut {
    const isFirst = !this.#left.has(transaction)
    const left = this.#left.get(transaction) ?? [...this.#expected]
    this.#left.set(transaction, left)
    const place = left.findIndex((change) => fits(change, entry))
    // A further step of the change, or the same again on a record that another transaction has changed: the database
    // knows whether this approval has ended the request.
    if (place < 0 && isFirst && this.#hasSeen) return { ...this.#approval, part: 'continues' }
    if (place < 0) throw recordChanged()
    left.splice(place, 1)
    this.#hasSeen = true
    return { ...this.#approval, part: isFirst ? 'ends' : 'follows' }
  }
}

function fits({ resource, resourceId, mark }: RequestedChange, entry: AuditedChange): boolean {
  if (resource !== entry.resource) return false
  if (entry.before === undefined) return mark === undefined
  return resourceId === entry.resourceId && mark === markOf(entry.before)
}
