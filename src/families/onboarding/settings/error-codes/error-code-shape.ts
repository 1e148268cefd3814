// A code of the catalogue on the wire.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { CATALOGUE_FAMILIES } from './error-code-records.ts'

export const errorCode = Type.Object(
  {
    code: chosen(Type.String({ description: 'The code: a letter for the family, then its name' })),
    family: chosen(Type.Enum(Object.keys(CATALOGUE_FAMILIES), { description: 'The family it belongs to' })),
    httpStatus: chosen(Type.Integer({ description: 'The HTTP status it comes with' })),
    responseCode: Type.Optional(
      chosen(
        Type.String({
          description:
            'As it is sent: `status.responseCode` of account services, `code` of digital banking and lending',
        }),
      ),
    ),
    isoReason: Type.Optional(chosen(Type.String({ description: 'ISO 20022 reason that comes with it' }))),
    title: chosen(Type.String({ description: 'In a few words' })),
    cause: chosen(Type.String({ description: 'Why it is sent' })),
    remedy: chosen(Type.String({ description: 'What to do' })),
    retryable: chosen(Type.Boolean({ description: 'Whether the same request may succeed later' })),
  },
  { component: 'ErrorCode' },
)
