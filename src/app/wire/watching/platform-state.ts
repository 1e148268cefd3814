// What the person on duty looks at: every part of the platform in groups, and in a few words whether something is wrong.

import type { Unreviewed } from '../../../administration/change-requests/emergencies.ts'
import type { EventFigures } from '../../../administration/event-delivery/event-stats.ts'
import type {
  ServiceHealth,
  ServiceReport,
  ServiceStatus,
} from '../../../families/onboarding/daily/health/service-health.ts'
import type { StatusGroup, StatusItem } from '../../../families/onboarding/daily/health/status-groups.ts'
import type { OnboardingServices } from '../../../families/onboarding/onboarding-operation.ts'
import type { ComponentHealth } from '../../../families/operations/actuator/actuator-health.ts'
import type { LateDay } from '../../../oversight/business-days/late-days.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { type Clock, MINUTE_MS, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { CHANGES_SERVICE } from './health.ts'

const READ_LIMIT_MS = 2_000
/** Pages ask again and again; the cores behind are asked this often. */
const KEPT_MS = 15_000
/** The end of a day may take a while. */
const STUCK_MS = 10 * MINUTE_MS
const MOST_ITEMS = 20
const SLOW_SECONDS = 300

export interface PlatformStateParts {
  readonly database: Database
  readonly businessClock: Clock
  readonly health: ServiceHealth
  lateDays(): Promise<readonly LateDay[]>
  /** Emergency changes without a review. */
  unreviewed(scope: Scope): Promise<Unreviewed>
  /** Webhooks and events that wait. */
  eventFigures(): Promise<EventFigures>
  mailBacklog(): Promise<{ readonly mails: number; readonly oldestSeconds: number }>
  jobs(): Readonly<Record<string, 'UP' | 'DOWN'>>
  clock(): ComponentHealth
  /** Undefined without a listener for switches. */
  switches(): ComponentHealth | undefined
}

type Attention = Awaited<ReturnType<OnboardingServices['platformState']['attention']>>

export class PlatformState {
  readonly #parts: PlatformStateParts
  readonly #kept = new Map<string, { readonly attention: Promise<Attention>; readonly untilMs: number }>()

  constructor(parts: PlatformStateParts) {
    this.#parts = parts
  }

  /** What every page says: kept for a while, so that it costs the same however many pages ask. */
  attention(scope: Scope): Promise<Attention> {
    const key = `${scope.institutionId ?? ''} ${scope.subTenantId ?? ''}`
    const nowMs = monotonicMs()
    const kept = this.#kept.get(key)
    if (kept !== undefined && nowMs < kept.untilMs) return kept.attention
    for (const [old, { untilMs }] of this.#kept) if (untilMs <= nowMs) this.#kept.delete(old)
    const attention = this.#readAttention(scope)
    this.#kept.set(key, { attention, untilMs: nowMs + KEPT_MS })
    return attention
  }

  async #readAttention(scope: Scope): Promise<Attention> {
    const { health } = this.#parts
    try {
      // Emergency changes are told in words of their own.
      const services = health.inScope(scope).filter(({ name }) => name !== CHANGES_SERVICE)
      const [{ status }, late, unreviewed] = await withTimeout(
        Promise.all([health.report(services), this.#lateIn(scope), this.#parts.unreviewed(scope)]),
        READ_LIMIT_MS,
      )
      return {
        status,
        unreviewed,
        stuckDays: late.slice(0, MOST_ITEMS).map(({ institutionId, date }) => ({ institutionId, date: isoDate(date) })),
      }
    } catch {
      return { status: 'DOWN', stuckDays: [], unreviewed: { count: 0, overdue: 0 } }
    }
  }

  async #lateIn({ institutionId, subTenantId }: Scope): Promise<readonly LateDay[]> {
    if (subTenantId !== undefined) return []
    const nowMs = this.#parts.businessClock.now()
    const late = await this.#parts.lateDays()
    return late.filter(
      (one) => [undefined, one.institutionId].includes(institutionId) && nowMs - one.sinceMs >= STUCK_MS,
    )
  }

  /** Every group; users of an institution see their core, their days and their alerts, and the services of all. */
  async groups(scope: Scope): Promise<readonly StatusGroup[]> {
    const { health } = this.#parts
    const { services } = await health.report(health.inScope(scope))
    const own = [
      groupOf('SERVICES', services.filter(({ name }) => !isCore(name) && !isChain(name)).map(itemOf)),
      groupOf('CORES', services.filter(({ name }) => isCore(name)).map(itemOf)),
      groupOf('CHAINS', services.filter(({ name }) => isChain(name)).map(itemOf)),
      await read('DAYS', () => this.#days(scope)),
      await read('ALERTS', () => this.#alerts(scope)),
    ]
    if (scope.institutionId !== undefined) return own
    const rest = await Promise.all([
      read('WEBHOOKS', () => this.#webhooks()),
      read('QUEUES', () => this.#queues()),
      read('JOBS', async () => Object.entries(this.#parts.jobs()).map(([name, status]) => ({ name, status }))),
      read('SWITCHES', async () => switchItems(this.#parts.switches())),
      read('CLOCKS', async () => [clockItem(this.#parts.clock())]),
    ])
    return [...own, ...rest]
  }

  async #days(scope: Scope): Promise<readonly StatusItem[]> {
    return (await this.#lateIn(scope)).map(({ institutionId, date, sinceMs }) => ({
      name: institutionId,
      status: 'DEGRADED',
      note: `${isoDate(date)} is not closed`,
      since: new Date(sinceMs).toISOString(),
    }))
  }

  async #alerts({ institutionId, subTenantId }: Scope): Promise<readonly StatusItem[]> {
    if (subTenantId !== undefined) return []
    const { rows } = await this.#parts.database.query<{ name: string; about: string | null; raised_at: Date | null }>(
      `SELECT name, about, raised_at FROM alert_rules
        WHERE state = 'RAISED' AND ($1::text IS NULL OR institution_id = $1) ORDER BY raised_at DESC LIMIT ${MOST_ITEMS}`,
      [institutionId ?? null],
    )
    return rows.map(({ name, about, raised_at: at }) => ({
      name,
      status: 'DEGRADED',
      ...(about && { note: about }),
      ...(at !== null && { since: at.toISOString() }),
    }))
  }

  async #webhooks(): Promise<readonly StatusItem[]> {
    const { rows } = await this.#parts.database.query<{ url: string; partner_id: string; off_reason: string }>(
      `SELECT url, partner_id, off_reason FROM webhooks
        WHERE NOT is_active AND off_reason IS NOT NULL ORDER BY partner_id, url LIMIT ${MOST_ITEMS}`,
    )
    return rows.map((row) => ({ name: `${row.partner_id} ${row.url}`, status: 'DEGRADED', note: row.off_reason }))
  }

  async #queues(): Promise<readonly StatusItem[]> {
    const [events, mails] = await Promise.all([this.#parts.eventFigures(), this.#parts.mailBacklog()])
    return [
      queueItem('events', events.waiting, events.oldestSeconds),
      queueItem('webhook deliveries', events.deliveries, events.lagSeconds),
      queueItem('mails', mails.mails, mails.oldestSeconds),
    ]
  }
}

const isCore = (name: string) => name.startsWith('core:')
const isChain = (name: string) => name.startsWith('digital-ledger')

function itemOf({ name, status, error, checkedAt }: ServiceReport): StatusItem {
  return { name, status, ...(error !== undefined && { note: error }), since: checkedAt }
}

function queueItem(name: string, waiting: number, oldestSeconds: number): StatusItem {
  return {
    name,
    status: oldestSeconds > SLOW_SECONDS ? 'DEGRADED' : 'UP',
    note: `${waiting} wait, the oldest for ${Math.round(oldestSeconds)} s`,
  }
}

function switchItems(health: ComponentHealth | undefined): readonly StatusItem[] {
  return health === undefined
    ? []
    : [{ name: 'listener', status: stateOf(health.status), note: JSON.stringify(health.details ?? {}) }]
}

function clockItem({ status, details }: ComponentHealth): StatusItem {
  return {
    name: 'this node',
    status: stateOf(status),
    note: `${String((details as { aheadSeconds?: number } | undefined)?.aheadSeconds ?? 0)} s ahead`,
  }
}

function stateOf(status: string): ServiceStatus {
  return status === 'UP' || status === 'DEGRADED' ? status : 'DOWN'
}

function groupOf(group: StatusGroup['group'], items: readonly StatusItem[]): StatusGroup {
  const states = items.map(({ status }) => status)
  return { group, status: states.includes('DOWN') ? 'DOWN' : states.includes('DEGRADED') ? 'DEGRADED' : 'UP', items }
}

async function read(group: StatusGroup['group'], items: () => Promise<readonly StatusItem[]>): Promise<StatusGroup> {
  try {
    return groupOf(group, await withTimeout(items(), READ_LIMIT_MS))
  } catch {
    return groupOf(group, [{ name: 'reading', status: 'DOWN', note: 'It could not be read' }])
  }
}

/** `20260115` as `2026-01-15`. */
function isoDate(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`
}
