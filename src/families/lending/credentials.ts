// Who may call lending: a client of the partner in X-Partner, or a user who acts for it.

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

export type LendingCredentials = PartnerCredentials<Partner, Principal, Grant>
export type LendingCaller = PartnerCaller<Partner, Principal>

export function lendingCredentials(parts: CredentialsParts): LendingCredentials {
  const clients = new ClientAuthentication(parts)
  return new PartnerCredentials({
    family: 'lending',
    partnerHeader: 'X-Partner',
    partner: (partnerId) => parts.directory.partner(partnerId),
    client: (clientId, secret, nowMs) => clients.authenticate(clientId, secret, nowMs),
    operator: (bearer) => parts.authenticator.authenticate(bearer),
    requireGrant: (operator, grant: Grant) => requireGrant(operator, grant),
    covers: ({ scope }, partner) => coversPartner(scope, partner),
  })
}

/** The caller as the author of what is stored, and as the audit log names it. */
export function actorOf({ ip, correlationId }: Call, { clientId, operator }: LendingCaller): Actor {
  if (operator === undefined) return { ...(clientId !== undefined && { clientId }), ip, correlationId }
  const { userId, email, scope } = operator
  return { userId, email, scope, ip, correlationId }
}
