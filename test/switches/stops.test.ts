// What an operator stops on one gateway is refused by the other with the next order: by REST, from a switch, in digital banking and in
// lending. What has happened already passes, and so does what is stored.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { post } from '../support/accounts/account-services.ts'
import { inquiry, withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { DigitalPartner, newRef } from '../support/digital/digital-partner.ts'
import { action, deposit, resolve, transfer, twoPhase } from '../support/digital/digital-requests.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { openLine, switchEnvironment } from '../support/gateways/switch-gateway.ts'
import { Lender } from '../support/lending/lender.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import type { Fields, SwitchLine } from '../support/peers/switch-simulator.ts'
import { connectRestCore } from '../support/rest-core/connectivity.ts'
import { type ExampleServer, startExample } from '../support/rest-core/example-server.ts'
import { DEFAULTS, fieldsOf } from './orders.ts'

const INSTITUTION = 'FI001'
const ACCOUNT = '1000000001'
const DIALECT = 'iso87-ascii'
const STOPPED = '115'
const STOPPED_ISO = '40'

describe('stops', () => {
  const endings: (() => Promise<void>)[] = []
  let store: Store
  let gateways: [Gateway, Gateway]
  let line: SwitchLine
  let here: Onboarding
  let token: string
  let numbers = 0

  before(async () => {
    store = await createSandboxStore('postgres')
    gateways = [await startGateway(store), await startGateway(store, switchEnvironment(INSTITUTION))]
    line = await openLine(gateways[1], DIALECT)
    here = new Onboarding(() => gateways[0].url)
    token = await here.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
  })
  after(async () => {
    line?.close()
    await Promise.all((gateways ?? []).map((gateway) => gateway.stop()))
    const { output } = await runTillgate(store, ['verify'])
    await store?.remove()
    for (const end of endings) await end()
    assert.match(output, /^the books are right/m)
  })

  const there = () => gateways[1]
  const rest = async (amount = 20) => (await post(there(), '/transactions/debits', withdrawal(ACCOUNT, amount))).code
  const fromSwitch = async (mti: string, fields: Fields) => (await line.ask(mti, fields)).fields[39]
  function message(amount = 2_000): Fields {
    const rrn = `8${String(++numbers).padStart(11, '0')}`
    const order = { ...DEFAULTS, terminalId: 'ATM00001', kind: 'withdrawal', amount } as const
    return fieldsOf(DIALECT, order, { from: ACCOUNT, to: '', rrn })
  }
  /** Runs work while the stop holds. */
  async function whileStopped(named: object, work: (stopId: string) => Promise<void>): Promise<void> {
    const made = await here.call('POST /stops', { token, body: { ...named, reason: 'A test' } })
    assert.equal(made.status, 201, made.text)
    const { id } = made.body.data
    try {
      await work(id)
    } finally {
      const lifted = await here.call(`POST /stops/${id}/lift`, { token, body: { reason: 'It is over' } })
      assert.deepEqual([lifted.status, lifted.body.data?.state], [200, 'LIFTED'], lifted.text)
    }
  }
  // biome-ignore lint/suspicious/noExplicitAny: what administration answers
  const found = async (filter: object): Promise<any> =>
    (await here.call('POST /transactions/list', { token, body: filter })).body.data.content

  test('a service at an institution: REST and switches decline, and the detail names the stop', async () => {
    assert.equal(await rest(), '000')
    await whileStopped({ institutionId: INSTITUTION, services: ['WITHDRAWAL'] }, async (stopId) => {
      assert.equal(await rest(), STOPPED)
      const fields = message()
      assert.equal(await fromSwitch('0200', fields), STOPPED_ISO)
      const [{ id, responseCode }] = await found({ rrn: fields[37] })
      assert.equal(responseCode, STOPPED)
      const detail = await here.call(`GET /transactions/${id}`, { token })
      assert.equal(detail.body.data.stopId, stopId)
      assert.equal((await post(there(), '/accounts/balance', inquiry(ACCOUNT))).code, '000', 'no inquiries')
    })
    assert.equal(await rest(), '000')
    assert.equal(await fromSwitch('0200', message()), '00')
  })

  test('inquiries only where the stop names them', async () => {
    await whileStopped({ institutionId: INSTITUTION, services: ['BALANCE'] }, async (stopId) => {
      const asked = inquiry(ACCOUNT)
      assert.equal((await post(there(), '/accounts/balance', asked)).code, STOPPED)
      const [{ id }] = await found({ rrn: asked.transaction.rrn, type: ['BALANCEINQUIRY'] })
      const detail = await here.call(`GET /transactions/${id}`, { token })
      assert.equal(detail.body.data.stopId, stopId)
      assert.equal(await rest(), '000')
    })
  })

  test('a client, a terminal, and amounts over a bound', async () => {
    await whileStopped({ partnerId: 'PARTNER01', clientId: 'sandbox-atm' }, async () => {
      assert.equal(await rest(), STOPPED)
      assert.equal(await fromSwitch('0200', message()), STOPPED_ISO, 'the client of the switch')
    })
    await whileStopped({ institutionId: INSTITUTION, terminalId: 'ATM00001' }, async () => {
      assert.equal(await rest(), STOPPED)
    })
    await whileStopped({ currencyCode: 'USD', amountOver: 50 }, async () => {
      assert.deepEqual([await rest(60), await rest(40)], [STOPPED, '000'])
      assert.equal(await fromSwitch('0200', message(6_000)), STOPPED_ISO)
    })
  })

  test('reversals and advices pass, and so does the repetition of what was approved', async () => {
    const order = withdrawal(ACCOUNT, 20)
    const approved = await post(there(), '/transactions/debits', order)
    const taken = message()
    assert.equal(await fromSwitch('0200', taken), '00')
    await whileStopped({ institutionId: INSTITUTION }, async () => {
      assert.equal(await rest(), STOPPED)
      assert.equal((await post(there(), '/transactions/debits', order)).text, approved.text)
      assert.equal((await post(there(), '/transactions/debits/reverse', withdrawalReversal(order))).code, '000')
      assert.equal(await fromSwitch('0420', taken), '00')
      const advice = message()
      assert.equal(await fromSwitch('0220', advice), '00')
      assert.deepEqual((await found({ rrn: advice[37] }))[0].responseCode, '000')
    })
  })

  test('movements of tokens on a corridor; what is stored is committed', async () => {
    const partner = new DigitalPartner(() => there().url)
    const payer = await partner.holder()
    const payee = await partner.holder()
    await partner.deposit(payer.accountId, 100)
    const reserved = await partner.ok('POST /interbank-transfers', transfer(payer, payee, 1, twoPhase()))
    const stored = { ...deposit(payer), transaction: { ref: newRef(), type: 'TOKENIZED_DEPOSIT' } }
    const first = await partner.ok('POST /tokenized-deposits', stored)
    const corridor = { payerInstitutionId: payer.institutionId, payeeInstitutionId: payee.institutionId }
    await whileStopped(corridor, async () => {
      assert.equal(await partner.refused('POST /interbank-transfers', transfer(payer, payee)), '422 STOPPED')
      await partner.ok('POST /tokenized-deposits', deposit(payer))
      const { state } = await partner.ok(resolve(reserved.id), action('COMMIT'))
      assert.equal(state, 'COMMITTED')
    })
    await whileStopped({ partnerId: 'PARTNER01', currencyCode: 'USD' }, async () => {
      assert.equal(await partner.refused('POST /tokenized-deposits', deposit(payer)), '422 STOPPED')
      assert.equal(await partner.refused('POST /token-redemptions', deposit(payer)), '422 STOPPED')
      assert.equal((await partner.ok('POST /tokenized-deposits', stored)).id, first.id, 'a repetition is answered')
    })
    await partner.ok('POST /interbank-transfers', transfer(payer, payee))
  })

  test('disbursements, not repayments', async () => {
    const lender = new Lender(() => there().url)
    const key = { 'idempotency-key': randomUUID() }
    const paidOut = await lender.loan()
    const disburse = (loanId: string) => `POST /loans/${loanId}/disbursements`
    const sent = { amount: 1200, valueDate: '2026-01-01' }
    await lender.ok(disburse(paidOut), sent, key)
    const waiting = await lender.loan()
    await whileStopped({ partnerId: 'PARTNER01' }, async () => {
      assert.equal(await lender.refused(disburse(waiting), sent), '422 STOPPED')
      assert.equal((await lender.call(disburse(paidOut), sent, key)).replayed, true)
      await lender.ok(`POST /loans/${paidOut}/repayments`, { amount: 110, valueDate: '2026-02-01' })
    })
    await lender.ok(disburse(waiting), sent)
  })

  test('the preview counts what of the last hour would have been stopped', async () => {
    const preview = async (named: object) => {
      const answer = await here.call('POST /stops/preview', { token, body: named })
      assert.equal(answer.status, 200, answer.text)
      return answer.body.data
    }
    const before = await preview({ institutionId: INSTITUTION, services: ['WITHDRAWAL'], terminalKind: 'ATM' })
    assert.equal(await rest(30), '000')
    const then = await preview({ institutionId: INSTITUTION, services: ['WITHDRAWAL'], terminalKind: 'ATM' })
    assert.equal(then.orders, before.orders + 1)
    assert.equal(then.amounts[0].amount, before.amounts[0].amount + 30)
    assert.equal((await preview({ institutionId: 'FI002', services: ['CARDLESS'] })).orders, 0)
    const ofPartner = await preview({ partnerId: 'PARTNER01', clientId: 'sandbox-atm' })
    assert.ok(ofPartner.movements > 0 && ofPartner.disbursements > 0, JSON.stringify(ofPartner))
    assert.deepEqual(ofPartner.ignored, ['clientId'])
    assert.ok((await preview({ institutionId: INSTITUTION, services: ['BALANCE'] })).orders > 0)
  })

  test('a core of the bank’s own is not asked', async () => {
    const core: ExampleServer = await startExample({ after: (end) => endings.push(end) })
    await connectRestCore(store, { url: core.url })
    const executed = () => core.readLog().filter((record) => record.type === 'EXECUTED').length
    assert.equal(await rest(), '000')
    const before = executed()
    await whileStopped({ institutionId: INSTITUTION }, async (stopId) => {
      const fields = message()
      assert.deepEqual([await rest(), await fromSwitch('0200', fields)], [STOPPED, STOPPED_ISO])
      const [{ id }] = await found({ rrn: fields[37] })
      assert.equal((await here.call(`GET /transactions/${id}`, { token })).body.data.stopId, stopId)
    })
    assert.equal(executed(), before)
    assert.equal(await rest(), '000')
  })
})
