// Holds a reply against the OpenAPI document that the gateway itself serves. Objects are closed here, so that a member
// which the document does not name is a fault too.

import assert from 'node:assert/strict'
import { Check, Errors } from 'typebox/value'
import type { Answer } from '../support/account-services.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Schema = { [name: string]: Json }

interface Operation {
  readonly operationId: string
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

/** Fails unless the document has an answer of this status for the operation and the reply is such an answer. */
export function assertDocumented(document: OpenApiDocument, operationId: string, answer: Answer): void {
  const { operation } = operationsOf(document).find((found) => found.operation.operationId === operationId) ?? {}
  const listed = operation?.responses[String(answer.status)]
  assert.ok(listed, `${operationId} documents no ${answer.status}`)
  const response = resolve(document, listed)
  const [contentType] = (answer.headers.get('content-type') ?? '').split(';')
  const content = response.content as Schema
  const schema = (content[contentType ?? ''] as Schema | undefined)?.schema
  assert.ok(schema, `${operationId} documents no ${contentType} for ${answer.status}`)
  const closed = close(document, schema as Schema)
  const faults = Check(closed, answer.body)
    ? []
    : Errors(closed, answer.body).map(({ instancePath, message }) => `${instancePath} ${message}`)
  assert.deepEqual(faults, [], `${operationId} ${answer.status}: ${answer.text}`)
  for (const name of Object.keys((response.headers as Schema | undefined) ?? {})) {
    if (name === 'x-idempotent-replay') continue
    assert.ok(answer.headers.has(name), `${operationId} ${answer.status} lacks its header ${name}`)
  }
}

function resolve(document: OpenApiDocument, schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const steps = schema.$ref.split('/').slice(1)
  const target = steps.reduce<Json | undefined>(
    (at, step) => (at as Schema | undefined)?.[step],
    document as unknown as Schema,
  )
  assert.ok(target, `${schema.$ref} leads nowhere`)
  return resolve(document, target as Schema)
}

/** The schema with every reference followed and every object closed. */
function close(document: OpenApiDocument, schema: Schema): Schema {
  const { properties, items, anyOf, ...rest } = resolve(document, schema)
  const inner = (part: Json): Schema => close(document, part as Schema)
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf: (anyOf as Json[]).map(inner) }),
    ...(items !== undefined && { items: inner(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties as Schema).map(([name, part]) => [name, inner(part)])),
      additionalProperties: false,
    }),
  }
}
