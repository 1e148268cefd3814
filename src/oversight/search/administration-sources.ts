// Records of administration. Their tables stay small, except terminals and users: those are found by key or by a text that the
// database scans within milliseconds.

import type { ModuleId } from '../../administration/access/principal/modules.ts'
import { SUB_TENANTS } from '../../administration/access/sub-tenants/sub-tenants.ts'
import { USERS } from '../../administration/access/users/user-records.ts'
import { BILLERS } from '../../administration/institutions/billers/billers.ts'
import { INSTITUTION_ROWS } from '../../administration/institutions/financial-institutions/institution-records.ts'
import { PARTNERS } from '../../administration/institutions/partners/partner-records.ts'
import { TERMINALS } from '../../administration/institutions/terminals/terminal-records.ts'
import type { RecordFields, RecordKind } from '../../administration/records/record-kind.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import { type FoundKind, MOST_OF_A_KIND, type SearchSource } from './search-source.ts'

interface RecordSource {
  readonly kind: FoundKind
  readonly module: ModuleId
  readonly of: Pick<RecordKind<RecordFields>, 'table' | 'id' | 'inScope'>
  /** Columns that the whole text is compared with. */
  readonly keys: readonly string[]
  /** A further key in another table: whether one of its rows has the text, in lower case. */
  readonly hasKey?: (text: string) => string
  /** Texts whose words it is found by. */
  readonly names: readonly string[]
  readonly title: string
  readonly institutionId: string
  readonly partnerId?: string
}

const RECORDS: readonly RecordSource[] = [
  {
    kind: 'INSTITUTION',
    module: 'INSTITUTIONS',
    of: INSTITUTION_ROWS,
    keys: ['i.institution_id', 'i.swift_bic'],
    names: ['i.name', 'i.legal_name'],
    title: 'i.name',
    institutionId: 'i.institution_id',
  },
  {
    kind: 'SUB_TENANT',
    module: 'SUB_TENANTS',
    of: SUB_TENANTS,
    keys: ['t.tenant_code'],
    names: ['t.name'],
    title: "t.name || ' · ' || t.tenant_code",
    institutionId: 't.institution_id',
  },
  {
    kind: 'BILLER',
    module: 'INSTITUTIONS',
    of: BILLERS,
    keys: ['b.biller_id'],
    names: ['b.name'],
    title: "b.name || ' · ' || b.biller_id",
    institutionId: 'b.institution_id',
  },
  {
    kind: 'PARTNER',
    module: 'PARTNERS',
    of: PARTNERS,
    keys: ['p.partner_id'],
    hasKey: (text) =>
      `EXISTS (SELECT FROM clients c WHERE c.partner_id = p.partner_id AND lower(c.client_id) = ${text})`,
    names: ['p.name'],
    title: "p.name || ' · ' || p.partner_id",
    institutionId: 'NULL',
    partnerId: 'p.partner_id',
  },
  {
    kind: 'USER',
    module: 'USERS',
    of: USERS,
    keys: ['u.mail_key'],
    names: ['u.first_name', 'u.last_name', 'u.mail_id'],
    title: "u.first_name || ' ' || u.last_name || ' · ' || u.mail_id",
    institutionId: 'u.institution_id',
  },
]

export const ADMINISTRATION_SOURCES: readonly SearchSource[] = [...RECORDS.map(recordSource), terminalSource()]

interface FoundRow {
  id: string
  title: string
  institution_id: string | null
  partner_id: string | null
}

function recordSource(source: RecordSource): SearchSource {
  const { kind, module, of, keys, hasKey, names, title, institutionId, partnerId } = source
  return {
    name: kind,
    module,
    async find(sql, { text, uuid, words, scope }) {
      const parameters = new Parameters()
      const whole = parameters.add(text)
      const isKey = [
        ...keys.map((key) => `lower(${key}) = lower(${whole})`),
        ...(hasKey === undefined ? [] : [hasKey(`lower(${whole})`)]),
      ].join(' OR ')
      const searched = plainText(names)
      const beginsWords = words.map((word) => `${searched} ~ ${parameters.add(`\\m${word}`)}`)
      const conditions = [
        isKey,
        ...(uuid === undefined ? [] : [`${of.id} = ${parameters.add(uuid)}`]),
        ...(beginsWords.length === 0 ? [] : [beginsWords.join(' AND ')]),
      ]
      const { rows } = await sql.query<FoundRow>(
        `SELECT ${of.id} AS id, ${title} AS title, ${institutionId} AS institution_id, ${partnerId ?? 'NULL'} AS partner_id
           FROM ${of.table}
          WHERE ${of.inScope(scope, parameters)} AND (${conditions.map((one) => `(${one})`).join(' OR ')})
          ORDER BY (${isKey}) DESC, title
          LIMIT ${MOST_OF_A_KIND}`,
        parameters.values,
      )
      return rows.map((row) => ({
        kind,
        id: row.id,
        title: row.title,
        ...(row.institution_id !== null && { institutionId: row.institution_id }),
        ...(row.partner_id !== null && { partnerId: row.partner_id }),
      }))
    },
  }
}

/** Lower case and without accents, as the words that are searched for. */
function plainText(names: readonly string[]): string {
  const all = names.map((name) => `coalesce(${name}, '')`).join(` || ' ' || `)
  return `regexp_replace(normalize(lower(${all}), NFKD), U&'[\\0300-\\036F]', '', 'g')`
}

/** An institution can have many thousands: found by the key, institution by institution. */
function terminalSource(): SearchSource {
  return {
    name: 'TERMINAL',
    module: 'TERMINALS',
    async find(sql, { spellings, uuid, scope }) {
      const parameters = new Parameters()
      const whole = parameters.add(spellings)
      const isIt =
        uuid === undefined
          ? `t.institution_id = ANY (ARRAY (SELECT institution_id FROM institutions)) AND t.terminal_id = ANY (${whole}::text[])`
          : `t.id = ${parameters.add(uuid)} AND cardinality(${whole}::text[]) > 0`
      const { rows } = await sql.query<FoundRow>(
        `SELECT t.id, t.terminal_id || ' · ' || t.location AS title, t.institution_id
           FROM ${TERMINALS.table}
          WHERE ${isIt} AND ${TERMINALS.inScope(scope, parameters)}
          ORDER BY t.institution_id LIMIT ${MOST_OF_A_KIND}`,
        parameters.values,
      )
      return rows.map(({ id, title, institution_id }) => ({
        kind: 'TERMINAL',
        id,
        title,
        ...(institution_id !== null && { institutionId: institution_id }),
      }))
    },
  }
}
