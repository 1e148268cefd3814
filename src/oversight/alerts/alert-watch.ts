// Measures what alert rules watch, raises alerts and clears them again.
//
//   OK      at the threshold for `forMinutes`   → RAISED   its people are told: notification, mail, event, audit log
//   RAISED  not at the threshold any more       → OK       they are told again
//
// One node measures at a time: two that see a core differently would raise and clear one alert in turn. What cannot be measured
// leaves an alert as it is.

import type { Logger } from 'pino'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type AlertSources, type Measured, type Reading, readMetric, readOnce } from './alert-readings.ts'
import type { AlertMetric } from './alert-rule-records.ts'
import { type AlertChange, type AlertTellingParts, tellAlert } from './tell-alert.ts'

const EVERY_MS = 30_000
const DUTY_SECONDS = 90
const PAGE = 200

export interface AlertWatchParts extends AlertTellingParts {
  readonly database: Database
  readonly sources: AlertSources
  readonly log?: Pick<Logger, 'warn'>
}

interface RuleRow {
  readonly id: string
  readonly name: string
  readonly metric: AlertMetric
  readonly institution_id: string | null
  readonly response_code: string | null
  readonly threshold: string
  readonly for_minutes: number
  readonly state: 'OK' | 'RAISED'
  readonly value: string | null
  readonly about: string | null
  readonly breached_since: Date | null
}

export class AlertWatch {
  readonly #parts: AlertWatchParts
  readonly #nodeId: string

  constructor(parts: AlertWatchParts) {
    this.#parts = parts
    this.#nodeId = newId(parts.clock.now())
  }

  sweep(): Sweep {
    return { name: 'watch-alerts', everyMs: EVERY_MS, run: (stopping) => this.measureAll(stopping) }
  }

  /** Measures every rule that is on, unless another node is at it. */
  async measureAll(stopping?: AbortSignal): Promise<void> {
    if (!(await this.#isOnDuty())) return
    // Rules often watch the same.
    const readings = new Map<string, Promise<Reading>>()
    const sources = readOnce(this.#parts.sources)
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const { rows } = await this.#parts.database.query<RuleRow>(
        `SELECT id, name, metric, institution_id, response_code, threshold, for_minutes, state, value, about, breached_since
           FROM alert_rules WHERE is_active AND id > $1 ORDER BY id LIMIT ${PAGE}`,
        [after],
      )
      for (const row of rows) {
        if (stopping?.aborted === true) return
        await this.#measure(row, sources, readings)
      }
      after = rows.at(-1)?.id ?? after
      if (rows.length < PAGE) return
    }
  }

  async #isOnDuty(): Promise<boolean> {
    const { rowCount } = await this.#parts.database.query(
      `UPDATE alert_duty SET node_id = $1, until = now() + make_interval(secs => ${DUTY_SECONDS})
        WHERE node_id = $1 OR until < now()`,
      [this.#nodeId],
    )
    return rowCount > 0
  }

  async #measure(row: RuleRow, sources: AlertSources, readings: Map<string, Promise<Reading>>): Promise<void> {
    const reading = await this.#readingOf(row, sources, readings)
    if (reading?.value === undefined) return
    const { value, about = '' } = reading
    const threshold = Number(row.threshold)
    const isBreached = row.metric === 'approval-rate' ? value < threshold : value >= threshold
    const nowMs = this.#parts.clock.now()
    const sinceMs = row.breached_since?.getTime() ?? nowMs
    const isRaised = isBreached && (row.state === 'RAISED' || nowMs - sinceMs >= row.for_minutes * MINUTE_MS)
    if (isRaised !== (row.state === 'RAISED')) return await this.#move(row, isRaised, { value, about })
    const breachedSince = isBreached ? new Date(sinceMs) : null
    const isKnown =
      Number(row.value ?? Number.NaN) === value &&
      (row.about ?? '') === about &&
      row.breached_since?.getTime() === breachedSince?.getTime()
    if (isKnown) return
    await this.#parts.database.query(
      'UPDATE alert_rules SET value = $2, about = $3, breached_since = $4 WHERE id = $1 AND is_active',
      [row.id, value, about, breachedSince],
    )
  }

  /** Once, whoever else measures or changes the rule. */
  async #move(row: RuleRow, isRaised: boolean, { value, about }: { value: number; about: string }): Promise<void> {
    const { database, clock } = this.#parts
    const nowMs = clock.now()
    await database.transaction(async (sql) => {
      const { rows } = await sql.query<AlertChange>(
        `UPDATE alert_rules
            SET state = $3, value = $4, about = $5, raised_at = CASE WHEN $3 = 'RAISED' THEN $6::timestamptz END,
                breached_since = CASE WHEN $3 = 'RAISED' THEN coalesce(breached_since, $6) END,
                acknowledged_at = NULL, acknowledged_by = NULL
          WHERE id = $1 AND state = $2 AND is_active
         RETURNING id, name, metric, institution_id, threshold::float8 AS threshold, value::float8 AS value, about, state,
                   user_ids, role_ids, webhook_id`,
        [row.id, row.state, isRaised ? 'RAISED' : 'OK', value, about, new Date(nowMs)],
      )
      const [change] = rows
      if (change !== undefined) await tellAlert(sql, nowMs, change, this.#parts)
    })
    this.#parts.mailQueued()
  }

  async #readingOf(
    row: RuleRow,
    sources: AlertSources,
    readings: Map<string, Promise<Reading>>,
  ): Promise<Reading | undefined> {
    const { metric, institution_id: institutionId, response_code: responseCode } = row
    const measured: Measured = {
      metric,
      institutionId: institutionId ?? undefined,
      responseCode: responseCode ?? undefined,
    }
    const key = JSON.stringify(measured)
    const reading = readings.get(key) ?? readMetric(sources, measured)
    readings.set(key, reading)
    try {
      return await reading
    } catch (error) {
      this.#parts.log?.warn({ err: error, metric }, 'an alert rule cannot be measured')
      return undefined
    }
  }
}
