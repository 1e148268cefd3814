// The directory's store: reads all its tables into one immutable snapshot, and again when a change is announced. Readers
// always see one whole snapshot, never a mix of two.

import type { Environment } from '../../platform/kernel/environment.ts'
import { type Clock, systemClock } from '../../platform/kernel/time/clock.ts'
import { coalesce } from '../../platform/storage/broadcast/coalesce.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { ClosedValues, describeUnknown, type UnknownValue } from '../../platform/storage/statements/closed-values.ts'
import { type AccountTypes, NO_ACCOUNT_TYPES, readAccountTypes } from './account-types/read-account-types.ts'
import { readCapabilities } from './capabilities/read-capabilities.ts'
import { readClients } from './clients/read-clients.ts'
import { iso8583Settings, type SentIso8583Settings } from './connectivity/iso8583-settings.ts'
import { CORE_TYPES, type CoreType } from './core-types.ts'
import {
  type Biller,
  type Capability,
  type Client,
  type CoreConnection,
  type Directory,
  type HostConnection,
  INSTITUTION_STATUSES,
  type Institution,
  type InstitutionBranch,
  type Partner,
  SERVICES,
  TERMINAL_KINDS,
  TERMINAL_STATUSES,
  type Terminal,
  type WithdrawalLimits,
} from './directory.ts'
import { openHotCardList } from './hot-cards/hot-card-list.ts'
import { API_FAMILIES } from './partners/api-families.ts'
import { openStopList } from './stops/stop-list.ts'

/** Announced by a trigger whenever the directory's epoch moves. A change of any of its tables moves it. */
export const DIRECTORY_TOPIC = 'directory'
/** For an institution without a core, where nothing waits for one. */
const DEFAULT_CORE_TIMEOUT_MS = 10_000

interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface DirectoryOptions {
  readonly database: Database
  /** Which of an institution's core connections this process uses. */
  readonly environment: Environment
  /** Real time, by which hot cards end. */
  readonly clock?: Clock
  readonly log?: Log
}

export interface OpenDirectory extends Directory {
  /** Stops following changes; the last snapshot stays readable. */
  close(): void
}

interface Snapshot {
  readonly epoch: bigint
  readonly institutions: ReadonlyMap<string, Institution>
  readonly partners: ReadonlyMap<string, Partner>
  readonly clients: ReadonlyMap<string, Client>
  /** By institution, then by id. */
  readonly terminals: ReadonlyMap<string, ReadonlyMap<string, Terminal>>
  readonly billers: ReadonlyMap<string, ReadonlyMap<string, Biller>>
  readonly accountTypes: AccountTypes
  readonly capabilities: ReadonlyMap<string, Capability>
  /** Values that this version does not know. */
  readonly unknown: readonly UnknownValue[]
}

const NOTHING: Snapshot = {
  epoch: -1n,
  institutions: new Map(),
  partners: new Map(),
  clients: new Map(),
  terminals: new Map(),
  billers: new Map(),
  accountTypes: NO_ACCOUNT_TYPES,
  capabilities: new Map(),
  unknown: [],
}

/** Throws when the first snapshot cannot be read. Later the last snapshot stays in use until a new one can be read. */
export async function openDirectory(options: DirectoryOptions): Promise<OpenDirectory> {
  const { database, environment, clock = systemClock, log } = options
  let snapshot: Snapshot = NOTHING
  let reported: ReadonlySet<string> = new Set()

  const reload = coalesce(async () => {
    snapshot = await readSnapshot(database, environment)
    report(snapshot.unknown)
  })
  const refresh = coalesce(async () => {
    if ((await readEpoch(database)) !== snapshot.epoch) await reload()
  })

  function report(unknown: readonly UnknownValue[]): void {
    const found = new Map(unknown.map((value) => [describeUnknown(value), value]))
    for (const [message, value] of found) {
      // Reported once while it lasts: every change of any row reloads everything.
      if (!reported.has(message)) log?.error(value, message)
    }
    reported = new Set(found.keys())
  }

  const subscription = database.changes.subscribe(DIRECTORY_TOPIC, {
    onChange: refresh,
    onGap: refresh,
    poll: refresh,
    onFailure: (error) => log?.warn({ err: error }, 'the directory could not be refreshed'),
  })
  const listed = { database, clock, ...(log && { log }) }
  const [hotCards, stops] = await Promise.all([openHotCardList(listed), openStopList(listed), reload()]).catch(
    (error: unknown) => {
      subscription.close()
      throw error
    },
  )

  return {
    institution: (institutionId) => snapshot.institutions.get(institutionId),
    institutions: () => snapshot.institutions.values(),
    partner: (partnerId) => snapshot.partners.get(partnerId),
    client: (clientId) => snapshot.clients.get(clientId),
    terminal: (institutionId, terminalId) => snapshot.terminals.get(institutionId)?.get(terminalId),
    biller: (institutionId, billerId) => snapshot.billers.get(institutionId)?.get(billerId),
    accountType: (institutionId, code) => snapshot.accountTypes.byCode.get(institutionId)?.get(code),
    accountTypeOfCore: (institutionId, coreCode) => snapshot.accountTypes.byCoreCode.get(institutionId)?.get(coreCode),
    capability: (code) => snapshot.capabilities.get(code),
    hotCard: hotCards.reasonOf,
    stop: stops.fitting,
    async reload() {
      await Promise.all([reload(), hotCards.refresh(), stops.refresh()])
    },
    close() {
      subscription.close()
      hotCards.close()
      stops.close()
    },
  }
}

async function readEpoch(sql: Sql): Promise<bigint | undefined> {
  const { rows } = await sql.query<{ epoch: bigint }>({
    name: 'directory-epoch',
    text: 'SELECT epoch FROM directory_epoch',
  })
  return rows[0]?.epoch
}

/** The epoch and the rows come from the same database snapshot. */
function readSnapshot(database: Database, environment: Environment): Promise<Snapshot> {
  return database.transaction(async (sql) => {
    const closedValues = new ClosedValues()
    const [, epoch, institutions, partners, clients, terminals, billers, accountTypes, capabilities] =
      await Promise.all([
        sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'),
        readEpoch(sql),
        readInstitutions(sql, environment, closedValues),
        readPartners(sql, closedValues),
        readClients(sql, closedValues),
        readTerminals(sql, closedValues),
        readBillers(sql),
        readAccountTypes(sql, closedValues),
        readCapabilities(sql),
      ])
    const { unknown } = closedValues
    const participants = { institutions, partners, clients, terminals, billers }
    return { epoch: epoch ?? 0n, ...participants, accountTypes, capabilities, unknown }
  })
}

interface LimitColumns {
  limit_per_transaction_minor: bigint | null
  limit_per_day_minor: bigint | null
  limit_count_per_day: number | null
}

interface InstitutionRow extends LimitColumns {
  institution_id: string
  name: string
  status: string
  base_currency: string
  time_zone: string
  cutover_time: string
  services: string[]
  branches: InstitutionBranch[]
  max_access_fee_minor: bigint | null
  hold_days: number
  reversal_window_hours: number
  reversal_force: boolean
  cutover_until: Date | null
  closed_through: string | null
  ended_through: string | null
  core_type: string | null
  timeout_ms: number | null
  base_url: string | null
  user_name_sealed: string | null
  password_sealed: string | null
  host: string | null
  port: number | null
  iso8583: SentIso8583Settings | null
  mac_key_sealed: string | null
  client_key_sealed: string | null
  connection_changed_at: Date | null
  max_connections: number
  breaker_failure_rate: number
  breaker_open_ms: number
}

async function readInstitutions(
  sql: Sql,
  environment: Environment,
  closed: ClosedValues,
): Promise<Map<string, Institution>> {
  const { rows } = await sql.query<InstitutionRow>(
    `SELECT i.institution_id, i.name, i.status, i.base_currency, i.time_zone, i.cutover_time, i.services, i.branches,
            i.limit_per_transaction_minor, i.limit_per_day_minor, i.limit_count_per_day, i.max_access_fee_minor,
            i.hold_days, i.reversal_window_hours, i.reversal_force, i.cutover_until, i.closed_through, i.ended_through,
            c.core_type, c.timeout_ms, c.base_url, c.user_name_sealed, c.password_sealed, c.max_connections, c.breaker_failure_rate, c.breaker_open_ms,
            c.host, c.port, c.iso8583, c.mac_key_sealed, c.client_key_sealed, c.updated_at AS connection_changed_at
       FROM institutions i
       LEFT JOIN core_connections c
              ON c.institution_id = i.institution_id AND c.environment = $1 AND c.status = 'ACTIVE'
      ORDER BY i.institution_id`,
    [environment],
  )
  return new Map(rows.map((row) => [row.institution_id, institutionOf(row, environment, closed)]))
}

function institutionOf(row: InstitutionRow, environment: Environment, closed: ClosedValues): Institution {
  const source = { table: 'institutions', key: row.institution_id }
  return {
    institutionId: row.institution_id,
    name: row.name,
    status: closed.one(INSTITUTION_STATUSES, row.status, { ...source, column: 'status' }),
    baseCurrency: row.base_currency,
    timeZone: row.time_zone,
    cutoverTime: row.cutover_time,
    services: closed.all(SERVICES, row.services, { ...source, column: 'services' }),
    branches: row.branches,
    limits: limitsOf(row),
    ...(row.max_access_fee_minor !== null && { maxAccessFeeMinor: row.max_access_fee_minor }),
    holdDays: row.hold_days,
    reversalWindowHours: row.reversal_window_hours,
    reversalForce: row.reversal_force,
    ...(row.closed_through !== null && { closedThrough: row.closed_through }),
    ...(row.ended_through !== null && { endedThrough: row.ended_through }),
    cutoverUntilMs: row.cutover_until?.getTime() ?? 0,
    coreType: row.core_type === null ? 'NONE' : coreTypeOf(row.core_type, row.institution_id, environment, closed),
    coreTimeoutMs: row.timeout_ms ?? DEFAULT_CORE_TIMEOUT_MS,
    ...(row.base_url !== null && { coreConnection: connectionOf(row, row.base_url) }),
    ...(row.core_type === 'ISO8583' &&
      row.host !== null &&
      row.port !== null && { hostConnection: hostConnectionOf(row, row.host, row.port) }),
  }
}

function coreTypeOf(value: string, institutionId: string, environment: Environment, closed: ClosedValues): CoreType {
  const source = { table: 'core_connections', key: `${institutionId} ${environment}`, column: 'core_type' }
  return closed.one(CORE_TYPES, value, source)
}

function connectionOf(row: InstitutionRow, baseUrl: string): CoreConnection {
  return {
    baseUrl,
    ...(row.user_name_sealed !== null && { userNameSealed: row.user_name_sealed }),
    ...(row.password_sealed !== null && { passwordSealed: row.password_sealed }),
    maxConnections: row.max_connections,
    breakerFailureRate: row.breaker_failure_rate,
    breakerOpenMs: row.breaker_open_ms,
  }
}

function hostConnectionOf(row: InstitutionRow, host: string, port: number): HostConnection {
  return {
    host,
    port,
    settings: iso8583Settings(row.iso8583),
    ...(row.mac_key_sealed !== null && { macKeySealed: row.mac_key_sealed }),
    ...(row.client_key_sealed !== null && { clientKeySealed: row.client_key_sealed }),
    maxConnections: row.max_connections,
    breakerFailureRate: row.breaker_failure_rate,
    breakerOpenMs: row.breaker_open_ms,
    activeSinceMs: row.connection_changed_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }
}

function limitsOf(row: LimitColumns): WithdrawalLimits {
  return {
    ...(row.limit_per_transaction_minor !== null && { perTransactionMinor: row.limit_per_transaction_minor }),
    ...(row.limit_per_day_minor !== null && { perDayMinor: row.limit_per_day_minor }),
    ...(row.limit_count_per_day !== null && { countPerDay: row.limit_count_per_day }),
  }
}

interface PartnerRow {
  partner_id: string
  families: string[]
  operations: string[]
  institution_ids: string[]
  client_id_policy: boolean
  rate_per_second: number | null
  is_active: boolean
}

async function readPartners(sql: Sql, closed: ClosedValues): Promise<Map<string, Partner>> {
  const { rows } = await sql.query<PartnerRow>(
    'SELECT partner_id, families, operations, institution_ids, client_id_policy, rate_per_second, is_active FROM partners',
  )
  const partners = rows.map((row): [string, Partner] => [
    row.partner_id,
    {
      partnerId: row.partner_id,
      families: closed.all(API_FAMILIES, row.families, { table: 'partners', key: row.partner_id, column: 'families' }),
      operations: new Set(row.operations),
      institutionIds: new Set(row.institution_ids),
      clientIdPolicy: row.client_id_policy,
      ...(row.rate_per_second !== null && { ratePerSecond: row.rate_per_second }),
      isActive: row.is_active,
    },
  ])
  return new Map(partners)
}

interface TerminalRow extends LimitColumns {
  institution_id: string
  terminal_id: string
  kind: string
  status: string
  branch_id: string
  currencies: string[]
  services: string[]
  smallest_note_minor: bigint | null
  note_currency: string | null
}

async function readTerminals(sql: Sql, closed: ClosedValues): Promise<Map<string, Map<string, Terminal>>> {
  const { rows } = await sql.query<TerminalRow>(
    `SELECT t.institution_id, t.terminal_id, t.kind, t.status, t.branch_id, t.currencies,
            CASE WHEN t.inherits_services THEN i.services ELSE t.services END AS services, t.smallest_note_minor,
            t.note_currency, t.limit_per_transaction_minor, t.limit_per_day_minor, t.limit_count_per_day
       FROM terminals t
       JOIN institutions i ON i.institution_id = t.institution_id`,
  )
  return byInstitution(rows, (row) => [row.terminal_id, terminalOf(row, closed)])
}

function terminalOf(row: TerminalRow, closed: ClosedValues): Terminal {
  const source = { table: 'terminals', key: `${row.institution_id} ${row.terminal_id}` }
  return {
    terminalId: row.terminal_id,
    kind: closed.one(TERMINAL_KINDS, row.kind, { ...source, column: 'kind' }),
    status: closed.one(TERMINAL_STATUSES, row.status, { ...source, column: 'status' }),
    branchId: row.branch_id,
    currencies: new Set(row.currencies),
    services: closed.all(SERVICES, row.services, { ...source, column: 'services' }),
    ...(row.smallest_note_minor !== null &&
      row.note_currency !== null && { smallestNote: { minor: row.smallest_note_minor, currency: row.note_currency } }),
    limits: limitsOf(row),
  }
}

interface BillerRow {
  institution_id: string
  biller_id: string
  bin: string
  is_active: boolean
}

async function readBillers(sql: Sql): Promise<Map<string, Map<string, Biller>>> {
  const { rows } = await sql.query<BillerRow>('SELECT institution_id, biller_id, bin, is_active FROM billers')
  return byInstitution(rows, (row) => [
    row.biller_id,
    { billerId: row.biller_id, bin: row.bin, isActive: row.is_active },
  ])
}

function byInstitution<Row extends { institution_id: string }, Item>(
  rows: readonly Row[],
  entryOf: (row: Row) => [id: string, item: Item],
): Map<string, Map<string, Item>> {
  const groups = Map.groupBy(rows, (row) => row.institution_id)
  return new Map([...groups].map(([institutionId, group]) => [institutionId, new Map(group.map(entryOf))]))
}
