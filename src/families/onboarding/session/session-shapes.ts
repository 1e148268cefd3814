// Shapes and examples that the operations on sessions share.

import { Type } from 'typebox'
import { given } from '../../../http/operation.ts'

export const accessToken = given(Type.String({ description: 'The access token: a JWT (EdDSA), good for 15 minutes' }))

export const TOKEN_EXAMPLE = 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl'
export const ENCRYPTED_EXAMPLE = 'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.a2V5.aXY.Y2lwaGVydGV4dA.dGFn'
export const USER_ID_EXAMPLE = '019bc0de-1111-7000-8000-000000000001'
