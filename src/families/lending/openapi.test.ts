import assert from 'node:assert/strict'
import test from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { closedSchema, examplesOf, type OpenApiDocument, operationsOf } from '../../../test/spec/openapi-check.ts'
import { lendingOpenApi } from './openapi.ts'
import { LENDING_OPERATIONS } from './operations.ts'

const text = JSON.stringify(lendingOpenApi())
const document = JSON.parse(text) as OpenApiDocument

test('the document passes the linter without a word', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'lending.json', config })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
})

test('every operation that the server runs is in the document, once', () => {
  assert.deepEqual(
    operationsOf(document)
      .map(({ operation }) => operation.operationId)
      .toSorted(),
    LENDING_OPERATIONS.map(({ id }) => id).toSorted(),
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
  assert.ok(count > 40)
})

test('a client or a bearer is asked for, and a key only where something changes', () => {
  const operations = JSON.parse(text).paths as Record<
    string,
    Record<string, { operationId: string; security: unknown; parameters: { $ref?: string }[] }>
  >
  for (const methods of Object.values(operations)) {
    for (const [method, { operationId, security, parameters }] of Object.entries(methods)) {
      assert.deepEqual(security, [{ clientId: [], clientSecret: [] }, { bearer: [] }], operationId)
      const takesKey = parameters.some(({ $ref }) => $ref?.endsWith('/Idempotency-Key'))
      const isRead = method === 'get' || operationId.startsWith('Search')
      assert.equal(takesKey, !isRead, operationId)
    }
  }
})

test('the document is the same every time, and has no keyword of the validator', () => {
  assert.equal(JSON.stringify(lendingOpenApi()), text)
  assert.doesNotMatch(text, /"(expected|inspect|component|~\w+)":/)
})
