// Refresh tokens: `<session>.<generation>.<mac>`. The mac is made with the master key and the session's salt, so nothing
// has to be stored that could be presented as a token, and nobody can name a generation that was not handed out.

import { isUuid } from '../../kernel/ids.ts'
import { equalInConstantTime, type SecretBox } from '../../kernel/secrets.ts'

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

/** Reads a token without believing it; undefined when it has another form. */
export function parseRefreshToken(text: string): PresentedToken | undefined {
  const [sessionId = '', generation = '', mac = '', ...rest] = text.split('.', 4)
  if (!isUuid(sessionId) || !/^[1-9]\d{0,8}$/.test(generation) || mac === '' || rest.length > 0) return undefined
  return { sessionId: sessionId.toLowerCase(), generation: Number(generation), mac }
}

/** True when we made it for this session. */
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
