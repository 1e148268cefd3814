// `node bench/exports.ts --rows 1000000`: memory and time of an export of that many transactions in each format. The job runs in
// this process, which does nothing else, so that its memory is the job's.

import { parseArgs } from 'node:util'
import { exportJob } from '../src/oversight/transactions/exports/export-job.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../src/oversight/transactions/exports/export-record.ts'
import { TransactionExports } from '../src/oversight/transactions/exports/transaction-exports.ts'
import { systemClock } from '../src/platform/kernel/time/clock.ts'
import type { Database } from '../src/platform/storage/database.ts'
import { writeHistory } from './servers/history.ts'
import { openTestBed, prepareStore, withStore } from './servers/test-bed.ts'

const ACCOUNTS = 1_000
const SAMPLE_MS = 100
const MEGABYTE = 1_048_576

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const rows = Number(values.rows)
const bed = await openTestBed()
try {
  await prepareStore(bed.postgres, ACCOUNTS)
  await writeHistory(bed.postgres, { count: rows, accounts: ACCOUNTS, onProgress: (n) => console.log(`${n} written`) })
  await withStore(bed.postgres, async (database) => {
    for (const format of EXPORT_FORMATS) await measure(database, format)
  })
} finally {
  await bed.close()
}

async function measure(database: Database, format: ExportFormat): Promise<void> {
  const jobs = { enqueue: async () => {} }
  const parts = { database, clock: systemClock, businessClock: systemClock, jobs, keepDays: () => 1 }
  const exports = new TransactionExports(parts)
  const caller = { principal: { userId: '019b0000-0000-7000-8000-000000000001', scope: {} }, actor: {} }
  const exportId = await exports.request(caller, { filter: {}, sentFilter: {}, format })

  const startMs = performance.now()
  const samples: number[] = []
  const timer = setInterval(() => samples.push(process.memoryUsage.rss()), SAMPLE_MS)
  await exportJob(parts).run({ exportId }, new AbortController().signal)
  clearInterval(timer)
  const seconds = (performance.now() - startMs) / 1_000

  const { state, rows: exported, bytes = 0 } = await exports.find(caller, exportId)
  const memory = [0.1, 0.25, 0.5, 0.75, 1].map((part) => samples[Math.ceil(part * samples.length) - 1] ?? 0)
  const shown = memory.map((rss) => Math.round(rss / MEGABYTE)).join(' ')
  const most = Math.round(samples.reduce((a, b) => Math.max(a, b), 0) / MEGABYTE)
  console.log(
    `${format.padEnd(5)} ${state} ${exported} rows, ${Math.round(bytes / MEGABYTE)} MB in ${seconds.toFixed(1)} s; ` +
      `RSS at 10, 25, 50, 75, 100 %: ${shown} MB, at most ${most} MB`,
  )
}
