// Which server holds the rows of an institution, read from the catalogue of the central database (Citus) and kept in memory.
// An institution belongs to a shard by the hash of its id, which only the database computes; a shard belongs to a server, and
// may be moved. A shard that was split or moved is read again: nothing is ever routed by a rule of our own.

import { unavailable } from '../../kernel/problems/problem.ts'
import { sharedRun } from '../../kernel/work/shared-run.ts'
import type { Sql } from '../database.ts'
import { FIRST_TABLE } from './tables.ts'

export interface WorkerAddress {
  readonly host: string
  readonly port: number
}

export interface Worker extends WorkerAddress {
  /** Names the server in the catalogue, also after a failover to another address. 0 is the central database. */
  readonly groupId: number
  /** It knows the catalogue, so that it can be asked directly. */
  readonly hasCatalogue: boolean
}

/** Where an institution's rows are. */
export interface Route {
  readonly institutionId: string
  readonly shardId: string
  readonly worker: Worker
}

// All distributed tables lie with the first one. A state of 1 is a placement in use.
const READ_SHARDS = `
  SELECT s.shardid::text AS shard_id, p.groupid AS group_id, n.nodename AS host, n.nodeport AS port,
         n.hasmetadata AND n.metadatasynced AS has_catalogue
    FROM pg_dist_shard s
    JOIN pg_dist_placement p ON p.shardid = s.shardid
    JOIN pg_dist_node n ON n.groupid = p.groupid
   WHERE s.logicalrelid = '${FIRST_TABLE}'::regclass AND p.shardstate = 1 AND n.noderole = 'primary'`

const READ_SHARDS_OF = `
  SELECT asked.institution_id, get_shard_id_for_distribution_column('${FIRST_TABLE}', asked.institution_id)::text AS shard_id
    FROM unnest($1::text[]) AS asked (institution_id)`

interface ShardRow {
  readonly shard_id: string
  readonly group_id: number
  readonly host: string
  readonly port: number
  readonly has_catalogue: boolean
}

interface InstitutionRow {
  readonly institution_id: string
  readonly shard_id: string
}

export class ShardMap {
  readonly #central: Sql
  #workers = new Map<string, Worker>()
  readonly #shards = new Map<string, string>()
  /** Shards whose place is to be read again before they are routed to. */
  readonly #expired = new Set<string>()
  /** Reads the catalogue again. */
  readonly refresh = sharedRun(() => this.#read())

  constructor(central: Sql) {
    this.#central = central
  }

  /** The next route to the shard is read from the catalogue. */
  expire(shardId: string): void {
    this.#expired.add(shardId)
  }

  async routesOf(institutionIds: readonly string[]): Promise<Route[]> {
    if (this.#workers.size === 0) await this.refresh()
    const unknown = institutionIds.filter((institutionId) => !this.#shards.has(institutionId))
    if (unknown.length > 0) await this.#readShardsOf(unknown)
    // An old route is tried when there is no newer one: the server itself checks it.
    if (this.#isExpired(institutionIds)) await this.refresh().catch(() => {})
    return institutionIds.map((institutionId) => {
      const route = this.known(institutionId)
      if (route === undefined) throw unavailable(`no server holds the rows of institution ${institutionId}`)
      return route
    })
  }

  #isExpired(institutionIds: readonly string[]): boolean {
    return (
      this.#expired.size > 0 &&
      institutionIds.some((institutionId) => this.#expired.has(this.#shards.get(institutionId) ?? ''))
    )
  }

  /** As last read; undefined for an institution that has not been asked for. */
  known(institutionId: string): Route | undefined {
    const shardId = this.#shards.get(institutionId)
    const worker = shardId === undefined ? undefined : this.#workers.get(shardId)
    return shardId === undefined || worker === undefined ? undefined : { institutionId, shardId, worker }
  }

  /** Every server that holds a shard, with the institutions that were asked for. */
  institutionsByWorker(): Map<Worker, string[]> {
    const found = new Map<Worker, string[]>()
    const byAddress = new Map<string, Worker>()
    for (const worker of this.#workers.values()) {
      const known = byAddress.get(addressOf(worker)) ?? worker
      byAddress.set(addressOf(worker), known)
      if (!found.has(known)) found.set(known, [])
    }
    for (const institutionId of this.#shards.keys()) {
      const route = this.known(institutionId)
      const worker = route && byAddress.get(addressOf(route.worker))
      if (worker !== undefined) found.get(worker)?.push(institutionId)
    }
    return found
  }

  async #read(): Promise<void> {
    const expired = [...this.#expired]
    const { rows } = await this.#central.query<ShardRow>(READ_SHARDS)
    const before = this.#workers
    this.#workers = new Map(rows.map((row) => [row.shard_id, toWorker(row)]))
    for (const shardId of expired) this.#expired.delete(shardId)
    // Shards were split: their institutions are looked up again.
    const isSplit = [...before.keys()].some((shardId) => !this.#workers.has(shardId))
    if (isSplit && this.#shards.size > 0) await this.#readShardsOf([...this.#shards.keys()])
  }

  async #readShardsOf(institutionIds: readonly string[]): Promise<void> {
    const { rows } = await this.#central.query<InstitutionRow>(READ_SHARDS_OF, [institutionIds])
    for (const row of rows) this.#shards.set(row.institution_id, row.shard_id)
  }
}

export function addressOf({ host, port }: WorkerAddress): string {
  return `${host}:${port}`
}

function toWorker({ group_id, host, port, has_catalogue }: ShardRow): Worker {
  return { groupId: group_id, host, port, hasCatalogue: has_catalogue }
}
