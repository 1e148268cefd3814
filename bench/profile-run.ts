// `npm run bench -- --profile`: withdrawals on one gateway that records a CPU profile; with `--only digital` transfers of
// tokens, with `--only repayments` repayments of loans.

import { join } from 'node:path'
import { transferSubjects } from './digital/transfer-subjects.ts'
import { Measurements, type Subject } from './figures/measure.ts'
import { describeProfile, profileFlags } from './figures/profile.ts'
import { runLine } from './figures/report.ts'
import type { Bench } from './scenarios.ts'
import { openLoans } from './servers/loans.ts'
import { startGateway } from './servers/server-process.ts'
import { openStore, prepareStore } from './servers/test-bed.ts'

export async function profileGateway({ bed, options, generator, cleanup, say }: Bench): Promise<string> {
  await prepareStore(bed.postgres, options.accounts)
  const books = openStore(bed.postgres)
  cleanup.defer(() => books.close())
  const folder = join(bed.folder, 'profile')
  const gateway = await startGateway('gateway', bed.postgres, { folder: bed.folder, nodeFlags: profileFlags(folder) })
  cleanup.defer(() => gateway.stop())

  const measurements = new Measurements(generator, options, bed)
  const subject = await profiled()
  await measurements.warmUp(subject)
  const measured = await measurements.measure(subject)
  const untilMicros = Number(process.hrtime.bigint() / 1000n)
  say('profiled', runLine(measured))
  await gateway.stop()
  return describeProfile(folder, { seconds: measured.seconds, untilMicros }, measured.cpuMicros.gateway)

  async function profiled(): Promise<Subject> {
    const { subjects } = options
    if (subjects.has('digital') && !subjects.has('withdrawals')) return tokenTransfers()
    if (!subjects.has('repayments') || subjects.has('digital'))
      return { name: 'profiled', servers: [gateway], pattern: 'withdrawals', books }
    measurements.loans = await openLoans(gateway, options.loans)
    return { name: 'profiled', servers: [gateway], pattern: 'repayments', books }
  }

  async function tokenTransfers(): Promise<Subject> {
    const subjects = await transferSubjects(gateway, books, options, say)
    const found = subjects.find(({ pattern }) => pattern.startsWith('token-'))
    if (found === undefined) throw new Error('there are no transfers of tokens to profile')
    return found
  }
}
