import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import ts from 'typescript'
import { generateAccounts, type OpenApiDocument } from './generate.ts'
import { type Schema, typeOf } from './schema-types.ts'

// One row per form of schema: the schema and the type it becomes.
const TYPES: [schema: Schema, type: string][] = [
  [{}, 'unknown'],
  [{ type: 'string' }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ const: "it's" }, "'it\\'s'"],
  [{ enum: ['CHK', 'SAV', 3] }, "'CHK' | 'SAV' | 3"],
  [{ type: 'array', items: { enum: [1, 2] } }, '(1 | 2)[]'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ $ref: '#/components/schemas/error-body' }, 'ErrorBody'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'integer' }] }, 'string | number'],
  [
    { allOf: [{ $ref: '#/components/schemas/A' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }] },
    'A & (string | null)',
  ],
  [
    { type: 'object', required: ['a'], properties: { a: { type: 'string', description: 'First.' }, 'b-c': {} } },
    "{\n  /** First. */\n  a: string\n  'b-c'?: unknown\n}",
  ],
  [
    { type: 'array', items: { type: 'object', required: ['a'], properties: { a: { type: ['string', 'null'] } } } },
    '{\n  a: string | null\n}[]',
  ],
]

for (const [schema, type] of TYPES) {
  test(`${JSON.stringify(schema)} becomes ${type.replaceAll(/\s+/g, ' ')}`, () => assert.equal(typeOf(schema), type))
}

test('what the generator does not understand stops it', () => {
  assert.throws(() => typeOf({ type: 'tuple' }), /"tuple" is not supported/)
  assert.throws(() => typeOf({ $ref: 'other.json#/x' }), /not supported/)
  const inPath = structuredClone(DOCUMENT) as unknown as { paths: Record<string, { get: Record<string, unknown> }> }
  inPath.paths['/api/health']!.get.parameters = [{ in: 'query', name: 'page' }]
  assert.throws(() => generateAccounts(inPath as unknown as OpenApiDocument), /query parameters/)
})

test('the same contract gives the same text', () => {
  assert.equal(generateAccounts(DOCUMENT), generateAccounts(structuredClone(DOCUMENT)))
})

const USE = `
import { type AccountsOperations, accountsOperations } from './generated-accounts.ts'
import { overFetch } from './transport.ts'
const client = accountsOperations(overFetch({ baseUrl: '', clientId: '', clientSecret: '', partnerId: '' }))
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

test('the generated types compile, and hold callers to the contract', (t) => {
  const folder = plant(t)
  writeFileSync(join(folder, 'generated-accounts.ts'), generateAccounts(DOCUMENT))
  writeFileSync(join(folder, 'use.ts'), USE)
  writeFileSync(join(folder, 'misuse.ts'), MISUSE)
  assert.deepEqual(complaintsAbout([join(folder, 'use.ts'), join(folder, 'misuse.ts')]), [])
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

const DOCUMENT: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Account services', version: '1.0.5' },
  paths: {
    '/api/health': {
      get: {
        operationId: 'EapiHealthCheck',
        summary: 'Health',
        responses: {
          200: {
            content: json({ type: 'object', required: ['status'], properties: { status: { enum: ['ok', 'down'] } } }),
          },
        },
      },
    },
    '/api/ssb/accountservices/v1/transactions/debits': {
      post: {
        operationId: 'Debits',
        summary: 'Cash withdrawal',
        description: 'Debits an account.\n\nThe terminal hands out cash.',
        parameters: [{ in: 'header', name: 'partnerId' }],
        requestBody: {
          content: json({
            type: 'object',
            required: ['transaction'],
            properties: {
              transaction: {
                type: 'object',
                required: ['rrn', 'type'],
                properties: { rrn: { type: 'string' }, type: { const: 'CASHWITHDRAWAL' } },
              },
            },
          }),
        },
        responses: {
          200: {
            content: json({
              type: 'object',
              required: ['status'],
              properties: {
                status: {
                  type: 'object',
                  required: ['responseCode'],
                  properties: { responseCode: { type: 'string' } },
                },
              },
            }),
          },
          400: { content: json({ $ref: '#/components/schemas/ErrorBody' }) },
          503: { $ref: '#/components/responses/Failure' },
        },
      },
    },
  },
  components: {
    schemas: {
      ErrorBody: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } } },
      },
    },
    responses: { Failure: { content: json({ $ref: '#/components/schemas/ErrorBody' }) } },
  },
}

function json(schema: Schema): Record<string, { schema: Schema }> {
  return { 'application/json': { schema } }
}
