import assert from 'node:assert/strict'
import test from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { accountsOpenApi } from './openapi.ts'
import { ACCOUNT_OPERATIONS } from './operations.ts'

interface Operation {
  readonly operationId: string
  readonly responses: Record<string, unknown>
  readonly parameters?: readonly { readonly $ref: string }[]
  readonly 'x-basis': string
}
const text = JSON.stringify(accountsOpenApi())
const document = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
)

test('the document passes the linter without warnings', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'accounts.json', config })
  assert.deepEqual(
    problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    [],
  )
})

test('the document has exactly the operations of the specification', () => {
  const base = '/api/ssb/accountservices/v1'
  assert.deepEqual(Object.fromEntries(operations.map(({ operationId, route }) => [operationId, route])), {
    EapiHealthCheck: 'GET /api/health',
    GetPreferences: `POST ${base}/preferences/retrieve`,
    AddPreferences: `POST ${base}/preferences`,
    DeletePreferences: `POST ${base}/preferences/delete`,
    AccountLookup: `POST ${base}/accounts`,
    BalanceInquiry: `POST ${base}/accounts/balance`,
    Debits: `POST ${base}/transactions/debits`,
    DebitsReverse: `POST ${base}/transactions/debits/reverse`,
    Credits: `POST ${base}/transactions/credits`,
    CreditsReverse: `POST ${base}/transactions/credits/reverse`,
    Transfers: `POST ${base}/transactions/transfers`,
    TransfersReverse: `POST ${base}/transactions/transfers/reverse`,
    BillPayments: `POST ${base}/transactions/billpayments`,
    CardlessWithdrawal: `POST ${base}/transactions/cardless`,
  })
})

test('every operation lists its headers and every status it can answer', () => {
  for (const { operationId, parameters = [], responses } of operations) {
    const isHealth = operationId === 'EapiHealthCheck'
    const headers = isHealth ? [] : ['x-correlation-id', 'partnerId']
    const statuses = isHealth ? '200 405 500' : '200 400 401 403 404 405 413 415 429 500 503 504'
    assert.deepEqual(
      parameters.map(({ $ref }) => $ref.split('/').at(-1)),
      headers,
      operationId,
    )
    assert.equal(Object.keys(responses).join(' '), statuses, operationId)
  }
})

test('every example matches its schema', () => {
  const fits = (schema: TSchema, value: unknown) => Check(schema, JSON.parse(JSON.stringify(value)))
  for (const { id, body, reply, requestExamples = [], replyExamples } of ACCOUNT_OPERATIONS) {
    assert.equal(requestExamples.length > 0, body !== undefined, `${id} needs an example of a request`)
    assert.ok(replyExamples.length > 0, `${id} needs an example of a reply`)
    for (const { name, value } of requestExamples) assert.ok(body !== undefined && fits(body, value), `${id} ${name}`)
    for (const { name, value } of replyExamples) assert.ok(fits(reply, value), `${id} ${name}`)
  }
})

test('no two examples of transactions share an RRN, so that all of them can be tried', () => {
  const rrns = ACCOUNT_OPERATIONS.filter(({ replays }) => replays).flatMap(({ requestExamples = [] }) =>
    requestExamples.map(({ value }) => (value as { transaction: { rrn: string } }).transaction.rrn),
  )
  assert.ok(rrns.length >= 8)
  assert.deepEqual([...new Set(rrns)], rrns)
})

test('every field of every shape says whether it is given or chosen', () => {
  const silent: string[] = []
  const visit = (schema: { $ref?: string; 'x-basis'?: string; properties?: object; items?: object }, path: string) => {
    if (schema.$ref === undefined && schema['x-basis'] === undefined && !path.endsWith('[]')) silent.push(path)
    for (const [name, member] of Object.entries(schema.properties ?? {})) visit(member, `${path}.${name}`)
    if (schema.items !== undefined) visit(schema.items, `${path}[]`)
  }
  const { schemas } = (JSON.parse(text) as { components: { schemas: Record<string, { properties: object }> } })
    .components
  for (const [name, { properties }] of Object.entries(schemas)) {
    for (const [field, member] of Object.entries(properties)) visit(member, `${name}.${field}`)
  }
  assert.deepEqual(silent, [])
})

test('the document is deterministic, and has no validator keyword', () => {
  assert.equal(JSON.stringify(accountsOpenApi()), text)
  assert.doesNotMatch(text, /"(expected|inspect|component|~\w+)":/)
})
