// Sign-in over HTTP for tests of sessions, with real tokens, keys and a real database.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { pino } from 'pino'
import type { TestDatabase } from '../../../../../test/support/machine/database.ts'
import { insertUser, type UserRow } from '../../../../../test/support/onboarding/user-rows.ts'
import { Admission } from '../../../../administration/access/admission/admission.ts'
import { EncryptedStrings } from '../../../../administration/access/keys/encrypted-strings.ts'
import {
  openNode,
  PASSWORD,
  PASSWORD_HASH,
  secretBox,
  TestClock,
  type TestNode,
} from '../../../../administration/access/sessions/sign-in.fixture.ts'
import { createServer } from '../../../../edge/http/server/server.ts'
import { newCorrelationId } from '../../../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import { onboardingFamily } from '../../family.ts'
import type { OnboardingServices } from '../../onboarding-operation.ts'

export const BASE = '/v1/onboarding'
export const ADMINISTRATOR_ROLE = '00000000-0000-7000-8000-000000000001'

export interface Envelope<Data = unknown> {
  readonly data: Data
  readonly success: boolean
  readonly message: string
  readonly timestamp: string
}

export interface Me {
  readonly institutionId?: string
  readonly subTenantId?: string
  readonly mfaRegistered: boolean
}

export function openSessions(open: () => Promise<TestDatabase>) {
  const clock = new TestClock()
  const logged: string[] = []
  let database: Database
  let node: TestNode
  let sandbox: FastifyInstance
  let production: FastifyInstance
  before(async () => {
    database = (await open()).database
    node = await openNode(database, clock)
    sandbox = serve('sandbox')
    production = serve('prod')
  })
  after(() => node.authenticator.close())

  function serve(environment: string): FastifyInstance {
    const encryptedStrings = new EncryptedStrings({ keyRing: node.keyRing, secretBox, clock })
    // What the operations on sessions use; the others are mounted and not called.
    const services = {
      ...node,
      admission: new Admission(),
      encryptedStrings,
      environment,
    } as unknown as OnboardingServices
    const logger = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
    // The clock stands still, and these tests sign in more often than an address may.
    const rates = { perSecond: 1000, signInsPerSecond: 1000, signInBurst: 1000 }
    return createServer({ families: [onboardingFamily(services, rates)], clock, logger })
  }

  const newUser = (row: UserRow = {}) => insertUser(database, { passwordHash: PASSWORD_HASH, ...row })

  async function encrypt(value: string): Promise<string> {
    const { keys } = (await sandbox.inject(`${BASE}/auth/keys`)).json<{ keys: JWK[] }>()
    const jwk = keys.find(({ use }) => use === 'enc') as JWK
    const content = { v: value, iat: Math.floor(clock.now() / 1000), jti: newCorrelationId() }
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid as string })
      .encrypt(await importJWK(jwk))
  }

  async function login(
    email: string,
    password = PASSWORD,
    more: object = {},
    server = sandbox,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const payload = { email: await encrypt(email), password: await encrypt(password), ...more }
    return server.inject({ method: 'POST', url: `${BASE}/login/user`, payload, headers })
  }

  async function signedIn(row: UserRow = {}) {
    const user = await newUser(row)
    const response = await login(user.email)
    assert.equal(response.statusCode, 200, response.body)
    const token = response.json<Envelope<string>>().data
    return { ...user, token, refreshToken: cookieOf(response).value }
  }

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, token?: string) =>
    sandbox.inject({
      method,
      url: BASE + path,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  function refresh(sent: { cookie?: string; body?: object }, server = sandbox) {
    return server.inject({
      method: 'POST',
      url: `${BASE}/auth/refresh`,
      ...(sent.body !== undefined && { payload: sent.body }),
      ...(sent.cookie !== undefined && { headers: { cookie: `other=1; refresh_token=${sent.cookie}` } }),
    })
  }

  return {
    get database() {
      return database
    },
    get node() {
      return node
    },
    get sandbox() {
      return sandbox
    },
    get production() {
      return production
    },
    clock,
    logged,
    newUser,
    encrypt,
    login,
    signedIn,
    call,
    refresh,
  }
}

export function cookieOf(response: LightMyRequestResponse): { value: string; attributes: string[] } {
  const [pair = '', ...attributes] = String(response.headers['set-cookie']).split('; ')
  assert.match(pair, /^refresh_token=/)
  return { value: pair.slice('refresh_token='.length), attributes }
}

export function assertRefused(response: LightMyRequestResponse, status: number, code: string): void {
  assert.equal(response.statusCode, status, response.body)
  const { timestamp, message, ...rest } = response.json<Envelope>()
  assert.deepEqual(rest, { data: null, success: false })
  assert.match(message, new RegExp(`^${code}: `))
  assert.match(timestamp, /Z$/)
  assert.equal(response.headers['set-cookie'], undefined)
}
