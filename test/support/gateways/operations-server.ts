// A server with the operations family alone, and sources of health, for tests.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createMetrics } from '../../../src/app/observability/metrics.ts'
import { createLogger } from '../../../src/edge/http/log.ts'
import { createServer } from '../../../src/edge/http/server/server.ts'
import { type HealthSources, ownHealth } from '../../../src/families/operations/actuator/actuator-health.ts'
import { readBuildFacts } from '../../../src/families/operations/actuator/build-facts.ts'
import { type OperationsParts, operationsFamily } from '../../../src/families/operations/family.ts'
import { unavailable } from '../../../src/platform/kernel/problems/problem.ts'
import { systemClock } from '../../../src/platform/kernel/time/clock.ts'

export const folder = mkdtempSync(join(tmpdir(), 'tillgate-operations-'))
// Suites share the process.
process.once('exit', () => rmSync(folder, { recursive: true }))
export const TOKEN = 'a-long-enough-token'
const facts = await readBuildFacts(join(import.meta.dirname, '..', '..', '..'))
const logger = createLogger({ level: 'silent' })

export const HEALTHY: HealthSources = {
  db: async () => ({ engine: 'pglite' }),
  cores: () => [{ name: 'BUILTIN', probe: async () => {} }],
  jobs: () => ({ status: 'UP' }),
  rules: () => ({ status: 'UP' }),
  digitalLedgers: () => [{ name: 'builtin', probe: async () => {} }],
  tokens: async () => ({ openTransfers: 0 }),
  isDraining: () => false,
  dataDir: folder,
  isEmbedded: false,
}

export function serve({
  health = HEALTHY,
  ...parts
}: Partial<Omit<OperationsParts, 'health'>> & { health?: HealthSources } = {}) {
  const metrics = createMetrics()
  const family = operationsFamily({
    health: ownHealth(health),
    facts,
    metrics,
    exposed: [],
    clock: systemClock,
    beans: () => ({}),
    stacks: async () => [],
    ...parts,
  })
  const server = createServer({ families: [family], clock: systemClock, logger, observer: metrics.requests })
  after(() => server.close())
  return server
}

export const fails = async () => {
  throw unavailable('gone')
}
export const never = () => new Promise<never>(() => {})
export const GONE = { name: 'REST FI002', probe: fails }
export const THERE = { name: 'BUILTIN', probe: async () => {} }
