// Every field of every operation, missing and malformed: a 400 that names its path, as a matrix from the spec's tables.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, newRrn, post } from '../support/accounts/account-services.ts'
import { type RunningGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { inTurn } from '../support/runner/extent.ts'
import { CROSS_FIELD_RULES } from './cross-field-rules.ts'
import { FAULTS } from './field-faults.ts'
import { parentsOf, removeField, requestOf, setField, type Tree } from './request-bodies.ts'
import { OPERATIONS, type SpecOperation, type Variant } from './spec-tables.ts'

withGatewayOn('postgres', 'the fields of requests', (running) => {
  for (const operation of OPERATIONS) {
    for (const variant of operation.variants) {
      describe(`${operation.id}, ${variant.name}`, () => matrixOf(running, operation, variant))
    }
  }
  describe('rules across fields', () => crossFieldRules(running))
})

/** Fields of a kind share their faults. */
const someOf = inTurn(2)

function matrixOf(running: RunningGateway, operation: SpecOperation, variant: Variant): void {
  const sent = (body: unknown) => post(running.current, operation.path, body)
  const refusedFor = async (body: Tree, ...paths: string[]) => assertRefused(await sent(body), '904', paths)
  const required = [...operation.required, ...variant.required]
  // Without the array, none of its items can lack a field.
  const alone = required.filter((field) => !field.includes('['))

  test('is answered with only the required fields', async () => {
    const answer = await sent(requestOf(operation, variant))
    assert.equal(answer.status, 200, answer.text)
  })

  for (const field of required) {
    test(`${field} is required`, async () => {
      const body = requestOf(operation, variant)
      removeField(body, field)
      await refusedFor(body, field)
      await refusedFor(broken(operation, variant, field, null), field)
    })
  }

  for (const field of [...required, ...operation.optional]) {
    test(`${field} is validated`, async () => {
      const faults = FAULTS[field]
      assert.ok(faults, `the tables know no fault of ${field}`)
      for (const value of [null, ...someOf(faults.wrongTypes), ...someOf(faults.malformed)]) {
        await refusedFor(broken(operation, variant, field, value), field)
      }
    })
  }

  for (const field of operation.optional) {
    test(`${field} is optional`, async () => {
      const answer = await sent(requestOf(operation, variant, [field]))
      assert.equal(answer.status, 200, answer.text)
    })
  }

  for (const field of operation.forbidden) {
    test(`${field} must not be sent`, () => refusedFor(requestOf(operation, variant, [field]), field))
  }

  for (const parent of new Set(alone.flatMap(parentsOf))) {
    test(`without ${parent} its missing fields are named`, async () => {
      const body = requestOf(operation, variant)
      removeField(body, parent)
      const missing = alone.filter((field) => field.startsWith(`${parent}.`))
      await refusedFor(body, ...(parent === 'profileData' ? [parent] : missing))
    })

    test(`${parent} must be an object`, async () => {
      for (const value of [null, 'text', 5, []]) await refusedFor(broken(operation, variant, parent, value), parent)
    })
  }

  test('all faults are reported at once', async () => {
    const body = requestOf(operation, variant, operation.optional)
    // With an unknown type it is undecided which fields the variant needs, so the type stays valid.
    const faulty = [...alone, ...operation.optional].filter((field) => field !== 'transaction.type')
    for (const field of faulty) setField(body, field, null)
    await refusedFor(body, ...faulty)
  })

  if (operation.types.length > 0) {
    test('a type of another endpoint is 902', async () => {
      const others = OPERATIONS.flatMap(({ types }) => types).filter((type) => !operation.types.includes(type))
      for (const type of [...others, 'CASHWITHDRAWALX', operation.types[0]?.toLowerCase() ?? '', '']) {
        const body = broken(operation, variant, 'transaction.type', type)
        assertRefused(await sent(body), '902', ['transaction.type'])
      }
    })

    test('a type of another endpoint with another fault is 904 and names both', async () => {
      const body = broken(operation, variant, 'transaction.type', 'NOSUCHTYPE')
      removeField(body, 'transaction.rrn')
      await refusedFor(body, 'transaction.rrn', 'transaction.type')
    })
  }

  test('an empty object lacks everything that is always required', async () => {
    const answer = await sent({})
    const named = new Set(answer.body.error?.details.map(({ path }) => path))
    assert.equal(answer.status, 400)
    for (const field of operation.required) assert.ok(named.has(field), `${field} is not named: ${answer.text}`)
  })

  test('anything but an object is rejected', async () => {
    for (const body of ['null', '[]', '"text"', '5', 'true']) assertRefused(await sent(body), '904', ['body'])
  })
}

function broken(operation: SpecOperation, variant: Variant, field: string, value: unknown): Tree {
  const body = requestOf(operation, variant)
  setField(body, field, value)
  return body
}

function assertRefused(answer: Answer, code: string, paths: readonly string[]): void {
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.code, code, answer.text)
  assert.equal(answer.body.error?.reason, 'Bad Request')
  const named = answer.body.error.details.map(({ path }) => path)
  assert.deepEqual(named.toSorted(), [...paths].sort(), answer.text)
  for (const { path, message } of answer.body.error.details) assert.ok(message.length > 3, `${path} says nothing`)
}

function crossFieldRules(running: RunningGateway): void {
  for (const [title, id, name, changes, named] of CROSS_FIELD_RULES) {
    test(`${id} rejects ${title}`, async () => {
      const { operation, variant } = find(id, name)
      const body = requestOf(operation, variant)
      for (const [field, value] of Object.entries(changes)) setField(body, field, value)
      assertRefused(await post(running.current, operation.path, body), '904', named)
    })
  }

  test('a rejected request can be corrected and sent again with the same RRN', async () => {
    const { operation, variant } = find('Debits', 'CASHWITHDRAWAL')
    const body = requestOf(operation, variant)
    setField(body, 'transaction.rrn', newRrn())
    setField(body, 'amount.amount', -5)
    assertRefused(await post(running.current, operation.path, body), '904', ['amount.amount'])
    setField(body, 'amount.amount', 5)
    const answer = await post(running.current, operation.path, body)
    assert.equal(answer.code, '000', answer.text)
    assert.equal(answer.headers.get('x-idempotent-replay'), null)
  })
}

function find(id: string, name: string): { operation: SpecOperation; variant: Variant } {
  const operation = OPERATIONS.find((candidate) => candidate.id === id)
  const variant = operation?.variants.find((candidate) => candidate.name === name)
  if (operation === undefined || variant === undefined) throw new Error(`the tables have no ${id}, ${name}`)
  return { operation, variant }
}
