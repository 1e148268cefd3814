// Notifications over HTTP: who is told of a change that waits, what becomes of it, and that each user has their own.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { openChangeRequests } from '../../../../../test/support/onboarding/open-change-requests.ts'
import type { PersonOptions } from '../../../../../test/support/onboarding/people.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID } from '../../../../administration/access/roles/system-roles.ts'
import { recordAudit } from '../../../../administration/audit/audit-log.ts'
import { ChangeNotices } from '../../../../administration/notifications/change-notices.ts'
import { Notifications } from '../../../../administration/notifications/notifications.ts'
import { DAY_MS } from '../../../../platform/kernel/time/clock.ts'
import type { Mail } from '../../../../platform/mail/outbox.ts'

onDatabase('notifications', (_engine, open) => {
  const suite = openChangeRequests(open)
  const mails: Mail[] = []
  let notices: ChangeNotices

  before(async () => {
    const { database, desk } = suite
    notices = new ChangeNotices({
      database,
      clock: desk.people.clock,
      outbox: { queue: async (_sql, mail) => void mails.push(mail) },
      mailQueued: () => {},
      publicUrl: () => 'https://gateway.example',
    })
    const limited = await desk.people.roles.create(desk.people.caller(), {
      roleName: 'Roles only',
      modules: [{ moduleId: 'USER_MGMT', actionIds: ['UPDATE'] }],
    })
    const other = await desk.people.roles.create(desk.people.caller(), {
      roleName: 'Billers only',
      modules: [{ moduleId: 'INSTITUTIONS', actionIds: ['UPDATE'] }],
    })
    await add('asker', { roleId: ADMINISTRATOR_ROLE_ID })
    await add('decider', { roleId: ADMINISTRATOR_ROLE_ID })
    await add('parent', { roleId: limited.id })
    await add('stranger', { roleId: other.id })
    await add('gone', { roleId: ADMINISTRATOR_ROLE_ID, isActive: false })
    await add('banker', { roleId: ADMINISTRATOR_ROLE_ID, institutionId: 'FI001' })
  })

  async function add(name: string, options: PersonOptions): Promise<void> {
    suite.ids[name] = await suite.desk.people.add({ email: `${name}@told.example`, ...options })
  }
  /** Signed in with these rights. */
  const list = async (name: string, grants = Grants.all()) => {
    suite.admit(name, { grants })
    return (await suite.desk.call(name, 'GET /notifications?size=50')).data.content
  }
  const unread = async (name: string) => (await suite.desk.call(name, 'GET /notifications/unread')).data.unread
  const told = (to: string) => mails.filter((mail) => mail.to === `${to}@told.example`)
  async function asked(): Promise<string> {
    suite.admit('asker')
    const { id, version } = await suite.role()
    const requestId = await suite.held('asker', `PATCH /roles/${id}`, { version, description: 'Other' })
    mails.length = 0
    await notices.tellAll()
    return requestId
  }

  test('those who may approve a change are told by mail and bell, by the name of the record', async () => {
    const requestId = await asked()
    const [mail] = told('decider')
    assert.match(mail?.text ?? '', /asker@bank\.example asks .*\n\nUpdate role: Role Role \d+\n/)
    assert.match(mail?.text ?? '', new RegExp(`https://gateway.example/console/change-requests/${requestId}`))
    assert.doesNotMatch(mail?.subject ?? '', /Role \d/)
    const [waiting] = await list('decider')
    assert.partialDeepStrictEqual(waiting, {
      kind: 'CHANGE_WAITS',
      resource: 'change-request',
      resourceId: requestId,
      details: { operation: 'UpdateRole', record: 'role', requestedBy: 'asker@bank.example' },
    })
    assert.match(waiting.title, /^Update role: Role Role \d+ waits for your approval$/)
    assert.match((await suite.stateOf(requestId)).recordName, /^Role \d+$/)
    // A grant on the module above is one.
    assert.equal((await list('parent')).length, 1)
    for (const name of ['asker', 'stranger', 'gone', 'banker']) {
      assert.deepEqual([name, await list(name), told(name)], [name, [], []])
    }
  })

  test('who may be one person with the maker is not told', async () => {
    const { database, desk } = suite
    await add('tied', { roleId: ADMINISTRATOR_ROLE_ID })
    const actor = { userId: suite.ids.tied as string, email: 'tied@told.example' }
    const creation = { action: 'user.create', resource: 'user', resourceId: suite.ids.asker as string }
    await database.transaction((sql) => recordAudit(sql, desk.people.clock.now(), actor, creation))
    await asked()
    assert.equal(told('decider').length, 1)
    assert.deepEqual([told('tied'), await list('tied')], [[], []])
  })

  test('a change is told once, however often the sweep runs', async () => {
    await asked()
    const mailed = mails.length
    await Promise.all([notices.tellAll(), notices.tellAll()])
    assert.ok(mailed > 0)
    assert.equal(mails.length, mailed)
  })

  test('the maker is told how it ended, and nobody else is waited for', async () => {
    const requestId = await asked()
    suite.admit('decider')
    assert.equal((await suite.decide('decider', requestId, 'reject', { comment: 'Not today' })).status, 200)
    mails.length = 0
    await notices.tellAll()
    const about = async (name: string) =>
      (await list(name)).filter(({ resourceId }: { resourceId: string }) => resourceId === requestId)
    assert.deepEqual([await about('decider'), await about('parent')], [[], []])
    const [ended] = await about('asker')
    assert.partialDeepStrictEqual(ended, {
      kind: 'CHANGE_ENDED',
      details: { state: 'REJECTED', decidedBy: 'decider@bank.example', comment: 'Not today' },
    })
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['asker@told.example'],
    )
    assert.match(mails[0]?.text ?? '', /has ended: rejected by decider@bank\.example\.[\s\S]*“Not today”/)
  })

  test('a change that its maker has withdrawn is told to nobody', async () => {
    const requestId = await asked()
    assert.equal((await suite.decide('asker', requestId, 'withdraw')).status, 200)
    mails.length = 0
    await notices.tellAll()
    assert.deepEqual(mails, [])
    assert.equal(
      (await list('asker')).some(({ resourceId }: { resourceId: string }) => resourceId === requestId),
      false,
    )
  })

  test('what the role covers no more is not shown', async () => {
    await asked()
    const shown = await list('decider')
    assert.ok(shown.length > 0)
    const lesser = Grants.of([{ moduleId: 'ROLES', actionId: 'VIEW' }])
    assert.deepEqual(await list('decider', lesser), [])
    assert.equal(await unread('decider'), 0)
  })

  test('read ones come last and count no more; those of others are left alone', async () => {
    await asked()
    await asked()
    const before = await list('decider')
    const [first, second] = before
    assert.equal(await unread('decider'), before.length)
    await list('parent')
    const stolen = await suite.desk.call('parent', 'POST /notifications/read', { ids: [first.id] })
    assert.equal(stolen.status, 200)
    assert.equal(await unread('decider'), before.length)
    const { data } = await suite.desk.call('decider', 'POST /notifications/read', { ids: [first.id] })
    assert.equal(data.unread, before.length - 1)
    const after = await list('decider')
    assert.deepEqual([after[0].id, after.at(-1).id, after.at(-1).readAt !== undefined], [second.id, first.id, true])
    assert.equal((await suite.desk.call('decider', 'POST /notifications/read')).data.unread, 0)
  })

  test('bad ids are refused by name', async () => {
    suite.admit('decider')
    for (const body of [{ ids: [] }, { ids: ['one'] }, { ids: 'one' }]) {
      const { status, message } = await suite.desk.call('decider', 'POST /notifications/read', body)
      assert.deepEqual([status, message.includes('ids')], [400, true], message)
    }
  })

  test('what is over is deleted, a page at a time', async () => {
    const { database, desk } = suite
    await database.query(
      `INSERT INTO notifications (notification_id, user_id, kind, resource, resource_id, title, details, created_at, expires_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'EXPORT_ENDED', 'transaction-export', n::text, 'x', '{}', $1, $1
         FROM generate_series(1, 1500) n`,
      [new Date(desk.people.clock.now() - DAY_MS)],
    )
    await new Notifications({ database, clock: desk.people.clock }).deleteOld()
    const { rows } = await database.query<{ left: bigint }>(
      `SELECT count(*) AS left FROM notifications WHERE title = 'x'`,
    )
    assert.equal(rows[0]?.left, 0n)
    assert.ok((await list('decider')).length > 0)
  })
})
