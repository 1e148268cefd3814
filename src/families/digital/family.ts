// Digital banking as partners call it: where, with which headers, and how a repeated request is recognised.

import { type Grant, requireGrant } from '../../administration/access/principal/grant.ts'
import type { Principal } from '../../administration/access/principal/principal.ts'
import type { Family } from '../../edge/http/family.ts'
import { mountPartnerFamily, type PartnerFamily } from '../../edge/partners/partner-family.ts'
import type { DigitalOperation, DigitalServices, MaybeReferenced } from './digital-operation.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'
import { type DigitalCode, digitalProblems } from './problems.ts'
import { type Requested, refuseBody } from './shapes/request.ts'

export const DIGITAL: PartnerFamily<DigitalCode, MaybeReferenced> = {
  name: 'digital',
  basePath: '/api/digital/v1',
  partnerHeader: 'partnerId',
  requiresClientHeaders: true,
  requireGrant: requireDigitalGrant,
  problems: digitalProblems,
  refuseBody,
  repeats: {
    noun: 'reference',
    sentAs: 'transaction.ref',
    reused: 'C-REFERENCE_REUSED',
    name({ partnerId, body, content }) {
      if (body === undefined) return { reference: undefined }
      const { ref, type } = (body as Requested).transaction
      return { reference: { partnerId, ref, type, content: content() } }
    },
  },
}

export function digitalFamily(
  services: DigitalServices,
  operations: readonly DigitalOperation[] = DIGITAL_OPERATIONS,
): Family {
  return mountPartnerFamily(DIGITAL, services, operations)
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
