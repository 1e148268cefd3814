// The client of the account services: every operation of the contract, with the credentials filled in.

import { type AccountsOperations, accountsOperations } from './generated-accounts.ts'
import { type Connection, overFetch } from './transport.ts'

export type AccountsClient = AccountsOperations

export function createAccountsClient(connection: Connection): AccountsClient {
  return accountsOperations(overFetch(connection))
}
