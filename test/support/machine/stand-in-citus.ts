// A database that takes itself for a Citus coordinator with two workers: it has the catalogue and the functions that `tillgate distribute`
// uses, which only change that catalogue. Rows stay where they are. Every institution is in the first shard at first, as chance may have it.

import type { Database } from '../../../src/platform/storage/database.ts'

export interface StandInSettings {
  /** Of the second worker, as JSON; absent ones are as they should be. */
  readonly second?: Readonly<Record<string, string | number | null>>
  readonly secondAnswers?: boolean
}

const GOOD = {
  walLevel: 'logical',
  maxConnections: 100,
  maxPreparedTransactions: 100,
  outputPlugins: 'pgoutput, citus',
}

export async function standInForCitus(
  database: Database,
  url: string,
  { second = {}, secondAnswers = true }: StandInSettings = {},
): Promise<void> {
  const { port } = new URL(url)
  const settings = [GOOD, { ...GOOD, ...second }].map((one) => `'${JSON.stringify(one).replaceAll("'", "''")}'`)
  await database.query(`
    SET allow_system_table_mods = on;
    INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      SELECT 4000000000, 'citus', 10, 'pg_catalog'::regnamespace, false, '13.2-1';
    RESET allow_system_table_mods;
    CREATE SCHEMA citus;
    CREATE TYPE citus.shard_transfer_mode AS ENUM ('auto', 'force_logical', 'block_writes');
    CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod "char", colocationid integer);
    CREATE TABLE pg_dist_node (nodeid integer, groupid integer, nodename text, nodeport integer, noderole text DEFAULT 'primary',
      isactive boolean DEFAULT true, shouldhaveshards boolean DEFAULT true, hasmetadata boolean DEFAULT true, metadatasynced boolean DEFAULT true);
    INSERT INTO pg_dist_node VALUES (1, 1, '127.0.0.1', ${port}), (2, 2, 'localhost', ${port});
    CREATE TABLE pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
    CREATE TABLE pg_dist_placement (shardid bigint PRIMARY KEY, shardstate integer, groupid integer);
    CREATE TABLE tenant_shards (institution_id text PRIMARY KEY, shardid bigint);
    CREATE VIEW citus_shards AS SELECT shardid, 0::bigint AS shard_size, 1 AS colocation_id FROM pg_dist_shard;
    CREATE FUNCTION run_command_on_workers(text) RETURNS TABLE (nodename text, nodeport integer, success boolean, result text)
      LANGUAGE sql AS $$
        VALUES ('127.0.0.1', ${port}, true, ${settings[0]}),
               ('localhost', ${port}, ${secondAnswers}, ${secondAnswers ? settings[1] : `'connection refused'`})
      $$;
    CREATE FUNCTION create_distributed_table(name text, by text, colocate_with text, shard_count integer DEFAULT 0) RETURNS void
      LANGUAGE sql AS $$
        INSERT INTO pg_dist_partition VALUES (name::regclass, 'h', 1);
        INSERT INTO pg_dist_shard SELECT name::regclass, 102000 + n, n::text FROM generate_series(1, shard_count) n;
        INSERT INTO pg_dist_placement SELECT 102000 + n, 1, 1 + n % 2 FROM generate_series(1, shard_count) n;
      $$;
    CREATE FUNCTION truncate_local_data_after_distributing_table(text) RETURNS void LANGUAGE sql AS '';
    CREATE FUNCTION get_shard_id_for_distribution_column(regclass, text) RETURNS bigint LANGUAGE sql STABLE AS
      'SELECT coalesce((SELECT shardid FROM tenant_shards WHERE institution_id = $2), 102001)';
    CREATE FUNCTION isolate_tenant_to_new_shard(regclass, text, text, shard_transfer_mode citus.shard_transfer_mode) RETURNS void
      LANGUAGE sql AS $$
        INSERT INTO tenant_shards SELECT $2, 103000 + count(*) FROM tenant_shards;
        INSERT INTO pg_dist_shard SELECT $1, shardid, shardid::text FROM tenant_shards WHERE institution_id = $2;
        INSERT INTO pg_dist_placement SELECT t.shardid, 1, p.groupid FROM tenant_shards t, pg_dist_placement p
                                       WHERE t.institution_id = $2 AND p.shardid = 102001;
      $$;
    CREATE FUNCTION citus_move_shard_placement(bigint, text, integer, text, integer, shard_transfer_mode citus.shard_transfer_mode)
      RETURNS void LANGUAGE sql AS $$
        UPDATE pg_dist_placement SET groupid = n.groupid FROM pg_dist_node n WHERE shardid = $1 AND n.nodename = $4 AND n.nodeport = $5
      $$`)
}

/** How many institutions each worker has. */
export async function institutionsByWorker(database: Database): Promise<number[]> {
  const { rows } = await database.query<{ count: bigint }>(
    `SELECT count(i.institution_id) AS count
       FROM pg_dist_node n
       LEFT JOIN (SELECT institution_id, p.groupid FROM institutions
                    JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('accounts', institution_id)) AS i
         ON i.groupid = n.groupid
      GROUP BY n.groupid ORDER BY n.groupid`,
  )
  return rows.map(({ count }) => Number(count))
}
