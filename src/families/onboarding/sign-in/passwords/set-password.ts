// Set password: by the one-time value of an invitation or reset mail, or by the user who is signed in.

import { Type } from 'typebox'
import { passwordNotYours } from '../../../../administration/access/passwords/set-password.ts'
import { emailKeyOf } from '../../../../administration/access/principal/email-addresses.ts'
import { given } from '../../../../edge/http/operation.ts'
import { bearerOptional } from '../../../../edge/resource/access.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { ENCRYPTED_EXAMPLE } from '../session/session-shapes.ts'

const body = Type.Object({
  email: given(
    shape.encrypted('The value of the mailed link, or, with their own bearer token, the mail id of the user'),
  ),
  password: given(shape.encrypted('The new password')),
})

export const setPassword = onboardingOperation({
  id: 'SetPassword',
  route: 'PATCH /users/password',
  access: bearerOptional('hashing'),
  changesAccess: true,
  basis: 'given',
  tag: 'Passwords',
  summary: 'Set a password',
  description:
    '`email` is the value of an invitation link (72 hours) or reset link (30 minutes), good once; all sessions of the ' +
    'user end, and a lock stays. Or it is the mail id that the client encrypted, together with the bearer token of ' +
    'that very user; then the present session stays. Anything else is 401. A password has 12 to 128 characters, is not ' +
    'a common one and not one of the last 5; otherwise 400 `B-AUTH-008` says what is wrong and the link stays good.',
  body,
  reply: nothing,
  requestExamples: [
    { name: 'link', summary: 'By a link', value: { email: ENCRYPTED_EXAMPLE, password: ENCRYPTED_EXAMPLE } },
  ],
  replyExamples: [{ name: 'set', summary: 'Set', value: null }],
  async handle(ask) {
    const { services, body, actor, turns } = ask
    const { encryptedStrings, database } = services
    const minted = await encryptedStrings.decryptMinted(body.email, turns)
    if (minted !== undefined) {
      const password = await encryptedStrings.decrypt(database, body.password, 'password', turns)
      await services.setPassword.byLink(minted, password, actor, turns)
    } else {
      const caller = await ask.callerIfAny()
      // Before anything is decrypted, so that the answer says nothing about what was sent.
      if (caller === undefined) throw passwordNotYours()
      const { email, password } = await encryptedStrings.decryptAll(
        database,
        { email: body.email, password: body.password },
        turns,
      )
      if (emailKeyOf(email) !== emailKeyOf(caller.email)) throw passwordNotYours()
      await services.setPassword.own(caller, password, actor, turns)
    }
    return envelope(ask, null, { message: 'The password is set' })
  },
})
