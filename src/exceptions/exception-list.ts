// One list of the exceptions of orders and of digital banking. When a filter can find both, their keys are put in order in one
// statement and the records of the page are read by id; otherwise one of the two is asked alone.

import type { Scope } from '../kernel/scope.ts'
import type { Sql } from '../storage/database.ts'
import { type ListPage, limitTo, type PageRequest } from '../storage/list-query.ts'
import { Parameters } from '../storage/parameters.ts'
import {
  fromTokenExceptions,
  KIND,
  mayFindTokens,
  readTokenExceptions,
} from '../tokens/exceptions/exception-records.ts'
import type { MovementType, TokenExceptionKind, TokenExceptionRecord } from '../tokens/exceptions/token-exception.ts'
import { EXCEPTION_KINDS, type ExceptionKind } from './exception-kinds.ts'
import {
  type ExceptionFilter,
  type ExceptionRecord,
  type ExceptionState,
  fromFiltered,
  listExceptions,
  readExceptions,
} from './exception-records.ts'

export type AnyException = ExceptionRecord | TokenExceptionRecord

export interface AnyFilter {
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly kind?: readonly (ExceptionKind | TokenExceptionKind)[] | undefined
  readonly state?: readonly ExceptionState[] | undefined
  /** Movements of tokens only. */
  readonly movementType?: readonly MovementType[] | undefined
}

const SORTS = { createdAt: 'k.became_at', kind: 'k.kind', state: 'k.is_resolved' } as const

interface KeyRow {
  readonly id: string
  readonly is_of_tokens: boolean
}

export async function listAllExceptions(
  sql: Sql,
  scope: Scope,
  filter: AnyFilter,
  page: PageRequest,
  nowMs: number,
): Promise<ListPage<AnyException>> {
  const orders = orderFilter(filter)
  const hasTokens = mayFindTokens(scope, filter)
  if (orders !== undefined && !hasTokens) return listExceptions(sql, scope, orders, page, nowMs)
  const keysOf = (parameters: Parameters) =>
    [
      ...(orders === undefined ? [] : [orderKeys(scope, orders, nowMs, parameters)]),
      ...(hasTokens ? [tokenKeys(scope, filter, parameters)] : []),
    ].join(' UNION ALL ')
  if (orders === undefined && !hasTokens) return { items: [], total: 0 }
  const counting = new Parameters()
  const count = `SELECT count(*) AS total FROM (${keysOf(counting)}) AS k`
  const paging = new Parameters()
  const part = `SELECT k.id, k.is_of_tokens FROM (${keysOf(paging)}) AS k ORDER BY ${orderOf(page)} ${limitTo(page, paging)}`
  const [counted, { rows }] = await Promise.all([
    sql.query<{ total: bigint }>(count, counting.values),
    sql.query<KeyRow>(part, paging.values),
  ])
  const ids = (isOfTokens: boolean) => rows.filter((row) => row.is_of_tokens === isOfTokens).map(({ id }) => id)
  const records = await Promise.all([
    readExceptions(sql, scope, ids(false), nowMs),
    readTokenExceptions(sql, scope, ids(true)),
  ])
  const byId = new Map<string, AnyException>(records.flat().map((record) => [record.id, record]))
  // One that has changed between the two statements may be missing.
  return {
    items: rows.flatMap(({ id }) => byId.get(id) ?? []),
    total: Number(counted.rows[0]?.total ?? 0n),
  }
}

/** Undefined when the filter finds no exception of an order. */
function orderFilter({ search, institutionId, kind, state, movementType }: AnyFilter): ExceptionFilter | undefined {
  if (movementType !== undefined) return undefined
  const kinds = kind?.filter((one): one is ExceptionKind => (EXCEPTION_KINDS as readonly string[]).includes(one))
  return kinds?.length === 0 ? undefined : { search, institutionId, kind: kinds, state }
}

function orderKeys(scope: Scope, filter: ExceptionFilter, nowMs: number, parameters: Parameters): string {
  return `SELECT x.transaction_id AS id, x.became_at, x.kind, x.action IS NOT NULL AS is_resolved, false AS is_of_tokens
            ${fromFiltered(scope, filter, nowMs, parameters)}`
}

function tokenKeys(scope: Scope, filter: AnyFilter, parameters: Parameters): string {
  return `SELECT e.exception_id AS id, e.recorded_at AS became_at, ${KIND} AS kind, e.ended_at IS NOT NULL AS is_resolved,
                 true AS is_of_tokens
            ${fromTokenExceptions(scope, filter, parameters)}`
}

function orderOf({ sort }: PageRequest): string {
  const newest = 'k.became_at DESC, k.id DESC'
  if (sort === undefined) return newest
  return `${SORTS[sort.field as keyof typeof SORTS]} ${sort.direction === 'desc' ? 'DESC' : 'ASC'}, ${newest}`
}
