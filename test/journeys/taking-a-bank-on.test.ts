// A bank is taken on from nothing: two people draft, approve, connect and activate it over HTTP, its accounts are loaded from
// files, and its channel withdraws. Two gateways share the database; what is done on one holds on the other.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Credentials, headersFor, newRrn, post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const PAN = '5100000000000016'

const BANK = {
  institutionId: 'FI777',
  legalName: 'Meadow Savings Bank plc',
  displayName: 'Meadow Bank',
  type: 'BANK',
  countryCode: 'US',
  baseCurrency: 'USD',
  timezone: 'America/New_York',
  bins: ['510000'],
  branches: [{ id: '001', name: 'Meadow Lane', address: '1 Meadow Lane, Springfield' }],
  contacts: [{ name: 'Tess', email: 'tess@meadow.example', phone: '+1 555 0100', kind: 'TECHNICAL' }],
  limits: { perTransaction: 500, perDay: 1000, countPerDay: 10, maxAccessFee: 5 },
  cutoverTime: '22:00',
}

describe('a bank is taken on by two people', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-bank-'))
  let store: Store
  let here: Gateway
  let there: Gateway
  let first: string
  let second: string
  let bankId: string
  let terminalId: string
  let client: Credentials
  let withdrawn: { readonly rrn: string; readonly body: object }
  let transactionId: string
  let businessDate: string
  const onboarding = new Onboarding(() => here.url)

  before(async () => {
    store = await createSandboxStore('postgres')
    ;[here, there] = await Promise.all([startGateway(store), startGateway(store)])
    first = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    second = await onboarding.tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
  })

  after(async () => {
    await Promise.all([here?.stop(), there?.stop()])
    await store?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('one drafts and submits it, and cannot approve it; the other can', async () => {
    const made = await as(first, 'POST /financial-institutions', BANK, 201)
    bankId = made.id
    assert.equal(made.status, 'DRAFT')
    await move('submit', first)
    await move('approve', first, 403)
    assert.equal((await move('approve', second)).status, 'APPROVED')
  })

  test('it is not activated before it is ready', async () => {
    const { ready, missing } = await as(first, `GET /financial-institutions/${bankId}/readiness`)
    assert.equal(ready, false)
    assert.equal(missing.length, 2, JSON.stringify(missing))
    await move('activate', second, 409)
  })

  test('it is connected to the built-in core, tested, and given an account type', async () => {
    const { id } = await as(first, 'POST /core-connectivity', CONNECTIVITY, 201)
    assert.equal((await as(first, `POST /core-connectivity/${id}/test`)).lastTest.status, 'PASSED')
    const active = await as(second, `PATCH /core-connectivity/${id}/activation?isActive=true`)
    assert.equal(active.status, 'ACTIVE')
    await as(first, 'POST /account-types', CHECKING, 201)
    assert.deepEqual(await as(first, `GET /financial-institutions/${bankId}/readiness`), { ready: true, missing: [] })
  })

  test('its accounts and cards are loaded, again without harm, and bad lines are named', async () => {
    const accounts = join(folder, 'accounts.csv')
    writeFileSync(
      accounts,
      'accountId,customerId,accountType,description,currencyCode,balance,branchId\n' +
        '7770000001,CUST7771,DDA,Everyday account,USD,800.00,001\n' +
        '7770000002,CUST7772,DDA,Broken line,USD,lots,001\n',
    )
    const cards = join(folder, 'cards.csv')
    writeFileSync(cards, `pan,customerId,accountIds\n${PAN},CUST7771,7770000001\n`)
    const load = (what: string, file: string, ...flags: string[]) =>
      runTillgate(store, ['load', what, '--institution', BANK.institutionId, '--file', file, ...flags])
    const loaded = await load('accounts', accounts)
    assert.equal(loaded.code, 1)
    assert.match(loaded.output, /line 3.*balance/)
    assert.equal((await load('accounts', accounts)).code, 1)
    const carded = await load('cards', cards)
    assert.equal(carded.code, 0, carded.output)
    assert.doesNotMatch(carded.output, new RegExp(PAN))
  })

  test('with a terminal and a client its channel is served, once it is active', async () => {
    const terminal = await as(first, 'POST /terminals', TERMINAL, 201)
    terminalId = terminal.id
    await as(first, `PATCH /terminals/${terminalId}/activation?isActive=true`)
    const partner = await as(first, 'POST /partners', PARTNER, 201)
    const { clientId, client_secret } = await as(first, `POST /partners/${partner.id}/clients`, {}, 201)
    client = { clientId, clientSecret: client_secret, partnerId: PARTNER.partnerId }
    assert.equal((await withdraw(there, 20)).code, '912')
    const active = await move('activate', second)
    assert.equal(active.status, 'ACTIVE')
    businessDate = active.businessDate
    const rrn = newRrn()
    const answer = await withdraw(there, 100, rrn)
    assert.equal(answer.code, '000', answer.text)
    assert.equal(answer.body.balances?.find(({ type }) => type === 'Balance')?.amount, 700)
    withdrawn = { rrn, body: answer.body }
  })

  test('a suspension declines on every node, and resuming ends it', async () => {
    await move('suspend', first, 400)
    await as(first, `POST /financial-institutions/${bankId}/suspend`, { reason: 'The core is being moved' })
    for (const gateway of [here, there]) assert.equal((await withdraw(gateway, 20)).code, '912')
    await move('resume', first)
    for (const gateway of [here, there]) assert.equal((await withdraw(gateway, 20)).code, '000')
  })

  test('the withdrawal is found, with its postings and the answer that was sent', async () => {
    const { content } = await as(first, 'POST /transactions/list', { institutionId: 'FI777', rrn: withdrawn.rrn })
    assert.equal(content.length, 1)
    transactionId = content[0].id
    const found = await as(first, `GET /transactions/${transactionId}`)
    assert.partialDeepStrictEqual(found, {
      amount: 100,
      status: 'APPROVED',
      maskedPan: '510000******0016',
      businessDate,
    })
    assert.deepEqual(found.response.balances, (withdrawn.body as { balances: unknown }).balances)
    assert.equal(
      found.postings.reduce((sum: number, { amount }: { amount: number }) => sum + amount * 100, 0),
      0,
    )
    const byDate = { institutionId: 'FI777', dateFrom: businessDate, dateTo: businessDate }
    assert.equal((await as(first, 'POST /transactions/list', byDate)).totalElements, 6)
  })

  test('the transactions are exported on whichever node, and agree with the ledger', async () => {
    const request = { filter: { institutionId: 'FI777', status: ['APPROVED'] }, format: 'CSV' }
    const { exportId } = await as(first, 'POST /transactions/export', request, 202)
    const state = async () => (await as(first, `GET /transactions/exports/${exportId}`)).state
    await until(async () => (await state()) === 'DONE', 'the export is done')
    const elsewhere = new Onboarding(() => there.url)
    const { text, status } = await elsewhere.call(`GET /transactions/exports/${exportId}/file`, { token: first })
    assert.equal(status, 200)
    const [header, ...lines] = text.trimEnd().split(/\r?\n/)
    assert.match(header ?? '', /^id,rrn,type,/)
    assert.equal(lines.length, 3)
    assert.doesNotMatch(text, new RegExp(PAN))
    const amounts = lines.map((line) => Number(line.split(',')[header?.split(',').indexOf('amount') ?? -1]))
    const spent = amounts.reduce((sum, amount) => sum + amount, 0)
    const balance = (await withdraw(here, 20)).body.balances?.find(({ type }) => type === 'Balance')?.amount
    assert.equal(balance, 800 - spent - 20)
  })

  test('the dashboard counts them within seconds', async () => {
    const summary = () =>
      as(first, `GET /dashboard/summary?institutionId=FI777&from=${businessDate}&to=${businessDate}`)
    const counted = await until(async () => {
      const found = await summary()
      return found.totalTransactions === 7 && found
    }, 'the rollup is up to date')
    assert.partialDeepStrictEqual(counted, {
      totalTransactions: 7,
      approved: 4,
      declined: 3,
      amountByCurrency: [{ currencyCode: 'USD', amount: 160, reversedAmount: 0 }],
    })
  })

  test('its open business day has totals', async () => {
    const day = await as(first, `GET /financial-institutions/${bankId}/business-days/${businessDate}`)
    assert.equal(day.state, 'OPEN')
    assert.partialDeepStrictEqual(day.totals, [
      { terminalId: TERMINAL.terminalId, currencyCode: 'USD', withdrawals: { count: 4, amount: 160 } },
    ])
  })

  test('the books and the audit log verify', async () => {
    assert.match((await runTillgate(store, ['verify'])).output, /^the books are right/m)
    const { valid } = await as(first, 'GET /audit-logs/verify')
    assert.equal(valid, true)
    const history = await as(first, `GET /financial-institutions/${bankId}/history?size=50`)
    const actions = history.content.map(({ action }: { action: string }) => action)
    for (const action of ['create', 'submit', 'approve', 'activate', 'suspend', 'resume']) {
      assert.ok(actions.includes(`institution.${action}`), `${action} in ${actions}`)
    }
  })

  const CONNECTIVITY = {
    institutionId: BANK.institutionId,
    environment: 'sandbox',
    coreType: 'BUILTIN',
    name: 'Our own books',
  }
  const CHECKING = {
    institutionId: BANK.institutionId,
    code: 'DDA',
    description: 'Checking',
    category: 'LIABILITY',
    defaultTxnCapability: '06',
    balanceTypes: ['Available', 'Balance'],
  }
  const TERMINAL = {
    terminalId: 'MEADOW01',
    institutionId: BANK.institutionId,
    acceptorId: 'ACCMEADOW000001',
    kind: 'ATM',
    location: '1 Meadow Lane, Springfield',
    branchId: '001',
    currencies: ['USD'],
  }
  const PARTNER = {
    partnerId: 'MEADOWNET',
    name: 'Meadow ATM network',
    operations: ['Debits', 'AccountLookup', 'BalanceInquiry'],
    institutionIds: [BANK.institutionId],
  }

  async function as(token: string, route: string, body?: unknown, status = 200) {
    const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body.data
  }

  const move = (name: string, token: string, status = 200) =>
    as(token, `POST /financial-institutions/${bankId}/${name}`, undefined, status)

  function withdraw(gateway: Gateway, amount: number, rrn = newRrn()) {
    const body = withdrawal('7770000001', amount, {
      rrn,
      institutionId: BANK.institutionId,
      terminalId: TERMINAL.terminalId,
      pan: PAN,
    })
    return post(gateway, '/transactions/debits', body, headersFor(client))
  }
})
