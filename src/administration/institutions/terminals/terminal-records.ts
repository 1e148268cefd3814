// Terminals as they are stored, read and listed.

import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { NewEvent } from '../../events/event-outbox.ts'
import { recordKind } from '../../records/column-kind.ts'
import { type Column, column, computed, optional, sorted } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
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

interface NoteColumns {
  smallest_note_minor: bigint | null
  note_currency: string | null
}

interface LimitColumns {
  base_currency: string
  limit_per_transaction_minor: bigint | null
  limit_per_day_minor: bigint | null
  limit_count_per_day: number | null
}

const LIMITS: Column<TerminalLimits> = {
  select: (terminal) => ({
    base_currency: 'i.base_currency',
    limit_per_transaction_minor: `${terminal}.limit_per_transaction_minor`,
    limit_per_day_minor: `${terminal}.limit_per_day_minor`,
    limit_count_per_day: `${terminal}.limit_count_per_day`,
  }),
  read: (row) => limitsOf(row as unknown as LimitColumns),
}

export const TERMINALS = recordKind<TerminalRecord, TerminalFilter>({
  resource: 'terminal',
  table: 'terminals t',
  join: 'JOIN institutions i ON i.institution_id = t.institution_id',
  order: 't.created_at DESC, t.id DESC',
  columns: {
    terminalId: sorted('terminal_id'),
    institutionId: sorted('institution_id'),
    acceptorId: sorted('acceptor_id'),
    kind: sorted('kind'),
    location: sorted('location'),
    branchId: sorted('branch_id'),
    subTenantId: optional('sub_tenant_id'),
    currencies: 'currencies',
    services: column('services', { as: (own) => `CASE WHEN t.inherits_services THEN i.services ELSE ${own} END` }),
    inheritsServices: 'inherits_services',
    smallestNote: computed<NoteColumns, SmallestNote>(['smallest_note_minor', 'note_currency'], noteOf),
    limits: LIMITS,
    status: sorted('status'),
  },
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
  event: terminalEvent,
  ownerOf: ({ institutionId, subTenantId }) => ({ institutionId, ...(subTenantId !== undefined && { subTenantId }) }),
  refusals: {
    notFound: () => institutionProblem('terminal-not-found', 'there is no such terminal'),
    changed: () => institutionProblem('terminal-changed', 'the terminal was changed since it was read'),
  },
})

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

function noteOf({ smallest_note_minor: minor, note_currency: currencyCode }: NoteColumns): SmallestNote | undefined {
  if (minor === null || currencyCode === null) return undefined
  return { amount: numberFromMinor(minor, currencyCode), currencyCode }
}

function limitsOf(row: LimitColumns): TerminalLimits | undefined {
  const major = (minor: bigint) => numberFromMinor(minor, row.base_currency)
  const limits = {
    ...(row.limit_per_transaction_minor !== null && { perTransaction: major(row.limit_per_transaction_minor) }),
    ...(row.limit_per_day_minor !== null && { perDay: major(row.limit_per_day_minor) }),
    ...(row.limit_count_per_day !== null && { countPerDay: row.limit_count_per_day }),
  }
  return Object.keys(limits).length > 0 ? limits : undefined
}
