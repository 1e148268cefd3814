// Billers: who can be paid from an institution's accounts. Family A finds them by institution and billerId.

import { authorOf } from '../../audit/actor.ts'
import { newId } from '../../kernel/ids.ts'
import type { Problem } from '../../kernel/problem.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
  recordCreation,
  UNCHANGED,
} from '../../records/change-record.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { Records } from '../../records/records.ts'
import { refuseDuplicate } from '../../storage/duplicates.ts'
import { changeDirectory, type DirectoryServices } from '../change-directory.ts'
import { assertFixed } from '../fixed-fields.ts'
import { institutionProblem } from '../institution-problems.ts'
import { assertNamedInstitution } from '../named-institution.ts'
import { BILLERS, type BillerFilter, type BillerRecord } from './biller-records.ts'

export interface NewBiller {
  readonly institutionId: string
  readonly billerId: string
  readonly bin: string
  readonly name: string
  readonly isActive?: boolean | undefined
}

/** Absent fields stay unchanged; `version` is the one that was read. */
export interface BillerChange extends Partial<Omit<NewBiller, 'isActive'>> {
  readonly version: number
}

export class Billers extends Records<BillerRecord, BillerFilter> {
  readonly #services: DirectoryServices

  constructor(services: DirectoryServices) {
    super(BILLERS, services)
    this.#services = services
  }

  /** Refusals: `not-found` or `invalid` for the institution, `conflict` when it has a biller of this billerId. */
  create(caller: RecordCaller, biller: NewBiller): Promise<BillerRecord> {
    const { institutionId, billerId, bin, name, isActive = true } = biller
    return this.transaction(caller, async (work) => {
      await assertNamedInstitution(work.sql, caller.principal.scope, institutionId)
      const id = newId(work.nowMs)
      await refuseDuplicate('billers_pkey', billerIdTaken, () =>
        work.sql.query(
          `INSERT INTO billers (id, institution_id, biller_id, bin, name, is_active, created_at, updated_at, created_by,
                                updated_by)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $8)`,
          [id, institutionId, billerId, bin, name, isActive, new Date(work.nowMs), authorOf(caller.actor)],
        ),
      )
      return await recordCreation(work, BILLERS, 'biller.create', id)
    })
  }

  /** Refusals: `conflict` when the version is stale, `invalid` when an id would change. */
  update(caller: RecordCaller, id: string, change: BillerChange): Promise<BillerRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, BILLERS, 'biller.update', id, async (before) => {
        assertVersion(BILLERS, before, change.version)
        assertFixed(['institutionId', 'billerId'], before, change)
        await work.sql.query('UPDATE billers SET bin = $2, name = $3 WHERE id = $1', [
          id,
          change.bin ?? before.bin,
          change.name ?? before.name,
        ])
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<BillerRecord> {
    const action = isActive ? 'biller.activate' : 'biller.deactivate'
    return this.transaction(caller, (work) =>
      changeRecord(work, BILLERS, action, id, async (before) => {
        if (before.isActive === isActive) return UNCHANGED
        return work.sql.query('UPDATE billers SET is_active = $2 WHERE id = $1', [id, isActive])
      }),
    )
  }

  /** Refusals: `conflict` when payments name it: they keep its id. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, BILLERS, 'biller.delete', id, async ({ institutionId, billerId }) => {
        const { rowCount } = await work.sql.query(
          'SELECT FROM transactions WHERE biller_id = $1 AND institution_id = $2 LIMIT 1',
          [billerId, institutionId],
        )
        if (rowCount > 0) throw institutionProblem('biller-in-use', 'the biller has payments; deactivate it instead')
        await work.sql.query('DELETE FROM billers WHERE id = $1', [id])
      }),
    )
  }

  /** This node sees the change as soon as it is committed. */
  protected override transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    return changeDirectory(this.#services, (sql, nowMs) => run({ sql, nowMs, caller }))
  }
}

function billerIdTaken(cause: unknown): Problem {
  return institutionProblem('biller-id-taken', 'the institution has a biller of this billerId already', { cause })
}
