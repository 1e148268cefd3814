// The business days of an institution: from the date of its activation to today, with the totals of its terminals.
//
//   OPEN     today: orders get this date
//   CLOSING  past, and the end of day has not finished
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
import type { Database } from '../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../platform/storage/statements/list-query.ts'
import { type InstitutionCalendar, readCalendar } from './business-calendars.ts'
import { businessDayProblem } from './business-day-problems.ts'
import { reconciliationLines } from './reconciliation-file.ts'
import { readTotals, type TerminalTotals } from './terminal-totals.ts'

export const BUSINESS_DAY_STATES = ['OPEN', 'CLOSING', 'CLOSED'] as const
export type BusinessDayState = (typeof BUSINESS_DAY_STATES)[number]

export interface BusinessDayRecord {
  readonly date: BusinessDate
  readonly state: BusinessDayState
  readonly totals: readonly TerminalTotals[]
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
    const today = this.#today(calendar)
    const total = Math.max(0, daysBetween(calendar.firstDate, today) + 1)
    const skipped = (page - 1) * size
    const count = Math.max(0, Math.min(size, total - skipped))
    const dates = Array.from({ length: count }, (_, n) => addDays(today, -skipped - n))
    const totals = await readTotals(this.#parts.database, calendar.institutionId, dates)
    const items = dates.map((date) => ({ date, state: stateOf(calendar, date, today), totals: totals.get(date) ?? [] }))
    return { items, total }
  }

  /** Refusals: `not-found` for an institution outside the scope and for a date that is none of its business days. */
  async find(scope: Scope, id: string, date: BusinessDate): Promise<BusinessDayRecord> {
    const { institutionId, state } = await this.#stateOf(scope, id, date)
    const totals = await readTotals(this.#parts.database, institutionId, [date])
    return { date, state, totals: totals.get(date) ?? [] }
  }

  /** Made when it is asked for, and again the same; audited. Refusals: as for find(), and `conflict` until the day is closed. */
  async reconciliationFile(caller: RecordCaller, id: string, date: BusinessDate): Promise<ReconciliationFile> {
    const { institutionId, state } = await this.#stateOf(caller.principal.scope, id, date)
    if (state !== 'CLOSED') {
      throw businessDayProblem(
        'business-day-not-closed',
        `the business day is ${state}: its file exists once it is closed`,
      )
    }
    const { database, auditClock } = this.#parts
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

  async #stateOf(scope: Scope, id: string, date: BusinessDate) {
    const calendar = await this.#calendarOf(scope, id)
    const { institutionId, firstDate } = calendar
    const today = this.#today(calendar)
    if (firstDate === null || date < firstDate || date > today) {
      throw businessDayProblem('business-day-not-found', 'there is no such business day')
    }
    return { institutionId, state: stateOf(calendar, date, today) }
  }

  /** The users of a sub-tenant see its terminals and transactions, not the books of its institution. */
  async #calendarOf(scope: Scope, id: string): Promise<InstitutionCalendar> {
    const calendar = await readCalendar(this.#parts.database, id)
    const isVisible = scope.institutionId === undefined || scope.institutionId === calendar?.institutionId
    if (calendar === undefined || !isVisible || scope.subTenantId !== undefined) {
      throw businessDayProblem('institution-not-found', 'there is no such institution')
    }
    return calendar
  }

  #today(calendar: InstitutionCalendar): BusinessDate {
    return businessDateAt(this.#parts.clock.now(), calendar)
  }
}

function stateOf({ closedThrough }: InstitutionCalendar, date: BusinessDate, today: BusinessDate): BusinessDayState {
  if (closedThrough !== null && date <= closedThrough) return 'CLOSED'
  return date === today ? 'OPEN' : 'CLOSING'
}
