// The body of an operation that moves a resource to another state.

import { type TProperties, Type } from 'typebox'
import { freeText, oneOf } from '../../../http/body/fields.ts'
import { chosen } from '../../../http/operation.ts'
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
