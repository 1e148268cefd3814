import type { PartyRequest } from '../../../tokens/parties/party-request.ts'
import type { Reference } from '../../../tokens/references/reference.ts'
import type { DigitalAsk } from '../digital-operation.ts'
import type { Requested } from '../shapes/request.ts'

/** What institutions and users must know of a request. */
export function partyRequest(
  ask: DigitalAsk & { readonly reference: Reference; readonly body: Requested },
): PartyRequest {
  const { partner, partnerId, actor, reference, body } = ask
  return {
    caller: { partnerId, institutionIds: partner.institutionIds, actor },
    reference,
    channelType: body.channelInfo.type,
  }
}
