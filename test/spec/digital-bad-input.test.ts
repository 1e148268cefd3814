// Bad input for every operation of digital banking, derived from the schemas that the server checks with: each field of each
// body and query is sent missing, with a wrong type, out of bounds, too long and with an unknown value. All of it is a 400
// that names the field, and no operation runs.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DigitalOperation } from '../../src/families/digital/digital-operation.ts'
import { openEdge } from '../../src/families/digital/edge.fixture.ts'
import { DIGITAL_OPERATIONS } from '../../src/families/digital/operations.ts'
import { MARK } from './hostile-texts.ts'
import { removeField, setField, type Tree } from './request-bodies.ts'
import { assertNames, faultsOf, fieldsOf, queryFaults, type Schema } from './schema-faults.ts'

const ID = '01978a2e-6f00-7000-8000-00000000c0de'
const pathOf = ({ route }: DigitalOperation) => route.replaceAll(/:\w+/g, ID)
const exampleOf = ({ requestExamples }: DigitalOperation) => structuredClone(requestExamples?.[0]?.value ?? {}) as Tree

/** The fields of an example, with parents of the field created as needed. */
function bodyWith(operation: DigitalOperation, path: string, value: unknown): Tree {
  const body = exampleOf(operation)
  setField(body, path, value)
  return body
}

/** A well-formed transaction.type comes back in `transaction`, also when it is another operation's. */
const faultsAt = (path: string, field: Schema) =>
  faultsOf(field).filter((value) => path !== 'transaction.type' || value !== MARK)

describe('bad input of digital banking', () => {
  for (const operation of DIGITAL_OPERATIONS) {
    const schema = operation.body as unknown as Schema | undefined
    const query = operation.query as unknown as Schema | undefined

    if (schema !== undefined) {
      const fields = fieldsOf(schema)
      test(`${operation.route} names each of its ${fields.length} fields that is wrong`, async () => {
        const edge = openEdge()
        for (const { path, schema: field } of fields) {
          for (const value of faultsAt(path, field)) {
            assertNames(await edge.call(pathOf(operation), { body: bodyWith(operation, path, value) }), path)
          }
        }
        assert.equal(edge.asked.length, 0)
      })

      test(`${operation.route} names each required field that is missing`, async () => {
        const edge = openEdge()
        for (const { path } of fields.filter(({ isRequired }) => isRequired)) {
          const body = bodyWith(operation, path, 1)
          removeField(body, path)
          assertNames(await edge.call(pathOf(operation), { body }), path)
        }
        assert.equal(edge.asked.length, 0)
      })

      test(`${operation.route} takes its examples, and ignores fields that it does not know`, async () => {
        const edge = openEdge()
        for (const { name, value } of operation.requestExamples ?? []) {
          const body = { ...(value as object), unknown: { deep: [1] } }
          const answer = await edge.call(pathOf(operation), { body })
          assert.equal(answer.status, 200, `${name}: ${answer.text}`)
        }
        assert.ok(edge.asked.length > 0)
      })

      test(`${operation.route} takes no body that is not an object`, async () => {
        const edge = openEdge()
        for (const body of [
          '[]',
          '5',
          'null',
          '"x"',
          '[{}]',
          '{"__proto__":{}}',
          '{"constructor":{}}',
          '{"a":1,"a":2}',
        ]) {
          const answer = await edge.call(pathOf(operation), { body })
          assert.deepEqual([answer.status, answer.headers['content-type']], [400, 'application/problem+json'], body)
        }
        assert.equal(edge.asked.length, 0)
      })

      test(`${operation.route} takes no other transaction.type`, async () => {
        const body = bodyWith(operation, 'transaction.type', 'SOMETHING_ELSE')
        const answer = await openEdge().call(pathOf(operation), { body })
        assert.deepEqual([answer.status, answer.body.code], [400, 'INVALID_TRANSACTION_TYPE'])
      })
    }

    if (query !== undefined) {
      test(`${operation.route} names each parameter that is wrong`, async () => {
        const edge = openEdge()
        const body = schema === undefined ? {} : { body: exampleOf(operation) }
        for (const { path, schema: field } of fieldsOf(query)) {
          for (const value of queryFaults(path, field)) {
            const answer = await edge.call(`${pathOf(operation)}?${path}=${encodeURIComponent(value)}`, body)
            assertNames(answer, path)
            assert.equal(answer.body.code, 'INVALID_PAGE')
          }
          assertNames(await edge.call(`${pathOf(operation)}?${path}=1&${path}=1`, body), path)
        }
        assert.equal(edge.asked.length, 0)
      })
    }
  }
})
