// The OpenAPI 3.1 document of a family, built from the operation table that the server runs. Pure, with keys in a fixed
// order, so that the committed document changes only when the contract does.

import type { TObject, TSchema } from 'typebox'
import type { DeferredReply, DocumentedOperation, Example, OwnError } from '../operation.ts'
import { type Json, SchemaComponents } from './openapi-schema.ts'

export interface HeaderParameter {
  readonly name: string
  /** Only operations that replay take it. */
  readonly onlyReplays?: boolean
  readonly required: boolean
  readonly description: string
  readonly schema: TSchema
  readonly example: string
}

export interface ErrorResponse {
  readonly status: number
  /** Name of the component: `BadRequest`. */
  readonly name: string
  readonly description: string
  readonly headers?: readonly ResponseHeaderName[]
  readonly examples: readonly Example[]
}

const DESCRIBED_HEADERS = {
  'x-correlation-id': { description: "The request's correlation id, or one made for it.", format: 'uuid' },
  'x-idempotent-replay': { description: '`true` when this is the stored reply of an earlier request.' },
  'retry-after': { description: 'Seconds after which the same request may be sent again.' },
  allow: { description: 'The methods this path takes.' },
} as const

export type ResponseHeaderName = keyof typeof DESCRIBED_HEADERS

export interface FamilyDescription {
  readonly title: string
  readonly version: string
  readonly description: string
  /** What each business code in an answer means. */
  readonly responseCodes?: Readonly<Record<string, string>>
  readonly basePath: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Every operation that is not open requires all of them, unless `securityAlternatives` says otherwise. */
  readonly securitySchemes: Readonly<Record<string, Json>>
  /** Sets of schemes, each of which suffices. */
  readonly securityAlternatives?: readonly (readonly string[])[]
  readonly headers: readonly HeaderParameter[]
  readonly problem: { readonly contentType: string; readonly schema: TSchema }
  readonly errors: readonly ErrorResponse[]
  /** Statuses of open operations. */
  readonly openErrors: readonly number[]
  /** Statuses that an operation without credentials cannot return. */
  readonly onlyWithCredentials?: readonly number[]
  readonly operations: readonly DocumentedOperation[]
}

export function openApiDocument(family: FamilyDescription): Json {
  const components = new SchemaComponents()
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of family.operations) {
    const [method, path] = operation.route.split(' ') as [string, string]
    const full = (operation.open === true ? path : family.basePath + path).replace(/:(\w+)/g, '{$1}')
    paths[full] = { ...paths[full], [method.toLowerCase()]: operationObject(family, operation, components) }
  }
  const responses = Object.fromEntries(
    family.errors.map((error) => [error.name, errorResponse(family, error, components)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: family.title,
      version: family.version,
      description: family.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      ...(family.responseCodes !== undefined && { 'x-response-codes': family.responseCodes }),
    },
    servers: [{ url: '/', description: 'This gateway' }],
    tags: family.tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: components.sorted(),
      responses,
      parameters: Object.fromEntries(family.headers.map((header) => [header.name, parameterObject(header)])),
      headers: Object.fromEntries(
        usedHeaders(family).map((name) => {
          const { description, ...schema } = DESCRIBED_HEADERS[name]
          return [name, { description, schema: { type: 'string', ...schema } }]
        }),
      ),
      securitySchemes: family.securitySchemes,
    },
  }
}

function operationObject(
  family: FamilyDescription,
  operation: DocumentedOperation,
  components: SchemaComponents,
): Json {
  const errors = errorsOf(family, operation)
  const headers: ResponseHeaderName[] = ['x-correlation-id']
  if (operation.replays === true) headers.push('x-idempotent-replay')
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: securityOf(family, operation),
    ...parametersOf(family, operation),
    ...(operation.upload !== undefined && { requestBody: uploadBody(operation.upload) }),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.optionalBody !== true,
            content: {
              [operation.form === true ? 'application/x-www-form-urlencoded' : 'application/json']: {
                schema: components.emit(operation.body, `${operation.id}Request`),
                examples: examplesObject(operation.requestExamples ?? []),
              },
            },
          },
        }),
    responses: {
      [operation.status ?? 200]: successResponse(operation, headers, components),
      ...(operation.deferred && { 202: deferredResponse(operation, operation.deferred, headers, components) }),
      ...Object.fromEntries(errors.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }])),
      ...Object.fromEntries(
        (operation.ownErrors ?? []).map((error) => [error.status, ownError(family, error, components)]),
      ),
    },
    'x-basis': operation.basis,
  }
}

function uploadBody({ types, description }: NonNullable<DocumentedOperation['upload']>): Json {
  const file = { schema: { type: 'string', format: 'binary' } }
  return { required: true, description, content: Object.fromEntries(types.map((type) => [type, file])) }
}

function successResponse(
  operation: DocumentedOperation,
  headers: readonly ResponseHeaderName[],
  components: SchemaComponents,
): Json {
  if (operation.status === 302) {
    return { description: 'The address to go to is in `location`.', headers: headerReferences(headers) }
  }
  if (operation.fileTypes !== undefined) {
    const file = { schema: { type: 'string', format: 'binary' } }
    return {
      description: 'The file.',
      headers: headerReferences(headers),
      content: Object.fromEntries(operation.fileTypes.map((type) => [type, file])),
    }
  }
  return {
    description: descriptionOf(operation),
    headers: headerReferences(headers),
    content: {
      'application/json': {
        schema: components.emit(operation.reply, `${operation.id}Reply`),
        examples: examplesObject(operation.replyExamples),
      },
    },
  }
}

/** Beside the operation's own 202, where that is its status. */
function deferredResponse(
  operation: DocumentedOperation,
  { description, reply, replyExamples }: DeferredReply,
  headers: readonly ResponseHeaderName[],
  components: SchemaComponents,
): Json {
  const deferred = components.emit(reply)
  const isShared = operation.status === 202
  const own = isShared ? components.emit(operation.reply, `${operation.id}Reply`) : undefined
  return {
    description,
    headers: headerReferences(headers),
    content: {
      'application/json': {
        schema: own === undefined ? deferred : { anyOf: [own, deferred] },
        examples: examplesObject([...(isShared ? operation.replyExamples : []), ...replyExamples]),
      },
    },
  }
}

function descriptionOf({ status }: DocumentedOperation): string {
  if (status === 201) return 'Made.'
  return status === 202 ? 'Accepted.' : 'Answered.'
}

function ownError(
  { problem }: FamilyDescription,
  { status, description, schema, examples }: OwnError,
  components: SchemaComponents,
): Json {
  const headers: ResponseHeaderName[] = ['x-correlation-id']
  // The server sends it with each of these.
  if (status === 429 || status === 503) headers.push('retry-after')
  return {
    description,
    headers: headerReferences(headers),
    content: { [problem.contentType]: { schema: components.emit(schema), examples: examplesObject(examples) } },
  }
}

/** The alternatives for authentication; the empty one means none. */
function securityOf(family: FamilyDescription, operation: DocumentedOperation): Json {
  const { securitySchemes, securityAlternatives = [Object.keys(securitySchemes)] } = family
  const alternatives = securityAlternatives.map(emptyRequirements)
  if (operation.open !== true && operation.anonymous !== true) return alternatives
  return operation.takesCredentials === true ? [{}, ...alternatives] : []
}

function errorsOf(family: FamilyDescription, operation: DocumentedOperation): readonly ErrorResponse[] {
  if (operation.open === true) return family.errors.filter((error) => family.openErrors.includes(error.status))
  if (operation.anonymous !== true) return family.errors
  return family.errors.filter((error) => family.onlyWithCredentials?.includes(error.status) !== true)
}

function parametersOf(family: FamilyDescription, operation: DocumentedOperation): { parameters?: Json } {
  const inPath = Array.from(operation.route.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = operation.query === undefined ? [] : queryParameters(operation.query)
  const inHeader = operation.open === true ? [] : family.headers.filter((header) => takesHeader(header, operation))
  const parameters = [
    ...inPath,
    ...inQuery,
    ...inHeader.map(({ name }) => ({ $ref: `#/components/parameters/${name}` })),
  ]
  return parameters.length === 0 ? {} : { parameters: parameters as Json }
}

function takesHeader({ onlyReplays }: HeaderParameter, { replays }: DocumentedOperation): boolean {
  return onlyReplays !== true || replays === true
}

function queryParameters(query: TObject): Json[] {
  const required = (query as { required?: readonly string[] }).required ?? []
  return Object.entries(query.properties as Record<string, TSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: new SchemaComponents().emit(schema),
  }))
}

function errorResponse(family: FamilyDescription, error: ErrorResponse, components: SchemaComponents): Json {
  return {
    description: error.description,
    headers: headerReferences(['x-correlation-id', ...(error.headers ?? [])]),
    content: {
      [family.problem.contentType]: {
        schema: components.emit(family.problem.schema),
        examples: examplesObject(error.examples),
      },
    },
  }
}

function parameterObject(header: HeaderParameter): Json {
  const { name, required, description, schema, example } = header
  return { name, in: 'header', required, description, schema: new SchemaComponents().emit(schema), example }
}

function usedHeaders(family: FamilyDescription): ResponseHeaderName[] {
  const replays = family.operations.some((operation) => operation.replays === true)
  const used = new Set<ResponseHeaderName>(['x-correlation-id', ...(replays ? ['x-idempotent-replay' as const] : [])])
  for (const error of family.errors) for (const name of error.headers ?? []) used.add(name)
  return [...used]
}

function headerReferences(names: readonly ResponseHeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function examplesObject(examples: readonly Example[]): Json {
  return Object.fromEntries(examples.map(({ name, summary, value }) => [name, { summary, value: value as Json }]))
}

function emptyRequirements(schemes: readonly string[]): Json {
  return Object.fromEntries(schemes.map((name) => [name, []]))
}
