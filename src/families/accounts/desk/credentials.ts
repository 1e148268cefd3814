// Admission by headers alone, in the contract's order, before the body is read:
// 1 correlation id (400), 2 content type (415), 3 client (401), 4 partnerId (400), 5 partner (403), rate limit (429),
// operation (403). The institution (403) follows once the body is parsed, before it is validated.

import {
  ClientAuthentication,
  type ClientAuthenticationParts,
} from '../../../administration/institutions/clients/client-authentication.ts'
import type { Client, Directory, Partner } from '../../../administration/institutions/directory.ts'
import { requireContentType } from '../../../edge/http/body/content-type.ts'
import type { Call } from '../../../edge/http/call.ts'
import { type Limiter, type OpenLimiter, openOwnLimiter } from '../../../edge/http/limits/rate-limit.ts'
import { isUuidV4 } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { IDENTIFIER } from '../shapes/shapes.ts'

/** Partners and clients of another family have valid credentials but no access here. */
const FAMILY = 'accounts'
const WELL_FORMED = new RegExp(IDENTIFIER)

export class Credentials {
  readonly #directory: Directory
  readonly #clients: ClientAuthentication
  readonly #limiter: Limiter

  constructor(services: ClientAuthenticationParts & { readonly openLimiter?: OpenLimiter | undefined }) {
    this.#directory = services.directory
    this.#clients = new ClientAuthentication(services)
    this.#limiter = (services.openLimiter ?? openOwnLimiter)(FAMILY)
  }

  /** Admits a call or throws the reason, later if the rate limit is kept elsewhere; sets the partner on the call. */
  admit(call: Call, operationId: string): void | Promise<void> {
    requireCorrelationId(call)
    requireContentType(call, 'json')
    const client = this.#authenticate(call)
    const partner = this.#partnerOf(call, client)
    call.partnerId = partner.partnerId
    const waitSeconds = this.#takeToken(partner, call.receivedAtMs)
    if (typeof waitSeconds !== 'number')
      return waitSeconds.then((seconds) => admitOperation(partner, operationId, seconds))
    admitOperation(partner, operationId, waitSeconds)
  }

  /**
   * Admits a switch, which its address or certificate has proven to be the client's. Later if the rate limit is kept elsewhere;
   * sets the partner on the call.
   */
  async admitSwitch(call: Call, operationId: string, partnerId: string, clientId: string | undefined): Promise<void> {
    const client = clientId === undefined ? undefined : this.#clients.known(clientId, call)
    const policy = this.#directory.partner(partnerId)?.clientIdPolicy
    if (client === undefined && (clientId !== undefined || policy !== false)) throw unauthenticated()
    const partner = this.#accepted(partnerId, client)
    call.partnerId = partnerId
    admitOperation(partner, operationId, await this.#takeToken(partner, call.receivedAtMs))
  }

  /** Rejects an institution that the partner is not linked to. A malformed id is left to validation. */
  admitInstitution(call: Call): void {
    const institutionId = institutionIdOf(call.body)
    if (institutionId === undefined || !WELL_FORMED.test(institutionId)) return
    const partner = this.#directory.partner(call.partnerId ?? '')
    // The same message for an unknown institution, so that callers cannot probe for names.
    const isLinked = partner?.institutionIds.has(institutionId) === true
    if (!isLinked || this.#directory.institution(institutionId) === undefined) throw forbidden()
    call.institutionId = institutionId
  }

  /** The client, or undefined when the partner's policy accepts partnerId alone. */
  #authenticate(call: Call): Client | undefined {
    const clientId = call.header('client_id')
    if (clientId === undefined) {
      const partner = this.#directory.partner(call.header('partnerid') ?? '')
      if (partner?.isActive === true && !partner.clientIdPolicy) return undefined
      throw unauthenticated()
    }
    const client = this.#clients.authenticate(clientId, call.header('client_secret') ?? '', call)
    if (client === undefined) throw unauthenticated()
    return client
  }

  #partnerOf(call: Call, client: Client | undefined): Partner {
    const partnerId = call.header('partnerid')
    if (partnerId === undefined) throw badHeader('partnerId', 'is required')
    return this.#accepted(partnerId, client)
  }

  #accepted(partnerId: string, client: Client | undefined): Partner {
    const partner = this.#directory.partner(partnerId)
    if (partner === undefined || !partner.isActive || !partner.families.has(FAMILY)) throw forbidden()
    if (client !== undefined && (client.partnerId !== partnerId || !client.families.has(FAMILY))) throw forbidden()
    return partner
  }

  #takeToken({ partnerId, ratePerSecond }: Partner, nowMs: number): number | Promise<number> {
    return ratePerSecond === undefined ? 0 : this.#limiter.take(partnerId, ratePerSecond, nowMs)
  }
}

function admitOperation(partner: Partner, operationId: string, waitSeconds: number): void {
  if (waitSeconds > 0) {
    throw new Problem('rate-limited', 'The partner is over its rate limit', { retryAfterSeconds: waitSeconds })
  }
  if (!partner.operations.has(operationId)) throw forbidden()
}

function requireCorrelationId(call: Call): void {
  const sent = call.header('x-correlation-id')
  if (sent === undefined) throw badHeader('x-correlation-id', 'is required')
  if (!isUuidV4(sent)) throw badHeader('x-correlation-id', 'must be a UUID v4')
}

function institutionIdOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('institution' in body)) return undefined
  const { institution } = body
  if (typeof institution !== 'object' || institution === null || !('id' in institution)) return undefined
  return typeof institution.id === 'string' ? institution.id : undefined
}

function badHeader(name: string, message: string): Problem {
  return new Problem('invalid', `The header ${name} ${message}`, { details: [{ path: name, message }] })
}

/** One message for every cause: only the client's owner may know which it was. */
function unauthenticated(): Problem {
  return new Problem('unauthenticated', 'client_id or client_secret is missing, wrong, expired or disabled')
}

function forbidden(): Problem {
  return new Problem('forbidden', 'The partner may not use this operation for this institution')
}
