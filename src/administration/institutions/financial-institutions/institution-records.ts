// Institutions as administration keeps, reads and lists them. Amounts are in major units of the base currency.

import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import { businessDateAt, type Clock } from '../../../platform/kernel/time/clock.ts'
import type { NewEvent } from '../../events/event-outbox.ts'
import { recordKind } from '../../records/column-kind.ts'
import { column, computed, group, lower, optional, orAbsent, sorted } from '../../records/columns.ts'
import type { RecordFields, RecordKind } from '../../records/record-kind.ts'
import { ofInstitution } from '../../records/scope-conditions.ts'
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

interface LimitColumns {
  base_currency: string
  limit_per_transaction_minor: bigint | null
  limit_per_day_minor: bigint | null
  limit_count_per_day: number | null
  max_access_fee_minor: bigint | null
}

interface DayColumns {
  time_zone: string
  cutover_time: string
  closed_through: string | null
  ended_through: string | null
}

// Only the known members are written: unknown fields of a request are never stored.
const ADDRESS = column<InstitutionAddress, InstitutionAddress | null>('address', {
  read: orAbsent,
  write: (address) => address && JSON.stringify(addressOf(address)),
})
const CONTACTS = column<readonly InstitutionContact[]>('contacts', {
  write: (all) => JSON.stringify(all.map(({ name, email, phone, kind }) => ({ name, email, phone, kind }))),
})
const BRANCHES = column<readonly InstitutionBranch[]>('branches', {
  write: (all) => JSON.stringify(all.map(({ id, name, address }) => ({ id, name, address }))),
})

/** Without a legal name it is the display name. */
const orName = (legalName: string) => `coalesce(${legalName}, i.name)`

/** In the order of the API's document. */
export const INSTITUTION_SORTS = [
  'institutionId',
  'legalName',
  'displayName',
  'type',
  'status',
  'countryCode',
  'createdAt',
  'updatedAt',
]

/** The rows that a scope sees. */
export const INSTITUTION_ROWS: Pick<RecordKind<InstitutionRecord>, 'table' | 'id' | 'inScope'> = {
  table: 'institutions i',
  id: 'i.id',
  // The users of a sub-tenant see what is the sub-tenant's, and not its institution.
  inScope: (scope, parameters) => ofInstitution('i', scope, parameters),
}

/** The clock gives the business date: the sandbox can move it, while the times of changes stay real. */
export function institutionKind(businessClock: Clock) {
  return recordKind<InstitutionRecord, InstitutionFilter>({
    resource: 'institution',
    ...INSTITUTION_ROWS,
    order: 'i.created_at DESC, i.institution_id',
    columns: {
      institutionId: sorted('institution_id'),
      legalName: column('legal_name', { as: orName, sort: (legalName) => lower(orName(legalName)) }),
      displayName: column('name', { sort: lower }),
      type: sorted('type'),
      countryCode: sorted('country_code'),
      baseCurrency: 'base_currency',
      timezone: 'time_zone',
      currencies: column('currencies', { as: (own) => `coalesce(${own}, ARRAY[i.base_currency])` }),
      swiftBic: optional('swift_bic'),
      routingNumbers: 'routing_numbers',
      bins: 'bins',
      acquirerIds: 'acquirer_ids',
      address: ADDRESS,
      contacts: CONTACTS,
      branches: BRANCHES,
      services: 'services',
      cutoverTime: 'cutover_time',
      limits: computed<LimitColumns, InstitutionLimits>(
        [
          'base_currency',
          'limit_per_transaction_minor',
          'limit_per_day_minor',
          'limit_count_per_day',
          'max_access_fee_minor',
        ],
        limitsOf,
      ),
      holdDays: 'hold_days',
      reversal: group<ReversalTerms>({ windowHours: 'reversal_window_hours', force: 'reversal_force' }),
      status: sorted('status'),
      statusReason: optional('status_reason'),
      businessDate: computed<DayColumns, string>(
        ['time_zone', 'cutover_time', 'closed_through', 'ended_through'],
        (row) => businessDateOf(row, businessClock.now()),
      ),
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
    // A new institution has no partners yet, and one that has some is not deleted.
    event: (before, after) => (before && after ? institutionChanged(after) : undefined),
    ownerOf: ({ institutionId }) => ({ institutionId }),
    refusals: {
      notFound: () => institutionProblem('institution-not-found', 'there is no such institution'),
      changed: () => institutionProblem('institution-changed', 'the institution was changed since it was read'),
    },
  })
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

function businessDateOf(row: DayColumns, nowMs: number): string {
  const { time_zone: timeZone, cutover_time: cutoverTime } = row
  const date = businessDateAt(nowMs, {
    timeZone,
    cutoverTime,
    closedThrough: row.closed_through,
    endedThrough: row.ended_through,
  })
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
}

function limitsOf(row: LimitColumns): InstitutionLimits {
  const major = (minor: bigint) => numberFromMinor(minor, row.base_currency)
  return {
    ...(row.limit_per_transaction_minor !== null && { perTransaction: major(row.limit_per_transaction_minor) }),
    ...(row.limit_per_day_minor !== null && { perDay: major(row.limit_per_day_minor) }),
    ...(row.limit_count_per_day !== null && { countPerDay: row.limit_count_per_day }),
    ...(row.max_access_fee_minor !== null && { maxAccessFee: major(row.max_access_fee_minor) }),
  }
}

function addressOf({ line1, line2, city, state, postalCode, countryCode }: InstitutionAddress): InstitutionAddress {
  return {
    line1,
    ...(line2 !== undefined && { line2 }),
    city,
    ...(state !== undefined && { state }),
    postalCode,
    countryCode,
  }
}
