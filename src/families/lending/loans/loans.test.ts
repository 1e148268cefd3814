// Loans over HTTP, on the book of loans and its ledger: made, read, amended, restructured, closed.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  command,
  disbursement,
  type LoanBank,
  openLoanBank,
  plainAccount,
  repayment,
  seedLoanBank,
} from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { asOperator, type EdgeAnswer } from '../../../edge/partners/partner-edge.fixture.ts'
import { loanProduct } from '../../../loans/products/loan-product.fixture.ts'
import type { Database } from '../../../storage/database.ts'
import { type Edge, openEdge } from '../edge.fixture.ts'

const NEW_LOAN = {
  productCode: 'PERSONAL',
  principal: 1200,
  interestRate: 12,
  loanTerm: { termCount: 3, termUnit: 'Months' },
  applicant: { firstName: 'Ada', lastName: 'Example', city: 'Springfield' },
}
const NOWHERE = '01978a2e-6f00-7000-8000-00000000c0de'

onDatabase('loans over HTTP', (_engine, open) => {
  let database: Database
  let bank: LoanBank
  let edge: Edge
  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    bank = await openLoanBank(database)
    const products = { PERSONAL: loanProduct(), ELSEWHERE: loanProduct({ institutionId: 'FI009' }) }
    const find = (code: string) => (Object.hasOwn(products, code) ? products[code as 'PERSONAL'] : undefined)
    const loanCatalogue = { products: { find }, rates: { find: () => undefined, list: () => [], ofProduct: () => [] } }
    edge = openEdge({ database, clock: bank.clock, loanBook: bank.book, loanCatalogue })
  })
  after(() => bank.close())

  const today = () => bank.book.businessDate('FI001')
  const call: Edge['call'] = (route, more) => edge.call(route, more)
  const made = async (more: object = {}): Promise<string> => {
    const answer = await call('POST /loans', { body: { ...NEW_LOAN, ...more } })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.loanId
  }
  const disbursed = async (more: object = {}) => {
    const loanId = await made(more)
    await bank.book.append(command(loanId, disbursement(120_000n, today())))
    return loanId
  }
  const statusOf = async (loanId: string) => (await call(`GET /loans/${loanId}`)).body.status
  const refused = (answer: EdgeAnswer) => [answer.status, answer.body.code, answer.body.errors?.[0]?.pointer]

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
    const { rows } = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM lending_keys WHERE key = $1', [
      'loan-1',
    ])
    assert.equal(rows[0]?.n, 1)
  })

  test('a refused request leaves its key free', async () => {
    const headers = { 'idempotency-key': 'loan-2' }
    assert.equal((await call('POST /loans', { body: { ...NEW_LOAN, principal: 1 }, headers })).status, 422)
    const answer = await call('POST /loans', { body: NEW_LOAN, headers })
    assert.deepEqual([answer.status, answer.headers['x-idempotent-replay']], [200, undefined])
  })

  test('terms are amended before the disbursement, and locked after it', async () => {
    const loanId = await made()
    const path = `PATCH /loans/${loanId}`
    const amended = await call(path, {
      body: { version: 1, interestRate: 6, loanTerm: { termCount: 6, termUnit: 'Months' } },
    })
    assert.deepEqual(
      [amended.status, amended.body.interestRate, amended.body.loanTerm.termCount, amended.body.version],
      [200, 6, 6, 2],
      amended.text,
    )
    assert.deepEqual(refused(await call(path, { body: { version: 1, dueDay: 5 } })).slice(0, 2), [
      409,
      'VERSION_CONFLICT',
    ])
    assert.deepEqual(refused(await call(path, { body: { interestRate: 99 } })), [
      422,
      'RATE_OUT_OF_RANGE',
      '/interestRate',
    ])
    await bank.book.append(command(loanId, disbursement(120_000n, today())))
    const after = await call(`GET /loans/${loanId}`)
    assert.deepEqual([after.body.interestRate, after.body.status], [6, 'ACTIVE'])
    assert.deepEqual(refused(await call(path, { body: { interestRate: 5 } })).slice(0, 2), [409, 'TERMS_LOCKED'])
    const contact = { phone: '+1 555 0100' }
    const referenced = await call(path, { body: { externalReference: 'CRM-1', contact } })
    assert.deepEqual([referenced.body.externalReference, referenced.body.contact], ['CRM-1', contact])
  })

  test('a due day moves the due dates that are left', async () => {
    const loanId = await disbursed()
    const answer = await call(`PATCH /loans/${loanId}`, { body: { dueDay: 17 } })
    assert.equal(answer.status, 200, answer.text)
    const { instalments, reason, version } = (await call(`GET /loans/${loanId}/repayment-schedule`)).body
    assert.ok(instalments.every((row: { dueDate: string }) => row.dueDate.endsWith('-17')))
    assert.deepEqual([version, reason], [2, 'DUE_DATE_CHANGE'])
  })

  test('a restructure is previewed without a trace, then done under a new version', async () => {
    const loanId = await disbursed()
    const path = `POST /loans/${loanId}/restructure`
    const body = { effectiveDate: today(), type: 'TERM_EXTENSION', extraInstalments: 3 }
    const headers = { 'idempotency-key': 'restructure-1' }
    const seen = await call(path, { body: { ...body, preview: true }, headers })
    assert.deepEqual(
      [seen.status, seen.body.delta.instalments, seen.body.restructureId],
      [200, 3, undefined],
      seen.text,
    )
    assert.equal((await call(`GET /loans/${loanId}`)).body.scheduleVersion, 1)
    const done = await call(path, { body, headers })
    assert.deepEqual([done.body.after.schedule.length, done.body.loan.scheduleVersion], [6, 2], done.text)
    assert.deepEqual(done.body.after.totals, seen.body.after.totals)
    const again = await call(path, { body, headers })
    assert.deepEqual(
      [again.headers['x-idempotent-replay'], again.body.restructureId, again.body.delta],
      ['true', done.body.restructureId, done.body.delta],
    )
    const old = await call(`GET /loans/${loanId}/repayment-schedule?version=1`)
    assert.deepEqual([old.body.reason, old.body.instalments.length], ['DISBURSEMENT', 3])
    const none = await call(`GET /loans/${loanId}/repayment-schedule?version=9`)
    assert.deepEqual(refused(none).slice(0, 2), [404, 'SCHEDULE_VERSION_NOT_FOUND'])
    const { restructures, transactions } = (await call(`GET /loans/${loanId}?include=history`)).body
    assert.deepEqual([restructures.length, restructures[0].type, transactions.length], [1, 'TERM_EXTENSION', 1])
  })

  const UNRESTRUCTURED: [title: string, body: object, status: number, code: string, pointer?: string][] = [
    ['a rate change without a rate', { type: 'RATE_CHANGE' }, 400, 'VALIDATION_FAILED', '/newRate'],
    ['a rate of 10^9', { type: 'RATE_CHANGE', newRate: 1e9 }, 422, 'RATE_OUT_OF_RANGE', '/newRate'],
    ['nothing in arrears', { type: 'REAMORTISE' }, 422, 'NOTHING_TO_RESTRUCTURE', '/effectiveDate'],
    [
      'a due date a century ahead',
      { type: 'DUE_DATE_CHANGE', newDueDate: '2126-01-01' },
      422,
      'TERMS_INVALID',
      '/newDueDate',
    ],
    [
      'rows of 1,000 years',
      { type: 'REAGE', startDate: '2027-01-01', instalments: 9, frequency: { every: 1000, unit: 'Years' } },
      422,
      'TERMS_INVALID',
      '/frequency',
    ],
    [
      'a day before the disbursement',
      { type: 'TERM_EXTENSION', extraInstalments: 1, effectiveDate: '2020-01-01' },
      422,
      'BEFORE_DISBURSEMENT',
      '/effectiveDate',
    ],
  ]
  test('what cannot be restructured is refused by name', async () => {
    const loanId = await disbursed()
    for (const [title, body, ...expected] of UNRESTRUCTURED) {
      const answer = await call(`POST /loans/${loanId}/restructure`, { body: { effectiveDate: today(), ...body } })
      assert.deepEqual(refused(answer), expected, title)
    }
    const approved = await call(`POST /loans/${await made()}/restructure`, {
      body: { effectiveDate: today(), type: 'REAMORTISE' },
    })
    assert.deepEqual(refused(approved).slice(0, 2), [409, 'INVALID_STATE'])
  })

  test('closing: cancelled once, an open balance stays, a write-off needs APPROVE of an operator', async () => {
    const cancelled = await made()
    const close = (loanId: string, body: object, headers = {}) => call(`POST /loans/${loanId}/close`, { body, headers })
    assert.equal((await close(cancelled, { reason: 'CANCELLED' })).body.status, 'CANCELLED')
    assert.deepEqual(refused(await close(cancelled, { reason: 'CANCELLED' })).slice(0, 2), [409, 'ALREADY_CLOSED'])

    const running = await disbursed()
    assert.deepEqual(refused(await close(running, { reason: 'OBLIGATIONS_MET' })).slice(0, 2), [
      409,
      'OUTSTANDING_BALANCE',
    ])
    assert.deepEqual(refused(await close(running, { reason: 'CANCELLED' })).slice(0, 2), [409, 'INVALID_STATE'])
    const dated = await close(running, { reason: 'WRITTEN_OFF', effectiveDate: '2999-01-01' })
    assert.deepEqual(refused(dated), [422, 'FUTURE_DATED', '/effectiveDate'])
    const updater = asOperator('LOAN_SERVICING.UPDATE')
    assert.deepEqual(refused(await close(running, { reason: 'WRITTEN_OFF' }, updater)).slice(0, 2), [403, 'FORBIDDEN'])
    const written = await close(running, { reason: 'WRITTEN_OFF', note: 'gone' })
    assert.deepEqual(
      [written.body.status, written.body.closingTxn.type, written.body.closingTxn.amount],
      ['WRITTEN_OFF', 'CLOSING', 1200],
    )
    assert.deepEqual(refused(await close(running, { reason: 'SETTLED_SHORT' })).slice(0, 2), [409, 'ALREADY_CLOSED'])
  })

  test('an overpaid loan closes with a refund to an account', async () => {
    const loanId = await disbursed()
    await bank.book.append(command(loanId, repayment(130_000n, today())))
    assert.equal(await statusOf(loanId), 'OVERPAID')
    const path = `POST /loans/${loanId}/close`
    const missing = await call(path, { body: { reason: 'OBLIGATIONS_MET' } })
    assert.deepEqual(refused(missing), [422, 'REFUND_REQUIRED', '/refundAccount'])
    const unknown = await call(path, { body: { reason: 'OBLIGATIONS_MET', refundAccount: 'nowhere' } })
    assert.deepEqual(refused(unknown).slice(0, 2), [422, 'DESTINATION_INVALID'])
    const accountId = plainAccount(1)
    const closed = await call(path, { body: { reason: 'OBLIGATIONS_MET', refundAccount: { accountId } } })
    assert.deepEqual(
      [closed.status, closed.body.status, closed.body.closingTxn?.amount],
      [200, 'CLOSED', 100],
      closed.text,
    )
  })

  test('hardship: previewed, arranged once at a time, shown in collections, and ended', async () => {
    const loanId = await disbursed({ loanTerm: { termCount: 12, termUnit: 'Months' } })
    const path = `POST /loans/${loanId}/hardship-arrangements`
    const body = { type: 'PAYMENT_HOLIDAY', startDate: today(), instalments: 2, reason: 'Loss of income' }
    const seen = await call(path, { body: { ...body, preview: true } })
    assert.deepEqual([seen.status, seen.body.delta.instalments], [200, 2], seen.text)
    const reduced = await call(path, { body: { ...body, type: 'REDUCED_PAYMENT', reducedAmount: 1 } })
    assert.deepEqual(refused(reduced), [422, 'PAYMENT_BELOW_MINIMUM', '/reducedAmount'])
    assert.deepEqual(refused(await call(path, { body: { ...body, type: 'REDUCED_PAYMENT' } })), [
      400,
      'VALIDATION_FAILED',
      '/reducedAmount',
    ])
    const started = await call(path, { body })
    assert.deepEqual(
      [started.body.status, started.body.schedule.length, started.body.reason],
      ['ACTIVE', 14, 'Loss of income'],
      started.text,
    )
    assert.deepEqual(refused(await call(path, { body })).slice(0, 2), [409, 'ARRANGEMENT_ACTIVE'])
    const collections = (await call(`GET /loans/${loanId}/collections`)).body
    assert.deepEqual(
      [collections.arrangements.length, collections.protectedUntil, collections.nextAction],
      [1, started.body.endDate, 'MONITOR'],
    )
    assert.equal((await call(`GET /loans/${loanId}`)).body.subStatus, 'HARDSHIP')
    const unknown = await call(path, { body: { action: 'END', arrangementId: NOWHERE } })
    assert.deepEqual(refused(unknown).slice(0, 2), [404, 'ARRANGEMENT_NOT_FOUND'])
    const ended = await call(path, { body: { action: 'END', arrangementId: started.body.arrangementId } })
    assert.deepEqual([ended.body.status, ended.body.schedule.length], ['CANCELLED', 12], ended.text)
    const twice = await call(path, { body: { action: 'END', arrangementId: started.body.arrangementId } })
    assert.deepEqual(refused(twice).slice(0, 2), [409, 'INVALID_STATE'])
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
    for (let n = 1; n <= 5; n++) await bank.book.append(command(loanId, repayment(BigInt(n * 100), today())))
    const extension = { kind: 'RESTRUCTURE', type: 'TERM_EXTENSION', extraInstalments: 1 } as const
    for (let n = 0; n < 2; n++)
      await bank.book.append(command(loanId, { ...extension, valueDate: today(), effectiveDate: today() }))
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

/** The answer has the shape that the document shows. */
