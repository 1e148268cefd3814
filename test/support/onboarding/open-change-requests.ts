// Changes of several users under four eyes over HTTP, for tests.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import type { Principal } from '../../../src/administration/access/principal/principal.ts'
import { ChangeRequests } from '../../../src/administration/change-requests/change-requests.ts'
import { Emergencies } from '../../../src/administration/change-requests/emergencies.ts'
import { openFourEyes } from '../../../src/administration/change-requests/four-eyes.ts'
import { Notifications } from '../../../src/administration/notifications/notifications.ts'
import { ApplicationProperties } from '../../../src/administration/properties/application-properties.ts'
import { PLATFORM_PROPERTIES } from '../../../src/app/wire/platform-properties.ts'
import { CHANGE_REQUEST_OPERATIONS } from '../../../src/families/onboarding/people/change-requests/operations.ts'
import { NOTIFICATION_OPERATIONS } from '../../../src/families/onboarding/people/notifications/operations.ts'
import { ROLE_OPERATIONS } from '../../../src/families/onboarding/people/roles/role-resource.ts'
import { USER_OPERATIONS } from '../../../src/families/onboarding/people/users/user-resource.ts'
import { PROPERTY_OPERATIONS } from '../../../src/families/onboarding/settings/application-properties/property-resource.ts'
import { newId } from '../../../src/platform/kernel/identifiers/ids.ts'
import { SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import type { TestDatabase } from '../machine/database.ts'
import { type Administration, openAdministration } from './administration.ts'

const OPERATIONS = [
  ...CHANGE_REQUEST_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...PROPERTY_OPERATIONS,
  ...ROLE_OPERATIONS,
  ...USER_OPERATIONS,
]
export const PROPERTIES = '/application-properties'
export const LISTED = [
  'ROLES:CREATE',
  'ROLES:UPDATE:description',
  'ROLES:ACTIVATE',
  'USERS:UPDATE:unlock',
  'ROLES:DELETE',
]

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
let count = 0
export const fresh = () => `Role ${++count}`

export function openChangeRequests(open: () => Promise<TestDatabase>) {
  let database: Database
  let desk: Administration
  let changeRequests: ChangeRequests
  let fourEyes: Awaited<ReturnType<typeof openFourEyes>>
  let applicationProperties: ApplicationProperties
  const ids: Record<string, string> = {}

  before(async () => {
    database = (await open()).database
    const clock = { now: () => desk?.people.clock.now() ?? Date.UTC(2026, 0, 15, 10) }
    fourEyes = await openFourEyes({ database, secretBox, environment: 'sandbox' })
    changeRequests = new ChangeRequests({ database, clock, secretBox })
    applicationProperties = new ApplicationProperties({
      database,
      clock,
      secretBox,
      followers: [fourEyes],
      readers: PLATFORM_PROPERTIES,
    })
    desk = await openAdministration(database, OPERATIONS, {
      applicationProperties,
      fourEyes,
      changeRequests,
      emergencies: new Emergencies({ database, clock, secretBox, changeRequests }),
      notifications: new Notifications({ database, clock }),
    })
    await kept(LISTED)
  })
  beforeEach(() => {
    admit('maker')
    admit('checker')
    admit('clerk', { scope: { institutionId: 'FI001' } })
  })
  after(async () => {
    fourEyes.close()
    await desk.close()
  })

  /** Admits a user, who keeps the id when admitted again. */
  function admit(name: string, principal: Partial<Principal> = {}): void {
    ids[name] ??= newId(count)
    desk.admit(name, { userId: ids[name], email: `${name}@bank.example`, ...principal })
  }

  /** Keeps a list without passing the gate. */
  async function kept(list: readonly string[], more: object = {}): Promise<string> {
    const caller = { principal: { scope: {} }, actor: {} }
    const property = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' } as const
    const { items } = await applicationProperties.list({}, { key: 'four-eyes' }, { page: 1, size: 50 })
    for (const { id } of items) await applicationProperties.delete(caller, id)
    return (await applicationProperties.create(caller, { ...property, value: JSON.stringify(list), ...more })).id
  }

  const role = async (): Promise<{ id: string; version: number }> =>
    desk.people.roles.create(desk.people.caller(), { roleName: fresh(), modules: [] })

  async function held(name: string, request: string, body?: unknown): Promise<string> {
    const { status, data, message } = await desk.call(name, request, body)
    assert.equal(status, 202, message)
    assert.deepEqual(Object.keys(data), ['changeRequestId'])
    return data.changeRequestId
  }
  const stateOf = async (id: string) => (await desk.call('maker', `GET /change-requests/${id}`)).data
  const decide = (name: string, id: string, verb: string, body?: unknown) =>
    desk.call(name, `POST /change-requests/${id}/${verb}`, body)
  const patched = ({ id, version }: { id: string; version: number }) =>
    held('maker', `PATCH /roles/${id}`, { version, description: 'Other' })
  const audited = async (resourceId: string) => {
    const { rows } = await database.query<{ action: string; actor_email: string | null }>(
      'SELECT action, actor_email FROM audit_log WHERE resource_id = $1 ORDER BY position',
      [resourceId],
    )
    return rows.map(({ action, actor_email: by }) => `${action} by ${by?.split('@')[0]}`)
  }
  const sealedOf = async (id: string) =>
    (
      await database.query<{ body_sealed: string | null }>(
        'SELECT body_sealed FROM change_requests WHERE change_request_id = $1',
        [id],
      )
    ).rows[0]?.body_sealed

  return {
    get database() {
      return database
    },
    get desk() {
      return desk
    },
    get changeRequests() {
      return changeRequests
    },
    ids,
    admit,
    kept,
    role,
    held,
    stateOf,
    decide,
    patched,
    audited,
    sealedOf,
  }
}
