// The operations that resources of administration share: browse, list, get, activate, delete. A resource says what its
// records are; an operation adds its id and its words. What only one resource does is defined in a file of its own.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ModuleId } from '../../access/principal/modules.ts'
import { type Basis, chosen, type Example, given } from '../../http/operation.ts'
import type { Scope } from '../../kernel/scope.ts'
import { may } from './access.ts'
import { envelope } from './envelope.ts'
import { withoutEmptyLists } from './list-filter.ts'
import {
  nothing,
  type OnboardingAsk,
  type OnboardingOperation,
  type OnboardingServices,
  onboardingOperation,
} from './onboarding-operation.ts'
import { type ListedRecords, pageExample, pageReply } from './page-reply.ts'
import { idOf } from './path-id.ts'
import { pageQuery, pageShape } from './shapes.ts'

export interface Resource<Item, Filter> {
  /** Relative to the family: `/users`. */
  readonly path: `/${string}`
  /** Of the OpenAPI document. */
  readonly tag: string
  /** The module on which roles grant its operations. */
  readonly module: ModuleId
  /** A record on the wire, an example of one, and how a record becomes it. */
  readonly shape: TSchema
  readonly example: object
  reply(record: Item): unknown
  /** The fields that lists can be sorted by; none: lists take no `sort`. */
  readonly sorts?: readonly string[]
  /** Where its records are kept. */
  records(services: OnboardingServices): ListedRecords<Item, Filter> & Found<Item>
}

interface Found<Item> {
  /** Throws a 404 for records that are not in scope. */
  find(scope: Scope, id: string): Promise<Item>
}

interface Words {
  readonly id: string
  readonly basis: Basis
  readonly summary: string
  readonly description: string
}

/** `GET /users`: a page of all records. */
export function browseOperation<Item, Filter>(
  resource: Resource<Item, Filter>,
  { example, filter, ...words }: Words & { readonly example: string; readonly filter: Filter },
): OnboardingOperation {
  const { path, tag, module, sorts, shape } = resource
  return onboardingOperation({
    ...words,
    route: `GET ${path}`,
    access: may(module, 'VIEW'),
    tag,
    query: pageQuery(sorts),
    reply: pageShape(shape),
    replyExamples: [{ name: 'page', summary: example, value: pageExample(resource.example) }],
    handle: (ask) => pageReply(ask, resource.records(ask.services), filter, resource.reply),
  })
}

interface ListWords<Body, Filter> extends Words {
  /** The schema of the filter; all of its fields are optional, and so is the body. */
  readonly filter: Body
  readonly filterExample: Example
  readonly example: string
  filterOf(sent: Body extends TObject ? Static<Body> : never): Filter
}

/** `POST /users/list`: a page of the records that match a filter. */
export function listOperation<Item, Filter, Body extends TObject>(
  resource: Resource<Item, Filter>,
  { filter, filterExample, filterOf, example, ...words }: ListWords<Body, Filter>,
): OnboardingOperation {
  const { path, tag, module, sorts, shape } = resource
  return onboardingOperation({
    ...words,
    route: `POST ${path}/list`,
    access: may(module, 'VIEW'),
    tag,
    query: pageQuery(sorts),
    body: filter as TObject,
    optionalBody: true,
    reply: pageShape(shape),
    requestExamples: [filterExample],
    replyExamples: [{ name: 'page', summary: example, value: pageExample(resource.example) }],
    handle(ask) {
      const sent = withoutEmptyLists(ask.body ?? {}) as Parameters<typeof filterOf>[0]
      return pageReply(ask, resource.records(ask.services), filterOf(sent), resource.reply)
    },
  })
}

/** `GET /users/:id`: one record. */
export function getOperation<Item, Filter>(
  resource: Resource<Item, Filter>,
  { example, ...words }: Words & { readonly example: Omit<Example, 'value'> },
): OnboardingOperation {
  const { path, tag, module, shape } = resource
  return onboardingOperation({
    ...words,
    route: `GET ${path}/:id`,
    access: may(module, 'VIEW'),
    tag,
    reply: shape,
    replyExamples: [{ ...example, value: resource.example }],
    async handle(ask) {
      const record = await resource.records(ask.services).find(ask.principal.scope, idOf(ask))
      return envelope(ask, resource.reply(record))
    },
  })
}

interface ActivationWords<Item> extends Words {
  /** The parameter: `isActive` or `isEnabled`. */
  readonly flag: string
  readonly flagDescription: string
  readonly example: Omit<Example, 'value'> & { readonly change: object }
  readonly changesAccess?: boolean
  set(ask: OnboardingAsk, id: string, isOn: boolean): Promise<Item>
}

/** `PATCH /users/:id/activation?isActive=`: switches a record on or off. */
export function activationOperation<Item, Filter>(
  resource: Resource<Item, Filter>,
  { flag, flagDescription, example, set, ...words }: ActivationWords<Item>,
): OnboardingOperation {
  const { path, tag, module, shape } = resource
  const { change, ...named } = example
  const mark = words.basis === 'given' ? given : chosen
  return onboardingOperation({
    ...words,
    route: `PATCH ${path}/:id/activation`,
    access: may(module, 'ACTIVATE'),
    tag,
    query: Type.Object({ [flag]: mark(Type.Boolean({ description: flagDescription })) }),
    reply: shape,
    replyExamples: [{ ...named, value: { ...resource.example, version: 2, ...change } }],
    async handle(ask) {
      const { [flag]: isOn } = ask.query as Readonly<Record<string, boolean>>
      return envelope(ask, resource.reply(await set(ask, idOf(ask), isOn === true)))
    },
  })
}

interface DeletionWords extends Words {
  readonly changesAccess?: boolean
  delete(ask: OnboardingAsk, id: string): Promise<void>
}

/** `DELETE /users/:id`. */
export function deleteOperation<Item, Filter>(
  { path, tag, module }: Resource<Item, Filter>,
  { delete: remove, ...words }: DeletionWords,
): OnboardingOperation {
  return onboardingOperation({
    ...words,
    route: `DELETE ${path}/:id`,
    access: may(module, 'DELETE'),
    tag,
    reply: nothing,
    replyExamples: [{ name: 'removed', summary: 'It is gone', value: null }],
    async handle(ask) {
      await remove(ask, idOf(ask))
      return envelope(ask, null)
    },
  })
}
