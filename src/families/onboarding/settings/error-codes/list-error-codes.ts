// The catalogue of everything the platform can answer besides success, of all families, a page at a time.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { pageShape, pagingQuery, searchText } from '../../../../edge/resource/record-shapes.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import type { PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { CATALOGUE_FAMILIES, type ErrorCodeFilter, errorCodeOf, findErrorCodes } from './error-code-records.ts'
import { errorCode } from './error-code-shape.ts'

const FAMILY_NAMES = Object.entries(CATALOGUE_FAMILIES).flat().join(', ')

export const listErrorCodes = onboardingOperation({
  id: 'ListErrorCodes',
  route: 'GET /error-codes',
  access: may('ERROR_CODES', 'VIEW'),
  basis: 'chosen',
  tag: 'Error codes',
  summary: 'List the error codes',
  description: 'By code. Every code that the platform can send is in it, and no other.',
  query: Type.Object({
    ...pagingQuery.properties,
    family: Type.Optional(chosen(Type.String({ description: `One family: ${FAMILY_NAMES}` }))),
    search: Type.Optional(chosen(searchText('A part of the code or of its texts'))),
  }),
  reply: pageShape(errorCode),
  replyExamples: [{ name: 'page', summary: 'One code', value: pageExample(errorCodeOf('A-110')) }],
  handle: (ask) => pageReply(ask, { list: listed }, ask.query),
})

/** The catalogue is the same for every scope. */
async function listed(_scope: Scope, filter: ErrorCodeFilter, { page, size }: PageRequest) {
  const found = findErrorCodes(filter)
  if (found === undefined) throw invalidFields([{ path: 'family', message: `must be one of ${FAMILY_NAMES}` }])
  return { items: found.slice((page - 1) * size, page * size), total: found.length }
}
