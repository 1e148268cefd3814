// Billers: who can be paid from an institution's accounts. Family A finds them by institution and billerId.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { assertVersion, changeRecord, deleteRecord } from '../../records/change-record.ts'
import { recordKind } from '../../records/column-kind.ts'
import { column, lower, sorted } from '../../records/columns.ts'
import { fieldsToSet } from '../../records/fixed-fields.ts'
import type { NewRecord, RecordCaller, RecordChange, RecordFields } from '../../records/record-kind.ts'
import { ofInstitution } from '../../records/scope-conditions.ts'
import { createRecord, switchRecord, writeFields } from '../../records/write-record.ts'
import type { DirectoryServices } from '../change-directory.ts'
import { DirectoryRecords } from '../directory-records.ts'
import { institutionProblem } from '../institution-problems.ts'
import { assertNamedInstitution } from '../named-institution.ts'

export interface BillerRecord extends RecordFields {
  readonly institutionId: string
  /** What family A sends as `biller.institutionId`; unique in the institution. */
  readonly billerId: string
  readonly bin: string
  readonly name: string
  readonly isActive: boolean
}

export interface BillerFilter {
  /** A part of the billerId or of the name, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly isActive?: boolean | undefined
}

export const BILLERS = recordKind<BillerRecord, BillerFilter>({
  resource: 'biller',
  table: 'billers b',
  order: 'b.created_at DESC, b.institution_id, b.biller_id',
  columns: {
    institutionId: sorted('institution_id'),
    billerId: sorted('biller_id'),
    bin: sorted('bin'),
    name: column('name', { sort: lower }),
    isActive: sorted('is_active'),
  },
  // Billers belong to the institution, not to its sub-tenants.
  inScope: (scope, parameters) => ofInstitution('b', scope, parameters),
  matching({ search, institutionId, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(b.biller_id ILIKE ${pattern} OR b.name ILIKE ${pattern})`)
    where.addFor(institutionId, (value) => `b.institution_id = ${value}`)
    where.addFor(isActive, (value) => `b.is_active = ${value}`)
  },
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => institutionProblem('biller-not-found', 'there is no such biller'),
    changed: () => institutionProblem('biller-changed', 'the biller was changed since it was read'),
  },
})

export type NewBiller = NewRecord<BillerRecord, 'isActive'>

export type BillerChange = RecordChange<NewBiller, 'isActive'>

export class Billers extends DirectoryRecords<BillerRecord, BillerFilter> {
  constructor(services: DirectoryServices) {
    super(BILLERS, services)
  }

  /** Refusals: `not-found` or `invalid` for the institution, `conflict` when it has a biller of this billerId. */
  create(caller: RecordCaller, biller: NewBiller): Promise<BillerRecord> {
    return this.transaction(caller, async (work) => {
      await assertNamedInstitution(work.sql, caller.principal.scope, biller.institutionId)
      return await refuseDuplicate('billers_pkey', billerIdTaken, () => createRecord(work, BILLERS, biller))
    })
  }

  /** Refusals: `conflict` when the version is stale, `invalid` when an id would change. */
  update(caller: RecordCaller, id: string, change: BillerChange): Promise<BillerRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, BILLERS, 'biller.update', id, async (before) => {
        assertVersion(BILLERS, before, change.version)
        await writeFields(work, BILLERS, id, fieldsToSet(['institutionId', 'billerId'], before, change))
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<BillerRecord> {
    return this.transaction(caller, (work) => switchRecord(work, BILLERS, id, isActive))
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
}

function billerIdTaken(cause: unknown): Problem {
  return institutionProblem('biller-id-taken', 'the institution has a biller of this billerId already', { cause })
}
