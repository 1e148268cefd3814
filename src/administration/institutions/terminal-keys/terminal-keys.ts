// Terminal keys. The key is returned once, when it is made, and stored sealed. Times are real ones: the sandbox's movable
// clock does not end keys.
//
//   state      activate   rotate                   revoke    time
//   PENDING    ACTIVE     409                      REVOKED   EXPIRED after a year
//   ACTIVE     409        ROTATING, and an         REVOKED   EXPIRED after a year
//                         ACTIVE successor
//   ROTATING   409        409                      REVOKED   EXPIRED after 24 hours
//   REVOKED    409        409                      409       –
//   EXPIRED    409        409                      409       –
//
// Activating a key makes the ACTIVE one of the same terminal and type ROTATING. Every change locks the terminal first, so
// that changes of its keys come one after the other. A new key is inserted by hand: the statement counts its version.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { authorOf } from '../../audit/actor.ts'
import { changeRecord, type RecordWork, readerOf, recordCreation } from '../../records/change-record.ts'
import { lockRecord, readRecord } from '../../records/read-records.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { Records } from '../../records/records.ts'
import type { PartnerServices } from '../change-directory.ts'
import { institutionProblem } from '../institution-problems.ts'
import { type KeyAlgorithm, keyCheckValue, keyContext, newKey } from './key-material.ts'
import {
  type KeyStatus,
  type KeyType,
  TERMINAL_KEYS,
  type TerminalKeyFilter,
  type TerminalKeyRecord,
} from './terminal-key-records.ts'

const OVERLAP_MS = DAY_MS
const DEFAULT_ALGORITHM: KeyAlgorithm = 'AES256'

export interface NewTerminalKey {
  readonly terminalId: string
  readonly institutionId: string
  readonly keyType: KeyType
  /** HMAC_SHA256 only for APP keys; AES256 by default. */
  readonly algorithm?: KeyAlgorithm | undefined
}

/** The key is returned once, when it is made: base64 of 32 bytes. */
export interface KeyWithSecret extends TerminalKeyRecord {
  readonly appKey: string
}

interface Made extends Omit<NewTerminalKey, 'algorithm'> {
  readonly algorithm: KeyAlgorithm
  readonly status: KeyStatus
}

type KeyServices = Pick<PartnerServices, 'database' | 'clock' | 'secretBox'>

export class TerminalKeys extends Records<TerminalKeyRecord, TerminalKeyFilter> {
  readonly #secretBox: SecretBox

  constructor(services: KeyServices) {
    super(TERMINAL_KEYS, services)
    this.#secretBox = services.secretBox
  }

  /** Refusals: `not-found` for what is outside the scope, `invalid`, `conflict` for a decommissioned terminal. */
  create(caller: RecordCaller, key: NewTerminalKey): Promise<KeyWithSecret> {
    const { algorithm = DEFAULT_ALGORITHM } = key
    if (algorithm === 'HMAC_SHA256' && key.keyType !== 'APP') {
      throw invalidFields([{ path: 'algorithm', message: 'HMAC_SHA256 is for keys of type APP only' }])
    }
    return this.transaction(caller, async (work) => {
      await lockNamedTerminal(work.sql, caller.principal.scope, key)
      return await this.#make(work, 'terminal-key.create', { ...key, algorithm, status: 'PENDING' })
    })
  }

  /** Refusals: `not-found`, and `conflict` unless the key is PENDING and the terminal is in use. */
  activate(caller: RecordCaller, id: string): Promise<TerminalKeyRecord> {
    return this.transaction(caller, async (work) => {
      const key = await this.#lock(work, id)
      assertState(key, ['PENDING'], 'activated')
      const active = await activeOf(work.sql, key)
      if (active !== undefined) await supersede(work, active)
      return await changeRecord(work, TERMINAL_KEYS, 'terminal-key.activate', id, () =>
        work.sql.query(`UPDATE terminal_keys SET status = 'ACTIVE' WHERE id = $1`, [id]),
      )
    })
  }

  /** Returns the successor. Refusals: `not-found`, and `conflict` unless the key is ACTIVE and the terminal is in use. */
  rotate(caller: RecordCaller, id: string): Promise<KeyWithSecret> {
    return this.transaction(caller, async (work) => {
      const key = await this.#lock(work, id)
      assertState(key, ['ACTIVE'], 'rotated')
      await supersede(work, id)
      return await this.#make(work, 'terminal-key.rotate', { ...key, status: 'ACTIVE' })
    })
  }

  /** Refusals: `not-found`, and `conflict` when it is revoked or expired. */
  revoke(caller: RecordCaller, id: string): Promise<TerminalKeyRecord> {
    return this.transaction(caller, async (work) => {
      const { sql } = work
      await lockTerminal(sql, await readRecord(sql, TERMINAL_KEYS, readerOf(work), id))
      return await changeRecord(work, TERMINAL_KEYS, 'terminal-key.revoke', id, (before) => {
        assertState(before, ['PENDING', 'ACTIVE', 'ROTATING'], 'revoked')
        return sql.query(`UPDATE terminal_keys SET status = 'REVOKED' WHERE id = $1`, [id])
      })
    })
  }

  /** Locks the key's terminal, which must be in use, and then the key. */
  async #lock(work: RecordWork, id: string): Promise<TerminalKeyRecord> {
    const { sql } = work
    const found = await readRecord(sql, TERMINAL_KEYS, readerOf(work), id)
    assertInUse(await lockTerminal(sql, found))
    return await lockRecord(sql, TERMINAL_KEYS, readerOf(work), id, 'change')
  }

  async #make(work: RecordWork, action: string, made: Made): Promise<KeyWithSecret> {
    const { nowMs } = work
    const id = newId(nowMs)
    const key = newKey()
    const appKey = key.toString('base64')
    await insertKey(work, made, [
      id,
      this.#secretBox.seal(appKey, keyContext(id)),
      keyCheckValue(key, made.algorithm),
      new Date(nowMs),
      yearAfter(nowMs),
    ])
    return { ...(await recordCreation(work, TERMINAL_KEYS, action, id)), appKey }
  }
}

function assertState({ status }: TerminalKeyRecord, from: readonly KeyStatus[], participle: string): void {
  if (!from.includes(status)) throw keyState(`a key that is ${status} cannot be ${participle}`)
}

function keyState(message: string): Problem {
  return institutionProblem('terminal-key-state', message)
}

function assertInUse(terminalStatus: string | undefined): void {
  if (terminalStatus === 'DECOMMISSIONED') throw keyState('the terminal is decommissioned')
}

interface TerminalIdentity {
  readonly institutionId: string
  readonly terminalId: string
}

/** Returns its status, or undefined when there is none. */
async function lockTerminal(sql: Sql, { institutionId, terminalId }: TerminalIdentity): Promise<string | undefined> {
  const { rows } = await sql.query<{ status: string }>(
    'SELECT status FROM terminals WHERE institution_id = $1 AND terminal_id = $2 FOR NO KEY UPDATE',
    [institutionId, terminalId],
  )
  return rows[0]?.status
}

/** A user with a scope does not learn whether a terminal outside it exists. */
async function lockNamedTerminal(sql: Sql, scope: Scope, named: TerminalIdentity): Promise<void> {
  const notFound = () => institutionProblem('terminal-not-found', 'there is no such terminal')
  if (scope.institutionId !== undefined && scope.institutionId !== named.institutionId) throw notFound()
  const { rows } = await sql.query<{ status: string; sub_tenant_id: string | null }>(
    'SELECT status, sub_tenant_id FROM terminals WHERE institution_id = $1 AND terminal_id = $2 FOR NO KEY UPDATE',
    [named.institutionId, named.terminalId],
  )
  const [terminal] = rows
  if (scope.subTenantId !== undefined && terminal?.sub_tenant_id !== scope.subTenantId) throw notFound()
  if (terminal !== undefined) return assertInUse(terminal.status)
  if (scope.institutionId !== undefined) throw notFound()
  throw invalidFields([{ path: 'terminalId', message: 'is not a terminal of the institution' }])
}

/** The key that is stored as ACTIVE, also when its time is over. */
async function activeOf(sql: Sql, key: TerminalKeyRecord): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM terminal_keys
      WHERE institution_id = $1 AND terminal_id = $2 AND key_type = $3 AND status = 'ACTIVE'`,
    [key.institutionId, key.terminalId, key.keyType],
  )
  return rows[0]?.id
}

/** The key stays valid for a while, so that the terminal can be given its successor. */
async function supersede(work: RecordWork, id: string): Promise<void> {
  await changeRecord(work, TERMINAL_KEYS, 'terminal-key.supersede', id, () =>
    work.sql.query(
      `UPDATE terminal_keys
          SET status = CASE WHEN expires_at <= $2 THEN 'EXPIRED' ELSE 'ROTATING' END, expires_at = least(expires_at, $3)
        WHERE id = $1`,
      [id, new Date(work.nowMs), new Date(work.nowMs + OVERLAP_MS)],
    ),
  )
}

/** The caller holds the lock of the terminal, so no other transaction takes the same key version. */
async function insertKey(work: RecordWork, made: Made, values: readonly unknown[]): Promise<void> {
  await work.sql.query(
    `INSERT INTO terminal_keys (id, app_key_sealed, kcv, valid_from, expires_at, institution_id, terminal_id, key_type,
                                algorithm, status, created_by, updated_by, created_at, updated_at, key_version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $4, $4,
             (SELECT coalesce(max(key_version), 0) + 1 FROM terminal_keys
               WHERE institution_id = $6 AND terminal_id = $7 AND key_type = $8))`,
    [
      ...values,
      made.institutionId,
      made.terminalId,
      made.keyType,
      made.algorithm,
      made.status,
      authorOf(work.caller.actor),
    ],
  )
}

function yearAfter(nowMs: number): Date {
  const end = new Date(nowMs)
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end
}
