// Clients keep opening connections while the gateway stops: every client that could connect gets a complete answer, and
// all others are refused.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { BASE_PATH, headersFor } from '../support/accounts/account-services.ts'
import { transfer } from '../support/accounts/sandbox-requests.ts'
import { type RunningGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { cases, rounds } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'

const ROUNDS = rounds(1, 2)

const CLIENTS = 48

for (const workers of cases(['2'], ['1', '2'])) {
  withGatewayOn('postgres', `a gateway of ${workers} under load that is told to stop`, stops, { WORKERS: workers })
}

function stops(running: RunningGateway): void {
  for (let round = 1; round <= ROUNDS; round++) {
    test(`resets no client that could connect (round ${round})`, async () => {
      if (round > 1) await running.start()
      const { hostname, port } = new URL(running.current.url)
      const outcomes = { answered: 0, broken: [] as string[] }
      const clients = Array.from({ length: CLIENTS }, async (_, index) => {
        for (;;) {
          const request = index % 2 === 0 ? healthRequest(hostname) : postingRequest(hostname)
          const outcome = await exchange(hostname, Number(port), request)
          if (outcome === 'refused') return
          if (outcome === 'answered') outcomes.answered++
          else outcomes.broken.push(outcome)
        }
      })
      await until(() => outcomes.answered > 2 * CLIENTS, 'every client is being served')
      assert.equal(await running.stop(), 0)
      await Promise.all(clients)
      assert.deepEqual(outcomes.broken, [])
    })
  }
}

function healthRequest(host: string): string {
  return `GET /api/health HTTP/1.1\r\nhost: ${host}\r\n\r\n`
}

function postingRequest(host: string): string {
  const body = JSON.stringify(transfer('1000000001', '1000000002', 0.01))
  const headers = { host, ...headersFor(), 'content-length': String(body.length) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `POST ${BASE_PATH}/transactions/transfers HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** One request on its own connection: `answered`, `refused` before it connected, or what went wrong. */
function exchange(host: string, port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, host)
    socket.on('connect', () => socket.write(request))
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      // A running gateway keeps the connection alive; the client closes it once it has its answer.
      if (isWhole(received)) socket.end()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!isWhole(received)) resolve(error.code === 'ECONNREFUSED' ? 'refused' : `${error.code} after "${received}"`)
    })
    socket.on('close', () => resolve(isWhole(received) ? 'answered' : `closed after "${received}"`))
  })
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  const length = /^content-length: (\d+)$/im.exec(received.slice(0, end).replaceAll('\r', ''))?.[1]
  return end !== -1 && /^HTTP\/1\.1 (200|503) /.test(received) && received.length === end + 4 + Number(length)
}
