// Reconciliations over HTTP: a file is streamed in, matched by a job and shown; what may not be sent is refused without reading it.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, test } from 'node:test'
import { withdrawal } from '../../../../../test/support/accounts/sandbox-requests.ts'
import { approved, clientOf } from '../../../../../test/support/accounts/sdk-client.ts'
import { withGateway } from '../../../../../test/support/gateways/running-gateway.ts'
import { Onboarding } from '../../../../../test/support/onboarding/onboarding.ts'
import { until } from '../../../../../test/support/until.ts'

const HEADER = 'rrn,amount,currencyCode,sign,accountId'

withGateway('reconciliations', (running) => {
  const api = new Onboarding(() => running.current.url)
  let token = ''
  let businessDate = ''
  let source = ''
  let rrn = ''

  before(async () => {
    token = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const order = withdrawal('1000000001', 60)
    await approved(clientOf(running.current).debits(order))
    rrn = order.transaction.rrn
    const { body, text } = await call('POST /transactions/list', { rrn })
    const [found] = body.data.content
    assert.ok(found, text)
    businessDate = found.businessDate
    source = found.partnerId
  })

  const call = (route: string, body?: unknown) => api.call(route, { token, body })
  const wanted = (more: object = {}) => ({ institutionId: 'FI001', businessDate, source, format: 'CSV', ...more })

  async function created(more: object = {}): Promise<string> {
    const { status, body, text } = await call('POST /reconciliations', wanted(more))
    assert.equal(status, 201, text)
    return body.data.id
  }

  const send = (id: string, text: string, type = 'text/csv') =>
    call(`PUT /reconciliations/${id}/file`, new Blob([text], { type }))

  async function ended(id: string): Promise<Record<string, unknown>> {
    return until(async () => {
      const { data } = (await call(`GET /reconciliations/${id}`)).body
      return ['QUEUED', 'MATCHING'].includes(data.state) ? undefined : data
    }, 'the file is matched')
  }

  test('a file of many lines is matched by a job, and its differences are listed and resolved', async () => {
    const id = await created()
    const lines = Array.from({ length: 5_000 }, (_, n) => `BULK${n},1.00,USD,D,1000000002`)
    const sent = await send(id, [HEADER, `${rrn},60.00,USD,D,`, ...lines, ''].join('\n'))
    assert.equal(sent.status, 200, sent.text)
    assert.deepEqual([sent.body.data.state, sent.body.data.lines], ['QUEUED', 5_001])
    const done = await ended(id)
    assert.equal(done.state, 'DONE', String(done.error))
    assert.equal((done.result as { missingHere: number }).missingHere, 5_000)
    const page = (await call(`GET /reconciliations/${id}/differences?kind=MISSING_HERE&size=1`)).body.data
    const [{ exceptionId, sign, theirAmount, currencyCode }] = page.content
    assert.deepEqual([sign, theirAmount, currencyCode, page.totalElements], ['D', 1, 'USD', 5_000])
    const exception = (await call(`GET /transactions/exceptions/${exceptionId}`)).body.data
    assert.deepEqual([exception.kind, exception.reconciled.difference], ['RECONCILIATION', 'MISSING_HERE'])
    const ways = { assigneeId: null, priority: 'HIGH' }
    assert.equal((await call(`POST /transactions/exceptions/${exceptionId}/assign`, ways)).status, 200)
    const job = await call('POST /transactions/exceptions/resolve', {
      ids: [exceptionId],
      action: 'MATCH',
      reason: 'seen',
    })
    assert.equal(job.status, 202, job.text)
    const resolved = await until(async () => {
      const { data } = (await call(`GET /transactions/exceptions/${exceptionId}`)).body
      return data.state === 'RESOLVED' && data
    }, 'the job has resolved it')
    assert.equal(resolved.resolution.action, 'MATCH')
    // A file that has it no more settles the rest.
    const second = await created()
    await send(second, [HEADER, `${rrn},60.00,USD,D,`, ''].join('\n'))
    assert.equal((await ended(second)).state, 'DONE')
    assert.equal((await call(`GET /reconciliations/${id}`)).body.data.replacedBy, second)
  })

  const FAULTY: [title: string, text: string, named: RegExp][] = [
    ['nothing', '', /file has no lines/],
    ['a header alone', HEADER, /file has no lines/],
    ['a header without a column', 'rrn,currencyCode\nR1,USD', /line 1 must be a header that names the column amount/],
    ['a surplus decimal', `${HEADER}\nR1,1.001,USD,D,`, /line 2, amount must be an amount in USD/],
    ['an unknown currency', `${HEADER}\nR1,1,XXQ,D,`, /line 2, currencyCode must be a currency/],
    ['no sign', `${HEADER}\nR1,1,USD,,`, /line 2, sign is missing/],
    ['a formula', `${HEADER}\nR1,1,USD,D,=HYPERLINK(1)`, /line 2, accountId must be 1 to 35/],
    ['an RRN that is none', `${HEADER}\nR1,1,USD,D,\n\u0000,1,USD,D,`, /line 3, rrn must be 1 to 35/],
    ['a line with too many fields', `${HEADER}\nR1,1,USD,D,,,`, /line 2 has 7 fields/],
    ['an open quotation mark', `${HEADER}\n"R1,1,USD,D,`, /line 2 has a quotation mark/],
    [
      'a line of another institution',
      'rrn,amount,currencyCode,institutionId\nR1,1,USD,FI002',
      /institutionId must be the institution/,
    ],
    ['a date of another month', 'rrn,amount,currencyCode,date\nR1,1,USD,2020-02-30', /line 2, date must be a date/],
  ]
  for (const [title, text, named] of FAULTY) {
    test(`a file with ${title} is refused whole, and says where`, async () => {
      const id = await created()
      const answer = await send(id, text)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.body.message, named)
      assert.equal((await call(`GET /reconciliations/${id}`)).body.data.state, 'WAITING')
    })
  }

  test('a large file whose first line is faulty is answered before it is all here', async () => {
    const rest = 'R1,1,USD,D,\n'.repeat(1_000_000)
    const faults = 'R1,x,USD,D,\n'.repeat(20)
    const answer = await send(await created(), `${HEADER}\n${faults}${rest}`)
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.body.message, /line 2, amount/)
  })

  const statement = (entries: string, before = '') =>
    `<?xml version="1.0"?>${before}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`
  const entry = (reference: string, amount: string, status = 'BOOK') =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`

  test('a statement CAMT.053 is read by its entries', async () => {
    const id = await created({ format: 'CAMT053' })
    const sent = await send(id, statement(entry(rrn, '60.00') + entry('LATER', '1', 'PDNG')), 'application/xml')
    assert.equal(sent.status, 200, sent.text)
    assert.deepEqual([sent.body.data.lines, sent.body.data.leftOut], [1, 1])
    const done = await ended(id)
    assert.deepEqual([done.state, (done.result as { matched: number }).matched], ['DONE', 1])
  })

  const HOSTILE: [title: string, text: string, named: RegExp][] = [
    [
      'a document type',
      statement(entry('R1', '1'), '<!DOCTYPE Document [<!ENTITY a "b">]>'),
      /must have no document type/,
    ],
    ['an entity', statement(entry('&a;', '1')), /not well-formed/],
    ['deep nesting', statement('<a>'.repeat(40)), /nested more than/],
    ['a long text', statement(`<Ntry><Amt Ccy="USD">${'1'.repeat(100_000)}</Amt></Ntry>`), /too long/],
    ['another document', '<html><body/></html>', /must be a Document of CAMT.053/],
    ['an end that is missing', '<Document><BkToCstmrStmt>', /not well-formed/],
    ['a wrong amount', statement(entry('R1', '1.005')), /Amt must be an amount above 0/],
  ]
  for (const [title, text, named] of HOSTILE) {
    test(`a statement with ${title} is refused`, async () => {
      const answer = await send(await created({ format: 'CAMT053' }), text, 'application/xml')
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.body.message, named)
    })
  }

  test('what is wrong with a reconciliation is named', async () => {
    const rows: [object, RegExp][] = [
      [{ source: 'NOBODY' }, /source must be a partner/],
      [{ businessDate: '2026-02-30' }, /businessDate/],
      [{ businessDate: '2999-01-01' }, /businessDate must not be in the future/],
      [{ format: 'XML' }, /format/],
      [{ mapping: { rrn: 'a', amount: 'a' } }, /mapping must not name a column twice/],
      [{ format: 'CAMT053', mapping: { amount: 'a' } }, /mapping.amount is for CSV only/],
    ]
    for (const [more, named] of rows) {
      const { status, body, text } = await call('POST /reconciliations', wanted(more))
      assert.equal(status, 400, text)
      assert.match(body.message, named)
    }
    assert.equal((await call('POST /reconciliations', wanted({ institutionId: 'NOBODY' }))).status, 404)
    assert.equal((await send(await created(), 'x', 'application/json')).status, 415)
  })

  test('an upload without a token is refused before it is read, and one that is cut off leaves nothing', async () => {
    const id = await created()
    const path = `${running.current.url}/v1/onboarding/reconciliations/${id}/file`
    // The body never comes: the answer does not wait for it.
    const refused = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(path, {
        method: 'PUT',
        headers: { 'content-type': 'text/csv', 'content-length': '1000000' },
      })
      sending.on('response', (response) => {
        resolve(response.statusCode)
        response.resume()
        sending.destroy()
      })
      sending.on('error', reject)
      sending.flushHeaders()
    })
    assert.equal(refused, 401)
    await new Promise<void>((resolve) => {
      const sending = request(path, {
        method: 'PUT',
        headers: { 'content-type': 'text/csv', 'content-length': '1000000', authorization: `Bearer ${token}` },
      })
      sending.on('error', () => resolve())
      sending.write(`${HEADER}\nR1,1,USD,D,\n`, () => sending.destroy(new Error('cut off')))
    })
    await until(
      async () => (await call(`GET /reconciliations/${id}`)).body.data.state === 'WAITING',
      'the reconciliation waits again',
    )
    assert.equal((await send(id, `${HEADER}\nR9,1,USD,D,\n`)).status, 200)
    await ended(id)
  })
})
