// The client of digital banking: every operation of the contract, with the credentials filled in.

import { type DigitalOperations, digitalOperations } from './generated-digital.ts'
import { type Endpoint, overFetch } from './transport.ts'

export interface DigitalConnection extends Endpoint {
  readonly partnerId: string
  /** A client of the partner, or the access token of a user who acts for it. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string } | { readonly accessToken: string }
}

export type DigitalClient = DigitalOperations

export function createDigitalClient(connection: DigitalConnection): DigitalClient {
  const { credentials, partnerId } = connection
  const headers: Record<string, string> =
    'accessToken' in credentials
      ? { authorization: `Bearer ${credentials.accessToken}` }
      : { 'x-client-id': credentials.clientId, 'x-client-secret': credentials.clientSecret }
  return digitalOperations(overFetch(connection, { ...headers, partnerid: partnerId }))
}
