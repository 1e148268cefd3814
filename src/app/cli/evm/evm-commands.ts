// Commands for the EVM ledger: its contract, and the work that is open on its chain.

import type { Command } from 'commander'
import type { Shell } from '../shell.ts'

/** `evm`: the EVM ledger. */
export function addEvmCommands(program: Command, shell: Shell): void {
  const evm = program.command('evm').description('the EVM ledger (docs/evm.md)')
  addContractCommands(evm, shell)
  addLedgerCommands(evm, shell)
}

// Signed by an admin of the contract.
function addContractCommands(evm: Command, shell: Shell): void {
  adminOptions(evm.command('deploy'))
    .description('deploy the contract and print the settings of the gateway')
    .option('--operator <address>', 'address of the key that the gateway signs with; the configured one unless said')
    .option('--guardian <address>', 'address of the key that may pause the contract; the admin unless said')
    .option('--ceiling <amount>', 'most of each new token, in minor units; in the sandbox only, with --daily-limit')
    .option('--daily-limit <amount>', 'most issued of each new token on one day, in minor units')
    .action(async (options) => (await import('./deploy.ts')).deploy(options, shell))

  adminOptions(evm.command('administer'))
    .description('change limits and roles of the contract, or pause it')
    .option('--asset <id>', 'the token that gets limits, registered or not: <institution>:<currency>')
    .option(
      '--ceiling <amount>',
      'most tokens of it, in minor units; without --asset of each new one, in the sandbox only',
    )
    .option('--daily-limit <amount>', 'most tokens issued on one day, in minor units')
    .option('--grant-operator <address>', 'let this key execute')
    .option('--revoke-operator <address>', 'take that from this key')
    .option('--grant-guardian <address>', 'let this key pause')
    .option('--revoke-guardian <address>', 'take that from this key')
    .option('--grant-admin <address>', 'let this key administer the contract')
    .option('--revoke-admin <address>', 'take that from this key; an admin cannot remove itself')
    .option('--pause', 'stop everything; by the guardian')
    .option('--unpause', 'lift the pause')
    .action(async (options) => (await import('./administer.ts')).administer(options, shell))

  adminOptions(evm.command('list-address'))
    .description('let the owner of an address hold a token and move it')
    .requiredOption('--address <address>', 'the address')
    .option('--asset <id>', 'the token: <institution>:<currency>')
    .option('--remove', 'take the address off the list')
    .action(async (options) => (await import('./list-address.ts')).listAddressOn(options, shell))
}

// With the settings and the key of the gateway.
function addLedgerCommands(evm: Command, shell: Shell): void {
  evm
    .command('tokens')
    .description('show the tokens of the contract: institution, supply, limits and what can be issued now')
    .option('--json', 'print it as JSON')
    .action(async (options) => (await import('./tokens.ts')).tokens(options, shell))

  evm
    .command('rebind')
    .description('forget the chain and contract of the first use, while nothing was placed there')
    .action(async () => (await import('./rebind.ts')).rebind(shell))

  evm
    .command('status')
    .description('show chain, key, fees and open work; exits 1 when the ledger cannot be used')
    .option('--json', 'print it as JSON')
    .action(async (options) => (await import('./status.ts')).status(options, shell))

  evm
    .command('resend')
    .description('send open transactions again, with higher fees where they are stuck')
    .action(async () => (await import('./resend.ts')).resend(shell))
}

function adminOptions(command: Command): Command {
  return command
    .option('--key <file>', 'keystore of the signing key; together with --password')
    .option('--password <file>', 'file with its password')
    .option('--raw-key <file>', 'the signing key as 64 hexadecimal digits, in the sandbox only')
}
