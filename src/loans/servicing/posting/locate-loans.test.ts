import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  command,
  disbursedLoan,
  type LoanBank,
  openedLoan,
  openLoanBank,
  PARTNER,
  repayment,
  seedLoanBank,
} from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { LoanLocator } from './locate-loans.ts'

const UNKNOWN = '019c1b6e-7a10-7c35-9d52-0a4be61f7002'

onDatabase('commands that are located together', (_engine, open) => {
  let database: Database
  let bank: LoanBank

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    bank = await openLoanBank(database)
  })

  test('are each told of their own loan, and of no loan of another partner', async () => {
    const [disbursed, approved] = [await disbursedLoan(bank), await openedLoan(bank)]
    const today = bank.book.businessDate('FI001')
    const { event } = await bank.book.append(command(disbursed, repayment(500n, today)))
    const asked: [loanId: string, partnerId: string, reverses?: string][] = [
      [disbursed, PARTNER],
      [UNKNOWN, PARTNER],
      [approved, PARTNER],
      [disbursed, 'PARTNER02'],
      [disbursed, PARTNER, event?.eventId ?? ''],
      [approved, PARTNER, event?.eventId ?? ''],
      [disbursed.toUpperCase(), PARTNER, 'no id'],
      ['no id', PARTNER],
    ]
    const locator = new LoanLocator(database)
    const located = await Promise.all(
      asked.map(([loanId, partnerId, reverses]) =>
        locator.locate({ loanId, partnerId, ...(reverses !== undefined && { reverses }) }),
      ),
    )
    const { ledgerAccountId: first } = (await bank.book.find(PARTNER, disbursed)).loan
    const { ledgerAccountId: second } = (await bank.book.find(PARTNER, approved)).loan
    assert.deepEqual(
      located.map((found) => found && [found.account_id, found.last_sequence, found.reversed_event]),
      [
        [first, 2, null],
        undefined,
        [second, 0, null],
        undefined,
        [first, 2, event?.eventId],
        [second, 0, null],
        [first, 2, null],
        undefined,
      ],
    )
  })
})
