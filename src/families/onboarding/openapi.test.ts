import assert from 'node:assert/strict'
import test from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { accessText } from '../../edge/resource/access.ts'
import { entriesOf } from '../../edge/resource/four-eyes-entries.ts'
import { onboardingOpenApi } from './openapi.ts'
import { ONBOARDING_OPERATIONS } from './operations.ts'

interface Operation {
  readonly operationId: string
  readonly description: string
  readonly responses: Record<string, { readonly content?: Record<string, { schema: { $ref: string } }> }>
  readonly security: readonly unknown[]
  readonly requestBody?: { readonly content: Record<string, unknown> }
}
const text = JSON.stringify(onboardingOpenApi())
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: Record<string, object> }> }
}
const routes = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path.replace('/v1/onboarding', '')}`,
      operation,
    ]),
  ),
)

test('the document passes the linter without a word', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'onboarding.json', config })
  assert.deepEqual(
    problems.map(({ ruleId, location }) => `${ruleId}: ${location[0]?.pointer}`),
    // The contract's path: the id of an exception is a UUID, which `resolutions` is not.
    [
      'no-ambiguous-paths: #/paths/~1v1~1onboarding~1transactions~1exceptions~1resolutions~1{id}',
      // Starting single sign-on has no other good answer than sending the browser away.
      'operation-2xx-response: #/paths/~1v1~1onboarding~1sso~1authorize/get/responses',
    ],
  )
})

// The specification's table: route, bearer or not, envelope or not, the status of success.
const GIVEN: [route: string, bearer: boolean, envelope: boolean, status: number][] = [
  ['POST /login/user', false, true, 200],
  ['POST /logout', true, true, 200],
  ['POST /auth/refresh', false, true, 200],
  ['GET /me', true, true, 200],
  ['GET /userinfo', true, false, 200],
  ['POST /token', false, false, 200],
  ['POST /login/mfa/status', false, false, 200],
  ['POST /login/mfa/register', false, true, 200],
  ['POST /generateOtp', false, true, 200],
  ['POST /validateOtp', true, true, 200],
  ['POST /users', true, true, 201],
  ['PATCH /users', true, true, 200],
  ['POST /users/list', true, true, 200],
  ['GET /users/{id}', true, true, 200],
  ['PATCH /users/{id}/activation', true, true, 200],
  ['PATCH /users/password', false, true, 200],
  ['POST /verify-invite-url', false, true, 200],
  ['POST /roles', true, true, 201],
]
for (const [route, bearer, envelope, status] of GIVEN) {
  test(`${route} is as the specification has it`, () => {
    const operation = routes.get(route)
    assert.ok(operation, 'it is missing')
    assert.equal(JSON.stringify(operation.security) === '[{"bearer":[]}]', bearer, 'bearer')
    const reply = operation.responses[status]?.content?.['application/json']?.schema.$ref.split('/').at(-1)
    assert.ok(reply, `it has no answer ${status}`)
    const fields = Object.keys(document.components.schemas[reply]?.properties ?? {})
    assert.equal(fields.join(' ') === 'data success message timestamp', envelope, 'envelope')
  })
}

test('a bearer that is taken but not needed is documented as that, and nowhere else', () => {
  const optional = [...routes].filter(([, { security }]) => JSON.stringify(security) === '[{},{"bearer":[]}]')
  assert.deepEqual(optional.map(([route]) => route).sort(), [
    'PATCH /users/password',
    'POST /login/mfa/register',
    'POST /login/mfa/status',
  ])
})

test('the operations that the contract settles are there', () => {
  const settled = [
    'GET /auth/keys',
    'GET /me/sessions',
    'DELETE /me/sessions/{sid}',
    'POST /me/recovery-codes',
    'GET /me/recovery-codes',
    'POST /users/password/forgot',
    'GET /sso/authorize',
    'GET /users',
    'POST /users/{id}/invite',
    'POST /users/{id}/unlock',
    'POST /users/{id}/reset-mfa',
    'GET /roles',
    'POST /roles/list',
    'GET /roles/{id}',
    'PATCH /roles/{id}',
    'DELETE /roles/{id}',
    'PATCH /roles/{id}/activation',
    'GET /modules',
    'GET /modules/{moduleId}',
    'POST /webhooks',
    'GET /webhooks',
    'POST /webhooks/list',
    'GET /webhooks/{id}',
    'PATCH /webhooks/{id}',
    'DELETE /webhooks/{id}',
    'PATCH /webhooks/{id}/activation',
    'POST /webhooks/{id}/rotate',
    'POST /webhooks/{id}/test',
    'GET /webhooks/{id}/deliveries',
    'POST /webhooks/{id}/redeliver',
    'POST /webhooks/{id}/send-now',
    'POST /partners',
    'GET /partners',
    'POST /partners/list',
    'GET /partners/{id}',
    'PATCH /partners/{id}',
    'DELETE /partners/{id}',
    'PATCH /partners/{id}/activation',
    'POST /partners/{id}/clients',
    'PATCH /partners/{id}/clients/{clientId}',
    'POST /partners/{id}/clients/{clientId}/rotate',
    'DELETE /partners/{id}/clients/{clientId}',
    'POST /financial-institutions',
    'GET /financial-institutions',
    'POST /financial-institutions/list',
    'GET /financial-institutions/{id}',
    'PATCH /financial-institutions/{id}',
    'DELETE /financial-institutions/{id}',
    'POST /financial-institutions/{id}/submit',
    'POST /financial-institutions/{id}/approve',
    'POST /financial-institutions/{id}/reject',
    'POST /financial-institutions/{id}/activate',
    'POST /financial-institutions/{id}/suspend',
    'POST /financial-institutions/{id}/resume',
    'POST /financial-institutions/{id}/terminate',
    'GET /financial-institutions/{id}/readiness',
    'GET /financial-institutions/{id}/history',
    'POST /billers',
    'GET /billers',
    'POST /billers/list',
    'GET /billers/{id}',
    'PATCH /billers/{id}',
    'DELETE /billers/{id}',
    'PATCH /billers/{id}/activation',
    'POST /sub-tenants',
    'GET /sub-tenants',
    'POST /sub-tenants/list',
    'GET /sub-tenants/{id}',
    'PATCH /sub-tenants/{id}',
    'DELETE /sub-tenants/{id}',
    'PATCH /sub-tenants/{id}/activation',
    'POST /sub-tenants/{id}/close',
    'POST /accounts',
    'GET /accounts',
    'POST /accounts/list',
    'GET /accounts/{id}',
    'PATCH /accounts/{id}',
    'POST /accounts/{id}/block',
    'POST /accounts/{id}/unblock',
    'POST /accounts/{id}/close',
    'GET /accounts/{id}/entries',
    'POST /cards',
    'GET /cards',
    'POST /cards/list',
    'GET /cards/{id}',
    'PATCH /cards/{id}',
    'POST /cards/{id}/block',
    'POST /cards/{id}/unblock',
    'POST /cards/{id}/close',
    'POST /hot-cards',
    'GET /hot-cards',
    'POST /hot-cards/list',
    'GET /hot-cards/{id}',
    'POST /hot-cards/{id}/lift',
    'POST /stops',
    'GET /stops',
    'POST /stops/list',
    'POST /stops/preview',
    'GET /stops/{id}',
    'PATCH /stops/{id}',
    'POST /stops/{id}/lift',
    'POST /reconciliations',
    'GET /reconciliations',
    'POST /reconciliations/list',
    'GET /reconciliations/{id}',
    'PUT /reconciliations/{id}/file',
    'GET /reconciliations/{id}/differences',
    'POST /corrections',
    'GET /corrections',
    'POST /corrections/list',
    'GET /corrections/{id}',
    'GET /suspense',
    'GET /transactions/exceptions/{id}',
    'GET /transactions/exceptions/assignees',
    'GET /transactions/exceptions/resolutions',
    'GET /transactions/exceptions/resolutions/{id}',
    'POST /transactions/exceptions/assign',
    'POST /transactions/exceptions/resolve',
    'POST /transactions/exceptions/{id}/assign',
    'POST /transactions/exceptions/{id}/comment',
    'POST /terminals',
    'GET /terminals',
    'POST /terminals/list',
    'GET /terminals/{id}',
    'PATCH /terminals/{id}',
    'DELETE /terminals/{id}',
    'PATCH /terminals/{id}/activation',
    'POST /terminals/{id}/decommission',
    'POST /terminals/{id}/cash',
    'GET /terminals/{id}/cash',
    'POST /terminal-keys',
    'GET /terminal-keys',
    'POST /terminal-keys/list',
    'GET /terminal-keys/{id}',
    'POST /terminal-keys/{id}/activate',
    'POST /terminal-keys/{id}/rotate',
    'POST /terminal-keys/{id}/revoke',
    'POST /application-properties',
    'GET /application-properties',
    'POST /application-properties/list',
    'GET /application-properties/effective',
    'POST /application-properties/promote',
    'GET /application-properties/{id}',
    'PATCH /application-properties/{id}',
    'DELETE /application-properties/{id}',
    'GET /application-properties/{id}/history',
    'POST /application-properties/{id}/rollback',
    ...['/core-connectivity', '/account-types', '/transaction-capabilities', '/loan-products', '/loan-rates'].flatMap(
      (path) => [
        `POST ${path}`,
        `GET ${path}`,
        `POST ${path}/list`,
        `GET ${path}/{id}`,
        `PATCH ${path}/{id}`,
        `DELETE ${path}/{id}`,
        `PATCH ${path}/{id}/activation`,
      ],
    ),
    'POST /core-connectivity/{id}/test',
    'GET /transactions',
    'POST /transactions/list',
    'GET /transactions/{id}',
    'POST /transactions/export',
    'GET /transactions/exports',
    'GET /transactions/exports/{id}',
    'GET /transactions/exports/{id}/file',
    'GET /transactions/exceptions',
    'POST /transactions/exceptions/list',
    'POST /transactions/exceptions/{id}/resolve',
    'GET /change-requests',
    'POST /change-requests/list',
    'GET /change-requests/{id}',
    ...['approve', 'reject', 'withdraw', 'break-glass', 'review'].map((verb) => `POST /change-requests/{id}/${verb}`),
    'GET /digital-settlements',
    'POST /digital-settlements',
    'POST /digital-settlements/list',
    'GET /digital-settlements/{id}',
    'POST /digital-settlements/{id}/reversal',
    'POST /search',
    'GET /customers/{institutionId}/{customerId}',
    'GET /notifications',
    'GET /notifications/unread',
    ...['POST /saved-views', 'GET /saved-views', 'POST /saved-views/list'],
    ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /saved-views/{id}`),
    'GET /status',
    'POST /notifications/read',
    ...['POST /alert-rules', 'GET /alert-rules', 'POST /alert-rules/list', 'PATCH /alert-rules/{id}/activation'],
    ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /alert-rules/{id}`),
    'POST /alert-rules/{id}/acknowledge',
    'GET /sandbox/mails',
    'GET /financial-institutions/{id}/business-days',
    'GET /financial-institutions/{id}/business-days/{date}',
    'GET /financial-institutions/{id}/business-days/{date}/file',
    'POST /financial-institutions/{id}/business-days/{date}/file',
    'POST /financial-institutions/{id}/business-days/{date}/hold',
    'POST /financial-institutions/{id}/business-days/{date}/release',
    'POST /financial-institutions/{id}/business-days/{date}/close',
    'POST /financial-institutions/{id}/business-days/{date}/retry',
    ...['summary', 'volume', 'response-codes', 'latency', 'institutions', 'lending', 'tokens'].map(
      (name) => `GET /dashboard/${name}`,
    ),
    'POST /healthstatus',
    'GET /error-codes',
    'GET /error-codes/{code}',
    'POST /users/mail/confirm',
    'GET /rules',
    'GET /rules/{name}',
    'POST /rules/{name}/evaluate',
    'GET /audit-logs',
    'POST /audit-logs/list',
    'GET /audit-logs/{id}',
    'GET /audit-logs/verify',
  ]
  assert.deepEqual([...routes.keys()].sort(), [...settled, ...GIVEN.map(([route]) => route)].sort())
})

test('every operation has an id of its own', () => {
  const ids = ONBOARDING_OPERATIONS.map(({ id }) => id)
  assert.deepEqual(ids, [...new Set(ids)])
})

test('every operation is documented with the access it declares', () => {
  for (const operation of ONBOARDING_OPERATIONS) {
    const { access, method, path } = operation
    const documented = routes.get(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    const waits = entriesOf(operation).length > 0 ? ' May wait for approval: 202.' : ''
    assert.ok(documented?.description.endsWith(`\n\n${accessText(access)}${waits}`), `${method} ${path}`)
    assert.equal(waits !== '' && documented?.responses['202'] === undefined, false, `${method} ${path}`)
  }
})

test('every operation has a tag that the document explains', () => {
  const { tags } = JSON.parse(text) as { tags: { name: string }[] }
  const explained = new Set(tags.map(({ name }) => name))
  assert.deepEqual(new Set(ONBOARDING_OPERATIONS.map(({ tag }) => tag)), explained)
})

test('the token endpoint takes a form, an upload a file, everything else JSON', () => {
  for (const [route, { requestBody }] of routes) {
    if (route === 'PUT /reconciliations/{id}/file') continue
    const type = route === 'POST /token' ? 'application/x-www-form-urlencoded' : 'application/json'
    if (requestBody !== undefined) assert.deepEqual(Object.keys(requestBody.content), [type], route)
  }
})

test('every example fits its own schema', () => {
  const fits = (schema: TSchema, value: unknown) => Check(schema, JSON.parse(JSON.stringify(value)))
  for (const operation of ONBOARDING_OPERATIONS) {
    const { id, body, reply, status, requestExamples = [], replyExamples, fileTypes = [] } = operation
    assert.equal(requestExamples.length > 0, body !== undefined, `${id} needs an example of a request`)
    // One example cannot show a file that comes in several formats.
    assert.ok(replyExamples.length > 0 || status === 302 || fileTypes.length > 1, `${id} needs an example of a reply`)
    for (const { name, value } of requestExamples) assert.ok(body !== undefined && fits(body, value), `${id} ${name}`)
    for (const { name, value } of replyExamples) assert.ok(fits(reply, value), `${id} ${name}`)
  }
})

test('the document is the same every time, and has no keyword of the validator', () => {
  assert.equal(JSON.stringify(onboardingOpenApi()), text)
  // Cash has a field `expected`; the keyword is a text.
  assert.doesNotMatch(text, /"(inspect|component|~\w+)":|"expected":"/)
})
