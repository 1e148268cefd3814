// A resource of administration as one declaration: what its records look like on the wire, who may do what with them, and
// the words of the OpenAPI document. It yields the ordinary operations: create, browse, list, get, change, delete,
// activate. What is special to a resource (a move, a test, a rotation) is an operation in a file of its own.

import type { Static, TObject, TSchema } from 'typebox'
import type { ModuleId } from '../../administration/access/principal/modules.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Basis, Example } from '../http/operation.ts'
import type { AdministrationAsk } from './administration-operation.ts'
import type { ListedRecords } from './page-reply.ts'

/**
 * A section that is left out is an operation that the resource does not have. The OpenAPI document has them in the order
 * in which they are declared.
 */
export interface ResourceDefinition<
  Services,
  Item,
  Filter extends TObject = TObject,
  New extends TObject = TObject,
  Change extends TObject = TObject,
> {
  /** Relative to the family: `/billers`. */
  readonly path: `/${string}`
  /** The tag in the OpenAPI document. */
  readonly tag: string
  /** The module on which roles grant its operations. */
  readonly module: ModuleId
  /** What examples call a record: `account type`. */
  readonly noun: string
  /** The name of examples; the noun unless stated. */
  readonly exampleName?: string
  /** The summary of the example of a page; `One <noun>` unless stated. */
  readonly pageSummary?: string
  /** A record on the wire, and an example of one. */
  readonly shape: TSchema
  readonly example: object
  /** The fields that lists can be sorted by; none: lists take no `sort`. */
  readonly sorts?: readonly string[]
  /** Where its records are kept. */
  records(services: Services): KeptRecords<Item, Static<Filter>>
  /** The record on the wire; as it is unless stated. */
  reply?(record: Item): unknown

  /** `POST /billers` */
  readonly create?: Words & {
    readonly body: New
    readonly example: Example
    /** The reply in the document, where it is not the resource's example. */
    readonly replyExample?: ExampleChange
    readonly makesInstitution?: boolean
    run(ask: AdministrationAsk<Services> & { readonly body: Static<New> }): Promise<Item>
  }
  /** `GET /billers`: a page of all records. */
  readonly browse?: Words
  /** `POST /billers/list`: a page of the records that match a filter, all of whose fields are optional. */
  readonly list?: Words & { readonly filter: Filter; readonly example: Omit<Example, 'name'> }
  /** `GET /billers/:id` */
  readonly get?: Words & { readonly replyExample?: ExampleChange }
  /** `PATCH /billers/:id` */
  readonly change?: Words & {
    readonly body: Change
    readonly example: Example
    /** The reply in the document, where it is not the resource's example with what was sent. */
    readonly replyExample?: ExampleChange
    run(ask: AdministrationAsk<Services> & { readonly body: Static<Change> }, id: string): Promise<Item>
  }
  /** `DELETE /billers/:id` */
  readonly delete?: Words & { run(ask: AdministrationAsk<Services>, id: string): Promise<void> }
  /** `PATCH /billers/:id/activation?isActive=` */
  readonly activate?: Words & {
    /** The parameter; `isActive` unless stated. */
    readonly flag?: string
    readonly flagDescription: string
    readonly example: Omit<Example, 'value'> & ExampleChange
    run(ask: AdministrationAsk<Services>, id: string, isOn: boolean): Promise<Item>
  }
}

export interface Words {
  readonly id: string
  readonly summary: string
  readonly description: string
  /** `chosen` unless stated. */
  readonly basis?: Basis
  readonly changesAccess?: boolean
}

/** An example that differs from the resource's. */
export interface ExampleChange {
  readonly summary?: string
  /** Fields with another value. */
  readonly change?: object
}

interface KeptRecords<Item, Filter> extends ListedRecords<Item, Filter> {
  /** Throws a 404 for records that are not in scope. */
  readonly find: (scope: Scope, id: string) => Promise<Item>
}
