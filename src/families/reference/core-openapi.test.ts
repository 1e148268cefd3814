import assert from 'node:assert/strict'
import test from 'node:test'
import { operationsOf } from '../../../test/spec/openapi-check.ts'
import { testDocument } from '../../../test/spec/openapi-document.ts'
import { coreOpenApi } from './core-openapi.ts'

const document = testDocument(coreOpenApi, {
  operationIds: ['ExecuteOrder', 'FindOrder', 'CancelOrder', 'LookUpAccounts', 'InquireBalance', 'Health'],
  atLeast: 31,
})

test('the document has the six operations of the port', () => {
  const order = '/institutions/{institutionId}/orders/{reference}'
  assert.deepEqual(
    operationsOf(document).map(({ method, path }) => `${method} ${path}`),
    [
      `PUT ${order}`,
      `GET ${order}`,
      `POST ${order}/cancel`,
      'POST /institutions/{institutionId}/lookups',
      'POST /institutions/{institutionId}/balances',
      'GET /health',
    ],
  )
})
