// What lifting a stop and lifting a hot card have in common: why it was done, and the record as it then is.

import { type TSchema, Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import { freeText } from '../../../edge/resource/record-shapes.ts'

/** The parts of an operation that lifts a record, with an example of the reason. */
export function liftOf<Reply extends TSchema>(reply: Reply, example: object, reason: string) {
  const lifted = { ...example, version: 2, state: 'LIFTED', liftReason: reason, liftedAt: '2026-01-15T11:00:00.000Z' }
  return {
    basis: 'chosen',
    description: 'The next order on any gateway passes. By default a second user approves it. One that has ended: 409.',
    body: Type.Object({ reason: chosen(freeText('Why; shown as `liftReason`')) }),
    reply,
    requestExamples: [{ name: 'reason', summary: 'Why', value: { reason } }],
    replyExamples: [{ name: 'lifted', summary: 'It is lifted', value: lifted }],
  } as const
}
