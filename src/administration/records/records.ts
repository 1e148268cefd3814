// The records of one kind: found and listed within a scope, changed in transactions. Users, roles and partners extend it
// with their own operations.

import type { Scope } from '../../platform/kernel/scope.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../platform/storage/statements/list-query.ts'
import type { RecordWork } from './change-record.ts'
import { listRecords, readRecord } from './read-records.ts'
import type { RecordCaller, RecordFields, RecordKind } from './record-kind.ts'

export abstract class Records<Item extends RecordFields, Filter> {
  readonly #kind: RecordKind<Item, Filter>
  readonly #database: Database
  readonly #clock: Clock

  constructor(kind: RecordKind<Item, Filter>, parts: { readonly database: Database; readonly clock: Clock }) {
    this.#kind = kind
    this.#database = parts.database
    this.#clock = parts.clock
  }

  /** Refusals: `not-found` when there is none of this id in scope. */
  find(scope: Scope, id: string): Promise<Item> {
    return readRecord(this.#database, this.#kind, { scope, nowMs: this.#clock.now() }, id)
  }

  list(scope: Scope, filter: Filter, page: PageRequest): Promise<ListPage<Item>> {
    return listRecords(this.#database, this.#kind, { scope, nowMs: this.#clock.now() }, filter, page)
  }

  /** Runs work on behalf of a caller in one transaction. */
  protected transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    return this.#database.transaction((sql) => run({ sql, nowMs: this.#clock.now(), caller }))
  }
}
