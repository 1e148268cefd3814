// Takes an application property back to an earlier version, as a new version.

import { Type } from 'typebox'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { version } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { PROPERTY, property, propertyReply } from './property-shapes.ts'

export const rollbackProperty = onboardingOperation({
  id: 'RollbackApplicationProperty',
  route: 'POST /application-properties/:id/rollback',
  access: may('APP_PROPERTIES', 'UPDATE'),
  basis: 'chosen',
  tag: 'Application properties',
  summary: 'Roll an application property back',
  description:
    'Makes a new version with the value, type and description of version `version`. A version that it never had: ' +
    '404. One whose value the platform cannot use: 400.',
  body: Type.Object({ version }),
  reply: property,
  requestExamples: [{ name: 'first', summary: 'To the first version', value: { version: 1 } }],
  replyExamples: [{ name: 'property', summary: 'As it is now', value: { ...PROPERTY, version: 3 } }],
  async handle(ask) {
    const { applicationProperties } = ask.services
    return envelope(ask, propertyReply(await applicationProperties.rollback(ask, idOf(ask), ask.body.version)))
  },
})
