// The business days of an institution: from the date of its activation to today, with the totals of its terminals.
//
//   OPEN     today: orders get this date
//   CLOSING  past, or ended by hand, and the end of day has not finished; it may be held
//   CLOSED   everything of the end of day is done; its reconciliation file can be had

import { recordAudit } from '../../administration/audit/audit-log.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import {
  addDays,
  type BusinessDate,
  businessDateAt,
  type Clock,
  daysBetween,
} from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../platform/storage/statements/list-query.ts'
import { type FailedClosing, holdInForce, type InstitutionCalendar, readCalendar } from './business-calendars.ts'
import { businessDayProblem } from './business-day-problems.ts'
import { reconciliationLines } from './reconciliation-file.ts'
import { readTotals, type TerminalTotals } from './terminal-totals.ts'

export const BUSINESS_DAY_STATES = ['OPEN', 'CLOSING', 'CLOSED'] as const
export type BusinessDayState = (typeof BUSINESS_DAY_STATES)[number]

export interface BusinessDayRecord {
  readonly date: BusinessDate
  readonly state: BusinessDayState
  readonly totals: readonly TerminalTotals[]
  /** It is not closed before this. */
  readonly heldUntilMs?: number | undefined
  readonly holdReason?: string | undefined
  /** Attempts to close it that failed. */
  readonly stuck?: FailedClosing | undefined
}

export interface ReconciliationFile {
  readonly institutionId: string
  readonly date: BusinessDate
  /** Pieces of CSV, each made when the one before is taken. */
  readonly text: AsyncIterable<string>
}

export interface BusinessDaysParts {
  readonly database: Database
  /** Business time: in the sandbox it can be moved. */
  readonly clock: Clock
  /** Real time, for the audit log. */
  readonly auditClock: Clock
}

export class BusinessDays {
  readonly #parts: BusinessDaysParts

  constructor(parts: BusinessDaysParts) {
    this.#parts = parts
  }

  /** Newest first. `id` is that of the institution's record. Refusals: `not-found` for an institution outside the scope. */
  async list(scope: Scope, id: string, { page, size }: PageRequest): Promise<ListPage<BusinessDayRecord>> {
    const calendar = await this.#calendarOf(scope, id)
    if (calendar.firstDate === null) return { items: [], total: 0 }
    const nowMs = this.#parts.clock.now()
    const today = businessDateAt(nowMs, calendar)
    const total = Math.max(0, daysBetween(calendar.firstDate, today) + 1)
    const skipped = (page - 1) * size
    const count = Math.max(0, Math.min(size, total - skipped))
    const dates = Array.from({ length: count }, (_, n) => addDays(today, -skipped - n))
    const totals = await readTotals(this.#parts.database, calendar.institutionId, dates)
    const items = dates.map((date) => recordOf({ calendar, nowMs, date }, totals.get(date)))
    return { items, total }
  }

  /** Refusals: `not-found` for an institution outside the scope and for a date that is none of its business days. */
  async find(scope: Scope, id: string, date: BusinessDate): Promise<BusinessDayRecord> {
    const { database, clock } = this.#parts
    const day = await readDay(database, scope, id, date, { clock })
    const totals = await readTotals(database, day.calendar.institutionId, [date])
    return recordOf({ ...day, date }, totals.get(date))
  }

  /** Made when it is asked for, and again the same; audited. Refusals: as for find(), and `conflict` until the day is closed. */
  async reconciliationFile(caller: RecordCaller, id: string, date: BusinessDate): Promise<ReconciliationFile> {
    const { database, clock, auditClock } = this.#parts
    const { calendar, state } = await readDay(database, caller.principal.scope, id, date, { clock })
    const { institutionId } = calendar
    if (state !== 'CLOSED') {
      throw businessDayProblem(
        'business-day-not-closed',
        `the business day is ${state}: its file exists once it is closed`,
      )
    }
    await database.transaction((sql) =>
      recordAudit(sql, auditClock.now(), caller.actor, {
        action: 'business-day.file',
        resource: 'institution',
        resourceId: id,
        institutionId,
        after: { date },
      }),
    )
    return { institutionId, date, text: reconciliationLines(database, institutionId, date) }
  }

  #calendarOf(scope: Scope, id: string): Promise<InstitutionCalendar> {
    return visibleCalendar(this.#parts.database, scope, id)
  }
}

/** One business day without its totals. Refusals: as for BusinessDays.find(). `lock` keeps it from being closed meanwhile. */
export async function readDay(
  sql: Sql,
  scope: Scope,
  id: string,
  date: BusinessDate,
  { clock, lock }: { readonly clock: Clock; readonly lock?: 'lock' },
) {
  const calendar = await visibleCalendar(sql, scope, id, lock)
  const nowMs = clock.now()
  const today = businessDateAt(nowMs, calendar)
  if (calendar.firstDate === null || date < calendar.firstDate || date > today) {
    throw businessDayProblem('business-day-not-found', 'there is no such business day')
  }
  return { calendar, nowMs, state: stateOf(calendar, date, today) }
}

/** The users of a sub-tenant see its terminals and transactions, not the books of its institution. */
async function visibleCalendar(sql: Sql, scope: Scope, id: string, lock?: 'lock'): Promise<InstitutionCalendar> {
  const calendar = await readCalendar(sql, id, lock)
  const isVisible = scope.institutionId === undefined || scope.institutionId === calendar?.institutionId
  if (calendar === undefined || !isVisible || scope.subTenantId !== undefined) {
    throw businessDayProblem('institution-not-found', 'there is no such institution')
  }
  return calendar
}

interface Day {
  readonly calendar: InstitutionCalendar
  readonly nowMs: number
  readonly date: BusinessDate
}

function recordOf({ calendar, nowMs, date }: Day, totals: readonly TerminalTotals[] = []): BusinessDayRecord {
  const state = stateOf(calendar, date, businessDateAt(nowMs, calendar))
  const hold = holdInForce(calendar, nowMs)
  if (hold?.date === date) return { date, state, totals, heldUntilMs: hold.untilMs, holdReason: hold.reason }
  const { failure } = calendar
  return { date, state, totals, ...(state === 'CLOSING' && failure?.date === date && { stuck: failure }) }
}

function stateOf({ closedThrough }: InstitutionCalendar, date: BusinessDate, today: BusinessDate): BusinessDayState {
  if (closedThrough !== null && date <= closedThrough) return 'CLOSED'
  return date === today ? 'OPEN' : 'CLOSING'
}
