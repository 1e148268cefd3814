// Encrypted strings: values that clients encrypt to one of our keys, each valid once and for two minutes; and the
// one-time values of invitation and reset mails, which we encrypt to ourselves.
//
// A JWE does not prove who made it, since our public keys are public. A client's value is safe to use because it is
// fresh and unused; a mailed value is genuine because the database knows its `jti`.

import {
  CompactEncrypt,
  type CompactJWEHeaderParameters,
  type CryptoKey,
  compactDecrypt,
  decodeProtectedHeader,
} from 'jose'
import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { accessProblem } from '../access-problems.ts'
import { type Turns, UNLIMITED } from '../admission/admission.ts'
import type { KeyRing } from './key-ring.ts'

const KEY_ALGORITHM = 'RSA-OAEP-256'
const CONTENT_ALGORITHM = 'A256GCM'
const MAX_JWE_LENGTH = 4096
const MAX_VALUE_LENGTH = 1024
const UNFIT_VALUE = `must be 1 to ${MAX_VALUE_LENGTH} characters of text before it is encrypted`
const MAX_JTI_LENGTH = 255
const FRESH_SECONDS = 120
/** Tolerated lead of a client's clock. */
const SKEW_SECONDS = 30
/** Longer than any value can be fresh, also on a node whose clock is behind. */
const REMEMBERED_MS = 2 * (FRESH_SECONDS + SKEW_SECONDS) * 1000
const USED_ID_CONTEXT = 'used_ids.encrypted_string'

/** INVITE and RESET set a password; MAIL confirms a new address and does nothing else. */
export type LinkPurpose = 'INVITE' | 'RESET' | 'MAIL'

const LINK_PURPOSES: readonly unknown[] = ['INVITE', 'RESET', 'MAIL'] satisfies LinkPurpose[]

/** The content of a mailed one-time value. The database decides whether it is still valid. */
export interface MintedValue {
  readonly email: string
  readonly purpose: LinkPurpose
  readonly jti: string
  /** Seconds since the epoch. */
  readonly exp: number
}

export interface EncryptedStringsOptions {
  readonly keyRing: KeyRing
  readonly secretBox: SecretBox
  readonly clock: Clock
}

export class EncryptedStrings {
  readonly #keyRing: KeyRing
  readonly #secretBox: SecretBox
  readonly #clock: Clock

  constructor({ keyRing, secretBox, clock }: EncryptedStringsOptions) {
    this.#keyRing = keyRing
    this.#secretBox = secretBox
    this.#clock = clock
  }

  /** The value of one encrypted field; see decryptAll. */
  async decrypt(database: Database, jwe: string, field: string, turns: Turns = UNLIMITED): Promise<string> {
    return (await this.decryptAll(database, { [field]: jwe }, turns))[field] as string
  }

  /**
   * The values of a request's encrypted fields, by name. Either all are fresh and unused, and are used up by this, or
   * a Problem names those that are not: `encrypted-string-refused`, or plainly invalid when only the value inside is
   * not acceptable. It takes the database and no transaction: a value stays used up even if the request fails. Validate
   * everything else first, so that a mistake elsewhere costs the client nothing.
   */
  async decryptAll<Field extends string>(
    database: Database,
    fields: Readonly<Record<Field, string>>,
    turns: Turns = UNLIMITED,
  ): Promise<Record<Field, string>> {
    const sent = Object.entries<string>(fields)
    const opened = await Promise.all(
      sent.map(async ([field, jwe]) => ({ field, content: await this.#freshContent(jwe, turns) })),
    )
    const unreadable = opened.filter(({ content }) => content === undefined)
    if (unreadable.length > 0) throw refusal(unreadable.map(({ field }) => field))

    const values = opened as { field: string; content: ClientContent }[]
    // Decryption succeeded, so the error may say what is wrong with the value; the value is not used up.
    const unfit = values.filter(({ content }) => !isValue(content.v))
    if (unfit.length > 0) throw invalidFields(unfit.map(({ field }) => ({ path: field, message: UNFIT_VALUE })))
    const usedNow = await this.#useUp(
      database,
      values.map(({ content }) => content.jti),
    )
    const replayed = values.filter((_, index) => !usedNow[index])
    if (replayed.length > 0) throw refusal(replayed.map(({ field }) => field))
    return Object.fromEntries(values.map(({ field, content }) => [field, content.v])) as Record<Field, string>
  }

  /** Creates a one-time value for a mail. */
  async mint(value: {
    readonly email: string
    readonly purpose: LinkPurpose
    readonly jti: string
    readonly expiresAtMs: number
  }): Promise<string> {
    const { email, purpose, jti, expiresAtMs } = value
    const { kid, key } = this.#keyRing.encryptionKey()
    const content = JSON.stringify({ v: email, purpose, jti, exp: Math.floor(expiresAtMs / 1000) })
    return new CompactEncrypt(new TextEncoder().encode(content))
      .setProtectedHeader({ alg: KEY_ALGORITHM, enc: CONTENT_ALGORITHM, kid })
      .encrypt(key)
  }

  /** The content that mint() encrypted; undefined for anything else. */
  async decryptMinted(jwe: string, turns: Turns = UNLIMITED): Promise<MintedValue | undefined> {
    const content = await this.#open(jwe, turns)
    if (content === undefined) return undefined
    const { v, purpose, jti, exp } = content
    if (!isValue(v) || !isJti(jti) || !LINK_PURPOSES.includes(purpose)) return undefined
    if (typeof exp !== 'number' || !Number.isSafeInteger(exp)) return undefined
    return { email: v, purpose: purpose as LinkPurpose, jti, exp }
  }

  async #freshContent(jwe: string, turns: Turns): Promise<ClientContent | undefined> {
    const content = await this.#open(jwe, turns)
    if (content === undefined) return undefined
    const { v, iat, jti } = content
    if (typeof v !== 'string' || !isJti(jti) || typeof iat !== 'number') return undefined
    const ageSeconds = this.#clock.now() / 1000 - iat
    return ageSeconds <= FRESH_SECONDS && ageSeconds >= -SKEW_SECONDS ? { v, jti } : undefined
  }

  /** For each id, whether it was unused. One statement, committed by itself; a duplicate id counts once. */
  async #useUp(database: Database, jtis: readonly string[]): Promise<boolean[]> {
    const ids = jtis.map((jti) => this.#secretBox.lookupHash(jti, USED_ID_CONTEXT))
    // Ordered by id, so that two requests with the same ids wait for each other instead of deadlocking.
    const { rows } = await database.query<{ used_id: string }>(
      `INSERT INTO used_ids (used_id, expires_at)
       SELECT id, $2 FROM unnest($1::text[]) AS id ORDER BY id COLLATE "C"
       ON CONFLICT DO NOTHING
       RETURNING used_id`,
      [ids, new Date(this.#clock.now() + REMEMBERED_MS)],
    )
    const unused = new Set(rows.map((row) => row.used_id))
    return ids.map((id) => unused.delete(id))
  }

  /** The JSON object inside a JWE to one of our keys, from any sender. */
  async #open(jwe: string, turns: Turns): Promise<Record<string, unknown> | undefined> {
    const kid = keyIdOf(jwe)
    // Outside the catch below: an unavailable database is not a fault of the value.
    const key = kid === undefined ? undefined : await this.#keyRing.decryptionKey(kid)
    if (key === undefined) return undefined
    // Nor is a rejected turn.
    const plaintext = await turns.run(() => plaintextOf(jwe, key))
    if (plaintext === undefined) return undefined
    try {
      const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
      return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : undefined
    } catch {
      return undefined
    }
  }
}

/** Deletes the ids of values that are too old to be accepted. */
export async function forgetUsedIds(database: Database, clock: Clock): Promise<number> {
  const { rowCount } = await database.query('DELETE FROM used_ids WHERE expires_at <= $1', [new Date(clock.now())])
  return rowCount
}

interface ClientContent {
  readonly v: string
  readonly jti: string
}

/** The key id of a JWE in the one form we accept; its header is checked before any key is used. */
function keyIdOf(jwe: string): string | undefined {
  if (jwe.length > MAX_JWE_LENGTH) return undefined
  try {
    const { alg, enc, zip, kid } = decodeProtectedHeader(jwe) as Partial<CompactJWEHeaderParameters>
    const accepted = alg === KEY_ALGORITHM && enc === CONTENT_ALGORITHM && zip === undefined
    return accepted && typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

async function plaintextOf(jwe: string, key: CryptoKey): Promise<Uint8Array | undefined> {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [KEY_ALGORITHM],
      contentEncryptionAlgorithms: [CONTENT_ALGORITHM],
      maxDecompressedLength: 0,
    })
    return plaintext
  } catch {
    return undefined
  }
}

/** Text that the database can store. */
function isValue(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length >= 1 &&
    value.length <= MAX_VALUE_LENGTH &&
    value.isWellFormed() &&
    !value.includes('\0')
  )
}

/** Any text: it is hashed before it is stored. */
function isJti(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= MAX_JTI_LENGTH
}

const REFUSED_STRING = 'must be a fresh, unused string, encrypted to a key of GET /v1/onboarding/auth/keys'

const NOT_ACCEPTABLE = 'an encrypted string is not acceptable: not a JWE to a current key, stale or used'

/** One text for every cause, so that it does not reveal what was wrong. */
function refusal(fields: readonly string[]): Problem {
  return accessProblem('encrypted-string-refused', NOT_ACCEPTABLE, {
    details: fields.map((path) => ({ path, message: REFUSED_STRING })),
  })
}
