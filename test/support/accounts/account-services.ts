// Plain HTTP to account services without the SDK, so that a test can send what a client never would.

import { randomUUID } from 'node:crypto'
import type { Gateway } from '../gateways/gateway.ts'
import { fetchOverCutover } from './fetch-over-cutover.ts'

export const BASE_PATH = '/api/ssb/accountservices/v1'

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly partnerId: string
}

/** The sandbox's clients, written out here so that a change of its data is noticed. */
export const ATM: Credentials = {
  clientId: 'sandbox-atm',
  clientSecret: 'sandbox-atm-secret',
  partnerId: 'PARTNER01',
}
export const IVR: Credentials = {
  clientId: 'sandbox-ivr',
  clientSecret: 'sandbox-ivr-secret',
  partnerId: 'PARTNER02',
}
export const EXPIRED: Credentials = {
  clientId: 'sandbox-expired',
  clientSecret: 'sandbox-expired-secret',
  partnerId: 'PARTNER01',
}

export interface Balance {
  readonly type: string
  readonly amount: number
  readonly currencyCode: string
  readonly dueDate?: string
}

/** The members of any answer that tests read. */
export interface AnswerBody {
  readonly status?: { readonly responseCode: string; readonly authId?: string }
  readonly error?: {
    readonly reason: string
    readonly message: string
    readonly details: readonly { readonly path: string; readonly message: string }[]
  }
  readonly correlationId?: string
  readonly balances?: readonly Balance[]
  readonly [member: string]: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The text parsed as JSON; an empty object if it is not JSON. */
  readonly body: AnswerBody
  /** `status.responseCode`. */
  readonly code: string | undefined
}

export function headersFor(client: Credentials = ATM): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-correlation-id': randomUUID(),
    client_id: client.clientId,
    client_secret: client.clientSecret,
    partnerId: client.partnerId,
  }
}

/** Sends a request unchanged; `path` is the whole path. */
export async function send(gateway: Gateway, path: string, request: RequestInit): Promise<Answer> {
  const response = await fetchOverCutover(gateway.url + path, request)
  const text = await response.text()
  const body = readJson(text)
  return { status: response.status, headers: response.headers, text, body, code: body.status?.responseCode }
}

/** Posts a body to an operation; a string is sent unchanged, anything else as JSON. */
export function post(gateway: Gateway, path: string, body: unknown, headers = headersFor()): Promise<Answer> {
  return send(gateway, BASE_PATH + path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** An empty object if it is not JSON. */
export function readJson(text: string): AnswerBody {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as AnswerBody) : {}
  } catch {
    return {}
  }
}

let lastRrn = 0

/** An RRN that this process has not used yet. */
export function newRrn(): string {
  return String(++lastRrn).padStart(12, '0')
}

/** Posts to a sandbox control on the management listener and returns its answer. */
export async function control(gateway: Gateway, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(gateway.managementUrl + path, {
    method: 'POST',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** An account's balances by a balance inquiry: `Available` and `Balance`, and `PaymentDue` for a loan. */
export async function balancesOf(gateway: Gateway, accountId: string): Promise<Record<string, number>> {
  const answer = await post(gateway, '/accounts/balance', {
    head: { description: 'How much is there' },
    transaction: { rrn: newRrn(), type: 'BALANCEINQUIRY' },
    ...placeOf(accountId),
    paymentInstrument: { account: { id: accountId } },
  })
  if (answer.code !== '000') throw new Error(`the balance of ${accountId} cannot be read: ${answer.text}`)
  return Object.fromEntries((answer.body.balances ?? []).map(({ type, amount }) => [type, amount]))
}

/** The institution of a sandbox account, and a terminal there with every service. */
function placeOf(accountId: string) {
  const isHarbor = accountId.startsWith('2')
  return {
    deviceInfo: {
      terminalId: isHarbor ? 'ATM00101' : 'TLR00001',
      terminalLoc: 'Counter 1',
      acceptorId: isHarbor ? 'ACC000000000101' : 'ACC000000000002',
    },
    institution: { id: isHarbor ? 'FI002' : 'FI001' },
  }
}
