// Oversight: what operators see of business days, transactions and customers, the search, and exports.

import type { Logger } from 'pino'
import type { Directory } from '../../../administration/institutions/directory.ts'
import type { HotCards } from '../../../administration/institutions/hot-cards/hot-cards.ts'
import type { Properties } from '../../../administration/properties/properties.ts'
import { ORDER_KINDS } from '../../../channels/channel/record/record-checks.ts'
import type { OnboardingServices } from '../../../families/onboarding/onboarding-operation.ts'
import { BusinessDays } from '../../../oversight/business-days/business-days.ts'
import type { CorrectionLimits } from '../../../oversight/corrections/correction-limits.ts'
import { Corrections, type CorrectionsParts } from '../../../oversight/corrections/corrections.ts'
import { Suspense } from '../../../oversight/corrections/suspense.ts'
import { CustomerViews } from '../../../oversight/customer-view/customer-view.ts'
import { CustomerAccounts } from '../../../oversight/customers/accounts/customer-accounts.ts'
import { CustomerCards } from '../../../oversight/customers/cards/customer-cards.ts'
import { AccountEntries } from '../../../oversight/customers/entries/account-entries.ts'
import { Dashboard } from '../../../oversight/dashboard/dashboard.ts'
import type { Exceptions } from '../../../oversight/exceptions/exceptions.ts'
import { ExceptionDesk, type ExceptionDeskParts } from '../../../oversight/exceptions/work/exception-desk.ts'
import { exceptionJob } from '../../../oversight/exceptions/work/jobs/exception-job.ts'
import { ExceptionJobs } from '../../../oversight/exceptions/work/jobs/exception-jobs.ts'
import { matchJob } from '../../../oversight/reconciliations/matching/match-job.ts'
import { Reconciliations } from '../../../oversight/reconciliations/reconciliations.ts'
import { RecordSearch } from '../../../oversight/search/record-search.ts'
import { searchSources } from '../../../oversight/search/search-sources.ts'
import { exportJob } from '../../../oversight/transactions/exports/export-job.ts'
import { TransactionExports } from '../../../oversight/transactions/exports/transaction-exports.ts'
import { StopPreviews } from '../../../oversight/transactions/stop-preview.ts'
import { Transactions } from '../../../oversight/transactions/transactions.ts'
import { JobQueue } from '../../../platform/jobs/job-queue.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Wiring } from '../wiring.ts'

export interface OversightParts {
  readonly database: Database
  readonly clock: Clock
  /** The clock of transactions, which the sandbox can move. */
  readonly businessClock: Clock
  readonly secretBox: SecretBox
  readonly directory: Directory
  readonly properties: Properties
  readonly environment: Environment
  readonly exceptions: Exceptions
  readonly hotCards: Pick<HotCards, 'list'>
  readonly correctionPosting: Pick<CorrectionsParts, 'pipeline' | 'records'>
  readonly correctionLimits: CorrectionLimits
  readonly userById: ExceptionDeskParts['userById']
  readonly logger: Logger
  /** Resolves when this worker does what one worker does for all; undefined in a process of its own. */
  readonly duties?: Promise<void> | undefined
  readonly wiring: Wiring
}

export interface Oversight {
  readonly services: Pick<
    OnboardingServices,
    | 'businessDays'
    | 'corrections'
    | 'suspense'
    | 'dashboard'
    | 'transactions'
    | 'stopPreviews'
    | 'customerAccounts'
    | 'customerCards'
    | 'customerViews'
    | 'recordSearch'
    | 'accountEntries'
    | 'transactionExports'
    | 'exceptionDesk'
    | 'exceptionJobs'
    | 'reconciliations'
  >
  readonly jobQueue: JobQueue
  readonly sweeps: readonly Sweep[]
}

export async function openOversight({
  properties,
  exceptions,
  userById,
  ...parts
}: OversightParts): Promise<Oversight> {
  const { database, clock, businessClock, secretBox, directory, environment, wiring } = parts
  const exceptionDesk = wiring.make(ExceptionDesk, { database, clock, exceptions, userById })
  const jobQueue = await wiring.open('jobQueue', JobQueue.open, {
    database,
    kinds: [
      exportJob({ database, clock }),
      exceptionJob({ database, clock, exceptions, desk: exceptionDesk, userById }),
      matchJob({ database, clock }),
    ],
    duties: parts.duties,
    log: parts.logger,
  })
  const transactionExports = wiring.make(TransactionExports, {
    database,
    clock,
    businessClock,
    jobs: jobQueue,
    keepDays: () => properties.read('export.keep-days'),
  })
  const exceptionJobs = wiring.make(ExceptionJobs, {
    database,
    clock,
    exceptions,
    desk: exceptionDesk,
    jobs: jobQueue,
  })
  const reconciliations = wiring.make(Reconciliations, { database, clock, businessClock, jobs: jobQueue })
  const transactions = wiring.make(Transactions, { database, secretBox })
  const customerParts = { database, clock, secretBox, environment }
  const customerAccounts = wiring.make(CustomerAccounts, customerParts)
  const customerCards = wiring.make(CustomerCards, customerParts)
  const corrections = wiring.make(Corrections, {
    ...parts.correctionPosting,
    database,
    clock: businessClock,
    directory,
    limits: parts.correctionLimits,
    transactions,
    exceptions,
  })
  return {
    services: {
      corrections,
      suspense: wiring.make(Suspense, { database, clock: businessClock }),
      businessDays: wiring.make(BusinessDays, { database, clock: businessClock, auditClock: clock }),
      dashboard: wiring.make(Dashboard, {
        database,
        clock: businessClock,
        directory,
        async countOpenExceptions(institutionId) {
          const open = await exceptions.openByKind(institutionId === undefined ? {} : { institutionId })
          return open.reduce((sum, { count }) => sum + count, 0)
        },
      }),
      transactions,
      stopPreviews: wiring.make(StopPreviews, { database, clock: businessClock }),
      customerAccounts,
      customerCards,
      customerViews: wiring.make(CustomerViews, {
        database,
        clock: businessClock,
        directory,
        customerAccounts,
        customerCards,
        hotCards: parts.hotCards,
        exceptions,
      }),
      recordSearch: wiring.make(RecordSearch, {
        database,
        directory,
        sources: searchSources({ transactions, customerAccounts, customerCards, secretBox }),
      }),
      accountEntries: wiring.make(AccountEntries, { database, secretBox, transactionKinds: ORDER_KINDS }),
      transactionExports,
      exceptionDesk,
      exceptionJobs,
      reconciliations,
    },
    jobQueue,
    sweeps: [
      { name: 'delete-old-exports', everyMs: HOUR_MS, run: () => transactionExports.deleteOld() },
      { name: 'delete-old-reconciliations', everyMs: HOUR_MS, run: () => reconciliations.deleteOld() },
      { name: 'delete-old-exception-work', everyMs: HOUR_MS, run: () => exceptionJobs.deleteOld() },
    ],
  }
}
