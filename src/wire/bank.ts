// The bank: the books, which everything posted goes through, and the cores that decide what is posted.

import type { Logger } from 'pino'
import { BuiltinBank } from '../core/builtin/builtin-bank.ts'
import { chooseCore } from '../core/choose-core.ts'
import type { CoreBanking, CoreOf } from '../core/core.ts'
import type { Directory } from '../institutions/directory.ts'
import { businessDateAt, type Clock } from '../kernel/clock.ts'
import type { Environment } from '../kernel/environment.ts'
import { unavailable } from '../kernel/problem.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import { InquiryDesk } from '../ledger/inquiries/inquire.ts'
import { type PostingObserver, PostingPipeline } from '../ledger/post.ts'
import type { PostingMetrics } from '../observability/posting-metrics.ts'
import { scenarioCore } from '../sandbox/scenario-core.ts'
import type { Database } from '../storage/database.ts'

export interface BankParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly secretBox: SecretBox
  readonly environment: Environment
  readonly figures: PostingMetrics
  readonly logger: Logger
}

export interface Bank {
  readonly coreOf: CoreOf
  /** Resolves once everything that was asked has been answered. */
  drained(): Promise<void>
}

export function openBank({ database, clock, directory, secretBox, environment, figures, logger }: BankParts): Bank {
  const defect = (error: unknown) => logger.error({ err: error }, 'an order could not be posted')
  const books = openBooks({ database, clock, directory, observer: { ...figures, defect } })
  const builtin = new BuiltinBank({ directory, clock, secretBox, database, ...books })
  const cores: Record<string, CoreBanking> = { BUILTIN: builtin }
  if (environment === 'sandbox') cores.SANDBOX = scenarioCore(builtin, database)
  return {
    coreOf: chooseCore(directory, cores),
    async drained() {
      await Promise.all([books.pipeline.drained(), books.inquiries.drained()])
    },
  }
}

export interface BooksParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly observer: PostingObserver
  readonly maxBatch?: number
  readonly maxQueued?: number
}

export function openBooks({ directory, ...parts }: BooksParts) {
  const businessDateOf = (institutionId: string, nowMs: number) => {
    const institution = directory.institution(institutionId)
    if (institution === undefined) throw unavailable('the institution is not known')
    return businessDateAt(nowMs, institution)
  }
  return {
    pipeline: new PostingPipeline({ ...parts, businessDateOf }),
    inquiries: new InquiryDesk({ database: parts.database, clock: parts.clock, businessDateOf }),
  }
}
