import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  disbursedLoan,
  type LoanBank,
  openedLoan,
  openLoanBank,
  PARTNER,
  passDays,
  seedLoanBank,
} from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { LoanFilter } from '../loan-record.ts'
import { fillNameWordsSweep } from './fill-name-words.ts'

onDatabase('lists of loans', (_engine, open) => {
  let database: Database
  let bank: LoanBank

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    bank = await openLoanBank(database)
  })

  test('lists follow the clock: a loan becomes overdue, and is charged off, without an event', async () => {
    const applicationId = '00000000-0000-7000-8000-0000000000aa'
    await disbursedLoan(bank, { applicationId })
    const listed = async (filter: object) => {
      const page = await later.book.list({ partnerId: PARTNER, applicationId, ...filter }, { page: 1, size: 10 })
      return page.total
    }
    const later = await openLoanBank(database)
    const counts = async () => [
      await listed({ status: 'ACTIVE' }),
      await listed({ status: 'IN_ARREARS' }),
      await listed({ status: 'CHARGED_OFF' }),
      await listed({ bucket: 'CURRENT' }),
      await listed({ bucket: '1-30' }),
      await listed({ dpdMin: 10 }),
    ]
    assert.deepEqual(await counts(), [1, 0, 0, 1, 0, 0])
    passDays(later, 33)
    assert.deepEqual(await counts(), [0, 1, 0, 0, 1, 0])
    passDays(later, 15)
    assert.deepEqual(await counts(), [0, 1, 0, 0, 1, 1])
    passDays(later, 200)
    assert.deepEqual(await counts(), [0, 0, 1, 0, 0, 1])
    const [found] = (await later.book.list({ partnerId: PARTNER, applicationId }, { page: 1, size: 10 })).items
    assert.ok(found !== undefined)
    assert.equal(later.book.position(found).status, 'CHARGED_OFF')
    assert.equal(
      await later.book.list({ partnerId: 'PARTNER02', applicationId }, { page: 1, size: 10 }).then((p) => p.total),
      0,
    )
    await later.close()
  })

  const ACCENTED = { firstName: 'José María', lastName: "O'Álvarez", middleName: 'Hidden' }
  const SEARCHES: [title: string, filter: Partial<LoanFilter>, isFound: boolean][] = [
    ['the beginning of a word of the name', { applicantName: 'alv' }, true],
    ['words in any order and case, without accents', { applicantName: 'ÁLVAREZ jose' }, true],
    ['a word that is not at its beginning', { applicantName: 'lvarez' }, false],
    ['one word of two that does not match', { applicantName: 'jose smith' }, false],
    ['a text without words', { applicantName: '--' }, false],
    ['another field of the applicant', { applicantName: 'hidden' }, false],
    ['the customer', { customerId: 'SEARCHED' }, true],
    ['a part of the customer id', { customerId: 'SEARCH' }, false],
    ['the external reference', { externalReference: 'ref 7/a' }, true],
    ['the external reference in another case', { externalReference: 'REF 7/A' }, false],
    ['all of them together', { applicantName: 'maria', customerId: 'SEARCHED', externalReference: 'ref 7/a' }, true],
    ['one of them that does not match', { applicantName: 'maria', customerId: 'OTHER' }, false],
    ['with a state', { applicantName: 'maria', status: 'ACTIVE' }, true],
    ['with another state', { applicantName: 'maria', status: 'APPROVED' }, false],
    ['with an overdue loan only', { applicantName: 'maria', dpdMin: 1 }, false],
  ]
  test('a search finds a loan by its applicant, customer and reference, and only one of the own partner', async () => {
    const loanId = await disbursedLoan(bank, {
      applicant: ACCENTED,
      customerId: 'SEARCHED',
      externalReference: 'ref 7/a',
    })
    const idsOf = async (filter: Partial<LoanFilter>, partnerId = PARTNER) => {
      const { items, total } = await bank.book.list({ partnerId, ...filter }, { page: 1, size: 10 })
      assert.equal(total, items.length)
      return items.map(({ loan }) => loan.loanId)
    }
    for (const [title, filter, isFound] of SEARCHES) {
      assert.deepEqual(await idsOf(filter), isFound ? [loanId] : [], title)
      assert.deepEqual(await idsOf(filter, 'PARTNER02'), [], `${title}, asked by another partner`)
    }
  })

  test('a search by account finds the loan whose account is shown, and no other', async () => {
    const shown = await disbursedLoan(bank, { customerId: 'ACCOUNTED' })
    const notPaidOut = await openedLoan(bank, { customerId: 'ACCOUNTED' })
    const withoutCustomer = await disbursedLoan(bank)
    const found: number[] = []
    for (const loanId of [shown, notPaidOut, withoutCustomer]) {
      const { loan } = await bank.book.find(PARTNER, loanId)
      const { items } = await bank.book.list(
        { partnerId: PARTNER, accountId: loan.ledgerAccountId },
        { page: 1, size: 10 },
      )
      assert.deepEqual(
        items.map((item) => item.loan.accountId),
        loan.accountId === undefined ? [] : [loan.accountId],
      )
      found.push(items.length)
    }
    assert.deepEqual(found, [1, 0, 0])
  })

  test('loans that an earlier version made are found by name once the sweep has seen them', async () => {
    const loanId = await openedLoan(bank, { applicant: { firstName: 'Earlier', lastName: 'Version' } })
    await database.query('UPDATE loans SET name_words = NULL')
    const search = () => bank.book.list({ partnerId: PARTNER, applicantName: 'earl vers' }, { page: 1, size: 10 })
    assert.equal((await search()).total, 0)
    await fillNameWordsSweep(database).run()
    assert.deepEqual(
      (await search()).items.map(({ loan }) => loan.loanId),
      [loanId],
    )
    const { rows } = await database.query('SELECT FROM loans WHERE name_words IS NULL')
    assert.equal(rows.length, 0)
  })
})
