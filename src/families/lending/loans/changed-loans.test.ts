// Loans over HTTP that are amended, restructured, eased and closed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command, disbursement, plainAccount, repayment } from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { asOperator } from '../../../edge/partners/partner-edge.fixture.ts'
import { NOWHERE, openLoans } from './loan-suite.fixture.ts'

onDatabase('changes of loans over HTTP', (_engine, open) => {
  const loans = openLoans(open)
  const { today, call, made, disbursed, statusOf, refused } = loans

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
    await loans.bank.book.append(command(loanId, disbursement(120_000n, today())))
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
    await loans.bank.book.append(command(loanId, repayment(130_000n, today())))
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
})
