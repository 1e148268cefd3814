// `breakGlass` in the body of a change: it is carried out at once, where it would wait for a second user. Every changing operation that
// may wait takes it beside its own fields; those without a body take one with nothing else.

import { type TObject, type TSchema, Type } from 'typebox'
import { isNeverUrgent, LONGEST_REASON, SHORTEST_REASON } from '../../administration/change-requests/break-glass.ts'
import { hasCardNumber } from '../../platform/kernel/identifiers/pan.ts'
import { isPlainText } from '../http/body/plain-text.ts'
import { bodyValidator } from '../http/body/validation.ts'
import { chosen } from '../http/operation.ts'
import { type ChangingOperation, changeGrant, entriesOf } from './four-eyes-entries.ts'

const reason = Type.Refine(
  Type.String({
    description: `Why the change cannot wait; ${SHORTEST_REASON} characters or more, without blanks at the ends`,
    minLength: SHORTEST_REASON,
    maxLength: LONGEST_REASON,
    expected: `must be ${SHORTEST_REASON} to ${LONGEST_REASON} characters without control characters and card numbers, not counting blanks at the ends`,
  }),
  (value) => isPlainText(value) && !hasCardNumber(value) && [...value.trim()].length >= SHORTEST_REASON,
)

/** Why a change cannot wait. */
export const emergency = chosen(Type.Object({ reason: chosen(reason) }, { component: 'Emergency' }))

export const EMERGENCY_EXAMPLE = { reason: 'Cash machines are down, nobody else is on duty' }

/** Whether some request to the operation may wait: then it takes `breakGlass`, and says why where it is of no use. */
export function takesBreakGlass(operation: ChangingOperation): boolean {
  return entriesOf(operation).length > 0
}

/** Whether some request to the operation can be carried out in an emergency. */
export function canBreakGlass(operation: ChangingOperation): boolean {
  const grant = changeGrant(operation)
  return grant !== undefined && !isNeverUrgent(grant.module) && takesBreakGlass(operation)
}

/** The body of the operation with `breakGlass`. */
export function bodyWithBreakGlass(body: TSchema | undefined): TObject {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, TSchema> }
  const own = Type.Object({ ...properties, breakGlass: Type.Optional(emergency) })
  return (body === undefined ? own : { ...body, properties: own.properties }) as TObject
}

const validate = bodyValidator(Type.Object({ breakGlass: emergency }))

/** The reason that a body gives. Throws a 400 that names what is wrong with it. */
export function emergencyReasonIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  if ((body as { breakGlass?: unknown }).breakGlass === undefined) return undefined
  return emergencyReason(validate(body).breakGlass.reason)
}

export function emergencyReason(given: string): string {
  return given.trim()
}
