// Terminal keys as they are stored, read and listed. The key itself is never part of a record.

import type { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { recordKind } from '../../records/column-kind.ts'
import { derived, instant, orAbsent, sorted } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
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

/** A key that still counts expires with its time, without an update of its row. */
function statusAt(nowMs: number, parameters: Parameters): string {
  const now = parameters.add(new Date(nowMs))
  return `CASE WHEN k.status <> 'REVOKED' AND k.expires_at <= ${now}::timestamptz THEN 'EXPIRED' ELSE k.status END`
}

export const TERMINAL_KEYS = recordKind<TerminalKeyRecord, TerminalKeyFilter>({
  resource: 'terminal-key',
  table: 'terminal_keys k',
  join: 'JOIN terminals t ON t.institution_id = k.institution_id AND t.terminal_id = k.terminal_id',
  order: 'k.created_at DESC, k.id DESC',
  columns: {
    terminalId: sorted('terminal_id'),
    institutionId: sorted('institution_id'),
    subTenantId: derived('sub_tenant_id', () => 't.sub_tenant_id', orAbsent<string>),
    keyType: sorted('key_type'),
    algorithm: sorted('algorithm'),
    kcv: 'kcv',
    keyVersion: sorted('key_version'),
    validFrom: instant('valid_from', true),
    expiresAt: instant('expires_at', true),
    lastUsedAt: instant('last_used_at'),
    status: derived('current_status', (_alias, { nowMs }, parameters) => statusAt(nowMs, parameters)),
  },
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
    where.addFor(status, (value) => `${statusAt(nowMs, where.parameters)} = ANY (${value})`)
  },
  ownerOf: ({ institutionId, subTenantId }) => ({ institutionId, ...(subTenantId !== undefined && { subTenantId }) }),
  refusals: {
    notFound: () => institutionProblem('terminal-key-not-found', 'there is no such terminal key'),
    changed: () => institutionProblem('terminal-key-changed', 'the terminal key was changed since it was read'),
  },
})
