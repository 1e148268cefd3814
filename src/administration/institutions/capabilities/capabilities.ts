// Transaction capabilities: what may be done with an account. They are for all institutions, so only users of the platform
// change them, and those of the platform itself never change.

import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { assertVersion, changeRecord, deleteRecord } from '../../records/change-record.ts'
import { recordKind } from '../../records/column-kind.ts'
import { group, sorted } from '../../records/columns.ts'
import { assertFixed } from '../../records/fixed-fields.ts'
import type { RecordCaller, RecordFields } from '../../records/record-kind.ts'
import { createRecord, switchRecord, writeFields } from '../../records/write-record.ts'
import type { DirectoryServices } from '../change-directory.ts'
import type { Capability } from '../directory.ts'
import { DirectoryRecords } from '../directory-records.ts'
import { institutionProblem } from '../institution-problems.ts'

export interface CapabilityRecord extends RecordFields {
  /** Two characters, as accounts name it. */
  readonly code: string
  readonly description: string
  readonly flags: Capability
  /** Part of the platform: it never changes. */
  readonly isSystem: boolean
  /** When false, it grants nothing. */
  readonly isActive: boolean
}

export interface CapabilityFilter {
  /** A part of the code or of the description, in any letter case. */
  readonly search?: string | undefined
  readonly isSystem?: boolean | undefined
  readonly isActive?: boolean | undefined
}

export const CAPABILITIES = recordKind<CapabilityRecord, CapabilityFilter>({
  resource: 'transaction-capability',
  table: 'transaction_capabilities c',
  order: 'c.created_at DESC, c.code',
  columns: {
    code: sorted('code'),
    description: sorted('description'),
    flags: group<Capability>({
      inquiry: 'inquiry',
      withdrawal: 'withdrawal',
      deposit: 'deposit',
      transferFrom: 'transfer_from',
      transferTo: 'transfer_to',
      billPayment: 'bill_payment',
      cardless: 'cardless',
    }),
    isSystem: 'is_system',
    isActive: 'is_active',
  },
  // Everybody reads them; the concept refuses changes by users with a scope.
  inScope: () => 'true',
  matching({ search, isSystem, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(c.code ILIKE ${pattern} OR c.description ILIKE ${pattern})`)
    where.addFor(isSystem, (value) => `c.is_system = ${value}`)
    where.addFor(isActive, (value) => `c.is_active = ${value}`)
  },
  ownerOf: () => ({}),
  refusals: {
    notFound: () => institutionProblem('capability-not-found', 'there is no such transaction capability'),
    changed: () => institutionProblem('capability-changed', 'the transaction capability was changed since it was read'),
  },
})

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

export class Capabilities extends DirectoryRecords<CapabilityRecord, CapabilityFilter> {
  constructor(services: DirectoryServices) {
    super(CAPABILITIES, services)
  }

  /** Refusals: `forbidden` for a user with a scope, `conflict` when the code is taken. */
  create(caller: RecordCaller, capability: NewCapability): Promise<CapabilityRecord> {
    assertPlatform(caller.principal.scope)
    const { code, description, flags, isActive = true } = capability
    return refuseDuplicate('transaction_capabilities_pkey', codeTaken, () =>
      this.transaction(caller, (work) =>
        createRecord(work, CAPABILITIES, { code, description, flags: { ...NO_FLAGS, ...flags }, isActive }),
      ),
    )
  }

  /** Refusals: `forbidden`, `not-found`, and `conflict` for one of the platform or when the version is stale. */
  update(caller: RecordCaller, id: string, change: CapabilityChange): Promise<CapabilityRecord> {
    assertPlatform(caller.principal.scope)
    return this.transaction(caller, (work) =>
      changeRecord(work, CAPABILITIES, 'transaction-capability.update', id, async (before) => {
        assertVersion(CAPABILITIES, before, change.version)
        assertFixed(['code'], before, change)
        assertOwn(before)
        await writeFields(work, CAPABILITIES, id, {
          description: change.description,
          flags: { ...before.flags, ...change.flags },
        })
      }),
    )
  }

  /** Refusals: `forbidden`, `not-found`, and `conflict` for one of the platform. */
  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<CapabilityRecord> {
    assertPlatform(caller.principal.scope)
    return this.transaction(caller, (work) => switchRecord(work, CAPABILITIES, id, isActive, assertOwn))
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

/** Both tables refer to the row, which is locked: no other transaction can begin to use it. */
async function isInUse(sql: Sql, code: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `(SELECT 1 FROM accounts WHERE txn_capability = $1 LIMIT 1)
     UNION ALL
     (SELECT 1 FROM account_types WHERE default_txn_capability = $1 LIMIT 1)`,
    [code],
  )
  return rowCount > 0
}
