// `npm run bench -- --profile`: withdrawals on one gateway that records a CPU profile.

import { join } from 'node:path'
import { Measurements } from './figures/measure.ts'
import { describeProfile, profileFlags } from './figures/profile.ts'
import { runLine } from './figures/report.ts'
import type { Bench } from './scenarios.ts'
import { startGateway } from './servers/server-process.ts'
import { openStore, prepareStore } from './servers/test-bed.ts'

export async function profileWithdrawals({ bed, options, generator, cleanup, say }: Bench): Promise<string> {
  await prepareStore(bed.postgres, options.accounts)
  const books = openStore(bed.postgres)
  cleanup.defer(() => books.close())
  const folder = join(bed.folder, 'profile')
  const spawnedAtMs = performance.now()
  const gateway = await startGateway('gateway', bed.postgres, { folder: bed.folder, nodeFlags: profileFlags(folder) })
  cleanup.defer(() => gateway.stop())

  const measurements = new Measurements(generator, options, bed)
  const subject = { name: 'profiled', servers: [gateway], pattern: 'withdrawals', books } as const
  await measurements.warmUp(subject)
  const skipSeconds = (performance.now() - spawnedAtMs) / 1000
  const measured = await measurements.measure(subject)
  say('profiled', runLine(measured))
  await gateway.stop()
  return describeProfile(folder, skipSeconds, measured.cpuMicros.gateway)
}
