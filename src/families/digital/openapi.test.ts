import test from 'node:test'
import { assertPartnerCredentials, testDocument } from '../../../test/spec/openapi-document.ts'
import { digitalOpenApi } from './openapi.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'

const document = testDocument(digitalOpenApi, { operationIds: DIGITAL_OPERATIONS.map(({ id }) => id), atLeast: 100 })

test('a client or a bearer is asked for', () => {
  assertPartnerCredentials(document)
})
