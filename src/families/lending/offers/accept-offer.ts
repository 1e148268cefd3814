// Accepts an offer on behalf of the applicant.

import { Type } from 'typebox'
import { freeText, list, name } from '../../../edge/http/body/fields.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'
import { code } from '../shapes/values.ts'
import { ACCEPTED_OFFER } from './offer-example.ts'
import { offer, wireOffer } from './offer-shapes.ts'

const body = Type.Object({
  acceptedBy: Type.Optional(name('Who accepts it; the caller when left out')),
  channel: Type.Optional(code('Where it is accepted')),
  consents: Type.Optional(list(freeText('A consent'), 'What is consented to')),
})

export const acceptOffer = lendingOperation({
  id: 'AcceptOffer',
  route: 'POST /offers/:offerId/accept',
  basis: 'given',
  access: { module: 'LOAN_ORIGINATION', action: 'UPDATE' },
  errors: ['D-OFFER_NOT_FOUND', 'D-OFFER_EXPIRED', 'D-OFFER_NOT_OPEN', 'D-SIBLING_ACCEPTED'],
  tag: 'Offers',
  summary: 'Accept an offer',
  description: 'Its open siblings are superseded. Accepting it again returns it unchanged.',
  body,
  optionalBody: true,
  reply: offer,
  requestExamples: [
    {
      name: 'accept',
      summary: 'Accepted online',
      value: { acceptedBy: 'Ada Lovelace', channel: 'WEB', consents: ['TERMS', 'E_SIGN'] },
    },
  ],
  replyExamples: [{ name: 'accepted', summary: 'It is accepted', value: ACCEPTED_OFFER }],
  async handle(ask) {
    const { offerId = '' } = ask.call.params
    const { acceptedBy, channel, consents } = ask.body
    const { result, replayed } = await ask.services.offers.accept(
      originationCaller(ask),
      offerId,
      { acceptedBy, channel, consents },
      ask.key,
    )
    return reply(ask, wireOffer(result), { replayed })
  },
})
