// The catalogue of everything the platform can answer besides success, of all families.

import { Type } from 'typebox'
import { chosen } from '../../../http/operation.ts'
import { invalidFields } from '../../../kernel/problem.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { name } from '../shapes.ts'
import { CATALOGUE_FAMILIES, errorCodeOf, findErrorCodes } from './error-code-records.ts'
import { errorCode } from './error-code-shape.ts'

const FAMILY_NAMES = Object.entries(CATALOGUE_FAMILIES).flat().join(', ')

export const listErrorCodes = onboardingOperation({
  id: 'ListErrorCodes',
  route: 'GET /error-codes',
  basis: 'chosen',
  tag: 'Error codes',
  summary: 'List the error codes',
  description: 'By code. Every code that the platform can send is in it, and no other.',
  query: Type.Object({
    family: Type.Optional(chosen(Type.String({ description: `One family: ${FAMILY_NAMES}` }))),
    search: Type.Optional(chosen(name('A part of the code or of its texts'))),
  }),
  reply: Type.Array(errorCode),
  replyExamples: [{ name: 'found', summary: 'One code', value: [errorCodeOf('A-110')] }],
  async handle(ask) {
    const found = findErrorCodes(ask.query)
    if (found === undefined) throw invalidFields([{ path: 'family', message: `must be one of ${FAMILY_NAMES}` }])
    return envelope(ask, found)
  },
})
