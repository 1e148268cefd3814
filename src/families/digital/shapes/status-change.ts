// The body of an operation that moves a resource to another state, and of one that can change more of it.

import { type TProperties, Type } from 'typebox'
import { freeText, oneOf } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { request } from './request.ts'

const expectedVersion = Type.Optional(
  chosen(
    Type.Integer({
      description: 'The version that the caller has seen: another one is 409',
      minimum: 1,
      maximum: 2_147_483_647,
      expected: 'must be a whole number from 1',
    }),
  ),
)

/**
 * `status{target, reason}`, `changes`, or both, and `expectedVersion`; `more` is what `status` has besides. Which of them are
 * there, `requireChange` checks.
 */
export function statusOrChange<
  const TransactionType extends string,
  const Targets extends string[],
  More extends TProperties,
  Changes extends TProperties,
>(type: TransactionType, targets: readonly [...Targets], more: More, changes: Changes) {
  return request(type, {
    status: Type.Optional(
      chosen(Type.Object({ target: oneOf('The state to move to', targets), reason: freeText('Why'), ...more })),
    ),
    ...changes,
    expectedVersion,
  })
}

/** A rule of such operations: something must change, and each part that is sent must name what. */
export function requireChange(
  body: Readonly<Record<string, unknown>>,
  found: Findings,
  parts: Readonly<Record<string, readonly string[]>>,
): void {
  const names = Object.keys(parts)
  if (['status', ...names].every((name) => body[name] === undefined))
    found.add('status', `is required without ${names.join(' and ')}`)
  for (const [part, fields] of Object.entries(parts)) {
    const sent = body[part]
    if (!found.areValid(part) || typeof sent !== 'object' || sent === null) continue
    if (fields.every((field) => (sent as Readonly<Record<string, unknown>>)[field] === undefined))
      found.add(part, `must have one of ${fields.join(', ')}`)
  }
}

/** `status{target, reason}` and `expectedVersion`; `more` is what `status` has besides. */
export function statusChange<
  const TransactionType extends string,
  const Targets extends string[],
  More extends TProperties,
>(type: TransactionType, targets: readonly [...Targets], more: More) {
  return request(type, {
    status: chosen(Type.Object({ target: oneOf('The state to move to', targets), reason: freeText('Why'), ...more })),
    expectedVersion,
  })
}
