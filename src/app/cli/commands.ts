// The subcommands of `tillgate`. Each one's code is loaded on demand: `openapi` does not load a database.

import { Command, CommanderError } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import { addConfigurationCommands } from './configuration/configuration-commands.ts'
import { addEvmCommands } from './evm/evm-commands.ts'
import { describeFailure } from './failure.ts'
import { addIso8583Commands } from './iso8583/iso8583-commands.ts'
import { addTokenCommand, addUserCommands } from './people/people-commands.ts'
import type { Shell } from './shell.ts'
import {
  addArchiveCommands,
  addLoadCommands,
  addReconcileCommand,
  addRollupCommands,
  addStoreCommands,
} from './store/store-commands.ts'
import { wholeNumber } from './whole-number.ts'

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

  addServeCommand(program)
  addStoreCommands(program, shell)
  addLoadCommands(program, shell)
  addReconcileCommand(program, shell)
  addArchiveCommands(program, shell)
  addIso8583Commands(program, shell)
  addConfigurationCommands(program, shell)
  addRollupCommands(program, shell)
  addTokenCommand(program, shell)
  addEventCommands(program, shell)
  addUserCommands(program, shell)
  addCoreCheckCommand(program, shell)
  addRuleCommands(program, shell)
  addEvmCommands(program, shell)
  addOpenapiCommand(program)
  return program
}

function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the gateway and its management listener')
    .action(async () => (await import('./serve.ts')).serve())
}

function addEventCommands(program: Command, shell: Shell): void {
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
    .action(async (options) => (await import('./integrators/listen-to-events.ts')).listenToEvents(options, shell))
}

function addCoreCheckCommand(program: Command, shell: Shell): void {
  program
    .command('core-check')
    .description("hold a bank's own REST core against contract/core.json; exits 1 when a rule is broken")
    .requiredOption('--url <address>', 'where the core is')
    .option('--user <name>', 'user name for HTTP Basic authentication')
    .option('--password-stdin', 'read its password from standard input')
    .option('--fixture <file>', 'JSON file that names test accounts of the core; those of the example unless said')
    .option('--timeout <ms>', 'how long one call may take', wholeNumber, 5_000)
    .action(async (options) => (await import('./integrators/core-check.ts')).coreCheck(options, shell))
}

function addRuleCommands(program: Command, shell: Shell): void {
  program
    .command('rules')
    .description('work with the decision tables')
    .command('check')
    .description('check the tables of a folder and run their examples; exits 1 when one is broken')
    .option('--dir <folder>', 'the folder; RULES_DIR unless said')
    .action(async (options) => (await import('./rules.ts')).checkRules(options, shell))
}

function addOpenapiCommand(program: Command): void {
  program
    .command('openapi')
    .description('write the OpenAPI documents to contract/')
    .option('--check', 'write nothing; exit 1 when a document is stale')
    .action(async (options) => (await import('./openapi.ts')).openapi(options))
}
