// Break glass: a change that would wait for a second user is carried out at once, because of an emergency. A role must name EMERGENCY
// on the module of the change. Some changes always need two people, however urgent they are.

import type { Grant } from '../access/principal/grant.ts'
import { EMERGENCY } from '../access/principal/modules.ts'
import type { AuditedChange } from '../audit/change-witness.ts'
import { PROPERTIES } from '../properties/property-records.ts'
import { changeRequestProblem } from './change-request-problems.ts'
import type { ChangeRequestReader } from './change-request-records.ts'
import { FOUR_EYES_KEY } from './four-eyes.ts'

/** Characters of a reason, without blanks at its ends. */
export const SHORTEST_REASON = 20
export const LONGEST_REASON = 1_000

/** Who may do what, and money that leaves the books or is put right by hand. */
const NEVER_MODULES: readonly string[] = ['USERS', 'ROLES', 'PARTNERS', 'CORRECTIONS', 'DIGITAL_MONEY']
const NEVER_ENTRIES: readonly string[] = ['PAY_OUT', 'SETTLED_OUTSIDE', 'RELEASED_OUTSIDE', 'ADJUST_LEDGER'].map(
  (resolution) => `EXCEPTIONS:APPROVE:${resolution}`,
)

/** A change as far as it decides whether it may be carried out in an emergency. */
export interface UrgentChange extends Grant {
  /** Its entries of `four-eyes` lists. */
  readonly entries: readonly string[]
}

type ChangedRecord = Pick<AuditedChange, 'resource'> & {
  readonly before?: object | null
  readonly after?: object | null
}

/** Whether some change of the module can be carried out in an emergency. */
export function isNeverUrgent(module: string): boolean {
  return NEVER_MODULES.includes(module)
}

/** Whether the change needs two people in an emergency too. */
export function alwaysNeedsTwo({ module, entries }: UrgentChange, records: readonly ChangedRecord[]): boolean {
  return (
    isNeverUrgent(module) || entries.some((entry) => NEVER_ENTRIES.includes(entry)) || records.some(isOfFourEyesList)
  )
}

function isOfFourEyesList({ resource, before, after }: ChangedRecord): boolean {
  if (resource !== PROPERTIES.resource) return false
  return [before, after].some((record) => (record as { key?: unknown } | null | undefined)?.key === FOUR_EYES_KEY)
}

/** Refusals: `never-urgent`, `no-emergency-right`. */
export function assertMayBreakGlass(
  { grants }: Pick<ChangeRequestReader, 'grants'>,
  change: UrgentChange,
  records: readonly ChangedRecord[],
): void {
  if (alwaysNeedsTwo(change, records)) {
    throw changeRequestProblem('never-urgent', 'this change needs a second user, in an emergency too')
  }
  if (grants.allows(change.module, EMERGENCY)) return
  throw changeRequestProblem('no-emergency-right', `Your role lacks ${EMERGENCY} on ${change.module}`)
}
