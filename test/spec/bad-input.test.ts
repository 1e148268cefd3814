// Bad input is answered clearly, changes nothing and leaks nothing. Input rejected at the edge never
// reaches a database and is tested on one engine; free text, which may be stored, on both.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Answer,
  BASE_PATH,
  balancesOf,
  headersFor,
  newRrn,
  post,
  send,
} from '../support/accounts/account-services.ts'
import { cashDeposit, transfer, withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { type Gateway, runTillgate, type Store } from '../support/gateways/gateway.ts'
import { onGateway, type RunningGateway } from '../support/gateways/running-gateway.ts'
import { inTurn, provesMore } from '../support/runner/extent.ts'
import { HOSTILE_TEXTS, LEAKS, MARK } from './hostile-texts.ts'
import { requestOf, setField, type Tree } from './request-bodies.ts'
import { OPERATIONS, SAMPLE } from './spec-tables.ts'

const DEBITS = '/transactions/debits'
const WATCHED = ['1000000001', '1000000002', '1000000004', '1000000006', '1000000007', '2000000001']

onGateway('bad input', (running, engine) => {
  let books: unknown
  let proven: unknown
  before(async () => {
    // Only one process may open the embedded database, so the books are verified while the gateway is stopped.
    await running.stop()
    proven = await provenBooks(running.store)
    await running.start()
    books = await booksOf(running)
  })

  const isWhole = engine === 'postgres'
  describe('texts', () => hostileTexts(running, isWhole ? () => true : isFreeText))
  if (isWhole) {
    describe('malformed bodies', () => malformedBodies(running))
    describe('amounts', () => wrongAmounts(running))
    describe('requests', () => wrongRequests(running))
  }

  test('nothing was posted, and the log stayed one harmless JSON object per line', async () => {
    assert.deepEqual(await booksOf(running), books)
    const gateway = running.current
    assert.equal(await running.stop(), 0)
    assert.deepEqual(await provenBooks(running.store), proven)
    assertLogIsHarmless(gateway, isWhole && provesMore ? 1000 : 300)
  })
})

function assertLogIsHarmless(gateway: Gateway, fewestLines: number): void {
  const lines = gateway.output().trimEnd().split('\n')
  const logged = lines.slice(lines.findIndex((line) => line.startsWith('management listening on ')) + 1)
  assert.ok(logged.length > fewestLines, 'there is a line for every request')
  for (const line of logged) assert.equal((JSON.parse(line) as { level: string }).level, 'info', line)
  assert.ok(!logged.some((line) => line.includes(MARK)), "a caller's text is in the log")
}

async function booksOf(running: RunningGateway): Promise<unknown> {
  return Promise.all(WATCHED.map((accountId) => balancesOf(running.current, accountId)))
}

/** The counts and findings of `tillgate verify`. */
async function provenBooks(store: Store): Promise<unknown> {
  const { code, output, stdout } = await runTillgate(store, ['verify', '--json'])
  assert.equal(code, 0, output)
  const { findings, proven } = JSON.parse(stdout) as { findings: unknown[]; proven: { journals: number } }
  assert.deepEqual(findings, [])
  assert.ok(proven.journals > 0, 'the sandbox begins with journals')
  return proven
}

function assertRefused(answer: Answer, status = 400, path?: string): void {
  assert.equal(answer.status, status, answer.text)
  assertTellsNothing(answer)
  assert.ok(answer.body.error?.reason, answer.text)
  assert.match(answer.code ?? '', /^\d{3}$/)
  if (path !== undefined) {
    assert.ok(
      answer.body.error.details.some((detail) => detail.path === path),
      `${path} is not named: ${answer.text}`,
    )
  }
}

function assertTellsNothing(answer: Answer): void {
  assert.doesNotMatch(answer.text, LEAKS)
  assert.ok(answer.text.length < 20_000, 'the answer is as long as the question')
}

function good(rrn = newRrn()): string {
  return JSON.stringify(withdrawal('1000000001', 20, { rrn }))
}

/** The valid request with this literal as its amount. */
function withAmount(literal: string): string {
  return good().replace('"amount":20', `"amount":${literal}`)
}

function malformedBodies(running: RunningGateway): void {
  // One row per body: title, text, and the path named in the error.
  const BODIES: [title: string, body: string | Uint8Array, named: string][] = [
    ['nothing', '', 'transaction.rrn'],
    ['spaces', '   ', 'body'],
    ['half an object', good().slice(0, -1), 'body'],
    ['an object and a half', `${good()}{`, 'body'],
    ['two objects', good() + good(), 'body'],
    ['a trailing comma', good().replace('}}', '},}'), 'body'],
    ['single quotes', good().replaceAll('"', "'"), 'body'],
    ['a comment', `/* hello */${good()}`, 'body'],
    ['a raw newline in a string', good().replace('Sandbox', 'Sand\nbox'), 'body'],
    ['NaN', withAmount('NaN'), 'body'],
    ['Infinity', withAmount('Infinity'), 'body'],
    ['a hexadecimal number', withAmount('0x14'), 'body'],
    ['a leading plus', withAmount('+20'), 'body'],
    ['a leading zero', withAmount('020'), 'body'],
    ['a number without its first digit', withAmount('.5'), 'body'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'body'],
    ['objects nested 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'body'],
    ['arrays nested 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), 'body'],
    ['nesting that never ends', '['.repeat(10_000), 'body'],
    ['a key sent twice', good().replace('"rrn"', '"rrn":"000000000000","rrn"'), 'transaction.rrn'],
    ['an object sent twice', good().replace('{', '{"amount":{"amount":1},'), 'amount'],
    ['__proto__', good().replace('{', '{"__proto__":{"admin":true},'), '__proto__'],
    ['constructor', good().replace('{', '{"constructor":{"prototype":{"x":1}},'), 'constructor'],
    ['__proto__ inside', good().replace('"rrn"', '"__proto__":{"type":"X"},"rrn"'), 'transaction.__proto__'],
    ['__proto__ in disguise', good().replace('{', '{"\\u005f_proto__":{"admin":true},'), '__proto__'],
  ]
  for (const [title, body, named] of BODIES) {
    test(`${title} is rejected`, async () => {
      const request = { method: 'POST', headers: headersFor(), body: body as NonNullable<RequestInit['body']> }
      assertRefused(await send(running.current, BASE_PATH + DEBITS, request), 400, named)
    })
  }

  test('no prototype was polluted', async () => {
    const answer = await post(running.current, DEBITS, '{}')
    assert.ok(!answer.text.includes('admin'))
    assert.equal(answer.status, 400)
  })
}

function wrongAmounts(running: RunningGateway): void {
  // One row per literal in the JSON text.
  const LITERALS = [
    ...['0', '-0', '-20', '-0.01', '1e400', '-1e400', '1e-400', '1e-10', '12345678901234567890', '10.0000000000000001'],
    ...[
      '9007199254740993',
      '1234567890123456',
      '1e17',
      '1e21',
      '0.001',
      '10.001',
      '10.009999999999999',
      '99999999999999999999.99',
    ],
    ...['"20"', '"20.00"', 'true', '[20]', '{"amount":20}', 'null', '"NaN"', '"Infinity"', '""'],
  ]
  for (const literal of LITERALS) {
    test(`an amount of ${literal} is rejected`, async () => {
      assertRefused(await post(running.current, DEBITS, withAmount(literal)), 400, 'amount.amount')
    })
  }

  // One row per currency: an amount with too many decimals.
  const PRECISE: [currencyCode: string, amount: number, accountId: string][] = [
    ['USD', 10.001, '1000000001'],
    ['USD', 10.005, '1000000001'],
    ['JPY', 1.5, '1000000006'],
    ['JPY', 100.01, '1000000006'],
    ['KWD', 1.0001, '1000000007'],
    ['KWD', 0.0005, '1000000007'],
  ]
  for (const [currencyCode, amount, accountId] of PRECISE) {
    test(`${amount} ${currencyCode} is too precise for every operation`, async () => {
      const original = withdrawal(accountId, amount, { currencyCode })
      const deposit = cashDeposit(accountId, amount, { currencyCode })
      const requests: [path: string, body: object][] = [
        [DEBITS, original],
        ['/transactions/cardless', { ...original, transaction: { rrn: newRrn(), type: 'CARDLESSWITHDRAWAL' } }],
        ['/transactions/debits/reverse', withdrawalReversal(original)],
        ['/transactions/credits', deposit],
        ['/transactions/transfers', transfer(accountId, '1000000002', amount, { currencyCode })],
        [
          '/transactions/billpayments',
          {
            ...original,
            transaction: { rrn: newRrn(), type: 'BILLPAYMENT' },
            biller: { institutionId: 'BILLER01', bin: '510000' },
          },
        ],
      ]
      for (const [path, body] of requests) assertRefused(await post(running.current, path, body), 400, 'amount.amount')
    })
  }

  for (const currencyCode of ['ZZZ', 'XXX', 'XAU', 'usd', 'US$', 'DEM', '840', 'USDUSD', '']) {
    test(`the currency "${currencyCode}" is unknown`, async () => {
      const body = withdrawal('1000000001', 20, { currencyCode })
      assertRefused(await post(running.current, DEBITS, body), 400, 'amount.currencyCode')
    })
  }

  for (const date of ['20230229', '20241301', '20240230', '20240001', '19000229', '00000101', '99999999']) {
    test(`the date ${date} does not exist`, async () => {
      const body = withdrawal('1000000001', 20)
      const dated = { ...body, transaction: { ...body.transaction, date } }
      assertRefused(await post(running.current, DEBITS, dated), 400, 'transaction.date')
    })
  }
}

/** Fields that hold free text or are ignored. */
function isFreeText(field: string): boolean {
  return ['head.description', 'deviceInfo.terminalLoc', 'unknownField'].includes(field)
}

const someOf = inTurn(2)

function hostileTexts(running: RunningGateway, isSent: (field: string) => boolean): void {
  for (const operation of OPERATIONS) {
    const variant = operation.variants[0]
    if (variant === undefined) continue
    const fields = [...operation.required, ...variant.required, ...operation.optional, 'unknownField']
    const texts = fields.filter((field) => typeof (SAMPLE[field] ?? '') === 'string' && isSent(field))

    test(`${operation.id} survives hostile texts in its ${texts.length} fields`, async () => {
      for (const field of texts) {
        for (const text of someOf(HOSTILE_TEXTS)) {
          const body = requestOf(operation, variant)
          // An unknown account, so that accepted text moves nothing.
          if (body.paymentInstrument !== undefined) body.paymentInstrument = { account: { id: '1999999999' } }
          setField(body, field, text)
          const answer = await post(running.current, operation.path, body)
          assertHarmless(field, text, body, answer)
        }
      }
    })
  }

  test('hostile texts in headers are rejected and never echoed', async () => {
    for (const text of HOSTILE_TEXTS) {
      // fetch itself rejects the other texts in a header.
      if (!/^[\x20-\x7e]{1,4000}$/.test(text)) continue
      for (const name of ['x-correlation-id', 'client_id', 'client_secret', 'partnerId', 'content-type']) {
        const answer = await post(running.current, DEBITS, good(), { ...headersFor(), [name]: text })
        assert.ok(answer.status >= 400 && answer.status < 500, `${name}: ${answer.text}`)
        assertTellsNothing(answer)
        assert.ok(!answer.text.includes(MARK), `${name} came back`)
        for (const value of answer.headers.values()) assert.ok(!value.includes(MARK), `${name} came back`)
      }
    }
  })
}

/** Rejected by name, or accepted as free text and answered without effect. */
function assertHarmless(field: string, text: string, body: Tree, answer: Answer): void {
  const what = `${field} = ${JSON.stringify(text.slice(0, 60))}: ${answer.status} ${answer.text}`
  if (answer.status === 400) {
    assertTellsNothing(answer)
    assert.ok(!answer.text.includes(MARK), `a refused text came back: ${what}`)
    assert.deepEqual(
      answer.body.error?.details.map(({ path }) => path),
      [field],
      what,
    )
    return
  }
  assert.equal(answer.status, 200, what)
  assert.ok(isFreeText(field), `taken though it is no free text: ${what}`)
  assert.doesNotMatch(text.slice(0, 255), field === 'unknownField' ? /^$/ : /\p{Cc}/u, what)
  const { head } = answer.body as { head?: unknown }
  const rest = JSON.stringify({ ...answer.body, head: undefined })
  assert.ok(!rest.includes(MARK), `the text came back: ${what}`)
  if (head !== undefined) assert.deepEqual(head, body.head)
}

function wrongRequests(running: RunningGateway): void {
  const LIMIT = 256 * 1024
  const ofSize = (size: number) => {
    const body = good()
    return `${body.slice(0, -1)},"padding":"${'x'.repeat(size - body.length - 13)}"}`
  }
  const request = (method: string, path: string, body?: string) =>
    send(running.current, path, { method, headers: headersFor(), ...(body !== undefined && { body }) })

  test('a body above 256 KiB is 413, whether its length is declared or not', async () => {
    assert.equal(ofSize(LIMIT).length, LIMIT)
    assertRefused(await request('POST', BASE_PATH + DEBITS, ofSize(LIMIT + 1)), 413)
    const stream = new Blob([ofSize(LIMIT + 1)]).stream()
    const chunked = { method: 'POST', headers: headersFor(), body: stream, duplex: 'half' }
    assertRefused(await send(running.current, BASE_PATH + DEBITS, chunked as RequestInit), 413)
    assertRefused(await request('POST', BASE_PATH + DEBITS, 'x'.repeat(4 * LIMIT)), 413)
  })

  test('a body of 256 KiB is read', async () => {
    const body = ofSize(LIMIT).replace('"amount":20', '"amount":-2')
    assertRefused(await request('POST', BASE_PATH + DEBITS, body), 400, 'amount.amount')
  })

  for (const { path, id } of OPERATIONS) {
    test(`${id} accepts only POST`, async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await request(method, BASE_PATH + path)
        assertRefused(answer, 405)
        assert.equal(answer.headers.get('allow'), 'POST')
      }
    })
  }

  test('health accepts only GET', async () => {
    const answer = await request('POST', '/api/health', '{}')
    assertRefused(answer, 405)
    assert.match(answer.headers.get('allow') ?? '', /\bGET\b/)
  })

  // One row per unknown path.
  const NOWHERE = [
    `${BASE_PATH}/nothing`,
    `${BASE_PATH}${DEBITS}/`,
    `${BASE_PATH}${DEBITS}/../../../../../etc/passwd/`,
    `${BASE_PATH}/TRANSACTIONS/DEBITS`,
    `/api/ssb/accountservices/v2${DEBITS}`,
    `${BASE_PATH}${DEBITS}%00`,
    `${BASE_PATH}/%2e%2e/%2e%2e/x`,
    '/api/healthy',
    `/${'x'.repeat(3000)}`,
  ]
  for (const path of NOWHERE) {
    test(`${path.slice(0, 70)} is 404`, async () => {
      const answer = await request('POST', path, good())
      assert.equal(answer.status, 404, answer.text)
      assertTellsNothing(answer)
    })
  }

  test('an invalid URL is 400 or 404', async () => {
    for (const path of [`${BASE_PATH}/%`, `${BASE_PATH}/%E0%A4%A`, '/%ff']) {
      const answer = await request('POST', path, good())
      assert.ok([400, 404].includes(answer.status), `${path}: ${answer.status}`)
      assertTellsNothing(answer)
    }
  })
}
