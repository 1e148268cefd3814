// Needs a process of its own: it reads its own heap, which the other files of a group would fill.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { until } from '../../../../test/support/until.ts'
import { createLogger } from '../../../edge/http/log.ts'
import { createServer } from '../../../edge/http/server/server.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import { actuatorHeapdump, type HeapDumpParts } from './actuator-heapdump.ts'

async function serve(parts: Partial<HeapDumpParts> = {}): Promise<string> {
  const family = {
    name: 'operations',
    prefixes: ['/actuator'],
    routes: [actuatorHeapdump({ clock: systemClock, ...parts })],
    renderProblem: () => ({ status: 429, contentType: 'text/plain', body: '' }),
  }
  const server = createServer({ families: [family], clock: systemClock, logger: createLogger({ level: 'silent' }) })
  after(() => server.close())
  await server.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/actuator/heapdump`
}

async function untilTaken(url: string): Promise<Response> {
  return await until(async () => {
    const answer = await fetch(url)
    return answer.status === 200 ? answer : undefined
  }, 'the next one is taken')
}

class MarkedForTheHeapDump {
  readonly secret = 'found-in-the-heap-dump'
}

test('a heap dump is a V8 snapshot of this process', async () => {
  const marked = new MarkedForTheHeapDump()
  const answer = await fetch(await serve())
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="tillgate-[\dTZ-]+\.heapsnapshot"$/,
  )
  const { snapshot, nodes, edges, strings } = (await answer.json()) as {
    snapshot: { meta: { node_fields: string[]; edge_fields: string[] }; node_count: number; edge_count: number }
    nodes: number[]
    edges: number[]
    strings: string[]
  }
  assert.equal(nodes.length, snapshot.node_count * snapshot.meta.node_fields.length)
  assert.equal(edges.length, snapshot.edge_count * snapshot.meta.edge_fields.length)
  assert.ok(strings.includes(MarkedForTheHeapDump.name))
  assert.equal(marked.secret, 'found-in-the-heap-dump')
})

test('only one is taken at a time, and HEAD takes none', async () => {
  let taken = 0
  let release = () => {}
  const url = await serve({
    restMs: 1,
    takeSnapshot: () => {
      taken++
      const stream = new Readable({ read() {} })
      stream.push('{"snapshot":')
      release = () => {
        stream.push('{}}')
        stream.push(null)
      }
      return stream
    },
  })
  const first = await fetch(url)
  const second = await fetch(url)
  assert.equal(second.status, 429)
  assert.equal(second.headers.get('retry-after'), '10')
  assert.equal((await fetch(url, { method: 'HEAD' })).status, 200)
  assert.equal(taken, 1)
  release()
  assert.deepEqual(await first.json(), { snapshot: {} })
  const third = await untilTaken(url)
  release()
  await third.text()
})

// Sends requests from another thread and says when all are sent; then the statuses of the answers.
const OTHER_CALLERS = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { url, sent, callers } = workerData
  const { hostname, port, pathname } = new URL(url)
  for (let caller = 0; caller < callers; caller++) {
    const socket = require('node:net').connect(port, hostname, () => {
      socket.write('GET ' + pathname + ' HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n', () => {
        if (Atomics.add(sent, 0, 1) === callers - 1) Atomics.store(sent, 1, 1)
        Atomics.notify(sent, 1)
      })
    })
    socket.once('data', (data) => parentPort.postMessage(Number(String(data).split(' ')[1])))
  }`

test('requests that arrive while V8 stops the event loop are refused', async () => {
  const callers = 5
  const sent = new Int32Array(new SharedArrayBuffer(8))
  const statuses: number[] = []
  let taken = 0
  const url = await serve({
    // Longer than the others can take to be read.
    restMs: 600_000,
    takeSnapshot: () => {
      if (taken++ === 0) {
        const others = new Worker(OTHER_CALLERS, { eval: true, workerData: { url, sent, callers } })
        others.on('message', (status: number) => statuses.push(status))
        Atomics.wait(sent, 1, 0, 300_000)
      }
      return Readable.from(['{}'])
    },
  })
  assert.equal(await (await fetch(url)).text(), '{}')
  await until(() => statuses.length === callers, 'the others are answered')
  assert.deepEqual(statuses, Array(callers).fill(429))
  assert.equal(taken, 1)
})

// One row per way in which the reader fails: both must free the snapshot and allow the next one.
const FAILURES: [title: string, readLimitMs: number, disconnects: boolean][] = [
  ['a caller that disconnects', 600_000, true],
  ['a caller that does not read', 1, false],
]

for (const [title, readLimitMs, disconnects] of FAILURES) {
  test(`${title} does not keep the snapshot`, async () => {
    const streams: Readable[] = []
    const takeSnapshot = () => {
      const stream = new Readable({ read() {} })
      stream.push('{')
      streams.push(stream)
      return stream
    }
    const url = await serve({ takeSnapshot, readLimitMs, restMs: 0 })
    const sent = request(url).on('error', () => {})
    sent.end()
    await once(sent, 'response')
    if (disconnects) sent.destroy()
    await until(() => streams[0]?.destroyed, 'the snapshot is freed')
    const again = await untilTaken(url)
    await again.body?.cancel()
  })
}

test('a snapshot that cannot be taken does not block the next one', async () => {
  let attempts = 0
  const url = await serve({
    takeSnapshot: () => {
      if (attempts++ === 0) throw new Error('out of memory')
      return Readable.from(['{}'])
    },
  })
  await fetch(url)
  assert.equal(await (await fetch(url)).text(), '{}')
})
