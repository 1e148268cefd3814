// Bad input for every operation of the partner families, derived from the schemas that the server checks with: each field
// of each body and query is sent missing, with a wrong type, out of bounds, too long and with an unknown value. All of it
// is a 400 that names the field, and no operation runs.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PartnerEdge } from '../../src/edge/partners/partner-edge.fixture.ts'
import type { PartnerOperation } from '../../src/edge/partners/partner-operation.ts'
import { openEdge as openDigital } from '../../src/families/digital/edge.fixture.ts'
import { DIGITAL_OPERATIONS } from '../../src/families/digital/operations.ts'
import { openEdge as openLending } from '../../src/families/lending/edge.fixture.ts'
import { LENDING_OPERATIONS } from '../../src/families/lending/operations.ts'
import { inTurn } from '../support/runner/extent.ts'
import { MARK } from './hostile-texts.ts'
import { removeField, setField, type Tree } from './request-bodies.ts'
import { assertNames, faultsOf, fieldsOf, queryFaults, type Schema } from './schema-faults.ts'

type Operation = PartnerOperation<never, string>

const FAMILIES: [name: string, operations: readonly Operation[], open: () => PartnerEdge][] = [
  ['digital banking', DIGITAL_OPERATIONS, openDigital],
  ['lending', LENDING_OPERATIONS, openLending],
]

const ID = '01978a2e-6f00-7000-8000-00000000c0de'
const pathOf = ({ route }: Operation) => route.replaceAll(/:\w+/g, ID)
const exampleOf = ({ requestExamples }: Operation) => structuredClone(requestExamples?.[0]?.value ?? {}) as Tree

/** The fields of an example, with parents of the field created as needed. */
function bodyWith(operation: Operation, path: string, value: unknown): Tree {
  const body = exampleOf(operation)
  setField(body, path, value)
  return body
}

/** A well-formed transaction.type comes back in `transaction`, also when it is another operation's. */
/** Fields of a kind share their faults. */
const someOf = inTurn(2)
const faultsAt = (path: string, field: Schema) =>
  someOf(faultsOf(field).filter((value) => path !== 'transaction.type' || value !== MARK))

const NO_OBJECTS = ['[]', '5', 'null', '"x"', '[{}]', '{"__proto__":{}}', '{"constructor":{}}', '{"a":1,"a":2}']

for (const [name, operations, open] of FAMILIES) {
  describe(`bad input of ${name}`, () => {
    for (const operation of operations) {
      if (operation.body !== undefined) testBody(operation, open, fieldsOf(operation.body as unknown as Schema))
      if (operation.query !== undefined) testQuery(operation, open, fieldsOf(operation.query as unknown as Schema))
    }
  })
}

function testBody(operation: Operation, open: () => PartnerEdge, fields: ReturnType<typeof fieldsOf>): void {
  const { route, requestExamples = [] } = operation

  test(`${route} names each of its ${fields.length} fields that is wrong`, async () => {
    const edge = open()
    for (const { path, schema } of fields) {
      for (const value of faultsAt(path, schema)) {
        assertNames(await edge.call(pathOf(operation), { body: bodyWith(operation, path, value) }), path)
      }
    }
    assert.equal(edge.asked.length, 0)
  })

  test(`${route} names each required field that is missing`, async () => {
    const edge = open()
    for (const { path } of fields.filter(({ isRequired }) => isRequired)) {
      const body = bodyWith(operation, path, 1)
      removeField(body, path)
      assertNames(await edge.call(pathOf(operation), { body }), path)
    }
    assert.equal(edge.asked.length, 0)
  })

  test(`${route} takes its examples, and ignores fields that it does not know`, async () => {
    const edge = open()
    for (const { name, value } of requestExamples) {
      const answer = await edge.call(pathOf(operation), { body: { ...(value as object), unknown: { deep: [1] } } })
      assert.equal(answer.status, 200, `${name}: ${answer.text}`)
    }
    assert.ok(edge.asked.length > 0)
  })

  test(`${route} takes no body that is not an object`, async () => {
    const edge = open()
    for (const body of NO_OBJECTS) {
      const answer = await edge.call(pathOf(operation), { body })
      assert.deepEqual([answer.status, answer.headers['content-type']], [400, 'application/problem+json'], body)
    }
    assert.equal(edge.asked.length, 0)
  })
}

const PAGING = new Set(['page', 'size'])

function testQuery(operation: Operation, open: () => PartnerEdge, fields: ReturnType<typeof fieldsOf>): void {
  test(`${operation.route} names each parameter that is wrong`, async () => {
    const edge = open()
    const body = operation.body === undefined ? {} : { body: exampleOf(operation) }
    for (const { path, schema } of fields) {
      for (const value of queryFaults(path, schema)) {
        const answer = await edge.call(`${pathOf(operation)}?${path}=${encodeURIComponent(value)}`, body)
        assertNames(answer, path)
        if (PAGING.has(path)) assert.equal(answer.body.code, 'INVALID_PAGE')
      }
      assertNames(await edge.call(`${pathOf(operation)}?${path}=1&${path}=1`, body), path)
    }
    assert.equal(edge.asked.length, 0)
  })
}

for (const operation of DIGITAL_OPERATIONS.filter(({ body }) => body !== undefined)) {
  test(`${operation.route} takes no other transaction.type`, async () => {
    const body = bodyWith(operation, 'transaction.type', 'SOMETHING_ELSE')
    const answer = await openDigital().call(pathOf(operation), { body })
    assert.deepEqual([answer.status, answer.body.code], [400, 'INVALID_TRANSACTION_TYPE'])
  })
}

const DATES = ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', '0000-01-01']
for (const asOf of DATES) {
  test(`${asOf} is not a day`, async () => {
    const { status, body } = await openLending().call(`GET /loans/${ID}/balances?asOf=${asOf}`)
    assert.deepEqual([status, body.errors[0].pointer], [400, '/asOf'])
  })
}

for (const [name, value] of [
  ['page', '0'],
  ['page', '-1'],
  ['page', 'x'],
  ['size', '0'],
  ['size', '201'],
  ['size', '1.5'],
]) {
  test(`${name}=${value} is no page`, async () => {
    const { status, body } = await openLending().call(`GET /loans?${name}=${value}`)
    assert.deepEqual([status, body.code, body.errors[0].pointer], [400, 'INVALID_PAGE', `/${name}`])
  })
}
