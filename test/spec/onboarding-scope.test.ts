// Every onboarding operation, walked by its schema: an institution outside the caller's scope is not found, wherever a request
// names it, and an empty list in a filter means any.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TSchema } from 'typebox'
import { isAnonymous } from '../../src/edge/resource/access.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'
import { post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { linkMailedTo, Onboarding } from '../support/onboarding/onboarding.ts'

type Operation = (typeof ONBOARDING_OPERATIONS)[number]
type Properties = Readonly<Record<string, TSchema & { type?: string; properties?: Properties }>>

const PASSWORD = 'Correct-Horse-9-Battery'
const NOBODYS_ID = '0197f3a0-0000-7000-8000-0000000000ff'
/** One that exists, and one that does not. */
const OUTSIDE = ['FI002', 'FI999']
/** Its institutionId is that of a new institution, which only users of the platform make. */
const MAKES_ONE = 'CreateInstitution'

/** The paths in a schema of what `wanted` picks. */
function pathsOf(
  schema: TSchema | undefined,
  wanted: (name: string, field: Properties[string]) => boolean,
): string[][] {
  const { properties = {} } = (schema ?? {}) as { properties?: Properties }
  return Object.entries(properties).flatMap(([name, field]) =>
    wanted(name, field) ? [[name]] : pathsOf(field, wanted).map((path) => [name, ...path]),
  )
}

const namesInstitution = (name: string) => /^institutionIds?$/.test(name)

/** The example of the operation's own documentation, or nothing. */
function exampleOf({ requestExamples = [] }: Operation): Record<string, unknown> {
  return structuredClone((requestExamples[0]?.value ?? {}) as Record<string, unknown>)
}

function withValue(body: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path
  const inner = (body[name] ?? {}) as Record<string, unknown>
  return { ...body, [name]: rest.length === 0 ? value : withValue(inner, rest, value) }
}

const targetOf = ({ method, path }: Operation) =>
  `${method} ${path.replaceAll(/:id\b/g, NOBODYS_ID).replace(':clientId', 'x').replace(':name', 'limits').replace(':date', '2026-01-15')}`

withGatewayOn('postgres', 'what onboarding requests name', (running) => {
  const api = new Onboarding(() => running.current.url)
  const tokens = { admin: '', scoped: '' }

  before(async () => {
    tokens.admin = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const users = await api.call('POST /users/list', { token: tokens.admin, body: { search: 'admin@sandbox' } })
    const { roleId } = users.body.data.content[0]
    const person = {
      firstName: 'Some',
      lastName: 'Body',
      mailID: 'scoped@walk.example',
      roleId,
      institutionId: 'FI001',
    }
    assert.equal((await api.call('POST /users', { token: tokens.admin, body: person })).status, 201)
    const link = await linkMailedTo(running.current.managementUrl, person.mailID)
    const password = await api.encrypt(PASSWORD)
    await api.call('PATCH /users/password', { body: { email: link, password } })
    tokens.scoped = await api.tokenOf(person.mailID, PASSWORD)
    await post(running.current, '/transactions/debits', withdrawal('1000000001', 20))
  })

  const guarded = ONBOARDING_OPERATIONS.filter(({ access }) => !isAnonymous(access))

  describe('an institution outside the scope', () => {
    const naming = guarded.flatMap((operation) => [
      ...pathsOf(operation.query, namesInstitution).map((path) => ({ operation, path, place: 'query' as const })),
      ...pathsOf(operation.body, namesInstitution).map((path) => ({ operation, path, place: 'body' as const })),
    ])

    test('can be named in filters, queries and bodies', () => {
      for (const id of [
        'ListTransactions',
        'ExportTransactions',
        'GetDashboardSummary',
        'CreateBiller',
        'UpdatePartner',
      ]) {
        assert.ok(
          naming.some(({ operation }) => operation.id === id),
          id,
        )
      }
    })

    for (const { operation, path, place } of naming) {
      if (operation.id === MAKES_ONE) continue
      const isList = path.at(-1) === 'institutionIds'
      test(`is not found as ${path.join('.')} in the ${place} of ${operation.id}, known or not`, async () => {
        for (const id of OUTSIDE) {
          for (const named of isList ? [[id], ['FI001', id]] : [id]) {
            const suffix = place === 'query' ? `?${path[0]}=${named}&environment=sandbox` : ''
            const body = place === 'body' ? withValue(exampleOf(operation), path, named) : undefined
            const answer = await api.call(`${targetOf(operation)}${suffix}`, { token: tokens.scoped, body })
            assert.equal(answer.status, 404, answer.text)
            assert.match(answer.body.message, /^B-REQ-004: there is no such institution/)
          }
        }
      })
    }

    test('is not found in the input of a decision table', async () => {
      const evaluated = (institutionId: string) =>
        api.call('POST /rules/limits/evaluate', { token: tokens.scoped, body: { input: { institutionId } } })
      for (const id of OUTSIDE) assert.equal((await evaluated(id)).status, 404)
      assert.equal((await evaluated('FI001')).status, 200)
    })

    test('is an unknown service for the health of its core', async () => {
      for (const id of OUTSIDE) {
        const asked = { token: tokens.scoped, body: { services: [`core:${id}`] } }
        assert.equal((await api.call('POST /healthstatus', asked)).status, 400)
      }
    })

    test('cannot be made by a user of another one', async () => {
      const operation = guarded.find(({ id }) => id === MAKES_ONE) as Operation
      const asked = { token: tokens.scoped, body: exampleOf(operation) }
      assert.equal((await api.call(targetOf(operation), asked)).status, 403)
    })
  })

  describe('an empty list in a filter means any', () => {
    const isList = (_name: string, { type }: { type?: string }) => type === 'array'
    const lists = guarded.filter(({ method, path }) => method === 'POST' && path.endsWith('/list'))
    const totalOf = async (operation: Operation, body: object) => {
      const { status, body: answer, text } = await api.call(targetOf(operation), { token: tokens.admin, body })
      assert.equal(status, 200, text)
      return answer.data.totalElements as number
    }

    test('of fifteen resources and more', () => assert.ok(lists.length > 15, String(lists.length)))

    for (const operation of lists) {
      for (const [name = ''] of pathsOf(operation.body, isList)) {
        test(`${name} of ${operation.id}`, async () => {
          assert.equal(await totalOf(operation, { [name]: [] }), await totalOf(operation, {}))
        })
      }
    }

    test('and in the filter of an export', async () => {
      const operation = guarded.find(({ id }) => id === 'ExportTransactions') as Operation
      for (const path of pathsOf(operation.body, isList)) {
        const body = withValue({ format: 'CSV' }, path, [])
        assert.equal((await api.call(targetOf(operation), { token: tokens.admin, body })).status, 202, path.join('.'))
      }
    })
  })
})
