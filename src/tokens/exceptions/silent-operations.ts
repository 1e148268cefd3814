// LEDGER_SILENT: an operation that its ledger has neither carried out nor refused for too long while it is up. The exception is open
// until the operation has ended, however that came about.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { DigitalLedger } from '../ledgers/digital-ledger.ts'
import type { LedgerName } from '../ledgers/ledger-names.ts'
import type { IssuerFactsCache } from '../movements/checks/issuer-facts.ts'
import type { SettingsOf } from '../settings.ts'

const EVERY_MS = 10_000
const PER_RUN = 500
const HEALTH_LIMIT_MS = 5_000

export interface SilentOperationsParts {
  readonly database: Database
  readonly clock: Clock
  ledgerOf(name: LedgerName): DigitalLedger
  readonly issuers: IssuerFactsCache
  readonly settingsOf: SettingsOf
}

interface WaitingRow {
  readonly institution_id: string
  readonly movement_id: string
  readonly issuer_id: string
  readonly updated_at: Date
  readonly op_id: string
}

export function silentSweep(parts: SilentOperationsParts): Sweep {
  const { database, clock, issuers, settingsOf, ledgerOf } = parts
  /** When each ledger was last seen down: only time in which it is up counts. */
  const downAtMs = new Map<LedgerName, number>()

  async function isUp(name: LedgerName): Promise<boolean> {
    try {
      await withTimeout(ledgerOf(name).health(), HEALTH_LIMIT_MS)
      return true
    } catch {
      downAtMs.set(name, clock.now())
      return false
    }
  }

  return {
    name: 'silent-ledgers',
    everyMs: EVERY_MS,
    async run() {
      await endSilent(parts)
      // The oldest first: an operation is stored with the last change of its movement.
      const { rows } = await database.query<WaitingRow>(READ_WAITING)
      const up = new Map<LedgerName, boolean>()
      for (const row of rows) {
        const issuer = await issuers.of(row.issuer_id)
        const { ledger } = issuer
        const sinceMs = Math.max(row.updated_at.getTime(), downAtMs.get(ledger) ?? 0)
        if (clock.now() - sinceMs < settingsOf(issuer).silentAfterMs) continue
        if (!up.has(ledger)) up.set(ledger, await isUp(ledger))
        if (up.get(ledger) === true) await recordSilent(parts, row)
      }
    },
  }
}

/** Of a transfer's last leg the payee's ledger is asked; which one is silent, the movement tells. */
const READ_WAITING = {
  name: 'read-waiting-token-operations',
  text: `SELECT m.institution_id, m.movement_id,
                CASE WHEN m.kind = 'TRANSFER' AND m.work -> 'op' ->> 'leg' = 'MINT' THEN m.payee_issuer_id ELSE m.issuer_id END AS issuer_id,
                m.updated_at, m.work -> 'op' ->> 'opId' AS op_id
           FROM token_movements m
          WHERE m.is_open AND m.work ? 'op' AND NOT m.work -> 'op' ? 'hasFailed'
          ORDER BY m.updated_at LIMIT ${PER_RUN}`,
}

/** Once per operation, by whichever node finds it. */
async function recordSilent({ database, clock }: SilentOperationsParts, row: WaitingRow): Promise<void> {
  const nowMs = clock.now()
  await database.query(
    `INSERT INTO token_exceptions (institution_id, exception_id, movement_id, kind, detail, recorded_at, last_at, op_id)
     SELECT $1, $2::uuid, $3::uuid, 'LEDGER_SILENT', 'the ledger has neither carried out nor refused an operation', $4::timestamptz,
            $4::timestamptz, $5
      WHERE NOT EXISTS (SELECT FROM token_exceptions
                         WHERE movement_id = $3::uuid AND kind = 'LEDGER_SILENT' AND op_id = $5 AND ended_at IS NULL)`,
    [row.institution_id, newId(nowMs), row.movement_id, isoTimestamp(nowMs), row.op_id],
  )
}

async function endSilent({ database, clock }: SilentOperationsParts): Promise<void> {
  const { rows: open } = await database.query<{ institution_id: string; movement_id: string; op_id: string }>(
    `SELECT institution_id, movement_id, op_id FROM token_exceptions
      WHERE kind = 'LEDGER_SILENT' AND ended_at IS NULL ORDER BY recorded_at LIMIT ${PER_RUN}`,
  )
  for (const { institution_id: bookId, movement_id: movementId, op_id: opId } of open) {
    const { rows } = await database.query<{ op_id: string | null; has_failed: boolean }>(
      `SELECT work -> 'op' ->> 'opId' AS op_id, coalesce((work -> 'op' ->> 'hasFailed')::boolean, false) AS has_failed
         FROM token_movements WHERE institution_id = $1 AND movement_id = $2::uuid AND is_open`,
      [bookId, movementId],
    )
    if (rows[0]?.op_id === opId && !rows[0].has_failed) continue
    await database.query(
      `UPDATE token_exceptions SET ended_at = $3::timestamptz
        WHERE institution_id = $1 AND movement_id = $2::uuid AND kind = 'LEDGER_SILENT' AND op_id = $4 AND ended_at IS NULL`,
      [bookId, movementId, isoTimestamp(clock.now()), opId],
    )
  }
}
