// Business days by hand on two nodes, and what tests ask of them. `now` is the time of all.

import { after, before, beforeEach } from 'node:test'
import { ChannelClient } from '../../../src/channels/channel/conformance/channel-client.ts'
import { ledgerClosingSteps } from '../../../src/ledger/sweeps/ledger-sweeps.ts'
import { BusinessDays } from '../../../src/oversight/business-days/business-days.ts'
import { DayControls } from '../../../src/oversight/business-days/day-controls.ts'
import { EndOfDay } from '../../../src/oversight/business-days/end-of-day.ts'
import { reconciliationLines } from '../../../src/oversight/business-days/reconciliation-file.ts'
import { Rollups } from '../../../src/oversight/transactions/rollups/rollups.ts'
import { addDays, HOUR_MS, isoTimestamp } from '../../../src/platform/kernel/time/clock.ts'
import type { ClosingStep } from '../../../src/platform/kernel/work/closing-step.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import type { TestDatabase } from '../machine/database.ts'
import { type Bank, openBank, plainAccount, SANDBOX, seedBank } from './bank.ts'

// A Tuesday at noon in New York, whose dates end at midnight.
export const NOON = Date.parse('2026-03-10T16:00:00Z')
export const [DAY, NEXT] = ['20260310', '20260311'] as const
export const CUTOVER = Date.parse('2026-03-11T04:00:00Z')
export const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }
export const UNTIL = { until: isoTimestamp(CUTOVER + 4 * HOUR_MS), reason: 'The core is late' }

export const conflict = (reason: string) => ({ kind: 'conflict', reason: `business-days.${reason}` })

/** Declares the hooks of a suite. Every test begins on DAY, with the day before closed. */
export class DaysByHand {
  now = NOON
  /** Of the institution's record. */
  id = ''
  url: string | undefined
  nodes: readonly Bank[] = []
  desks: readonly ChannelClient[] = []
  readonly clock = { now: () => this.now }
  #database: Database | undefined
  #used = 0
  #partners = 0

  constructor(open: () => Promise<TestDatabase>) {
    before(async () => {
      const opened = await open()
      this.#database = opened.database
      this.url = 'url' in opened.location ? opened.location.url : undefined
      await seedBank(this.database, 200, this.clock)
      this.nodes = await Promise.all([0, 1].map(() => openBank(this.database, { clock: this.clock })))
      this.desks = this.nodes.map(({ channel }) => this.deskOf(channel))
      await new Rollups(this.database).refresh()
      const { rows } = await this.database.query<{ id: string }>(
        `SELECT id FROM institutions WHERE institution_id = 'FI001'`,
      )
      this.id = rows[0]?.id ?? ''
    })
    after(() => Promise.all(this.nodes.map((node) => node.close())))
    beforeEach(() => this.begin())
  }

  get database(): Database {
    if (this.#database === undefined) throw new Error('it is opened before the first test')
    return this.#database
  }

  async begin(timeZone = 'America/New_York', cutoverTime = '00:00', date: string = DAY, at = NOON): Promise<void> {
    this.now = at
    const { database } = this
    for (const table of ['closed_days', 'event_outbox', 'business_calendars'])
      await database.query(`DELETE FROM ${table}`)
    await database.query(
      `UPDATE institutions SET time_zone = $1, cutover_time = $2, closed_through = $3, ended_through = NULL, cutover_until = NULL
        WHERE institution_id = 'FI001'`,
      [timeZone, cutoverTime, addDays(date, -1)],
    )
    await database.query(
      `UPDATE institutions SET status = 'DRAFT', closed_through = NULL WHERE institution_id <> 'FI001'`,
    )
    await database.query(
      `UPDATE book_days SET ended_through = $1, closed_through = $1 WHERE institution_id = 'FI001'`,
      [addDays(date, -1)],
    )
    await this.reload()
  }

  /** Of a channel, with RRNs of its own. */
  deskOf(channel: Bank['channel']): ChannelClient {
    const partnerIds = [`PARTNER${++this.#partners}`, 'PARTNER0'] as const
    return new ChannelClient({ ...SANDBOX, channel, partnerIds, newAccount: () => plainAccount(this.#used++) })
  }

  /** A node that closes days. */
  readonly closer = (...more: readonly ClosingStep[]): EndOfDay => {
    const { database, clock } = this
    const steps = [...more, ...ledgerClosingSteps({ database, clock }), new Rollups(database).closingStep()]
    return new EndOfDay({ database, clock, leaseMs: 3_000, steps })
  }

  readonly days = () => new BusinessDays({ database: this.database, clock: this.clock, auditClock: this.clock })

  readonly controls = (endOfDay: Pick<EndOfDay, 'closeDaysOf' | 'assertClosesDays'> = this.closer()) => {
    const { database, clock } = this
    return new DayControls({ database, clock, auditClock: clock, businessDays: this.days(), endOfDay })
  }

  /** A node that dies when the change is committed. */
  readonly dying = () =>
    this.controls({ assertClosesDays() {}, closeDaysOf: () => Promise.reject(new Error('killed')) })

  readonly shownState = async (date: string = DAY) => (await this.days().find({}, this.id, date)).state

  readonly reload = () => Promise.all(this.nodes.map(({ directory }) => directory.reload()))

  /** The business date that an order gets. */
  readonly deposit = async (desk: ChannelClient | undefined) => {
    if (desk === undefined) throw new Error('there is no such node')
    return (await desk.approve(desk.cashDeposit(plainAccount(0), 1_000n))).businessDate
  }

  readonly closedEvents = async (kind = 'business-day.closed'): Promise<string[]> => {
    const { rows } = await this.database.query<{ data: { date: string } }>(
      `SELECT data FROM event_outbox WHERE kind = $1 AND institution_id = 'FI001' ORDER BY data ->> 'date'`,
      [kind],
    )
    return rows.map(({ data }) => data.date)
  }

  readonly fileOf = async (date: string): Promise<string> => {
    let text = ''
    for await (const piece of reconciliationLines(this.database, 'FI001', date)) text += piece
    return text
  }
}
