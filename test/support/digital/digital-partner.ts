// A partner of digital banking, for tests over HTTP.

import assert from 'node:assert/strict'
import { until } from '../until.ts'

const DIGITAL_PARTNER = {
  'x-client-id': 'sandbox-digital',
  'x-client-secret': 'sandbox-digital-secret',
  partnerid: 'PARTNER01',
} as const

export const SECOND_PARTNER = {
  'x-client-id': 'sandbox-digital-2',
  'x-client-secret': 'sandbox-digital-2-secret',
  partnerid: 'PARTNER02',
} as const

export interface DigitalAnswer {
  readonly status: number
  readonly headers: Headers
  readonly replayed: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about.
  readonly body: any
}

type SentHeaders = Readonly<Record<string, string>>

const TYPES: readonly (readonly [path: RegExp, type: string])[] = [
  [/^\/institutions$/, 'FI_ONBOARDING'],
  [/^\/institutions\/[^/]+\/status$/, 'FI_ONBOARDING_STATUS'],
  [/^\/users$/, 'USER_ONBOARDING'],
  [/^\/users\/[^/]+\/status$/, 'USER_ONBOARDING_STATUS'],
  [/^\/digital-asset-accounts$/, 'DIGITAL_ASSET_ACCOUNT'],
  [/^\/digital-asset-accounts\/[^/]+\/status$/, 'DIGITAL_ASSET_ACCOUNT_STATUS'],
  [/^\/tokenized-deposits$/, 'TOKENIZED_DEPOSIT'],
  [/^\/token-redemptions$/, 'TOKEN_REDEMPTION'],
  [/^\/interbank-transfers$/, 'INTERBANK_TRANSFER'],
  [/^\/interbank-transfers\/[^/]+\/resolution$/, 'INTERBANK_TRANSFER_RESOLUTION'],
  [/^\/accounts\/validation$/, 'ACCOUNT_VALIDATION'],
  [/^\/accounts\/balance-inquiry$/, 'BALANCE_INQUIRY'],
  [/^\/search(\?|$)/, 'PLATFORM_SEARCH'],
]

let refs = 0

/** A reference that this process has not used yet. */
export function newRef(): string {
  refs += 1
  return `ref-${refs}`
}

export const USD = (tokens: number) => ({ currency: 'USD', tokens, tokenType: 'TOKENIZED_DEPOSIT' })

export interface Holder {
  readonly institutionId: string
  readonly userId: string
  readonly accountId: string
}

export class DigitalPartner {
  readonly #url: () => string
  readonly #headers: SentHeaders
  /** Every answer, for tests that look at all of them. */
  readonly answers: string[] = []

  constructor(url: () => string, headers: SentHeaders = DIGITAL_PARTNER) {
    this.#url = url
    this.#headers = headers
  }

  /** `route` is the method and the path below /api/digital/v1. A POST gets `transaction` and `channelInfo`. */
  call(route: string, body?: object, headers: SentHeaders = {}): Promise<DigitalAnswer> {
    return this.send(route, body === undefined ? undefined : JSON.stringify(requestOf(route, body)), headers)
  }

  /** The text goes as it is. */
  async send(route: string, text?: string, headers: SentHeaders = {}, own = this.#headers): Promise<DigitalAnswer> {
    const [method = 'GET', path = ''] = route.split(' ')
    const response = await fetch(`${this.#url()}/api/digital/v1${path}`, {
      method,
      headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...own, ...headers },
      ...(text !== undefined && { body: text }),
    })
    const answer = await response.text()
    this.answers.push(answer)
    const replayed = response.headers.get('x-idempotent-replay') === 'true'
    return { status: response.status, headers: response.headers, replayed, text: answer, body: JSON.parse(answer) }
  }

  /** The body of a success. */
  async ok(route: string, body?: object, headers?: SentHeaders) {
    const answer = await this.call(route, body, headers)
    assert.equal(answer.status, 200, `${route}: ${answer.text}`)
    return answer.body
  }

  /** Status, code and ISO reason of a refusal, as `422 ACCOUNT_CLOSED AC04`. */
  async refused(route: string, body?: object, headers?: SentHeaders): Promise<string> {
    const { status, body: problem } = await this.call(route, body, headers)
    return [status, problem.code, problem.isoReason].filter((part) => part !== undefined).join(' ')
  }

  /** An institution, a user and an account, each by its given POST. */
  async holder(
    more: {
      institution?: object
      user?: object
      account?: object
      linkedAccount?: object
      institutionId?: string
    } = {},
  ): Promise<Holder> {
    const institutionId =
      more.institutionId ??
      (
        await this.ok('POST /institutions', {
          institution: { name: 'Test Bank', country: 'US', currencies: ['USD', 'EUR'], ...more.institution },
        })
      ).id
    const user = { firstName: 'Jane', lastName: 'Doe', ...more.user }
    const { id: userId } = await this.ok('POST /users', { institution: { id: institutionId }, user })
    const opened = await this.ok('POST /digital-asset-accounts', {
      institution: { id: institutionId },
      user: { id: userId },
      account: { currency: 'USD', ...more.account },
      linkedAccount: { id: `L-${userId.slice(-12)}`, ...more.linkedAccount },
    })
    const { id: accountId } = await this.ended(`/digital-asset-accounts/${opened.id}`, opened)
    return { institutionId, userId, accountId }
  }

  deposit(accountId: string, tokens: number) {
    return this.moved('/tokenized-deposits', { tokenAmount: USD(tokens), digitalAssetAccount: { id: accountId } })
  }

  /** Makes a movement and waits for its end, or for `RESERVED`. */
  async moved(path: string, body: object) {
    const made = await this.ok(`POST ${path}`, body)
    return this.ended(`${path}/${made.id}`, made)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async ended(path: string, now?: any): Promise<any> {
    if (now !== undefined && !PENDING.has(now.state)) return now
    return until(async () => {
      const read = await this.ok(`GET ${path}`)
      return PENDING.has(read.state) ? undefined : read
    }, `an end of ${path}`)
  }

  /** `{asset, available, locked, pending}` of an account. */
  async balances(accountId: string) {
    const { balances } = await this.ok('POST /accounts/balance-inquiry', { digitalAssetAccount: { id: accountId } })
    const { currency: _, ...shown } = balances[0]
    return shown
  }

  /** `{supply, backing, owed, reserved}` of an institution in a currency. */
  async position(institutionId: string, currency = 'USD') {
    const { positions } = await this.ok(`GET /institutions/${institutionId}`)
    const { currency: _, ...shown } = positions.find((one: { currency: string }) => one.currency === currency)
    return shown
  }
}

/** States that are left without anybody's doing. RESERVED is not among them: it waits for a decision. */
const PENDING: ReadonlySet<string> = new Set([
  'PROVISIONING',
  'PENDING',
  'FUNDS_DEBITED',
  'MINTING',
  'COMPENSATING',
  'LOCKED',
  'BURNING',
  'BURNED',
  'CREDIT_RETRY',
  'RETURNING',
  'RECEIVED',
  'COMMITTING',
  'RELEASING',
])

export function requestOf(route: string, body: object): object {
  const [, path = ''] = route.split(' ')
  const type = TYPES.find(([pattern]) => pattern.test(path))?.[1]
  return { transaction: { ref: newRef(), type }, channelInfo: { type: 'MOBILE_APP' }, ...body }
}
