// Users for tests of the console, made through the API.

import assert from 'node:assert/strict'
import { createOnboardingClient, type OnboardingClient, type onboarding } from '../../../sdk/src/index.ts'
import type { Gateway } from '../gateways/gateway.ts'
import { linkMailedTo } from '../onboarding/onboarding.ts'
import { ADMIN, type Person } from './console-browser.ts'

export const PASSWORD = 'Correct-Horse-9-Battery'

async function administrator(gateway: Gateway): Promise<OnboardingClient> {
  const client = createOnboardingClient({ baseUrl: gateway.url })
  assert.equal((await client.signIn(ADMIN)).status, 200)
  return client
}

export interface NewUser extends Partial<onboarding.CreateUserRequest> {
  /** A role of its own with just these rights; the viewer's without it. */
  readonly rights?: Readonly<Record<string, readonly string[]>>
}

let made = 0

/** Creates a user, who is invited by mail but has no password yet. */
export async function inviteUser(gateway: Gateway, { rights, ...fields }: NewUser = {}): Promise<string> {
  const { operations } = await administrator(gateway)
  const email = fields.mailID ?? `user-${++made}@bank.example`
  const roleId = rights === undefined ? await viewerRole(operations) : await roleWith(operations, email, rights)
  const { status, body } = await operations.createUser({
    firstName: 'Grace',
    lastName: 'Hopper',
    roleId,
    ...fields,
    mailID: email,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return email
}

/** Creates a user who has chosen a password. */
export async function newUser(gateway: Gateway, options: NewUser = {}): Promise<Person> {
  const email = await inviteUser(gateway, options)
  const client = createOnboardingClient({ baseUrl: gateway.url })
  const link = await linkMailedTo(gateway.managementUrl, email)
  const { status, body } = await client.operations.setPassword({
    email: link,
    password: await client.encrypt(PASSWORD),
  })
  assert.equal(status, 200, JSON.stringify(body))
  return { email, password: PASSWORD }
}

/** Gives a user another address, which is not confirmed yet, and returns it. */
export async function moveUser(gateway: Gateway, email: string): Promise<string> {
  const { operations } = await administrator(gateway)
  const found = await operations.listUsers({}, { search: email })
  assert.ok(found.status === 200)
  const mailID = `new-${email}`
  const { status, body } = await operations.updateUser({ id: found.body.data.content[0]?.id ?? '', mailID })
  assert.equal(status, 200, JSON.stringify(body))
  return mailID
}

async function viewerRole(operations: onboarding.OnboardingOperations): Promise<string> {
  const { status, body } = await operations.browseRoles({ size: 200 })
  assert.ok(status === 200)
  const role = body.data.content.find(({ roleName }) => roleName === 'Viewer')
  assert.ok(role !== undefined)
  return role.id
}

async function roleWith(
  operations: onboarding.OnboardingOperations,
  name: string,
  rights: NonNullable<NewUser['rights']>,
): Promise<string> {
  const modules = Object.entries(rights).map(([moduleId, actions]) => ({ moduleId, actionId: [...actions] }))
  const { status, body } = await operations.createRole({ roleName: `Role of ${name}`, modules })
  assert.ok(status === 201, JSON.stringify(body))
  return body.data.id
}
