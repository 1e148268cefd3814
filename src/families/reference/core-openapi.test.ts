import assert from 'node:assert/strict'
import test from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { closedSchema, examplesOf, type OpenApiDocument, operationsOf } from '../../../test/spec/openapi-check.ts'
import { coreOpenApi } from './core-openapi.ts'

const text = JSON.stringify(coreOpenApi())
const document = JSON.parse(text) as OpenApiDocument

test('the document passes the linter without a word', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'core.json', config })
  assert.deepEqual(
    problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    [],
  )
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

test('every example fits its own schema', () => {
  let count = 0
  for (const { operation } of operationsOf(document)) {
    for (const holder of [operation.requestBody, ...Object.values(operation.responses)]) {
      for (const { name, value, schema } of examplesOf(holder)) {
        count++
        assert.ok(Check(closedSchema(document, schema) as TSchema, value), `${operation.operationId} ${name}`)
      }
    }
  }
  assert.ok(count > 30)
})

test('the document is the same every time, and has no keyword of the validator', () => {
  assert.equal(JSON.stringify(coreOpenApi()), text)
  assert.doesNotMatch(text, /"(expected|inspect|component|~\w+)":/)
})
