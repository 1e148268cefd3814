// The management listener of a primary, with workers that are one small server.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createLogger } from '../../edge/http/log.ts'
import { readBuildFacts } from '../../families/operations/actuator/build-facts.ts'
import { readConfig } from '../config/config.ts'
import { createMetrics } from '../observability/metrics.ts'
import type { Primary } from './primary.ts'
import { openPrimaryListener } from './primary-management.ts'
import { WorkerFigures } from './worker-figures.ts'

const TOKEN = 'a-token-that-is-long-enough'

describe('the readiness of a primary', () => {
  let worker: Server
  let managementUrl: string

  before(async () => {
    worker = createServer((_, response) => response.end('{"status":"UP","components":{"db":{"status":"UP"}}}'))
    worker.listen(0, '127.0.0.1')
    await once(worker, 'listening')
    managementUrl = `http://127.0.0.1:${(worker.address() as AddressInfo).port}`
  })

  after(() => worker.close())

  // One row per number of workers that serve, of two.
  for (const [ready, status, description] of [
    [0, 503, 'workers 0 of 2'],
    [1, 200, 'workers 1 of 2'],
    [2, 200, undefined],
  ] as const) {
    test(`is ${status} and says ${description ?? 'nothing more'} while ${ready} of two workers serve`, async (t) => {
      const serving = Array.from({ length: ready }, (_, i) => ({ number: i + 1, managementUrl, state: 'ready' }))
      const primary = { workers: 2, isStopping: false, ready: () => serving } as unknown as Primary
      const config = readConfig({ ENVIRONMENT: 'sandbox', MANAGEMENT_PORT: '0', MANAGEMENT_TOKEN: TOKEN })
      const listener = await openPrimaryListener(config, {
        primary,
        figures: new WorkerFigures(primary, TOKEN, async () => []),
        facts: await readBuildFacts(join(import.meta.dirname, '..', '..', '..')),
        log: createLogger({ level: 'silent' }),
        metrics: createMetrics(),
      })
      t.after(() => listener.close())
      // Without the token: a load balancer has none.
      const answer = await fetch(`${listener.url}/actuator/health/readiness`)
      assert.equal(answer.status, status)
      const body = (await answer.json()) as { description?: string; components: { workers: object } }
      assert.equal(body.description, description)
      assert.deepEqual(body.components.workers, {
        status: ready === 0 ? 'DOWN' : 'UP',
        ...(description !== undefined && { description }),
      })
    })
  }
})
