// The keys of sign-in: RSA keys that clients encrypt credentials to, Ed25519 keys that sign access tokens. They are
// stored in the database, the private parts encrypted, so that all nodes share them and tokens stay valid across
// restarts.
//
// The life of a key: created → current → (after 30 days, a successor is created) retired → deleted when it expires.
// Retired keys stay published and accepted: encryption keys for 96 hours, because an invitation is valid for 72 and
// clients may cache our key list for a day; signing keys for an hour, four times the life of a token.

import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  type GenerateKeyPairOptions,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'

const LOCK_KEY = 7_155_002
const SUCCESSOR_AFTER_MS = 30 * DAY_MS
/** A new signing key is published this long before it is used, so that every node and client has it by then. */
const PUBLISHED_BEFORE_SIGNING_MS = 5 * MINUTE_MS
/** Limits the lookups that unknown key ids can cause. */
const LOOK_UP_EVERY_MS = 1000

type Use = 'ENC' | 'SIG'

interface KeyKind {
  readonly alg: string
  readonly generation: GenerateKeyPairOptions
  readonly retiredForMs: number
}

const KINDS: Readonly<Record<Use, KeyKind>> = {
  ENC: { alg: 'RSA-OAEP-256', generation: { modulusLength: 3072 }, retiredForMs: 96 * HOUR_MS },
  SIG: { alg: 'EdDSA', generation: { crv: 'Ed25519' }, retiredForMs: HOUR_MS },
}
const USES = ['ENC', 'SIG'] as const

export interface KeyRingOptions {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly clock: Clock
}

/** A key to encrypt or sign with, and its id. */
export interface NamedKey {
  readonly kid: string
  readonly key: CryptoKey
}

interface RingKey {
  readonly kid: string
  readonly use: Use
  readonly publicJwk: JWK
  readonly publicKey: CryptoKey
  readonly privateKey: CryptoKey
  readonly createdAtMs: number
  /** Set once the key is retired. */
  readonly expiresAtMs: number | undefined
}

export class KeyRing {
  readonly #database: Database
  readonly #secretBox: SecretBox
  readonly #clock: Clock
  /** Newest first. */
  #keys: readonly RingKey[] = []
  // Loads run one after another, so that older data never replaces newer.
  #lastLoad: Promise<void> = Promise.resolve()
  #lookUp: { readonly startedMs: number; readonly done: Promise<void> } | undefined

  private constructor({ database, secretBox, clock }: KeyRingOptions) {
    this.#database = database
    this.#secretBox = secretBox
    this.#clock = clock
  }

  /** Loads the keys, and creates them if the database has none. Nodes that start together agree on one set. */
  static async open(options: KeyRingOptions): Promise<KeyRing> {
    const ring = new KeyRing(options)
    await ring.rotateIfDue()
    return ring
  }

  /** The public keys as a JWKS, newest first: a client encrypts to the first one with `use: 'enc'`. */
  jwks(): { keys: JWK[] } {
    return { keys: this.#unexpired().map((key) => ({ ...key.publicJwk })) }
  }

  /** The current encryption key. */
  encryptionKey(): NamedKey {
    const { kid, publicKey } = this.#newest('ENC')
    return { kid, key: publicKey }
  }

  /** The newest signing key that has been published long enough. */
  signingKey(): NamedKey {
    const knownSinceMs = this.#clock.now() - PUBLISHED_BEFORE_SIGNING_MS
    const known = this.#unexpired().find((key) => key.use === 'SIG' && key.createdAtMs <= knownSinceMs)
    const { kid, privateKey } = known ?? this.#newest('SIG')
    return { kid, key: privateKey }
  }

  /** Undefined for an unknown or expired id. */
  async decryptionKey(kid: string): Promise<CryptoKey | undefined> {
    return (await this.#find('ENC', kid))?.privateKey
  }

  /** Undefined for an unknown or expired id. */
  async verificationKey(kid: string): Promise<CryptoKey | undefined> {
    return (await this.#find('SIG', kid))?.publicKey
  }

  /**
   * Loads what other nodes changed and gives each key older than 30 days a successor. Every node runs this about once a
   * minute; nodes that find the same key due create one successor.
   */
  async rotateIfDue(): Promise<void> {
    await this.#load()
    const due = USES.filter((use) => this.#isDue(this.#current(use)?.createdAtMs))
    if (due.length === 0) return
    // Before the transaction: generating an RSA key takes up to a second, and must not hold a connection.
    const made = await Promise.all(due.map(makeKey))
    await this.#database.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY])
      for (const key of made) await this.#succeed(sql, key)
      await sql.query('DELETE FROM access_keys WHERE expires_at <= $1', [new Date(this.#clock.now())])
    })
    await this.#load()
  }

  /** Loads the keys again; creates new ones if the table was emptied. */
  async reload(): Promise<void> {
    await this.#load()
    if (USES.some((use) => this.#current(use) === undefined)) await this.rotateIfDue()
  }

  async #find(use: Use, kid: string): Promise<RingKey | undefined> {
    if (!this.#keys.some((key) => key.kid === kid)) await this.#lookUpOnce()
    return this.#unexpired().find((key) => key.use === use && key.kid === kid)
  }

  /** Another node may just have created the key. Concurrent callers share one lookup. */
  #lookUpOnce(): Promise<void> {
    const startedMs = this.#clock.now()
    // The absolute difference, so that setting the clock back does not stop lookups for long.
    if (this.#lookUp === undefined || Math.abs(startedMs - this.#lookUp.startedMs) >= LOOK_UP_EVERY_MS) {
      this.#lookUp = { startedMs, done: this.reload() }
    }
    return this.#lookUp.done
  }

  #unexpired(): RingKey[] {
    const nowMs = this.#clock.now()
    return this.#keys.filter(({ expiresAtMs }) => expiresAtMs === undefined || expiresAtMs > nowMs)
  }

  #current(use: Use): RingKey | undefined {
    return this.#keys.find((key) => key.use === use && key.expiresAtMs === undefined)
  }

  #newest(use: Use): RingKey {
    const current = this.#current(use)
    if (current === undefined) throw unavailable('the keys are being made')
    return current
  }

  #isDue(createdAtMs: number | undefined): boolean {
    return createdAtMs === undefined || this.#clock.now() - createdAtMs >= SUCCESSOR_AFTER_MS
  }

  /** Replaces the current key, unless another node has just done so. */
  async #succeed(sql: Sql, made: MadeKey): Promise<void> {
    const { use, publicJwk, privateJwk } = made
    const { rows } = await sql.query<{ created_at: Date }>(
      'SELECT created_at FROM access_keys WHERE use = $1 AND expires_at IS NULL ORDER BY created_at DESC LIMIT 1',
      [use],
    )
    if (!this.#isDue(rows[0]?.created_at.getTime())) return
    const nowMs = this.#clock.now()
    await sql.query('UPDATE access_keys SET expires_at = $2 WHERE use = $1 AND expires_at IS NULL', [
      use,
      new Date(nowMs + KINDS[use].retiredForMs),
    ])
    await sql.query(
      'INSERT INTO access_keys (kid, use, public_jwk, private_sealed, created_at) VALUES ($1, $2, $3, $4, $5)',
      [
        made.kid,
        use,
        JSON.stringify(publicJwk),
        this.#secretBox.seal(JSON.stringify(privateJwk), sealContext(made.kid)),
        new Date(nowMs),
      ],
    )
  }

  #load(): Promise<void> {
    const load = this.#lastLoad.then(async () => {
      this.#keys = await this.#read()
    })
    this.#lastLoad = load.catch(() => {})
    return load
  }

  async #read(): Promise<RingKey[]> {
    const { rows } = await this.#database.query<KeyRow>(
      `SELECT kid, use, public_jwk, private_sealed, created_at, expires_at
         FROM access_keys
        ORDER BY expires_at IS NULL DESC, created_at DESC, kid`,
    )
    return Promise.all(rows.map((row) => this.#keyOf(row)))
  }

  async #keyOf(row: KeyRow): Promise<RingKey> {
    const expiresAtMs = row.expires_at?.getTime()
    const known = this.#keys.find((key) => key.kid === row.kid)
    if (known !== undefined) return { ...known, expiresAtMs }
    const { kid, use, public_jwk: publicJwk } = row
    const privateJwk = JSON.parse(this.#secretBox.open(row.private_sealed, sealContext(kid))) as JWK
    const [publicKey, privateKey] = await Promise.all([importKey(publicJwk), importKey(privateJwk)])
    return { kid, use, publicJwk, publicKey, privateKey, createdAtMs: row.created_at.getTime(), expiresAtMs }
  }
}

interface KeyRow {
  kid: string
  use: Use
  public_jwk: JWK
  private_sealed: string
  created_at: Date
  expires_at: Date | null
}

interface MadeKey {
  readonly kid: string
  readonly use: Use
  readonly publicJwk: JWK
  readonly privateJwk: JWK
}

async function makeKey(use: Use): Promise<MadeKey> {
  const { alg, generation } = KINDS[use]
  const pair = await generateKeyPair(alg, { ...generation, extractable: true })
  const [publicPart, privatePart] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)])
  const kid = await calculateJwkThumbprint(publicPart)
  return {
    kid,
    use,
    publicJwk: { ...publicPart, kid, use: use === 'ENC' ? 'enc' : 'sig', alg },
    privateJwk: { ...privatePart, kid, alg },
  }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk)
  if (key instanceof Uint8Array) throw new TypeError('a secret key among the key pairs')
  return key
}

/** Includes the row, so that one key's private part cannot be stored under another id. */
function sealContext(kid: string): string {
  return `access_keys.private_sealed:${kid}`
}
