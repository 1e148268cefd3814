// Shapes and examples that the operations on sessions share.

import { Type } from 'typebox'
import { given, type OwnError } from '../../../../edge/http/operation.ts'
import { CATALOGUE } from '../../../../platform/kernel/catalogue/catalogue.ts'
import { errorEnvelope } from '../../problems.ts'

export const accessToken = given(Type.String({ description: 'The access token: a JWT (EdDSA), good for 15 minutes' }))

export const TOKEN_EXAMPLE = 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl'
export const ENCRYPTED_EXAMPLE = 'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.a2V5.aXY.Y2lwaGVydGV4dA.dGFn'
export const USER_ID_EXAMPLE = '019bc0de-1111-7000-8000-000000000001'

/** For operations that take or set a cookie. */
export const OTHER_ORIGIN: OwnError = {
  status: 403,
  description: CATALOGUE['B-ACC-004'].cause,
  schema: errorEnvelope,
  examples: [
    {
      name: 'BACC004',
      summary: CATALOGUE['B-ACC-004'].title,
      value: {
        data: null,
        success: false,
        message: `B-ACC-004: ${CATALOGUE['B-ACC-004'].cause}`,
        timestamp: '2026-01-15T10:00:00.000Z',
      },
    },
  ],
}
