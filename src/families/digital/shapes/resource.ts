// What every resource shows besides its own fields, and what resources that move value add.

import { Type } from 'typebox'
import { id, oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { Outcome } from '../../../tokens/accounts/digital-account.ts'
import type { Made } from '../../../tokens/parties/digital-institution.ts'
import { channelInfo, transaction } from './request.ts'

export const text = (description: string) => chosen(Type.String({ description }))
export const timestamp = (description: string) => chosen(Type.String({ description, format: 'date-time' }))
const count = (description: string) => chosen(Type.Integer({ description }))

/** The first fields of a resource, for its schema. */
export function resourceFields<const States extends string[]>(states: readonly [...States]) {
  return {
    id: chosen(Type.String({ description: 'Its id', format: 'uuid' })),
    state: oneOf('Its state', states),
    version: count('1, and one more with every change'),
    transaction,
    channelInfo,
    createdAt: timestamp('When it was made'),
    updatedAt: timestamp('When it was last changed'),
  }
}

/** The same of one resource. `type` is the transaction.type of the operation that makes such resources. */
export function wireHead<State extends string>(resourceId: string, state: State, type: string, made: Made) {
  return {
    id: resourceId,
    state,
    version: made.version,
    transaction: { ref: made.ref, type },
    channelInfo: { type: made.channelType },
    createdAt: made.createdAt.toISOString(),
    updatedAt: made.updatedAt.toISOString(),
  }
}

/** Whether value has arrived for good: FINAL in end states. */
export const settlementFields = {
  finality: oneOf('FINAL once it cannot change any more', ['PENDING', 'FINAL']),
  finalAt: Type.Optional(timestamp('Since when')),
}

export function wireSettlement(finalAt: Date | undefined) {
  if (finalAt === undefined) return { finality: 'PENDING' } as const
  return { finality: 'FINAL', finalAt: finalAt.toISOString() } as const
}

/** Why a resource ended without success. */
export const outcome = chosen(
  Type.Object({
    reasonCode: text('A code of the table of errors'),
    isoReason: Type.Optional(text('ISO 20022 reason')),
  }),
)

/** `{ outcome }`, or nothing. */
export function wireOutcome(ended: Outcome | undefined) {
  if (ended === undefined) return {}
  const { reasonCode, isoReason } = ended
  return { outcome: { reasonCode, ...(isoReason !== undefined && { isoReason }) } }
}

/** `digitalAssetAccount` of a request and of a resource. */
export const digitalAssetAccount = chosen(Type.Object({ id: id('The digital asset account') }))

/** `institution` or `user` of a request: names one by its id. */
export function named(description: string) {
  return chosen(Type.Object({ id: id(description) }))
}
