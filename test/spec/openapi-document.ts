// What must hold for every OpenAPI document that is written to contract/. The test of a document calls it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { closedSchema, examplesOf, type OpenApiDocument, operationsOf } from './openapi-check.ts'

/** `atLeast` is a number of examples below which some have gone missing. */
export function testDocument(
  emit: () => unknown,
  { operationIds, atLeast }: { readonly operationIds: readonly string[]; readonly atLeast: number },
): OpenApiDocument {
  const text = JSON.stringify(emit())
  const document = JSON.parse(text) as OpenApiDocument

  test('the document passes the linter without a word', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: text, absoluteRef: 'document.json', config })
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    )
  })

  test('every operation is in the document, once', () => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    assert.deepEqual(ids.toSorted(), operationIds.toSorted())
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
    assert.ok(count >= atLeast, `only ${count} examples`)
  })

  test('the document is the same every time, and has no keyword of the validator', () => {
    assert.equal(JSON.stringify(emit()), text)
    assert.doesNotMatch(text, /"(expected|inspect|component|~\w+)":/)
  })

  return document
}

/** Fails unless every operation takes a client or a bearer, and the header that names a request only where something changes. */
export function assertPartnerCredentials(document: OpenApiDocument, nameHeader?: string): void {
  for (const { method, operation } of operationsOf(document)) {
    const { operationId, security, parameters = [] } = operation
    assert.deepEqual(security, [{ clientId: [], clientSecret: [] }, { bearer: [] }], operationId)
    const takesName = parameters.some(({ $ref }) => $ref?.endsWith(`/${nameHeader}`))
    const isRead = method === 'GET' || operationId.startsWith('Search')
    assert.equal(takesName, nameHeader !== undefined && !isRead, operationId)
  }
}
