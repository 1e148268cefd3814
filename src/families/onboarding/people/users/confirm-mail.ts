// Confirm mail: the owner of a new address accepts it by the mailed link. Opening the link is not enough: mail programs do
// that by themselves.

import { Type } from 'typebox'
import { linkRefused } from '../../../../administration/access/users/mail-changes.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { ENCRYPTED_EXAMPLE } from '../../sign-in/session/session-shapes.ts'

export const confirmMail = onboardingOperation({
  id: 'ConfirmMail',
  route: 'POST /users/mail/confirm',
  access: anonymous('hashing'),
  changesAccess: true,
  basis: 'chosen',
  tag: 'Users',
  summary: 'Confirm a new mail address',
  description:
    'From then on the user signs in with it; sessions and links that were mailed before end. A link that was used or replaced, is ' +
    'too old or forged, or whose user is inactive: 400 `B-AUTH-007`. `POST /verify-invite-url` tells whose link it is.',
  body: Type.Object({ email: chosen(shape.encrypted('The value of the mailed link')) }),
  reply: nothing,
  requestExamples: [{ name: 'link', summary: 'The value of a link', value: { email: ENCRYPTED_EXAMPLE } }],
  replyExamples: [{ name: 'confirmed', summary: 'It is the address of the user', value: null }],
  async handle(ask) {
    const { services, body, actor, turns } = ask
    const minted = await services.encryptedStrings.decryptMinted(body.email, turns)
    if (minted === undefined) throw linkRefused()
    await services.mailChanges.confirm(minted, actor)
    return envelope(ask, null, { message: 'The address is confirmed' })
  },
})
