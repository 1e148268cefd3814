// Refresh tokens: `<session>.<generation>.<mac>`. The MAC is made with the master key and the session's salt, so nothing
// that could be used as a token is stored, and a generation that was not issued cannot be forged.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { equalInConstantTime, type SecretBox } from '../../../platform/kernel/secrets/secrets.ts'

export interface PresentedToken {
  readonly sessionId: string
  readonly generation: number
  readonly mac: string
}

export function refreshTokenFor(
  secretBox: SecretBox,
  session: { readonly sessionId: string; readonly salt: string },
  generation: number,
): string {
  return `${session.sessionId}.${generation}.${macOf(secretBox, session, generation)}`
}

/** Parses a token without verifying it; undefined when it is malformed. */
export function parseRefreshToken(text: string): PresentedToken | undefined {
  const [sessionId = '', generation = '', mac = '', ...rest] = text.split('.', 4)
  if (!isUuid(sessionId) || !/^[1-9]\d{0,8}$/.test(generation) || mac === '' || rest.length > 0) return undefined
  return { sessionId: sessionId.toLowerCase(), generation: Number(generation), mac }
}

/** True when we issued it for this session. */
export function isGenuine(secretBox: SecretBox, token: PresentedToken, salt: string): boolean {
  return equalInConstantTime(token.mac, macOf(secretBox, { sessionId: token.sessionId, salt }, token.generation))
}

function macOf(
  secretBox: SecretBox,
  { sessionId, salt }: { readonly sessionId: string; readonly salt: string },
  generation: number,
): string {
  return secretBox.lookupHash(`${sessionId}:${generation}:${salt}`, 'refresh-token')
}
