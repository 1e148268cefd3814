// The client of lending: every operation of the contract, with the credentials filled in.

import { type LendingOperations, lendingOperations } from './generated-lending.ts'
import { type Endpoint, overFetch } from './transport.ts'

export interface LendingConnection extends Endpoint {
  readonly partnerId: string
  /** A client of the partner, or the access token of a user who acts for it. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string } | { readonly accessToken: string }
}

export type LendingClient = LendingOperations

export function createLendingClient(connection: LendingConnection): LendingClient {
  const { credentials, partnerId } = connection
  const headers: Record<string, string> =
    'accessToken' in credentials
      ? { authorization: `Bearer ${credentials.accessToken}` }
      : { 'x-client-id': credentials.clientId, 'x-client-secret': credentials.clientSecret }
  return lendingOperations(overFetch(connection, { ...headers, 'x-partner': partnerId }))
}
