// One list of the exceptions of orders and of digital banking. When a filter can find both, their keys are put in order in one
// statement and the records of the page are read by id; otherwise one of the two is asked alone.

import type { Scope } from '../../platform/kernel/scope.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import {
  type IdCondition,
  type ListPage,
  limitTo,
  type PageRequest,
} from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import {
  fromTokenExceptions,
  KIND,
  mayFindTokens,
  readTokenExceptions,
} from '../../tokens/exceptions/exception-records.ts'
import type { MovementType, TokenExceptionKind, TokenExceptionRecord } from '../../tokens/exceptions/token-exception.ts'
import { EXCEPTION_KINDS, type ExceptionKind } from './exception-kinds.ts'
import {
  type ExceptionFilter,
  type ExceptionState,
  fromFiltered,
  listExceptions,
  type Place,
  placesOf,
  type ReadException,
  readExceptions,
} from './exception-records.ts'
import type { Work } from './work/work-records.ts'

/** `work` is absent where nobody asks for it. */
export type AnyException = (ReadException | TokenExceptionRecord) & { readonly work?: Work }

export interface ExceptionKey {
  readonly id: string
  readonly institutionId: string
  readonly kind: ExceptionKind | TokenExceptionKind
  readonly state: ExceptionState
}

export interface AnyFilter {
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  /** About one of these accounts, of customers or of tokens. */
  readonly accountIds?: readonly string[] | undefined
  readonly kind?: readonly (ExceptionKind | TokenExceptionKind)[] | undefined
  readonly state?: readonly ExceptionState[] | undefined
  /** Movements of tokens only. */
  readonly movementType?: readonly MovementType[] | undefined
  readonly idConditions?: readonly IdCondition[] | undefined
}

const SORTS = { createdAt: 'k.became_at', kind: 'k.kind', state: 'k.is_resolved' } as const

interface KeyRow {
  readonly id: string
  readonly is_of_tokens: boolean
}

/** A key with what it is sorted by. */
interface SortedKey extends KeyRow {
  readonly institution_id: string
  readonly kind: string
  readonly is_resolved: boolean
  readonly became_us: bigint
  readonly total: bigint
}

export async function listAllExceptions(
  database: Database,
  scope: Scope,
  filter: AnyFilter,
  page: PageRequest,
  nowMs: number,
): Promise<ListPage<AnyException>> {
  const orders = orderFilter(filter)
  const hasTokens = mayFindTokens(scope, filter)
  const places = orders && (await placesOf(database, scope, filter.institutionId))
  if (orders !== undefined && !hasTokens && places === undefined)
    return listExceptions(database, scope, orders, page, nowMs)
  const keysOf = (parameters: Parameters) =>
    [
      ...(orders === undefined ? [] : [orderKeys(scope, orders, nowMs, parameters)]),
      ...(hasTokens ? [tokenKeys(database, scope, filter, parameters)] : []),
    ].join(' UNION ALL ')
  if (orders === undefined && !hasTokens) return { items: [], total: 0 }
  if (orders !== undefined && places !== undefined) {
    const { keys, total } = await mergedKeys(database, await keySources(database, scope, filter, nowMs), page)
    const institutionIds = new Set(keys.map((key) => key.institution_id))
    return { items: await recordsOf(database, scope, keys, nowMs, institutionIds), total }
  }
  const counting = new Parameters()
  const count = `SELECT count(*) AS total FROM (${keysOf(counting)}) AS k`
  const paging = new Parameters()
  const part = `SELECT k.id, k.is_of_tokens FROM (${keysOf(paging)}) AS k ORDER BY ${orderOf(page)} ${limitTo(page, paging)}`
  const [counted, { rows }] = await Promise.all([
    database.query<{ total: bigint }>(count, counting.values),
    database.query<KeyRow>(part, paging.values),
  ])
  return { items: await recordsOf(database, scope, rows, nowMs), total: Number(counted.rows[0]?.total ?? 0n) }
}

/** The first of them, the oldest first: enough to work on each without reading them all. */
export async function readExceptionKeys(
  database: Database,
  scope: Scope,
  filter: AnyFilter,
  most: number,
  nowMs: number,
): Promise<readonly ExceptionKey[]> {
  const oldest = { page: 1, size: most, sort: { field: 'createdAt', direction: 'asc' } } as const
  const { keys } = await mergedKeys(database, await keySources(database, scope, filter, nowMs), oldest)
  return keys.map((key) => ({
    id: key.id,
    institutionId: key.institution_id,
    kind: key.kind as ExceptionKey['kind'],
    state: key.is_resolved ? 'RESOLVED' : 'OPEN',
  }))
}

/** Statements that yield the keys of all that the filter finds; on distributed books one per institution. */
async function keySources(
  database: Database,
  scope: Scope,
  filter: AnyFilter,
  nowMs: number,
): Promise<((parameters: Parameters) => string)[]> {
  const orders = orderFilter(filter)
  const places = orders && (await placesOf(database, scope, filter.institutionId))
  const sources: ((parameters: Parameters) => string)[] =
    orders === undefined
      ? []
      : (places ?? [undefined]).map((place) => (parameters) => orderKeys(scope, orders, nowMs, parameters, place))
  if (mayFindTokens(scope, filter)) sources.push((parameters) => tokenKeys(database, scope, filter, parameters))
  return sources
}

async function recordsOf(
  database: Database,
  scope: Scope,
  keys: readonly KeyRow[],
  nowMs: number,
  institutionIds?: ReadonlySet<string>,
): Promise<AnyException[]> {
  const ids = (isOfTokens: boolean) => keys.filter((key) => key.is_of_tokens === isOfTokens).map(({ id }) => id)
  const records = await Promise.all([
    readExceptions(database, scope, ids(false), nowMs, institutionIds),
    readTokenExceptions(database, scope, ids(true)),
  ])
  const byId = new Map<string, AnyException>(records.flat().map((record) => [record.id, record]))
  // One that has changed between the two statements may be missing.
  return keys.flatMap(({ id }) => byId.get(id) ?? [])
}

/** On distributed books the keys of each institution come from its server, up to the end of the page, and are put in order here. */
async function mergedKeys(
  sql: Sql,
  sources: readonly ((parameters: Parameters) => string)[],
  page: PageRequest,
): Promise<{ keys: SortedKey[]; total: number }> {
  const found: SortedKey[] = []
  let total = 0
  for (const keysOf of sources) {
    const parameters = new Parameters()
    const { rows } = await sql.query<SortedKey>(
      `SELECT k.id, k.institution_id, k.is_of_tokens, k.kind, k.is_resolved, (extract(epoch FROM k.became_at) * 1000000)::bigint AS became_us,
              count(*) OVER () AS total
         FROM (${keysOf(parameters)}) AS k
        ORDER BY ${orderOf(page)} LIMIT ${parameters.add(page.page * page.size)}`,
      parameters.values,
    )
    total += Number(rows[0]?.total ?? 0n)
    found.push(...rows)
  }
  return { keys: found.sort(comparing(page)).slice((page.page - 1) * page.size, page.page * page.size), total }
}

const SORTED_BY = { createdAt: 'became_us', kind: 'kind', state: 'is_resolved' } as const

/** The order of orderOf(). */
function comparing({ sort }: PageRequest): (a: SortedKey, b: SortedKey) => number {
  const field = sort === undefined ? 'became_us' : SORTED_BY[sort.field as keyof typeof SORTED_BY]
  const sign = sort?.direction === 'asc' ? 1 : -1
  return (a, b) => sign * compare(a[field], b[field]) || -compare(a.became_us, b.became_us) || -compare(a.id, b.id)
}

function compare<T extends string | boolean | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Undefined when the filter finds no exception of an order. */
function orderFilter({
  search,
  institutionId,
  accountIds,
  kind,
  state,
  movementType,
  idConditions,
}: AnyFilter): ExceptionFilter | undefined {
  if (movementType !== undefined) return undefined
  const kinds = kind?.filter((one): one is ExceptionKind => (EXCEPTION_KINDS as readonly string[]).includes(one))
  return kinds?.length === 0 ? undefined : { search, institutionId, accountIds, kind: kinds, state, idConditions }
}

function orderKeys(
  scope: Scope,
  filter: ExceptionFilter,
  nowMs: number,
  parameters: Parameters,
  place?: Place,
): string {
  return `SELECT x.exception_id AS id, x.institution_id, x.became_at, x.kind, x.action IS NOT NULL AS is_resolved, false AS is_of_tokens
            ${fromFiltered(scope, filter, nowMs, parameters, place)}`
}

function tokenKeys(sql: Sql, scope: Scope, filter: AnyFilter, parameters: Parameters): string {
  return `SELECT e.exception_id AS id, e.institution_id, e.recorded_at AS became_at, ${KIND} AS kind, e.ended_at IS NOT NULL AS is_resolved,
                 true AS is_of_tokens
            ${fromTokenExceptions(sql, scope, filter, parameters)}`
}

function orderOf({ sort }: PageRequest): string {
  const newest = 'k.became_at DESC, k.id DESC'
  if (sort === undefined) return newest
  return `${SORTS[sort.field as keyof typeof SORTS]} ${sort.direction === 'desc' ? 'DESC' : 'ASC'}, ${newest}`
}
