// The token of the management listener. Health and info stay open, because monitoring must not need a secret;
// everything else requires the token if one is configured, which is mandatory beyond loopback (config.ts).

import type { Call } from '../../edge/http/call.ts'
import type { Route } from '../../edge/http/family.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { equalInConstantTime } from '../../platform/kernel/secrets/secrets.ts'

/** Adds the token check to the routes, before anything is read or done. */
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
