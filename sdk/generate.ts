// Generates sdk/src/generated-<family>.ts from contract/<family>.json for every listed family: a type for every request
// and answer, and a function for every operation. `--check` writes nothing and fails if a file is stale.
//
// A function takes these arguments, as far as its operation has them: the path and query parameters as one object, the
// body, the call options.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { docComment } from './doc-comment.ts'
import { type AsyncApiDocument, generateEvents } from './event-types.ts'
import { camel, literal, pascal, propertyName, propertyOf } from './names.ts'
import { type OpenApiDocument, type Operation, operationsOf } from './openapi-operations.ts'
import { typeOf } from './schema-types.ts'

/** Described by an AsyncAPI document. */
const EVENTS = 'events'

/** The contract documents that the SDK is generated from. */
const FAMILIES = ['accounts', 'onboarding', 'digital', 'lending', 'feed', EVENTS]

/** The text of a family's generated file. Deterministic. */
export function generate(family: string, document: OpenApiDocument): string {
  const operations = operationsOf(document)
  const schemas = Object.entries(document.components?.schemas ?? {})
  checkNames(family, Object.keys(document.components?.schemas ?? {}), operations)
  return [
    `// Made by sdk/generate.ts from contract/${family}.json; do not edit. \`npm run sdk\` makes it again.`,
    `// ${document.info.title} ${document.info.version}`,
    '',
    "import type { CallOptions, Reply, Send } from './transport.ts'",
    '',
    ...schemas.flatMap(([name, schema]) => [
      ...docComment(schema.description, ''),
      `export type ${pascal(name)} = ${typeOf(schema)}`,
      '',
    ]),
    ...operations.flatMap((operation) => [...operationTypes(operation), '']),
    ...client(family, operations),
    ...responseCodes(document.info['x-response-codes']),
    '',
  ].join('\n')
}

/** Declarations of the same name would merge, or hide an import, without a compiler error. */
function checkNames(family: string, schemas: readonly string[], operations: readonly Operation[]): void {
  const taken = new Set(['CallOptions', 'Promise', 'Record', 'Reply', 'Send', `${pascal(family)}Operations`])
  const types = [...schemas.map(pascal), ...operations.flatMap((operation) => typeNames(operation))]
  for (const name of [...types, ...operations.map(({ id }) => camel(id))]) {
    if (taken.has(name)) throw new Error(`${family} has two declarations named ${name}`)
    taken.add(name)
  }
}

function typeNames({ id, parameters }: Operation): string[] {
  return [...(parameters === undefined ? [] : [`${pascal(id)}Parameters`]), `${pascal(id)}Answer`]
}

function operationTypes(operation: Operation): string[] {
  const name = pascal(operation.id)
  const { parameters } = operation
  return [
    ...(parameters === undefined ? [] : [`export type ${name}Parameters = ${typeOf(parameters)}`, '']),
    `export type ${name}Answer =`,
    ...answersByType(operation).map(([type, statuses]) => `  | Reply<${statuses.join(' | ')}, ${type}>`),
  ]
}

/** The answers, with failures grouped by type, so that a caller narrows by status without a dozen cases. */
function answersByType({ answers }: Operation): [type: string, statuses: string[]][] {
  const failures = new Map<string, string[]>()
  for (const { status, schema, isSuccess } of answers) {
    if (!isSuccess) failures.set(typeOf(schema), [...(failures.get(typeOf(schema)) ?? []), status])
  }
  const successes = answers.filter(({ isSuccess }) => isSuccess)
  return [...successes.map(({ status, schema }): [string, string[]] => [typeOf(schema), [status]]), ...failures]
}

function client(family: string, operations: readonly Operation[]): string[] {
  const name = `${pascal(family)}Operations`
  return [
    '/** Every operation of the contract, over a way to send them. */',
    `export interface ${name} {`,
    ...operations.flatMap((operation) => [
      ...docComment(operation.text, '  '),
      `  ${camel(operation.id)}(${signature(operation)}): Promise<${pascal(operation.id)}Answer>`,
    ]),
    '}',
    '',
    `export function ${camel(name)}(send: Send): ${name} {`,
    '  return {',
    ...operations.flatMap((operation) => {
      const passed = argumentNames(operation).join(', ')
      const body = operation.body === undefined ? 'undefined' : 'body'
      return [`    ${camel(operation.id)}: (${passed}) =>`, `      send(${call(operation)}, ${body}, options),`]
    }),
    '  }',
    '}',
  ]
}

function responseCodes(titles: Readonly<Record<string, string>> | undefined): string[] {
  if (titles === undefined) return []
  return [
    '',
    '/** What each response code means, in the words of the catalogue. */',
    'export const RESPONSE_CODES: Readonly<Record<string, string>> = {',
    ...Object.entries(titles).map(([code, title]) => `  ${literal(code)}: ${literal(title)},`),
    '}',
  ]
}

function argumentNames({ parameters, body }: Operation): string[] {
  return [...(parameters === undefined ? [] : ['parameters']), ...(body === undefined ? [] : ['body']), 'options']
}

function signature(operation: Operation): string {
  const { body } = operation
  const typed = [
    ...(operation.parameters === undefined ? [] : [`parameters${parametersMark(operation)}`]),
    ...(body === undefined
      ? []
      : [`body${body.isRequired ? '' : '?'}: ${body.isFile === true ? 'Blob' : typeOf(body.schema, '  ')}`]),
    'options?: CallOptions',
  ]
  return typed.join(', ')
}

function parametersMark(operation: Operation): string {
  return `${canLeaveOutParameters(operation) ? '?' : ''}: ${pascal(operation.id)}Parameters`
}

/** Before a required body, the parameters are required too. */
function canLeaveOutParameters({ parameters, body }: Operation): boolean {
  return parameters?.required?.length === 0 && body?.isRequired !== true
}

/** What the transport needs to know about an operation, without defaults. */
function call(operation: Operation): string {
  const { id, method, path, inPath, inQuery, body, needsBearer, redirects } = operation
  const parameters = canLeaveOutParameters(operation) ? 'parameters?' : 'parameters'
  const told = [
    `operationId: ${literal(id)}`,
    `method: ${literal(method)}`,
    `path: ${literal(path)}`,
    ...(inPath.length === 0 ? [] : [`inPath: ${picked(parameters, inPath)}`]),
    ...(inQuery.length === 0 ? [] : [`query: ${picked(parameters, inQuery)}`]),
    ...(body?.isForm === true ? ['form: true'] : []),
    ...(body?.isFile === true ? ['file: true'] : []),
    ...(needsBearer ? ['bearer: true'] : []),
    ...(redirects ? ['redirects: true'] : []),
  ]
  return `{ ${told.join(', ')} }`
}

function picked(object: string, names: readonly string[]): string {
  return `{ ${names.map((name) => `${propertyName(name)}: ${propertyOf(object, name)}`).join(', ')} }`
}

/** Writes each family's file, or with `check` only compares; returns whether all are up to date. */
export function bringUpToDate(root: string, families: readonly string[], check: boolean): boolean {
  const stale = families.filter((family) => {
    const contract = join(root, 'contract', `${family}.json`)
    const target = join(root, 'sdk', 'src', `generated-${family}.ts`)
    if (!existsSync(contract)) {
      console.error(`contract/${family}.json is missing: run \`npm run tillgate -- openapi\`.`)
      return true
    }
    const document: unknown = JSON.parse(readFileSync(contract, 'utf8'))
    const text =
      family === EVENTS ? generateEvents(document as AsyncApiDocument) : generate(family, document as OpenApiDocument)
    const isFresh = existsSync(target) && readFileSync(target, 'utf8') === text
    if (!check && !isFresh) writeFileSync(target, text)
    if (check && !isFresh) {
      console.error(`sdk/src/generated-${family}.ts is stale: run \`npm run sdk\` and commit the result.`)
      return true
    }
    console.log(`sdk/src/generated-${family}.ts ${isFresh ? 'is up to date' : 'is written'}.`)
    return false
  })
  return stale.length === 0
}

if (import.meta.main) {
  const isRight = bringUpToDate(join(import.meta.dirname, '..'), FAMILIES, process.argv.includes('--check'))
  process.exitCode = isRight ? 0 : 1
}
