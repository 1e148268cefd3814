// Which addresses of a core are usable: https outside the sandbox, nothing secret in the URL, and no host that a core may
// not have. A name is checked here only against known ones; what it resolves to is checked when a connection is made
// (core/rest/guarded-lookup.ts).

import { isIP } from 'node:net'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { isForbiddenAddress } from './forbidden-addresses.ts'

/** Names of cloud metadata services. Most resolve to forbidden addresses; refused here, the mistake is seen earlier. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.oraclecloud.com',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
])

/** The parsed address; throws a TypeError that says what is wrong with it, without repeating it. */
export function assertUsableUrl(url: string, environment: Environment): URL {
  const parsed = URL.parse(url)
  const fault = parsed === null ? NOT_A_URL : faultOfParsed(parsed, environment)
  if (parsed === null || fault !== undefined) throw new TypeError(`the address of a core ${fault}`)
  return parsed
}

/** What is wrong with the URL of a core, or undefined: `must be a URL …`. */
export function faultOfUrl(url: string, environment: Environment): string | undefined {
  const parsed = URL.parse(url)
  return parsed === null ? NOT_A_URL : faultOfParsed(parsed, environment)
}

/** What is wrong with the host of a core, a name or an IP address, or undefined. */
export function faultOfHost(host: string, environment: Environment): string | undefined {
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(host)) return NOT_A_HOST
  // The parser for URLs knows every way to write an IPv4 address: 127.1, 0x7f000001, 2130706433, 0177.0.0.1.
  const parsed = URL.parse(`https://${isIP(host) === 6 ? `[${host}]` : host}`)
  if (parsed === null || parsed.port !== '' || parsed.pathname !== '/') return NOT_A_HOST
  return faultOfHostname(parsed, environment)
}

const NOT_A_URL = 'must be a URL such as https://core.bank.example/v1'
const NOT_A_HOST = 'must be a host name or an IP address'

function faultOfParsed(url: URL, environment: Environment): string | undefined {
  if (!/^https?:$/.test(url.protocol)) return NOT_A_URL
  if (url.protocol === 'http:' && environment !== 'sandbox') return `must start with https:// in ${environment}`
  if (url.username !== '' || url.password !== '') return 'must not hold a user or a password'
  if (url.search !== '' || url.hash !== '') return 'must not have a query or a fragment'
  return faultOfHostname(url, environment)
}

/** URLs put IPv6 addresses into brackets, sockets do not. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function faultOfHostname(url: URL, environment: Environment): string | undefined {
  const host = hostOf(url)
  const name = host.replace(/\.$/, '').toLowerCase()
  const isLocalName = name === 'localhost' || name.endsWith('.localhost')
  const isForbidden =
    isIP(host) === 0
      ? METADATA_NAMES.has(name) || (isLocalName && environment !== 'sandbox')
      : isForbiddenAddress(host, environment)
  if (!isForbidden) return undefined
  const addresses = environment === 'sandbox' ? 'a link-local or metadata' : 'a loopback, link-local or metadata'
  return `must not be ${addresses} address`
}
