// Operations 1 to 10 over HTTP inside the test process, with a movable clock. Every reply is checked against the schema
// of its operation.

import assert from 'node:assert/strict'
import { Check, Errors } from 'typebox/value'
import { Grants, type Principal } from '../../access/principal/principal.ts'
import { createLogger } from '../../http/log.ts'
import { createServer } from '../../http/server/server.ts'
import type { Directory, Partner } from '../../institutions/directory.ts'
import { Problem } from '../../kernel/problem.ts'
import { SecretBox } from '../../kernel/secrets.ts'
import { originationOn } from '../../loans/origination/origination.fixture.ts'
import type { Database } from '../../storage/database.ts'
import { APPLICATION_OPERATIONS } from './applications/operations.ts'
import { DECISION_OPERATIONS } from './decisions/operations.ts'
import { BASE_PATH, lendingFamily } from './family.ts'
import type { LendingServices } from './lending-operation.ts'
import { OFFER_OPERATIONS } from './offers/operations.ts'

const OPERATIONS = [...APPLICATION_OPERATIONS, ...DECISION_OPERATIONS, ...OFFER_OPERATIONS]

const PARTNER: Partner = {
  partnerId: 'PARTNER01',
  families: new Set(['lending']),
  operations: new Set(),
  institutionIds: new Set(['FI001']),
  clientIdPolicy: true,
  isActive: true,
}
const PARTNERS = [PARTNER, { ...PARTNER, partnerId: 'PARTNER02' }]

export interface Sent {
  readonly key?: string
  readonly partner?: 'PARTNER01' | 'PARTNER02'
  /** The actions that the role of an operator grants, who calls in place of the client. */
  readonly operator?: readonly string[]
}

export interface LendingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The code of a problem. */
  readonly code: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a reply is only known to the test that asked for it.
  readonly body: any
}

export type OriginationEdge = ReturnType<typeof openOriginationEdge>

export function openOriginationEdge(database: Database) {
  const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
  const { clock, table, applications, riskSignals, decisions, offers } = originationOn(database)
  const clients = PARTNERS.map(({ partnerId }) => ({
    clientId: `client-of-${partnerId}`,
    partnerId,
    families: new Set(['lending'] as const),
    secretHash: secretBox.lookupHash('secret', `client-secret:client-of-${partnerId}`),
    isActive: true,
  }))
  const directory = {
    partner: (id: string) => PARTNERS.find(({ partnerId }) => partnerId === id),
    client: (id: string) => clients.find(({ clientId }) => clientId === id),
  } as unknown as Directory
  const services: Partial<LendingServices> = {
    database,
    clock,
    directory,
    secretBox,
    clientUse: { note: () => {} },
    authenticator: { authenticate: async (bearer) => operatorOf(bearer) },
    applications,
    riskSignals,
    decisions,
    offers,
  }
  const server = createServer({
    families: [lendingFamily(services as LendingServices, OPERATIONS)],
    clock,
    logger: createLogger({ level: 'silent' }),
  })

  /** `POST /offers`, with a body to send and a query in the path. */
  async function call(route: string, body?: unknown, { key, partner = 'PARTNER01', operator }: Sent = {}) {
    const [method = '', path = ''] = route.split(' ')
    const response = await server.inject({
      method: method as 'GET' | 'POST',
      url: BASE_PATH + path,
      headers: {
        'x-partner': partner,
        ...(operator === undefined
          ? { 'x-client-id': `client-of-${partner}`, 'x-client-secret': 'secret' }
          : { authorization: `Bearer ${['role', ...operator].join('.')}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answer = response.json()
    if (response.statusCode === 200) checkReply(method, path, answer)
    const code = response.statusCode === 200 ? undefined : String(answer.code)
    return { status: response.statusCode, headers: response.headers, code, body: answer } as LendingAnswer
  }

  return { clock, table, call, close: () => server.close() }
}

/** A bearer token names the actions that the role of the test's operator grants. */
function operatorOf(bearer: string | undefined): Principal {
  if (bearer === undefined) throw new Problem('unauthenticated', 'no token')
  const [, ...actions] = bearer.split('.')
  return {
    sessionId: 's-1',
    userId: '0197f3a0-0000-7000-8000-0000000000aa',
    email: 'anne@bank.example',
    firstName: 'Anne',
    lastName: 'Teller',
    roleId: 'r-1',
    roleName: 'Lending',
    grants: Grants.of(actions.map((actionId) => ({ moduleId: 'LOAN_ORIGINATION', actionId }))),
    scope: {},
  }
}

function checkReply(method: string, path: string, answer: unknown): void {
  const [plain = ''] = path.split('?')
  const operation = OPERATIONS.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '(?!search$)[^/]+')}$`).test(plain),
  )
  assert.ok(operation !== undefined, `${method} ${path} is no operation`)
  assert.ok(Check(operation.reply, answer), JSON.stringify(Errors(operation.reply, answer).slice(0, 3)))
}
