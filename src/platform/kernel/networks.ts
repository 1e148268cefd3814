// Networks as CIDR ranges: `10.1.0.0/16`, `fd00::/8`.

import { BlockList, isIP } from 'node:net'

export interface Networks {
  readonly ranges: readonly string[]
  /** Whether an IP address is in one of them. */
  holds(address: string): boolean
}

export const NO_NETWORKS: Networks = { ranges: [], holds: () => false }

/** Undefined when one of them is no CIDR range. */
export function networksOf(ranges: readonly string[]): Networks | undefined {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits = '', ...rest] = range.split('/')
    const version = isIP(network)
    if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (version === 6 ? 128 : 32))
      return undefined
    list.addSubnet(network, Number(bits), version === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    ranges,
    holds(address) {
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
    },
  }
}
