// The family in front of operations that only answer, for tests of what happens before an operation runs.

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { accessProblem } from '../../access/access-problems.ts'
import { Grants, type Principal } from '../../access/principal/principal.ts'
import { createServer } from '../../http/server/server.ts'
import type { Client, Directory, Partner } from '../../institutions/directory.ts'
import { SecretBox } from '../../kernel/secrets.ts'
import { BASE_PATH, lendingFamily } from './family.ts'
import type { LendingAsk, LendingOperation, LendingServices } from './lending-operation.ts'
import { LENDING_OPERATIONS } from './operations.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 10)

const CLIENT = { 'x-client-id': 'lender', 'x-client-secret': 'lender-secret' }

export interface EdgeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever member they expect.
  readonly body: any
}

export interface Edge {
  readonly server: FastifyInstance
  /** What the operations were asked. */
  readonly asked: (LendingAsk & { readonly body: unknown })[]
  readonly log: Record<string, unknown>[]
  /** `route` is `POST /loans`. Headers of undefined are left out. */
  call(route: string, more?: { body?: unknown; headers?: Record<string, string | undefined> }): Promise<EdgeAnswer>
}

/**
 * Bearer tokens: `grants.MODULE.ACTION`, with `.FI001` for a user of an institution. With `real` services the operations
 * run; without them they only answer.
 */
export function openEdge(real?: Partial<LendingServices>): Edge {
  const asked: Edge['asked'] = []
  const log: Record<string, unknown>[] = []
  const clock = { now: () => NOW_MS }
  const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
  const operations = LENDING_OPERATIONS.map((operation): LendingOperation => {
    return {
      ...operation,
      async handle(ask) {
        asked.push(ask)
        return real === undefined ? { body: '{}' } : operation.handle(ask)
      },
    }
  })
  const services = {
    clock,
    secretBox,
    directory: directoryOf(secretBox),
    clientUse: { note: () => {} },
    authenticator: { authenticate },
    ...real,
  } as unknown as LendingServices
  const server = createServer({
    families: [lendingFamily(services, operations)],
    clock,
    logger: pino({ base: null }, { write: (line: string) => log.push(JSON.parse(line)) }),
  })
  return {
    server,
    asked,
    log,
    async call(route, { body, headers = {} } = {}) {
      const [method, path] = route.split(' ') as ['GET', string]
      const sent = { 'x-partner': 'PARTNER01', ...CLIENT, 'content-type': 'application/json', ...headers }
      const response = await server.inject({
        method,
        url: BASE_PATH + path,
        headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = response.body
      return { status: response.statusCode, headers: response.headers, text, body: JSON.parse(text) }
    },
  }
}

async function authenticate(bearer: string | undefined): Promise<Principal> {
  const [, moduleId, actionId, institutionId, subTenantId] =
    /^grants[.](\w+)[.](\w+?)(?:[.](FI\d+)(?:[.](SUB\d+))?)?$/.exec(bearer ?? '') ?? []
  if (moduleId === undefined || actionId === undefined) throw accessProblem('not-signed-in', 'sign in')
  return {
    sessionId: 's1',
    userId: 'user-1',
    email: 'ada@sandbox.example',
    firstName: 'Ada',
    lastName: 'Sandbox',
    roleId: 'r1',
    roleName: 'Role',
    grants: Grants.of([{ moduleId, actionId }]),
    scope: { ...(institutionId !== undefined && { institutionId }), ...(subTenantId !== undefined && { subTenantId }) },
  }
}

const PARTNER: Partner = {
  partnerId: 'PARTNER01',
  families: new Set(['lending']),
  operations: new Set(),
  institutionIds: new Set(['FI001', 'FI002']),
  clientIdPolicy: true,
  isActive: true,
}

const PARTNERS: readonly Partner[] = [
  PARTNER,
  { ...PARTNER, partnerId: 'OTHER' },
  { ...PARTNER, partnerId: 'OF-FI001', institutionIds: new Set(['FI001']) },
  { ...PARTNER, partnerId: 'OF-NONE', institutionIds: new Set() },
  { ...PARTNER, partnerId: 'INACTIVE', isActive: false },
  { ...PARTNER, partnerId: 'ATMS', families: new Set(['accounts']) },
  { ...PARTNER, partnerId: 'LIMITED', ratePerSecond: 1 },
  // Without a client secret account services would let it in; lending does not.
  { ...PARTNER, partnerId: 'BARE', clientIdPolicy: false },
]

function directoryOf(secretBox: SecretBox): Directory {
  const clientOf = (clientId: string, more: Partial<Client> = {}): Client => ({
    clientId,
    partnerId: 'PARTNER01',
    families: new Set(['lending']),
    secretHash: secretBox.lookupHash(`${clientId}-secret`, `client-secret:${clientId}`),
    isActive: true,
    ...more,
  })
  const clients = [
    clientOf('lender'),
    clientOf('expired', { expiresAtMs: NOW_MS }),
    clientOf('disabled', { isActive: false }),
    clientOf('atm', { families: new Set(['accounts']) }),
    clientOf('atms', { partnerId: 'ATMS' }),
    clientOf('inactive', { partnerId: 'INACTIVE' }),
    clientOf('limited', { partnerId: 'LIMITED' }),
  ]
  return {
    partner: (id: string) => PARTNERS.find(({ partnerId }) => partnerId === id),
    client: (id: string) => clients.find(({ clientId }) => clientId === id),
  } as unknown as Directory
}
