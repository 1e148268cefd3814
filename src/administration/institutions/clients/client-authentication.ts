// Authenticates a client by its id and secret. Every family that partners call uses it.

import { ProvenSecrets } from '../../../platform/kernel/secrets/proven-secrets.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Client, Directory } from '../directory.ts'
import { clientSecretContext } from './client-secret.ts'

/** Compared with for an unknown client, so that it takes as long as a wrong secret. */
const NO_SECRET_HASH = '-'.repeat(43)

/** When a client called, and from which address. */
export interface ClientRequest {
  readonly receivedAtMs: number
  readonly ip: string
}

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

  /** The client, or undefined when it is unknown, inactive or expired, the secret is wrong, or it calls from elsewhere. */
  authenticate(clientId: string, secret: string, from: ClientRequest): Client | undefined {
    const client = this.#directory.client(clientId)
    const context = clientSecretContext(clientId)
    const [first, second] = hashesOf(client, from.receivedAtMs)
    const matches =
      second === undefined
        ? this.#secrets.matches(secret, context, first)
        : this.#secrets.matchesEither(secret, context, [first, second])
    return matches ? this.known(clientId, from) : undefined
  }

  /**
   * The client that was proven in another way than by its secret; undefined when it is unknown, inactive or expired, or calls from
   * elsewhere.
   */
  known(clientId: string, { receivedAtMs, ip }: ClientRequest): Client | undefined {
    const client = this.#directory.client(clientId)
    if (client === undefined || !client.isActive || hasExpired(client, receivedAtMs)) return undefined
    if (client.addresses !== undefined && !client.addresses.holds(ip)) return undefined
    this.#clientUse.note(clientId, receivedAtMs)
    return client
  }
}

/** What is stored of the secrets that are taken now; of an unknown client, something that no secret matches. */
function hashesOf(client: Client | undefined, nowMs: number): readonly [string, string?] {
  if (client === undefined) return [NO_SECRET_HASH]
  const { secretHash, oldSecret } = client
  return oldSecret !== undefined && nowMs < oldSecret.untilMs ? [secretHash, oldSecret.hash] : [secretHash]
}

function hasExpired({ expiresAtMs }: Client, nowMs: number): boolean {
  return expiresAtMs !== undefined && expiresAtMs <= nowMs
}
