// The application properties that hold in one place, each with where it comes from.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { application, effectiveProperty, environment, institution, PROPERTY } from './property-shapes.ts'

const { id, key, value, valueType, isSecret } = PROPERTY

export const getEffectiveProperties = onboardingOperation({
  id: 'GetEffectiveApplicationProperties',
  route: 'GET /application-properties/effective',
  access: may('APP_PROPERTIES', 'VIEW'),
  basis: 'chosen',
  tag: 'Application properties',
  summary: 'Read the application properties in effect',
  description:
    'By key. Those of the institution beat those of the application, and these beat global ones; inactive ones have no ' +
    'effect. Users of an institution get its own. Without `application` it is what holds for all of them.',
  query: Type.Object({
    environment: chosen(environment),
    application: Type.Optional(chosen(application)),
    institutionId: Type.Optional(chosen(institution('The institution'))),
  }),
  reply: Type.Array(effectiveProperty),
  replyExamples: [
    { name: 'properties', summary: 'One property', value: [{ key, value, valueType, isSecret, source: 'GLOBAL', id }] },
  ],
  async handle(ask) {
    const { applicationProperties } = ask.services
    return envelope(ask, await applicationProperties.effective(ask.principal.scope, ask.query))
  },
})
