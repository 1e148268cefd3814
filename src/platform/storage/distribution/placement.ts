// Which worker holds which institution. Citus hashes ids into shards, and chance may put all of them on one worker: here institutions
// that share a shard get one each while there are fewer of them than shards, and shards are moved until workers hold about the same.

import type { Database, Sql } from '../database.ts'
import { inLongSession } from './long-session.ts'

/** An institution without rows counts as this much: a new one fills up, too. */
const EMPTY_BYTES = 1_000_000n

export interface PlacementOptions {
  readonly dryRun?: boolean
  /** Gateways are posting: rows are moved by logical replication, which needs more of the servers' settings than a plain copy. */
  readonly isOnline: boolean
  say(line: string): void
}

interface ShardRow {
  shard_id: bigint
  node: string
  bytes: bigint
}

interface Shard {
  readonly shardId: bigint
  readonly bytes: bigint
  node: string
}

export async function placeInstitutions(sql: Sql, options: PlacementOptions): Promise<void> {
  await separate(sql, options)
  await level(sql, options)
}

/**
 * For institutions that were just made, on books that are distributed already. They have few rows, so that a plain copy holds up
 * their postings for a moment only. Never rejects: where rows lie matters to speed alone, and an operator can place them.
 */
export async function placeNewInstitutions(
  database: Database,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  if (!database.isDistributed) return
  try {
    await inLongSession(database, (session) => placeInstitutions(session, { isOnline: false, say: () => {} }))
  } catch (error) {
    log.warn({ err: error }, 'new institutions could not be placed on workers; run `tillgate distribute`')
  }
}

async function separate(sql: Sql, { dryRun = false, isOnline, say }: PlacementOptions): Promise<void> {
  const { rows } = await sql.query<{ institution_id: string; shard_id: bigint }>(
    `SELECT institution_id, get_shard_id_for_distribution_column('accounts', institution_id) AS shard_id
       FROM institutions ORDER BY created_at, institution_id`,
  )
  const shards = await readShards(sql)
  if (rows.length > shards.length) {
    say(`${rows.length} institutions share ${shards.length} shards`)
    return
  }
  const taken = new Set<bigint>()
  for (const { institution_id: institutionId, shard_id: shardId } of rows) {
    if (!taken.has(shardId)) {
      taken.add(shardId)
      continue
    }
    say(`giving ${institutionId} a shard of its own`)
    if (dryRun) continue
    await sql.query(
      `SELECT isolate_tenant_to_new_shard('accounts', $1::text, 'CASCADE', shard_transfer_mode => $2::citus.shard_transfer_mode)`,
      [institutionId, transferMode(isOnline)],
    )
  }
}

async function readShards(sql: Sql): Promise<Shard[]> {
  const { rows } = await sql.query<ShardRow>(
    `SELECT s.shardid AS shard_id, n.nodename || ':' || n.nodeport AS node,
            coalesce((SELECT sum(z.shard_size) FROM citus_shards z
                       JOIN pg_dist_shard o ON o.shardid = z.shardid
                      WHERE o.shardminvalue = s.shardminvalue
                        AND z.colocation_id = (SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = 'accounts'::regclass)),
                     0)::bigint AS bytes
       FROM pg_dist_shard s
       JOIN pg_dist_placement p ON p.shardid = s.shardid
       JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
      WHERE s.logicalrelid = 'accounts'::regclass
      ORDER BY s.shardminvalue::bigint`,
  )
  return rows.map((row) => ({ shardId: row.shard_id, node: row.node, bytes: row.bytes }))
}

/** Moves shards from the fullest worker to the emptiest, as long as that brings the two closer. */
async function level(sql: Sql, { dryRun = false, isOnline, say }: PlacementOptions): Promise<void> {
  const { rows: nodes } = await sql.query<{ node: string }>(
    `SELECT nodename || ':' || nodeport AS node FROM pg_dist_node
      WHERE noderole = 'primary' AND isactive AND shouldhaveshards ORDER BY nodename, nodeport`,
  )
  const { rows: homes } = await sql.query<{ shard_id: bigint; institutions: bigint }>(
    `SELECT get_shard_id_for_distribution_column('accounts', institution_id) AS shard_id, count(*) AS institutions
       FROM institutions GROUP BY 1`,
  )
  const inhabited = new Map(homes.map((row) => [row.shard_id, row.institutions]))
  // Shards without an institution hold nothing: where they lie does not matter.
  const shards = (await readShards(sql)).filter(({ shardId }) => inhabited.has(shardId))
  const weight = ({ shardId, bytes }: Shard) => bytes + EMPTY_BYTES * (inhabited.get(shardId) ?? 0n)
  for (;;) {
    const move = nextMove(
      shards,
      nodes.map(({ node }) => node),
      weight,
    )
    if (move === undefined) return
    const { shard, to } = move
    say(`moving shard ${shard.shardId} from ${shard.node} to ${to}`)
    if (!dryRun) {
      const [from, target] = [shard.node, to].map(addressOf)
      await sql.query(
        `SELECT citus_move_shard_placement($1::bigint, $2::text, $3::integer, $4::text, $5::integer, shard_transfer_mode => $6::citus.shard_transfer_mode)`,
        [shard.shardId, from?.host, from?.port, target?.host, target?.port, transferMode(isOnline)],
      )
    }
    shard.node = to
  }
}

/** The largest shard of the fullest node whose move leaves neither node fuller than that one was. */
export function nextMove<S extends { readonly node: string }>(
  shards: readonly S[],
  nodes: readonly string[],
  weight: (shard: S) => bigint,
): { readonly shard: S; readonly to: string } | undefined {
  const loads = nodes
    .map((node) => {
      const held = shards.filter((shard) => shard.node === node)
      return { node, held, load: held.reduce((sum, shard) => sum + weight(shard), 0n) }
    })
    .sort((a, b) => (a.load < b.load ? -1 : a.load > b.load ? 1 : 0))
  const [emptiest, fullest] = [loads[0], loads.at(-1)]
  if (emptiest === undefined || fullest === undefined) return undefined
  const gap = fullest.load - emptiest.load
  const movable = fullest.held
    .filter((shard) => weight(shard) < gap)
    .sort((a, b) => (weight(a) < weight(b) ? 1 : weight(a) > weight(b) ? -1 : 0))
  const [shard] = movable
  return shard && { shard, to: emptiest.node }
}

function transferMode(isOnline: boolean): string {
  return isOnline ? 'force_logical' : 'block_writes'
}

function addressOf(node: string): { host: string; port: number } {
  const colon = node.lastIndexOf(':')
  return { host: node.slice(0, colon), port: Number(node.slice(colon + 1)) }
}
