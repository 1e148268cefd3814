// Business days by hand over HTTP: an operator holds a day, two people close one ahead of its cutover, and all of the platform goes on
// with the next date. The tests build on each other: each begins on the day on which the one before ended.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addDays, endOfDateMs, HOUR_MS } from '../../src/platform/kernel/time/clock.ts'
import { control } from '../support/accounts/account-services.ts'
import { cashDeposit, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { answeredWith, approved, clientOf } from '../support/accounts/sdk-client.ts'
import { onGateway } from '../support/gateways/running-gateway.ts'
import { invitedUser } from '../support/onboarding/invited-user.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const ADMINISTRATOR = '00000000-0000-7000-8000-000000000001'
const NEW_YORK = { timeZone: 'America/New_York', cutoverTime: '00:00' }

onGateway('business days by hand', (running) => {
  const onboarding = new Onboarding(() => running.current.url)
  const client = () => clientOf(running.current)
  const tokens = { admin: '', second: '', harbor: '' }
  let id = ''

  before(async () => {
    tokens.admin = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    tokens.second = await onboarding.tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
    const { content } = await read('POST /financial-institutions/list', { search: 'FI001' })
    id = content[0].id
    const more = { roleId: ADMINISTRATOR, institutionId: 'FI002' }
    tokens.harbor = await invitedUser(running.current, tokens.admin, 'anne@harbor.example', more)
  })

  const call = (who: keyof typeof tokens, route: string, body?: unknown) =>
    onboarding.call(route, { token: tokens[who], ...(body !== undefined && { body }) })

  async function read(route: string, body?: unknown, status = 200) {
    const answer = await call('admin', route, body)
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body.data
  }

  const today = async (): Promise<string> => (await read(`GET /financial-institutions/${id}`)).businessDate
  const dayPath = (date: string, move = '') => `/financial-institutions/${id}/business-days/${date}${move}`
  const dayAfter = (date: string, days = 1) =>
    addDays(date.replaceAll('-', ''), days).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const hoursAfter = (date: string, hours: number) =>
    new Date(endOfDateMs(date.replaceAll('-', ''), NEW_YORK) + hours * HOUR_MS).toISOString()

  /** The business date of the newest transaction. */
  async function dateOfLast(): Promise<string> {
    const { content } = await read('POST /transactions/list?size=1', { institutionId: 'FI001' })
    return content[0].businessDate
  }

  test('a hold is checked, and found by those who see the institution', async () => {
    const date = await today()
    const good = { until: hoursAfter(date, 3), reason: 'The last file is late' }
    const BAD: [body: unknown, named: string][] = [
      [{ reason: 'Late' }, 'until'],
      [{ ...good, until: 'tomorrow' }, 'until'],
      [{ ...good, until: hoursAfter(date, 0) }, 'until'],
      [{ ...good, until: hoursAfter(date, 12.01) }, 'until'],
      [{ ...good, reason: '' }, 'reason'],
      [{ until: good.until }, 'reason'],
    ]
    for (const [body, named] of BAD) {
      const answer = await call('admin', `POST ${dayPath(date, '/hold')}`, body)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.text, new RegExp(`"message":"B-REQ-001: ${named} `))
    }
    for (const move of ['hold', 'release', 'close', 'retry']) {
      const body = move === 'hold' ? good : undefined
      assert.equal((await call('harbor', `POST ${dayPath(date, `/${move}`)}`, body)).status, 404, move)
      assert.equal((await call('admin', `POST ${dayPath(dayAfter(date), `/${move}`)}`, body)).status, 404, move)
      assert.equal((await call('admin', `POST ${dayPath('2026-02-30', `/${move}`)}`, body)).status, 400, move)
    }
    for (const move of ['release', 'retry'])
      assert.equal((await call('admin', `POST ${dayPath(date, `/${move}`)}`)).status, 409, move)
  })

  test('a day that is held stays CLOSING, orders take the next date, and it is closed when it is released', async () => {
    const date = await today()
    const heldUntil = hoursAfter(date, 11)
    const held = await read(`POST ${dayPath(date, '/hold')}`, { until: heldUntil, reason: 'Late' })
    assert.partialDeepStrictEqual(held, { date, state: 'OPEN', heldUntil, holdReason: 'Late' })
    // At noon in UTC, seven or eight hours after the cutover.
    await control(running.current, '/sandbox/clock', { date: dayAfter(date) })
    assert.equal(await today(), dayAfter(date))
    assert.partialDeepStrictEqual(await read(`GET ${dayPath(date)}`), { state: 'CLOSING', heldUntil })
    assert.equal((await call('admin', `GET ${dayPath(date, '/file')}`)).status, 409)
    assert.equal((await call('admin', `POST ${dayPath(date, '/retry')}`)).status, 409)
    await approved(client().credits(cashDeposit('1000000002', 30)))
    assert.equal(await dateOfLast(), dayAfter(date))
    assert.equal((await read(`POST ${dayPath(date, '/release')}`)).state, 'CLOSED')
    assert.equal((await call('admin', `POST ${dayPath(date, '/release')}`)).status, 409)
  })

  test('two people close the day: limits, dashboard and orders take the next date, and the file is whole', async () => {
    const date = await today()
    const list = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' }
    await read('POST /application-properties', { ...list, value: '["INSTITUTIONS:ACTIVATE:close"]' }, 201)
    for (const _ of [1, 2]) await approved(client().debits(withdrawal('1000000001', 400)))

    const asked = await call('admin', `POST ${dayPath(date, '/close')}`)
    assert.equal(asked.status, 202, asked.text)
    assert.equal(await today(), date)
    assert.equal((await call('second', `POST ${dayPath(date, '/close')}`)).status, 409)
    const { changeRequestId } = asked.body.data
    assert.partialDeepStrictEqual(await read(`GET /change-requests/${changeRequestId}`), {
      operation: 'CloseBusinessDay',
      before: { date, state: 'OPEN' },
      after: { date, state: 'CLOSING' },
    })
    const approval = await call('second', `POST /change-requests/${changeRequestId}/approve`)
    assert.equal(approval.status, 200, approval.text)
    assert.equal(approval.body.data.state, 'CLOSED', approval.text)

    const next = dayAfter(date)
    assert.equal(await today(), next)
    const file = await call('admin', `GET ${dayPath(date, '/file')}`)
    assert.equal(file.text.trimEnd().split('\n').length, 1 + 2 + (file.text.match(/CASHDEPOSIT/g)?.length ?? 0))
    await approved(client().debits(withdrawal('1000000001', 400)))
    assert.equal(await dateOfLast(), next)
    assert.equal((await call('admin', `GET ${dayPath(date, '/file')}`)).text, file.text)
    const summary = await until(async () => {
      const found = await read('GET /dashboard/summary?institutionId=FI001')
      return found.totalTransactions === 1 && found
    }, 'the dashboard of the next date')
    assert.equal(summary.approved, 1)

    // Neither again, nor the next one before it begins.
    for (const again of [date, next])
      assert.equal((await call('admin', `POST ${dayPath(again, '/close')}`)).status, 409)
    const { content } = await read('POST /audit-logs/list?size=1', { resource: 'business-day' })
    assert.partialDeepStrictEqual(content[0], { action: 'business-day.close', resourceId: `FI001/${date}` })
  })

  test('the next day ends at its own cutover, and no date is skipped', async () => {
    const date = await today()
    await control(running.current, '/sandbox/clock', { advanceDays: 1 })
    assert.equal(await today(), date, 'the cutover of the day that was closed by hand')
    await control(running.current, '/sandbox/clock', { advanceDays: 1 })
    assert.equal(await today(), dayAfter(date))
    const { content } = await read(`GET /financial-institutions/${id}/business-days?size=4`)
    assert.deepEqual(
      content.map((day: { date: string; state: string }) => [day.date, day.state]),
      [0, -1, -2, -3].map((days) => [dayAfter(date, days + 1), days === 0 ? 'OPEN' : 'CLOSED']),
    )
    await answeredWith('000', client().debits(withdrawal('1000000001', 20)))
  })
})
