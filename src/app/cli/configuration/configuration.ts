// tillgate config: the configuration of an installation as a file that people review and carry to another one. Records are
// matched by their codes and names, never by ids of the database, and pass the rules of the API.

import { basename } from 'node:path'
import { CommanderError } from 'commander'
import { type Caller, COMMAND_LINE } from '../../../administration/access/principal/caller.ts'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import type { AuditedChange, ChangeWitness } from '../../../administration/audit/change-witness.ts'
import { shortensFourEyes } from '../../../administration/change-requests/four-eyes.ts'
import { openProperties, type Properties } from '../../../administration/properties/properties.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database, TransactionSql } from '../../../platform/storage/database.ts'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { openRecordAdministration } from '../../wire/rooms/record-administration.ts'
import { Wiring } from '../../wire/wiring.ts'
import { type OpenedStore, openBusinessClock, prepareStore, withStore, withUnchangedStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'
import { named, type RecordDiff } from './config-diff.ts'
import { type ConfigFile, FaultyFile, type FileFault, fileText, readConfigFile } from './config-file.ts'
import { CONFIG_KINDS } from './config-kinds.ts'
import { ConfigRecords } from './config-records.ts'
import { assertFollows, checkDryRunId, dryRunId } from './dry-run-id.ts'
import { type ImportReport, RecordImport, recordFaults } from './import-records.ts'
import { reportLines } from './import-report.ts'
import { joinedDatabase } from './joined-database.ts'
import {
  assertWritable,
  planRules,
  RULES_SECTION,
  type RulesPlan,
  readRules,
  ruleFaults,
  writeRules,
} from './rule-files.ts'

export interface ImportOptions {
  readonly dryRun?: boolean
  readonly exitCode?: boolean
  readonly following?: string
}

interface Installation {
  readonly config: Config
  readonly database: Database
  readonly secretBox: SecretBox
  readonly businessClock: Clock
  /** As they were when the command began. */
  readonly properties: Pick<Properties, 'read'>
}

export async function exportConfiguration(shell: Shell): Promise<void> {
  await withInstallation(shell, 'reads', async (installation) => {
    const records = await installation.database.transaction(async (sql) => {
      // All records as of one moment.
      await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      const stored = recordsWithin(installation, sql, COMMAND_LINE)
      const sections = new Map<string, readonly object[]>()
      for (const kind of CONFIG_KINDS) {
        sections.set(
          kind.section,
          (await stored.read(kind)).map(({ fields }) => fields),
        )
      }
      return sections
    })
    const rules = readRules(installation.config.rulesDir)
    shell.print(fileText(new Map([...records, [RULES_SECTION, rules]])).trimEnd())
  })
}

export async function importConfiguration(path: string, options: ImportOptions, shell: Shell): Promise<void> {
  try {
    const file = readConfigFile(path, [...CONFIG_KINDS.map(({ section }) => section), RULES_SECTION])
    const { dryRun = false, following } = options
    if (following !== undefined) checkDryRunId(following)
    const faults = [...file.faults, ...recordFaults(file), ...ruleFaults(file)]
    // A faulty file is never written, so it is only tried.
    const use = dryRun || faults.length > 0 ? 'tries' : 'writes'
    const hasChanges = await withInstallation(shell, use, (installation) =>
      importFile(installation, { path, file, faults, dryRun, following, shell }),
    ).catch((error: unknown) => {
      // What is wrong with the file can be told without a database.
      if (!(error instanceof FaultyFile)) file.refuse(faults)
      throw error
    })
    if (options.dryRun === true && options.exitCode === true && hasChanges) {
      throw new CommanderError(2, 'tillgate.config.differs', 'the file would change something')
    }
  } catch (error) {
    if (!(error instanceof FaultyFile)) throw error
    for (const { line, place, message } of error.faults) {
      shell.printError(`${basename(path)}:${line}: ${place === '' ? '' : `${place}: `}${message}`)
    }
    shell.printError(`tillgate: ${error.message}; nothing was written`)
    throw new CommanderError(1, 'tillgate.config.refused', error.message)
  }
}

/** What a command does with the database: changes it, tries changes that it rolls back, or only reads. */
type Use = 'writes' | 'tries' | 'reads'

async function withInstallation<T>(
  { env }: Shell,
  use: Use,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const open = async (store: OpenedStore) => {
    const { clock, close } = await openBusinessClock(store)
    // A command is short: the clock need not follow the sandbox's.
    close()
    const { database, secretBox, config } = store
    const properties = await openProperties({ database, secretBox, environment: config.environment })
    properties.close()
    return await work({ ...store, businessClock: clock, properties })
  }
  if (use !== 'writes') return withUnchangedStore(open, env, { isReadOnly: use === 'reads' })
  return withStore(async (store) => open({ ...store, secretBox: await prepareStore(store) }), env)
}

interface Import {
  readonly path: string
  readonly file: ConfigFile
  /** What is known to be wrong with it. */
  readonly faults: readonly FileFault[]
  readonly dryRun: boolean
  /** The dry run that it must not differ from. */
  readonly following: string | undefined
  readonly shell: Shell
}

/** Returns whether the file changes anything. */
async function importFile(installation: Installation, work: Import): Promise<boolean> {
  const { dryRun, shell } = work
  const rules = await planRules(work.file, installation.config.rulesDir)
  if (!dryRun && work.faults.length + rules.faults.length === 0) assertWritable(rules)
  const { report, id } = await importRecords(installation, work, rules)
  const diffs = [...report.diffs, ...rules.diffs]
  for (const line of reportLines(report, rules, dryRun ? id : undefined)) shell.print(line)
  if (!dryRun) writeImportedRules(rules)
  return diffs.length > 0
}

/** The records are committed by now, so a failure says that they are. */
function writeImportedRules(rules: RulesPlan): void {
  try {
    writeRules(rules)
  } catch (error) {
    const reason = (error as Error).message
    throw new ConfigError('RULES_DIR', `took not all rules; the records are imported, so import again: ${reason}`)
  }
}

interface Imported {
  readonly report: ImportReport
  /** Names what was changed, from which versions. */
  readonly id: string
}

/** Thrown in place of the commit of a dry run, which rolls it back. */
class DryRun extends Error {
  readonly imported: Imported

  constructor(imported: Imported) {
    super('a dry run writes nothing')
    this.imported = imported
  }
}

async function importRecords(
  installation: Installation,
  { path, file, faults, dryRun, following }: Import,
  rules: RulesPlan,
): Promise<Imported> {
  const { actor } = COMMAND_LINE
  try {
    return await installation.database.transaction(async (sql) => {
      const collected: AuditedChange[] = []
      const caller = { ...COMMAND_LINE, actor: { ...actor, witness: KEEPS_FOUR_EYES, collected } }
      const records = recordsWithin(installation, sql, caller)
      const report = await new RecordImport(sql, records, collected).run(file, [...faults, ...rules.faults])
      const id = dryRunId(installation.secretBox, file.text, [...report.diffs, ...rules.diffs])
      if (following !== undefined) assertFollows(following, id)
      if (dryRun) throw new DryRun({ report, id })
      for (const entry of [...collected, ...importEntries(path, [...report.diffs, ...rules.diffs])]) {
        await recordAudit(sql, systemClock.now(), actor, entry)
      }
      return { report, id }
    })
  } catch (error) {
    if (error instanceof DryRun) return error.imported
    throw error
  }
}

/** The import as a whole, when it changes anything. */
function importEntries(path: string, diffs: readonly RecordDiff[]): AuditedChange[] {
  if (diffs.length === 0) return []
  const after = { file: basename(path), added: named(diffs, 'added'), changed: named(diffs, 'changed') }
  return [{ action: 'configuration.import', resource: 'configuration', after }]
}

/** Commands do not wait for a second user, so they may not shorten the list of what does, nor grant EMERGENCY. */
const KEEPS_FOUR_EYES: ChangeWitness = {
  see(entry) {
    if (!shortensFourEyes(entry)) return undefined
    const message = 'would take an entry off a four-eyes list: change it in the console, where another user approves it'
    throw invalidFields([{ path: 'value', message }])
  },
  needsSecondUser() {
    const message = 'would grant EMERGENCY: change the role in the console, where another user approves it'
    throw invalidFields([{ path: 'modules', message }])
  },
}

/** The records as the transaction sees and changes them. Gateways hear of the changes when it commits. */
function recordsWithin(installation: Installation, sql: TransactionSql, caller: Caller): ConfigRecords {
  const { config, secretBox, businessClock } = installation
  const clock = systemClock
  const services = openRecordAdministration({
    database: joinedDatabase(installation.database, sql),
    clock,
    businessClock,
    secretBox,
    directory: NOT_KEPT,
    catalogue: NOT_KEPT,
    followers: [],
    environment: config.environment,
    allowedNetworks: () => installation.properties.read('webhooks.allowed-networks'),
    wiring: new Wiring(),
  })
  return new ConfigRecords({ sql, secretBox, caller, services: { ...services, clock } })
}

/** A command keeps nothing in memory. */
const NOT_KEPT = { reload: async () => {} }
