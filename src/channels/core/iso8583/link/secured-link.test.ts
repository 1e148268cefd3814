// TLS with certificates of both sides, and MACs, over real connections: what is not trusted on either side signs nothing on.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { writeFrame } from '../../../iso8583/frames.ts'
import { MessageCodec } from '../../../iso8583/message-codec.ts'
import { ISO87, ISO93 } from '../../../iso8583/shipped-dialects.fixture.ts'
import { MessageLink } from '../../../iso8583-link/message-link.ts'
import { examineHost, type HostFinding } from '../examine-host.ts'
import type { HostTls } from './host-link.ts'
import { networkAnswer } from './network-messages.ts'

/** A host that only answers signals. What it cannot read ends the connection. */
interface Peer {
  readonly reads: MessageCodec
  /** Default: the one that reads. */
  readonly writes?: MessageCodec
  readonly tls?: TlsOptions
}

async function found(peer: Peer, host: { codec?: MessageCodec; tls?: HostTls; name?: string }): Promise<HostFinding> {
  const { reads, writes = reads, tls } = peer
  const accept = (socket: Socket) => {
    new MessageLink({
      socket,
      codec: reads,
      limits: { maxUnreadable: 1 },
      onMessage(message) {
        const answer = writeFrame(writes.dialect.framing, writes.encode(networkAnswer(reads.dialect, message)))
        // As often as it takes for the other side to see that none is right.
        for (let n = 0; n < 3; n++) socket.write(answer)
      },
      onClosed: () => {},
    })
  }
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await examineHost({
      host: host.name ?? 'localhost',
      port: (server.address() as AddressInfo).port,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      environment: 'sandbox',
      codec: host.codec ?? reads,
      tls: host.tls,
      answerMs: 10_000,
    })
  } finally {
    server.close()
  }
}

const KEY = '00112233445566778899AABBCCDDEEFF'
const withKey = (dialect: typeof ISO87, key: string) => new MessageCodec(dialect, Buffer.from(key, 'hex'))

for (const [name, dialect] of [
  ['X9.19', ISO87],
  ['AES-CMAC', ISO93],
] as const) {
  test(`${name}: both sides need the same key`, async () => {
    const [right, wrong, none] = [
      withKey(dialect, KEY),
      withKey(dialect, KEY.replace('7', '8')),
      new MessageCodec(dialect),
    ]
    assert.equal(await found({ reads: right }, {}), 'up')
    assert.equal(await found({ reads: right }, { codec: wrong }), 'refused')
    assert.equal(await found({ reads: right }, { codec: none }), 'refused')
    // The other way round: what the host answers is not believed.
    assert.equal(await found({ reads: right, writes: wrong }, {}), 'refused')
    assert.equal(await found({ reads: right, writes: none }, {}), 'refused')
  })
}

const openssl = spawnSync('openssl', ['version']).status === 0
describe('TLS', { skip: openssl ? false : 'openssl is not installed' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-host-tls-'))
  after(() => rmSync(folder, { recursive: true }))
  const reads = new MessageCodec(ISO87)

  /** A certificate that vouches for itself. */
  function certificate(of: string): { key: string; cert: string } {
    const [key, cert] = [join(folder, `${of}.key`), join(folder, `${of}.pem`)]
    const names = ['-subj', `/CN=${of}`, '-addext', `subjectAltName=DNS:${of}`, '-days', '2']
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...made, ...names], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  }

  test('host and gateway show certificates that the other trusts', async () => {
    const [ofHost, ofGateway, ofOther] = ['localhost', 'gateway', 'other'].map(certificate) as [Pair, Pair, Pair]
    const peer = { reads, tls: { ...ofHost, ca: ofGateway.cert, requestCert: true, rejectUnauthorized: true } }
    const own = { certificate: ofGateway.cert, key: ofGateway.key }
    assert.equal(await found(peer, { tls: { ca: ofHost.cert, ...own } }), 'up')
    assert.equal(await found(peer, { tls: own }), 'unreachable', 'the host is not trusted')
    assert.equal(await found(peer, { tls: { ca: ofHost.cert, ...own }, name: 'elsewhere' }), 'unreachable')
    const another = { ca: ofHost.cert, certificate: ofOther.cert, key: ofOther.key }
    assert.notEqual(await found(peer, { tls: another }), 'up', 'the gateway is not trusted')
    assert.notEqual(await found(peer, { tls: { ca: ofHost.cert } }), 'up', 'the gateway shows none')
    assert.notEqual(await found(peer, {}), 'up', 'plain TCP')
  })
})

type Pair = { readonly key: string; readonly cert: string }
