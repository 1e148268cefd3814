// Bad input for every operation of lending, derived from the schemas that the server checks with: each field of each
// body and query is sent missing, with a wrong type, out of bounds, too long and with an unknown value. All of it is a 400
// that names the field, and no operation runs.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openEdge } from '../../src/families/lending/edge.fixture.ts'
import type { LendingOperation } from '../../src/families/lending/lending-operation.ts'
import { LENDING_OPERATIONS } from '../../src/families/lending/operations.ts'
import { removeField, setField, type Tree } from './request-bodies.ts'
import { assertNames, faultsOf, fieldsOf, queryFaults, type Schema } from './schema-faults.ts'

const ID = '01978a2e-6f00-7000-8000-00000000c0de'
const pathOf = ({ route }: LendingOperation) => route.replaceAll(/:\w+/g, ID)

/** The fields of an example, with parents of the field created as needed. */
function bodyWith(operation: LendingOperation, path: string, value: unknown): Tree {
  const body = structuredClone(operation.requestExamples?.[0]?.value ?? {}) as Tree
  setField(body, path, value)
  return body
}

describe('bad input of lending', () => {
  for (const operation of LENDING_OPERATIONS) {
    const schema = operation.body as unknown as Schema | undefined
    const query = operation.query as unknown as Schema | undefined

    if (schema !== undefined) {
      const fields = fieldsOf(schema)
      test(`${operation.route} names each of its ${fields.length} fields that is wrong`, async () => {
        const edge = openEdge()
        for (const { path, schema: field } of fields) {
          for (const value of faultsOf(field)) {
            const answer = await edge.call(pathOf(operation), { body: bodyWith(operation, path, value) })
            assertNames(answer, path)
          }
        }
        for (const { path } of fields.filter(({ isRequired, path }) => isRequired && !path.includes('.'))) {
          const body = bodyWith(operation, path, 1)
          removeField(body, path)
          assertNames(await edge.call(pathOf(operation), { body }), path)
        }
        assert.equal(edge.asked.length, 0)
      })

      test(`${operation.route} takes no body that is not an object`, async () => {
        const edge = openEdge()
        for (const body of ['[]', '5', 'null', '"x"', '[{}]']) {
          assert.equal((await edge.call(pathOf(operation), { body })).status, 400, body)
        }
        for (const body of ['{"__proto__":{}}', '{"constructor":{}}', `{"a":1,"a":2}`]) {
          assert.equal((await edge.call(pathOf(operation), { body })).status, 400, body)
        }
        assert.equal(edge.asked.length, 0)
      })
    }

    if (query !== undefined) {
      test(`${operation.route} names each parameter that is wrong`, async () => {
        const edge = openEdge()
        for (const { path, schema: field } of fieldsOf(query)) {
          for (const value of queryFaults(path, field)) {
            const answer = await edge.call(`${pathOf(operation)}?${path}=${encodeURIComponent(value)}`)
            assertNames(answer, path)
          }
          const twice = await edge.call(`${pathOf(operation)}?${path}=2026-01-01&${path}=2026-01-01`)
          assertNames(twice, path)
        }
        assert.equal(edge.asked.length, 0)
      })
    }
  }

  const DATES = ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', '0000-01-01']
  for (const asOf of DATES) {
    test(`${asOf} is not a day`, async () => {
      const { status, body } = await openEdge().call(`GET /loans/${ID}/balances?asOf=${asOf}`)
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
      const { status, body } = await openEdge().call(`GET /loans?${name}=${value}`)
      assert.deepEqual([status, body.code, body.errors[0].pointer], [400, 'INVALID_PAGE', `/${name}`])
    })
  }
})
