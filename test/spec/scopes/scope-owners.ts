// The owners of records in the matrix of scopes: institutions A and B, sub-tenants of them, both institutions, and the platform.
// Records of A and B have the same names, references and numbers, wherever the schema lets them.

import { newId } from '../../../src/platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../src/platform/kernel/scope.ts'
import type { SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../src/platform/storage/database.ts'

export const NOW_MS = Date.UTC(2026, 2, 10, 12)
export const id = () => newId(NOW_MS)

const SHOPS = { A1: id(), A2: id(), B1: id() }
export const SCOPES = {
  platform: {},
  A: { institutionId: 'FI001' },
  A1: { institutionId: 'FI001', subTenantId: SHOPS.A1 },
  B: { institutionId: 'FI002' },
  B1: { institutionId: 'FI002', subTenantId: SHOPS.B1 },
} as const satisfies Record<string, Scope>

export type ScopeName = keyof typeof SCOPES
/** `both`: what belongs to A and B, such as a partner that works for the two. */
export type Owner = 'platform' | 'A' | 'A1' | 'A2' | 'B' | 'B1' | 'both'

/** The owners that a kind of record has, each with the scopes that see it. The platform sees all. */
type Sight = Partial<Record<Owner, readonly Exclude<ScopeName, 'platform'>[]>>

export const OF_BANKS: Sight = { A: ['A'], B: ['B'] }
export const OF_SHOPS: Sight = { A: ['A'], A1: ['A', 'A1'], A2: ['A'], B: ['B'], B1: ['B', 'B1'] }
/** A partner of two institutions is shown to neither. */
export const OF_PARTNERS: Sight = { A: ['A'], B: ['B'], both: [] }

interface Seeded {
  readonly id: string
  /** What a search finds it by, besides the id. */
  readonly texts?: readonly string[]
}

export interface Row {
  /** The `resource` of the record's kind. */
  readonly kind?: string
  /** The `name` of its source of search. */
  readonly source?: string
  readonly sees: Sight
  /** Seen from the scope of its owner only: the platform does not see all of them either. */
  readonly isOfItsScope?: true
  seed(owner: Owner, seeding: Seeding): Promise<Seeded>
}

/** Inserts rows; columns that need a value and are not given one get one of their type. */
export class Seeding {
  readonly database: Database
  readonly secretBox: SecretBox

  constructor(database: Database, secretBox: SecretBox) {
    this.database = database
    this.secretBox = secretBox
  }

  readonly insert = async (table: string, given: Readonly<Record<string, unknown>>): Promise<void> => {
    const { rows } = await this.database.query<{ column_name: string; data_type: string }>(
      `SELECT column_name, data_type FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
          AND is_generated = 'NEVER' AND is_identity = 'NO'`,
      [table],
    )
    const needed = rows.map(({ column_name: name, data_type: type }) => [name, ANY_VALUE[type] ?? 'x'])
    const row = { ...Object.fromEntries(needed), ...given }
    await this.database.query(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')})
       VALUES (${Object.keys(row)
         .map((_, at) => `$${at + 1}`)
         .join(', ')})`,
      Object.values(row),
    )
  }
}

const ANY_VALUE: Readonly<Record<string, unknown>> = {
  integer: 1,
  bigint: 1,
  numeric: 1,
  boolean: false,
  'timestamp with time zone': new Date(NOW_MS),
  date: '2026-03-10',
  uuid: '01970000-0000-7000-8000-000000000001',
  jsonb: '{}',
  ARRAY: '{}',
}

export const bankOf = (owner: Owner) => (owner.startsWith('B') ? 'FI002' : owner === 'platform' ? null : 'FI001')
export const shopOf = (owner: Owner) => (Object.hasOwn(SHOPS, owner) ? SHOPS[owner as keyof typeof SHOPS] : null)
export const partnerOf = (owner: Owner) => `PARTNER-${owner}`
/** The same at both institutions; one for each of an institution's owners. */
export const nth = (owner: Owner) => ({ A: 1, B: 1, A1: 2, B1: 2, A2: 3, both: 4, platform: 5 })[owner]
export const terminalOf = (owner: Owner) => `TWIN000${nth(owner)}`
