import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { clientAddressOf } from './client-address.ts'

const PROXY = '10.0.0.9'

const ROWS: [named: string, address: string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['unknown', PROXY],
  ['_hidden', PROXY],
  ['999.1.1.1', PROXY],
  ['999.1.1.1:80', PROXY],
  ["'; DROP TABLE audit_log; --", PROXY],
  ['', PROXY],
]

for (const [named, address] of ROWS) {
  test(`a proxy that names "${named}" makes it ${address}`, () => {
    const socket = { remoteAddress: PROXY } as Socket
    assert.equal(clientAddressOf({ ip: named, socket }), address)
  })
}

test('a connection that is gone has no address', () => {
  assert.equal(clientAddressOf({ ip: undefined as unknown as string, socket: {} as Socket }), '')
})
