// The store of ATM preferences: one profile per institution and card. The card number is stored only as a keyed hash;
// a profile may exist for a card that the institution's core does not know.
//
//   state      | save full profile | save neverAsk | delete
//   0 Not set  | 1                 | 2             | 0 (nothing to delete)
//   1 Active   | 1                 | 2             | 3
//   2 NeverAsk | 1                 | 2             | 3
//   3 Deleted  | 1                 | 2             | 3
//
// "Not set" is the absence of a row.

import { PAN_CONTEXT } from '../../platform/kernel/identifiers/pan.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { requireOneOf } from '../../platform/storage/statements/closed-values.ts'

/** Those that a row can have. */
const STORED_STATUSES = ['1', '2', '3'] as const

export type ProfileStatus = '0' | (typeof STORED_STATUSES)[number]

export interface FullProfile {
  readonly language: 'ENG' | 'SPA'
  readonly fastCashAmount: string
  readonly fastCashReceipt: '1' | '2' | '3'
  readonly withdrawalReceipt: '1' | '2' | '3'
  readonly otherReceipt: '1' | '2' | '3'
  readonly receiptBalance: '0' | '1'
  readonly account: 'CHK' | 'SAV'
}

export type ProfileData = FullProfile | { readonly neverAsk: true }

export interface PreferenceProfile {
  readonly status: ProfileStatus
  /** Null when there is no profile, or it was deleted. */
  readonly data: ProfileData | null
}

/** Identifies a profile. */
export interface ProfileKey {
  readonly institutionId: string
  readonly pan: string
}

export class PreferenceProfiles {
  readonly #sql: Sql
  readonly #secretBox: SecretBox
  readonly #clock: Clock

  constructor(sql: Sql, secretBox: SecretBox, clock: Clock) {
    this.#sql = sql
    this.#secretBox = secretBox
    this.#clock = clock
  }

  async retrieve(key: ProfileKey): Promise<PreferenceProfile> {
    const { rows } = await this.#sql.query<{ profile_status: string; profile_data: ProfileData | null }>(
      `SELECT profile_status, profile_data
         FROM preference_profiles
        WHERE institution_id = $1 AND pan_hash = $2`,
      [key.institutionId, this.#panHash(key)],
    )
    const [row] = rows
    if (row === undefined) return { status: '0', data: null }
    const source = { table: 'preference_profiles', key: key.institutionId, column: 'profile_status' }
    return { status: requireOneOf(STORED_STATUSES, row.profile_status, source), data: row.profile_data }
  }

  /** Creates or replaces the profile. */
  async save(key: ProfileKey, data: ProfileData, terminalId: string): Promise<void> {
    const status: ProfileStatus = 'neverAsk' in data ? '2' : '1'
    await this.#sql.query(
      `INSERT INTO preference_profiles (institution_id, pan_hash, profile_status, profile_data, terminal_id, updated_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $6)
       ON CONFLICT (institution_id, pan_hash) DO UPDATE
          SET profile_status = excluded.profile_status,
              profile_data   = excluded.profile_data,
              terminal_id    = excluded.terminal_id,
              updated_at     = excluded.updated_at`,
      [key.institutionId, this.#panHash(key), status, JSON.stringify(data), terminalId, this.#now()],
    )
  }

  /** Deletes the profile. Returns false when there was none, which is not an error. */
  async delete(key: ProfileKey, terminalId: string): Promise<boolean> {
    const { rowCount } = await this.#sql.query(
      `UPDATE preference_profiles
          SET profile_status = '3', profile_data = NULL, terminal_id = $3, updated_at = $4
        WHERE institution_id = $1 AND pan_hash = $2 AND profile_status <> '3'`,
      [key.institutionId, this.#panHash(key), terminalId, this.#now()],
    )
    return rowCount > 0
  }

  #panHash(key: ProfileKey): string {
    return this.#secretBox.lookupHash(key.pan, PAN_CONTEXT)
  }

  #now(): Date {
    return new Date(this.#clock.now())
  }
}
