import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openBank, PLAIN_ACCOUNT_MINOR, plainAccount, seedBank } from '../../../test/support/bank.ts'
import { eachEngine } from '../../../test/support/database.ts'
import { verifyBooks } from '../../ledger/verify.ts'
import { scenarioCore } from '../../sandbox/scenario-core.ts'
import type { Database } from '../../storage/database.ts'
import { coreConformance, type OpenFixture } from '../conformance.ts'
import type { CoreBanking } from '../core.ts'

const PLAIN_ACCOUNTS = 600

eachEngine('the core port', (_engine, open) => {
  let database: Database
  let used = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, PLAIN_ACCOUNTS)
  })

  coreConformance('the built-in bank conforms', () => openFixture((core) => core, 'PARTNER01'))
  // As the sandbox runs it: a core that misbehaves on some accounts must behave on all others.
  coreConformance('the scenario core conforms', () => openFixture((core) => scenarioCore(core, database), 'PARTNER03'))

  describe('afterwards', () => {
    test('the books are true', async () => {
      assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
    })
  })

  async function openFixture(wrap: (core: CoreBanking) => CoreBanking, partnerId: string): Promise<OpenFixture> {
    const bank = await openBank(database)
    return {
      ...SANDBOX,
      core: wrap(bank.core),
      // A partner of its own keeps one run's RRNs from being the other's.
      partnerIds: [partnerId, `${partnerId}-2`],
      newAccount() {
        assert.ok(used < PLAIN_ACCOUNTS, 'the test needs more plain accounts')
        return plainAccount(used++)
      },
      close: () => bank.close(),
    }
  }
})

const SANDBOX = {
  institutionId: 'FI001',
  currency: 'USD',
  openingMinor: PLAIN_ACCOUNT_MINOR,
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
