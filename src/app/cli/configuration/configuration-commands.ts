// Commands for the configuration as a file.

import type { Command } from 'commander'
import type { Shell } from '../shell.ts'

/** `config`: export and import. */
export function addConfigurationCommands(program: Command, shell: Shell): void {
  const config = program
    .command('config')
    .description('configuration as a file: institutions, terminals, partners, roles, properties, products, rules …')

  config
    .command('export')
    .description('print the configuration as YAML, without secrets')
    .action(async () => (await import('./configuration.ts')).exportConfiguration(shell))

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
    .action(async (file, options) => (await import('./configuration.ts')).importConfiguration(file, options, shell))
}
