// Recovery codes: ten codes on paper for users who lose their phone. Each is valid once, and only hashes are stored.

import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'

const CODES = 10
const CODE_LENGTH = 10
/** Crockford's base 32, without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export class RecoveryCodes {
  readonly #secretBox: SecretBox
  readonly #clock: Clock

  constructor(parts: { readonly secretBox: SecretBox; readonly clock: Clock }) {
    this.#secretBox = parts.secretBox
    this.#clock = parts.clock
  }

  /** Replaces all codes by new ones. Only now can they be shown. */
  async replace(sql: Sql, userId: string): Promise<string[]> {
    const codes = newCodes()
    // The user's row is locked, so that two concurrent requests leave ten codes, not twenty.
    await sql.query('SELECT FROM users WHERE user_id = $1 FOR UPDATE', [userId])
    await sql.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId])
    await sql.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [
      userId,
      codes.map((code) => this.#hashOf(userId, code)),
    ])
    return codes
  }

  async remaining(sql: Sql, userId: string): Promise<number> {
    const { rows } = await sql.query<{ remaining: number }>(
      'SELECT count(*)::int AS remaining FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
      [userId],
    )
    return rows[0]?.remaining ?? 0
  }

  /** Uses up a code; false when it is not the user's or was already used. */
  async use(sql: Sql, userId: string, code: string): Promise<boolean> {
    const { rowCount } = await sql.query(
      'UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
      [userId, this.#hashOf(userId, code), new Date(this.#clock.now())],
    )
    return rowCount === 1
  }

  #hashOf(userId: string, code: string): string {
    return this.#secretBox.lookupHash(`${userId}:${asMeant(code)}`, 'recovery-code')
  }
}

function newCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES) codes.add(newCode())
  return [...codes]
}

function newCode(): string {
  const symbols = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${symbols.slice(0, 4)}-${symbols.slice(4, 8)}-${symbols.slice(8)}`
}

/** Normalizes a typed code: lower case, spaces, an O for a zero. */
function asMeant(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}
