// IP addresses that no core may have: link-local, cloud metadata, unspecified, multicast, and loopback outside the
// sandbox. A connectivity record makes the gateway send requests, so it must not reach what only the gateway's own machine
// or network segment can.
//
// An IPv6 address can carry an IPv4 address that a translator or the operating system connects to instead. Both are
// checked.

import { BlockList, isIP } from 'node:net'
import type { Environment } from '../../../platform/kernel/environment.ts'

type Subnet = readonly [network: string, prefix: number]

const FORBIDDEN_IPV4: readonly Subnet[] = [
  // "This network"; Linux takes 0.0.0.0 for the machine itself.
  ['0.0.0.0', 8],
  // Link-local, with the metadata services of most clouds (169.254.169.254).
  ['169.254.0.0', 16],
  // Metadata services elsewhere: Alibaba, Oracle, Azure.
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
  // Multicast, then reserved and broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

const FORBIDDEN_IPV6: readonly Subnet[] = [
  ['::', 128],
  ['fe80::', 10],
  // Deprecated site-local addresses, which are local to a network like link-local ones.
  ['fec0::', 10],
  ['ff00::', 8],
  // Metadata services of AWS and Google.
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
]

const LOOPBACK_IPV4: readonly Subnet[] = [['127.0.0.0', 8]]
const LOOPBACK_IPV6: readonly Subnet[] = [['::1', 128]]

const IN_SANDBOX = blockList(FORBIDDEN_IPV4, FORBIDDEN_IPV6)
const OUTSIDE_SANDBOX = blockList([...FORBIDDEN_IPV4, ...LOOPBACK_IPV4], [...FORBIDDEN_IPV6, ...LOOPBACK_IPV6])

/** True for an address that must not be connected to, and for a text that is no IP address. */
export function isForbiddenAddress(text: string, environment: Environment): boolean {
  const list = environment === 'sandbox' ? IN_SANDBOX : OUTSIDE_SANDBOX
  // An IPv6 address may name its interface: fe80::1%eth0.
  const address = text.replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 4) return list.check(address, 'ipv4')
  if (family === 6) {
    return list.check(address, 'ipv6') || embeddedIpv4(address).some((ipv4) => list.check(ipv4, 'ipv4'))
  }
  return true
}

/** Not of the public internet: private, shared, loopback, link-local, unique-local. */
const LOCAL = blockList(
  [['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['100.64.0.0', 10], ['169.254.0.0', 16], ...LOOPBACK_IPV4],
  [['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ...LOOPBACK_IPV6],
)

/** Metadata services among link-local and shared addresses, and what is no address of a machine: no list of networks allows these. */
const NEVER = blockList(
  [...FORBIDDEN_IPV4.filter(([network]) => network !== '169.254.0.0'), ['169.254.169.254', 32], ['169.254.170.0', 24]],
  FORBIDDEN_IPV6.filter(([network]) => !/^fe[8c]0::$/.test(network)),
)

/** True for an address of a local network that is not in the allowed ones, also one that an IPv6 address carries. */
export function isLocalAddress(text: string, allowed: { holds(address: string): boolean }): boolean {
  return addressesIn(text).some((address) => isIn(LOCAL, address) && !allowed.holds(address))
}

/** True for an address that must not be connected to whatever is allowed, and for a text that is no IP address. */
export function isNeverAllowed(text: string): boolean {
  const addresses = addressesIn(text)
  return addresses.length === 0 || addresses.some((address) => isIn(NEVER, address))
}

/** The address itself and those that it carries; none when the text is no IP address. */
function addressesIn(text: string): string[] {
  const address = text.replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 0) return []
  return family === 6 ? [address, ...embeddedIpv4(address)] : [address]
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function blockList(ipv4: readonly Subnet[], ipv6: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ipv4) list.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of ipv6) list.addSubnet(network, prefix, 'ipv6')
  return list
}

/** Where an IPv6 address carries an IPv4 address: how its groups begin, and in which two of the eight it is. */
interface Embedding {
  readonly begins: readonly number[]
  readonly at: number
  /** Teredo stores the client's address with every bit inverted. */
  readonly inverted?: true
}

const EMBEDDINGS: readonly Embedding[] = [
  // IPv4-mapped (::ffff:a.b.c.d) and IPv4-translated (::ffff:0:a.b.c.d).
  { begins: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { begins: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  // NAT64: the well-known prefix, and the one for local use with a prefix of 96 bits.
  { begins: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { begins: [0x64, 0xff9b, 1], at: 6 },
  // 6to4.
  { begins: [0x2002], at: 1 },
  // Teredo: the server, and the client.
  { begins: [0x2001, 0], at: 2 },
  { begins: [0x2001, 0], at: 6, inverted: true },
]

/** ISATAP puts this before the IPv4 address, after any prefix; the first group may have its universal bit set. */
const ISATAP_GROUPS: ReadonlySet<number> = new Set([0, 0x200])
const ISATAP_MARK = 0x5efe

function embeddedIpv4(address: string): string[] {
  const groups = groupsOf(address)
  const found = EMBEDDINGS.filter(({ begins }) => begins.every((group, i) => groups[i] === group)).map(
    ({ at, inverted }) => ipv4At(groups, at, inverted === true),
  )
  // IPv4-compatible (::a.b.c.d); :: and ::1 are addresses of their own.
  if (groups.slice(0, 6).every((group) => group === 0) && groups[6] !== 0) found.push(ipv4At(groups, 6))
  if (ISATAP_GROUPS.has(groups[4] ?? -1) && groups[5] === ISATAP_MARK) found.push(ipv4At(groups, 6))
  // NAT64 for local use with a prefix of 48 bits splits the address around bits 64 to 71 (RFC 6052).
  const [first, second, third, fourth = 0, fifth = 0] = groups
  if (first === 0x64 && second === 0xff9b && third === 1) {
    found.push([fourth >> 8, fourth & 0xff, fifth & 0xff, (groups[5] ?? 0) >> 8].join('.'))
  }
  return found
}

function ipv4At(groups: readonly number[], at: number, inverted = false): string {
  const bytes = [groups[at] ?? 0, groups[at + 1] ?? 0].flatMap((group) => [group >> 8, group & 0xff])
  return bytes.map((byte) => (inverted ? byte ^ 0xff : byte)).join('.')
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const before = parseGroups(head)
  if (tail === undefined) return before
  const after = parseGroups(tail)
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The last part may be written as an IPv4 address. */
function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
