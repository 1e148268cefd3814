// Who may call an operation. Every definition states it as `access`; the server, the OpenAPI document and the access
// matrix read it from there.

import type { Grant } from '../../administration/access/principal/grant.ts'
import type { ActionId, ModuleId } from '../../administration/access/principal/modules.ts'

export type Access = AnonymousAccess | 'signed-in' | Grant

/** No sign-in is required, so calls are limited by address. */
export interface AnonymousAccess {
  readonly bearer: 'ignored' | 'optional'
  readonly cost: AnonymousCost
}

/**
 * What an anonymous call costs, which decides how often one address may make it:
 *   cheap    reads something public
 *   guarded  checks a secret, sends a mail or asks the identity provider: limited so that guessing is hopeless
 *   hashing  guarded, and also hashes a password or decrypts a value: waits for its turn at the processor
 */
export type AnonymousCost = 'cheap' | 'guarded' | 'hashing'

export function may(module: ModuleId, action: ActionId): Grant {
  return { module, action }
}

export function anonymous(cost: AnonymousCost): AnonymousAccess {
  return { bearer: 'ignored', cost }
}

/** Needs no bearer token, and knows the caller when one is sent. */
export function bearerOptional(cost: AnonymousCost): AnonymousAccess {
  return { bearer: 'optional', cost }
}

export function isAnonymous(access: Access): access is AnonymousAccess {
  return typeof access === 'object' && 'bearer' in access
}

/** The sentence of the OpenAPI document. */
export function accessText(access: Access): string {
  if (access === 'signed-in') return 'Open to everyone who is signed in.'
  if (!isAnonymous(access)) return `Needs \`${access.action}\` on \`${access.module}\`.`
  return access.bearer === 'optional' ? 'Needs no bearer token, and takes one.' : 'Needs no bearer token.'
}
