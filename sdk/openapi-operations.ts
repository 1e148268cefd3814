// Reads the operations of an OpenAPI document for the generator. It supports just the part of OpenAPI 3.1 that our
// contracts use and fails on anything else, because a guessed type is worse than none.

import type { Schema } from './schema-types.ts'

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Parameter {
  readonly in?: string
  readonly name?: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly $ref?: string
}

interface Response {
  readonly content?: Content
  readonly $ref?: string
}

type Security = readonly Readonly<Record<string, unknown>>[]

interface OperationObject {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly security?: Security
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly 'x-response-codes'?: Readonly<Record<string, string>>
  }
  readonly servers?: readonly { readonly url: string }[]
  readonly security?: Security
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Response>>
    readonly parameters?: Readonly<Record<string, Parameter>>
    readonly securitySchemes?: Readonly<Record<string, { readonly type?: string; readonly scheme?: string }>>
  }
}

export interface Operation {
  readonly id: string
  readonly text: string
  readonly method: string
  /** With parameters in braces: `/users/{id}`. */
  readonly path: string
  readonly inPath: readonly string[]
  readonly inQuery: readonly string[]
  /** The path and query parameters as one object; undefined if there are none. */
  readonly parameters: Schema | undefined
  readonly body:
    | { readonly schema: Schema; readonly isRequired: boolean; readonly isForm: boolean; readonly isFile?: boolean }
    | undefined
  /** Success first. */
  readonly answers: readonly Answer[]
  /** Requires a bearer token. */
  readonly needsBearer: boolean
  /** Success is a redirect, which the caller reads and does not follow. */
  readonly redirects: boolean
}

export interface Answer {
  readonly status: string
  readonly isSuccess: boolean
  readonly schema: Schema
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const JSON_TYPE = /^application\/(.+\+)?json\b/
const FORM_TYPE = 'application/x-www-form-urlencoded'

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    if (item.parameters !== undefined) throw new Error(`${path}: parameters of a whole path are not supported`)
    const servers = (item.servers as OpenApiDocument['servers']) ?? document.servers
    return METHODS.filter((method) => item[method] !== undefined).map((method) =>
      operationOf(document, method, basePath(servers?.[0]?.url) + path, item[method] as OperationObject),
    )
  })
}

// A server may be an absolute URL or a path; only its path belongs to the operation.
function basePath(url = '/'): string {
  return new URL(url, 'http://gateway.invalid').pathname.replace(/\/$/, '')
}

function operationOf(document: OpenApiDocument, method: string, path: string, operation: OperationObject): Operation {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, 'parameters', parameter))
  const namesIn = (place: string) => parameters.filter((found) => found.in === place).map(({ name }) => name as string)
  const [inPath, inQuery] = [namesIn('path'), namesIn('query')]
  checkPath(operation.operationId, path, inPath)
  const answers = answersOf(document, operation)
  return {
    id: operation.operationId,
    text: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
    method: method.toUpperCase(),
    path,
    inPath,
    inQuery,
    parameters: parametersOf(operation.operationId, parameters),
    body: bodyOf(operation),
    answers,
    needsBearer: needsBearer(document, operation),
    redirects: answers.some(({ status }) => status === '302'),
  }
}

function resolved<T extends { readonly $ref?: string }>(
  document: OpenApiDocument,
  kind: 'parameters' | 'responses',
  found: T,
): T {
  if (found.$ref === undefined) return found
  const [, name] = found.$ref.split(`#/components/${kind}/`)
  const named = name === undefined ? undefined : document.components?.[kind]?.[name]
  if (named === undefined) throw new Error(`${found.$ref} cannot be resolved`)
  return named as T
}

function checkPath(operationId: string, path: string, inPath: readonly string[]): void {
  const inBraces = Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name]) => name as string)
  const odd = [
    ...inBraces.filter((name) => !inPath.includes(name)),
    ...inPath.filter((name) => !inBraces.includes(name)),
  ]
  if (odd.length > 0)
    throw new Error(`${operationId}: ${path} and its path parameters disagree about ${odd.join(', ')}`)
}

/** Path and query together, so that callers need not know which is which. The transport handles headers. */
function parametersOf(operationId: string, parameters: readonly Parameter[]): Schema | undefined {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const { in: place, name, schema = {}, required: isRequired } of parameters) {
    if (place === 'header') continue
    if (place !== 'path' && place !== 'query') {
      throw new Error(`${operationId}: a parameter in ${place} is not supported`)
    }
    if (name === undefined || Object.hasOwn(properties, name)) {
      throw new Error(`${operationId}: two parameters are called ${name}`)
    }
    if (!isSimple(schema)) throw new Error(`${operationId}: the parameter ${name} is not a simple value`)
    properties[name] = schema
    if (place === 'path' || isRequired === true) required.push(name)
  }
  return Object.keys(properties).length === 0 ? undefined : { type: 'object', required, properties }
}

/** Schemas with one unambiguous form in a URL. */
function isSimple(schema: Schema): boolean {
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  if (values.length > 0) return values.every((value) => value !== null && typeof value !== 'object')
  if (schema.anyOf !== undefined) return schema.anyOf.every(isSimple)
  return typeof schema.type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(schema.type)
}

function bodyOf({ operationId, requestBody }: OperationObject): Operation['body'] {
  if (requestBody === undefined) return undefined
  const isRequired = requestBody.required === true
  const json = jsonIn(requestBody.content)
  if (json !== undefined) return { schema: json, isRequired, isForm: false }
  const form = requestBody.content[FORM_TYPE]?.schema
  if (form !== undefined) return { schema: form, isRequired, isForm: true }
  const file = Object.values(requestBody.content)[0]?.schema
  if (file?.type === 'string' && file.format === 'binary')
    return { schema: file, isRequired, isForm: false, isFile: true }
  throw new Error(`${operationId}: a body of ${Object.keys(requestBody.content).join(', ')} is not supported`)
}

function answersOf(document: OpenApiDocument, { operationId, responses }: OperationObject): Answer[] {
  const answers = Object.entries(responses).map(([status, response]) => {
    if (!/^\d{3}$/.test(status)) throw new Error(`${operationId}: answer "${status}" is not a status`)
    const isSuccess = status.startsWith('2') || status === '302'
    return { status, isSuccess, schema: jsonIn(resolved(document, 'responses', response).content) ?? {} }
  })
  if (!answers.some(({ isSuccess }) => isSuccess)) throw new Error(`${operationId} has no answer of success`)
  return [...answers.filter(({ isSuccess }) => isSuccess), ...answers.filter(({ isSuccess }) => !isSuccess)]
}

function jsonIn(content: Content | undefined): Schema | undefined {
  return Object.entries(content ?? {}).find(([type]) => JSON_TYPE.test(type))?.[1].schema
}

/** True when every security alternative requires a bearer token. */
function needsBearer(document: OpenApiDocument, operation: OperationObject): boolean {
  const ways = operation.security ?? document.security ?? []
  const schemes = document.components?.securitySchemes ?? {}
  const isBearer = (name: string) => schemes[name]?.type === 'http' && schemes[name].scheme === 'bearer'
  return ways.length > 0 && ways.every((way) => Object.keys(way).some(isBearer))
}
