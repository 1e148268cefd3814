// Admission to the families that partners call with client headers, and users with a bearer token in their place
// (contracts C and D). By headers alone, lowest status first, before the body is read:
// 1 headers (400), 2 client or bearer token (401), 3 partner, grant and scope (403), 4 rate limit (429).
//
// A partner calls with X-Client-Id and X-Client-Secret. A user who is signed in to administration may send a bearer token
// instead and acts for the partner that the partner header names.

import { type Grant, requireGrant } from '../../administration/access/principal/grant.ts'
import type { Principal } from '../../administration/access/principal/principal.ts'
import type { Authenticator } from '../../administration/access/sessions/authenticator.ts'
import type { Actor } from '../../administration/audit/actor.ts'
import {
  ClientAuthentication,
  type ClientAuthenticationParts,
} from '../../administration/institutions/clients/client-authentication.ts'
import type { Partner } from '../../administration/institutions/directory.ts'
import type { ApiFamily } from '../../administration/institutions/partners/api-families.ts'
import { coversPartner } from '../../administration/institutions/partners/partner-scope.ts'
import { invalidFields, Problem } from '../../platform/kernel/problems/problem.ts'
import { bearerOf } from '../http/bearer.ts'
import type { Call } from '../http/call.ts'
import { checkCorrelationId } from '../http/correlation-id.ts'
import { type Limiter, type OpenLimiter, openOwnLimiter } from '../http/limits/rate-limit.ts'

/** Where admission finds partners, clients and users. */
export interface PartnerServices extends ClientAuthenticationParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  /** By default every process has buckets of its own. */
  readonly openLimiter?: OpenLimiter | undefined
}

/** How a family is called. */
export interface CredentialRules {
  /** Partners and clients that are not granted the family have no access. */
  readonly name: ApiFamily
  /** The header that names the partner. */
  readonly partnerHeader: string
  /** Without a bearer token, a missing client header is a 400 that names it (contract C) instead of a 401 (contract D). */
  readonly requiresClientHeaders?: boolean
  /** Throws `forbidden` unless the user's role grants it. By default the role must grant the action on the module. */
  requireGrant?(operator: Principal, grant: Grant): void
}

/** Who calls, and for which partner: a client of the partner, or a user on its behalf. */
export interface PartnerCaller {
  readonly partner: Partner
  readonly clientId?: string
  readonly operator?: Principal
}

const CLIENT_HEADERS = ['X-Client-Id', 'X-Client-Secret'] as const

export class PartnerCredentials {
  readonly #rules: CredentialRules
  readonly #services: PartnerServices
  readonly #clients: ClientAuthentication
  readonly #limiter: Limiter

  constructor(rules: CredentialRules, services: PartnerServices) {
    this.#rules = rules
    this.#services = services
    this.#clients = new ClientAuthentication(services)
    this.#limiter = (services.openLimiter ?? openOwnLimiter)(rules.name)
  }

  /** The caller of an admitted call; throws the reason otherwise. Sets partner and user on the call. */
  async admit(call: Call, grant: Grant): Promise<PartnerCaller> {
    checkCorrelationId(call)
    const hasBearer = call.headers.authorization !== undefined
    const partnerId = this.#checkHeaders(call, hasBearer)
    if (hasBearer && CLIENT_HEADERS.some((name) => call.headers[name.toLowerCase()] !== undefined)) {
      throw bothCredentials()
    }
    const caller = hasBearer ? await this.#admitOperator(call, partnerId, grant) : this.#admitClient(call, partnerId)
    call.partnerId = partnerId
    await this.#limit(caller.partner, call.receivedAtMs)
    return caller
  }

  /** The partner that is named; throws a 400 that lists every missing header. */
  #checkHeaders(call: Call, hasBearer: boolean): string {
    const { partnerHeader, requiresClientHeaders } = this.#rules
    const partnerId = call.header(partnerHeader.toLowerCase())
    const clientHeaders = requiresClientHeaders === true && !hasBearer ? CLIENT_HEADERS : []
    const missing = [...clientHeaders, partnerHeader].filter((name) => call.header(name.toLowerCase()) === undefined)
    if (partnerId !== undefined && missing.length === 0) return partnerId
    const details = missing.map((path) => ({ path, message: 'is required', code: 'MISSING_HEADER' }))
    const names = missing.join(', ')
    const message = missing.length === 1 ? `The header ${names} is required` : `The headers ${names} are required`
    throw new Problem('invalid', message, { details })
  }

  #admitClient(call: Call, partnerId: string): PartnerCaller {
    const clientId = call.header('x-client-id')
    const secret = call.header('x-client-secret') ?? ''
    const client = clientId === undefined ? undefined : this.#clients.authenticate(clientId, secret, call)
    if (client === undefined) throw unauthenticated()
    const partner = this.#partner(partnerId)
    if (client.partnerId !== partnerId || !client.families.has(this.#rules.name)) throw forbidden()
    return { partner, clientId: client.clientId }
  }

  async #admitOperator(call: Call, partnerId: string, grant: Grant): Promise<PartnerCaller> {
    const operator = await this.#services.authenticator.authenticate(bearerOf(call))
    call.userId = operator.userId
    const requires = this.#rules.requireGrant ?? requireGrant
    requires(operator, grant)
    const partner = this.#partner(partnerId)
    if (!coversPartner(operator.scope, partner)) throw forbidden()
    return { partner, operator }
  }

  #partner(partnerId: string): Partner {
    const partner = this.#services.directory.partner(partnerId)
    if (partner === undefined || !partner.isActive || !partner.families.has(this.#rules.name)) throw forbidden()
    return partner
  }

  async #limit({ partnerId, ratePerSecond }: Partner, nowMs: number): Promise<void> {
    if (ratePerSecond === undefined) return
    const waitSeconds = await this.#limiter.take(partnerId, ratePerSecond, nowMs)
    if (waitSeconds === 0) return
    throw new Problem('rate-limited', 'The partner is over its rate limit', { retryAfterSeconds: waitSeconds })
  }
}

/** The caller as the author of what is stored, and as the audit log names it. */
export function actorOf({ ip, correlationId }: Call, { clientId, operator }: PartnerCaller): Actor {
  if (operator === undefined) return { ...(clientId !== undefined && { clientId }), ip, correlationId }
  const { userId, email, scope } = operator
  return { userId, email, scope, ip, correlationId }
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
