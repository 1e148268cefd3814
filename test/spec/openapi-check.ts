// Checks a reply against the OpenAPI document that the gateway serves. Objects are closed here, so that an undocumented
// member is an error too.

import assert from 'node:assert/strict'
import { Check, Errors } from 'typebox/value'
import type { Answer } from '../support/accounts/account-services.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Schema = { [name: string]: Json }

interface Operation {
  readonly operationId: string
  readonly security?: unknown
  readonly parameters?: readonly { readonly $ref?: string }[]
  readonly requestBody?: Schema
  readonly responses: Readonly<Record<string, Schema>>
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Every operation of the document with its method and path. */
export function operationsOf(document: OpenApiDocument): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Fails unless the document has this status for the operation and the reply matches its schema. */
export function assertDocumented(document: OpenApiDocument, operationId: string, answer: Answer): void {
  const { operation } = operationsOf(document).find((found) => found.operation.operationId === operationId) ?? {}
  const listed = operation?.responses[String(answer.status)]
  assert.ok(listed, `${operationId} documents no ${answer.status}`)
  const response = resolved(document, listed)
  const [contentType] = (answer.headers.get('content-type') ?? '').split(';')
  const content = response.content as Schema
  const schema = (content[contentType ?? ''] as Schema | undefined)?.schema
  assert.ok(schema, `${operationId} documents no ${contentType} for ${answer.status}`)
  const faults = faultsIn(closedSchema(document, schema as Schema), answer.body)
  assert.deepEqual(faults, [], `${operationId} ${answer.status}: ${answer.text}`)
  for (const name of Object.keys((response.headers as Schema | undefined) ?? {})) {
    if (name === 'x-idempotent-replay') continue
    assert.ok(answer.headers.has(name), `${operationId} ${answer.status} lacks its header ${name}`)
  }
}

/** What is wrong with a value; empty when it matches. */
export function faultsIn(schema: Schema, value: unknown): string[] {
  if (Check(schema, value)) return []
  return Errors(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The examples of a request body or of a response, each with the schema of its content. */
export function examplesOf(holder: Schema | undefined): { name: string; value: Json; schema: Schema }[] {
  return Object.values((holder?.content ?? {}) as Schema).flatMap((content) => {
    const { examples, schema } = content as { examples?: Schema; schema: Schema }
    return Object.entries(examples ?? {}).map(([name, example]) => ({
      name,
      value: (example as { value: Json }).value,
      schema,
    }))
  })
}

/** Resolves a reference. */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const steps = schema.$ref.split('/').slice(1)
  const target = steps.reduce<Json | undefined>(
    (at, step) => (at as Schema | undefined)?.[step],
    document as unknown as Schema,
  )
  assert.ok(target, `${schema.$ref} cannot be resolved`)
  return resolved(document, target as Schema)
}

/** The schema with every reference resolved and every object closed. */
export function closedSchema(document: OpenApiDocument, schema: Schema): Schema {
  const { properties, items, anyOf, ...rest } = resolved(document, schema)
  const inner = (part: Json): Schema => closedSchema(document, part as Schema)
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf: (anyOf as Json[]).map(inner) }),
    ...(items !== undefined && { items: inner(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties as Schema).map(([name, part]) => [name, inner(part)])),
      // What is documented as open stays open: an applicant keeps every field that is sent.
      additionalProperties: rest.additionalProperties === true,
    }),
  }
}
