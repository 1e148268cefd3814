// Alert rules over HTTP and as they are measured: raised after their minutes, told once, acknowledged, cleared.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { ADMINISTRATOR_ROLE_ID } from '../../../../administration/access/roles/system-roles.ts'
import { coversKind } from '../../../../administration/event-delivery/feed-coverage.ts'
import { Notifications } from '../../../../administration/notifications/notifications.ts'
import { AlertRules } from '../../../../oversight/alerts/alert-rules.ts'
import { AlertWatch } from '../../../../oversight/alerts/alert-watch.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import { MINUTE_MS } from '../../../../platform/kernel/time/clock.ts'
import type { Mail } from '../../../../platform/mail/outbox.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import { NOTIFICATION_OPERATIONS } from '../../people/notifications/operations.ts'
import { ALERT_OPERATIONS } from './alert-rule-resource.ts'

const TO = { roleIds: [ADMINISTRATOR_ROLE_ID] }
const CORE = { name: 'Core down', metric: 'core.down', threshold: 1, forMinutes: 2, to: TO }

onDatabase('alerts', (_engine, open) => {
  const mails: Mail[] = []
  let countedExceptions = 0
  let database: Database
  let desk: Administration
  let down: string[] = []
  let fails = false

  before(async () => {
    database = (await open()).database
    const clock = { now: () => desk.people.clock.now() }
    desk = await openAdministration(database, [...ALERT_OPERATIONS, ...NOTIFICATION_OPERATIONS], {
      alertRules: new AlertRules({ database, clock }),
      notifications: new Notifications({ database, clock }),
    })
    await database.query('DELETE FROM alert_rules')
    const userId = await desk.people.add({ roleId: ADMINISTRATOR_ROLE_ID, email: 'duty@told.example' })
    await desk.people.add({ roleId: ADMINISTRATOR_ROLE_ID, email: 'banker@told.example', institutionId: 'FI001' })
    desk.admit('duty', { userId, email: 'duty@told.example' })
    desk.admit('banker', { scope: { institutionId: 'FI001' } })
  })
  beforeEach(async () => {
    await database.query('DELETE FROM alert_rules; DELETE FROM notifications')
    await database.query(`UPDATE alert_duty SET node_id = NULL, until = '-infinity'`)
    mails.length = 0
    down = []
    fails = false
  })
  after(() => desk.close())

  function watch(): AlertWatch {
    const { clock } = desk.people
    return new AlertWatch({
      database,
      clock,
      outbox: { queue: async (_sql, mail) => void mails.push(mail) },
      mailQueued: () => {},
      publicUrl: () => 'https://gateway.example',
      sources: {
        database,
        clock,
        businessClock: clock,
        async openExceptions() {
          countedExceptions++
          return [{ institutionId: 'FI001', kind: 'LEDGER_DRIFT', count: 2 }]
        },
        oldestException: async () => undefined,
        async coresDown({ institutionId }) {
          if (fails) throw new Error('no answer')
          return down.filter((one) => [undefined, one].includes(institutionId))
        },
        lateDays: async () => [],
        institutionIds: () => ['FI001', 'FI002'],
        clockOffMs: () => 0,
      },
    })
  }
  const call = (request: string, body?: unknown, name = 'duty') => desk.call(name, request, body)
  async function made(rule: object, name = 'duty'): Promise<string> {
    const { status, data, message } = await call('POST /alert-rules', rule, name)
    assert.equal(status, 201, message)
    return data.id
  }
  const stateOf = async (id: string) => (await call(`GET /alert-rules/${id}`)).data
  const later = (minutes: number) => {
    desk.people.clock.nowMs += minutes * MINUTE_MS
  }

  test('an alert is raised once its minutes are over, told once, and cleared when it is over', async () => {
    const id = await made(CORE)
    const one = watch()
    await one.measureAll()
    assert.partialDeepStrictEqual(await stateOf(id), { state: 'OK', value: 0 })
    down = ['FI002']
    await one.measureAll()
    later(1)
    await one.measureAll()
    assert.partialDeepStrictEqual(await stateOf(id), { state: 'OK', value: 1, about: 'FI002' })
    later(1)
    await one.measureAll()
    await one.measureAll()
    const raised = await stateOf(id)
    assert.partialDeepStrictEqual(raised, { state: 'RAISED', value: 1, about: 'FI002' })
    assert.equal(Date.parse(raised.raisedAt), desk.people.clock.now())
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [['duty@told.example', 'A Tillgate alert was raised']],
    )
    assert.match(
      mails[0]?.text ?? '',
      /Core down\.\n\nMeasured: 1 \(threshold 1\), of FI002\.\n\n.*\/console\/alerts\//s,
    )
    const [told] = (await call('GET /notifications')).data.content
    assert.partialDeepStrictEqual(told, { kind: 'ALERT', resourceId: id, title: 'Alert: Core down (FI002)' })

    down = []
    await one.measureAll()
    const calm = await stateOf(id)
    assert.deepEqual([calm.state, calm.value, calm.raisedAt], ['OK', 0, undefined])
    assert.equal(mails.at(-1)?.subject, 'A Tillgate alert is over')
    const { content } = (await call('GET /notifications')).data
    assert.deepEqual(
      content.map(({ title }: { title: string }) => title),
      ['Over: Core down'],
    )
    const { rows } = await database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY position',
      [id],
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['alert-rule.create', 'alert-rule.raise', 'alert-rule.clear'],
    )
  })

  test('what recovers before its minutes are over raises nothing', async () => {
    const id = await made(CORE)
    const one = watch()
    down = ['FI001']
    await one.measureAll()
    later(1)
    down = []
    await one.measureAll()
    later(1)
    down = ['FI001']
    await one.measureAll()
    assert.equal((await stateOf(id)).state, 'OK')
    assert.deepEqual(mails, [])
  })

  test('what cannot be measured leaves an alert as it is', async () => {
    const id = await made({ ...CORE, forMinutes: 0 })
    const one = watch()
    down = ['FI001']
    await one.measureAll()
    fails = true
    await one.measureAll()
    assert.equal((await stateOf(id)).state, 'RAISED')
  })

  test('open exceptions are counted once in a round, whatever the rules are; a stop ends the round', async () => {
    const metrics = ['ledger.drift', 'ledger.silent', 'exceptions.open']
    for (const metric of metrics) await made({ ...CORE, name: metric, metric })
    const one = watch()
    countedExceptions = 0
    await one.measureAll(AbortSignal.abort())
    assert.equal(countedExceptions, 0)
    await one.measureAll()
    assert.equal(countedExceptions, 1)
  })

  test('one node measures at a time, and another goes on when it is gone', async () => {
    const id = await made({ ...CORE, forMinutes: 0 })
    const [first, second] = [watch(), watch()]
    await first.measureAll()
    down = ['FI001']
    await second.measureAll()
    assert.equal((await stateOf(id)).state, 'OK')
    await database.query(`UPDATE alert_duty SET until = now() - interval '1 second'`)
    await second.measureAll()
    assert.equal((await stateOf(id)).state, 'RAISED')
  })

  test('an alert is acknowledged while it is raised, and over when its rule is switched off', async () => {
    const id = await made({ ...CORE, forMinutes: 0 })
    assert.equal((await call(`POST /alert-rules/${id}/acknowledge`)).status, 409)
    down = ['FI001']
    await watch().measureAll()
    const { data } = await call(`POST /alert-rules/${id}/acknowledge`)
    assert.equal(data.acknowledgedBy, 'duty@told.example')
    assert.equal((await call(`POST /alert-rules/${id}/acknowledge`)).data.version, data.version)
    assert.equal((await call(`PATCH /alert-rules/${id}/activation?isActive=false`)).data.state, 'OK')
    assert.deepEqual((await call('GET /notifications')).data.content, [])
  })

  test('a rule of an institution watches and tells it alone', async () => {
    const id = await made({ ...CORE, forMinutes: 0, institutionId: 'FI001' }, 'banker')
    const one = watch()
    down = ['FI002']
    await one.measureAll()
    assert.equal((await stateOf(id)).state, 'OK')
    down = ['FI001', 'FI002']
    await one.measureAll()
    assert.equal((await stateOf(id)).about, 'FI001')
    assert.deepEqual(mails.map(({ to }) => to).sort(), ['banker@told.example', 'duty@told.example'])
    const ofPlatform = await made(CORE)
    assert.equal((await call(`GET /alert-rules/${ofPlatform}`, undefined, 'banker')).status, 404)
  })

  test('a webhook that the rule names is told of both ends, and no feed', async () => {
    const webhookId = newId(desk.people.clock.now())
    await database.query(
      `INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_at, updated_at, created_by, updated_by)
       VALUES ($1, 'OPS', 'Operators', '{accounts}', '{}', '{FI001}', now(), now(), 'test', 'test')`,
      [newId(1)],
    )
    await database.query(
      `INSERT INTO webhooks (id, partner_id, url, kinds, institution_ids, contact_email, secret_sealed, created_at, updated_at, created_by, updated_by)
       VALUES ($1, 'OPS', 'https://ops.example/hook', '{}', '{}', 'ops@bank.example', 'x', now(), now(), 'test', 'test')`,
      [webhookId],
    )
    await made({ ...CORE, forMinutes: 0, to: { webhookId } })
    const one = watch()
    down = ['FI001']
    await one.measureAll()
    down = []
    await one.measureAll()
    const { rows } = await database.query<{ kind: string; webhook_id: string; state: string }>(
      `SELECT kind, webhook_id, data->>'state' AS state FROM event_outbox ORDER BY position`,
    )
    assert.deepEqual(rows, [
      { kind: 'alert.raised', webhook_id: webhookId, state: 'RAISED' },
      { kind: 'alert.cleared', webhook_id: webhookId, state: 'OK' },
    ])
    assert.equal(coversKind(new Set(['events']), 'alert.raised'), false)
    assert.deepEqual(mails, [])
  })

  test('exceptions of a kind are counted', async () => {
    const id = await made({ name: 'Drift', metric: 'ledger.drift', threshold: 2, to: TO })
    const other = await made({ name: 'Silent', metric: 'ledger.silent', threshold: 1, to: TO })
    await watch().measureAll()
    assert.deepEqual([(await stateOf(id)).state, (await stateOf(other)).state], ['RAISED', 'OK'])
  })

  test('every metric can be measured', async () => {
    for (const metric of [
      'exceptions.open',
      'exceptions.oldest-minutes',
      'approval-rate',
      'core.down',
      'day.not-closed',
      'webhook.off',
      'ledger.drift',
      'ledger.silent',
      'cash.difference',
      'clock',
      'changes.waiting',
      'reads.unusual',
    ]) {
      const id = await made({ name: metric, metric, threshold: 0, to: TO })
      await watch().measureAll()
      const { value } = await stateOf(id)
      // Too few orders for a rate.
      if (metric !== 'approval-rate') assert.equal(typeof value, 'number', metric)
      await database.query(`UPDATE alert_duty SET until = '-infinity'`)
    }
    const id = await made({ name: 'Declines', metric: 'decline-code', responseCode: '110', threshold: 5, to: TO })
    await database.query(
      `INSERT INTO transaction_rollups (institution_id, granularity, business_date, hour, is_reversal, response_code, currency, count, amount_minor, reversed_minor)
       VALUES ('FI001', 'H', '20260115', $1, false, '110', 'USD', 30, 0, 0), ('FI001', 'H', '20260115', $1, false, '000', 'USD', 10, 0, 0)`,
      [new Date(Math.floor(desk.people.clock.now() / 3_600_000) * 3_600_000)],
    )
    const rate = await made({ name: 'Rate', metric: 'approval-rate', threshold: 70, to: TO })
    await watch().measureAll()
    assert.partialDeepStrictEqual(await stateOf(id), { state: 'RAISED', value: 30 })
    assert.partialDeepStrictEqual(await stateOf(rate), { state: 'RAISED', value: 25 })
  })

  // One row per bad rule: the field that the 400 names.
  const REFUSED: [rule: object, field: string][] = [
    [{ ...CORE, metric: 'weather' }, 'metric'],
    [{ ...CORE, to: {} }, 'to'],
    [{ ...CORE, to: { userIds: [newId(1)] } }, 'to.userIds[0]'],
    [{ ...CORE, to: { roleIds: [newId(1)] } }, 'to.roleIds[0]'],
    [{ ...CORE, to: { webhookId: newId(1) } }, 'to.webhookId'],
    [{ ...CORE, metric: 'decline-code' }, 'responseCode'],
    [{ ...CORE, responseCode: '110' }, 'responseCode'],
    [{ ...CORE, metric: 'clock', institutionId: 'FI001' }, 'institutionId'],
    [{ ...CORE, metric: 'approval-rate', threshold: 101 }, 'threshold'],
    [{ ...CORE, forMinutes: -1 }, 'forMinutes'],
  ]
  for (const [rule, field] of REFUSED) {
    test(`${JSON.stringify(rule).slice(0, 90)} is refused by ${field}`, async () => {
      const { status, message } = await call('POST /alert-rules', rule)
      assert.deepEqual([status, message.includes(field)], [400, true], message)
    })
  }

  test("a banker makes rules of the bank alone, and tells the bank's users alone", async () => {
    assert.equal((await call('POST /alert-rules', CORE, 'banker')).status, 400)
    assert.equal((await call('POST /alert-rules', { ...CORE, institutionId: 'FI002' }, 'banker')).status, 404)
    const stranger = await desk.people.add({ institutionId: 'FI002' })
    const rule = { ...CORE, institutionId: 'FI001', to: { userIds: [stranger] } }
    assert.equal((await call('POST /alert-rules', rule, 'banker')).status, 400)
  })
})
