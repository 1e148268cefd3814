// The built-in ledger on a database of its own, with the pipeline that it posts through and an owner whose postings it joins.

import { BANK_ACCOUNT_COLUMNS, type BankAccount } from '../../../src/channels/core/builtin/books/bank-account.ts'
import { PostingPipeline } from '../../../src/ledger/post.ts'
import type { BatchOf, Books, OwnedBatch, Owner, Posting, Verdict } from '../../../src/ledger/posting.ts'
import { Problem } from '../../../src/platform/kernel/problems/problem.ts'
import { systemClock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../src/platform/storage/database.ts'
import { BuiltinLedger } from '../../../src/tokens/ledgers/builtin/builtin-ledger.ts'
import type { LedgerOp } from '../../../src/tokens/ledgers/digital-ledger.ts'
import type { JoinedLedger, LedgerJoin, OpPart } from '../../../src/tokens/ledgers/joined-ledger.ts'

export interface OpenedLedger {
  readonly ledger: BuiltinLedger
  readonly joiner: Joiner
  readonly pipeline: PostingPipeline<BankAccount>
  /** The reasons for which batches ran again. */
  readonly retried: string[]
  readonly defects: unknown[]
}

/** Every issuer is its own book, unless told otherwise. Several may be open on one database, like several nodes. */
export function openBuiltinLedger(
  database: Database,
  bookOf = async (_sql: Sql, issuerId: string): Promise<string> => issuerId,
): OpenedLedger {
  const retried: string[] = []
  const defects: unknown[] = []
  const ledger: BuiltinLedger = new BuiltinLedger({
    database,
    clock: systemClock,
    pipeline: () => pipeline,
    bookOf,
  })
  const joiner = new Joiner(ledger)
  const pipeline: PostingPipeline<BankAccount> = new PostingPipeline<BankAccount>({
    database,
    clock: systemClock,
    accountColumns: BANK_ACCOUNT_COLUMNS,
    owners: [joiner, ledger],
    businessDateOf: () => '20260310',
    observer: {
      batchCommitted() {},
      queueDepth() {},
      retried: (reason) => retried.push(reason),
      defect: (error) => defects.push(error),
    },
  })
  return { ledger, joiner, pipeline, retried, defects }
}

export interface JoinedPosting extends Posting<'APPLIED'> {
  readonly op: LedgerOp
  readonly part: OpPart
}

/** Owns postings that do nothing but apply an operation. A failure refuses the posting, with the failure as its message. */
export class Joiner implements Owner<JoinedPosting> {
  readonly #ledger: JoinedLedger

  constructor(ledger: JoinedLedger) {
    this.#ledger = ledger
  }

  posting(bookId: string, op: LedgerOp, join: Omit<LedgerJoin, 'owner'>, part: OpPart = 'FIRST'): JoinedPosting {
    return { owner: this, institutionId: bookId, accountIds: [], op, part, joins: [{ ...join, owner: this.#ledger }] }
  }

  async open(): Promise<OwnedBatch<JoinedPosting>> {
    return {
      decide: ({ op, part }: JoinedPosting, { nowMs }: Books, batchOf: BatchOf): Verdict<'APPLIED'> => {
        const applied = this.#ledger.batchOf(batchOf(this.#ledger)).apply(op, nowMs, part)
        if ('failed' in applied) return { problem: new Problem('unprocessable', applied.failed) }
        return {
          answer: () => {
            applied.record()
            return 'APPLIED'
          },
        }
      },
      steps: () => [],
    }
  }
}

/** Notes the names of the statements of every round trip. */
export function noting(database: Database, names: string[]): Database {
  const connect: Database['connect'] = async (options) => {
    const session = await database.connect(options)
    return new Proxy(session, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (name !== 'roundTrip') return typeof value === 'function' ? value.bind(target) : value
        return (steps: Parameters<typeof session.roundTrip>[0]) => {
          names.push(...steps.map(({ statement }) => statement.name))
          return session.roundTrip(steps)
        }
      },
    })
  }
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name === 'connect') return connect
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
