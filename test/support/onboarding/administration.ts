// Users, roles and modules over HTTP, with callers that need no sign-in: the bearer token is the caller's name.

import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { Grants, type Principal } from '../../../src/administration/access/principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID } from '../../../src/administration/access/roles/system-roles.ts'
import { createLogger } from '../../../src/edge/http/log.ts'
import { createServer } from '../../../src/edge/http/server/server.ts'
import { onboardingFamily } from '../../../src/families/onboarding/family.ts'
import type { OnboardingOperation, OnboardingServices } from '../../../src/families/onboarding/onboarding-operation.ts'
import { newId } from '../../../src/platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { openPeople, type People, START_MS } from './people.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own answer; its shape has been checked.
  readonly data: any
  readonly message: string
}

export interface Administration {
  readonly people: People
  /** How often the mail sender was woken. */
  readonly woken: { count: number }
  /** Adds a caller; `administrator` exists from the start. */
  admit(name: string, principal: Partial<Principal>): void
  /**
   * Method and path in one, as in `GET /users`. Successful answers are checked against the operation's reply schema.
   */
  call(name: string, request: string, body?: unknown): Promise<Answer>
  /** The reply as it is sent, for files. */
  download(name: string, path: string): Promise<Download>
  close(): Promise<void>
}

export interface Download {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly content: Buffer
}

export async function openAdministration(
  database: Database,
  operations: readonly OnboardingOperation[],
  more: Partial<OnboardingServices> = {},
): Promise<Administration> {
  const people = await openPeople(database)
  const { users, roles, clock } = people
  const principals = new Map<string, Principal>()
  const woken = { count: 0 }
  const services = {
    database,
    clock,
    users,
    roles,
    authenticator: {
      authenticate: async (bearer: string) => principals.get(bearer),
      settled: async () => {},
      userById: async (userId: string) => [...principals.values()].find((one) => one.userId === userId),
    },
    mailSender: { wake: () => woken.count++ },
    // Nothing waits for approval.
    fourEyes: { lists: () => false },
    platformState: {
      attention: async () => ({ status: 'UP', stuckDays: [], unreviewed: { count: 0, overdue: 0 } }),
      groups: async () => [],
    },
    ...more,
  } as unknown as OnboardingServices
  const server = createServer({
    families: [onboardingFamily(services)],
    clock,
    logger: createLogger({ level: 'silent' }),
  })
  const admit = (name: string, principal: Partial<Principal>) => {
    principals.set(name, { ...ADMINISTRATOR, userId: newId(START_MS), ...principal })
  }
  admit('administrator', {})
  return {
    people,
    woken,
    admit,
    async call(name, request, body) {
      const [method, path] = request.split(' ') as ['GET', string]
      const reply = await server.inject({
        method,
        url: `/v1/onboarding${path}`,
        headers: { authorization: `Bearer ${name}` },
        ...(body !== undefined && { payload: body as object }),
      })
      const answer = reply.json()
      if (reply.statusCode < 300) assertPromised(operations, method, path, reply.statusCode, answer)
      return { status: reply.statusCode, data: answer.data, message: answer.message }
    },
    async download(name, path) {
      const headers = { authorization: `Bearer ${name}` }
      const reply = await server.inject({ method: 'GET', url: `/v1/onboarding${path}`, headers })
      return { status: reply.statusCode, headers: reply.headers, content: reply.rawPayload }
    },
    close: () => server.close(),
  }
}

const ADMINISTRATOR: Principal = {
  sessionId: newId(START_MS),
  userId: newId(START_MS),
  email: 'administrator@bank.example',
  firstName: 'A',
  lastName: 'B',
  roleId: ADMINISTRATOR_ROLE_ID,
  roleName: 'Administrator',
  grants: Grants.all(),
  scope: {},
}

function assertPromised(
  operations: readonly OnboardingOperation[],
  method: string,
  path: string,
  status: number,
  answer: unknown,
): void {
  const [plainPath = ''] = path.split('?')
  const ofMethod = operations.filter((one) => one.method === method)
  const operation =
    ofMethod.find((one) => one.path === plainPath) ?? ofMethod.find((one) => patternOf(one.path).test(plainPath))
  assert.ok(operation, `${method} ${path} is none of the operations`)
  // It answers as the change does.
  if (['ApproveChangeRequest', 'BreakGlass'].includes(operation.id)) return
  if (isHeld(answer)) return
  assert.equal(status, operation.status ?? 200)
  const reply = Compile(operation.reply)
  assert.ok(reply.Check(answer), `${operation.id}: ${JSON.stringify(reply.Errors(answer))}`)
}

/** The change waits for approval. */
function isHeld(answer: unknown): boolean {
  return typeof (answer as { data?: { changeRequestId?: unknown } }).data?.changeRequestId === 'string'
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
}
