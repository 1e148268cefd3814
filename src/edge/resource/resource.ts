// The ordinary operations of a resource, made from its declaration (resource-definition.ts).

import { type TObject, Type } from 'typebox'
import type { ActionId } from '../../administration/access/principal/modules.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { chosen, type Example, given } from '../http/operation.ts'
import { may } from './access.ts'
import { type AdministrationOperation, administrationOperation, nothing } from './administration-operation.ts'
import { created, envelope } from './envelope.ts'
import { withoutEmptyLists } from './list-filter.ts'
import { pageExample, pageReply } from './page-reply.ts'
import { idOf } from './path-id.ts'
import { pageQuery, pageShape } from './record-shapes.ts'
import type { ExampleChange, ResourceDefinition, Words } from './resource-definition.ts'

interface WithClock {
  readonly clock: Clock
}

type Section<Name extends keyof ResourceDefinition<never, never>, Services, Item> = NonNullable<
  ResourceDefinition<Services, Item>[Name]
>

/** The function that declares resources over the services of a family: it returns their operations. */
export function resourceFor<Services extends WithClock>() {
  return <Item, Filter extends TObject, New extends TObject, Change extends TObject>(
    definition: ResourceDefinition<Services, Item, Filter, New, Change>,
  ): readonly AdministrationOperation<Services>[] =>
    // The types of bodies are erased here: the server only passes what these schemas have accepted.
    resourceOperations(definition as unknown as ResourceDefinition<Services, Item>)
}

function resourceOperations<Services extends WithClock, Item>(
  resource: ResourceDefinition<Services, Item>,
): AdministrationOperation<Services>[] {
  const { create, browse, list, get, change, delete: deletion, activate } = resource
  const operations: Readonly<Record<string, AdministrationOperation<Services> | undefined>> = {
    create: create && createOperation(resource, create),
    browse: browse && browseOperation(resource, browse),
    list: list && listOperation(resource, list),
    get: get && getOperation(resource, get),
    change: change && changeOperation(resource, change),
    delete: deletion && deleteOperation(resource, deletion),
    activate: activate && activationOperation(resource, activate),
  }
  return Object.keys(resource)
    .map((section) => operations[section])
    .filter((operation) => operation !== undefined)
}

function createOperation<Services extends WithClock, Item>(
  resource: ResourceDefinition<Services, Item>,
  { example, replyExample, run, ...contract }: Section<'create', Services, Item>,
) {
  return administrationOperation<Services, TObject>({
    ...contractOf(resource, contract, 'CREATE'),
    route: `POST ${resource.path}`,
    status: 201,
    reply: resource.shape,
    requestExamples: [example],
    replyExamples: [exampleOf(resource, `The ${resource.noun}`, replyExample)],
    handle: async (ask) => created(ask, replyOf(resource, await run(ask))),
  })
}

function browseOperation<Services extends WithClock, Item>(resource: ResourceDefinition<Services, Item>, words: Words) {
  return administrationOperation<Services>({
    ...contractOf(resource, words, 'VIEW'),
    ...pageOf(resource),
    route: `GET ${resource.path}`,
    handle: (ask) => pageReply(ask, resource.records(ask.services), {}, (record) => replyOf(resource, record)),
  })
}

function listOperation<Services extends WithClock, Item>(
  resource: ResourceDefinition<Services, Item>,
  { filter, example, ...words }: Section<'list', Services, Item>,
) {
  return administrationOperation<Services>({
    ...contractOf(resource, words, 'VIEW'),
    ...pageOf(resource),
    route: `POST ${resource.path}/list`,
    body: filter,
    optionalBody: true,
    requestExamples: [{ name: 'filter', ...example }],
    handle(ask) {
      const sent = withoutEmptyLists(ask.body ?? {})
      return pageReply(ask, resource.records(ask.services), sent, (record) => replyOf(resource, record))
    },
  })
}

function getOperation<Services extends WithClock, Item>(
  resource: ResourceDefinition<Services, Item>,
  { replyExample, ...words }: Section<'get', Services, Item>,
) {
  return administrationOperation<Services>({
    ...contractOf(resource, words, 'VIEW'),
    route: `GET ${resource.path}/:id`,
    reply: resource.shape,
    replyExamples: [exampleOf(resource, `The ${resource.noun}`, replyExample)],
    async handle(ask) {
      const record = await resource.records(ask.services).find(ask.principal.scope, idOf(ask))
      return envelope(ask, replyOf(resource, record))
    },
  })
}

function changeOperation<Services extends WithClock, Item>(
  resource: ResourceDefinition<Services, Item>,
  { example, replyExample, run, ...contract }: Section<'change', Services, Item>,
) {
  const { version: _, ...sent } = example.value as { readonly version: number }
  return administrationOperation<Services, TObject>({
    ...contractOf(resource, contract, 'UPDATE'),
    route: `PATCH ${resource.path}/:id`,
    reply: resource.shape,
    requestExamples: [example],
    replyExamples: [
      exampleOf(resource, 'As it is now', {
        ...replyExample,
        change: { version: 2, ...sent, ...replyExample?.change },
      }),
    ],
    handle: async (ask) => envelope(ask, replyOf(resource, await run(ask, idOf(ask)))),
  })
}

function deleteOperation<Services extends WithClock, Item>(
  resource: ResourceDefinition<Services, Item>,
  { run, ...words }: Section<'delete', Services, Item>,
) {
  return administrationOperation<Services>({
    ...contractOf(resource, words, 'DELETE'),
    route: `DELETE ${resource.path}/:id`,
    reply: nothing,
    replyExamples: [{ name: 'removed', summary: 'It is gone', value: null }],
    async handle(ask) {
      await run(ask, idOf(ask))
      return envelope(ask, null)
    },
  })
}

function activationOperation<Services extends WithClock, Item>(
  resource: ResourceDefinition<Services, Item>,
  { flag = 'isActive', flagDescription, example, run, ...words }: Section<'activate', Services, Item>,
) {
  const { name, summary, change } = example
  const mark = words.basis === 'given' ? given : chosen
  return administrationOperation<Services>({
    ...contractOf(resource, words, 'ACTIVATE'),
    route: `PATCH ${resource.path}/:id/activation`,
    query: Type.Object({ [flag]: mark(Type.Boolean({ description: flagDescription })) }),
    reply: resource.shape,
    replyExamples: [{ name, summary, value: { ...resource.example, version: 2, ...change } }],
    async handle(ask) {
      const { [flag]: isOn } = ask.query as Readonly<Record<string, boolean>>
      return envelope(ask, replyOf(resource, await run(ask, idOf(ask), isOn === true)))
    },
  })
}

/** What every operation of the resource states. */
function contractOf<Services, Item, Given extends Words>(
  { tag, module }: ResourceDefinition<Services, Item>,
  words: Given,
  action: ActionId,
) {
  return { basis: 'chosen' as const, ...words, tag, access: may(module, action) }
}

function pageOf<Services, Item>({ sorts, shape, noun, pageSummary, example }: ResourceDefinition<Services, Item>) {
  return {
    query: pageQuery(sorts),
    reply: pageShape(shape),
    replyExamples: [{ name: 'page', summary: pageSummary ?? `One ${noun}`, value: pageExample(example) }],
  }
}

function exampleOf<Services, Item>(
  { noun, exampleName, example }: ResourceDefinition<Services, Item>,
  summary: string,
  different: ExampleChange = {},
): Example {
  return {
    name: exampleName ?? noun,
    summary: different.summary ?? summary,
    value: { ...example, ...different.change },
  }
}

function replyOf<Services, Item>({ reply }: ResourceDefinition<Services, Item>, record: Item): unknown {
  return reply === undefined ? record : reply(record)
}
