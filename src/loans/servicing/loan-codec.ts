// Events, agreements and bookings as JSON columns. Amounts are decimal strings: JSON numbers are not exact.

import { CURRENT_RULES, type LoanEvent } from '../engine/loan-events.ts'
import type { LoanAgreement } from '../engine/terms.ts'
import type {
  Booking,
  JsonObject,
  LoanDraft,
  LoanRecord,
  RecordedEvent,
  Reversal,
  ScheduleHead,
  StoredSchedule,
} from './loan-record.ts'
import { unpackSchedule } from './stored/packed-schedule.ts'

/** Fields that hold amounts: those that end in `Minor`, and the parts of an allocation. */
const PARTS: ReadonlySet<string> = new Set(['penalties', 'fees', 'interest', 'principal', 'overpayment'])
const INTEGER = /^-?\d+$/

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
}

/** A parsed JSON column, with its amounts as bigint. */
function fromJson<Value>(stored: unknown): Value {
  return revived('', stored) as Value
}

function revived(key: string, value: unknown): unknown {
  if (typeof value === 'string') return isAmount(key) && INTEGER.test(value) ? BigInt(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => revived('', item))
  const members: Record<string, unknown> = {}
  for (const name in value) members[name] = revived(name, (value as Record<string, unknown>)[name])
  return members
}

function isAmount(key: string): boolean {
  return key.endsWith('Minor') || PARTS.has(key)
}

/** An event keeps the rules that it was booked by, so that what was posted of it, shown and agreed stays as it is. */
export function writeEvent(event: LoanEvent | Reversal): string {
  return toJson({ ...event, rules: ('rules' in event ? event.rules : undefined) ?? CURRENT_RULES })
}

/** Events of the first version carry no number. A newer node beside this one may have written a later one. */
function readEvent(stored: unknown): LoanEvent | Reversal {
  const { rules, ...event } = fromJson<(LoanEvent | Reversal) & { readonly rules?: number }>(stored)
  if (event.kind === 'REVERSAL') return event as Reversal
  return (rules ?? 1) < CURRENT_RULES ? ({ ...event, rules: rules ?? 1 } as LoanEvent) : (event as LoanEvent)
}

export interface LoanRow {
  institution_id: string
  loan_id: string
  partner_id: string
  application_id: string | null
  offer_id: string | null
  product_code: string
  currency: string
  agreement: unknown
  accounting: LoanDraft['accounting']
  overpayment_allowed: boolean
  applicant: JsonObject
  customer_id: string | null
  external_reference: string | null
  contact: JsonObject | null
  account_id: string
  account_opened: boolean
  schedule_version: number
  last_sequence: number
  pending_event_id: string | null
  posted: unknown
  posted_through: string | null
  version: number
  created_at: Date
  updated_at: Date
  created_by: string
  updated_by: string
}

export const LOAN_COLUMNS = `institution_id, loan_id, partner_id, application_id, offer_id, product_code, currency, agreement,
  accounting, overpayment_allowed, applicant, customer_id, external_reference, contact, account_id, account_opened,
  schedule_version, last_sequence, pending_event_id, posted, posted_through, version, created_at, updated_at, created_by,
  updated_by`

export function toLoan(row: LoanRow): LoanRecord {
  return {
    institutionId: row.institution_id,
    loanId: row.loan_id,
    partnerId: row.partner_id,
    ...(row.application_id !== null && { applicationId: row.application_id }),
    ...(row.offer_id !== null && { offerId: row.offer_id }),
    productCode: row.product_code,
    currency: row.currency,
    agreement: fromJson<LoanAgreement>(row.agreement),
    accounting: row.accounting,
    overpaymentAllowed: row.overpayment_allowed,
    applicant: row.applicant,
    ...(row.customer_id !== null && { customerId: row.customer_id }),
    ...(row.external_reference !== null && { externalReference: row.external_reference }),
    ...(row.contact !== null && { contact: row.contact }),
    ...(row.customer_id !== null && row.account_opened && { accountId: row.account_id }),
    ledgerAccountId: row.account_id,
    scheduleVersion: row.schedule_version,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  }
}

export interface EventRow {
  loan_id: string
  sequence: number
  event_id: string
  event: unknown
  state: RecordedEvent['state']
  reversed_by: string | null
  booking: unknown
  cash_minor: bigint
  funds_account_id: string | null
  funds_reference: string | null
  journal_id: string | null
  business_date: string
  recorded_at: Date
  created_by: string
  details: JsonObject | null
}

export const EVENT_COLUMNS = `loan_id, sequence, event_id, event, state, reversed_by, booking, cash_minor, funds_account_id,
  funds_reference, journal_id, business_date, recorded_at, created_by, details`

/** What a fold needs of events; their bookings, which are most of their size, are left out. */
export const FOLDED_EVENT_COLUMNS = EVENT_COLUMNS.replace(' booking,', ' NULL::jsonb AS booking,')

export function toRecordedEvent(row: EventRow): RecordedEvent {
  return {
    eventId: row.event_id,
    sequence: row.sequence,
    event: readEvent(row.event),
    state: row.state,
    ...(row.reversed_by !== null && { reversedBy: row.reversed_by }),
    bookedOn: row.business_date,
    bookedAt: row.recorded_at,
    ...(row.booking !== null && { booking: fromJson<Booking>(row.booking) }),
    cashMinor: row.cash_minor,
    ...(row.funds_account_id !== null && { fundsAccountId: row.funds_account_id }),
    ...(row.funds_reference !== null && { fundsReference: row.funds_reference }),
    ...(row.journal_id !== null && { journalId: row.journal_id }),
    createdBy: row.created_by,
    ...(row.details !== null && { details: row.details }),
  }
}

export interface ScheduleRow {
  version: number
  reason: string
  valid_from: string
  event_id: string | null
  recorded_at: Date
}

export const SCHEDULE_COLUMNS = 'version, reason, valid_from, event_id, recorded_at'

export function toScheduleHead(row: ScheduleRow): ScheduleHead {
  return {
    version: row.version,
    reason: row.reason,
    validFrom: row.valid_from,
    ...(row.event_id !== null && { eventId: row.event_id }),
    recordedAt: row.recorded_at,
  }
}

/** The rows are packed, or, in schedules of older versions, a list of objects. */
export function toSchedule(
  row: ScheduleRow & { readonly packed_rows: string | null; readonly instalments: unknown },
): StoredSchedule {
  const { packed_rows: packedRows } = row
  const instalments = packedRows === null ? fromJson(row.instalments) : unpackSchedule(packedRows)
  return { ...toScheduleHead(row), instalments: instalments as StoredSchedule['instalments'] }
}
