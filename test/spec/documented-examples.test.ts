// The examples of the OpenAPI document: requests are accepted, and replies match their schema.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headersFor, newRrn, send } from '../support/accounts/account-services.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { closedSchema, examplesOf, faultsIn, type OpenApiDocument, operationsOf, resolved } from './openapi-check.ts'
import { setField, type Tree } from './request-bodies.ts'

withGatewayOn('postgres', 'the documented examples', (running) => {
  const read = async () =>
    (await send(running.current, '/openapi/accounts.json', {})).body as unknown as OpenApiDocument

  test('a request is accepted by the sandbox', async () => {
    let tried = 0
    for (const { method, path, operation } of operationsOf(await read())) {
      for (const { name, value } of examplesOf(operation.requestBody)) {
        const body = structuredClone(value) as Tree
        // The example's RRN may have been sent before.
        if (body.transaction !== undefined) setField(body, 'transaction.rrn', newRrn())
        const answer = await send(running.current, path, { method, headers: headersFor(), body: JSON.stringify(body) })
        assert.equal(answer.status, 200, `${operation.operationId} ${name}: ${answer.text}`)
        tried++
      }
    }
    assert.ok(tried >= 13, 'every operation with a body has an example')
  })

  test('a reply matches its schema', async () => {
    const document = await read()
    let looked = 0
    for (const { operation } of operationsOf(document)) {
      for (const [status, listed] of Object.entries(operation.responses)) {
        const response = resolved(document, listed)
        for (const { name, value, schema } of examplesOf(response)) {
          const faults = faultsIn(closedSchema(document, schema), value)
          assert.deepEqual(faults, [], `${operation.operationId} ${status} ${name}`)
          looked++
        }
      }
    }
    assert.ok(looked >= 14 * 2)
  })
})
