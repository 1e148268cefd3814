// The ways out for an order that a host has to take back: RETRY asks it now, and leaves the exception open until it has;
// SETTLED_OUTSIDE records that the institutions have settled it between them, and the order counts as reversed.

import { authorOf } from '../../../administration/audit/actor.ts'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import type { RecordCaller } from '../../../administration/records/record-kind.ts'
import { retryTakingBack, settleOutside } from '../../../channels/core/iso8583/end-take-back.ts'
import { maskPansIn } from '../../../platform/kernel/identifiers/pan.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { HostAction } from '../exception-kinds.ts'
import { exceptionProblem } from '../exception-problems.ts'
import type { ExceptionRecord } from '../exception-records.ts'

export interface HostResolution {
  readonly action: HostAction
  readonly reason: string
  readonly externalReference?: string | undefined
}

export async function resolveHostException(
  database: Database,
  caller: RecordCaller,
  exception: ExceptionRecord,
  { action, reason: typed, externalReference: typedReference }: HostResolution,
): Promise<void> {
  if (action === 'SETTLED_OUTSIDE' && typedReference === undefined) {
    throw invalidFields([{ path: 'externalReference', message: 'must be given for SETTLED_OUTSIDE' }])
  }
  const { id, institutionId, kind, state, transaction } = exception
  const [reason, externalReference] = [maskPansIn(typed), maskPansIn(typedReference ?? '')]
  await database.transaction(async (sql) => {
    await lock(sql, exception)
    const end = await (action === 'RETRY' ? retryTakingBack : settleOutside)(sql, transaction.id)
    if (end === 'under-way') throw exceptionProblem('action-not-possible', 'the host is being asked: try again later')
    if (end === 'over') throw exceptionProblem('already-resolved', 'the host has taken it back')
    if (action === 'SETTLED_OUTSIDE') {
      await sql.query(
        `UPDATE host_exceptions
            SET action = 'SETTLED_OUTSIDE', reason = $3, external_reference = $4, resolved_by = $5, resolved_at = clock_timestamp()
          WHERE institution_id = $1 AND exception_id = $2`,
        [institutionId, id, reason, externalReference, authorOf(caller.actor)],
      )
    }
    await recordAudit(sql, systemClock.now(), caller.actor, {
      action: 'exception.resolve',
      resource: 'exception',
      resourceId: id,
      institutionId,
      before: { kind, state },
      after: { kind, action, reason, ...(action === 'SETTLED_OUTSIDE' && { state: 'RESOLVED', externalReference }) },
    })
  })
}

async function lock(sql: Sql, { id, institutionId }: ExceptionRecord): Promise<void> {
  const { rows } = await sql.query<{ action: string | null }>(
    `SELECT action FROM host_exceptions WHERE institution_id = $1 AND exception_id = $2 FOR UPDATE`,
    [institutionId, id],
  )
  if (rows[0]?.action !== null) throw exceptionProblem('already-resolved', 'the exception is resolved already')
}
