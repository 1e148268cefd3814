// The definition of an operation: its contract, documentation and handler in one object. The validator, the server and
// the OpenAPI document all read it, so they cannot drift apart.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Rules } from './body/validation.ts'
import type { Method, Reply } from './family.ts'

/** Where a shape comes from: the specification, or our choice where the specification is silent. */
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

/** The 202 of an operation that may be put off. */
export interface DeferredReply {
  readonly description: string
  readonly reply: TSchema
  readonly replyExamples: readonly Example[]
}

interface OperationContract {
  /** Operation id, as in the specification. */
  readonly id: string
  /** Method, and path relative to the family's base. */
  readonly route: `${Method} /${string}`
  readonly basis: Basis
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** Outside the family's base path, without its headers or credentials. */
  readonly open?: boolean
  /** Needs no credentials. */
  readonly anonymous?: boolean
  /** For an anonymous operation: credentials are accepted but not required. */
  readonly takesCredentials?: boolean
  /** Success status; 200 by default. */
  readonly status?: 200 | 201 | 202 | 302
  /** The body is a form, not JSON. */
  readonly form?: boolean
  /** The body may be left out. */
  readonly optionalBody?: boolean
  /** The query parameters. */
  readonly query?: TObject
  /** Errors that differ from the family's. */
  readonly ownErrors?: readonly OwnError[]
  /** A retry gets the stored reply, marked by the header `x-idempotent-replay`. */
  readonly replays?: boolean
  /** The body is a file of one of these types, which the handler reads as it arrives. */
  readonly upload?: { readonly types: readonly string[]; readonly bytes: number; readonly description: string }
  /** The reply is a file of one of these types instead of JSON. */
  readonly fileTypes?: readonly string[]
  /** Answers 202 in place of its reply when it is put off. */
  readonly deferred?: DeferredReply
  readonly reply: TSchema
  readonly requestExamples?: readonly Example[]
  readonly replyExamples: readonly Example[]
}

export interface OperationDefinition<Ask, Body extends TSchema = TSchema> extends OperationContract {
  readonly body?: Body
  /** Rules across fields. */
  readonly rules?: Rules<Static<Body>>
  handle(ask: Ask & { readonly body: Static<Body> }): Promise<Reply>
}

/** What the documentation needs of an operation, independent of its handler's type. */
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
  // The body type is erased here: the server only passes bodies that this definition's schema has accepted.
  return { ...(definition as unknown as Operation<Ask>), method, path }
}

/** Marks a schema as given by the specification. */
export function given<Schema extends TSchema>(schema: Schema): Schema {
  return Type.With(schema, { 'x-basis': 'given' }) as Schema
}

/** Marks a schema as chosen by us. */
export function chosen<Schema extends TSchema>(schema: Schema): Schema {
  return Type.With(schema, { 'x-basis': 'chosen' }) as Schema
}
