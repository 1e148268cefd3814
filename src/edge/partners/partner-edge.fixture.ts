// A partner family behind the real server inside the test process, with partners, clients and users in memory.

import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Check, Errors } from 'typebox/value'
import { accessProblem } from '../../administration/access/access-problems.ts'
import { Grants, type Principal } from '../../administration/access/principal/principal.ts'
import type { Client, Directory, Partner } from '../../administration/institutions/directory.ts'
import type { ApiFamily } from '../../administration/institutions/partners/api-families.ts'
import type { CatalogueCode } from '../../platform/kernel/catalogue/catalogue.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { createServer } from '../http/server/server.ts'
import type { PartnerServices } from './partner-credentials.ts'
import { mountPartnerFamily, type PartnerFamily } from './partner-family.ts'
import type { PartnerAsk, PartnerOperation } from './partner-operation.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 10)

/** The client that calls unless a test names another. Its secret, as that of every client, is its id and `-secret`. */
export const CALLER = 'caller'
export const OPERATOR = { userId: '01978a2e-6f00-7000-8000-0000000000aa', email: 'ada@sandbox.example' }

/** Headers of undefined are left out. */
export type SentHeaders = Readonly<Record<string, string | undefined>>

export const NO_CLIENT: SentHeaders = { 'x-client-id': undefined, 'x-client-secret': undefined }

export function asClient(clientId: string): SentHeaders {
  return { 'x-client-id': clientId, 'x-client-secret': `${clientId}-secret` }
}

/** `grant` is `MODULE.ACTION` or `MODULE.ACTION+ACTION`, with `.FI001` for a user of an institution and `.FI001.SUB1` of a sub-tenant. */
export function asOperator(grant: string): SentHeaders {
  return { ...NO_CLIENT, authorization: `Bearer grants.${grant}` }
}

export interface EdgeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever member they expect.
  readonly body: any
}

export interface PartnerEdge<Ask = unknown> {
  readonly server: FastifyInstance
  /** What the operations were asked. */
  readonly asked: Ask[]
  readonly log: Record<string, unknown>[]
  /** `route` is `POST /loans`. Calls for PARTNER01, as its client unless `headers` say otherwise. */
  call(route: string, more?: { readonly body?: unknown; readonly headers?: SentHeaders }): Promise<EdgeAnswer>
}

/**
 * With `real` services the operations run, and every 200 is checked against the schema of its operation; without them they
 * only answer.
 */
export function openPartnerEdge<Code extends CatalogueCode, Named extends object, Services extends PartnerServices>(
  family: PartnerFamily<Code, Named>,
  offered: readonly PartnerOperation<PartnerAsk<Services> & Named, Code>[],
  real?: Partial<Services> & { readonly clock?: Clock },
): PartnerEdge<Parameters<(typeof offered)[number]['handle']>[0]> {
  type Ask = Parameters<(typeof offered)[number]['handle']>[0]
  const asked: Ask[] = []
  const log: Record<string, unknown>[] = []
  const repliesOf = new Map<unknown, (typeof offered)[number]>()
  const clock = real?.clock ?? { now: () => NOW_MS }
  const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
  const operations = offered.map((operation) => ({
    ...operation,
    async handle(ask: Ask) {
      asked.push(ask)
      if (real === undefined) return { body: '{}' }
      repliesOf.set(ask.call.correlationId, operation)
      return operation.handle(ask)
    },
  }))
  const services = {
    clock,
    secretBox,
    directory: directoryOf(family.name, secretBox),
    clientUse: { note: () => {} },
    authenticator: { authenticate },
    ...real,
  } as unknown as Services
  const server = createServer({
    families: [mountPartnerFamily(family, services, operations)],
    clock,
    logger: pino({ base: null }, { write: (line: string) => log.push(JSON.parse(line)) }),
  })
  return {
    server,
    asked,
    log,
    async call(route, { body, headers = {} } = {}) {
      const [method, path] = route.split(' ') as ['GET', string]
      const sent = {
        [family.partnerHeader.toLowerCase()]: 'PARTNER01',
        ...asClient(CALLER),
        'content-type': 'application/json',
        ...headers,
      }
      const response = await server.inject({
        method,
        url: family.basePath + path,
        headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const answer = { status: response.statusCode, headers: response.headers, text: response.body }
      const parsed = JSON.parse(answer.text)
      const operation = repliesOf.get(response.headers['x-correlation-id'])
      if (answer.status === 200 && operation !== undefined) {
        assert.ok(
          Check(operation.reply, parsed),
          `${route}: ${JSON.stringify(Errors(operation.reply, parsed).slice(0, 3))}`,
        )
      }
      return { ...answer, body: parsed }
    },
  }
}

async function authenticate(bearer: string | undefined): Promise<Principal> {
  const [, moduleId, actionIds, institutionId, subTenantId] =
    /^grants[.](\w+)[.]([\w+]+?)(?:[.](FI\d+)(?:[.](SUB\d+))?)?$/.exec(bearer ?? '') ?? []
  if (moduleId === undefined || actionIds === undefined) throw accessProblem('not-signed-in', 'sign in')
  return {
    ...OPERATOR,
    sessionId: 's1',
    firstName: 'Ada',
    lastName: 'Sandbox',
    roleId: 'r1',
    roleName: 'Role',
    grants: Grants.of(actionIds.split('+').map((actionId) => ({ moduleId, actionId }))),
    scope: { ...(institutionId !== undefined && { institutionId }), ...(subTenantId !== undefined && { subTenantId }) },
  }
}

function directoryOf(family: ApiFamily, secretBox: SecretBox): Directory {
  const first: Partner = {
    partnerId: 'PARTNER01',
    families: new Set([family]),
    operations: new Set(),
    institutionIds: new Set(['FI001', 'FI003']),
    clientIdPolicy: true,
    isActive: true,
  }
  const partners: readonly Partner[] = [
    first,
    { ...first, partnerId: 'OTHER' },
    { ...first, partnerId: 'OF-FI001', institutionIds: new Set(['FI001']) },
    { ...first, partnerId: 'OF-NONE', institutionIds: new Set() },
    { ...first, partnerId: 'INACTIVE', isActive: false },
    { ...first, partnerId: 'ATMS', families: new Set(['accounts']) },
    { ...first, partnerId: 'LIMITED', ratePerSecond: 1 },
    // Without a client secret account services would let it in; partner families do not.
    { ...first, partnerId: 'BARE', clientIdPolicy: false },
  ]
  const clientOf = (clientId: string, more: Partial<Client> = {}): Client => ({
    clientId,
    partnerId: 'PARTNER01',
    families: new Set([family]),
    secretHash: secretBox.lookupHash(`${clientId}-secret`, `client-secret:${clientId}`),
    isActive: true,
    ...more,
  })
  const clients = [
    clientOf(CALLER),
    clientOf('other', { partnerId: 'OTHER' }),
    clientOf('expired', { expiresAtMs: NOW_MS }),
    clientOf('disabled', { isActive: false }),
    clientOf('atm', { families: new Set(['accounts']) }),
    clientOf('atms', { partnerId: 'ATMS' }),
    clientOf('inactive', { partnerId: 'INACTIVE' }),
    clientOf('limited', { partnerId: 'LIMITED' }),
  ]
  return {
    partner: (id: string) => partners.find(({ partnerId }) => partnerId === id),
    client: (id: string) => clients.find(({ clientId }) => clientId === id),
  } as unknown as Directory
}
