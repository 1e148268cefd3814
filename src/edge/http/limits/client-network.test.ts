import assert from 'node:assert/strict'
import test from 'node:test'
import { clientNetworkOf } from './client-network.ts'

const NETWORKS: [address: string, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['not an address', 'not an address'],
]
for (const [address, network] of NETWORKS) {
  test(`${address} is counted as ${network}`, () => assert.equal(clientNetworkOf(address), network))
}
