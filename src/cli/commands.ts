// The subcommands of `tillgate`. Each one's code is loaded on demand: `openapi` does not load a database.

import { Command, CommanderError, InvalidArgumentError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { describeFailure } from './failure.ts'
import type { Shell } from './shell.ts'

/** Runs one command and returns its exit code; errors are already printed. */
export async function runCommand(args: readonly string[], shell: Shell): Promise<number> {
  try {
    await commandsFor(shell).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // The parser has already printed it; asking for help is not a failure.
    if (error instanceof CommanderError) return error.exitCode
    shell.printError(describeFailure(error))
    return 1
  }
}

/** The program with all its commands. */
export function commandsFor(shell: Shell): Command {
  const program = new Command('tillgate')
    .exitOverride()
    .configureOutput({ writeErr: (text) => shell.printError(text.trimEnd()) })
    .description('A banking gateway. Configuration comes from environment variables (docs/guides/configuration.md).')
    .version(manifest.version)

  program
    .command('serve')
    .description('start the gateway and its management listener')
    .action(async () => (await import('./serve.ts')).serve())

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
      (await import('./environment/change-environment.ts')).changeStoreEnvironment(options, shell),
    )

  program
    .command('verify')
    .description('check the books and the audit log; exits 1 when anything is wrong')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => (await import('./verify.ts')).verify(options, shell))

  const load = program.command('load').description('load a bank into the built-in core from CSV files')

  for (const loaded of ['accounts', 'cards'] as const) {
    load
      .command(loaded)
      .description(`load ${loaded}; names faulty lines, skips them and exits 1`)
      .requiredOption('--institution <id>', 'the institution they belong to')
      .requiredOption('--file <path>', 'CSV file; docs/operations/loading.md describes its columns')
      .option('--dry-run', 'write nothing, only report')
      .action(async (options) => (await import('./load.ts')).load(loaded, options, shell))
  }

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

  const iso8583 = program
    .command('iso8583')
    .description('read, write and send single ISO 8583 messages (docs/cores.md)')

  iso8583
    .command('decode [message]')
    .description('print the fields of a message; it is given in hexadecimal digits, or on standard input')
    .requiredOption('--dialect <name>', 'iso87-ascii, iso93-binary, or the path of a file')
    .option('--text', 'the message is text, not hexadecimal digits')
    .option('--framed', 'the message has its length and header in front')
    .option('--mac-key-file <path>', 'check the MAC with the key in this file, in hexadecimal digits')
    .option('--clear', 'show card numbers and secrets')
    .option('--json', 'print JSON that encode takes')
    .action(async (message, options) => (await import('./iso8583.ts')).decodeMessage(message, options, shell))

  iso8583
    .command('encode [file]')
    .description('print a message in hexadecimal digits; its fields come as JSON from a file or from standard input')
    .requiredOption('--dialect <name>', 'iso87-ascii, iso93-binary, or the path of a file')
    .option('--text', 'print text, not hexadecimal digits')
    .option('--framed', 'put length and header in front')
    .option('--mac-key-file <path>', 'add the MAC with the key in this file, in hexadecimal digits')
    .action(async (file, options) => (await import('./iso8583.ts')).encodeMessage(file, options, shell))

  iso8583
    .command('send [message]')
    .description('send a message and print its answer; its fields come as JSON, as an argument or on standard input')
    .requiredOption('--to <host:port>', 'a host, or the port of switches (ISO8583_PORT)')
    .requiredOption('--dialect <name>', 'iso87-ascii, iso93-binary, or the path of a file')
    .option('--mac-key-file <path>', 'add and check MACs with the key in this file, in hexadecimal digits')
    .option('--tls', 'connect by TLS')
    .option('--ca-file <path>', 'certificates to trust, PEM; those of the system unless said')
    .option('--cert-file <path>', 'own certificate, PEM')
    .option('--key-file <path>', 'its private key, PEM')
    .option('--timeout <ms>', 'how long the answer may take', wholeNumber, 10_000)
    .option('--clear', 'show card numbers and secrets of the answer')
    .option('--json', 'print JSON')
    .action(async (message, options) => (await import('./iso8583-send.ts')).sendMessage(message, options, shell))

  const config = program
    .command('config')
    .description('configuration as a file: institutions, terminals, partners, roles, properties, products, rules …')

  config
    .command('export')
    .description('print the configuration as YAML, without secrets')
    .action(async () => (await import('./configuration/configuration.ts')).exportConfiguration(shell))

  config
    .command('import <file>')
    .description('print what a file adds and changes, and import it as a whole; nothing is deleted')
    .option('--dry-run', 'write nothing, only report')
    .option('--exit-code', 'with --dry-run: exit 2 when the file would change something')
    .option('--following <id>', 'only when it does exactly what the dry run of this id has told')
    .addHelpText(
      'after',
      '\nExits 0 when it is imported or changes nothing, 1 when it is refused: nothing is written then.',
    )
    .action(async (file, options) =>
      (await import('./configuration/configuration.ts')).importConfiguration(file, options, shell),
    )

  program
    .command('rollups')
    .description('figures of the dashboard and totals of business days')
    .command('rebuild')
    .description('count them again from the transactions; the gateway may be running')
    .option('--institution <id>', 'only of this institution')
    .option('--from <date>', 'from this business date on, YYYY-MM-DD')
    .option('--to <date>', 'up to this business date, YYYY-MM-DD')
    .action(async (options) => (await import('./rollups.ts')).rebuildRollups(options, shell))

  program
    .command('token')
    .description('sign in to a running gateway and print the access token, for curl')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--url <address>', 'URL of the gateway', 'http://127.0.0.1:8080')
    .option('--password-stdin', 'read the password from standard input instead of prompting')
    .option('--code <digits>', 'code of the authenticator app; prompted for when needed')
    .option('--allow-http', 'allow a gateway on another machine without TLS, which sends the token in plain text')
    .action(async (options) => (await import('./token.ts')).token(options, shell))

  program
    .command('events')
    .description('events for partners (docs/events.md)')
    .command('listen')
    .description('print the events of a partner as they come, and forward them to a receiver')
    .requiredOption('--client-id <id>', 'a client of the partner, of any family')
    .option('--url <address>', 'URL of the gateway', 'http://127.0.0.1:8080')
    .option('--secret-stdin', 'read the secret of the client from standard input instead of prompting')
    .option('--forward-to <address>', 'POST every event there, signed as webhooks are')
    .option('--kinds <kinds>', 'only these kinds, with commas between')
    .action(async (options) => (await import('./listen-to-events.ts')).listenToEvents(options, shell))

  const user = program.command('user').description('manage users, including the first administrator')

  user
    .command('create')
    .description('create a user and print the link for choosing a password')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .option('--role <name>', 'the role', 'Administrator')
    .option('--institution <id>', 'restrict the user to this institution')
    .option('--password-stdin', 'read the password from standard input, and send no invitation')
    .action(async (options) => (await import('./user.ts')).create(options, shell))

  user
    .command('list')
    .description('list the users')
    .option('--json', 'print them as JSON')
    .action(async (options) => (await import('./user.ts')).list(options, shell))

  user
    .command('reset-mfa <email>')
    .description("remove a user's second factor, so that another can be registered")
    .action(async (email) => (await import('./user.ts')).resetMfa(email, shell))

  user
    .command('unlock <email>')
    .description('unlock a user who was locked after wrong passwords or codes')
    .action(async (email) => (await import('./user.ts')).unlock(email, shell))

  program
    .command('core-check')
    .description("hold a bank's own REST core against contract/core.json; exits 1 when a rule is broken")
    .requiredOption('--url <address>', 'where the core is')
    .option('--user <name>', 'user name for HTTP Basic authentication')
    .option('--password-stdin', 'read its password from standard input')
    .option('--fixture <file>', 'JSON file that names test accounts of the core; those of the example unless said')
    .option('--timeout <ms>', 'how long one call may take', wholeNumber, 5_000)
    .action(async (options) => (await import('./core-check.ts')).coreCheck(options, shell))

  program
    .command('rules')
    .description('work with the decision tables')
    .command('check')
    .description('check the tables of a folder and run their examples; exits 1 when one is broken')
    .option('--dir <folder>', 'the folder; RULES_DIR unless said')
    .action(async (options) => (await import('./rules.ts')).checkRules(options, shell))

  const evm = program.command('evm').description('the EVM ledger (docs/evm.md)')

  adminOptions(evm.command('deploy'))
    .description('deploy the contract and print the settings of the gateway')
    .option('--operator <address>', 'address of the key that the gateway signs with; the configured one unless said')
    .option('--guardian <address>', 'address of the key that may pause the contract; the admin unless said')
    .option('--ceiling <amount>', 'most tokens of each new asset, in minor units; together with --daily-limit')
    .option('--daily-limit <amount>', 'most tokens issued of each new asset on one day, in minor units')
    .action(async (options) => (await import('./evm/deploy.ts')).deploy(options, shell))

  adminOptions(evm.command('administer'))
    .description('change limits and roles of the contract, or pause it')
    .option('--ceiling <amount>', 'most tokens of each new asset, in minor units; together with --daily-limit')
    .option('--daily-limit <amount>', 'most tokens issued of each new asset on one day, in minor units')
    .option('--asset <id>', 'these limits are for this asset alone: <institution>:<currency>')
    .option('--grant-operator <address>', 'let this key execute')
    .option('--revoke-operator <address>', 'take that from this key')
    .option('--grant-guardian <address>', 'let this key pause')
    .option('--revoke-guardian <address>', 'take that from this key')
    .option('--grant-admin <address>', 'let this key administer the contract')
    .option('--revoke-admin <address>', 'take that from this key; an admin cannot remove itself')
    .option('--pause', 'stop everything; by the guardian')
    .option('--unpause', 'lift the pause')
    .action(async (options) => (await import('./evm/administer.ts')).administer(options, shell))

  adminOptions(evm.command('list-address'))
    .description('let the owner of an address hold a token and move it')
    .requiredOption('--address <address>', 'the address')
    .option('--asset <id>', 'the token: <institution>:<currency>')
    .option('--remove', 'take the address off the list')
    .action(async (options) => (await import('./evm/list-address.ts')).listAddressOn(options, shell))

  evm
    .command('tokens')
    .description('show the tokens of the contract: institution, supply, limits and what can be issued now')
    .option('--json', 'print it as JSON')
    .action(async (options) => (await import('./evm/tokens.ts')).tokens(options, shell))

  evm
    .command('rebind')
    .description('forget the chain and contract of the first use, while nothing was placed there')
    .action(async () => (await import('./evm/rebind.ts')).rebind(shell))

  evm
    .command('status')
    .description('show chain, key, fees and open work; exits 1 when the ledger cannot be used')
    .option('--json', 'print it as JSON')
    .action(async (options) => (await import('./evm/status.ts')).status(options, shell))

  evm
    .command('resend')
    .description('send open transactions again, with higher fees where they are stuck')
    .action(async () => (await import('./evm/resend.ts')).resend(shell))

  program
    .command('openapi')
    .description('write the OpenAPI documents to contract/')
    .option('--check', 'write nothing; exit 1 when a document is stale')
    .action(async (options) => (await import('./openapi.ts')).openapi(options))

  return program
}

function adminOptions(command: Command): Command {
  return command
    .option('--key <file>', 'keystore of the signing key; together with --password')
    .option('--password <file>', 'file with its password')
    .option('--raw-key <file>', 'the signing key as 64 hexadecimal digits, in the sandbox only')
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.')
  return Number(text)
}
