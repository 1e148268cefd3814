// The stops that every node has in memory, and whether one fits an order. Without any, an order costs one comparison.

import { type Clock, HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import { followChanges } from '../../../platform/storage/broadcast/follow-changes.ts'
import type { Database } from '../../../platform/storage/database.ts'

/** Announced by a trigger whenever a stop changes. */
export const STOPS_TOPIC = 'stops'

/** What stops look at. */
export interface StoppableOrder {
  /** Those that take part: of family C there may be two. */
  readonly institutionIds: readonly (string | undefined)[]
  readonly partnerId: string
  readonly clientId?: string | undefined
  readonly terminalId?: string | undefined
  readonly terminalKind?: string | undefined
  /** Of account services only. */
  readonly service?: string | undefined
  /** It moves no money: a stop that names no services lets it through. */
  readonly isInquiry?: boolean
  readonly pan?: string | undefined
  readonly currency?: string | undefined
  readonly amountMinor?: bigint | undefined
  /** Of family C only. */
  readonly payerInstitutionId?: string | undefined
  readonly payeeInstitutionId?: string | undefined
}

export interface StopList {
  /** The id of the oldest stop that fits; the order is made only when there is a stop. */
  fitting(order: () => StoppableOrder): string | undefined
  refresh(): Promise<void>
  close(): void
}

interface Options {
  readonly database: Database
  readonly clock: Clock
  readonly log?: { warn(details: object, message: string): void }
}

interface Stop {
  readonly id: string
  readonly institution_id: string | null
  readonly partner_id: string | null
  readonly client_id: string | null
  readonly terminal_id: string | null
  readonly terminal_kind: string | null
  readonly services: readonly string[]
  readonly bin: string | null
  readonly currency_code: string | null
  readonly amount_over_minor: bigint | null
  readonly payer_institution_id: string | null
  readonly payee_institution_id: string | null
  readonly expires_at: Date
  /** The oldest is first. */
  readonly age_order: number
}

/** Throws when they cannot be read at first. Later the last list stays in use until it can be read again. */
export async function openStopList({ database, clock, log }: Options): Promise<StopList> {
  let stops: StopsByInstitution = new Map()
  const { refresh, close } = await followChanges(database, {
    topic: STOPS_TOPIC,
    async read() {
      const endingAfter = new Date(clock.now() - KEPT_AFTER_END_MS)
      const { rows } = await database.query<Stop>(ACTIVE, [endingAfter])
      stops = Map.groupBy(rows, (stop) => stop.institution_id ?? undefined)
    },
    onFailure: (error) => log?.warn({ err: error }, 'the stops could not be read'),
  })
  return {
    fitting(makeOrder) {
      if (stops.size === 0) return undefined
      const order = makeOrder()
      const nowMs = clock.now()
      let oldest: Stop | undefined
      // Those that name no institution are looked at for every order.
      for (const institutionId of new Set([undefined, ...order.institutionIds])) {
        const found = stops.get(institutionId)?.find((stop) => stop.expires_at.getTime() > nowMs && fits(stop, order))
        if (found !== undefined && (oldest === undefined || found.age_order < oldest.age_order)) oldest = found
      }
      return oldest?.id
    },
    refresh,
    close,
  }
}

type StopsByInstitution = ReadonlyMap<string | undefined, readonly Stop[]>

/** The clocks of nodes differ: a stop that has ended by one of them may still be in force by another. */
const KEPT_AFTER_END_MS = HOUR_MS

const ACTIVE = {
  name: 'active-stops',
  text: `SELECT id, institution_id, partner_id, client_id, terminal_id, terminal_kind, services, bin, currency_code, amount_over_minor,
                payer_institution_id, payee_institution_id, expires_at,
                (row_number() OVER (ORDER BY created_at, id))::integer AS age_order
           FROM stops WHERE state = 'ACTIVE' AND expires_at > $1 ORDER BY created_at, id`,
}

/** Whether all that the stop names besides its institution fit the order. */
function fits(stop: Stop, order: StoppableOrder): boolean {
  const isServed =
    stop.services.length === 0
      ? order.isInquiry !== true
      : order.service !== undefined && stop.services.includes(order.service)
  return (
    isServed &&
    isNamed(stop.partner_id, order.partnerId) &&
    isNamed(stop.client_id, order.clientId) &&
    isNamed(stop.terminal_id, order.terminalId) &&
    isNamed(stop.terminal_kind, order.terminalKind) &&
    isNamed(stop.currency_code, order.currency) &&
    isNamed(stop.payer_institution_id, order.payerInstitutionId) &&
    isNamed(stop.payee_institution_id, order.payeeInstitutionId) &&
    (stop.bin === null || order.pan?.startsWith(stop.bin) === true) &&
    (stop.amount_over_minor === null || (order.amountMinor !== undefined && order.amountMinor > stop.amount_over_minor))
  )
}

/** A stop that names nothing here fits anything. */
function isNamed(named: string | null, value: string | undefined): boolean {
  return named === null || named === value
}
