// Saved views over HTTP: whose they are, who sees and changes them, and how many there may be.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { MOST_VIEWS, SavedViews } from '../../../../administration/access/saved-views/saved-views.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import { SAVED_VIEW_OPERATIONS } from './operations.ts'

const VIEW = { list: '/terminals', name: 'Out of order', filters: [{ name: 'status', value: 'INACTIVE' }] }
const SHOP = newId(0)
const NOTHING = Grants.of([])

onDatabase('saved views', (_engine, open) => {
  let database: Database
  let desk: Administration

  before(async () => {
    database = (await open()).database
    const clock = { now: () => desk.people.clock.now() }
    desk = await openAdministration(database, SAVED_VIEW_OPERATIONS, {
      savedViews: new SavedViews({ database, clock }),
    })
    const callers = { one: {}, other: {}, banker: { institutionId: 'FI001' }, clerk: { institutionId: 'FI001' } }
    for (const [name, scope] of Object.entries(callers)) desk.admit(name, { scope, grants: NOTHING })
    desk.admit('foreign', { scope: { institutionId: 'FI002' } })
    desk.admit('shop', { scope: { institutionId: 'FI001', subTenantId: SHOP } })
    desk.admit('manager', {
      scope: { institutionId: 'FI001' },
      grants: Grants.of(['UPDATE', 'DELETE'].map((actionId) => ({ moduleId: 'USERS', actionId }))),
    })
  })
  beforeEach(() => database.query('DELETE FROM saved_views'))
  after(() => desk.close())

  const call = (name: string, request: string, body?: unknown) => desk.call(name, request, body)
  async function saved(name: string, more: object = {}) {
    const { status, data, message } = await call(name, 'POST /saved-views', { ...VIEW, ...more })
    assert.equal(status, 201, message)
    return data
  }
  const namesOf = async (name: string, filter: object = {}) =>
    (await call(name, 'POST /saved-views/list', filter)).data.content.map((view: { name: string }) => view.name)
  const actions = async (id: string) =>
    (
      await database.query<{ action: string; institution_id: string | null }>(
        'SELECT action, institution_id FROM audit_log WHERE resource_id = $1 ORDER BY position',
        [id],
      )
    ).rows

  test('a view is kept, changed and removed by its owner, and audited in the scope', async () => {
    const { id, ...made } = await saved('banker', { sort: 'createdAt:desc' })
    assert.partialDeepStrictEqual(made, { ...VIEW, sort: 'createdAt:desc', isShared: false, institutionId: 'FI001' })
    const filters = [{ name: 'kind', value: 'ATM,POS' }]
    const changed = await call('banker', `PATCH /saved-views/${id}`, { version: 1, filters, sort: null })
    assert.partialDeepStrictEqual(changed.data, { version: 2, filters, name: VIEW.name })
    assert.equal(changed.data.sort, undefined)
    assert.equal((await call('banker', `PATCH /saved-views/${id}`, { version: 1, name: 'Late' })).status, 409)
    assert.equal((await call('banker', `DELETE /saved-views/${id}`)).status, 200)
    assert.equal((await call('banker', `GET /saved-views/${id}`)).status, 404)
    assert.deepEqual(
      await actions(id),
      ['create', 'update', 'delete'].map((verb) => ({ action: `saved-view.${verb}`, institution_id: 'FI001' })),
    )
  })

  test('one that is not shared is its owner’s alone, even for administrators', async () => {
    const { id } = await saved('clerk')
    for (const name of ['banker', 'manager', 'administrator']) {
      assert.deepEqual(await namesOf(name), [], name)
      assert.equal((await call(name, `GET /saved-views/${id}`)).status, 404, name)
      assert.equal((await call(name, `PATCH /saved-views/${id}`, { version: 1, name: 'Mine' })).status, 404, name)
      assert.equal((await call(name, `DELETE /saved-views/${id}`)).status, 404, name)
    }
  })

  const SHARED: [by: string, seenBy: string[]][] = [
    ['one', ['one', 'other', 'administrator']],
    ['banker', ['banker', 'clerk', 'manager']],
    ['shop', ['shop']],
  ]
  for (const [by, seenBy] of SHARED) {
    test(`one that ${by} shares is seen from exactly the same scope`, async () => {
      const { id } = await saved(by, { isShared: true })
      for (const name of ['one', 'other', 'administrator', 'banker', 'clerk', 'manager', 'foreign', 'shop']) {
        const seen = seenBy.includes(name)
        assert.deepEqual(await namesOf(name), seen ? [VIEW.name] : [], name)
        assert.equal((await call(name, `GET /saved-views/${id}`)).status, seen ? 200 : 404, name)
        if (!seen) assert.equal((await call(name, `DELETE /saved-views/${id}`)).status, 404, name)
      }
    })
  }

  test('a shared one is changed and removed by its owner and by administrators of users only', async () => {
    const { id } = await saved('banker', { isShared: true })
    assert.equal((await call('clerk', `PATCH /saved-views/${id}`, { version: 1, name: 'Mine' })).status, 403)
    assert.equal((await call('clerk', `DELETE /saved-views/${id}`)).status, 403)
    const hidden = await call('manager', `PATCH /saved-views/${id}`, { version: 1, isShared: false })
    assert.partialDeepStrictEqual(hidden, { status: 200, data: { isShared: false, version: 2 } })
    assert.equal((await call('manager', `GET /saved-views/${id}`)).status, 404)
    await call('banker', `PATCH /saved-views/${id}`, { version: 2, isShared: true })
    assert.equal((await call('manager', `DELETE /saved-views/${id}`)).status, 200)
  })

  test('an owner who has moved to another scope leaves the views behind', async () => {
    const userId = newId(1)
    desk.admit('mover', { userId, scope: { institutionId: 'FI001' } })
    const { id } = await saved('mover')
    desk.admit('mover', { userId, scope: { institutionId: 'FI002' } })
    assert.deepEqual(await namesOf('mover'), [])
    assert.equal((await call('mover', `GET /saved-views/${id}`)).status, 404)
  })

  test('views are found by list, owner and whether they are shared', async () => {
    const { ownerId } = await saved('banker', { name: 'b' })
    await saved('banker', { name: 'C', list: '/billers' })
    await saved('clerk', { name: 'A', isShared: true })
    assert.deepEqual(await namesOf('banker'), ['A', 'b', 'C'])
    assert.deepEqual(await namesOf('banker', { list: '/terminals' }), ['A', 'b'])
    assert.deepEqual(await namesOf('banker', { ownerId }), ['b', 'C'])
    assert.deepEqual(await namesOf('banker', { isShared: true }), ['A'])
    const { data } = await call('banker', 'GET /saved-views?page=2&size=1')
    assert.deepEqual([data.content[0].name, data.totalElements], ['b', 3])
  })

  test('a name is free once for each list of a user, in any letter case', async () => {
    const { id } = await saved('banker', { name: 'Late' })
    await saved('clerk', { name: 'Late' })
    await saved('banker', { name: 'Late', list: '/billers' })
    const other = await saved('banker')
    const taken = await call('banker', 'POST /saved-views', { ...VIEW, name: 'late' })
    assert.deepEqual([taken.status, taken.message.slice(0, 9)], [409, 'B-REQ-009'])
    assert.equal((await call('banker', `PATCH /saved-views/${other.id}`, { version: 1, name: 'LATE' })).status, 409)
    assert.equal((await call('banker', `PATCH /saved-views/${id}`, { version: 1, name: 'LATE' })).status, 200)
  })

  test('the same view saved many times at once is kept once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('banker', 'POST /saved-views', VIEW)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
  })

  async function fill(count: number, isShared: boolean, owner?: string): Promise<void> {
    await database.query(
      `INSERT INTO saved_views (id, institution_id, owner_id, list, name, filters, is_shared, created_at, updated_at, created_by, updated_by)
       SELECT gen_random_uuid(), 'FI001', coalesce($3::uuid, gen_random_uuid()), '/terminals', 'v' || n, '[]', $2, now(), now(), 'a', 'a'
         FROM generate_series(1, $1::int) n`,
      [count, isShared, owner ?? null],
    )
  }

  test('a user keeps 100 views, also when the last two are saved at once', async () => {
    const { ownerId, id } = await saved('banker')
    await fill(MOST_VIEWS - 2, false, ownerId)
    const names = ['last', 'one too many'].map((name) => call('banker', 'POST /saved-views', { ...VIEW, name }))
    assert.deepEqual((await Promise.all(names)).map(({ status }) => status).sort(), [201, 409])
    await call('banker', `DELETE /saved-views/${id}`)
    await saved('banker', { name: 'room again' })
  })

  test('100 views of a list are shared in a scope', async () => {
    await fill(MOST_VIEWS, true)
    assert.equal((await call('banker', 'POST /saved-views', { ...VIEW, isShared: true })).status, 409)
    const { id } = await saved('banker')
    assert.equal((await call('banker', `PATCH /saved-views/${id}`, { version: 1, isShared: true })).status, 409)
    await saved('foreign', { isShared: true })
    await saved('banker', { isShared: true, list: '/billers' })
  })

  const REFUSED: [what: string, body: object, field: string][] = [
    ['a list that is no path', { list: 'terminals' }, 'list'],
    ['a list of another site', { list: '/a?b=c' }, 'list'],
    ['no name', { name: ' ' }, 'name'],
    ['a value that is a card number', { filters: [{ name: 'search', value: '4000000000000002' }] }, 'filters[0].value'],
    ['a long value', { filters: [{ name: 'search', value: 'x'.repeat(501) }] }, 'filters[0].value'],
    ['a name of a filter with blanks', { filters: [{ name: 'a b', value: 'x' }] }, 'filters[0].name'],
    ['a filter twice', { filters: Array(2).fill(VIEW.filters[0]) }, 'filters[1].name'],
    ['too many filters', { filters: Array(41).fill(VIEW.filters[0]) }, 'filters'],
    ['a sort without direction', { sort: 'createdAt' }, 'sort'],
  ]
  for (const [what, body, field] of REFUSED) {
    test(`${what} is refused`, async () => {
      const { status, message } = await call('banker', 'POST /saved-views', { ...VIEW, ...body })
      assert.equal(status, 400)
      assert.ok(message.startsWith(`B-REQ-001: ${field} `), message)
    })
  }
})
