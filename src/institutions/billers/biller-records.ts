// Billers as they are stored, read and listed.

import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import { institutionProblem } from '../institution-problems.ts'

export interface BillerRecord extends RecordFields {
  readonly institutionId: string
  /** What family A sends as `biller.institutionId`; unique in the institution. */
  readonly billerId: string
  readonly bin: string
  readonly name: string
  readonly isActive: boolean
}

export interface BillerFilter {
  /** A part of the billerId or of the name, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly isActive?: boolean | undefined
}

interface BillerRow extends RecordRow {
  id: string
  institution_id: string
  biller_id: string
  bin: string
  name: string
  is_active: boolean
}

export const BILLERS: RecordKind<BillerRecord, BillerFilter, BillerRow> = {
  resource: 'biller',
  table: 'billers b',
  id: 'b.id',
  order: 'b.created_at DESC, b.institution_id, b.biller_id',
  sorts: {
    institutionId: 'b.institution_id',
    billerId: 'b.biller_id',
    bin: 'b.bin',
    name: 'lower(b.name)',
    isActive: 'b.is_active',
    createdAt: 'b.created_at',
    updatedAt: 'b.updated_at',
  },
  select: () => `
    SELECT b.id, b.version, b.created_at, b.updated_at, b.created_by, b.updated_by, b.institution_id, b.biller_id, b.bin,
           b.name, b.is_active
      FROM billers b`,
  // Billers belong to the institution, not to its sub-tenants.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : `b.institution_id = ${parameters.add(institutionId)}`
  },
  matching({ search, institutionId, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(b.biller_id ILIKE ${pattern} OR b.name ILIKE ${pattern})`)
    where.addFor(institutionId, (value) => `b.institution_id = ${value}`)
    where.addFor(isActive, (value) => `b.is_active = ${value}`)
  },
  recordsOf: (rows) => rows.map(billerOf),
  snapshot: (biller) => biller,
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => institutionProblem('biller-not-found', 'there is no such biller'),
    changed: () => institutionProblem('biller-changed', 'the biller was changed since it was read'),
  },
}

function billerOf(row: BillerRow): BillerRecord {
  return {
    ...recordFieldsOf(row.id, row),
    institutionId: row.institution_id,
    billerId: row.biller_id,
    bin: row.bin,
    name: row.name,
    isActive: row.is_active,
  }
}
