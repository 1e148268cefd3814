// tillgate load: loads accounts and cards of the built-in bank, and hot cards of any bank, from CSV files. Faulty lines are named and skipped; with
// --dry-run nothing is written.

import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import { type BankFacts, readBankFacts } from '../../../channels/core/builtin/loading/bank-facts.ts'
import type { Fault } from '../../../channels/core/builtin/loading/line-fields.ts'
import { accountLoader, dryAccountLoader } from '../../../channels/core/builtin/loading/load-accounts.ts'
import { cardLoader, dryCardLoader } from '../../../channels/core/builtin/loading/load-cards.ts'
import { type Loader, type LoadResult, loadFile } from '../../../channels/core/builtin/loading/load-file.ts'
import {
  assertInstitution,
  dryHotCardLoader,
  hotCardLoader,
} from '../../../channels/core/builtin/loading/load-hot-cards.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { ConfigError } from '../../config/config-error.ts'
import { type OpenedStore, openBusinessClock, prepareStore, withStore, withUnchangedStore } from '../open-store.ts'
import { startProgress } from '../prompts/progress.ts'
import type { Shell } from '../shell.ts'

export type Loaded = 'accounts' | 'cards' | 'hot-cards'

export interface LoadOptions {
  readonly institution: string
  readonly file: string
  readonly dryRun?: boolean
}

interface Load extends LoadOptions {
  readonly loaded: Loaded
  readonly database: Database
  readonly secretBox: SecretBox
  readonly clock: Clock
}

/** Of the built-in bank. */
interface BankLoad extends Load {
  readonly facts: BankFacts
}

export async function load(loaded: Loaded, options: LoadOptions, shell: Shell): Promise<void> {
  const size = sizeOf(options.file)
  const work = async (store: OpenedStore) => {
    const { database, config, secretBox } = store
    // Opening balances are posted on the institution's business date.
    const { clock, close } = await openBusinessClock(store)
    try {
      const { institution: institutionId } = options
      if (loaded === 'hot-cards') await assertInstitution(database, institutionId)
      const load = { ...options, loaded, database, secretBox, clock }
      const result = await run(
        loaded === 'hot-cards'
          ? load
          : { ...load, facts: await readBankFacts(database, { institutionId, environment: config.environment }) },
        size,
        shell,
      )
      shell.print(report(loaded, options, result))
      if (result.skipped > 0) process.exitCode = 1
    } finally {
      close()
    }
  }
  if (options.dryRun === true) return withUnchangedStore(work, shell.env, { isReadOnly: false })
  await withStore(async (store) => work({ ...store, secretBox: await prepareStore(store) }), shell.env)
}

async function run(load: Load | BankLoad, size: number, shell: Shell): Promise<LoadResult> {
  const progress = startProgress({ label: load.loaded, total: size })
  const input = createReadStream(load.file)
  const read: ReadFile = (loader) =>
    loadFile(input, loader, {
      fault: (fault) => shell.printError(faultLine(fault)),
      progress: ({ bytes, lines }) => progress.update(bytes, `${lines} lines`),
    })
  try {
    return await (load.dryRun === true ? tryOut(load, read) : write(load, read))
  } finally {
    progress.stop()
    input.destroy()
  }
}

type ReadFile = <Line>(loader: Loader<Line>) => Promise<LoadResult>

async function write(load: Load | BankLoad, read: ReadFile): Promise<LoadResult> {
  const { database } = load
  // A load that is interrupted leaves the first record without the second.
  await audit(load, 'start')
  const result = await written(load, read)
  await audit(load, 'finish', result)
  // The planner has no statistics about new rows.
  if (result.added > 0) for (const table of TABLES[load.loaded]) await database.query(`ANALYZE ${table}`)
  return result
}

const TABLES: Readonly<Record<Loaded, readonly string[]>> = {
  accounts: ['accounts', 'account_records', 'journals'],
  cards: ['cards', 'card_records'],
  'hot-cards': ['hot_cards'],
}

function written(load: Load | BankLoad, read: ReadFile): Promise<LoadResult> {
  const { loaded, database } = load
  if (!('facts' in load)) return read(hotCardLoader(database, { ...load, institutionId: load.institution }))
  return loaded === 'accounts' ? read(accountLoader(database, load)) : read(cardLoader(database, load))
}

async function tryOut(load: Load | BankLoad, read: ReadFile): Promise<LoadResult> {
  const { loaded, database } = load
  if (!('facts' in load)) return read(dryHotCardLoader(database, { ...load, institutionId: load.institution }))
  if (loaded === 'cards') return read(dryCardLoader(database, load))
  const session = await database.connect()
  try {
    // Never committed: not even its temporary table.
    await session.query('BEGIN')
    return await read(await dryAccountLoader(session, load))
  } finally {
    await session.query('ROLLBACK').catch(() => {})
    session.release()
  }
}

function audit(
  { loaded, database, institution: institutionId, file }: Load,
  moment: 'start' | 'finish',
  result?: LoadResult,
): Promise<void> {
  return database.transaction((sql) =>
    // As in the gateway: the sandbox's clock moves business days, not administration.
    recordAudit(
      sql,
      systemClock.now(),
      { userId: 'cli' },
      {
        action: `${loaded}.load-${moment}`,
        resource: loaded,
        resourceId: institutionId,
        institutionId,
        after: { file: basename(file), ...result },
      },
    ),
  )
}

function faultLine({ line, field, reason }: Fault): string {
  return field === undefined ? `line ${line}: ${reason}` : `line ${line}: ${field}: ${reason}`
}

function report(loaded: Loaded, { institution, dryRun }: LoadOptions, result: LoadResult): string {
  const { lines, added, changed, unchanged, skipped } = result
  const counts = `${added} added, ${changed} changed, ${unchanged} unchanged, ${skipped} skipped, of ${lines} lines`
  return `${loaded} of ${institution}: ${counts}${dryRun === true ? '; dry run, nothing was written' : ''}`
}

function sizeOf(file: string): number {
  try {
    const stat = statSync(file)
    if (stat.isDirectory()) throw new Error('it is a folder')
    return stat.size
  } catch (error) {
    throw new ConfigError('--file', `takes a CSV file that can be read: ${(error as Error).message}`)
  }
}
