// Authenticates a client by its id and secret. Every family that partners call uses it.

import { ProvenSecrets } from '../../../platform/kernel/secrets/proven-secrets.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Client, Directory } from '../directory.ts'
import { clientSecretContext } from './client-secret.ts'

/** Compared with for an unknown client, so that it takes as long as a wrong secret. */
const NO_SECRET_HASH = '-'.repeat(43)

/** Records which client called; must cost almost nothing. */
export interface ClientUse {
  note(clientId: string, nowMs: number): void
}

export interface ClientAuthenticationParts {
  readonly directory: Directory
  readonly secretBox: SecretBox
  readonly clientUse: ClientUse
}

export class ClientAuthentication {
  readonly #directory: Directory
  readonly #secrets: ProvenSecrets
  readonly #clientUse: ClientUse

  constructor(parts: ClientAuthenticationParts) {
    this.#directory = parts.directory
    this.#secrets = new ProvenSecrets(parts.secretBox)
    this.#clientUse = parts.clientUse
  }

  /** The client, or undefined when it is unknown, inactive or expired, or the secret is wrong. */
  authenticate(clientId: string, secret: string, nowMs: number): Client | undefined {
    const client = this.#directory.client(clientId)
    const matches = this.#secrets.matches(secret, clientSecretContext(clientId), client?.secretHash ?? NO_SECRET_HASH)
    return matches ? this.known(clientId, nowMs) : undefined
  }

  /** The client that was proven in another way than by its secret; undefined when it is unknown, inactive or expired. */
  known(clientId: string, nowMs: number): Client | undefined {
    const client = this.#directory.client(clientId)
    if (client === undefined || !client.isActive || hasExpired(client, nowMs)) return undefined
    this.#clientUse.note(clientId, nowMs)
    return client
  }
}

function hasExpired({ expiresAtMs }: Client, nowMs: number): boolean {
  return expiresAtMs !== undefined && expiresAtMs <= nowMs
}
