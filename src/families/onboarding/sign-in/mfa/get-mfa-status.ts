// MFA status: whether a user has a second factor or has to register one, and then the secret for it. The caller must
// know the password, which is checked and counted as in a sign-in.

import { Type } from 'typebox'
import { given } from '../../../../edge/http/operation.ts'
import { bearerOptional } from '../../../../edge/resource/access.ts'
import { plain } from '../../../../edge/resource/envelope.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { originOf } from '../session/session-cookie.ts'
import { ENCRYPTED_EXAMPLE } from '../session/session-shapes.ts'

const body = Type.Object({
  email: given(shape.encrypted("The user's mail id")),
  password: given(shape.encrypted('The password')),
})

const reply = Type.Object({
  MFAEnabled: given(Type.Boolean({ description: 'The user signs in with a code' })),
  MFARegistrationEnabled: given(Type.Boolean({ description: 'A device can be registered now' })),
  encodedSecret: given(
    Type.Optional(Type.String({ description: 'The secret in base32, good for 10 minutes; another one each time' })),
  ),
  qrCode: given(Type.Optional(Type.String({ description: 'The secret as a QR code: a PNG in base64' }))),
})

export const getMfaStatus = onboardingOperation({
  id: 'GetMfaStatus',
  route: 'POST /login/mfa/status',
  access: bearerOptional('hashing'),
  basis: 'given',
  tag: 'Second factor',
  summary: 'Has the user a second factor?',
  description:
    'A user who needs a second factor and has none is offered a secret, which `POST /login/mfa/register` turns into a ' +
    'device. A user who has one is offered another only with their own bearer token: a password alone must not replace ' +
    'the second factor. E-mail and password that are not accepted are 401 `B-AUTH-002` and count as at the login.',
  body,
  noEnvelope: true,
  reply,
  requestExamples: [
    {
      name: 'status',
      summary: 'Before signing in',
      value: { email: ENCRYPTED_EXAMPLE, password: ENCRYPTED_EXAMPLE },
    },
  ],
  replyExamples: [
    { name: 'registered', summary: 'Has a device', value: { MFAEnabled: true, MFARegistrationEnabled: false } },
    {
      name: 'toRegister',
      summary: 'Has to register one',
      value: {
        MFAEnabled: true,
        MFARegistrationEnabled: true,
        encodedSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        qrCode: 'iVBORw0KGgo=',
      },
    },
  ],
  async handle({ call, services, body, turns, callerIfAny }) {
    const { email, password } = body
    const caller = await callerIfAny()
    const credentials = await services.encryptedStrings.decryptAll(services.database, { email, password }, turns)
    const { userId } = await services.signIn.checkPassword(credentials, originOf(call, turns))
    const { isEnabled, offer } = await services.mfa.status(userId, caller?.userId === userId)
    return plain({ MFAEnabled: isEnabled, MFARegistrationEnabled: offer !== undefined, ...offer })
  },
})
