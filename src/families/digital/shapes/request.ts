// What every POST has: `transaction`, which names the request, and `channelInfo`. The type of an operation is fixed.

import { type Static, type TProperties, Type } from 'typebox'
import { type Basis, chosen, given } from '../../../edge/http/operation.ts'
import { invalidFields, type Problem, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'

/** A caller's reference. */
export function reference(description: string) {
  return Type.String({
    description,
    pattern: '^[A-Za-z0-9._:-]{1,64}$',
    expected: 'must be 1 to 64 letters, digits, dots, hyphens, underscores or colons',
  })
}

const ref = reference("The caller's reference: with the partner and the type it names this request for good")

const channelType = Type.String({
  description: 'Where the request comes from',
  pattern: '^[A-Z][A-Z0-9_]{1,31}$',
  expected: 'must be 2 to 32 capitals, digits or underscores that begin with a capital',
})

/** The body of an operation. `type` is what its `transaction.type` must be. */
export function request<const TransactionType extends string, Fields extends TProperties>(
  type: TransactionType,
  fields: Fields,
  basis: Basis = 'chosen',
) {
  const mark = basis === 'given' ? given : chosen
  return Type.Object({
    transaction: mark(
      Type.Object({
        ref: mark(ref),
        type: mark(Type.Enum([type], { description: 'Always this', expected: `must be ${type}` })),
      }),
    ),
    channelInfo: mark(Type.Object({ type: mark(channelType) })),
    ...fields,
  })
}

/** What the body of every operation has, as handlers use it. */
export interface Requested {
  readonly transaction: { readonly ref: string; readonly type: string }
  readonly channelInfo: Static<typeof channelInfo>
}

/** `transaction` and `channelInfo` of a resource: those of the request that made it. */
export const transaction = chosen(
  Type.Object({
    ref: chosen(Type.String({ description: 'The reference of the request that made it' })),
    type: chosen(Type.String({ description: 'The type of that request' })),
  }),
)
export const channelInfo = chosen(
  Type.Object({ type: chosen(Type.String({ description: 'Where that request came from' })) }),
)

/** The 400 of a body. Faults that have a code of their own get it here. */
export function refuseBody(details: readonly ProblemDetail[], body: unknown): Problem {
  return invalidFields(details.map((detail) => ({ ...detail, ...codeOf(detail.path, body) })))
}

function codeOf(path: string, body: unknown): { code?: string } {
  const sent = valueAt(path, body)
  if (path === 'transaction.type' && typeof sent === 'string') return { code: 'INVALID_TRANSACTION_TYPE' }
  // A number that no double holds is a symbol here (http/body).
  if (path.endsWith('.tokens') && (typeof sent === 'number' || typeof sent === 'symbol'))
    return { code: 'INVALID_AMOUNT' }
  return {}
}

function valueAt(path: string, body: unknown): unknown {
  return path.split('.').reduce((value: unknown, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return (value as Readonly<Record<string, unknown>>)[name]
  }, body)
}
