// How long a gateway takes to start on the embedded database: the first time, when the database is created and the
// sandbox seeded, and every time after that.

import { join } from 'node:path'
import { median } from '../figures/statistics.ts'
import { startGateway } from './server-process.ts'

export interface StartUp {
  readonly firstRunMs: number
  readonly existingDataMs: number
}

export async function measureStartUp(folder: string, times: number): Promise<StartUp> {
  const firsts: number[] = []
  const others: number[] = []
  for (let i = 0; i < times; i++) {
    const store = { name: 'startup', env: { DATA_DIR: join(folder, `startup-${i}`) } }
    for (const startedInMs of [firsts, others]) {
      const gateway = await startGateway('startup', store, { folder })
      startedInMs.push(gateway.startedInMs)
      await gateway.stop()
    }
  }
  return { firstRunMs: median(firsts), existingDataMs: median(others) }
}
