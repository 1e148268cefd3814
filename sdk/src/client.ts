// The client of the account services: every operation of the contract, with the credentials filled in.

import { type AccountsOperations, accountsOperations } from './generated-accounts.ts'
import { type Endpoint, overFetch } from './transport.ts'

export interface Connection extends Endpoint {
  readonly clientId: string
  readonly clientSecret: string
  readonly partnerId: string
}

export type AccountsClient = AccountsOperations

export function createAccountsClient(connection: Connection): AccountsClient {
  const { clientId, clientSecret, partnerId } = connection
  return accountsOperations(
    overFetch(connection, { client_id: clientId, client_secret: clientSecret, partnerId: partnerId }),
  )
}
