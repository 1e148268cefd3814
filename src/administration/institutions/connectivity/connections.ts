// Connections to cores: any number per institution and environment, of which one is in use.
//
//   status    | test       | change of core, address | activate | deactivate | delete
//             |            | or credentials          |          |            |
//   DRAFT     | ▸ TESTED ¹ | DRAFT                   | 409      | 409        | yes
//   TESTED    | ▸ TESTED ¹ | ▸ DRAFT                 | ▸ ACTIVE | 409        | yes
//   ACTIVE    | stays      | 409                     | stays    | ▸ INACTIVE | 409
//   INACTIVE  | stays      | ▸ DRAFT                 | ▸ ACTIVE | stays      | yes
//
//   ¹ a test that fails: ▸ DRAFT. Activation makes the connection that was ACTIVE before INACTIVE.

import type { Environment } from '../../../platform/kernel/environment.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { authorOf } from '../../audit/actor.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
  readerOf,
  recordCreation,
  UNCHANGED,
} from '../../records/change-record.ts'
import { assertFixed } from '../../records/fixed-fields.ts'
import { readRecord } from '../../records/read-records.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import type { PartnerServices } from '../change-directory.ts'
import { type ChosenCoreType, isRemoteCore } from '../core-types.ts'
import { DirectoryRecords } from '../directory-records.ts'
import { institutionProblem } from '../institution-problems.ts'
import { assertNamedInstitution } from '../named-institution.ts'
import { CONNECTIONS, type ConnectionFilter, type ConnectionRecord } from './connection-records.ts'
import { changedSecrets, NO_SECRETS, type SentSecrets } from './connection-secrets.ts'
import {
  type ConnectionSettings,
  DEFAULTS,
  isTestedAlike,
  mergedSettings,
  readSettings,
  type SentSettings,
  settingColumns,
  settingsFaults,
} from './connection-settings.ts'

export interface NewConnection extends SentSettings, SentSecrets {
  readonly institutionId: string
  readonly environment: Environment
  readonly coreType: ChosenCoreType
  readonly name: string
}

/** Absent fields stay unchanged; `version` is the one that was read. */
export interface ConnectionChange extends SentSettings, SentSecrets {
  readonly version: number
  readonly institutionId?: string | undefined
  readonly environment?: Environment | undefined
  readonly coreType?: ChosenCoreType | undefined
}

export interface TestResult {
  readonly isPassed: boolean
  /** For the person who set the connection up. It quotes nothing that a server answered. */
  readonly message: string
}

export interface ConnectionServices extends PartnerServices {
  /** The environment of this process, the only one whose connections it can test. */
  readonly environment: Environment
  /** Tries settings out, within a bounded time. */
  test(settings: ConnectionSettings): Promise<TestResult>
  /** Counts a test by a user. Returns 0 when it is allowed, otherwise the seconds until the next one is. */
  admitTest(userId: string): number
}

export class Connections extends DirectoryRecords<ConnectionRecord, ConnectionFilter> {
  readonly #services: ConnectionServices

  constructor(services: ConnectionServices) {
    super(CONNECTIONS, services)
    this.#services = services
  }

  /** Refusals: `not-found` for an institution outside the scope, `invalid`. */
  create(caller: RecordCaller, sent: NewConnection): Promise<ConnectionRecord> {
    const { institutionId, environment, coreType, name } = sent
    const secrets = changedSecrets(this.#services.secretBox, NO_SECRETS, sent)
    const settings = mergedSettings({ ...DEFAULTS, coreType, name }, sent, secrets)
    return this.transaction(caller, async (work) => {
      await assertNamedInstitution(work.sql, caller.principal.scope, institutionId)
      assertUsable(settings, environment)
      const id = newId(work.nowMs)
      await work.sql.query(
        `INSERT INTO core_connections (id, core_type, name, base_url, host, port, user_name_sealed, password_sealed,
                                       admin_password_sealed, timeout_ms, max_connections, breaker_failure_rate,
                                       breaker_open_ms, iso8583, mac_key_sealed, client_key_sealed, institution_id,
                                       environment, status, created_by, updated_by, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 'DRAFT', $19, $19, $20, $20)`,
        [id, ...settingColumns(settings), institutionId, environment, authorOf(caller.actor), new Date(work.nowMs)],
      )
      return await recordCreation(work, CONNECTIONS, 'core-connectivity.create', id)
    })
  }

  /** Refusals: as for create, and `conflict` when the version is stale, or the record read-only or in use as it is. */
  update(caller: RecordCaller, id: string, change: ConnectionChange): Promise<ConnectionRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, CONNECTIONS, 'core-connectivity.update', id, async (before) => {
        assertVersion(CONNECTIONS, before, change.version)
        assertFixed(['institutionId', 'environment'], before, change)
        assertWritable(before)
        const stored = await readSettings(work.sql, before)
        if (stored === undefined) throw CONNECTIONS.refusals.changed()
        const secrets = changedSecrets(this.#services.secretBox, stored.secrets, change)
        const settings = mergedSettings(stored, change, secrets)
        assertUsable(settings, before.environment)
        const isDraft = !isTestedAlike(stored, settings)
        if (isDraft && before.status === 'ACTIVE') {
          throw institutionProblem('connection-active', 'it is in use: activate another one instead')
        }
        await work.sql.query(
          `UPDATE core_connections
              SET core_type = $2, name = $3, base_url = $4, host = $5, port = $6, user_name_sealed = $7,
                  password_sealed = $8, admin_password_sealed = $9, timeout_ms = $10, max_connections = $11,
                  breaker_failure_rate = $12, breaker_open_ms = $13, iso8583 = $14, mac_key_sealed = $15,
                  client_key_sealed = $16
            WHERE id = $1`,
          [id, ...settingColumns(settings)],
        )
        // The last test says nothing about the new settings.
        if (isDraft) {
          await work.sql.query(
            `UPDATE core_connections
                SET status = 'DRAFT', tested_at = NULL, test_status = NULL, test_latency_ms = NULL, test_message = NULL
              WHERE id = $1`,
            [id],
          )
        }
      }),
    )
  }

  /** Refusals: `not-found`, `conflict` as in the table above. */
  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<ConnectionRecord> {
    return this.transaction(caller, (work) => (isActive ? activate(work, id) : deactivate(work, id)))
  }

  /** Refusals: `not-found`, and `conflict` when it is read-only or in use. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, CONNECTIONS, 'core-connectivity.delete', id, async (before) => {
        assertWritable(before)
        if (before.status === 'ACTIVE') {
          throw institutionProblem('connection-active', 'it is in use: deactivate it first')
        }
        await work.sql.query('DELETE FROM core_connections WHERE id = $1', [id])
      }),
    )
  }

  /**
   * Tries the settings out and records the result. No transaction is open during the test. Refusals: `not-found`,
   * `conflict` for a connection of another environment or one that is changed during the test, `rate-limited`.
   */
  async test(caller: RecordCaller, id: string): Promise<ConnectionRecord> {
    const { database, environment } = this.#services
    const tested = await this.find(caller.principal.scope, id)
    if (tested.environment !== environment) {
      throw institutionProblem(
        'connection-elsewhere',
        `it belongs to ${tested.environment}, and this is ${environment}`,
      )
    }
    const settings = await readSettings(database, tested)
    if (settings === undefined) throw CONNECTIONS.refusals.changed()
    // Other tests reach nothing outside.
    if (isRemoteCore(settings.coreType)) this.#admitTest(caller)
    const startedMs = monotonicMs()
    const { isPassed, message } = await this.#services.test(settings)
    const latencyMs = Math.round(monotonicMs() - startedMs)
    return this.transaction(caller, (work) =>
      changeRecord(work, CONNECTIONS, 'core-connectivity.test', id, async (before) => {
        const current = await readSettings(work.sql, before)
        if (current === undefined || !isTestedAlike(settings, current)) throw CONNECTIONS.refusals.changed()
        await work.sql.query(
          `UPDATE core_connections
              SET tested_at = $2, test_status = $3, test_latency_ms = $4, test_message = $5,
                  status = CASE WHEN status IN ('DRAFT', 'TESTED') THEN $6 ELSE status END
            WHERE id = $1`,
          [id, new Date(work.nowMs), isPassed ? 'PASSED' : 'FAILED', latencyMs, message, isPassed ? 'TESTED' : 'DRAFT'],
        )
      }),
    )
  }

  /** Keeps a person from searching a network with tests. */
  #admitTest({ actor }: RecordCaller): void {
    const retryAfterSeconds = this.#services.admitTest(authorOf(actor))
    if (retryAfterSeconds === 0) return
    throw institutionProblem('connection-tests-exceeded', 'too many tests', { retryAfterSeconds })
  }
}

async function activate(work: RecordWork, id: string): Promise<ConnectionRecord> {
  const former = await lockForActivation(work, id)
  // First, because at most one may be ACTIVE at any time.
  if (former !== undefined && former !== id) await setStatus(work, former, 'core-connectivity.deactivate', 'INACTIVE')
  return changeRecord(work, CONNECTIONS, 'core-connectivity.activate', id, async ({ status }) => {
    if (status === 'ACTIVE') return UNCHANGED
    if (status === 'DRAFT') throw institutionProblem('connection-not-tested', 'it has not passed a test as it is')
    return work.sql.query(`UPDATE core_connections SET status = 'ACTIVE' WHERE id = $1`, [id])
  })
}

function deactivate(work: RecordWork, id: string): Promise<ConnectionRecord> {
  return changeRecord(work, CONNECTIONS, 'core-connectivity.deactivate', id, async ({ status }) => {
    if (status === 'INACTIVE') return UNCHANGED
    if (status !== 'ACTIVE') throw institutionProblem('connection-not-active', 'it is not in use')
    return work.sql.query(`UPDATE core_connections SET status = 'INACTIVE' WHERE id = $1`, [id])
  })
}

/**
 * Locks the connections of the same institution and environment, in one order: two activations at once would otherwise
 * wait for each other. Returns the one that is ACTIVE.
 */
async function lockForActivation(work: RecordWork, id: string): Promise<string | undefined> {
  const { institutionId, environment } = await readRecord(work.sql, CONNECTIONS, readerOf(work), id)
  const scope = [institutionId, environment]
  await work.sql.query(
    'SELECT FROM core_connections WHERE institution_id = $1 AND environment = $2 ORDER BY id FOR NO KEY UPDATE',
    scope,
  )
  const { rows } = await work.sql.query<{ id: string }>(
    `SELECT id FROM core_connections WHERE institution_id = $1 AND environment = $2 AND status = 'ACTIVE'`,
    scope,
  )
  return rows[0]?.id
}

function setStatus(work: RecordWork, id: string, action: string, status: 'INACTIVE'): Promise<ConnectionRecord> {
  return changeRecord(work, CONNECTIONS, action, id, () =>
    work.sql.query('UPDATE core_connections SET status = $2 WHERE id = $1', [id, status]),
  )
}

function assertUsable(settings: ConnectionSettings, environment: Environment): void {
  const faults = settingsFaults(settings, environment)
  if (faults.length > 0) throw invalidFields(faults)
}

/** The sandbox's own connections can be activated and tested, nothing else. */
function assertWritable({ coreType }: ConnectionRecord): void {
  if (coreType !== 'SANDBOX') return
  throw institutionProblem('connection-read-only', 'a connection of the sandbox cannot be changed or deleted')
}
