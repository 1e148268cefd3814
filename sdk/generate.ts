// Makes sdk/src/generated-accounts.ts from contract/accounts.json: a type for every request and answer, and a function
// for every operation. `--check` writes nothing and fails when the file is stale.
//
// It knows just the part of OpenAPI 3.1 that our contracts use and stops at anything else, because a type that was
// guessed is worse than none.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Schema, typeOf } from './schema-types.ts'

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly $ref?: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly $ref?: string }>>
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The text of the generated file. The same document always gives the same text. */
export function generateAccounts(document: OpenApiDocument): string {
  const operations = operationsOf(document)
  return [
    '// Made by sdk/generate.ts from contract/accounts.json; do not edit. `node sdk/generate.ts` makes it anew.',
    `// ${document.info.title} ${document.info.version}`,
    '',
    "import type { CallOptions, Reply, Send } from './transport.ts'",
    '',
    ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => [
      ...docComment(schema.description, ''),
      `export type ${pascal(name)} = ${typeOf(schema)}`,
      '',
    ]),
    ...operations.flatMap((operation) => [...operationTypes(document, operation), '']),
    ...client(operations),
    '',
  ].join('\n')
}

interface Found {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

function operationsOf(document: OpenApiDocument): Found[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const operation = item[method] as Operation
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in === 'path' || parameter.in === 'query') {
          throw new Error(`${operation.operationId}: ${parameter.in} parameters are not supported yet`)
        }
      }
      const server = (item.servers as OpenApiDocument['servers']) ?? document.servers
      return { method: method.toUpperCase(), path: basePath(server?.[0]?.url) + path, operation }
    }),
  )
}

// A server may be given as a whole address or as a path; only its path belongs to the operation.
function basePath(url = '/'): string {
  return new URL(url, 'http://gateway.invalid').pathname.replace(/\/$/, '')
}

function operationTypes(document: OpenApiDocument, { operation }: Found): string[] {
  const name = pascal(operation.operationId)
  const success = operation.responses['200']
  if (success === undefined) throw new Error(`${operation.operationId} has no answer 200`)
  return [
    `export type ${name}Answer =`,
    `  | Reply<200, ${responseType(document, success)}>`,
    ...failures(document, operation).map(([type, statuses]) => `  | Reply<${statuses.join(' | ')}, ${type}>`),
  ]
}

/** The other answers, those of one type together, so that a caller narrows by status without a dozen cases. */
function failures(document: OpenApiDocument, operation: Operation): [type: string, statuses: string[]][] {
  const byType = new Map<string, string[]>()
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status === '200') continue
    if (!/^\d{3}$/.test(status)) throw new Error(`${operation.operationId}: answer "${status}" is not a status`)
    const type = responseType(document, response)
    byType.set(type, [...(byType.get(type) ?? []), status])
  }
  return [...byType]
}

function responseType(document: OpenApiDocument, response: Operation['responses'][string]): string {
  if (response.$ref === undefined) return typeOf(schemaOf(response.content) ?? {})
  const name = response.$ref.replace('#/components/responses/', '')
  const named = document.components?.responses?.[name]
  if (named === undefined) throw new Error(`${response.$ref} leads nowhere`)
  return typeOf(schemaOf(named.content) ?? {})
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return Object.entries(content ?? {}).find(([type]) => /^application\/(.+\+)?json\b/.test(type))?.[1].schema
}

function client(operations: readonly Found[]): string[] {
  return [
    '/** Every operation of the contract, over a way to send them. */',
    'export interface AccountsOperations {',
    ...operations.flatMap(({ operation }) => [
      ...docComment([operation.summary, operation.description].filter(Boolean).join('\n\n'), '  '),
      `  ${camel(operation.operationId)}(${parametersOf(operation)}): Promise<${pascal(operation.operationId)}Answer>`,
    ]),
    '}',
    '',
    'export function accountsOperations(send: Send): AccountsOperations {',
    '  return {',
    ...operations.flatMap(({ method, path, operation }) => {
      const [parameters, body] =
        operation.requestBody === undefined ? ['options', 'undefined'] : ['body, options', 'body']
      const call = `{ operationId: '${operation.operationId}', method: '${method}', path: '${path}' }`
      return [`    ${camel(operation.operationId)}: (${parameters}) =>`, `      send(${call}, ${body}, options),`]
    }),
    '  }',
    '}',
  ]
}

function parametersOf(operation: Operation): string {
  const schema = schemaOf(operation.requestBody?.content)
  return `${schema === undefined ? '' : `body: ${typeOf(schema, '  ')}, `}options?: CallOptions`
}

function docComment(text: string | undefined, indent: string): string[] {
  if (!text) return []
  const lines = text.replaceAll('*/', '* /').split('\n').flatMap(wrapped)
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

function wrapped(line: string): string[] {
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.length - 1
    if (lines[last] === '') lines[last] = word
    else if (`${lines[last]} ${word}`.length <= 112) lines[last] += ` ${word}`
    else lines.push(word)
  }
  return lines
}

function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function camel(name: string): string {
  const whole = pascal(name)
  return whole[0]!.toLowerCase() + whole.slice(1)
}

if (import.meta.main) {
  const contract = join(import.meta.dirname, '..', 'contract', 'accounts.json')
  const target = join(import.meta.dirname, 'src', 'generated-accounts.ts')
  const text = generateAccounts(JSON.parse(readFileSync(contract, 'utf8')) as OpenApiDocument)
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text)
    console.log('sdk/src/generated-accounts.ts is written.')
  } else if (existsSync(target) && readFileSync(target, 'utf8') === text) {
    console.log('sdk/src/generated-accounts.ts is up to date.')
  } else {
    console.error('sdk/src/generated-accounts.ts is stale: run `node sdk/generate.ts` and commit the result.')
    process.exitCode = 1
  }
}
