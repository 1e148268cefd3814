// What a request to the dashboard covers: whose transactions, and which business dates.

import type { Directory, Institution } from '../../administration/institutions/directory.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import {
  addDays,
  type BusinessDate,
  businessDateAt,
  type Clock,
  daysBetween,
} from '../../platform/kernel/time/clock.ts'
import { ALL_INSTITUTIONS } from '../transactions/rollups/rollup-sql.ts'
import { dashboardProblem } from './dashboard-problems.ts'

export const GRANULARITIES = ['hour', 'day'] as const
export type Granularity = (typeof GRANULARITIES)[number]

export const MAX_DAYS = 400
export const MAX_DAYS_BY_HOUR = 31

export interface DashboardRequest {
  readonly from?: BusinessDate | undefined
  readonly to?: BusinessDate | undefined
  readonly institutionId?: string | undefined
  readonly granularity: Granularity
}

export interface DashboardRange {
  /** Undefined: the whole platform. */
  readonly institutionId: string | undefined
  /** Whose rollups to read. */
  readonly rollupsOf: string
  readonly from: BusinessDate
  readonly to: BusinessDate
  readonly days: number
  readonly granularity: Granularity
}

/**
 * Refusals: `forbidden` for users of a sub-tenant, `not-found` for an institution outside the scope, `invalid` for dates
 * that are too many or in the wrong order.
 */
export function dashboardRange(
  scope: Scope,
  request: DashboardRequest,
  { directory, clock }: { readonly directory: Directory; readonly clock: Clock },
): DashboardRange {
  if (scope.subTenantId !== undefined) {
    throw dashboardProblem('not-for-sub-tenants', 'The dashboard shows institutions, not sub-tenants')
  }
  const institutionId = request.institutionId ?? scope.institutionId
  const isOutside = scope.institutionId !== undefined && institutionId !== scope.institutionId
  const named = institutionId === undefined ? undefined : directory.institution(institutionId)
  if (isOutside || (institutionId !== undefined && named === undefined)) {
    throw dashboardProblem('institution-not-found', 'there is no such institution')
  }
  const { granularity } = request
  const [earliest, latest] = todayOf(named === undefined ? directory.institutions() : [named], clock)
  const to = request.to ?? latest
  const from = request.from ?? (earliest < to ? earliest : to)
  const rollupsOf = institutionId ?? ALL_INSTITUTIONS
  return { institutionId, rollupsOf, from, to, days: daysOf(from, to, granularity), granularity }
}

/** It is not the same business date everywhere: today is all of them. */
function todayOf(institutions: Iterable<Institution>, clock: Clock): [earliest: BusinessDate, latest: BusinessDate] {
  const dates = Array.from(institutions, (institution) => businessDateAt(clock.now(), institution)).sort()
  const utc = businessDateAt(clock.now(), { timeZone: 'UTC', cutoverTime: '00:00' })
  return [dates[0] ?? utc, dates.at(-1) ?? utc]
}

function daysOf(from: BusinessDate, to: BusinessDate, granularity: Granularity): number {
  if (from > to) throw invalidFields([{ path: 'from', message: 'must not be after to' }])
  const days = daysBetween(from, to) + 1
  const most = granularity === 'hour' ? MAX_DAYS_BY_HOUR : MAX_DAYS
  if (days > most) {
    const unit = granularity === 'hour' ? ' by hour' : ''
    throw invalidFields([{ path: 'from', message: `must be at most ${most} days before to${unit}, both included` }])
  }
  return days
}

/** The first of as many days before the range. */
export function previousFrom({ from, days }: DashboardRange): BusinessDate {
  return addDays(from, -days)
}
