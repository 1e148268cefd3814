// Where webhooks may lead. Outside the sandbox only to the public internet, and to networks that the property `webhooks.allowed-networks`
// holds. What a name resolves to is checked when a webhook is made or changed and, in the socket's lookup, at each attempt.

import { isIP } from 'node:net'
import type { Environment } from '../../../platform/kernel/environment.ts'
import type { Networks } from '../../../platform/kernel/networks.ts'
import {
  isForbiddenAddress,
  isLocalAddress,
  isNeverAllowed,
} from '../../institutions/connectivity/forbidden-addresses.ts'
import { type AddressGuard, type Resolve, systemResolve } from '../../institutions/connectivity/guarded-lookup.ts'
import { faultOfHost, hostOf } from '../../institutions/connectivity/usable-address.ts'

const RESOLVED_WITHIN_MS = 3_000

const NOT_PUBLIC =
  'must not lead to a private, shared, loopback, link-local or unique-local address that webhooks.allowed-networks does not hold'

export interface AddressRules {
  readonly environment: Environment
  readonly allowed: Networks
  /** Default: the system's name resolution. */
  readonly resolve?: Resolve | undefined
}

/** Stops connections to addresses that a webhook may not have. */
export function webhookGuard(rules: AddressRules): AddressGuard {
  return { whose: 'the webhook', isForbidden: (address) => isRefused(address, rules) }
}

/** What is wrong with the address of a webhook, or undefined. A name that cannot be resolved now is left to the attempts. */
export async function faultOfWebhookUrl(text: string, rules: AddressRules): Promise<string | undefined> {
  const { environment, resolve = systemResolve } = rules
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must be a URL such as https://partner.example/events'
  if (url.protocol === 'http:' && environment !== 'sandbox') return `must start with https:// in ${environment}`
  if (url.username !== '' || url.password !== '') return 'must not hold a user or a password'
  if (url.hash !== '') return 'must not have a fragment'
  const host = hostOf(url)
  // In the sandbox as for cores: names of metadata services and addresses that nothing may have.
  if (environment === 'sandbox' || isIP(host) === 0) {
    const fault = faultOfHost(host, 'sandbox')
    if (fault !== undefined || environment === 'sandbox') return fault
  }
  if (isIP(host) !== 0) return isRefused(host, rules) ? NOT_PUBLIC : undefined
  const found = await Promise.race([
    resolve(host).catch(() => []),
    new Promise<[]>((late) => setTimeout(() => late([]), RESOLVED_WITHIN_MS).unref()),
  ])
  return found.some(({ address }) => isRefused(address, rules)) ? NOT_PUBLIC : undefined
}

function isRefused(address: string, { environment, allowed }: AddressRules): boolean {
  if (environment === 'sandbox') return isForbiddenAddress(address, environment)
  return isNeverAllowed(address) || isLocalAddress(address, allowed)
}
