// A local server that answers from a test's script, and a RestCore that calls it.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { inspect } from 'node:util'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { RemoteBalanceInquiry, RemoteLookup, RemoteWithdrawal } from '../remote-core.ts'
import { RestCore, type RestCoreOptions } from './rest-core.ts'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Script = (received: Received, response: ServerResponse, socket: Socket) => void

export interface ScriptedCore {
  readonly core: RestCore
  readonly url: URL
  readonly received: Received[]
  /** Connections made so far. */
  readonly connections: () => number
  script(next: Script): void
  closeServer(): Promise<void>
}

export async function scriptedCore(
  t: TestContext,
  script: Script,
  options: Partial<RestCoreOptions> = {},
): Promise<ScriptedCore> {
  const received: Received[] = []
  let current = script
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const seen = { method, url, headers, body: Buffer.concat(chunks).toString() }
    received.push(seen)
    current(seen, response, request.socket)
  })
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bank`)
  const closeServer = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  const core = restCore({ url, ...options })
  t.after(async () => {
    await closeServer()
    await core.close()
  })
  return {
    core,
    url,
    received,
    connections: () => connections,
    script: (next) => {
      current = next
    },
    closeServer,
  }
}

export function restCore(options: Partial<RestCoreOptions> & { readonly url: URL }): RestCore {
  return new RestCore({
    environment: 'sandbox',
    timeoutMs: 60_000,
    probeTimeoutMs: 60_000,
    maxConnections: 4,
    // Never opens by itself.
    circuitBreaker: { failureRate: 100, openMs: 1_000, minimumCalls: 1_000_000 },
    ...options,
  })
}

export function answerJson(status: number, body: unknown): Script {
  return (_received, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

export const REFERENCE = '01890a5d-ac96-774b-bcce-b302099a8057'
export const PAN = '4000000000000010'
export const PASSWORD = 'correct horse battery staple'

export const ORIGIN = {
  institutionId: 'FI 001/x',
  partnerId: 'PARTNER01',
  rrn: '000000000001',
  correlationId: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
  terminalId: 'ATM00001',
  businessDate: '20261115',
}

export const WITHDRAWAL: RemoteWithdrawal = {
  kind: 'CASH_WITHDRAWAL',
  reference: REFERENCE,
  origin: ORIGIN,
  accountId: '1000000001',
  pan: PAN,
  amount: { minor: 6_250n, currency: 'USD' },
  accessFeeMinor: 250n,
}

export const LOOKUP: RemoteLookup = { origin: ORIGIN, pan: PAN }
export const INQUIRY: RemoteBalanceInquiry = { origin: ORIGIN, accountId: '1000000001' }

export const APPROVAL = {
  code: '000',
  branch: { id: '001', name: 'Main Street Branch', address: '1 Main Street' },
  balances: { currency: 'USD', availableMinor: 243_750, balanceMinor: 243_750 },
}

export const EXECUTED = { reference: REFERENCE, state: 'EXECUTED', outcome: APPROVAL }
export const CANCELLED = { reference: REFERENCE, state: 'CANCELLED' }

/** The kind of the Problem that was thrown, or the returned value. */
export async function resultOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } catch (error) {
    assert.ok(error instanceof Problem, inspect(error))
    assertDiscreet(error)
    return error.kind
  }
}

/** No secret is in an error, however a log prints it. */
function assertDiscreet(error: unknown): void {
  const shown = inspect(error, { depth: 10, showHidden: true })
  for (const secret of [PAN, PASSWORD, Buffer.from(PASSWORD).toString('base64'), 'SECRET-IN-ANSWER']) {
    assert.ok(!shown.includes(secret), `${secret} in ${shown}`)
  }
}
