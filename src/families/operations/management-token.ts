// The token of the management listener. Health and info stay open, because what watches the process must not need a
// secret; everything else asks for it when one is configured, which it must be beyond loopback (config.ts).

import type { Call } from '../../http/call.ts'
import type { Route } from '../../http/family.ts'
import { Problem } from '../../kernel/problem.ts'
import { equalInConstantTime } from '../../kernel/secrets.ts'

/** The routes, each refusing whoever does not show the token before anything is done or read for them. */
export function behindToken(routes: readonly Route[], token: string | undefined): Route[] {
  return token === undefined
    ? [...routes]
    : routes.map((route) => ({ ...route, admit: (call) => checkToken(call, token) }))
}

function checkToken(call: Call, token: string): void {
  if (!carriesToken(call, token)) throw new Problem('unauthenticated', 'A bearer token is required')
}

export function carriesToken(call: Call, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(call.header('authorization') ?? '')?.[1]
  return given !== undefined && equalInConstantTime(given, token)
}
