// Databases of a Citus cluster, for suites on distributed books: TEST_CITUS_URL names a database of its coordinator that has the
// extension and knows the workers. A test's database has the same name on every server.

import pg from 'pg'
import { distribute } from '../../../src/platform/storage/distribution/distribute.ts'
import { openPostgres } from '../../../src/platform/storage/open-database.ts'
import { migrate } from '../../../src/platform/storage/schema/migrate.ts'

/** The parts that tests divide the tables into. */
const SHARDS = 4

export function citusUrl(): string | undefined {
  return process.env.TEST_CITUS_URL || undefined
}

/** Options of a test about what one server does: plans, or connections through a proxy, which batches of a cluster pass by. */
export const ON_ONE_SERVER = citusUrl() === undefined ? {} : { skip: 'on a cluster' }

/** The view that has the connections of every server. */
export const ALL_CONNECTIONS = citusUrl() === undefined ? 'pg_stat_activity' : 'citus_stat_activity'

/** SQLSTATE object_in_use. */
const IN_USE = '55006'

interface Node {
  readonly url: URL
  readonly host: string
  readonly port: number
}

/** The coordinator first. */
async function nodesOf(coordinator: string): Promise<Node[]> {
  const rows = await ask<{ nodename: string; nodeport: number }>(
    coordinator,
    `SELECT nodename, nodeport FROM pg_dist_node WHERE isactive AND noderole = 'primary' ORDER BY groupid <> 0, nodeport`,
  )
  return rows.map(({ nodename: host, nodeport: port }) => {
    const url = new URL(coordinator)
    url.hostname = host
    url.port = String(port)
    return { url, host, port }
  })
}

/** The process ids of its servers, on whichever machine they run; the coordinator's first. */
export async function serverPids(coordinator: string): Promise<number[]> {
  const rows: { pid: number }[] = []
  for (const { url } of await nodesOf(coordinator))
    rows.push(
      ...(await ask<{ pid: number }>(
        url.href,
        `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::integer AS pid`,
      )),
    )
  return rows.map(({ pid }) => pid)
}

/** A database on every server: a copy of a distributed template, or one that only knows its workers. */
export async function createOnCluster(coordinator: string, name: string, options: string): Promise<void> {
  const nodes = await nodesOf(coordinator)
  for (const { url } of nodes)
    await ask(url.href, `SET citus.enable_create_database_propagation = off; CREATE DATABASE ${name} ${options}`)
  if (options.includes('TEMPLATE')) return
  for (const { url } of nodes) await ask(named(url, name), 'CREATE EXTENSION citus')
  const [first, ...workers] = nodes
  if (first === undefined) throw new Error('TEST_CITUS_URL: the coordinator knows no servers')
  await ask(named(first.url, name), `SELECT citus_set_coordinator_host('${first.host}', ${first.port})`)
  for (const { host, port } of workers) await ask(named(first.url, name), `SELECT citus_add_node('${host}', ${port})`)
}

export async function removeFromCluster(coordinator: string, name: string): Promise<void> {
  const statement = `SET citus.enable_create_database_propagation = off; DROP DATABASE IF EXISTS ${name} WITH (FORCE)`
  // The upkeep of Citus may connect again in between.
  for (const { url } of (await nodesOf(coordinator)).reverse())
    for (let attempt = 1; ; attempt++) {
      try {
        await ask(url.href, statement)
        break
      } catch (error) {
        if ((error as { code?: string }).code !== IN_USE || attempt === 5) throw error
      }
    }
}

/** Migrates and distributes a database, and leaves it to be copied. */
export async function distributeTemplate(url: string): Promise<void> {
  const database = openPostgres(url)
  try {
    await migrate(database)
    await distribute(database, { shards: SHARDS, say: () => {}, settle: async () => {} })
    // Rows that tests insert by hand have no mark, as rows from before an upgrade.
    await database.query(
      `CREATE OR REPLACE FUNCTION posting_mark() RETURNS bigint LANGUAGE sql STABLE AS $$
         SELECT nullif(current_setting('tillgate.mark', true), '')::bigint
       $$`,
    )
  } finally {
    await database.close()
  }
}

/** Nothing may be connected to a database that is copied, not even the upkeep of Citus. */
export async function closeToConnections(coordinator: string, name: string): Promise<void> {
  for (const { url } of await nodesOf(coordinator)) {
    await ask(url.href, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
    await ask(url.href, `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`)
  }
}

function named(url: URL, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const part of statement.split('; ').slice(0, -1)) await client.query(part)
    return (await client.query<Row>(statement.split('; ').at(-1) ?? '')).rows
  } finally {
    await client.end()
  }
}
