import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { insertUser } from '../../../../test/support/onboarding/user-rows.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { ORIGIN, openNode, PASSWORD, PASSWORD_HASH, TestClock, type TestNode } from '../sessions/sign-in.fixture.ts'
import { placeUser } from '../users/user-placement.ts'
import { SUB_TENANT_STATUSES, type SubTenantChange, type SubTenantStatus, SubTenants } from './sub-tenants.ts'

const by = (scope: Scope = {}): RecordCaller => ({ actor: { email: 'anne@bank.example', scope }, principal: { scope } })
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const SHOPS = { institutionId: 'FI001', tenantCode: 'SHOPS', name: 'Corner shops', contactEmail: 'desk@shops.example' }

onDatabase('sub-tenants', (_engine, open) => {
  const clock = new TestClock()
  let database: Database
  let subTenants: SubTenants
  let here: TestNode
  let elsewhere: TestNode

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    subTenants = new SubTenants({ database, clock })
    here = await openNode(database, clock)
    elsewhere = await openNode(database, clock)
  })
  after(() => {
    here.authenticator.close()
    elsewhere.authenticator.close()
  })
  beforeEach(() => database.query('DELETE FROM users; DELETE FROM terminals; DELETE FROM sub_tenants'))

  async function inState(status: SubTenantStatus, more: object = {}) {
    const { id } = await subTenants.create(by(FI001), { ...SHOPS, ...more })
    await database.query('UPDATE sub_tenants SET status = $2 WHERE sub_tenant_id = $1', [id, status])
    return { id, scope: { ...FI001, subTenantId: id } }
  }

  /** A user of the sub-tenant, signed in on both nodes. */
  async function signedIn(subTenantId: string, roleId?: string) {
    const email = await userOf(subTenantId, roleId)
    const { accessToken, refreshToken } = await here.signIn.signIn({ email, password: PASSWORD }, ORIGIN)
    return { email, accessToken, refreshToken }
  }

  async function userOf(subTenantId: string, roleId?: string): Promise<string> {
    const { userId, email } = await insertUser(database, { passwordHash: PASSWORD_HASH })
    await database.query(
      `UPDATE users SET institution_id = 'FI001', sub_tenant_id = $2, role_id = coalesce($3, role_id) WHERE user_id = $1`,
      [userId, subTenantId, roleId ?? null],
    )
    return email
  }

  test('a sub-tenant is pending, without a cap, and changed by its institution', async () => {
    const made = await subTenants.create(by(FI001), SHOPS)
    assert.partialDeepStrictEqual(made, { ...SHOPS, allowedModules: [], status: 'PENDING', version: 1 })
    const changed = await subTenants.update(by(FI001), made.id, {
      version: 1,
      name: 'Shops',
      allowedModules: ['TERMINALS', 'QUERY', 'TERMINALS'],
    })
    assert.partialDeepStrictEqual(changed, { name: 'Shops', allowedModules: ['TERMINALS', 'QUERY'], version: 2 })
    const kept = await subTenants.update(by(FI001), made.id, { version: 2, contactEmail: 'x@shops.example' })
    assert.deepEqual(kept.allowedModules, ['TERMINALS', 'QUERY'])
    const cleared = await subTenants.update(by(FI001), made.id, { version: 3, allowedModules: null })
    assert.deepEqual(cleared.allowedModules, [])
    for (const change of [{ tenantCode: 'OTHER' }, { institutionId: 'FI002' }]) {
      await assert.rejects(subTenants.update(by(), made.id, { version: 4, ...change }), { kind: 'invalid' })
    }
    await assert.rejects(subTenants.update(by(), made.id, { version: 1 }), { reason: 'access.sub-tenant-changed' })
    await assert.rejects(subTenants.create(by(), SHOPS), { reason: 'access.sub-tenant-code-taken' })
    await subTenants.create(by(), { ...SHOPS, ...FI002 })
  })

  // One row per state: what activating, suspending, closing and changing lead to.
  const STATES: [from: SubTenantStatus, activate: string, suspend: string, close: string, change: string][] = [
    ['PENDING', 'ACTIVE', '409', '409', 'PENDING'],
    ['ACTIVE', 'ACTIVE', 'SUSPENDED', '409', 'ACTIVE'],
    ['SUSPENDED', 'ACTIVE', 'SUSPENDED', 'CLOSED', 'SUSPENDED'],
    ['CLOSED', '409', '409', '409', '409'],
  ]
  test('there is a row for every state', () =>
    assert.deepEqual(
      STATES.map(([from]) => from),
      [...SUB_TENANT_STATUSES],
    ))
  for (const [from, ...expected] of STATES) {
    test(`from ${from}, activate, suspend, close and change lead to ${expected.join(', ')}`, async () => {
      const acts = [
        (id: string) => subTenants.setActive(by(), id, true),
        (id: string) => subTenants.setActive(by(), id, false),
        (id: string) => subTenants.close(by(), id),
        (id: string) => subTenants.update(by(), id, { version: 1, name: 'Other' }),
      ]
      const found = []
      for (const [index, act] of acts.entries()) {
        const { id } = await inState(from, { tenantCode: `T${index}` })
        const { status } = await act(id).catch((error: unknown) => {
          assert.ok(error instanceof Problem && error.reason === 'access.sub-tenant-wrong-state', String(error))
          return { status: '409' }
        })
        found.push(status)
      }
      assert.deepEqual(found, expected)
    })
  }

  test('from outside it is not found; its own users see it and cannot change it', async () => {
    const { id, scope } = await inState('ACTIVE')
    const { scope: other } = await inState('ACTIVE', { tenantCode: 'OTHER' })
    const change: SubTenantChange = { version: 1, allowedModules: [] }
    const writes = (as: Scope) => [
      () => subTenants.update(by(as), id, change),
      () => subTenants.setActive(by(as), id, false),
      () => subTenants.close(by(as), id),
      () => subTenants.delete(by(as), id),
    ]
    for (const outsider of [FI002, other]) {
      await assert.rejects(subTenants.find(outsider, id), { reason: 'access.sub-tenant-not-found' })
      for (const write of writes(outsider)) await assert.rejects(write(), { reason: 'access.sub-tenant-not-found' })
    }
    assert.equal((await subTenants.find(scope, id)).id, id)
    assert.equal((await subTenants.list(scope, {}, { page: 1, size: 10 })).total, 1)
    assert.equal((await subTenants.list(FI001, {}, { page: 1, size: 10 })).total, 2)
    for (const write of writes(scope)) await assert.rejects(write(), { reason: 'access.sub-tenant-read-only' })
    await assert.rejects(subTenants.create(by(scope), SHOPS), { reason: 'access.sub-tenant-read-only' })
    await assert.rejects(subTenants.create(by(FI002), SHOPS), { reason: 'access.institution-not-found' })
    await assert.rejects(subTenants.create(by(), { ...SHOPS, institutionId: 'FI009' }), { kind: 'invalid' })
  })

  test('with users or terminals it cannot be deleted', async () => {
    const { id } = await inState('CLOSED')
    await userOf(id)
    await assert.rejects(subTenants.delete(by(), id), { reason: 'access.sub-tenant-in-use' })
    await database.query('DELETE FROM users')
    await database.query(
      `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status, sub_tenant_id)
       VALUES ('FI001', 'T', 'A', 'ATM', 'L', '001', '{}', 'ACTIVE', $1)`,
      [id],
    )
    await assert.rejects(subTenants.delete(by(), id), { reason: 'access.sub-tenant-in-use' })
    await database.query('DELETE FROM terminals')
    await subTenants.delete(by(), id)
    await assert.rejects(subTenants.find({}, id), { reason: 'access.sub-tenant-not-found' })
  })

  test('a closed sub-tenant takes no new users', async () => {
    const { id } = await inState('CLOSED')
    await assert.rejects(placeUser(database, {}, { ...FI001, subTenantId: id }), {
      details: [{ path: 'subTenantId', message: 'is a sub-tenant that is closed' }],
    })
  })

  test('suspending ends the sessions of its users on every node, and they cannot sign in until it is active', async () => {
    const { id } = await inState('ACTIVE')
    const { id: otherId } = await inState('ACTIVE', { tenantCode: 'OTHER' })
    const user = await signedIn(id)
    const other = await signedIn(otherId)
    const nodes = [here, elsewhere]
    for (const node of nodes) await node.authenticator.authenticate(user.accessToken)

    await subTenants.setActive(by(FI001), id, false)
    await here.authenticator.settled()
    for (const node of nodes) {
      await assert.rejects(node.authenticator.authenticate(user.accessToken), { reason: 'access.not-signed-in' })
      await node.authenticator.authenticate(other.accessToken)
    }
    const signIn = () => elsewhere.signIn.signIn({ email: user.email, password: PASSWORD }, ORIGIN)
    await assert.rejects(signIn(), { reason: 'access.credentials-refused' })
    await assert.rejects(here.sessions.refresh(user.refreshToken, ORIGIN), { reason: 'access.refresh-token-refused' })

    await subTenants.setActive(by(FI001), id, true)
    await here.authenticator.settled()
    for (const node of nodes) {
      await assert.rejects(node.authenticator.authenticate(user.accessToken), { reason: 'access.not-signed-in' })
    }
    await signIn()
  })

  test('a session that was opened while the sub-tenant was being suspended is refused', async () => {
    const { id } = await inState('ACTIVE')
    const { accessToken } = await signedIn(id)
    // As if the sign-in had read the state before the suspension, and written its session after it.
    await subTenants.setActive(by(), id, false)
    await database.query('UPDATE sessions SET revoked_at = NULL')
    await here.authenticator.settled()
    await assert.rejects(here.authenticator.authenticate(accessToken), { reason: 'access.not-signed-in' })
  })

  test('allowedModules cap what the role grants, on every node from the next call on', async () => {
    const { id } = await inState('ACTIVE')
    const administrator = '00000000-0000-7000-8000-000000000001'
    const { accessToken } = await signedIn(id, administrator)
    const granted = async (node: TestNode) => {
      const { grants } = await node.authenticator.authenticate(accessToken)
      return grants.entries().map(({ moduleId }) => moduleId)
    }
    for (const node of [here, elsewhere]) assert.ok((await granted(node)).length > 10)
    await subTenants.update(by(), id, { version: 1, allowedModules: ['TERMINAL_MGMT', 'QUERY'] })
    await here.authenticator.settled()
    for (const node of [here, elsewhere]) {
      assert.deepEqual(await granted(node), ['TERMINAL_MGMT', 'TERMINALS', 'TERMINAL_KEYS', 'QUERY'])
    }
    const { grants } = await here.authenticator.authenticate(accessToken)
    assert.deepEqual(
      [grants.allows('TERMINALS', 'DELETE'), grants.allows('USERS', 'VIEW'), grants.allows('TRANSACTIONS', 'VIEW')],
      [true, false, false],
    )
  })
})
