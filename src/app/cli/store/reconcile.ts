// tillgate reconcile: compares a file of a source with the books of a business date, as the API does. The gateway may be running; with
// --dry-run nothing is written.

import { createReadStream, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyValidator } from '../../../edge/http/body/validation.ts'
import { newReconciliation } from '../../../families/onboarding/daily/reconciliations/reconciliation-shapes.ts'
import { tryReconciliation } from '../../../oversight/reconciliations/dry-run.ts'
import { matchJob } from '../../../oversight/reconciliations/matching/match-job.ts'
import { type DescribedFile, readPartners } from '../../../oversight/reconciliations/reading/open-file.ts'
import type {
  ReconciliationRecord,
  ReconciliationResult,
} from '../../../oversight/reconciliations/reconciliation-record.ts'
import { Reconciliations } from '../../../oversight/reconciliations/reconciliations.ts'
import { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { decimalFromMinor } from '../../../platform/kernel/money/money.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { ConfigError } from '../../config/config-error.ts'
import { type OpenedStore, openBusinessClock, prepareStore, withStore, withUnchangedStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'

export interface ReconcileOptions {
  readonly institution: string
  readonly date: string
  readonly source: string
  readonly format: string
  readonly file: string
  readonly mapping?: string
  readonly dryRun?: boolean
}

const LOOK_AGAIN_MS = 200
const AT_WORK: readonly string[] = ['QUEUED', 'MATCHING']

export async function reconcile(options: ReconcileOptions, shell: Shell): Promise<void> {
  const file = describedFile(options)
  const content = createReadStream(options.file)
  // It fails when it is read.
  content.on('error', () => {})
  try {
    if (options.dryRun === true) {
      await withUnchangedStore((store) => tryOut(store.database, file, content, shell), shell.env, {
        isReadOnly: false,
      })
      return
    }
    await withStore(
      async (store) => send({ ...store, secretBox: await prepareStore(store) }, file, content, shell),
      shell.env,
    )
  } finally {
    content.destroy()
  }
}

function describedFile({ institution, date, source, format, mapping }: ReconcileOptions): DescribedFile {
  const sent = bodyValidator(newReconciliation)({
    institutionId: institution,
    businessDate: date,
    source,
    format,
    ...(mapping !== undefined && { mapping: readMapping(mapping) }),
  })
  return { ...sent, mapping: sent.mapping ?? {}, businessDate: sent.businessDate.replaceAll('-', '') }
}

function readMapping(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigError('--mapping', `takes a JSON file: ${(error as Error).message}`)
  }
}

async function tryOut(
  database: Database,
  file: DescribedFile,
  content: AsyncIterable<Buffer>,
  shell: Shell,
): Promise<void> {
  const partnerIds = await readPartners(database, file.institutionId)
  if (partnerIds === undefined) throw new ConfigError('--institution', 'takes the id of an institution')
  if (file.mapping.partnerId === undefined && !partnerIds.has(file.source))
    throw new ConfigError(
      '--source',
      'takes a partner that serves the institution, unless the mapping has a column of partners',
    )
  const session = await database.connect({ takesLong: true })
  try {
    const { lines, result } = await tryReconciliation(session, systemClock, file, content)
    report(lines, result, '; dry run, nothing was written', shell)
  } finally {
    session.release()
  }
}

async function send(
  store: OpenedStore,
  file: DescribedFile,
  content: AsyncIterable<Buffer>,
  shell: Shell,
): Promise<void> {
  const { database } = store
  const { clock, close } = await openBusinessClock(store)
  // A gateway that runs may take the job; when this command is killed, the next start goes on with it.
  const jobs = await JobQueue.open({ database, kinds: [matchJob({ database, clock: systemClock })] })
  try {
    const reconciliations = new Reconciliations({ database, clock: systemClock, businessClock: clock, jobs })
    const caller = { principal: { scope: {} }, actor: { userId: 'cli' } }
    const { id } = await reconciliations.create(caller, file)
    let record: ReconciliationRecord = await reconciliations.receive(caller, id, content)
    while (AT_WORK.includes(record.state)) {
      await delay(LOOK_AGAIN_MS)
      record = await reconciliations.find({}, id)
    }
    if (record.state === 'REPEATED') {
      shell.print(`reconciliation ${record.sameAs} has this file already: nothing has changed`)
      return
    }
    if (record.result !== undefined) report(record.lines, record.result, '', shell)
    if (record.state !== 'FAILED') return
    shell.printError(`reconciliation ${id} failed: ${record.error}`)
    process.exitCode = 1
  } finally {
    await jobs.close()
    close()
  }
}

function report(lines: number, result: ReconciliationResult, note: string, shell: Shell): void {
  const { matched, otherDate, missingHere, missingThere, different, duplicates } = result
  shell.print(
    `${lines} lines: ${matched} matched (${otherDate} of another date), ${missingHere} missing here, ${missingThere} missing there, ` +
      `${different} different, ${duplicates} duplicates${note}`,
  )
  for (const { currency, ...sums } of result.sums) {
    const of = (minor: string) => decimalFromMinor(BigInt(minor), currency)
    shell.print(
      `${currency}: debits ${of(sums.theirDebits)} there, ${of(sums.ourDebits)} here; credits ${of(sums.theirCredits)} there, ` +
        `${of(sums.ourCredits)} here`,
    )
  }
}
