// Terminals and properties administered on one gateway, and obeyed by another on the same database.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { post } from '../support/accounts/account-services.ts'
import * as request from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const TERMINAL = {
  terminalId: 'ATM00777',
  institutionId: 'FI001',
  acceptorId: 'ACC000000000777',
  kind: 'ATM',
  location: '7 Main Street, Springfield',
  branchId: '001',
  smallestNote: { amount: 20, currencyCode: 'USD' },
}
const AT = { terminalId: TERMINAL.terminalId }

describe('administered on one gateway', () => {
  let store: Store
  let here: Gateway
  let there: Gateway
  let token: string
  const onboarding = new Onboarding(() => here.url)
  let id: string
  let version: number

  before(async () => {
    store = await createSandboxStore('postgres')
    here = await startGateway(store)
    there = await startGateway(store)
    token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
  })
  after(async () => {
    await Promise.all([here?.stop(), there?.stop()])
    await store.remove()
  })

  async function administer(route: string, body?: unknown, status = 200) {
    const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, answer.text)
    if (typeof answer.body.data?.version === 'number') version = answer.body.data.version
    return answer.body.data
  }

  /** The codes of a withdrawal, a cardless one and a deposit of cash on the other gateway. */
  async function codes(amount = 20): Promise<unknown[]> {
    const answers = [
      await post(there, '/transactions/debits', request.withdrawal('1000000001', amount, AT)),
      await post(there, '/transactions/cardless', request.cardless('1000000001', amount, AT)),
      await post(there, '/transactions/credits', request.cashDeposit('1000000001', amount, AT)),
    ]
    return answers.map(({ code }) => code)
  }

  test('a terminal serves from its activation on', async () => {
    assert.deepEqual(await codes(), ['940', '940', '940'])
    id = (await administer('POST /terminals', TERMINAL, 201)).id
    assert.deepEqual(await codes(), ['120', '120', '120'])
    await administer(`PATCH /terminals/${id}/activation?isActive=true`)
    assert.deepEqual(await codes(), ['000', '000', '000'])
    assert.deepEqual(await codes(25), ['180', '180', '000'])
  })

  test('a terminal handles cash in its own currencies', async () => {
    await administer(`PATCH /terminals/${id}`, { version, currencies: ['JPY'] })
    assert.deepEqual(await codes(), ['181', '181', '181'])
    await administer(`PATCH /terminals/${id}`, { version, currencies: null })
    assert.deepEqual(await codes(), ['000', '000', '000'])
  })

  test('a terminal has limits and services of its own', async () => {
    await administer(`PATCH /terminals/${id}`, { version, limits: { perTransaction: 10 } })
    assert.deepEqual(await codes(), ['121', '121', '000'])
    await administer(`PATCH /terminals/${id}`, { version, limits: null, services: ['DEPOSIT'] })
    assert.deepEqual(await codes(), ['120', '120', '000'])
    await administer(`PATCH /terminals/${id}`, { version, services: null })
    assert.deepEqual(await codes(), ['000', '000', '000'])
  })

  test('its cash is loaded, counted and expected on either gateway, and is out before its end', async () => {
    const cash = async (movement: object, status = 201) => {
      const { asOf: at } = await administer(`GET /terminals/${id}/cash`)
      return administer(`POST /terminals/${id}/cash`, { currencyCode: 'USD', at, ...movement }, status)
    }
    const first = await cash({ kind: 'COUNT', amount: 1000, reference: 'A' })
    assert.partialDeepStrictEqual(first, { kind: 'COUNT', amount: 1000, reference: 'A' })
    assert.deepEqual(
      ['difference', 'exceptionId'].filter((name) => name in first),
      [],
    )
    assert.deepEqual(await administer(`POST /terminals/${id}/cash`, contentOf(first), 201), first)
    await administer(`POST /terminals/${id}/cash`, { ...contentOf(first), amount: 1 }, 409)
    await cash({ kind: 'LOAD', amount: 500.25, reference: 'B', note: 'brought' })
    // Two withdrawals and a deposit of 20 each.
    assert.deepEqual(await codes(), ['000', '000', '000'])
    const read = await administer(`GET /terminals/${id}/cash`)
    assert.partialDeepStrictEqual(read, { expected: [{ currencyCode: 'USD', amount: 1480.25 }], hasMore: false })
    assert.deepEqual(
      read.movements.map((one: { reference: string }) => one.reference),
      ['B', 'A'],
    )
    const short = await cash({ kind: 'COUNT', amount: 1480, reference: 'C' })
    assert.partialDeepStrictEqual(short, { expected: 1480.25, difference: -0.25, exceptionState: 'OPEN' })
    const found = await administer(`GET /transactions/exceptions/${short.exceptionId}`)
    assert.partialDeepStrictEqual(found, {
      kind: 'CASH_DIFFERENCE',
      cash: { terminalId: TERMINAL.terminalId, counted: 1480, expected: 1480.25, difference: -0.25 },
    })
    for (const [fault, path] of [
      [{ kind: 'LOAD', amount: 0.001 }, 'amount'],
      [{ kind: 'LOAD', amount: 0 }, 'amount'],
      [{ kind: 'LOAD', amount: 1, at: '2020-01-01T00:00:00Z' }, 'at'],
      [{ kind: 'LOAD', amount: 1, currencyCode: 'XXQ' }, 'currencyCode'],
      [{ kind: 'MOVE', amount: 1 }, 'kind'],
    ] as const) {
      const { asOf: at } = await administer(`GET /terminals/${id}/cash`)
      const body = { currencyCode: 'USD', at, reference: 'D', ...fault }
      const answer = await onboarding.call(`POST /terminals/${id}/cash`, { token, body })
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.text.includes(path), answer.text)
    }
    await cash({ kind: 'LOAD', amount: 1, reference: 'D', at: '2999-01-01T00:00:00Z' }, 409)
    await administer(`POST /terminals/${id}/decommission`, undefined, 409)
    await cash({ kind: 'UNLOAD', amount: 1480, reference: 'E' })
    const resolve = `POST /transactions/exceptions/${short.exceptionId}/resolve`
    const { resolution } = await administer(resolve, { action: 'WRITE_OFF', reason: 'not found' })
    assert.equal(resolution.action, 'WRITE_OFF')
    await administer(resolve, { action: 'WRITE_OFF', reason: 'not found' }, 409)
  })

  test('a terminal with transactions stays, and its end is the end of its keys', async () => {
    await administer(`DELETE /terminals/${id}`, undefined, 409)
    const key = { institutionId: 'FI001', terminalId: TERMINAL.terminalId, keyType: 'APP' }
    const made = await administer('POST /terminal-keys', key, 201)
    await administer(`POST /terminal-keys/${made.id}/activate`)
    const terminal = await administer(`POST /terminals/${id}/decommission`)
    assert.equal(terminal.status, 'DECOMMISSIONED')
    assert.deepEqual(await codes(), ['120', '120', '120'])
    assert.equal((await administer(`GET /terminal-keys/${made.id}`)).status, 'REVOKED')
  })

  test('the log level changes while the gateways run', async () => {
    const lines = (gateway: Gateway) => gateway.output().split('"operation":"BalanceInquiry"').length - 1
    const ask = async () => {
      for (const gateway of [here, there]) await post(gateway, '/accounts/balance', request.inquiry('1000000001'))
    }
    await ask()
    await until(() => lines(here) === 1 && lines(there) === 1, 'a line on each gateway')
    const level = { environment: 'sandbox', application: '*', key: 'log.level', value: 'error', valueType: 'STRING' }
    const made = await administer('POST /application-properties', level, 201)
    await ask()
    await administer(`DELETE /application-properties/${made.id}`)
    await ask()
    await until(() => lines(here) === 2 && lines(there) === 2, 'one more line on each gateway, after the silence')
  })
})

/** What was sent of a movement of cash. */
function contentOf({ kind, currencyCode, amount, reference, at }: Record<string, unknown>) {
  return { kind, currencyCode, amount, reference, at }
}
