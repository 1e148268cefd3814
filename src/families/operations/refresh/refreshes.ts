// Refreshes what nodes keep in memory, on every node: rule files, the directory, caches. Each node does its own part and
// reads its own disk; the node that was asked collects what came of it.

import type { Actor } from '../../../administration/audit/actor.ts'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { type Clock, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { EveryNode, type NodeResult } from '../../../platform/storage/broadcast/every-node.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { RuleBook } from '../../../rules/rule-book.ts'
import { type RuleName, ruleNameOf } from '../../../rules/rule-names.ts'
import { noteRefresh, type SeenRefreshes } from '../../../rules/rule-refreshes.ts'

export const CACHE_NAMES = ['directory', 'properties', 'sessions', 'keys'] as const
export type CacheName = (typeof CACHE_NAMES)[number]

/** A cache of this node. */
export interface Cache {
  readonly name: CacheName
  /** Drops or reloads the entries of these ids, or all of them. A cache that is one whole ignores the ids. */
  refresh(ids?: readonly string[]): unknown
}

export interface CacheRequest {
  readonly name: CacheName
  readonly ids?: readonly string[] | undefined
}

export interface RefreshFailure {
  readonly name: string
  readonly reason: string
}

export interface RefreshReply {
  readonly requestId: string
  readonly refreshed: readonly string[]
  readonly skipped: readonly string[]
  readonly failed: readonly RefreshFailure[]
  readonly durationMs: number
}

/** What a refresh of channels reloads; all of it is the directory. */
const CHANNELS = ['institutions', 'partners', 'clients', 'terminals', 'billers', 'capabilities'] as const

type Request =
  | { readonly kind: 'rules'; readonly names: readonly RuleName[]; readonly requestId: string }
  | { readonly kind: 'caches'; readonly caches: readonly CacheRequest[] }
  | { readonly kind: 'channels' }

/** What one node did. */
type Done = Pick<RefreshReply, 'refreshed' | 'skipped' | 'failed'>

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface RefreshesParts {
  readonly database: Database
  readonly clock: Clock
  readonly rules: RuleBook
  readonly seenRefreshes: SeenRefreshes
  /** Those that this process has; the others are skipped. */
  readonly caches: readonly Cache[]
  readonly log: Log
}

const TOPIC = 'refresh'
/** Announcements take 8000 bytes. Rather than more ids than fit, the whole cache is dropped. */
const MAX_REQUEST_LENGTH = 6_000
const MAX_REASON_LENGTH = 500

export class Refreshes {
  readonly #parts: RefreshesParts
  readonly #everyNode: EveryNode

  private constructor(parts: RefreshesParts) {
    this.#parts = parts
    this.#everyNode = new EveryNode({
      database: parts.database,
      topic: TOPIC,
      run: async (request) => JSON.stringify(await this.#run(JSON.parse(request) as Request)),
      onGap: () => this.#catchUp(),
    })
  }

  /** Subscribes, then catches up with what was asked for since the rules were loaded. */
  static async open(parts: RefreshesParts): Promise<Refreshes> {
    const refreshes = new Refreshes(parts)
    await refreshes.#refreshMissedRules()
    return refreshes
  }

  /** Names may end in `.json`. Those that are unknown fail here and reach no node. */
  async rules(files: readonly string[], actor: Actor): Promise<RefreshReply> {
    const startedMs = monotonicMs()
    const requestId = newId(this.#parts.clock.now())
    const known = [...new Set(files.flatMap((file) => ruleNameOf(file) ?? []))]
    const failed = files
      .filter((file) => ruleNameOf(file) === undefined)
      .map((name) => ({ name, reason: 'there are no rules of this name' }))
    const request: Request = { kind: 'rules', names: known, requestId }
    const done = known.length === 0 ? NOTHING_DONE : await this.#onEveryNode(request, requestId, actor, 'rules')
    const all = { ...done, failed: [...failed, ...done.failed] }
    return this.#reply(requestId, all, startedMs, actor, 'rules')
  }

  async channels(actor: Actor): Promise<RefreshReply> {
    return this.#refresh({ kind: 'channels' }, actor, 'channels')
  }

  /** All caches unless some are named. */
  async caches(asked: readonly CacheRequest[] | undefined, actor: Actor): Promise<RefreshReply> {
    const caches = mergedById(asked ?? CACHE_NAMES.map((name) => ({ name })))
    const request: Request = { kind: 'caches', caches }
    const isTooLong = JSON.stringify(request).length > MAX_REQUEST_LENGTH
    const sent: Request = isTooLong ? { kind: 'caches', caches: caches.map(({ name }) => ({ name })) } : request
    return this.#refresh(sent, actor, 'cache')
  }

  close(): void {
    this.#everyNode.close()
  }

  async #refresh(request: Request, actor: Actor, resource: string): Promise<RefreshReply> {
    const startedMs = monotonicMs()
    const requestId = newId(this.#parts.clock.now())
    const done = await this.#onEveryNode(request, requestId, actor, resource)
    return this.#reply(requestId, done, startedMs, actor, resource)
  }

  /** The request is audited with its announcement: what is audited is done, and what is done is audited. */
  async #onEveryNode(request: Request, requestId: string, actor: Actor, resource: string): Promise<Done> {
    const { database, clock } = this.#parts
    const results = await this.#everyNode.ask(JSON.stringify(request), (announce) =>
      database.transaction(async (sql) => {
        if (request.kind === 'rules') await noteRefresh(sql, request.names, requestId)
        await announce(sql)
        const { kind: _, ...asked } = { requestId, ...request }
        await recordAudit(sql, clock.now(), actor, { action: `${resource}.refresh`, resource, after: asked })
      }),
    )
    return together(results)
  }

  async #reply(
    requestId: string,
    done: Done,
    startedMs: number,
    actor: Actor,
    resource: string,
  ): Promise<RefreshReply> {
    const { database, clock, log } = this.#parts
    const outcome = done.failed.length === 0 ? 'SUCCESS' : 'FAILURE'
    const entry = { action: `${resource}.refreshed`, resource, after: { requestId, ...done }, outcome } as const
    const record = (sql: Sql) => recordAudit(sql, clock.now(), actor, entry)
    // That it was asked for is on record already; the reply must not fail after the work is done.
    await database.transaction(record).catch((error: unknown) => {
      log.warn({ err: error, requestId }, 'the outcome of a refresh could not be audited')
    })
    return { requestId, ...done, durationMs: Math.round(monotonicMs() - startedMs) }
  }

  /** This node's part. Never rejects. */
  async #run(request: Request): Promise<Done> {
    const done = await this.#do(request)
    this.#parts.log.info({ ...done }, 'refreshed on request')
    return done
  }

  async #do(request: Request): Promise<Done> {
    const { rules, seenRefreshes } = this.#parts
    switch (request.kind) {
      case 'rules': {
        seenRefreshes.add(request.names, request.requestId)
        const { refreshed, failed } = await rules.refresh(request.names)
        return { refreshed, skipped: [], failed: failed.map(shortened) }
      }
      case 'channels': {
        const { failed, ...done } = await this.#refreshCaches([{ name: 'directory' }])
        if (failed.length === 0 && done.refreshed.length > 0) return { refreshed: CHANNELS, skipped: [], failed: [] }
        const reason = failed[0]?.reason ?? 'there is no directory'
        return { refreshed: [], skipped: [], failed: CHANNELS.map((name) => ({ name, reason })) }
      }
      case 'caches':
        return this.#refreshCaches(request.caches)
    }
  }

  async #refreshCaches(asked: readonly CacheRequest[]): Promise<Done> {
    const refreshed: string[] = []
    const skipped: string[] = []
    const failed: RefreshFailure[] = []
    await Promise.all(
      asked.map(async ({ name, ids }) => {
        const cache = this.#parts.caches.find((one) => one.name === name)
        if (cache === undefined) return skipped.push(name)
        try {
          await cache.refresh(ids)
          return refreshed.push(name)
        } catch (error) {
          this.#parts.log.warn({ err: error, cache: name }, 'a cache could not be refreshed')
          // The reason may name internals, which stay in the log.
          return failed.push({ name, reason: 'it could not be read; see the log' })
        }
      }),
    )
    return { refreshed, skipped, failed }
  }

  /** Requests may have been missed: everything kept in memory may be out of date. */
  async #catchUp(): Promise<void> {
    await this.#refreshMissedRules()
    const { failed } = await this.#refreshCaches(CACHE_NAMES.map((name) => ({ name })))
    if (failed.length > 0) throw new Error(`these caches could not be refreshed: ${failed.map(({ name }) => name)}`)
  }

  async #refreshMissedRules(): Promise<void> {
    const { database, rules, seenRefreshes, log } = this.#parts
    const missed = await seenRefreshes.missed(database)
    if (missed.length === 0) return
    const report = await rules.refresh(missed)
    log.info({ ...report }, 'rules were refreshed because a request was missed')
  }
}

const NOTHING_DONE: Done = { refreshed: [], skipped: [], failed: [] }

/** One request per cache; without ids it is the whole cache. */
function mergedById(asked: readonly CacheRequest[]): CacheRequest[] {
  return Array.from(
    Map.groupBy(asked, ({ name }) => name),
    ([name, requests]) => {
      const isWhole = requests.some(({ ids }) => ids === undefined)
      return isWhole ? { name } : { name, ids: [...new Set(requests.flatMap(({ ids = [] }) => ids))] }
    },
  )
}

function shortened({ name, reason }: RefreshFailure): RefreshFailure {
  return { name, reason: reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason }
}

/** What failed on one node has failed; what a node does not have is skipped. */
function together(results: readonly NodeResult[]): Done {
  const failed: RefreshFailure[] = []
  const [refreshed, skipped] = [new Set<string>(), new Set<string>()]
  for (const { nodeId, isThisNode, result, hasConfirmed } of results) {
    if (result === undefined) {
      const reason = hasConfirmed ? 'it runs a version that cannot be refreshed' : 'it did not confirm within 2 seconds'
      failed.push({ name: `node:${nodeId}`, reason })
      continue
    }
    const done = JSON.parse(result) as Done
    for (const name of done.refreshed) refreshed.add(name)
    for (const name of done.skipped) skipped.add(name)
    for (const { name, reason } of done.failed) {
      failed.push({ name, reason: isThisNode ? reason : `node ${nodeId}: ${reason}` })
    }
  }
  const isDone = (name: string) => !failed.some((one) => one.name === name)
  return {
    refreshed: [...refreshed].filter(isDone),
    skipped: [...skipped].filter((name) => isDone(name) && !refreshed.has(name)),
    failed,
  }
}
