// The shape of replies: the members the specification lists, the echoed fields, the two shapes of `balances`, all
// checked against the OpenAPI document that the gateway serves.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Answer,
  BASE_PATH,
  type Balance,
  headersFor,
  IVR,
  newRrn,
  post,
  send,
} from '../support/accounts/account-services.ts'
import { type RunningGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { assertDocumented, type OpenApiDocument, operationsOf } from './openapi-check.ts'
import { requestOf, setField, type Tree } from './request-bodies.ts'
import { OPERATIONS, type SpecOperation, type Variant } from './spec-tables.ts'

const PAN = '4000000000000010'
const FLAT = ['Available', 'Balance']
const LOAN = ['Available', 'Balance', 'PaymentDue']
const REVERSES = /REVERSAL$/

withGatewayOn('postgres', 'replies', (running) => {
  let document: OpenApiDocument
  before(async () => {
    const { body, status } = await send(running.current, '/openapi/accounts.json', {})
    assert.equal(status, 200)
    document = body as unknown as OpenApiDocument
  })

  test('the document lists the fourteen operations of the specification, at their paths', () => {
    const expected = [
      'GET /api/health EapiHealthCheck',
      ...OPERATIONS.map(({ id, path }) => `POST ${BASE_PATH}${path} ${id}`),
    ]
    const listed = operationsOf(document).map(
      ({ method, path, operation }) => `${method} ${path} ${operation.operationId}`,
    )
    assert.equal(listed.length, 14)
    assert.deepEqual(listed.toSorted(), expected.sort())
    assert.match(document.openapi, /^3\.1\./)
    assert.equal(document.info.version, '1.0.5')
  })

  test('the health record', async () => {
    const answer = await send(running.current, '/api/health', {})
    assertDocumented(document, 'EapiHealthCheck', answer)
    const { status, dependencies, ...record } = answer.body as unknown as {
      status: string
      dependencies: { name: string; status: string }[]
    }
    assert.deepEqual(record, { environment: 'sandbox', version: '1.0.5' })
    assert.deepEqual(
      dependencies.map(({ name }) => name),
      ['Gateway', 'CoreBanking'],
    )
    // A busy machine may be slow enough to count as degraded or down; the overall status must follow from its parts.
    const isAny = (one: string) => dependencies.some((dependency) => dependency.status === one)
    assert.equal(status, isAny('DOWN') ? 'down' : isAny('DEGRADED') ? 'degraded' : 'ok')
  })

  for (const operation of OPERATIONS) {
    for (const variant of operation.variants) {
      describe(`${operation.id}, ${variant.name}`, () => repliesOf(running, operation, variant, () => document))
    }
  }
  describe('balances', () => balances(running))
  describe('errors', () => problems(running, () => document))
})

function repliesOf(
  running: RunningGateway,
  operation: SpecOperation,
  variant: Variant,
  document: () => OpenApiDocument,
) {
  const sent = (body: unknown) => post(running.current, operation.path, body)

  test('an approval has the members of the specification and echoes the request', async () => {
    const body = await approvable(running, operation, variant)
    setField(body, 'head.acquirerId', 'ACQ001')
    setField(body, 'nobodyKnows', 'unknown-marker')
    setField(body, 'institution.unknown', 'unknown-marker')
    const answer = await sent(body)
    assert.equal(answer.code, '000', answer.text)
    assertDocumented(document(), operation.id, answer)
    assert.deepEqual(Object.keys(answer.body).sort(), [...operation.reply].sort())
    assertEchoes(operation, body, answer)
    assert.ok(!answer.text.includes('unknown-marker'), 'an unknown field was echoed')
    assert.ok(!answer.text.includes(PAN), 'a card number was answered')
    if (operation.reply.includes('branch')) {
      assert.deepEqual(answer.body.branch, {
        id: '001',
        name: 'Main Street Branch',
        address: '1 Main Street, Springfield',
      })
    }
    if (operation.reply.includes('balances')) assert.match(answer.body.status?.authId ?? '', /^[A-Z0-9]{6}$/)
    else assert.deepEqual(answer.body.status, { responseCode: '000' })
  })

  test('a decline has the same echo and no member of an approval', async () => {
    const body = requestOf(operation, variant)
    Object.assign(body, { institution: { id: 'FI003' } })
    if (body.beneficiary !== undefined) body.beneficiary = { institutionId: 'FI003' }
    const answer = await sent(body)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body.status, { responseCode: '912' })
    assertDocumented(document(), operation.id, answer)
    const approvalOnly = ['branch', 'balances', 'accounts', 'profileStatus', 'profileData']
    const expected = operation.reply.filter((member) => !approvalOnly.includes(member))
    assert.deepEqual(Object.keys(answer.body).sort(), expected.sort())
    assertEchoes(operation, body, answer)
    if ('success' in answer.body) assert.equal(answer.body.success, false)
  })
}

/** A request that will be approved; for a reversal, one with an original created for it. */
async function approvable(running: RunningGateway, operation: SpecOperation, variant: Variant): Promise<Tree> {
  const body = requestOf(operation, variant)
  if (operation.optional.includes('paymentInstrument.card.pan')) setField(body, 'paymentInstrument.card.pan', PAN)
  if (!REVERSES.test(variant.name)) return body
  const type = variant.name.replace(REVERSES, '')
  const original = OPERATIONS.flatMap((candidate) => candidate.variants.map((one) => ({ candidate, one }))).find(
    ({ one }) => one.name === type,
  )
  assert.ok(original, `the tables have no ${type}`)
  const request = requestOf(original.candidate, original.one)
  const { status } = (await post(running.current, original.candidate.path, request)).body
  assert.equal(status?.responseCode, '000')
  const { amount } = request.amount as { amount: number }
  setField(body, 'amount.amount', amount)
  setField(body, 'reverseInfo.amount', amount)
  setField(body, 'reverseInfo.authId', status.authId)
  return body
}

/** Members that request and reply share are echoed unchanged, except cards. */
function assertEchoes(operation: SpecOperation, body: Tree, answer: Answer): void {
  const { transaction, ...echoed } = answer.body as { transaction?: Tree }
  if (operation.types.length > 0) {
    const { rrn, type, date } = body.transaction as Tree
    assert.equal(transaction?.rrn, rrn)
    assert.equal(transaction?.type, type)
    if (date !== undefined) assert.equal(transaction?.date, date)
    // If no date was sent, an approval has the business date; only its format is checked.
    if ('date' in (transaction ?? {})) assert.match(String(transaction?.date), /^20\d{6}$/)
  }
  for (const member of ['institution', 'biller', 'beneficiary', 'beneficiaryInstrument', 'amount'] as const) {
    if (!operation.reply.includes(member)) continue
    const { unknown, ...asSent } = body[member] as Tree
    // The reply to a reversal without a currency names the currency.
    const found = member === 'amount' && answer.code === '000' ? { currencyCode: 'USD' } : {}
    assert.deepEqual((echoed as Tree)[member], { ...found, ...asSent })
  }
  if (operation.reply.includes('paymentInstrument')) {
    const { account } = body.paymentInstrument as Tree
    assert.deepEqual((echoed as Tree).paymentInstrument, { account })
  }
  if (operation.reply.includes('head')) assert.deepEqual((echoed as Tree).head, body.head)
}

function balances(running: RunningGateway): void {
  const HEAD = {
    head: { description: 'Shapes' },
    deviceInfo: { terminalId: 'TLR00001', terminalLoc: 'Counter', acceptorId: 'ACC000000000002' },
    institution: { id: 'FI001' },
  }
  const inquiry = (accountId: string) =>
    post(running.current, '/accounts/balance', {
      ...HEAD,
      transaction: { rrn: newRrn(), type: 'BALANCEINQUIRY' },
      paymentInstrument: { account: { id: accountId } },
    })

  // One row per account: its currency and its balance types.
  const ACCOUNTS: [accountId: string, currency: string, types: string[]][] = [
    ['1000000001', 'USD', FLAT],
    ['1000000002', 'USD', FLAT],
    ['1000000003', 'USD', LOAN],
    ['1000000006', 'JPY', FLAT],
    ['1000000007', 'KWD', FLAT],
  ]
  for (const [accountId, currency, types] of ACCOUNTS) {
    test(`account ${accountId} shows ${types.join(', ')} in ${currency}`, async () => {
      assertLines((await inquiry(accountId)).body.balances, types, currency)
    })
  }

  test('a transfer shows the balances of both accounts by name, and no plain list', async () => {
    const answer = await post(running.current, '/transactions/transfers', {
      ...HEAD,
      transaction: { rrn: newRrn(), type: 'TRANSFER' },
      paymentInstrument: { account: { id: '1000000002' } },
      beneficiary: { institutionId: 'FI001' },
      beneficiaryInstrument: { account: { id: '1000000003' } },
      amount: { amount: 10, currencyCode: 'USD' },
    })
    const both = answer.body.balances as unknown as Record<string, Balance[]>
    assert.deepEqual(Object.keys(both), ['paymentInstrument', 'beneficiaryInstrument'])
    assertLines(both.paymentInstrument, FLAT, 'USD')
    assertLines(both.beneficiaryInstrument, LOAN, 'USD')
  })
}

function assertLines(lines: readonly Balance[] | undefined, types: readonly string[], currency: string): void {
  assert.ok(Array.isArray(lines), 'balances is not a list')
  assert.deepEqual(
    lines.map(({ type }) => type),
    types,
  )
  for (const line of lines as Balance[]) {
    assert.equal(typeof line.amount, 'number')
    assert.equal(line.currencyCode, currency)
    assert.equal('dueDate' in line, line.type === 'PaymentDue', `dueDate of ${line.type}`)
    if (line.type === 'PaymentDue') assert.match(String(line.dueDate), /^20\d{6}$/)
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'HTTP:UNAUTHORIZED',
  403: 'HTTP:FORBIDDEN',
  404: 'Not Found',
  500: 'HTTP:INTERNAL_SERVER_ERROR',
  503: 'HTTP:BAD_CONNECTIVITY',
  504: 'HTTP:TIMEOUT',
}

function problems(running: RunningGateway, document: () => OpenApiDocument): void {
  const debits = OPERATIONS.find(({ id }) => id === 'Debits') as SpecOperation
  const bills = OPERATIONS.find(({ id }) => id === 'BillPayments') as SpecOperation
  const of = (operation: SpecOperation, changes: Tree = {}) => {
    const body = requestOf(operation, operation.variants[0] as Variant)
    for (const [field, value] of Object.entries(changes)) setField(body, field, value)
    return JSON.stringify(body)
  }
  const account = (id: string) => of(debits, { 'paymentInstrument.account.id': id })

  // One row per status: the operation, the body, and the headers.
  const ROWS: [status: number, operation: SpecOperation, body: () => string, headers?: () => Record<string, string>][] =
    [
      [400, debits, () => '{}'],
      [401, debits, () => of(debits), () => ({ ...headersFor(), client_secret: 'wrong' })],
      [403, debits, () => of(debits), () => headersFor(IVR)],
      [404, bills, () => of(bills, { 'biller.institutionId': 'NOBODY' })],
      [413, debits, () => of(debits, { padding: 'x'.repeat(256 * 1024) })],
      [415, debits, () => of(debits), () => ({ ...headersFor(), 'content-type': 'text/plain' })],
      [500, debits, () => account('9000000500')],
      [503, debits, () => account('9000000503')],
      [504, debits, () => account('9000000504')],
    ]
  for (const [status, operation, body, headers = headersFor] of ROWS) {
    test(`${status} is documented, has a reason and carries the correlation id`, async () => {
      const asWhom = headers()
      const answer = await post(running.current, operation.path, body(), asWhom)
      assert.equal(answer.status, status, answer.text)
      assertDocumented(document(), operation.id, answer)
      assert.equal(answer.body.correlationId, asWhom['x-correlation-id'])
      assert.equal(answer.headers.get('x-correlation-id'), asWhom['x-correlation-id'])
      if (REASONS[status] !== undefined) assert.equal(answer.body.error?.reason, REASONS[status])
    })
  }

  test('405 is documented and names the allowed method', async () => {
    const answer = await send(running.current, BASE_PATH + debits.path, { method: 'PUT', headers: headersFor() })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('allow'), 'POST')
    assertDocumented(document(), debits.id, answer)
  })
}
