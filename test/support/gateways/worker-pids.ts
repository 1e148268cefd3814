// The workers of a gateway that runs several, as its management listener tells of them.

import { until } from '../until.ts'
import type { Gateway } from './gateway.ts'

/** The process ids, by number of worker. */
export async function workerPids({ managementUrl }: Gateway): Promise<number[]> {
  const info = await fetch(`${managementUrl}/actuator/info`)
  return ((await info.json()) as { workers: { pid: number }[] }).workers.map(({ pid }) => pid)
}

export async function workersHealth({ managementUrl }: Gateway): Promise<{ workers: number; ready: number }> {
  const health = await fetch(`${managementUrl}/actuator/health/workers`)
  return ((await health.json()) as { details: { workers: number; ready: number } }).details
}

/** SIGKILL to the first worker, which has the duties of all; then waits until another is in its place. */
async function killWorker(gateway: Gateway): Promise<void> {
  const [first] = await workerPids(gateway)
  process.kill(first as number, 'SIGKILL')
  await untilReplaced(gateway, first as number)
}

/** The same under a load, again if the worker happened to have no request under way. */
export async function killWorkerAtWork(gateway: Gateway, failed: () => number): Promise<void> {
  const before = failed()
  while (failed() === before) await killWorker(gateway)
}

/** Asks for the process ids too: health may still be an answer from before the worker died. */
async function untilReplaced(gateway: Gateway, pid: number): Promise<void> {
  await until(async () => {
    const pids = await workerPids(gateway)
    const { workers, ready } = await workersHealth(gateway)
    return pids.length === workers && !pids.includes(pid) && ready === workers
  }, 'the worker is replaced')
}
