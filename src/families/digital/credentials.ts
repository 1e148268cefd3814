// Who may call digital banking: a client of the partner in `partnerId`, or a user who acts for it.

import { type Grant, requireGrant } from '../../access/principal/grant.ts'
import type { Principal } from '../../access/principal/principal.ts'
import type { Authenticator } from '../../access/sessions/authenticator.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Call } from '../../http/call.ts'
import { type PartnerCaller, PartnerCredentials } from '../../http/partner-credentials.ts'
import { ClientAuthentication, type ClientAuthenticationParts } from '../../institutions/client-authentication.ts'
import type { Partner } from '../../institutions/directory.ts'
import { coversPartner } from '../../institutions/partner-scope.ts'

export interface CredentialsParts extends ClientAuthenticationParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
}

export type DigitalCredentials = PartnerCredentials<Partner, Principal, Grant>
export type DigitalCaller = PartnerCaller<Partner, Principal>

export function digitalCredentials(parts: CredentialsParts): DigitalCredentials {
  const clients = new ClientAuthentication(parts)
  return new PartnerCredentials({
    family: 'digital',
    partnerHeader: 'partnerId',
    requiresClientHeaders: true,
    partner: (partnerId) => parts.directory.partner(partnerId),
    client: (clientId, secret, nowMs) => clients.authenticate(clientId, secret, nowMs),
    operator: (bearer) => parts.authenticator.authenticate(bearer),
    requireGrant: requireDigitalGrant,
    covers: ({ scope }, partner) => coversPartner(scope, partner),
  })
}

const DIGITAL_PARTS = ['DIGITAL_PARTIES', 'DIGITAL_MONEY'] as const

/**
 * An operation on the whole module needs the action on one of its parts here, before its body is read. It then asks for the
 * part that the body is about by itself (requireGrant() of the request).
 */
function requireDigitalGrant(operator: Principal, { module, action }: Grant): void {
  const mayUsePart = DIGITAL_PARTS.some((part) => operator.grants.allows(part, action))
  if (module !== 'DIGITAL' || !mayUsePart) requireGrant(operator, { module, action })
}

/** The caller as the author of what is stored, and as the audit log names it. */
export function actorOf({ ip, correlationId }: Call, { clientId, operator }: DigitalCaller): Actor {
  if (operator === undefined) return { ...(clientId !== undefined && { clientId }), ip, correlationId }
  const { userId, email, scope } = operator
  return { userId, email, scope, ip, correlationId }
}
