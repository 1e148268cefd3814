// Changes what a client may call with and from where. Its secret is changed by rotating it.

import { Type } from 'typebox'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { CLIENT, clientAddresses, clientShape } from './partner-shapes.ts'

const body = Type.Object({ addresses: Type.Optional(clientAddresses) })

export const updateClient = onboardingOperation({
  id: 'UpdateClient',
  route: 'PATCH /partners/:id/clients/:clientId',
  access: may('PARTNERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Change a client',
  description:
    'What is left out stays as it is. A call from an address that none of `addresses` holds is refused as one with a wrong secret ' +
    'is. Behind a proxy that is trusted the address is the one that it names. Every gateway obeys within two seconds.',
  body,
  reply: clientShape,
  requestExamples: [
    { name: 'addresses', summary: 'From two networks', value: { addresses: ['192.0.2.0/24', '2001:db8:17::/48'] } },
  ],
  replyExamples: [
    {
      name: 'client',
      summary: 'The client',
      value: { ...CLIENT, addresses: ['192.0.2.0/24', '2001:db8:17::/48'] },
    },
  ],
  async handle(ask) {
    const { clients } = ask.services.partners
    return envelope(ask, await clients.update(ask, idOf(ask), ask.call.params.clientId ?? '', ask.body))
  },
})
