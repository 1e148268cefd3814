import assert from 'node:assert/strict'
import test from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { closedSchema, examplesOf, type OpenApiDocument, operationsOf } from '../../../test/spec/openapi-check.ts'
import { digitalOpenApi } from './openapi.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'

const text = JSON.stringify(digitalOpenApi())
const document = JSON.parse(text) as OpenApiDocument

test('the document passes the linter without a word', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'digital.json', config })
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
    DIGITAL_OPERATIONS.map(({ id }) => id).toSorted(),
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
  assert.ok(count >= DIGITAL_OPERATIONS.length)
})

test('a client or a bearer is asked for', () => {
  const paths = JSON.parse(text).paths as Record<string, Record<string, { operationId: string; security: unknown }>>
  for (const methods of Object.values(paths)) {
    for (const { operationId, security } of Object.values(methods)) {
      assert.deepEqual(security, [{ clientId: [], clientSecret: [] }, { bearer: [] }], operationId)
    }
  }
})

test('the document is the same every time, and has no keyword of the validator', () => {
  assert.equal(JSON.stringify(digitalOpenApi()), text)
  assert.doesNotMatch(text, /"(expected|inspect|component|~\w+)":/)
})
