import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isForbiddenAddress } from './forbidden-addresses.ts'

// One row per range: an address, and where it is forbidden.
const FORBIDDEN: [address: string, where: 'everywhere' | 'outside the sandbox', what: string][] = [
  ['0.0.0.0', 'everywhere', 'unspecified'],
  ['0.1.2.3', 'everywhere', 'this network'],
  ['::', 'everywhere', 'unspecified'],
  ['169.254.0.1', 'everywhere', 'link-local'],
  ['169.254.169.254', 'everywhere', 'metadata'],
  ['fe80::1', 'everywhere', 'link-local'],
  ['fe80::1%eth0', 'everywhere', 'link-local with its interface'],
  ['febf:ffff::1', 'everywhere', 'the end of link-local'],
  ['fec0::1', 'everywhere', 'site-local'],
  ['fd00:ec2::254', 'everywhere', 'metadata of AWS'],
  ['fd20:ce::254', 'everywhere', 'metadata of Google'],
  ['100.100.100.200', 'everywhere', 'metadata of Alibaba'],
  ['192.0.0.192', 'everywhere', 'metadata of Oracle'],
  ['168.63.129.16', 'everywhere', 'metadata of Azure'],
  ['224.0.0.1', 'everywhere', 'multicast'],
  ['ff02::1', 'everywhere', 'multicast'],
  ['255.255.255.255', 'everywhere', 'broadcast'],
  ['::ffff:169.254.169.254', 'everywhere', 'mapped'],
  ['::ffff:a9fe:a9fe', 'everywhere', 'mapped, in hexadecimal'],
  ['0:0:0:0:0:ffff:a9fe:a9fe', 'everywhere', 'mapped, written out'],
  ['::169.254.169.254', 'everywhere', 'compatible'],
  ['::ffff:0:169.254.169.254', 'everywhere', 'translated'],
  ['64:ff9b::169.254.169.254', 'everywhere', 'NAT64'],
  ['64:ff9b:1::a9fe:a9fe', 'everywhere', 'NAT64 for local use, 96 bits'],
  ['64:ff9b:1:a9fe:a9:fe00::', 'everywhere', 'NAT64 for local use, 48 bits'],
  ['2002:a9fe:a9fe::1', 'everywhere', '6to4'],
  ['2001:0:a9fe:a9fe::1', 'everywhere', 'the server of Teredo'],
  ['2001:0:808:808:0:0:5601:5601', 'everywhere', 'the client of Teredo'],
  ['2001:db8::5efe:a9fe:a9fe', 'everywhere', 'ISATAP'],
  ['2001:db8::200:5efe:a9fe:a9fe', 'everywhere', 'ISATAP with the universal bit'],
  ['127.0.0.1', 'outside the sandbox', 'loopback'],
  ['127.255.0.9', 'outside the sandbox', 'loopback'],
  ['::1', 'outside the sandbox', 'loopback'],
  ['::ffff:127.0.0.1', 'outside the sandbox', 'mapped loopback'],
  ['::ffff:7f00:1', 'outside the sandbox', 'mapped loopback'],
  ['::127.0.0.1', 'outside the sandbox', 'compatible loopback'],
  ['64:ff9b::7f00:1', 'outside the sandbox', 'loopback through NAT64'],
  ['2002:7f00:1::', 'outside the sandbox', 'loopback through 6to4'],
]

describe('addresses that no core may have', () => {
  for (const [address, where, what] of FORBIDDEN) {
    test(`${address} (${what}) is forbidden ${where}`, () => {
      for (const environment of ['qa', 'uat', 'prod'] as const) {
        assert.equal(isForbiddenAddress(address, environment), true, environment)
      }
      assert.equal(isForbiddenAddress(address, 'sandbox'), where === 'everywhere')
    })
  }

  const ALLOWED = ['10.1.2.3', '172.16.0.1', '192.168.1.1', '8.8.8.8', '100.100.100.201', '2001:db8::1', 'fd12::1']
  for (const address of [...ALLOWED, '::ffff:10.1.2.3', '64:ff9b::808:808', '2002:808:808::1']) {
    test(`${address} is allowed`, () => assert.equal(isForbiddenAddress(address, 'prod'), false))
  }

  for (const text of ['', 'core.bank.example', '2130706433', '0x7f.1', '1.2.3']) {
    test(`"${text}" is no address, and so forbidden`, () => assert.equal(isForbiddenAddress(text, 'sandbox'), true))
  }
})
