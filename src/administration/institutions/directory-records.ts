// Records that the directory holds: every node sees a change when the caller is answered.

import type { RecordWork } from '../records/change-record.ts'
import type { RecordCaller, RecordFields, RecordKind } from '../records/record-kind.ts'
import { Records } from '../records/records.ts'
import { changeDirectory, type DirectoryServices } from './change-directory.ts'

export abstract class DirectoryRecords<Item extends RecordFields, Filter> extends Records<Item, Filter> {
  readonly #services: DirectoryServices

  constructor(kind: RecordKind<Item, Filter>, services: DirectoryServices) {
    super(kind, services)
    this.#services = services
  }

  protected override transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    return changeDirectory(this.#services, (sql, nowMs) => run({ sql, nowMs, caller }))
  }
}
