// Institutions as administration keeps, reads and lists them. Amounts are in major units of the base currency.

import type { NewEvent } from '../../events/event-outbox.ts'
import { businessDateAt, type Clock } from '../../kernel/clock.ts'
import { numberFromMinor } from '../../kernel/money.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import type { INSTITUTION_STATUSES, InstitutionBranch, Service } from '../directory.ts'
import { institutionProblem } from '../institution-problems.ts'

export const INSTITUTION_TYPES = ['BANK', 'CREDIT_UNION', 'MFI', 'FINTECH'] as const
export type InstitutionType = (typeof INSTITUTION_TYPES)[number]

export const CONTACT_KINDS = ['PRIMARY', 'TECHNICAL', 'COMPLIANCE', 'SETTLEMENT'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export type RecordedStatus = (typeof INSTITUTION_STATUSES)[number]

export interface InstitutionAddress {
  readonly line1: string
  readonly line2?: string
  readonly city: string
  readonly state?: string
  readonly postalCode: string
  readonly countryCode: string
}

export interface InstitutionContact {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly kind: ContactKind
}

/** An absent limit is no limit. */
export interface InstitutionLimits {
  readonly perTransaction?: number
  readonly perDay?: number
  readonly countPerDay?: number
  readonly maxAccessFee?: number
}

export interface ReversalTerms {
  readonly windowHours: number
  readonly force: boolean
}

export interface InstitutionRecord extends RecordFields {
  readonly institutionId: string
  readonly legalName: string
  readonly displayName: string
  readonly type: InstitutionType
  readonly countryCode: string
  readonly baseCurrency: string
  readonly timezone: string
  /** The currencies of its accounts. */
  readonly currencies: readonly string[]
  readonly swiftBic?: string
  readonly routingNumbers: readonly string[]
  readonly bins: readonly string[]
  readonly acquirerIds: readonly string[]
  readonly address?: InstitutionAddress
  readonly contacts: readonly InstitutionContact[]
  readonly branches: readonly InstitutionBranch[]
  readonly services: readonly Service[]
  readonly cutoverTime: string
  readonly limits: InstitutionLimits
  readonly holdDays: number
  readonly reversal: ReversalTerms
  readonly status: RecordedStatus
  /** Why it was rejected, suspended or terminated. */
  readonly statusReason?: string
  /** `YYYY-MM-DD`, as of the read. */
  readonly businessDate: string
}

export interface InstitutionFilter {
  /** A part of the institutionId or of a name, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly status?: readonly string[] | undefined
  readonly type?: readonly string[] | undefined
  readonly countryCode?: string | undefined
}

interface InstitutionRow extends RecordRow {
  id: string
  institution_id: string
  legal_name: string
  name: string
  type: InstitutionType
  country_code: string
  base_currency: string
  time_zone: string
  currencies: string[]
  swift_bic: string | null
  routing_numbers: string[]
  bins: string[]
  acquirer_ids: string[]
  address: InstitutionAddress | null
  contacts: InstitutionContact[]
  branches: InstitutionBranch[]
  services: Service[]
  cutover_time: string
  closed_through: string | null
  limit_per_transaction_minor: bigint | null
  limit_per_day_minor: bigint | null
  limit_count_per_day: number | null
  max_access_fee_minor: bigint | null
  hold_days: number
  reversal_window_hours: number
  reversal_force: boolean
  status: RecordedStatus
  status_reason: string | null
}

type InstitutionKind = RecordKind<InstitutionRecord, InstitutionFilter, InstitutionRow>

/** The clock gives the business date: the sandbox can move it, while the times of changes stay real. */
export function institutionKind(businessClock: Clock): InstitutionKind {
  return { ...STORED_INSTITUTIONS, recordsOf: (rows) => rows.map((row) => institutionOf(row, businessClock.now())) }
}

export const INSTITUTION_SORTS = {
  institutionId: 'i.institution_id',
  legalName: 'lower(coalesce(i.legal_name, i.name))',
  displayName: 'lower(i.name)',
  type: 'i.type',
  status: 'i.status',
  countryCode: 'i.country_code',
  createdAt: 'i.created_at',
  updatedAt: 'i.updated_at',
}

/** Without the business date, which the directory knows. */
export const STORED_INSTITUTIONS: Omit<InstitutionKind, 'recordsOf'> = {
  resource: 'institution',
  table: 'institutions i',
  id: 'i.id',
  order: 'i.created_at DESC, i.institution_id',
  sorts: INSTITUTION_SORTS,
  select: () => `
    SELECT i.id, i.version, i.created_at, i.updated_at, i.created_by, i.updated_by, i.institution_id,
           coalesce(i.legal_name, i.name) AS legal_name, i.name, i.type, i.country_code, i.base_currency, i.time_zone,
           coalesce(i.currencies, ARRAY[i.base_currency]) AS currencies, i.swift_bic, i.routing_numbers, i.bins,
           i.acquirer_ids, i.address, i.contacts, i.branches, i.services, i.cutover_time, i.closed_through, i.limit_per_transaction_minor,
           i.limit_per_day_minor, i.limit_count_per_day, i.max_access_fee_minor, i.hold_days, i.reversal_window_hours,
           i.reversal_force, i.status, i.status_reason
      FROM institutions i`,
  // The users of a sub-tenant see what is the sub-tenant's, and not its institution.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : `i.institution_id = ${parameters.add(institutionId)}`
  },
  matching({ search, institutionId, status, type, countryCode }, _reader, where) {
    where.addSearch(
      search,
      (pattern) => `(i.institution_id ILIKE ${pattern} OR i.name ILIKE ${pattern} OR i.legal_name ILIKE ${pattern})`,
    )
    where.addFor(institutionId, (value) => `i.institution_id = ${value}`)
    where.addFor(status, (value) => `i.status = ANY (${value}::text[])`)
    where.addFor(type, (value) => `i.type = ANY (${value}::text[])`)
    where.addFor(countryCode, (value) => `i.country_code = ${value}`)
  },
  snapshot: (institution) => institution,
  // A new institution has no partners yet, and one that has some is not deleted.
  event: (before, after) => (before && after ? institutionChanged(after) : undefined),
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => institutionProblem('institution-not-found', 'there is no such institution'),
    changed: () => institutionProblem('institution-changed', 'the institution was changed since it was read'),
  },
}

/** Without what concerns its operators alone: contacts, limits, reasons. */
function institutionChanged(institution: InstitutionRecord): NewEvent {
  const { institutionId, displayName, status, countryCode, baseCurrency, currencies, timezone } = institution
  const { cutoverTime, services, version, updatedAt } = institution
  return {
    kind: 'institution.changed',
    institutionId,
    resource: `institution/${institutionId}`,
    data: {
      institutionId,
      displayName,
      status,
      countryCode,
      baseCurrency,
      currencies,
      timezone,
      cutoverTime,
      services,
      version,
      updatedAt,
    },
  }
}

function institutionOf(row: InstitutionRow, nowMs: number): InstitutionRecord {
  const date = businessDateAt(nowMs, {
    timeZone: row.time_zone,
    cutoverTime: row.cutover_time,
    closedThrough: row.closed_through,
  })
  return {
    ...recordFieldsOf(row.id, row),
    institutionId: row.institution_id,
    legalName: row.legal_name,
    displayName: row.name,
    type: row.type,
    countryCode: row.country_code,
    baseCurrency: row.base_currency,
    timezone: row.time_zone,
    currencies: row.currencies,
    ...(row.swift_bic !== null && { swiftBic: row.swift_bic }),
    routingNumbers: row.routing_numbers,
    bins: row.bins,
    acquirerIds: row.acquirer_ids,
    ...(row.address !== null && { address: row.address }),
    contacts: row.contacts,
    branches: row.branches,
    services: row.services,
    cutoverTime: row.cutover_time,
    limits: limitsOf(row),
    holdDays: row.hold_days,
    reversal: { windowHours: row.reversal_window_hours, force: row.reversal_force },
    status: row.status,
    ...(row.status_reason !== null && { statusReason: row.status_reason }),
    businessDate: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
  }
}

function limitsOf(row: InstitutionRow): InstitutionLimits {
  const major = (minor: bigint) => numberFromMinor(minor, row.base_currency)
  return {
    ...(row.limit_per_transaction_minor !== null && { perTransaction: major(row.limit_per_transaction_minor) }),
    ...(row.limit_per_day_minor !== null && { perDay: major(row.limit_per_day_minor) }),
    ...(row.limit_count_per_day !== null && { countPerDay: row.limit_count_per_day }),
    ...(row.max_access_fee_minor !== null && { maxAccessFee: major(row.max_access_fee_minor) }),
  }
}
