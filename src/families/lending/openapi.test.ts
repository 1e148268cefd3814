import test from 'node:test'
import { assertPartnerCredentials, testDocument } from '../../../test/spec/openapi-document.ts'
import { lendingOpenApi } from './openapi.ts'
import { LENDING_OPERATIONS } from './operations.ts'

const document = testDocument(lendingOpenApi, { operationIds: LENDING_OPERATIONS.map(({ id }) => id), atLeast: 100 })

test('a client or a bearer is asked for, and a key only where something changes', () => {
  assertPartnerCredentials(document, 'Idempotency-Key')
})
