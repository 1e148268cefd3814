// MFA registration: an authenticator app that was offered a secret proves with its first code that it has it.

import { Type } from 'typebox'
import { accessProblem } from '../../../../administration/access/access-problems.ts'
import { given } from '../../../../edge/http/operation.ts'
import { bearerOptional } from '../../../../edge/resource/access.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { ENCRYPTED_EXAMPLE } from '../session/session-shapes.ts'

const body = Type.Object({
  username: given(shape.encrypted("The user's mail id")),
  encodedSecret: given(
    Type.String({
      description: 'The secret that was offered',
      pattern: '^[A-Z2-7]{16,128}$',
      expected: 'must be a secret in base32',
    }),
  ),
  initialCode: given(
    Type.String({
      description: 'The code that the authenticator app shows',
      pattern: '^[0-9]{6}$',
      expected: 'must be 6 digits',
    }),
  ),
  deviceName: given(Type.Optional(shape.name('What the user calls the device'))),
  overwrite: given(
    Type.Optional(
      Type.Boolean({
        description: 'Replace the device there is; needs the bearer token of the user',
        expected: 'must be true or false',
      }),
    ),
  ),
})

export const registerMfa = onboardingOperation({
  id: 'RegisterMfa',
  route: 'POST /login/mfa/register',
  access: bearerOptional('hashing'),
  basis: 'given',
  tag: 'Second factor',
  summary: 'Register an authenticator app',
  description:
    'Takes the secret that `POST /login/mfa/status` offered within the last 10 minutes and a code of it, also of the ' +
    'step before or after. From then on the user signs in with codes, each of them once. Whatever stands against it is ' +
    'the same 400 `B-AUTH-009`: a wrong code, nothing offered, an unknown user, a device that is there already. After ' +
    'five wrong codes the secret has to be asked for again.',
  body,
  reply: nothing,
  requestExamples: [
    {
      name: 'register',
      summary: 'A first device',
      value: {
        username: ENCRYPTED_EXAMPLE,
        encodedSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        initialCode: '492039',
        deviceName: 'My telephone',
      },
    },
  ],
  replyExamples: [{ name: 'registered', summary: 'Registered', value: null }],
  async handle(ask) {
    const { services, body, actor, turns } = ask
    const caller = await ask.callerIfAny()
    const email = await services.encryptedStrings.decrypt(services.database, body.username, 'username', turns)
    const isRegistered = await services.mfa.register(
      {
        email,
        encodedSecret: body.encodedSecret,
        code: body.initialCode,
        ...(body.deviceName !== undefined && { deviceName: body.deviceName }),
        ...(body.overwrite !== undefined && { overwrite: body.overwrite }),
        ...(caller !== undefined && { signedInUserId: caller.userId }),
      },
      actor,
    )
    if (isRegistered) return envelope(ask, null, { message: 'The device is registered' })
    throw accessProblem('device-refused', 'The device cannot be registered')
  },
})
