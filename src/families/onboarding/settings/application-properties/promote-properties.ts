// Copies application properties from one environment to another.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { application, environment, institution, key } from './property-shapes.ts'

const MAX_KEYS = 200

const promotion = Type.Object(
  {
    from: chosen(environment),
    to: chosen(environment),
    application: chosen(application),
    institutionId: Type.Optional(chosen(institution('The institution'))),
    dryRun: chosen(Type.Boolean({ description: 'Nothing was changed' })),
    changes: chosen(
      Type.Array(
        Type.Object(
          {
            key: chosen(key),
            action: chosen(Type.Enum(['CREATED', 'UPDATED', 'UNCHANGED'], { description: 'What became of it' })),
            valueType: chosen(Type.String({ description: 'What the value is' })),
            isSecret: chosen(Type.Boolean({ description: 'Then the values are masked' })),
            before: chosen(Type.Union([Type.String(), Type.Null()], { description: 'Null: there was none' })),
            after: chosen(Type.String({ description: 'The value now' })),
          },
          { component: 'PromotedProperty' },
        ),
      ),
    ),
  },
  { component: 'Promotion' },
)

export const promoteProperties = onboardingOperation({
  id: 'PromoteApplicationProperties',
  route: 'POST /application-properties/promote',
  access: may('APP_PROPERTIES', 'APPROVE'),
  basis: 'chosen',
  tag: 'Application properties',
  summary: 'Promote application properties',
  description:
    'Copies value, type, description and secrecy, all or none: a key that `from` does not have in this place is refused ' +
    'with 400. Without `application` and `institutionId` it is those of all. With `dryRun` it only says what would change.',
  body: Type.Object({
    from: chosen(environment),
    to: chosen(environment),
    keys: chosen(Type.Array(key, { minItems: 1, maxItems: MAX_KEYS, expected: `must be 1 to ${MAX_KEYS} keys` })),
    application: Type.Optional(chosen(application)),
    institutionId: Type.Optional(chosen(orNull(institution('The institution; none is all')))),
    dryRun: Type.Optional(chosen(Type.Boolean({ description: 'Only says what would change; false unless said' }))),
  }),
  reply: promotion,
  requestExamples: [
    {
      name: 'dryRun',
      summary: 'What would change',
      value: { from: 'uat', to: 'prod', keys: ['log.level'], dryRun: true },
    },
  ],
  replyExamples: [
    {
      name: 'changes',
      summary: 'One change',
      value: {
        from: 'uat',
        to: 'prod',
        application: '*',
        dryRun: true,
        changes: [
          { key: 'log.level', action: 'UPDATED', valueType: 'STRING', isSecret: false, before: 'debug', after: 'info' },
        ],
      },
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.applicationProperties.promote(ask, ask.body))
  },
})
