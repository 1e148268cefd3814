// A database that takes itself for distributed books: it has the tables of Citus' catalogue, as recorded from a coordinator
// with four shards, but all rows are in one place. Two workers are the test's own server, under two names; the third is down.

import type { Database } from '../../../src/platform/storage/database.ts'
import { HOMES, MARKS, NOTE_HOMES } from '../../../src/platform/storage/distribution/distribute.ts'
import { findObstacles } from '../../../src/platform/storage/distribution/obstacles.ts'
import { BY_INSTITUTION } from '../../../src/platform/storage/distribution/tables.ts'

/** Nothing listens there: the worker is down. */
const DOWN_PORT = 1

/** Shards of `accounts` by worker, and the shards that Citus 13.2 gave these institutions. Others are in the first. */
const PLACEMENTS = { 102008: 1, 102009: 3, 102010: 1, 102011: 2 }
export const RECORDED_SHARDS = {
  FI001: 102011,
  FI002: 102008,
  FI003: 102011,
  FI004: 102010,
  FI005: 102011,
  FI006: 102009,
}

/** Afterwards the database is distributed, as learnLayout() sees it. */
export async function recordCatalogue(database: Database, url: string): Promise<void> {
  const { port } = new URL(url)
  await database.query(`
    CREATE TABLE pg_dist_partition AS
      SELECT name::regclass AS logicalrelid, 'h'::"char" AS partmethod FROM unnest('{${BY_INSTITUTION}}'::text[]) AS name;
    CREATE TABLE pg_dist_node (groupid integer, nodename text, nodeport integer, noderole text, hasmetadata boolean, metadatasynced boolean);
    INSERT INTO pg_dist_node VALUES (1, '127.0.0.1', ${port}, 'primary', true, true), (2, 'localhost', ${port}, 'primary', true, true),
      (3, '127.0.0.1', ${DOWN_PORT}, 'primary', true, true);
    CREATE TABLE pg_dist_placement (shardid bigint PRIMARY KEY, shardstate integer, groupid integer);
    INSERT INTO pg_dist_placement VALUES ${rowsOf(Object.entries(PLACEMENTS).map(([shard, group]) => [shard, 1, group]))};
    CREATE TABLE pg_dist_shard AS SELECT 'accounts'::regclass AS logicalrelid, shardid FROM pg_dist_placement;
    CREATE TABLE recorded_shards (institution_id text, shardid bigint);
    INSERT INTO recorded_shards VALUES ${rowsOf(Object.entries(RECORDED_SHARDS).map(([id, shard]) => [`'${id}'`, shard]))};
    CREATE FUNCTION get_shard_id_for_distribution_column(regclass, text) RETURNS bigint LANGUAGE sql STABLE AS
      'SELECT coalesce((SELECT shardid FROM recorded_shards WHERE institution_id = $2), 102008)'`)
  const obstacles = await findObstacles(database)
  for (const { statement } of [NOTE_HOMES, ...obstacles, HOMES, ...MARKS]) await database.query(statement)
  await database.learnLayout()
}

function rowsOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `(${row.join(', ')})`).join(', ')
}
