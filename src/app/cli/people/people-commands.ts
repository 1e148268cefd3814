// Commands for users: their accounts and their access tokens.

import type { Command } from 'commander'
import type { Shell } from '../shell.ts'

/** `token`: an access token for curl. */
export function addTokenCommand(program: Command, shell: Shell): void {
  program
    .command('token')
    .description('sign in to a running gateway and print the access token, for curl')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--url <address>', 'URL of the gateway', 'http://127.0.0.1:8080')
    .option('--password-stdin', 'read the password from standard input instead of prompting')
    .option('--code <digits>', 'code of the authenticator app; prompted for when needed')
    .option('--allow-http', 'allow a gateway on another machine without TLS, which sends the token in plain text')
    .action(async (options) => (await import('./token.ts')).token(options, shell))
}

/** `user`: the users, and the first administrator. */
export function addUserCommands(program: Command, shell: Shell): void {
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
}
