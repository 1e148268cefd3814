// New recovery codes for the current user, in place of all earlier ones. They are shown this once.

import { Type } from 'typebox'
import { recordAudit } from '../../../../administration/audit/audit-log.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

const reply = Type.Object({
  codes: chosen(
    Type.Array(Type.String({ description: 'A code in place of one of the device', pattern: '^.{4}-.{4}-.{2}$' })),
  ),
})

export const createRecoveryCodes = onboardingOperation({
  id: 'CreateRecoveryCodes',
  route: 'POST /me/recovery-codes',
  access: 'signed-in',
  basis: 'chosen',
  tag: 'Second factor',
  summary: 'Make recovery codes',
  description:
    'Ten codes for a user who loses the device, each good for one sign-in. They are shown this once and replace all ' +
    'earlier ones. Letter case, hyphens and spaces do not matter when they are used.',
  reply,
  replyExamples: [
    {
      name: 'codes',
      summary: 'Ten codes, of which two are shown here',
      value: { codes: ['7K2M-Q9XW-3D', 'A0PE-55RT-ZH'] },
    },
  ],
  async handle(ask) {
    const { services, principal, actor } = ask
    const codes = await services.database.transaction(async (sql) => {
      const made = await services.recoveryCodes.replace(sql, principal.userId)
      await recordAudit(sql, services.clock.now(), actor, {
        action: 'mfa.recovery-codes',
        resource: 'user',
        resourceId: principal.userId,
      })
      return made
    })
    return envelope(ask, { codes }, { message: 'Keep these codes: they are not shown again' })
  },
})
