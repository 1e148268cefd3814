// Admission to the families that partners call with client headers, and users with a bearer token in their place
// (contracts C and D). By headers alone, lowest status first, before the body is read:
// 1 headers (400), 2 client or bearer token (401), 3 partner, grant and scope (403), 4 rate limit (429).
//
// A partner calls with X-Client-Id and X-Client-Secret. A user who is signed in to administration may send a bearer token
// instead and acts for the partner that the partner header names.

import { invalidFields, Problem } from '../kernel/problem.ts'
import { bearerOf } from './bearer.ts'
import type { Call } from './call.ts'
import { checkCorrelationId } from './correlation-id.ts'
import { RateLimiter } from './limits/rate-limit.ts'

/** What admission must know of a partner. */
interface CallingPartner {
  readonly partnerId: string
  readonly isActive: boolean
  readonly families: ReadonlySet<string>
  readonly ratePerSecond?: number
}

/** What admission must know of a client. */
interface CallingClient {
  readonly clientId: string
  readonly partnerId: string
  readonly families: ReadonlySet<string>
}

/** Where admission finds partners, clients and users. `Grant` is what an operation asks of a user's role. */
export interface CredentialSources<Partner extends CallingPartner, Operator extends { userId: string }, Grant> {
  /** The family's name; partners and clients without it have no access. */
  readonly family: string
  /** The header that names the partner. */
  readonly partnerHeader: string
  /** Without a bearer token, a missing client header is a 400 that names it (contract C) instead of a 401 (contract D). */
  readonly requiresClientHeaders?: boolean
  partner(partnerId: string): Partner | undefined
  /** Undefined when the client is unknown, inactive or expired, or its secret is wrong. */
  client(clientId: string, secret: string, nowMs: number): CallingClient | undefined
  /** Throws `unauthenticated`. */
  operator(bearer: string | undefined): Promise<Operator>
  /** Throws `forbidden` unless the user's role grants it. */
  requireGrant(operator: Operator, grant: Grant): void
  /** Whether the user may act for the partner. */
  covers(operator: Operator, partner: Partner): boolean
}

/** Who calls, and for which partner: a client of the partner, or a user on its behalf. */
export interface PartnerCaller<Partner, Operator> {
  readonly partner: Partner
  readonly clientId?: string
  readonly operator?: Operator
}

const CLIENT_HEADERS = ['x-client-id', 'x-client-secret'] as const

export class PartnerCredentials<Partner extends CallingPartner, Operator extends { userId: string }, Grant> {
  readonly #sources: CredentialSources<Partner, Operator, Grant>
  readonly #limiter = new RateLimiter()

  constructor(sources: CredentialSources<Partner, Operator, Grant>) {
    this.#sources = sources
  }

  /** The caller of an admitted call; throws the reason otherwise. Sets partner and user on the call. */
  async admit(call: Call, grant: Grant): Promise<PartnerCaller<Partner, Operator>> {
    checkCorrelationId(call)
    const hasBearer = call.headers.authorization !== undefined
    const partnerId = this.#checkHeaders(call, hasBearer)
    if (hasBearer && CLIENT_HEADERS.some((name) => call.headers[name] !== undefined)) throw bothCredentials()
    const caller = hasBearer ? await this.#admitOperator(call, partnerId, grant) : this.#admitClient(call, partnerId)
    call.partnerId = partnerId
    this.#limit(caller.partner, call.receivedAtMs)
    return caller
  }

  /** The partner that is named; throws a 400 that lists every missing header. */
  #checkHeaders(call: Call, hasBearer: boolean): string {
    const { partnerHeader, requiresClientHeaders } = this.#sources
    const partnerId = call.header(partnerHeader.toLowerCase())
    const names = requiresClientHeaders === true && !hasBearer ? ['X-Client-Id', 'X-Client-Secret'] : []
    const missing = [...names, partnerHeader].filter((name) => call.header(name.toLowerCase()) === undefined)
    if (partnerId !== undefined && missing.length === 0) return partnerId
    const details = missing.map((path) => ({ path, message: 'is required', code: 'MISSING_HEADER' }))
    const [subject, verb] = missing.length === 1 ? ['header', 'is'] : ['headers', 'are']
    throw new Problem('invalid', `The ${subject} ${missing.join(', ')} ${verb} required`, { details })
  }

  #admitClient(call: Call, partnerId: string): PartnerCaller<Partner, Operator> {
    const clientId = call.header('x-client-id')
    const secret = call.header('x-client-secret') ?? ''
    const client = clientId === undefined ? undefined : this.#sources.client(clientId, secret, call.receivedAtMs)
    if (client === undefined) throw unauthenticated()
    const partner = this.#partner(partnerId)
    if (client.partnerId !== partnerId || !client.families.has(this.#sources.family)) throw forbidden()
    return { partner, clientId: client.clientId }
  }

  async #admitOperator(call: Call, partnerId: string, grant: Grant): Promise<PartnerCaller<Partner, Operator>> {
    const operator = await this.#sources.operator(bearerOf(call))
    call.userId = operator.userId
    this.#sources.requireGrant(operator, grant)
    const partner = this.#partner(partnerId)
    if (!this.#sources.covers(operator, partner)) throw forbidden()
    return { partner, operator }
  }

  #partner(partnerId: string): Partner {
    const partner = this.#sources.partner(partnerId)
    if (partner === undefined || !partner.isActive || !partner.families.has(this.#sources.family)) throw forbidden()
    return partner
  }

  #limit({ partnerId, ratePerSecond }: Partner, nowMs: number): void {
    if (ratePerSecond === undefined) return
    const waitSeconds = this.#limiter.take(partnerId, ratePerSecond, nowMs)
    if (waitSeconds === 0) return
    throw new Problem('rate-limited', 'The partner is over its rate limit', { retryAfterSeconds: waitSeconds })
  }
}

function bothCredentials(): Problem {
  const message = 'must not be sent together with X-Client-Id or X-Client-Secret'
  return invalidFields([{ path: 'Authorization', message }])
}

/** One message for every cause: only the client's owner may know which it was. */
function unauthenticated(): Problem {
  return new Problem('unauthenticated', 'The credentials are missing, wrong, expired or disabled')
}

/** One message for every cause, so that callers cannot probe for partners. */
function forbidden(): Problem {
  return new Problem('forbidden', 'The caller may not use this API for this partner')
}
