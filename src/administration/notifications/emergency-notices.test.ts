// Who is told of an emergency change, when its review is overdue, and of its end: once each, whichever node tells it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '../../../test/support/machine/database.ts'
import { openChangeRequests } from '../../../test/support/onboarding/open-change-requests.ts'
import { DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { Grants } from '../access/principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID } from '../access/roles/system-roles.ts'
import { ChangeNotices } from './change-notices.ts'
import { EmergencyNotices } from './emergency-notices.ts'

const REASON = 'The limits stop every card, nobody else is on duty'
const RIGHTS = Grants.of(['VIEW', 'CREATE', 'EMERGENCY'].map((actionId) => ({ moduleId: 'APP_PROPERTIES', actionId })))

eachEngine('notices of emergencies', (_engine, open) => {
  const suite = openChangeRequests(open)
  const mails: Mail[] = []
  let notices: EmergencyNotices
  let ofNodesBefore: ChangeNotices

  before(async () => {
    const { database, desk } = suite
    const parts = {
      database,
      clock: desk.people.clock,
      outbox: { queue: async (_sql: unknown, mail: Mail) => void mails.push(mail) },
      mailQueued: () => {},
      publicUrl: () => 'https://gateway.example',
    }
    notices = new EmergencyNotices(parts)
    ofNodesBefore = new ChangeNotices(parts)
    await suite.kept(['APP_PROPERTIES:CREATE'])
    for (const name of ['breaker', 'decider', 'another']) {
      suite.ids[name] = await desk.people.add({ email: `${name}@told.example`, roleId: ADMINISTRATOR_ROLE_ID })
    }
    await database.query(
      `INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_by, updated_by)
       VALUES (gen_random_uuid(), 'OPS', 'Operators', '{accounts}', '{}', '{FI001,FI002}', 'x', 'x'),
              (gen_random_uuid(), 'BANK', 'Of a bank', '{accounts}', '{}', '{FI001}', 'x', 'x')`,
    )
    await database.query(
      `INSERT INTO webhooks (id, partner_id, url, kinds, institution_ids, contact_email, secret_sealed, created_at, updated_at,
                             created_by, updated_by)
       SELECT gen_random_uuid(), p, 'https://hooks.example/' || p, k, '{}', 'ops@bank.example', 's', now(), now(), 'x', 'x'
         FROM (VALUES ('OPS', ARRAY['change.emergency']), ('OPS', ARRAY[]::text[]), ('BANK', ARRAY['change.emergency'])) AS w (p, k)`,
    )
  })

  let count = 0
  async function broken(): Promise<string> {
    suite.admit('breaker', { grants: RIGHTS })
    const { status, message } = await suite.desk.call('breaker', 'POST /application-properties', {
      ...{ environment: 'sandbox', application: 'terminals', key: `told-${++count}`, value: '1', valueType: 'INT' },
      breakGlass: { reason: REASON },
    })
    assert.equal(status, 201, message)
    return /request (\S+)/.exec(message)?.[1] ?? ''
  }
  /** Told by both sweeps, in this order: those of nodes before know nothing of emergencies. */
  async function told(): Promise<string[]> {
    mails.length = 0
    await ofNodesBefore.tellAll()
    assert.equal(mails.length, 0)
    await notices.tellAll()
    return mails.map(({ to, subject }) => `${to?.split('@')[0]}: ${subject}`).toSorted()
  }
  const kindsOf = async (name: string) => {
    suite.admit(name)
    const { data } = await suite.desk.call(name, 'GET /notifications?size=50')
    return data.content.map(({ kind }: { kind: string }) => kind)
  }

  test('all who could have approved it are told once, and webhooks of operators that name the kind', async () => {
    await broken()
    const subject = 'A Tillgate change was carried out in an emergency'
    assert.deepEqual(await told(), [`another: ${subject}`, `decider: ${subject}`])
    assert.match(mails[0]?.text ?? '', /The limits stop every card/)
    assert.deepEqual(await kindsOf('decider'), ['CHANGE_EMERGENCY'])
    const { rows } = await suite.database.query<{ partner_id: string; kind: string }>(
      'SELECT partner_id, kind FROM event_outbox WHERE webhook_id IS NOT NULL',
    )
    assert.deepEqual(
      rows.map((row) => `${row.partner_id} ${row.kind}`),
      ['OPS change.emergency'],
    )
    assert.deepEqual(await told(), [])
  })

  test('they are told again when the review is overdue, and an objection is told to all', async () => {
    const id = await broken()
    await told()
    const { clock } = suite.desk.people
    clock.nowMs += DAY_MS
    const overdue = await told()
    assert.ok(overdue.includes('decider: A Tillgate emergency change has no review'), overdue.join())
    assert.deepEqual(await told(), [])
    assert.ok((await kindsOf('decider')).includes('CHANGE_OVERDUE'))
    suite.admit('decider')
    const review = { verdict: 'OBJECTED', comment: 'The limits were right' }
    assert.equal((await suite.desk.call('decider', `POST /change-requests/${id}/review`, review)).status, 200)
    const objected = await told()
    const subject = 'Objection to a Tillgate emergency change'
    assert.deepEqual(objected, [`another: ${subject}`, `breaker: ${subject}`, `decider: ${subject}`])
    assert.deepEqual(await told(), [])
    clock.nowMs -= DAY_MS
  })

  test('of one that was reviewed at once both are told, the emergency first', async () => {
    const id = await broken()
    suite.admit('decider')
    const review = { verdict: 'CONFIRMED', comment: 'It had to be' }
    assert.equal((await suite.desk.call('decider', `POST /change-requests/${id}/review`, review)).status, 200)
    assert.equal((await told()).length, 2)
    assert.deepEqual(await told(), ['breaker: Your Tillgate emergency change was reviewed'])
    assert.deepEqual(await told(), [])
  })
})
