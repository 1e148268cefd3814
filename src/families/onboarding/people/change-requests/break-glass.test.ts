// Changes that are carried out in an emergency, over HTTP: who may, what is kept, who reviews it, and what always needs two.

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { eachEngine } from '../../../../../test/support/machine/database.ts'
import { fresh, openChangeRequests } from '../../../../../test/support/onboarding/open-change-requests.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { DAY_MS } from '../../../../platform/kernel/time/clock.ts'

const REASON = 'The limits stop every card, nobody else is on duty'
const BREAK = { breakGlass: { reason: REASON } }
const ENTRIES = ['APP_PROPERTIES:CREATE', 'APP_PROPERTIES:UPDATE', 'APP_PROPERTIES:DELETE', 'ROLES:CREATE']

/** All rights on properties and roles, and EMERGENCY where it is named. */
function rights(...emergencies: string[]): Grants {
  const actions = ['VIEW', 'CREATE', 'UPDATE', 'DELETE', 'ACTIVATE', 'APPROVE']
  return Grants.of([
    ...['APP_PROPERTIES', 'ROLES'].flatMap((moduleId) => actions.map((actionId) => ({ moduleId, actionId }))),
    ...emergencies.map((moduleId) => ({ moduleId, actionId: 'EMERGENCY' })),
  ])
}

eachEngine('changes in an emergency', (_engine, open) => {
  const suite = openChangeRequests(open)
  const { admit, held, stateOf, decide, audited, sealedOf } = suite

  beforeEach(async () => {
    await suite.kept(ENTRIES)
    admit('maker', { grants: rights('APP_PROPERTIES') })
    admit('clerk', { grants: rights() })
  })

  const wanted = (more: object = {}) => ({
    ...{ environment: 'sandbox', application: 'terminals', key: fresh().replace(' ', '-').toLowerCase(), value: '1' },
    ...{ valueType: 'INT', ...more },
  })
  const made = async (): Promise<{ id: string; version: number }> => {
    await suite.kept([])
    const { status, data, message } = await suite.desk.call('maker', 'POST /application-properties', wanted())
    assert.equal(status, 201, message)
    await suite.kept(ENTRIES)
    return data
  }
  const newest = async () => (await suite.desk.call('maker', 'GET /change-requests?size=1')).data.content[0]
  const countAll = async () => (await suite.desk.call('administrator', 'GET /change-requests')).data.totalElements

  test('a change that would wait is carried out at once, and its record is made with it', async () => {
    const { status, data, message } = await suite.desk.call('maker', 'POST /application-properties', {
      ...wanted(),
      breakGlass: { reason: `  ${REASON} ` },
    })
    assert.equal(status, 201, message)
    const request = await newest()
    assert.match(message, new RegExp(`emergency: change request ${request.id}`))
    assert.partialDeepStrictEqual(request, {
      module: 'APP_PROPERTIES',
      action: 'CREATE',
      operation: 'CreateApplicationProperty',
      state: 'CARRIED_OUT',
      before: null,
      requestedBy: 'maker@bank.example',
      decidedBy: 'maker@bank.example',
      waitsForMe: false,
      emergency: { reason: REASON, isOverdue: false },
    })
    assert.equal(Date.parse(request.emergency.reviewDueAt) - Date.parse(request.emergency.at), DAY_MS)
    assert.deepEqual(await audited(request.id), ['change-request.break-glass by maker'])
    assert.deepEqual(await audited(data.id), ['application-property.create by maker'])
  })

  test('a change of a record and one without a body too', async () => {
    const { id, version } = await made()
    const changed = await suite.desk.call('maker', `PATCH /application-properties/${id}`, {
      ...{ version, value: '2', valueType: 'INT' },
      ...BREAK,
    })
    assert.equal(changed.status, 200, changed.message)
    assert.partialDeepStrictEqual(await newest(), { state: 'CARRIED_OUT', resourceId: id, after: { value: '2' } })
    const removed = await suite.desk.call('maker', `DELETE /application-properties/${id}`, BREAK)
    assert.equal(removed.status, 200, removed.message)
    assert.partialDeepStrictEqual(await newest(), { state: 'CARRIED_OUT', resourceId: id, after: null })
  })

  test('while a change of the record by another user waits, which then cannot be made any more', async () => {
    const { id, version } = await made()
    const waiting = await held('clerk', `DELETE /application-properties/${id}`)
    const body = { version, value: '3', valueType: 'INT', ...BREAK }
    assert.equal((await suite.desk.call('maker', `PATCH /application-properties/${id}`, body)).status, 200)
    assert.equal((await decide('checker', waiting, 'approve')).status, 409)
    assert.equal((await stateOf(waiting)).state, 'FAILED')
  })

  test('where nothing would have waited the change is made, and no emergency is recorded', async () => {
    await suite.kept([])
    const before = await countAll()
    const { status, message } = await suite.desk.call('clerk', 'POST /application-properties', {
      ...wanted(),
      ...BREAK,
    })
    assert.deepEqual([status, message], [201, 'Created'])
    assert.equal(await countAll(), before)
  })

  describe('a reason is refused', () => {
    const BAD: [title: string, breakGlass: unknown, field: RegExp][] = [
      ['that is missing', {}, /breakGlass\.reason/],
      ['that is no text', { reason: 7 }, /breakGlass\.reason/],
      ['of 19 characters', { reason: 'x'.repeat(19) }, /breakGlass\.reason/],
      ['of blanks', { reason: ' '.repeat(30) }, /breakGlass\.reason/],
      ['of 19 characters and blanks', { reason: `  ${'x'.repeat(19)}  ` }, /breakGlass\.reason/],
      ['with control characters', { reason: `${REASON}\u0007` }, /breakGlass\.reason/],
      ['that is too long', { reason: 'x'.repeat(1_001) }, /breakGlass\.reason/],
      ['that is no object', 'now please, at once, thank you', /breakGlass/],
      ['that is null', null, /breakGlass/],
    ]
    for (const [title, breakGlass, field] of BAD) {
      test(title, async () => {
        const before = await countAll()
        const answer = await suite.desk.call('maker', 'POST /application-properties', { ...wanted(), breakGlass })
        assert.equal(answer.status, 400, answer.message)
        assert.match(answer.message, field)
        assert.equal(await countAll(), before)
      })
    }

    test('card numbers in it are masked', async () => {
      const reason = `${REASON} 4111111111111111`
      await suite.desk.call('maker', 'POST /application-properties', { ...wanted(), breakGlass: { reason } })
      const request = await newest()
      assert.doesNotMatch(request.emergency.reason, /4111111111111111/)
    })
  })

  describe('who may break the glass of properties', () => {
    const ROWS: [title: string, grants: Grants, status: number][] = [
      ['a role that names EMERGENCY on the module', rights('APP_PROPERTIES'), 201],
      ['a role without it', rights(), 403],
      ['a role that grants everything', Grants.all(), 403],
      ['a role that names it on another module', rights('ACCOUNTS'), 403],
      ['a role that names it on the module above', rights('CONFIG'), 403],
      [
        'a role that names it without the right to the change',
        Grants.of([{ moduleId: 'APP_PROPERTIES', actionId: 'EMERGENCY' }]),
        403,
      ],
    ]
    for (const [title, grants, status] of ROWS) {
      test(`${title}: ${status}`, async () => {
        const before = await countAll()
        admit('maker', { grants })
        const body = wanted()
        const answer = await suite.desk.call('maker', 'POST /application-properties', { ...body, ...BREAK })
        assert.equal(answer.status, status, answer.message)
        if (status !== 201) assert.equal(await countAll(), before)
      })
    }
  })

  describe('always needs a second user', () => {
    const LIST = { environment: 'uat', application: '*', key: 'four-eyes', valueType: 'JSON' }
    const ROWS: [title: string, request: string, body: object][] = [
      ['a list that becomes shorter', 'POST /application-properties', { ...LIST, value: '["CARDS:CREATE"]' }],
      [
        'a list that becomes longer',
        'POST /application-properties',
        { ...LIST, environment: 'sandbox', institutionId: 'FI001', value: '["CARDS:CREATE"]' },
      ],
      ['a role', 'POST /roles', { roleName: 'Emergency role', modules: [] }],
    ]
    for (const [title, request, body] of ROWS) {
      test(title, async () => {
        const before = await countAll()
        admit('maker', { grants: rights('APP_PROPERTIES', 'ROLES') })
        const answer = await suite.desk.call('maker', request, { ...body, ...BREAK })
        assert.deepEqual([answer.status, await countAll()], [409, before], answer.message)
        assert.match(answer.message, /needs a second user/)
        const waiting = await held('maker', request, body)
        assert.equal((await stateOf(waiting)).mayBreakGlass, undefined)
        const broken = await decide('maker', waiting, 'break-glass', { reason: REASON })
        assert.deepEqual([broken.status, (await stateOf(waiting)).state], [409, 'PENDING'])
        await decide('maker', waiting, 'withdraw')
      })
    }
  })

  describe('a change that waits', () => {
    const waiting = () => held('maker', 'POST /application-properties', wanted())

    test('is carried out in an emergency by the user who asked for it, as the change answers', async () => {
      const id = await waiting()
      assert.equal((await stateOf(id)).mayBreakGlass, true)
      const { status, data, message } = await decide('maker', id, 'break-glass', { reason: REASON })
      assert.equal(status, 201, message)
      assert.partialDeepStrictEqual(await stateOf(id), { state: 'CARRIED_OUT', emergency: { reason: REASON } })
      assert.equal((await suite.desk.call('clerk', `GET /application-properties/${data.id}`)).status, 200)
      assert.equal(await sealedOf(id), null)
      assert.deepEqual(await audited(id), ['change-request.create by maker', 'change-request.break-glass by maker'])
      for (const verb of ['approve', 'reject']) assert.equal((await decide('checker', id, verb)).status, 409, verb)
      for (const verb of ['withdraw', 'break-glass']) {
        assert.equal((await decide('maker', id, verb, { reason: REASON })).status, 409, verb)
      }
    })

    test('is refused to others (409), without the right (403), unseen (404), and without a reason (400)', async () => {
      const id = await waiting()
      admit('other', { grants: rights('APP_PROPERTIES') })
      assert.equal((await decide('other', id, 'break-glass', { reason: REASON })).status, 409)
      admit('stranger', { grants: Grants.of([]) })
      assert.equal((await decide('stranger', id, 'break-glass', { reason: REASON })).status, 404)
      assert.equal((await decide('maker', id, 'break-glass', { reason: 'quick' })).status, 400)
      admit('maker', { grants: rights() })
      assert.equal((await stateOf(id)).mayBreakGlass, undefined)
      assert.equal((await decide('maker', id, 'break-glass', { reason: REASON })).status, 403)
      admit('maker', { grants: Grants.of([{ moduleId: 'APP_PROPERTIES', actionId: 'EMERGENCY' }]) })
      assert.equal((await decide('maker', id, 'break-glass', { reason: REASON })).status, 403)
      assert.equal((await stateOf(id)).state, 'PENDING')
    })

    test('stays as it is when the change is refused', async () => {
      const { id, version } = await made()
      const request = await held('maker', `PATCH /application-properties/${id}`, {
        version,
        value: '9',
        valueType: 'INT',
      })
      const body = { version, value: '8', valueType: 'INT', ...BREAK }
      assert.equal((await suite.desk.call('maker', `PATCH /application-properties/${id}`, body)).status, 200)
      assert.equal((await decide('maker', request, 'break-glass', { reason: REASON })).status, 409)
      assert.partialDeepStrictEqual(await stateOf(request), { state: 'PENDING' })
    })

    test('has expired after seven days, also for an emergency', async () => {
      const id = await waiting()
      const { clock } = suite.desk.people
      clock.nowMs += 7 * DAY_MS
      try {
        assert.equal((await decide('maker', id, 'break-glass', { reason: REASON })).status, 409)
        assert.equal((await stateOf(id)).state, 'EXPIRED')
      } finally {
        clock.nowMs -= 7 * DAY_MS
      }
    })

    for (const [verb, by] of [
      ['approve', 'checker'],
      ['reject', 'checker'],
      ['withdraw', 'maker'],
    ] as const) {
      test(`ends once when it is carried out and there is ${verb} at the same moment`, async () => {
        const body = wanted()
        const id = await held('maker', 'POST /application-properties', body)
        const answers = await Promise.all([
          decide('maker', id, 'break-glass', { reason: REASON }),
          decide(by, id, verb),
        ])
        const good = answers.filter(({ status }) => status < 300)
        assert.equal(good.length, 1, JSON.stringify(answers))
        const { state } = await stateOf(id)
        const isMade = ['CARRIED_OUT', 'APPROVED'].includes(state)
        const { totalElements } = (
          await suite.desk.call('clerk', 'POST /application-properties/list', { key: body.key })
        ).data
        assert.equal(totalElements, isMade ? 1 : 0, state)
        assert.equal((await audited(id)).length, 2)
      })
    }
  })

  describe('a review', () => {
    async function carriedOut(): Promise<string> {
      const { status, message } = await suite.desk.call('maker', 'POST /application-properties', {
        ...wanted(),
        ...BREAK,
      })
      assert.equal(status, 201, message)
      return (await newest()).id
    }
    const review = (name: string, id: string, verdict = 'CONFIRMED') =>
      decide(name, id, 'review', { verdict, comment: 'Looked at it' })
    const waits = async (name: string) =>
      (await suite.desk.call(name, 'POST /change-requests/list?size=200', { waitsForMe: true })).data.content.map(
        (one: { id: string }) => one.id,
      )

    for (const [verdict, state, deed] of [
      ['CONFIRMED', 'REVIEWED', 'review'],
      ['OBJECTED', 'OBJECTED', 'object'],
    ] as const) {
      test(`that is ${verdict} ends it as ${state}, once`, async () => {
        const id = await carriedOut()
        assert.ok((await waits('checker')).includes(id))
        assert.ok(!(await waits('maker')).includes(id))
        const { status, data, message } = await review('checker', id, verdict)
        assert.equal(status, 200, message)
        assert.partialDeepStrictEqual(data, {
          state,
          waitsForMe: false,
          emergency: { reviewedBy: 'checker@bank.example', comment: 'Looked at it' },
        })
        assert.deepEqual((await audited(id)).slice(1), [`change-request.${deed} by checker`])
        assert.equal((await review('checker', id, verdict)).status, 409)
        assert.ok(!(await waits('checker')).includes(id))
      })
    }

    test('by two at once counts once', async () => {
      const id = await carriedOut()
      admit('other')
      const answers = await Promise.all([review('checker', id), review('other', id, 'OBJECTED')])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal((await audited(id)).length, 2)
    })

    test('is for others who could have approved it', async () => {
      const id = await carriedOut()
      assert.equal((await review('maker', id)).status, 403)
      admit('viewer', { grants: Grants.of([{ moduleId: 'APP_PROPERTIES', actionId: 'VIEW' }]) })
      assert.equal((await review('viewer', id)).status, 403)
      admit('banker', { scope: { institutionId: 'FI001' } })
      assert.equal((await review('banker', id)).status, 403)
      admit('stranger', { grants: Grants.of([]) })
      assert.equal((await review('stranger', id)).status, 404)
      for (const body of [{ verdict: 'FINE', comment: 'x' }, { verdict: 'CONFIRMED' }, { comment: 'x' }]) {
        assert.equal((await decide('checker', id, 'review', body)).status, 400)
      }
      assert.equal((await stateOf(id)).state, 'CARRIED_OUT')
    })

    test('of a change that waits is refused', async () => {
      const id = await held('maker', 'POST /application-properties', wanted())
      assert.equal((await review('checker', id)).status, 409)
    })

    test('is overdue after 24 hours', async () => {
      const id = await carriedOut()
      const { clock } = suite.desk.people
      clock.nowMs += DAY_MS - 1
      assert.equal((await stateOf(id)).emergency.isOverdue, false)
      clock.nowMs += 1
      assert.equal((await stateOf(id)).emergency.isOverdue, true)
      clock.nowMs -= DAY_MS
    })
  })

  test('EMERGENCY is granted by users who lack it, and always with a second one', async () => {
    await suite.kept([])
    const modules = [{ moduleId: 'ACCOUNTS', actionId: ['EMERGENCY'] }]
    const asked = await held('maker', 'POST /roles', { roleName: fresh(), modules })
    const role = (await decide('checker', asked, 'approve')).data
    assert.deepEqual(role.modules[0].actionId, ['EMERGENCY'])
    // What grants nothing new does not wait, and what does, does.
    const { id, version } = role
    const renamed = await suite.desk.call('maker', `PATCH /roles/${id}`, { version, roleName: fresh(), modules })
    assert.equal(renamed.status, 200, renamed.message)
    const more = [{ moduleId: 'CARDS', actionId: ['EMERGENCY'] }, ...modules]
    await decide(
      'maker',
      await held('maker', `PATCH /roles/${id}`, { version: version + 1, modules: more }),
      'withdraw',
    )
    assert.equal((await suite.desk.call('maker', `PATCH /roles/${id}/activation?isEnabled=false`)).status, 200)
    await decide('maker', await held('maker', `PATCH /roles/${id}/activation?isEnabled=true`), 'reject')
    // To give the role to somebody is to grant it.
    await suite.desk.people.roles.setEnabled(suite.desk.people.caller(), id, true)
    const user = { firstName: 'Ann', lastName: 'Archer', roleId: id }
    admit('administrator')
    const answer = await suite.desk.call('administrator', 'POST /users', { ...user, mailID: 'ann.archer@bank.example' })
    assert.equal(answer.status, 202, answer.message)
    for (const moduleId of ['USERS', 'ROLES', 'PARTNERS', 'CORRECTIONS', 'DIGITAL_MONEY', 'CUSTOMERS', 'DASHBOARD']) {
      const refused = await suite.desk.call('maker', 'POST /roles', {
        roleName: fresh(),
        modules: [{ moduleId, actionId: ['EMERGENCY'] }],
      })
      assert.equal(refused.status, 400, moduleId)
      assert.match(refused.message, /modules\[0\]\.actionId\[0\]/)
    }
  })
})
