// Tries a file out: it is read and compared in a transaction that is rolled back.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Session } from '../../platform/storage/database.ts'
import { compareLines } from './matching/compare-lines.ts'
import { readResult } from './matching/match-result.ts'
import type { FileLine } from './reading/file-line.ts'
import { checkMapping, type DescribedFile, limited, openReader } from './reading/open-file.ts'
import type { ReconciliationResult } from './reconciliation-record.ts'
import { BATCH_LINES, copyLines } from './staged-lines.ts'

export interface TriedFile {
  readonly lines: number
  readonly result: ReconciliationResult
}

export async function tryReconciliation(
  session: Session,
  clock: Clock,
  file: DescribedFile,
  content: AsyncIterable<Buffer>,
): Promise<TriedFile> {
  checkMapping(file.format, file.mapping)
  await session.query('BEGIN')
  try {
    await session.query('SET LOCAL statement_timeout = 0')
    const upload = { institutionId: file.institutionId, uploadId: newId(clock.now()) }
    const reader = await openReader(session, file)
    const partnerIds = new Set<string>()
    let lines = 0
    let batch: FileLine[] = []
    const write = async (most: number) => {
      if (batch.length <= most) return
      for (const line of batch) partnerIds.add(line.partnerId)
      lines += batch.length
      const step = copyLines(upload, batch)
      batch = []
      await session.roundTrip([step])
    }
    for await (const chunk of limited(content)) {
      batch.push(...reader.read(chunk))
      await write(BATCH_LINES)
    }
    batch.push(...reader.end())
    await write(0)
    const run = { ...file, ...upload, reconciliationId: newId(clock.now()), lines }
    await compareLines(session, run, [...partnerIds])
    return { lines, result: await readResult(session, run, [...partnerIds]) }
  } finally {
    await session.query('ROLLBACK').catch(() => {})
  }
}
