// Loans over HTTP, on the book of loans and its ledger: made, read and listed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command, repayment } from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { asOperator } from '../../../edge/partners/partner-edge.fixture.ts'
import { NEW_LOAN, NOWHERE, openLoans } from './loan-suite.fixture.ts'

onDatabase('loans over HTTP', (_engine, open) => {
  const loans = openLoans(open)
  const { today, call, disbursed, refused } = loans

  test('a loan is made directly, with its plan, and read by its own partner only', async () => {
    const answer = await call('POST /loans', { body: { ...NEW_LOAN, agreementDate: '2026-01-01' } })
    const { status, schedulePreview, principalApproved, version, createdBy, applicant, maturityDate } = answer.body
    assert.deepEqual(
      [status, principalApproved, version, createdBy, maturityDate],
      ['APPROVED', 1200, 1, 'caller', '2026-04-01'],
    )
    assert.deepEqual(applicant, NEW_LOAN.applicant)
    assert.deepEqual(
      schedulePreview.map((row: { principal: number; total: number }) => [row.principal, row.total]),
      [
        [396.03, 408.03],
        [399.99, 408.03],
        [403.98, 408.02],
      ],
    )
    const path = `GET /loans/${answer.body.loanId}`
    assert.equal((await call(path)).status, 200)
    const operator = { ...asOperator('LENDING.VIEW'), 'x-partner': 'OTHER' }
    for (const part of ['', '/balances', '/next-due', '/repayment-schedule', '/aging', '/collections']) {
      assert.deepEqual(refused(await call(path + part, { headers: operator })).slice(0, 2), [404, 'LOAN_NOT_FOUND'])
      assert.equal((await call(path + part)).status, 200)
    }
    const listed = await call('GET /loans?size=200', { headers: operator })
    assert.equal(listed.body.totalElements, 0)
  })

  const REFUSED: [title: string, more: object, status: number, code: string, pointer?: string][] = [
    ['an unknown product', { productCode: 'NONE' }, 422, 'PRODUCT_UNKNOWN', '/productCode'],
    ["another institution's product", { productCode: 'ELSEWHERE' }, 403, 'PARTNER_NOT_ALLOWED'],
    ['a currency that is not offered', { currency: 'CHF' }, 422, 'CURRENCY_NOT_OFFERED', '/currency'],
    ['too little', { principal: 499 }, 422, 'AMOUNT_OUT_OF_RANGE', '/principal'],
    ['too many decimals', { principal: 1200.001 }, 400, 'INVALID_AMOUNT', '/principal'],
    ['decimals of a yen', { principal: 1200.5, currency: 'JPY' }, 400, 'INVALID_AMOUNT', '/principal'],
    [
      'a term that is too short',
      { loanTerm: { termCount: 2, termUnit: 'Months' } },
      422,
      'TERM_OUT_OF_RANGE',
      '/loanTerm',
    ],
    ['1,000 years', { loanTerm: { termCount: 1000, termUnit: 'Years' } }, 422, 'TERM_OUT_OF_RANGE', '/loanTerm'],
    [
      'no instalments',
      { loanTerm: { termCount: 0, termUnit: 'Months' } },
      400,
      'VALIDATION_FAILED',
      '/loanTerm/termCount',
    ],
    ['a rate of 10^9', { interestRate: 1e9 }, 422, 'RATE_OUT_OF_RANGE', '/interestRate'],
    ['a balloon above the principal', { terms: { balloon: 1200 } }, 422, 'TERMS_INVALID', '/terms/balloon'],
    ['half a period', { terms: { repaymentEvery: 2 } }, 422, 'TERMS_INVALID', '/loanTerm'],
    [
      'a first due date in the past',
      { terms: { firstDueDate: '2020-01-01' } },
      422,
      'TERMS_INVALID',
      '/terms/firstDueDate',
    ],
    ['an agreement in the future', { agreementDate: '2999-01-01' }, 422, 'FUTURE_DATED', '/agreementDate'],
    [
      'a plan before the agreement',
      { expectedDisbursementDate: '2020-01-01' },
      422,
      'BEFORE_CREATION',
      '/expectedDisbursementDate',
    ],
    ['an offer and a product', { offerId: NOWHERE }, 400, 'VALIDATION_FAILED', '/productCode'],
    ['a late fee of nothing', { terms: { lateFee: {} } }, 400, 'VALIDATION_FAILED', '/terms/lateFee'],
  ]
  for (const [title, more, status, code, pointer] of REFUSED) {
    test(`${title} makes no loan: ${status} ${code}`, async () => {
      const answer = await call('POST /loans', { body: { ...NEW_LOAN, ...more } })
      assert.deepEqual(refused(answer), [status, code, pointer], answer.text)
    })
  }

  test('an unknown offer is a 404', async () => {
    for (const offerId of [NOWHERE, 'x']) {
      assert.deepEqual(refused(await call('POST /loans', { body: { offerId } })).slice(0, 2), [404, 'OFFER_NOT_FOUND'])
    }
  })

  test('a key makes one loan, however often and however many at once; other content is a 409', async () => {
    const headers = { 'idempotency-key': 'loan-1' }
    const body = NEW_LOAN
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST /loans', { body, headers })))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter((answer) => answer.headers['x-idempotent-replay'] === undefined).length, 1)
    const again = await call('POST /loans', { body: { ...body, unknown: 1 }, headers })
    assert.deepEqual([again.headers['x-idempotent-replay'], again.body.loanId], ['true', answers[0]?.body.loanId])
    const other = await call('POST /loans', { body: { ...body, principal: 1300 }, headers })
    assert.deepEqual(refused(other), [409, 'IDEMPOTENCY_KEY_REUSED', '/Idempotency-Key'])
    const { rows } = await loans.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM lending_keys WHERE key = $1',
      ['loan-1'],
    )
    assert.equal(rows[0]?.n, 1)
  })

  test('a refused request leaves its key free', async () => {
    const headers = { 'idempotency-key': 'loan-2' }
    assert.equal((await call('POST /loans', { body: { ...NEW_LOAN, principal: 1 }, headers })).status, 422)
    const answer = await call('POST /loans', { body: NEW_LOAN, headers })
    assert.deepEqual([answer.status, answer.headers['x-idempotent-replay']], [200, undefined])
  })

  test('status reads answer for any day', async () => {
    const loanId = await disbursed()
    const read = async (part: string, asOf: string) => (await call(`GET /loans/${loanId}/${part}?asOf=${asOf}`)).body
    const { instalments } = (await call(`GET /loans/${loanId}/repayment-schedule`)).body
    const [first, second] = instalments as { dueDate: string; total: number }[]
    const due = first?.dueDate ?? ''
    assert.deepEqual(
      [(await read('balances', '2020-01-01')).disbursed, (await read('balances', due)).disbursed],
      [0, 1200],
    )
    const next = await read('next-due', due)
    assert.deepEqual([next.n, next.amount, next.daysUntilDue, next.totalToPay], [1, 408.03, 0, 408.03])
    const late = second?.dueDate ?? ''
    const aging = await read('aging', late)
    assert.deepEqual([aging.oldestDueDate, aging.totalOverdue, aging.daysPastDue > 27], [due, 408.03, true])
    assert.equal(aging.buckets.find(({ name }: { name: string }) => name === aging.bucket).amount, 408.03)
    assert.deepEqual(
      [(await read('collections', due)).stage, (await read('collections', late)).stage],
      ['PRE', aging.daysPastDue > 30 ? 'LATE' : 'EARLY'],
    )
    const end = await read('next-due', '2030-01-01')
    assert.deepEqual([end.nextDue, end.n], [null, undefined])
  })

  test('lists are the partner’s, filtered and paged', async () => {
    const all = (await call('GET /loans?size=200')).body
    assert.equal(all.totalElements, all.content.length)
    const one = (await call('GET /loans?size=1&page=2')).body
    assert.deepEqual([one.content.length, one.page, one.totalPages], [1, 2, all.totalElements])
    assert.equal((await call(`GET /loans?applicationId=${NOWHERE}`)).body.totalElements, 0)
    assert.equal((await call('GET /loans?applicationId=none')).body.totalElements, 0)
    assert.equal((await call('GET /loans?productCode=NONE')).body.totalElements, 0)
  })

  test('a list is searched by name, customer, account and external reference', async () => {
    const applicant = { firstName: 'Zoë', lastName: 'Searched' }
    const loanId = await disbursed({ applicant, customerId: 'FOUND-1', externalReference: 'their #1' })
    const { accountId } = (await call(`GET /loans/${loanId}`)).body
    const searches = {
      applicantName: 'SEARCH zoe',
      customerId: 'FOUND-1',
      accountId: String(accountId),
      externalReference: 'their #1',
    }
    const find = async (search: Record<string, string>) => {
      const { content } = (await call(`GET /loans?${new URLSearchParams(search)}`)).body
      return content.map((found: { loanId: string }) => found.loanId)
    }
    for (const [name, value] of Object.entries(searches)) {
      assert.deepEqual(await find({ [name]: value }), [loanId], name)
      assert.deepEqual(await find({ ...searches, [name]: `${value}0` }), [], name)
    }
    assert.deepEqual(await find(searches), [loanId])
  })

  test('a history is paged: the newest first, each page with the oldest first', async () => {
    const loanId = await disbursed()
    for (let n = 1; n <= 5; n++) await loans.bank.book.append(command(loanId, repayment(BigInt(n * 100), today())))
    const extension = { kind: 'RESTRUCTURE', type: 'TERM_EXTENSION', extraInstalments: 1 } as const
    for (let n = 0; n < 2; n++)
      await loans.bank.book.append(command(loanId, { ...extension, valueDate: today(), effectiveDate: today() }))
    const read = async (query: string) => {
      const { transactions, restructures, historyPage } = (await call(`GET /loans/${loanId}?include=history${query}`))
        .body
      const amounts = transactions.map(({ amount }: { amount: number }) => amount)
      return { amounts, restructures: restructures.length, historyPage }
    }
    const totals = { totalTransactions: 6, totalRestructures: 2 }
    assert.deepEqual(await read(''), {
      amounts: [1200, 1, 2, 3, 4, 5],
      restructures: 2,
      historyPage: { page: 1, size: 100, ...totals, totalPages: 1 },
    })
    const historyPage = { size: 2, ...totals, totalPages: 3 }
    assert.deepEqual(await read('&size=2'), {
      amounts: [4, 5],
      restructures: 2,
      historyPage: { ...historyPage, page: 1 },
    })
    const last = { amounts: [1200, 1], restructures: 0, historyPage: { ...historyPage, page: 3 } }
    assert.deepEqual(await read('&size=2&page=3'), last)
    assert.deepEqual((await read('&size=2&page=4')).amounts, [])
    assert.deepEqual((await read('&size=4&page=2')).amounts, [1200, 1])
    assert.deepEqual(refused(await call(`GET /loans/${loanId}?include=history&size=201`)).slice(0, 1), [400])
    assert.equal((await call(`GET /loans/${loanId}?page=2`)).body.historyPage, undefined)
  })
})
