// The bank: the books, which everything posted goes through, and the channels to the cores that decide what is posted.

import type { Logger } from 'pino'
import { BuiltinChannel } from '../channel/builtin/builtin-channel.ts'
import { OrderRecords } from '../channel/builtin/order-records.ts'
import type { ChannelOf } from '../channel/channel.ts'
import { type ChannelsByType, chooseChannel } from '../channel/choose-channel.ts'
import { type ChannelObserver, InFlightOrders } from '../channel/in-flight-orders.ts'
import { InquiryDesk } from '../channel/inquiries/inquire.ts'
import { BANK_ACCOUNT_COLUMNS, type BankAccount } from '../core/builtin/books/bank-account.ts'
import type { Directory } from '../institutions/directory.ts'
import { businessDateAt, type Clock } from '../kernel/clock.ts'
import type { Environment } from '../kernel/environment.ts'
import { unavailable } from '../kernel/problem.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import { type PipelineObserver, PostingPipeline } from '../ledger/post.ts'
import type { PostingFigures } from '../observability/posting-figures.ts'
import { scenarioChannel } from '../sandbox/scenario-channel.ts'
import type { Database } from '../storage/database.ts'

export interface BankParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly secretBox: SecretBox
  readonly environment: Environment
  readonly figures: PostingFigures
  readonly logger: Logger
}

export interface Bank {
  readonly channelOf: ChannelOf
  /** Resolves once everything that was asked has been answered. */
  drained(): Promise<void>
}

export function openBank({ environment, figures, logger, ...parts }: BankParts): Bank {
  const { directory, database } = parts
  const defect = (error: unknown) => logger.error({ err: error }, 'an order could not be posted')
  const { channel, drained } = openBuiltinBank({ ...parts, observer: { ...figures, defect } })
  const channels: ChannelsByType = { BUILTIN: () => channel }
  const scenarios = scenarioChannel(channel, database)
  const sandboxOnly: ChannelsByType = environment === 'sandbox' ? { SANDBOX: () => scenarios } : {}
  return { channelOf: chooseChannel(directory, { ...channels, ...sandboxOnly }), drained }
}

export interface BuiltinBankParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly secretBox: SecretBox
  readonly observer: PipelineObserver & ChannelObserver
  readonly maxBatch?: number
  readonly maxQueued?: number
}

/** The built-in bank: its pipeline with the owners that post, and the channel to it. */
export function openBuiltinBank({ secretBox, ...parts }: BuiltinBankParts) {
  const { database, clock, directory, observer } = parts
  const businessDateOf = (institutionId: string, nowMs: number) => {
    const institution = directory.institution(institutionId)
    if (institution === undefined) throw unavailable('the institution is not known')
    return businessDateAt(nowMs, institution)
  }
  const records = new OrderRecords()
  const pipeline = new PostingPipeline<BankAccount>({
    ...parts,
    businessDateOf,
    accountColumns: BANK_ACCOUNT_COLUMNS,
    owners: [records],
  })
  const inquiries = new InquiryDesk({ database, clock, businessDateOf })
  const inFlight = new InFlightOrders(observer)
  return {
    channel: new BuiltinChannel({ directory, clock, secretBox, database, pipeline, records, inFlight, inquiries }),
    pipeline,
    inquiries,
    async drained() {
      await Promise.all([pipeline.drained(), inquiries.drained()])
    },
  }
}
