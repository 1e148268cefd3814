// The public keys: what clients encrypt credentials to, and what verifies our access tokens.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { plain } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

const text = (description: string) => chosen(Type.String({ description }))
const optionalText = (description: string) => chosen(Type.Optional(Type.String({ description })))

const key = Type.Object(
  {
    kid: text('Names the key in the header of a JWE or JWT'),
    kty: text('`RSA` or `OKP`'),
    use: text('`enc`: encrypt to it; `sig`: verify with it'),
    alg: text('`RSA-OAEP-256` or `EdDSA`'),
    n: optionalText('Modulus of an RSA key'),
    e: optionalText('Exponent of an RSA key'),
    crv: optionalText('Curve of the signing key'),
    x: optionalText('Public point of the signing key'),
  },
  { component: 'PublicKey' },
)

export const getKeys = onboardingOperation({
  id: 'GetKeys',
  route: 'GET /auth/keys',
  access: anonymous('cheap'),
  basis: 'chosen',
  tag: 'Session',
  summary: 'Public keys',
  description:
    'A JWKS, newest first. Encrypt strings to the first key with `use` = `enc`: a compact JWE (RSA-OAEP-256, A256GCM) with ' +
    'its `kid`, whose plaintext is `{"v": value, "iat": seconds, "jti": unique id}`. It is accepted for 120 seconds, once. ' +
    'Keys are replaced from time to time; the ones before are accepted for a while.',
  noEnvelope: true,
  reply: Type.Object({ keys: chosen(Type.Array(key)) }),
  replyExamples: [
    {
      name: 'keys',
      summary: 'Two keys',
      value: {
        keys: [
          { kty: 'RSA', kid: 'q1w2e3', use: 'enc', alg: 'RSA-OAEP-256', n: 'xZ0c9k…', e: 'AQAB' },
          { kty: 'OKP', kid: 'r4t5y6', use: 'sig', alg: 'EdDSA', crv: 'Ed25519', x: '11qYAY…' },
        ],
      },
    },
  ],
  async handle({ services }) {
    return plain(services.keyRing.jwks())
  },
})
