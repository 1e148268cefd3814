// Transaction capabilities: what may be done with an account. They are for all institutions, so only users of the platform
// change them, and those of the platform itself never change.

import { authorOf } from '../../audit/actor.ts'
import { newId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
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
import type { Sql } from '../../storage/database.ts'
import { refuseDuplicate } from '../../storage/duplicates.ts'
import { changeDirectory, type PartnerServices } from '../change-directory.ts'
import type { Capability } from '../directory.ts'
import { assertFixed } from '../fixed-fields.ts'
import { institutionProblem } from '../institution-problems.ts'
import { CAPABILITIES, type CapabilityFilter, type CapabilityRecord } from './capability-records.ts'

/** Absent flags are off. */
export interface NewCapability {
  readonly code: string
  readonly description: string
  readonly flags: Partial<Capability>
  readonly isActive?: boolean | undefined
}

/** Absent fields and flags stay unchanged; `version` is the one that was read. */
export interface CapabilityChange {
  readonly version: number
  readonly code?: string | undefined
  readonly description?: string | undefined
  readonly flags?: Partial<Capability> | undefined
}

const NO_FLAGS: Capability = {
  inquiry: false,
  withdrawal: false,
  deposit: false,
  transferFrom: false,
  transferTo: false,
  billPayment: false,
  cardless: false,
}

export class Capabilities extends Records<CapabilityRecord, CapabilityFilter> {
  readonly #services: PartnerServices

  constructor(services: PartnerServices) {
    super(CAPABILITIES, services)
    this.#services = services
  }

  /** Refusals: `forbidden` for a user with a scope, `conflict` when the code is taken. */
  create(caller: RecordCaller, capability: NewCapability): Promise<CapabilityRecord> {
    assertPlatform(caller.principal.scope)
    const { code, description, flags, isActive = true } = capability
    return this.transaction(caller, async (work) => {
      const id = newId(work.nowMs)
      await refuseDuplicate('transaction_capabilities_pkey', codeTaken, () =>
        work.sql.query(
          `INSERT INTO transaction_capabilities (id, description, inquiry, withdrawal, deposit, transfer_from, transfer_to,
                                                 bill_payment, cardless, code, is_active, created_by, updated_by, created_at,
                                                 updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $13)`,
          [
            id,
            description,
            ...flagColumns({ ...NO_FLAGS, ...flags }),
            code,
            isActive,
            authorOf(caller.actor),
            new Date(work.nowMs),
          ],
        ),
      )
      return await recordCreation(work, CAPABILITIES, 'transaction-capability.create', id)
    })
  }

  /** Refusals: `forbidden`, `not-found`, and `conflict` for one of the platform or when the version is stale. */
  update(caller: RecordCaller, id: string, change: CapabilityChange): Promise<CapabilityRecord> {
    assertPlatform(caller.principal.scope)
    return this.transaction(caller, (work) =>
      changeRecord(work, CAPABILITIES, 'transaction-capability.update', id, async (before) => {
        assertVersion(CAPABILITIES, before, change.version)
        assertFixed(['code'], before, change)
        assertOwn(before)
        await work.sql.query(
          `UPDATE transaction_capabilities
              SET description = $2, inquiry = $3, withdrawal = $4, deposit = $5, transfer_from = $6, transfer_to = $7,
                  bill_payment = $8, cardless = $9
            WHERE id = $1`,
          [id, change.description ?? before.description, ...flagColumns({ ...before.flags, ...change.flags })],
        )
      }),
    )
  }

  /** Refusals: `forbidden`, `not-found`, and `conflict` for one of the platform. */
  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<CapabilityRecord> {
    assertPlatform(caller.principal.scope)
    const action = isActive ? 'transaction-capability.activate' : 'transaction-capability.deactivate'
    return this.transaction(caller, (work) =>
      changeRecord(work, CAPABILITIES, action, id, async (before) => {
        assertOwn(before)
        if (before.isActive === isActive) return UNCHANGED
        return work.sql.query('UPDATE transaction_capabilities SET is_active = $2 WHERE id = $1', [id, isActive])
      }),
    )
  }

  /** Refusals: `forbidden`, `not-found`, and `conflict` for one of the platform or one that is in use. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    assertPlatform(caller.principal.scope)
    return this.transaction(caller, (work) =>
      deleteRecord(work, CAPABILITIES, 'transaction-capability.delete', id, async (before) => {
        assertOwn(before)
        if (await isInUse(work.sql, before.code)) {
          throw institutionProblem('capability-in-use', 'accounts or account types have the transaction capability')
        }
        await work.sql.query('DELETE FROM transaction_capabilities WHERE id = $1', [id])
      }),
    )
  }

  /** Every node sees the change when the caller is answered. */
  protected override transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    return changeDirectory(this.#services, (sql, nowMs) => run({ sql, nowMs, caller }))
  }
}

function assertPlatform({ institutionId }: Scope): void {
  if (institutionId === undefined) return
  throw institutionProblem(
    'capabilities-of-all',
    'transaction capabilities are for all institutions: you may read them',
  )
}

function assertOwn({ isSystem }: CapabilityRecord): void {
  if (isSystem)
    throw institutionProblem('capability-of-platform', 'a transaction capability of the platform never changes')
}

function codeTaken(cause: unknown) {
  return institutionProblem('capability-code-taken', 'the code is taken', { cause })
}

function flagColumns(flags: Capability): boolean[] {
  const { inquiry, withdrawal, deposit, transferFrom, transferTo, billPayment, cardless } = flags
  return [inquiry, withdrawal, deposit, transferFrom, transferTo, billPayment, cardless]
}

/** Both tables refer to the row, which is locked: nobody can begin to use it meanwhile. */
async function isInUse(sql: Sql, code: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `(SELECT 1 FROM accounts WHERE txn_capability = $1 LIMIT 1)
     UNION ALL
     (SELECT 1 FROM account_types WHERE default_txn_capability = $1 LIMIT 1)`,
    [code],
  )
  return rowCount > 0
}
