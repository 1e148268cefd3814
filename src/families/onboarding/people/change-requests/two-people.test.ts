// Two pairs of eyes belong to two people: who has created another user, or changed what the other signs in with, neither
// approves the other's changes nor is approved by them, for 30 days.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { freshEmail } from '../../../../../test/support/onboarding/people.ts'
import { COMMAND_LINE } from '../../../../administration/access/principal/caller.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID } from '../../../../administration/access/roles/system-roles.ts'
import { ChangeRequests } from '../../../../administration/change-requests/change-requests.ts'
import type { FourEyes } from '../../../../administration/change-requests/four-eyes.ts'
import { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import { DAY_MS } from '../../../../platform/kernel/time/clock.ts'
import { ROLE_OPERATIONS } from '../roles/role-resource.ts'
import { USER_OPERATIONS } from '../users/user-resource.ts'
import { CHANGE_REQUEST_OPERATIONS } from './operations.ts'

const OPERATIONS = [...CHANGE_REQUEST_OPERATIONS, ...ROLE_OPERATIONS, ...USER_OPERATIONS]
const HELD = ['ROLES:CREATE', 'USERS:UPDATE:firstName', 'USERS:UPDATE:roleId']
const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])

onDatabase('two pairs of eyes belong to two people', (_engine, open) => {
  let desk: Administration
  /** Nothing waits while people are prepared. */
  let waiting: readonly string[] = []
  let count = 0

  before(async () => {
    const { database } = await open()
    const clock = { now: () => desk.people.clock.now() }
    const changeRequests = new ChangeRequests({ database, clock, secretBox })
    const fourEyes: FourEyes = {
      lists: (entries) => entries.some((entry) => waiting.includes(entry)),
      reload: async () => {},
      close: () => {},
    }
    desk = await openAdministration(database, OPERATIONS, { changeRequests, fourEyes })
  })
  after(() => desk.close())

  /** A user who can sign in; the name is the bearer token. */
  async function person(options: Parameters<Administration['people']['add']>[0] = {}): Promise<Person> {
    const id = await desk.people.add({ roleId: ADMINISTRATOR_ROLE_ID, ...options })
    return admitted(id)
  }

  async function admitted(id: string, more: object = {}): Promise<Person> {
    const { email } = await desk.people.users.find({}, id)
    desk.admit(id, { userId: id, email, ...more })
    return { id, email }
  }

  async function request(maker: Person): Promise<string> {
    waiting = HELD
    const { status, data } = await desk.call(maker.id, 'POST /roles', { roleName: `Role ${++count}`, modules: [] })
    waiting = []
    assert.equal(status, 202)
    return data.changeRequestId
  }

  const approve = (checker: Person, id: string) => desk.call(checker.id, `POST /change-requests/${id}/approve`)
  const seenBy = async (reader: Person, id: string) => (await desk.call(reader.id, `GET /change-requests/${id}`)).data
  const waitFor = async (reader: Person): Promise<string[]> => {
    const { data } = await desk.call(reader.id, 'POST /change-requests/list?size=200', { waitsForMe: true })
    return data.content.map((one: { id: string }) => one.id)
  }

  async function done(actor: Person, call: string, body?: object): Promise<void> {
    const { status, message } = await desk.call(actor.id, call, body)
    assert.equal(status < 300, true, message)
  }

  const DEEDS: [title: string, words: RegExp, days: number, deed: (actor: Person, target: Person) => Promise<void>][] =
    [
      ['gave a new address', /mail address/, 33, (a, t) => done(a, 'PATCH /users', { id: t.id, mailID: freshEmail() })],
      [
        'gave another role',
        /role/,
        30,
        async (a, t) => {
          await done(a, 'PATCH /users', { id: t.id, roleId: VIEWER_ROLE_ID })
          await done(a, 'PATCH /users', { id: t.id, roleId: ADMINISTRATOR_ROLE_ID })
        },
      ],
      ['reset the second factor', /second factor/, 30, (a, t) => done(a, `POST /users/${t.id}/reset-mfa`)],
      [
        'switched the second factor off',
        /second factor/,
        30,
        async (a, t) => {
          await done(a, 'PATCH /users', { id: t.id, mfaEnable: true })
          await done(a, 'PATCH /users', { id: t.id, mfaEnable: false })
        },
      ],
      [
        'reactivated',
        /reactivated/,
        30,
        async (a, t) => {
          await done(a, `PATCH /users/${t.id}/activation?isActive=false`)
          await done(a, `PATCH /users/${t.id}/activation?isActive=true`)
        },
      ],
    ]
  for (const [title, words, days, deed] of DEEDS) {
    for (const isByMaker of [true, false]) {
      test(`who ${title} ${isByMaker ? 'is not approved by that user' : 'does not approve what that user asks for'}`, async () => {
        const [maker, checker] = [await person(), await person()]
        await (isByMaker ? deed(maker, checker) : deed(checker, maker))
        await assertRefused(maker, checker, words)
        desk.people.clock.nowMs += days * DAY_MS - 1
        await assertRefused(maker, checker, words)
        desk.people.clock.nowMs += 1
        assert.equal((await approve(checker, await request(maker))).status, 201)
      })
    }
  }

  for (const isByMaker of [true, false]) {
    test(`who was created ${isByMaker ? 'does not approve for the creator' : 'is not approved by the creator'}`, async () => {
      const creator = await person()
      const body = { firstName: 'A', lastName: 'B', mailID: freshEmail(), roleId: ADMINISTRATOR_ROLE_ID }
      const { data } = await desk.call(creator.id, 'POST /users', body)
      const created = await admitted(data.id)
      const [maker, checker] = isByMaker ? [creator, created] : [created, creator]
      await assertRefused(maker, checker, /created/)
    })
  }

  async function assertRefused(maker: Person, checker: Person, words: RegExp): Promise<void> {
    const id = await request(maker)
    const { status, message } = await approve(checker, id)
    assert.equal(status, 403, message)
    assert.match(message, words)
    const seen = await seenBy(checker, id)
    assert.deepEqual([seen.state, seen.waitsForMe], ['PENDING', false])
    assert.match(seen.cannotApprove, words)
    assert.match(seen.cannotApprove, /neither approves for the other until 20\d\d-\d\d-\d\d$/)
    assert.equal((await waitFor(checker)).includes(id), false)
    const own = await seenBy(maker, id)
    assert.equal(own.cannotApprove, undefined)
    const excluded = own.excluded.find(({ mailID }: { mailID: string }) => mailID === checker.email)
    assert.match(excluded.why, words)
    // Another user approves, and who may not approve may still reject.
    const third = await person()
    assert.equal((await waitFor(third)).includes(id), true)
    assert.equal((await approve(third, id)).status, 201)
    const other = await request(maker)
    assert.equal((await desk.call(checker.id, `POST /change-requests/${other}/reject`)).status, 200)
  }

  const HARMLESS: [title: string, deed: (actor: Person, target: Person) => Promise<void>][] = [
    ['renamed', (a, t) => done(a, 'PATCH /users', { id: t.id, lastName: 'Other' })],
    ['unlocked', (a, t) => done(a, `POST /users/${t.id}/unlock`)],
    ['activated who was active', (a, t) => done(a, `PATCH /users/${t.id}/activation?isActive=true`)],
    [
      'deactivated and had another reactivate',
      async (a, t) => {
        await done(a, `PATCH /users/${t.id}/activation?isActive=false`)
        await done(await person(), `PATCH /users/${t.id}/activation?isActive=true`)
      },
    ],
    [
      'sent the present address and role again',
      (a, t) => done(a, 'PATCH /users', { id: t.id, mailID: t.email, roleId: ADMINISTRATOR_ROLE_ID }),
    ],
  ]
  for (const [title, deed] of HARMLESS) {
    test(`who ${title} is approved`, async () => {
      const [maker, checker] = [await person(), await person()]
      await deed(maker, checker)
      assert.equal((await approve(checker, await request(maker))).status, 201)
    })
  }

  test('two users whom one administrator made approve each other', async () => {
    const creator = await person()
    const [maker, checker] = await Promise.all(
      [0, 1].map(async () => {
        const body = { firstName: 'A', lastName: 'B', mailID: freshEmail(), roleId: ADMINISTRATOR_ROLE_ID }
        return admitted((await desk.call(creator.id, 'POST /users', body)).data.id)
      }),
    )
    assert.equal((await approve(checker as Person, await request(maker as Person))).status, 201)
  })

  test('users of the command line are tied to nobody', async () => {
    const user = { firstName: 'A', lastName: 'B', roleId: ADMINISTRATOR_ROLE_ID }
    const ids = [0, 1].map(
      async () => (await desk.people.users.create(COMMAND_LINE, { ...user, email: freshEmail() })).id,
    )
    const [maker, checker] = [await admitted((await ids[0]) as string), await admitted((await ids[1]) as string)]
    assert.equal((await approve(checker, await request(maker))).status, 201)
  })

  test('a change that no node of this version made counts as well', async () => {
    const [maker, checker] = [await person(), await person()]
    const caller = desk.people.caller({ userId: maker.id })
    const actor = { ...caller.actor, userId: maker.id }
    await desk.people.users.resetMfa({ ...caller, actor }, checker.id)
    await assertRefused(maker, checker, /second factor/)
  })

  describe('a rule of the change itself', () => {
    test('is told before the approval is tried', async () => {
      const [maker, target] = [await person(), await person({ roleId: VIEWER_ROLE_ID })]
      const ofTarget = await admitted(target.id, { grants: Grants.all() })
      waiting = HELD
      const { data } = await desk.call(maker.id, 'PATCH /users', { id: target.id, roleId: ADMINISTRATOR_ROLE_ID })
      waiting = []
      const seen = await seenBy(ofTarget, data.changeRequestId)
      assert.equal(seen.waitsForMe, false)
      assert.match(seen.cannotApprove, /own role/)
      assert.equal((await approve(ofTarget, data.changeRequestId)).status, 403)
      assert.equal((await seenBy(await person(), data.changeRequestId)).waitsForMe, true)
    })
  })

  test('of an approver outside the scope the maker learns no address', async () => {
    const creator = await person()
    const scope = { institutionId: 'FI001' }
    const body = { firstName: 'A', lastName: 'B', mailID: freshEmail(), roleId: ADMINISTRATOR_ROLE_ID, ...scope }
    const maker = await admitted((await desk.call(creator.id, 'POST /users', body)).data.id, { scope })
    const own = await seenBy(maker, await request(maker))
    assert.deepEqual(
      own.excluded.map(({ mailID }: { mailID?: string }) => mailID),
      [undefined],
    )
    assert.equal(JSON.stringify(own).includes(creator.email), false)
  })

  test('a change that is in effect already fails: the record is another by now', async () => {
    const [maker, checker, third] = [await person(), await person(), await person()]
    const target = await person()
    waiting = HELD
    const { data } = await desk.call(maker.id, 'PATCH /users', { id: target.id, firstName: 'New' })
    waiting = []
    await done(third, 'PATCH /users', { id: target.id, firstName: 'New' })
    const { status, message } = await approve(checker, data.changeRequestId)
    assert.equal(status, 409, message)
    assert.equal((await seenBy(checker, data.changeRequestId)).state, 'FAILED')
  })
})

interface Person {
  readonly id: string
  readonly email: string
}
