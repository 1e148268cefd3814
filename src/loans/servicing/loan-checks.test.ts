import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  command,
  disbursedLoan,
  INSTITUTION,
  openLoanBank,
  repayment,
  seedLoanBank,
} from '../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { CHECKS, verifyBooks } from '../../app/wire/verification.ts'
import type { Database } from '../../platform/storage/database.ts'

/** On one server an index finds it, and nothing can break. */
const FOUND_BY_ID = 'loan is found by its id'

/** One breakage for each check, in books with a disbursed and repaid loan. */
const BREAKAGES: Readonly<Record<string, string>> = {
  'loan account holds its principal': `UPDATE accounts SET balance_minor = balance_minor - 1
     WHERE account_id IN (SELECT account_id FROM loans)`,
  'general ledger of loans is what was posted': `UPDATE loans SET posted = posted || '{"interestIncome": "7"}'`,
  'loan event that moved money has its journal': `UPDATE loan_events SET journal_id = NULL WHERE kind = 'REPAYMENT'`,
  'loan event that did not happen has no journal': `UPDATE loan_events SET state = 'FAILED' WHERE kind = 'REPAYMENT'`,
  'loan journal moves the money of its events': `UPDATE loan_events SET cash_minor = cash_minor + 1 WHERE kind = 'REPAYMENT'`,
  'journal of a loan has its event': `UPDATE loan_events SET journal_id = NULL WHERE kind = 'REPAYMENT'`,
  'reversed loan event has its reversal': `UPDATE loan_events SET reversed_by = event_id WHERE kind = 'REPAYMENT'`,
  [FOUND_BY_ID]: 'DELETE FROM lending_homes',
  'loan is the fold of its events': `UPDATE loans SET past_due_since = '2000-01-01'`,
}

class RolledBack extends Error {}

test('every check of loans has a breakage', () => {
  const names = CHECKS.map((check) => check.name).filter((name) => /\bloans?\b/.test(name))
  assert.deepEqual(Object.keys(BREAKAGES).toSorted(), names.toSorted())
})

onDatabase('the checks of loans', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    const bank = await openLoanBank(database)
    const loanId = await disbursedLoan(bank)
    await bank.book.append(command(loanId, repayment(1_000n, bank.book.businessDate(INSTITUTION))))
    await bank.close()
  })

  for (const [name, sql] of Object.entries(BREAKAGES)) {
    test(name, async () => {
      let found: string[] = []
      const broken = database.transaction(async (work) => {
        await work.query(sql)
        found = (await verifyBooks(work)).map((finding) => finding.check)
        throw new RolledBack()
      })
      await assert.rejects(broken, RolledBack)
      const isBroken = name !== FOUND_BY_ID || database.isDistributed
      assert.equal(found.includes(name), isBroken, `found only ${found.join(', ')}`)
    })
  }
})
