// tillgate config: the configuration of an installation as a file that people review and carry to another one. Records are
// matched by their codes and names, never by ids of the database, and pass the rules of the API.

import { basename } from 'node:path'
import { CommanderError } from 'commander'
import { type Caller, COMMAND_LINE } from '../../access/principal/caller.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import type { AuditedChange, ChangeWitness } from '../../audit/change-witness.ts'
import { shortensFourEyes } from '../../change-requests/four-eyes.ts'
import type { Config } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { invalidFields } from '../../kernel/problem.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import type { Database, TransactionSql } from '../../storage/database.ts'
import { openRecordAdministration } from '../../wire/record-administration.ts'
import { Wiring } from '../../wire/wiring.ts'
import { openBusinessClock, prepareStore, withStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'
import { named, type RecordDiff } from './config-diff.ts'
import { type ConfigFile, FaultyFile, fileText, readConfigFile } from './config-file.ts'
import { CONFIG_KINDS } from './config-kinds.ts'
import { ConfigRecords } from './config-records.ts'
import { checkSections, type ImportReport, RecordImport } from './import-records.ts'
import { reportLines } from './import-report.ts'
import { joinedDatabase } from './joined-database.ts'
import { assertWritable, planRules, RULES_SECTION, type RulesPlan, readRules, writeRules } from './rule-files.ts'

export interface ImportOptions {
  readonly dryRun?: boolean
  readonly exitCode?: boolean
}

interface Installation {
  readonly config: Config
  readonly database: Database
  readonly secretBox: SecretBox
  readonly businessClock: Clock
}

export async function exportConfiguration(shell: Shell): Promise<void> {
  await withInstallation(shell, async (installation) => {
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
    checkSections(file)
    const hasChanges = await withInstallation(shell, (installation) =>
      importFile(installation, { path, file, dryRun: options.dryRun === true, shell }),
    )
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

async function withInstallation<T>({ env }: Shell, work: (installation: Installation) => Promise<T>): Promise<T> {
  return withStore(async (store) => {
    const secretBox = await prepareStore(store)
    const { clock, close } = await openBusinessClock(store)
    // A command is short: the clock need not follow the sandbox's.
    close()
    return await work({ ...store, secretBox, businessClock: clock })
  }, env)
}

interface Import {
  readonly path: string
  readonly file: ConfigFile
  readonly dryRun: boolean
  readonly shell: Shell
}

/** Returns whether the file changes anything. */
async function importFile(installation: Installation, { path, file, dryRun, shell }: Import): Promise<boolean> {
  const rules = await planRules(file, installation.config.rulesDir)
  if (!dryRun) assertWritable(rules)
  const report = await importRecords(installation, file, { path, rules, dryRun })
  const diffs = [...report.diffs, ...rules.diffs]
  for (const line of reportLines(report, rules, dryRun)) shell.print(line)
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

/** Thrown in place of the commit of a dry run, which rolls it back. */
class DryRun extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('a dry run writes nothing')
    this.report = report
  }
}

async function importRecords(
  installation: Installation,
  file: ConfigFile,
  { path, rules, dryRun }: { readonly path: string; readonly rules: RulesPlan; readonly dryRun: boolean },
): Promise<ImportReport> {
  const { actor } = COMMAND_LINE
  try {
    return await installation.database.transaction(async (sql) => {
      const collected: AuditedChange[] = []
      const caller = { ...COMMAND_LINE, actor: { ...actor, witness: KEEPS_FOUR_EYES, collected } }
      const report = await new RecordImport(sql, recordsWithin(installation, sql, caller), collected).run(file)
      if (dryRun) throw new DryRun(report)
      for (const entry of [...collected, ...importEntries(path, [...report.diffs, ...rules.diffs])]) {
        await recordAudit(sql, systemClock.now(), actor, entry)
      }
      return report
    })
  } catch (error) {
    if (error instanceof DryRun) return error.report
    throw error
  }
}

/** The import as a whole, when it changes anything. */
function importEntries(path: string, diffs: readonly RecordDiff[]): AuditedChange[] {
  if (diffs.length === 0) return []
  const after = { file: basename(path), added: named(diffs, 'added'), changed: named(diffs, 'changed') }
  return [{ action: 'configuration.import', resource: 'configuration', after }]
}

/** Commands do not wait for a second user, so they may not shorten the list of what does. */
const KEEPS_FOUR_EYES: ChangeWitness = {
  see(entry) {
    if (!shortensFourEyes(entry)) return undefined
    const message = 'would take an entry off a four-eyes list: change it in the console, where another user approves it'
    throw invalidFields([{ path: 'value', message }])
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
    wiring: new Wiring(),
  })
  return new ConfigRecords({ sql, secretBox, caller, services: { ...services, clock } })
}

/** A command keeps nothing in memory. */
const NOT_KEPT = { reload: async () => {} }
