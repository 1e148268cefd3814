// A new application property.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { NEW_PROPERTY, newProperty, PROPERTY, property, propertyReply } from './property-shapes.ts'

export const createProperty = onboardingOperation({
  id: 'CreateApplicationProperty',
  route: 'POST /application-properties',
  access: may('APP_PROPERTIES', 'CREATE'),
  basis: 'chosen',
  tag: 'Application properties',
  summary: 'Make an application property',
  description:
    'Environment, application, institution and key are unique together: 409. Without `institutionId` it holds for all ' +
    'institutions, and only users of the platform may make it: 403. The platform itself uses `log.level` and ' +
    '`export.keep-days` of its own environment, of the application `tillgate` or of all, and settings of digital banking, of ' +
    '`digital` or of all. A value that it cannot use: 400.',
  status: 201,
  body: newProperty,
  reply: property,
  requestExamples: [{ name: 'property', summary: 'A property of all applications', value: NEW_PROPERTY }],
  replyExamples: [{ name: 'property', summary: 'The property', value: PROPERTY }],
  async handle(ask) {
    return created(ask, propertyReply(await ask.services.applicationProperties.create(ask, ask.body)))
  },
})
