// Terminals as they are stored, read and listed.

import type { NewEvent } from '../../events/event-outbox.ts'
import { numberFromMinor } from '../../kernel/money.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import { belongsTo } from '../../records/scope-conditions.ts'
import type { Service, TERMINAL_STATUSES } from '../directory.ts'
import { institutionProblem } from '../institution-problems.ts'

export const TERMINAL_KINDS = ['ATM', 'TELLER', 'IVR', 'MOBILE', 'POS'] as const

export type TerminalKind = (typeof TERMINAL_KINDS)[number]
export type RecordedStatus = (typeof TERMINAL_STATUSES)[number]

/** Amounts are in major units of the institution's base currency; absent means no limit. */
export interface TerminalLimits {
  readonly perTransaction?: number | undefined
  readonly perDay?: number | undefined
  readonly countPerDay?: number | undefined
}

export interface SmallestNote {
  readonly amount: number
  readonly currencyCode: string
}

export interface TerminalRecord extends RecordFields {
  readonly terminalId: string
  readonly institutionId: string
  readonly acceptorId: string
  readonly kind: TerminalKind
  readonly location: string
  readonly branchId: string
  readonly subTenantId?: string
  /** Currencies of cash; empty means any. */
  readonly currencies: readonly string[]
  /** The institution's, when the terminal has none of its own. */
  readonly services: readonly Service[]
  readonly inheritsServices: boolean
  readonly smallestNote?: SmallestNote
  readonly limits?: TerminalLimits
  readonly status: RecordedStatus
}

export interface TerminalFilter {
  /** A part of the terminalId, the acceptorId or the location, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly subTenantId?: string | undefined
  readonly branchId?: string | undefined
  readonly kind?: readonly TerminalKind[] | undefined
  readonly status?: readonly RecordedStatus[] | undefined
}

export interface TerminalRow extends RecordRow {
  id: string
  terminal_id: string
  institution_id: string
  base_currency: string
  acceptor_id: string
  kind: TerminalKind
  location: string
  branch_id: string
  sub_tenant_id: string | null
  currencies: string[]
  services: Service[]
  inherits_services: boolean
  smallest_note_minor: bigint | null
  note_currency: string | null
  limit_per_transaction_minor: bigint | null
  limit_per_day_minor: bigint | null
  limit_count_per_day: number | null
  status: RecordedStatus
}

export const TERMINALS: RecordKind<TerminalRecord, TerminalFilter, TerminalRow> = {
  resource: 'terminal',
  table: 'terminals t',
  id: 't.id',
  order: 't.created_at DESC, t.id DESC',
  sorts: {
    terminalId: 't.terminal_id',
    institutionId: 't.institution_id',
    acceptorId: 't.acceptor_id',
    kind: 't.kind',
    location: 't.location',
    branchId: 't.branch_id',
    status: 't.status',
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
  },
  select: () => `
    SELECT t.id, t.version, t.created_at, t.updated_at, t.created_by, t.updated_by, t.terminal_id, t.institution_id,
           i.base_currency, t.acceptor_id, t.kind, t.location, t.branch_id, t.sub_tenant_id, t.currencies,
           CASE WHEN t.inherits_services THEN i.services ELSE t.services END AS services, t.inherits_services,
           t.smallest_note_minor, t.note_currency, t.limit_per_transaction_minor, t.limit_per_day_minor,
           t.limit_count_per_day, t.status
      FROM terminals t
      JOIN institutions i ON i.institution_id = t.institution_id`,
  inScope: (scope, parameters) => belongsTo('t', scope, parameters),
  matching({ search, institutionId, subTenantId, branchId, kind, status }, _reader, where) {
    where.addSearch(
      search,
      (pattern) => `(t.terminal_id ILIKE ${pattern} OR t.acceptor_id ILIKE ${pattern} OR t.location ILIKE ${pattern})`,
    )
    where.addFor(institutionId, (value) => `t.institution_id = ${value}`)
    where.addFor(subTenantId, (value) => `t.sub_tenant_id = ${value}`)
    where.addFor(branchId, (value) => `t.branch_id = ${value}`)
    where.addFor(kind, (value) => `t.kind = ANY (${value})`)
    where.addFor(status, (value) => `t.status = ANY (${value})`)
  },
  recordsOf: (rows) => rows.map(terminalOf),
  snapshot: (terminal) => terminal,
  event: terminalEvent,
  ownerOf: ({ institutionId, subTenantId }) => ({ institutionId, ...(subTenantId !== undefined && { subTenantId }) }),
  refusals: {
    notFound: () => institutionProblem('terminal-not-found', 'there is no such terminal'),
    changed: () => institutionProblem('terminal-changed', 'the terminal was changed since it was read'),
  },
}

/** Without limits and sub-tenants, which concern the institution alone. */
function terminalEvent(before: TerminalRecord | undefined, after: TerminalRecord | undefined): NewEvent | undefined {
  const terminal = after ?? before
  if (terminal === undefined) return undefined
  const { terminalId, institutionId, acceptorId, kind, location, branchId, currencies, services, status } = terminal
  const { version, updatedAt } = terminal
  return {
    kind: before === undefined ? 'terminal.created' : after === undefined ? 'terminal.deleted' : 'terminal.changed',
    institutionId,
    resource: `terminal/${institutionId}/${terminalId}`,
    data: {
      terminalId,
      institutionId,
      acceptorId,
      kind,
      location,
      branchId,
      currencies,
      services,
      status,
      version,
      updatedAt,
    },
  }
}

function terminalOf(row: TerminalRow): TerminalRecord {
  const limits = limitsOf(row)
  return {
    ...recordFieldsOf(row.id, row),
    terminalId: row.terminal_id,
    institutionId: row.institution_id,
    acceptorId: row.acceptor_id,
    kind: row.kind,
    location: row.location,
    branchId: row.branch_id,
    ...(row.sub_tenant_id !== null && { subTenantId: row.sub_tenant_id }),
    currencies: row.currencies,
    services: row.services,
    inheritsServices: row.inherits_services,
    ...noteOf(row),
    ...(Object.keys(limits).length > 0 && { limits }),
    status: row.status,
  }
}

function noteOf({ smallest_note_minor: minor, note_currency: currencyCode }: TerminalRow) {
  if (minor === null || currencyCode === null) return {}
  return { smallestNote: { amount: numberFromMinor(minor, currencyCode), currencyCode } }
}

function limitsOf(row: TerminalRow): TerminalLimits {
  const major = (minor: bigint) => numberFromMinor(minor, row.base_currency)
  return {
    ...(row.limit_per_transaction_minor !== null && { perTransaction: major(row.limit_per_transaction_minor) }),
    ...(row.limit_per_day_minor !== null && { perDay: major(row.limit_per_day_minor) }),
    ...(row.limit_count_per_day !== null && { countPerDay: row.limit_count_per_day }),
  }
}
