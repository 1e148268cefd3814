// Transaction capabilities as they are stored, read and listed. They belong to all institutions.

import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import type { Capability } from '../directory.ts'
import { institutionProblem } from '../institution-problems.ts'

export interface CapabilityRecord extends RecordFields {
  /** Two characters, as accounts name it. */
  readonly code: string
  readonly description: string
  readonly flags: Capability
  /** Part of the platform: it never changes. */
  readonly isSystem: boolean
  /** When false, it grants nothing. */
  readonly isActive: boolean
}

export interface CapabilityFilter {
  /** A part of the code or of the description, in any letter case. */
  readonly search?: string | undefined
  readonly isSystem?: boolean | undefined
  readonly isActive?: boolean | undefined
}

interface CapabilityRow extends RecordRow {
  id: string
  code: string
  description: string
  inquiry: boolean
  withdrawal: boolean
  deposit: boolean
  transfer_from: boolean
  transfer_to: boolean
  bill_payment: boolean
  cardless: boolean
  is_system: boolean
  is_active: boolean
}

export const CAPABILITY_SORTS = {
  code: 'c.code',
  description: 'c.description',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
}

export const CAPABILITIES: RecordKind<CapabilityRecord, CapabilityFilter, CapabilityRow> = {
  resource: 'transaction-capability',
  table: 'transaction_capabilities c',
  id: 'c.id',
  order: 'c.created_at DESC, c.code',
  sorts: CAPABILITY_SORTS,
  select: () => `
    SELECT c.id, c.version, c.created_at, c.updated_at, c.created_by, c.updated_by, c.code, c.description, c.inquiry,
           c.withdrawal, c.deposit, c.transfer_from, c.transfer_to, c.bill_payment, c.cardless, c.is_system, c.is_active
      FROM transaction_capabilities c`,
  // Everybody reads them; the concept refuses changes by users with a scope.
  inScope: () => 'true',
  matching({ search, isSystem, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(c.code ILIKE ${pattern} OR c.description ILIKE ${pattern})`)
    where.addFor(isSystem, (value) => `c.is_system = ${value}`)
    where.addFor(isActive, (value) => `c.is_active = ${value}`)
  },
  recordsOf: (rows) => rows.map(capabilityOf),
  snapshot: (capability) => capability,
  ownerOf: () => ({}),
  refusals: {
    notFound: () => institutionProblem('capability-not-found', 'there is no such transaction capability'),
    changed: () => institutionProblem('capability-changed', 'the transaction capability was changed since it was read'),
  },
}

function capabilityOf(row: CapabilityRow): CapabilityRecord {
  return {
    ...recordFieldsOf(row.id, row),
    code: row.code,
    description: row.description,
    flags: {
      inquiry: row.inquiry,
      withdrawal: row.withdrawal,
      deposit: row.deposit,
      transferFrom: row.transfer_from,
      transferTo: row.transfer_to,
      billPayment: row.bill_payment,
      cardless: row.cardless,
    },
    isSystem: row.is_system,
    isActive: row.is_active,
  }
}
