// The built-in ledger on a database of its own, with the pipeline that it posts through.

import { BANK_ACCOUNT_COLUMNS } from '../../../core/builtin/books/bank-account.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { PostingPipeline } from '../../../ledger/post.ts'
import type { Database } from '../../../storage/database.ts'
import { BuiltinLedger } from './builtin-ledger.ts'

export interface OpenedLedger {
  readonly ledger: BuiltinLedger
  readonly pipeline: PostingPipeline
  readonly retried: string[]
  readonly defects: unknown[]
}

/** Every issuer is its own book. Several may be open on one database, like several nodes. */
export function openBuiltinLedger(database: Database): OpenedLedger {
  const retried: string[] = []
  const defects: unknown[] = []
  const ledger: BuiltinLedger = new BuiltinLedger({
    database,
    clock: systemClock,
    pipeline: () => pipeline,
    bookOf: async (_sql, issuerId) => issuerId,
  })
  const pipeline: PostingPipeline = new PostingPipeline({
    database,
    clock: systemClock,
    accountColumns: BANK_ACCOUNT_COLUMNS,
    owners: [ledger],
    businessDateOf: () => '20260310',
    observer: {
      batchCommitted() {},
      queueDepth() {},
      retried: (reason) => retried.push(reason),
      defect: (error) => defects.push(error),
    },
  }) as unknown as PostingPipeline
  return { ledger, pipeline, retried, defects }
}
