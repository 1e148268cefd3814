// Changes an application property: a new version.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { PROPERTY, property, propertyChange, propertyReply } from './property-shapes.ts'

export const updateProperty = onboardingOperation({
  id: 'UpdateApplicationProperty',
  route: 'PATCH /application-properties/:id',
  access: may('APP_PROPERTIES', 'UPDATE'),
  basis: 'chosen',
  tag: 'Application properties',
  summary: 'Change an application property',
  description:
    'Absent fields stay. A property can become secret, with its whole history, and then stays so; its masked value sent ' +
    'back changes nothing. Every gateway uses the new value within two seconds.',
  body: propertyChange,
  reply: property,
  requestExamples: [{ name: 'value', summary: 'Another value', value: { version: 1, value: '30' } }],
  replyExamples: [{ name: 'property', summary: 'As it is now', value: { ...PROPERTY, version: 2, value: '30' } }],
  async handle(ask) {
    return envelope(ask, propertyReply(await ask.services.applicationProperties.update(ask, idOf(ask), ask.body)))
  },
})
