// Build, commit, runtime and machine of this process.

import { arch, availableParallelism, platform, release } from 'node:os'
import type { Route } from '../../../edge/http/family.ts'
import { actuatorReply } from './actuator-reply.ts'

/** Constant while the process runs; build-facts.ts reads it at start. */
export interface BuildFacts {
  readonly build: { readonly name: string; readonly version: string; readonly time: string }
  readonly git?: { readonly branch: string; readonly commit: { readonly id: string; readonly time: string } }
}

/** One line for each worker process. */
export type ShowWorkers = () => Promise<readonly object[]>

export function actuatorInfo(facts: BuildFacts, workers?: ShowWorkers): Route {
  return {
    method: 'GET',
    path: '/actuator/info',
    operation: 'ActuatorInfo',
    answer: async (call) =>
      actuatorReply(call, {
        ...facts,
        runtime: { node: process.versions.node, v8: process.versions.v8 },
        os: { name: platform(), version: release(), arch: arch() },
        process: { pid: process.pid, cpus: availableParallelism(), memory: memory() },
        ...(workers !== undefined && { workers: await workers() }),
      }),
  }
}

function memory(): Record<string, number> {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  return { rss, heapTotal, heapUsed, external }
}
