import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import ts from 'typescript'
import { DOCUMENT, PARAMETERS, parameter } from './documents.fixture.ts'
import { bringUpToDate, generate } from './generate.ts'
import type { OpenApiDocument } from './openapi-operations.ts'
import type { Schema } from './schema-types.ts'

// One row per defect: the parameters and other faults of an operation, and the error.
const DEFECTS: [title: string, operation: Record<string, unknown>, complaint: RegExp][] = [
  ['a parameter in a cookie', { parameters: [{ in: 'cookie', name: 'a' }] }, /parameter in cookie is not supported/],
  [
    'a parameter that cannot be resolved',
    { parameters: [{ $ref: '#/components/parameters/a' }] },
    /cannot be resolved/,
  ],
  ['a parameter that the path lacks', { parameters: [parameter('path', 'b')] }, /disagree about b/],
  ['a parameter that is an object', { parameters: [parameter('query', 'a', 'object')] }, /not a simple value/],
  [
    'two parameters of one name',
    { parameters: [parameter('query', 'a'), parameter('query', 'a')] },
    /two parameters are called a/,
  ],
  ['a body that is neither JSON nor a form', { requestBody: { content: { 'text/csv': {} } } }, /text\/csv is not supp/],
  ['only failures', { responses: { 400: {} } }, /no answer of success/],
  ['an answer for every other status', { responses: { 200: {}, default: {} } }, /"default" is not a status/],
  ['the name of another operation', { operationId: 'debits' }, /accounts has two declarations named debits/i],
  ['the name of a schema', { operationId: 'Error' }, /accounts has two declarations named ErrorAnswer/],
]

for (const [title, change, complaint] of DEFECTS) {
  test(`an operation with ${title} stops the generator`, () => {
    const changed = structuredClone(DOCUMENT) as unknown as {
      paths: Record<string, { get: object }>
      components: { schemas: Record<string, Schema> }
    }
    Object.assign(changed.paths['/api/health']!.get, change)
    changed.components.schemas.ErrorAnswer = { type: 'string' }
    assert.throws(() => generate('accounts', changed as unknown as OpenApiDocument), complaint)
  })
}

test('a path with undeclared parameters stops the generator', () => {
  const { get } = DOCUMENT.paths['/api/health']!
  const document = { ...DOCUMENT, paths: { '/users/{id}': { get } } }
  assert.throws(() => generate('accounts', document), /disagree about id/)
})

test('the response codes of a contract are a constant, and without them there is none', () => {
  const info = { ...DOCUMENT.info, 'x-response-codes': { '110': 'Insufficient funds' } }
  const text = generate('accounts', { ...DOCUMENT, info })
  assert.match(text, /export const RESPONSE_CODES: [^=]+ = \{\n {2}'110': 'Insufficient funds',\n\}/)
  assert.doesNotMatch(generate('accounts', DOCUMENT), /RESPONSE_CODES/)
})

test('the same contract gives the same text', () => {
  assert.equal(generate('accounts', DOCUMENT), generate('accounts', structuredClone(DOCUMENT)))
})

test('every listed family is generated, and --check finds stale or missing files', (t) => {
  t.mock.method(console, 'log', () => undefined)
  const complaints = t.mock.method(console, 'error', () => undefined)
  const root = plant(t)
  for (const folder of ['contract', 'sdk/src']) mkdirSync(join(root, folder), { recursive: true })
  const families = ['accounts', 'onboarding']
  writeFileSync(join(root, 'contract', 'accounts.json'), JSON.stringify(DOCUMENT))

  assert.equal(bringUpToDate(root, families, false), false)
  writeFileSync(join(root, 'contract', 'onboarding.json'), JSON.stringify(PARAMETERS))
  assert.equal(bringUpToDate(root, families, true), false)
  assert.equal(bringUpToDate(root, families, false), true)
  assert.equal(bringUpToDate(root, families, true), true)
  const target = join(root, 'sdk', 'src', 'generated-onboarding.ts')
  assert.equal(readFileSync(target, 'utf8'), generate('onboarding', PARAMETERS))
  writeFileSync(target, '// changed')
  assert.equal(bringUpToDate(root, families, true), false)
  assert.equal(readFileSync(target, 'utf8'), '// changed')

  const said = complaints.mock.calls.map(({ arguments: [text] }) => String(text).split(':')[0])
  assert.deepEqual(said, [
    'contract/onboarding.json is missing',
    'sdk/src/generated-onboarding.ts is stale',
    'sdk/src/generated-onboarding.ts is stale',
  ])
})

const USE = `
import { type AccountsOperations, accountsOperations } from './generated-accounts.ts'
import { overFetch } from './transport.ts'
const client = accountsOperations(overFetch({ baseUrl: '' }))
const request: Parameters<AccountsOperations['debits']>[0] = { transaction: { rrn: '000000000001', type: 'CASHWITHDRAWAL' } }
const reply = await client.debits(request, { correlationId: 'x' })
if (reply.status === 200) {
  const code: string = reply.body.status.responseCode
  console.log(code)
} else {
  const reason: string = reply.body.error.reason
  console.log(reason)
}
const health = await client.eapiHealthCheck()
const status: 'ok' | 'down' = health.body.status
console.log(status)
`

const MISUSE = `
import { accountsOperations } from './generated-accounts.ts'
declare const client: ReturnType<typeof accountsOperations>
// @ts-expect-error: rrn is required
await client.debits({ transaction: { type: 'CASHWITHDRAWAL' } })
// @ts-expect-error: the type is fixed
await client.debits({ transaction: { rrn: '1', type: 'DEPOSIT' } })
const reply = await client.debits({ transaction: { rrn: '1', type: 'CASHWITHDRAWAL' } })
// @ts-expect-error: which body it is depends on the status
console.log(reply.body.error)
`

test('the generated types compile, and reject calls that break the contract', (t) => {
  const folder = plant(t)
  writeFileSync(join(folder, 'generated-accounts.ts'), generate('accounts', DOCUMENT))
  writeFileSync(join(folder, 'use.ts'), USE)
  writeFileSync(join(folder, 'misuse.ts'), MISUSE)
  assert.deepEqual(complaintsAbout([join(folder, 'use.ts'), join(folder, 'misuse.ts')]), [])
})

const USE_OF_PARAMETERS = `
import { onboardingOperations, type ListUsersParameters } from './generated-onboarding.ts'
import { overFetch } from './transport.ts'
const client = onboardingOperations(overFetch({ baseUrl: '' }))
const second: ListUsersParameters = { page: 2, status: 'ACTIVE' }
const users = [
  await client.listUsers(),
  await client.listUsers(second),
  await client.listUsers({ 'sort-by': 'name' }, { search: 'Ada' }, { correlationId: 'x' }),
]
const user = await client.getUser({ id: '1' }, { correlationId: 'x' })
const name: string = user.status === 200 ? user.body.name : user.body.reason
const made = await client.updateUser({ id: '1' }, { name })
const status: 201 = made.status
const token = await client.issueToken({}, { grant_type: 'refresh_token' })
const start = await client.startSingleSignOn({ redirect_uri: 'https://bank' })
const redirect: 302 = start.status
console.log(users, status, token.body, redirect)
`

const MISUSE_OF_PARAMETERS = `
import { onboardingOperations } from './generated-onboarding.ts'
declare const client: ReturnType<typeof onboardingOperations>
// @ts-expect-error: a parameter of the path is required
await client.getUser()
// @ts-expect-error: a required parameter of the query
await client.startSingleSignOn({})
// @ts-expect-error: parameters have types
await client.listUsers({ page: '2' })
// @ts-expect-error: unknown parameters do not exist
await client.listUsers({ limit: 2 })
// @ts-expect-error: this body cannot be left out
await client.updateUser({ id: '1' })
// @ts-expect-error: parameters keep their place before a body that is required
await client.issueToken({ grant_type: 'refresh_token' })
const made = await client.updateUser({ id: '1' }, { name: '' })
// @ts-expect-error: success is 201
if (made.status === 200) console.log(made)
`

test('parameters, optional bodies, forms and other success statuses compile, and reject calls that break the contract', (t) => {
  const folder = plant(t)
  writeFileSync(join(folder, 'generated-onboarding.ts'), generate('onboarding', PARAMETERS))
  writeFileSync(join(folder, 'use.ts'), USE_OF_PARAMETERS)
  writeFileSync(join(folder, 'misuse.ts'), MISUSE_OF_PARAMETERS)
  assert.deepEqual(complaintsAbout([join(folder, 'use.ts'), join(folder, 'misuse.ts')]), [])
})

/** What the generated functions of a document pass to the transport. */
async function callsOf(t: TestContext, make: (client: Record<string, (...args: unknown[]) => unknown>) => void) {
  const folder = plant(t)
  const file = join(folder, 'generated-onboarding.ts')
  writeFileSync(file, generate('onboarding', PARAMETERS))
  const { onboardingOperations } = await import(file)
  const calls: unknown[] = []
  make(onboardingOperations((...passed: unknown[]) => calls.push(passed)))
  return calls
}

test('the transport learns where each parameter goes, how the body is encoded and what the operation needs', async (t) => {
  const calls = await callsOf(t, (client) => {
    client.listUsers?.({ page: 2, 'sort-by': 'name' }, { search: 'Ada' }, { correlationId: 'x' })
    client.listUsers?.()
    client.getUser?.({ id: '1' })
    client.issueToken?.({}, { grant_type: 'refresh_token' })
    client.startSingleSignOn?.({ redirect_uri: 'https://bank' })
  })
  const listUsers = { operationId: 'ListUsers', method: 'POST', path: '/v1/users/list', bearer: true }
  assert.deepEqual(calls, [
    [
      { ...listUsers, query: { page: 2, status: undefined, 'sort-by': 'name' } },
      { search: 'Ada' },
      { correlationId: 'x' },
    ],
    [{ ...listUsers, query: { page: undefined, status: undefined, 'sort-by': undefined } }, undefined, undefined],
    [
      { operationId: 'GetUser', method: 'GET', path: '/v1/users/{id}', inPath: { id: '1' }, bearer: true },
      undefined,
      undefined,
    ],
    [
      { operationId: 'IssueToken', method: 'POST', path: '/v1/token', query: { tenant: undefined }, form: true },
      { grant_type: 'refresh_token' },
      undefined,
    ],
    [
      {
        operationId: 'StartSingleSignOn',
        method: 'GET',
        path: '/v1/sso/authorize',
        query: { redirect_uri: 'https://bank' },
        redirects: true,
      },
      undefined,
      undefined,
    ],
  ])
})

function plant(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-sdk-'))
  t.after(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, 'src', 'transport.ts'), join(folder, 'transport.ts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

function complaintsAbout(files: string[]): string[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(import.meta.dirname, '..', 'node_modules', '@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map((found) => `${found.file?.fileName}: ${ts.flattenDiagnosticMessageText(found.messageText, '\n')}`)
}
