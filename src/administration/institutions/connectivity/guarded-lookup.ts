// The name resolution of connections to cores and webhooks. The socket connects to the very addresses that were checked here, so a name
// that resolves to something else between a check and its use (DNS rebinding) gains nothing.

import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { isForbiddenAddress } from './forbidden-addresses.ts'

/** Every address of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

export const systemResolve: Resolve = (name) => lookup(name, { all: true })

/** Which addresses are refused, and whose address it is in messages. */
export interface AddressGuard {
  /** `the core` */
  readonly whose: string
  isForbidden(address: string): boolean
}

function coreGuard(environment: Environment): AddressGuard {
  return { whose: 'the core', isForbidden: (address) => isForbiddenAddress(address, environment) }
}

/** The lookup of a core's connections. */
export function guardedLookup(environment: Environment, resolve?: Resolve): LookupFunction {
  return lookupWith(coreGuard(environment), resolve)
}

/** Fails when any address of the name is forbidden: an answer with one of them is not to be trusted with the others. */
export function lookupWith(guard: AddressGuard, resolve: Resolve = systemResolve): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (found) => {
        const wanted = found.filter(({ family }) => isWanted(family, options.family))
        const [first] = wanted
        if (first === undefined) callback(new Error(`the name of ${guard.whose} has no address`), '', 0)
        else if (found.some(({ address }) => guard.isForbidden(address))) callback(forbidden(guard), '', 0)
        else if (options.all === true) callback(null, [...wanted])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}

/** The error for a host that is a forbidden address: a socket resolves names only, so no lookup sees it. */
export function forbiddenHost(host: string, environment: Environment): Error | undefined {
  return forbiddenBy(host, coreGuard(environment))
}

export function forbiddenBy(host: string, guard: AddressGuard): Error | undefined {
  return isIP(host) !== 0 && guard.isForbidden(host) ? forbidden(guard) : undefined
}

function isWanted(family: number, wanted: number | 'IPv4' | 'IPv6' | undefined): boolean {
  if (wanted === undefined || wanted === 0) return true
  return family === (wanted === 'IPv4' ? 4 : wanted === 'IPv6' ? 6 : wanted)
}

function forbidden({ whose }: AddressGuard): Error {
  return new Error(`the address of ${whose} is not allowed`)
}
