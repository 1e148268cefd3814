// What distributed books need of the settings of every server. `tillgate distribute` asks before it changes anything: a setting that is
// found missing later would end a move of rows halfway.

import type { Sql } from '../database.ts'

export interface ServerSettings {
  /** Such as `worker1:5432`. */
  readonly server: string
  readonly walLevel: string
  readonly maxConnections: number
  readonly maxPreparedTransactions: number
  /** Null for a release of PostgreSQL that does not have the setting: it allows every plugin. */
  readonly outputPlugins: string | null
}

/** Shards are moved by the first, and split by the second, while gateways run. */
const OUTPUT_PLUGINS = ['pgoutput', 'citus']

/** A text, because a worker gives one value back. */
const READ = `
  SELECT json_build_object(
    'walLevel', current_setting('wal_level'),
    'maxConnections', current_setting('max_connections')::integer,
    'maxPreparedTransactions', current_setting('max_prepared_transactions')::integer,
    'outputPlugins', current_setting('output_plugin_libraries', true))::text AS settings`

/** A worker that the coordinator cannot ask. */
export class SilentServer extends Error {
  constructor(server: string, reason: string) {
    super(`worker ${server} cannot be asked for its settings: ${reason.trim().replaceAll(/\s+/g, ' ')}`)
    this.name = 'SilentServer'
  }
}

/** The coordinator's first. Throws SilentServer. */
export async function readServerSettings(sql: Sql): Promise<ServerSettings[]> {
  const { rows } = await sql.query<{ settings: string }>(READ)
  const { rows: workers } = await sql.query<{ server: string; success: boolean; result: string }>(
    `SELECT nodename || ':' || nodeport AS server, success, result FROM run_command_on_workers($1::text) ORDER BY 1`,
    [READ],
  )
  const silent = workers.find(({ success }) => !success)
  if (silent !== undefined) throw new SilentServer(silent.server, silent.result)
  return [
    settingsOf('the coordinator', rows[0]?.settings ?? '{}'),
    ...workers.map(({ server, result }) => settingsOf(server, result)),
  ]
}

function settingsOf(server: string, text: string): ServerSettings {
  return { server, ...(JSON.parse(text) as Omit<ServerSettings, 'server'>) }
}

/** The lines to set, each with its server and what it has now; none when all is well. */
export function settingsToChange(servers: readonly ServerSettings[]): string[] {
  return servers.flatMap((settings) => {
    const { server, walLevel, maxConnections, maxPreparedTransactions, outputPlugins } = settings
    const lines: string[] = []
    if (walLevel !== 'logical') lines.push(`wal_level = logical (it is ${walLevel}; restart it)`)
    if (maxPreparedTransactions < maxConnections)
      lines.push(
        `max_prepared_transactions = ${maxConnections}, as max_connections (it is ${maxPreparedTransactions}; restart it)`,
      )
    const missing = missingPlugins(outputPlugins)
    if (missing.length > 0) {
      const wanted = [...namesIn(outputPlugins ?? ''), ...missing].join(', ')
      lines.push(`output_plugin_libraries = '${wanted}' (it is '${outputPlugins}'; reload it)`)
    }
    return lines.map((line) => `on ${server} set ${line}`)
  })
}

function missingPlugins(list: string | null): string[] {
  if (list === null) return []
  const allowed = namesIn(list)
  return OUTPUT_PLUGINS.filter((plugin) => !allowed.includes(plugin))
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim().replaceAll('"', ''))
    .filter((name) => name !== '')
}
