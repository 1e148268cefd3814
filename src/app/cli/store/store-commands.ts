// Commands that make, fill and check the database.

import type { Command } from 'commander'
import type { Shell } from '../shell.ts'
import { wholeNumber } from '../whole-number.ts'

/** Commands for the schema, its data for tests, and its checks. */
export function addStoreCommands(program: Command, shell: Shell): void {
  program
    .command('migrate')
    .description('migrate the database schema')
    .action(async () => (await import('./migrate.ts')).migrateDatabase(shell))

  program
    .command('distribute')
    .description('distribute the books over the workers of a PostgreSQL with Citus, or place them after a change')
    .option('--shards <number>', 'how many parts the tables are divided into at first', wholeNumber, 32)
    .option('--dry-run', 'write nothing, only say what would be done')
    .action(async (options) => (await import('./distribute.ts')).distributeStore(options, shell))

  program
    .command('seed')
    .description('seed the sandbox, and optionally accounts for load tests')
    .option('--accounts <number>', 'total number of load-test accounts', wholeNumber)
    .option('--institution <id>', 'the institution they belong to', 'FI001')
    .option('--confirm <name>', 'the name of the database; required with DATABASE_URL')
    .action(async (options) => (await import('./seed.ts')).seed(options, shell))

  program
    .command('reset')
    .description('reset the sandbox to day one')
    .option('--confirm <name>', 'the name of the database; required with DATABASE_URL')
    .action(async (options) => (await import('./reset.ts')).reset(options, shell))

  program
    .command('environment')
    .description(
      'make a copy of production a database for tests: strips it first of what reaches others (docs/operations/backup.md)',
    )
    .requiredOption('--to <environment>', 'qa or uat')
    .requiredOption('--confirm <name>', 'the name of the database')
    .action(async (options) =>
      (await import('../environment/change-environment.ts')).changeStoreEnvironment(options, shell),
    )

  program
    .command('verify')
    .description('check the books and the audit log; exits 1 when anything is wrong')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => (await import('./verify.ts')).verify(options, shell))

  program
    .command('doctor')
    .description(
      'look at this installation as an auditor would, and print what to mend; exits 2 when there is something',
    )
    .option('--json', 'print the findings as JSON')
    .option('--strict', 'exit 2 also when there is something to consider')
    .action(async (options) => (await import('../doctor/doctor.ts')).examine(options, shell))
}

/** `load`: a bank from CSV files. */
export function addLoadCommands(program: Command, shell: Shell): void {
  const load = program
    .command('load')
    .description('load a bank into the built-in core, and hot cards of any bank, from CSV files')

  for (const loaded of ['accounts', 'cards', 'hot-cards'] as const) {
    load
      .command(loaded)
      .description(`load ${loaded}; names faulty lines, skips them and exits 1`)
      .requiredOption('--institution <id>', 'the institution they belong to')
      .requiredOption('--file <path>', 'CSV file; docs/operations/loading.md describes its columns')
      .option('--dry-run', 'write nothing, only report')
      .action(async (options) => (await import('./load.ts')).load(loaded, options, shell))
  }
}

/** `reconcile`: a file of a source against the books. */
export function addReconcileCommand(program: Command, shell: Shell): void {
  program
    .command('reconcile')
    .description('compare a file of a source with the books of a business date (docs/operations/reconciliation.md)')
    .requiredOption('--institution <id>', 'the institution')
    .requiredOption('--date <date>', 'the business date, YYYY-MM-DD')
    .requiredOption('--source <name>', 'who made the file: a partner, unless the mapping has a column of partners')
    .requiredOption('--format <format>', 'CSV or CAMT053')
    .requiredOption('--file <path>', 'the file')
    .option('--mapping <path>', 'JSON file that says which column has what')
    .option('--dry-run', 'write nothing, only report')
    .action(async (options) => (await import('./reconcile.ts')).reconcile(options, shell))
}

/** `archive`: closed months in files. */
export function addArchiveCommands(program: Command, shell: Shell): void {
  const archive = program
    .command('archive')
    .description('move closed months to files, and read them again (docs/operations/history.md)')

  archive
    .command('run')
    .description('archive every month that has been kept for long enough; the gateway may be running')
    .option('--until <month>', 'only up to this month, YYYY-MM')
    .option('--dry-run', 'write nothing, only report')
    .action(async (options) => (await import('./archive.ts')).runArchive(options, shell))

  archive
    .command('list')
    .description('list what is archived')
    .option('--json', 'print it as JSON')
    .action(async (options) => (await import('./archive.ts')).listArchive(options, shell))

  archive
    .command('read <month>')
    .description('print archived rows as JSON lines; the month is YYYY-MM, or a file of the archive')
    .option('--table <name>', 'only of this table')
    .option('--institution <id>', 'only of this institution')
    .action(async (month, options) => (await import('./archive.ts')).readArchive(month, options, shell))

  archive
    .command('check')
    .description('check every file against its manifest and the archived audit log; exits 1 when anything is wrong')
    .action(async () => (await import('./archive.ts')).checkArchive(shell))
}

/** `rollups`: figures that are counted ahead. */
export function addRollupCommands(program: Command, shell: Shell): void {
  program
    .command('rollups')
    .description('figures of the dashboard and totals of business days')
    .command('rebuild')
    .description('count them again from the transactions; the gateway may be running')
    .option('--institution <id>', 'only of this institution')
    .option('--from <date>', 'from this business date on, YYYY-MM-DD')
    .option('--to <date>', 'up to this business date, YYYY-MM-DD')
    .action(async (options) => (await import('./rollups.ts')).rebuildRollups(options, shell))
}
