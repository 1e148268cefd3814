// Terminal keys as they are stored, read and listed. The key itself is never part of a record.

import { isoTimestamp } from '../../kernel/clock.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import { institutionProblem } from '../institution-problems.ts'
import type { KeyAlgorithm } from './key-material.ts'

export const KEY_TYPES = ['APP', 'TMK', 'TPK', 'TAK'] as const
export type KeyType = (typeof KEY_TYPES)[number]

export const KEY_STATUSES = ['PENDING', 'ACTIVE', 'ROTATING', 'REVOKED', 'EXPIRED'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]

export interface TerminalKeyRecord extends RecordFields {
  readonly terminalId: string
  readonly institutionId: string
  /** The terminal's. */
  readonly subTenantId?: string
  readonly keyType: KeyType
  readonly algorithm: KeyAlgorithm
  readonly kcv: string
  readonly keyVersion: number
  readonly validFrom: string
  readonly expiresAt: string
  readonly lastUsedAt?: string
  /** As of the time it was read: a key past its end is EXPIRED. */
  readonly status: KeyStatus
}

export interface TerminalKeyFilter {
  /** A part of the terminalId or the check value, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly terminalId?: string | undefined
  readonly keyType?: readonly KeyType[] | undefined
  readonly algorithm?: readonly KeyAlgorithm[] | undefined
  readonly status?: readonly KeyStatus[] | undefined
}

interface TerminalKeyRow extends RecordRow {
  id: string
  terminal_id: string
  institution_id: string
  sub_tenant_id: string | null
  key_type: KeyType
  algorithm: KeyAlgorithm
  kcv: string
  key_version: number
  valid_from: Date
  expires_at: Date
  last_used_at: Date | null
  current_status: KeyStatus
}

/** A key that still counts expires with its time, without an update of its row. */
const statusAt = (now: string) =>
  `CASE WHEN k.status <> 'REVOKED' AND k.expires_at <= ${now}::timestamptz THEN 'EXPIRED' ELSE k.status END`

export const TERMINAL_KEYS: RecordKind<TerminalKeyRecord, TerminalKeyFilter, TerminalKeyRow> = {
  resource: 'terminal-key',
  table: 'terminal_keys k',
  id: 'k.id',
  order: 'k.created_at DESC, k.id DESC',
  sorts: {
    terminalId: 'k.terminal_id',
    institutionId: 'k.institution_id',
    keyType: 'k.key_type',
    algorithm: 'k.algorithm',
    keyVersion: 'k.key_version',
    validFrom: 'k.valid_from',
    expiresAt: 'k.expires_at',
    createdAt: 'k.created_at',
    updatedAt: 'k.updated_at',
  },
  select: ({ nowMs }, parameters) => `
    SELECT k.id, k.version, k.created_at, k.updated_at, k.created_by, k.updated_by, k.terminal_id, k.institution_id,
           t.sub_tenant_id, k.key_type, k.algorithm, k.kcv, k.key_version, k.valid_from, k.expires_at, k.last_used_at,
           ${statusAt(parameters.add(new Date(nowMs)))} AS current_status
      FROM terminal_keys k
      JOIN terminals t ON t.institution_id = k.institution_id AND t.terminal_id = k.terminal_id`,
  // A sub-tenant has the keys of its terminals.
  inScope({ institutionId, subTenantId }, parameters) {
    if (institutionId === undefined) return 'true'
    const ofInstitution = `k.institution_id = ${parameters.add(institutionId)}`
    if (subTenantId === undefined) return ofInstitution
    return `${ofInstitution} AND EXISTS (
      SELECT FROM terminals AS own
       WHERE own.institution_id = k.institution_id AND own.terminal_id = k.terminal_id
         AND own.sub_tenant_id = ${parameters.add(subTenantId)})`
  },
  matching({ search, institutionId, terminalId, keyType, algorithm, status }, { nowMs }, where) {
    where.addSearch(search, (pattern) => `(k.terminal_id ILIKE ${pattern} OR k.kcv ILIKE ${pattern})`)
    where.addFor(institutionId, (value) => `k.institution_id = ${value}`)
    where.addFor(terminalId, (value) => `k.terminal_id = ${value}`)
    where.addFor(keyType, (value) => `k.key_type = ANY (${value})`)
    where.addFor(algorithm, (value) => `k.algorithm = ANY (${value})`)
    where.addFor(status, (value) => `${statusAt(where.parameters.add(new Date(nowMs)))} = ANY (${value})`)
  },
  recordsOf: (rows) => rows.map(keyOf),
  snapshot: (key) => key,
  ownerOf: ({ institutionId, subTenantId }) => ({ institutionId, ...(subTenantId !== undefined && { subTenantId }) }),
  refusals: {
    notFound: () => institutionProblem('terminal-key-not-found', 'there is no such terminal key'),
    changed: () => institutionProblem('terminal-key-changed', 'the terminal key was changed since it was read'),
  },
}

function keyOf(row: TerminalKeyRow): TerminalKeyRecord {
  return {
    ...recordFieldsOf(row.id, row),
    terminalId: row.terminal_id,
    institutionId: row.institution_id,
    ...(row.sub_tenant_id !== null && { subTenantId: row.sub_tenant_id }),
    keyType: row.key_type,
    algorithm: row.algorithm,
    kcv: row.kcv,
    keyVersion: row.key_version,
    validFrom: isoTimestamp(row.valid_from.getTime()),
    expiresAt: isoTimestamp(row.expires_at.getTime()),
    ...(row.last_used_at !== null && { lastUsedAt: isoTimestamp(row.last_used_at.getTime()) }),
    status: row.current_status,
  }
}
