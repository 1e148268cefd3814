// What the package offers.

export { type AccountsClient, createAccountsClient } from './client.ts'
export type * from './generated-accounts.ts'
export { type RepeatOptions, repeatUntilKnown } from './repeat.ts'
export type { CallOptions, Connection, Reply } from './transport.ts'
