// The built-in bank inside the test process, on a database that holds the sandbox and any number of plain accounts.

import { openDirectory } from '../../../src/administration/institutions/directory-store.ts'
import { openBuiltinBank } from '../../../src/app/wire/rooms/bank.ts'
import type { ChannelObserver } from '../../../src/channels/channel/in-flight-orders.ts'
import type { RulesForOrders } from '../../../src/channels/channel/order-facts.ts'
import type { PipelineObserver } from '../../../src/ledger/post.ts'
import type { Owner } from '../../../src/ledger/posting.ts'
import { parseMasterKeys, SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import { type Clock, MovableClock, systemClock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { seedAccounts } from '../../../src/sandbox/bulk-accounts.ts'
import { seedSandbox } from '../../../src/sandbox/seeding/seed-sandbox.ts'

type BankObserver = PipelineObserver & ChannelObserver

export const secretBox = new SecretBox(parseMasterKeys(Buffer.alloc(32, 7).toString('base64')))

export interface BankOptions {
  readonly clock?: Clock
  readonly maxBatch?: number
  readonly maxQueued?: number
  readonly owners?: readonly Owner[]
  readonly observer?: Partial<BankObserver>
  readonly rules?: RulesForOrders
}

/** Writes the sandbox and `accounts` plain accounts of FI001: 5000000001 and up, 100000.00 USD each. */
export async function seedBank(database: Database, accounts = 0, clock: Clock = systemClock): Promise<void> {
  await database.transaction((sql) => seedSandbox(sql, { clock, secretBox }))
  if (accounts > 0) await seedAccounts(database, { count: accounts, institutionId: 'FI001', clock })
}

/** The n-th plain account, counted from 0. */
export function plainAccount(n: number): string {
  return String(5_000_000_001 + n)
}

/** Opens the bank as the process does; several may be open on one database, like several nodes. */
export async function openBank(database: Database, options: BankOptions = {}) {
  const clock = new MovableClock(options.clock ?? systemClock)
  const directory = await openDirectory({ database, environment: 'sandbox' })
  const observer = { ...SILENT, ...options.observer }
  const bank = openBuiltinBank({ ...options, database, clock, directory, secretBox, observer })
  return {
    ...bank,
    clock,
    directory,
    async close() {
      await bank.drained()
      directory.close()
    },
  }
}

export type Bank = Awaited<ReturnType<typeof openBank>>

const SILENT: BankObserver = {
  batchCommitted() {},
  answered() {},
  replayed() {},
  coalesced() {},
  retried() {},
  queueDepth() {},
  defect() {},
}

/** The test data of the sandbox, as the conformance suite asks for it. */
export const SANDBOX = {
  institutionId: 'FI001',
  currency: 'USD',
  openingMinor: 10_000_000n,
  terminals: { active: 'ATM00001', noteMinor: 500n, inactive: 'ATM00009', cashless: 'IVR00001' },
  limits: { accessFeeMinor: 1_000n, perTransactionMinor: 500_000n, perDayMinor: 1_000_000n, countPerDay: 20 },
  card: {
    pan: '4000000000000010',
    customerId: 'CUST0001',
    accountIds: ['1000000001', '1000000002', '1000000003'],
  },
  uselessCards: [
    { pan: '4000000000000044', code: '104' },
    { pan: '4000000000000051', code: '101' },
    { pan: '4000000000000069', code: '208' },
    { pan: '4000000000000077', code: '209' },
    { pan: '4000000000000085', code: '125' },
  ],
  accounts: {
    inquiryOnly: '1000000005',
    frozen: '1000000182',
    closed: '1000000183',
    doNotHonour: '9000000100',
    suspectedFraud: '9000000102',
    inOtherCurrency: { accountId: '1000000006', currency: 'JPY' },
  },
  billers: {
    active: { billerId: 'BILLER01', bin: '510000' },
    inactive: { billerId: 'BILLER09', bin: '510009' },
  },
  withoutCardless: { institutionId: 'FI002', terminalId: 'ATM00101', accountId: '2000000001' },
  suspended: { institutionId: 'FI003', terminalId: 'ATM00201', accountId: '3000000001' },
} as const
