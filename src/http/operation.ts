// The definition of an operation: one object is its contract, its documentation and its handler. Families give it to
// the validator, to the server and to the OpenAPI document, so the three cannot drift apart.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Rules } from './body/validation.ts'
import type { Method, Reply } from './family.ts'

/** Where a shape comes from: stated by the specification, or settled by us where it is silent. */
export type Basis = 'given' | 'chosen'

export interface Example {
  readonly name: string
  readonly summary: string
  readonly value: unknown
}

export interface OwnError {
  readonly status: number
  readonly description: string
  readonly schema: TSchema
  readonly examples: readonly Example[]
}

interface OperationContract {
  /** The operation id of the specification. */
  readonly id: string
  /** Method and path, relative to the family's base. */
  readonly route: `${Method} /${string}`
  readonly basis: Basis
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** Outside the family's base path, without its headers and credentials. */
  readonly open?: boolean
  /** Without credentials. */
  readonly anonymous?: boolean
  /** Of an anonymous one: credentials may come along. */
  readonly takesCredentials?: boolean
  /** The status of success; 200 unless said. */
  readonly status?: 200 | 201 | 302
  /** The body is a form, not JSON. */
  readonly form?: boolean
  /** The body may be left out. */
  readonly optionalBody?: boolean
  /** The parameters of the URL's query. */
  readonly query?: TObject
  /** Errors that read otherwise than the family's. */
  readonly ownErrors?: readonly OwnError[]
  /** A repetition gets the stored reply, marked by the header `x-idempotent-replay`. */
  readonly replays?: boolean
  readonly reply: TSchema
  readonly requestExamples?: readonly Example[]
  readonly replyExamples: readonly Example[]
}

export interface OperationDefinition<Ask, Body extends TSchema = TSchema> extends OperationContract {
  readonly body?: Body
  /** Rules that join several fields. */
  readonly rules?: Rules<Static<Body>>
  handle(ask: Ask & { readonly body: Static<Body> }): Promise<Reply>
}

/** What the documentation needs of an operation, whatever its handler takes. */
export interface DocumentedOperation extends OperationContract {
  readonly body?: TSchema
}

export interface Operation<Ask> extends DocumentedOperation {
  readonly method: Method
  readonly path: string
  readonly rules?: Rules<unknown>
  handle(ask: Ask & { readonly body: unknown }): Promise<Reply>
}

/** Defines an operation. The types of `rules` and `handle` follow from `body`. */
export function operation<Ask, Body extends TSchema = TSchema>(
  definition: OperationDefinition<Ask, Body>,
): Operation<Ask> {
  const [method, path] = definition.route.split(' ') as [Method, string]
  // The body's type ends here: the server only ever passes what the same definition's schema has accepted.
  return { ...(definition as unknown as Operation<Ask>), method, path }
}

/** Marks a schema as stated by the specification. */
export function given<Schema extends TSchema>(schema: Schema): Schema {
  return Type.With(schema, { 'x-basis': 'given' }) as Schema
}

/** Marks a schema as settled by us. */
export function chosen<Schema extends TSchema>(schema: Schema): Schema {
  return Type.With(schema, { 'x-basis': 'chosen' }) as Schema
}
