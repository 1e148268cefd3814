// A fresh, migrated database for a test. Suites in which the engine matters run in eachEngine(), others in onDatabase().

import { rmSync } from 'node:fs'
import { after, describe } from 'node:test'
import pg from 'pg'
import type { Database } from '../../../src/platform/storage/database.ts'
import { openPglite, openPostgres } from '../../../src/platform/storage/open-database.ts'
import { migrate } from '../../../src/platform/storage/schema/migrate.ts'
import { enginesFor, provesMore } from '../runner/extent.ts'
import {
  citusUrl,
  closeToConnections,
  createOnCluster,
  distributeTemplate,
  ON_ONE_SERVER,
  removeFromCluster,
} from './citus.ts'
import { isInMemory } from './data-folder.ts'
import { copyDirectory, keepEngineCode } from './pglite-directory.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { findTemplate } from './templates.ts'

export type EngineName = Database['engine']

export interface TestDatabase {
  readonly database: Database
  /** Where another process could open the same data: a URL, or a directory once this one is closed. */
  readonly location: { readonly url: string } | { readonly directory: string }
}

type Suite = (engine: EngineName, open: () => Promise<TestDatabase>) => void

const BOTH = ['pglite', 'postgres'] as const

/** For a connection, an answer and a confirmation: more than a busy machine needs. */
const PATIENT_MS = 120_000
const PATIENT = { statementMs: PATIENT_MS, roundTripMs: PATIENT_MS }

/** Declares a suite twice, on PGlite and on PostgreSQL. `open` returns a new migrated database, removed afterwards. */
export function eachEngine(title: string, suite: Suite): void {
  declare(enginesFor<EngineName>(BOTH, BOTH), title, suite)
}

/**
 * Declares a suite on PostgreSQL: both engines run its statements alike, and what they do differently is proven by suites
 * in eachEngine(). `npm run test-all` adds PGlite.
 */
export function onDatabase(title: string, suite: Suite): void {
  declare(enginesFor<EngineName>(['postgres'], BOTH), title, suite)
}

/** The same for a suite with rounds(): `npm run test-all` repeats it on PostgreSQL with more of them. */
export function onDatabaseInDepth(title: string, suite: Suite): void {
  declare(provesMore ? BOTH : ['postgres'], title, suite)
}

/** The same for a suite that needs what distributed tables cannot have, such as triggers. */
export function onDatabaseOfOneServer(title: string, suite: Suite): void {
  declare(enginesFor<EngineName>(['postgres'], BOTH), title, suite, ON_ONE_SERVER)
}

/** Declares a suite for PostgreSQL only. `npm test` proves all of it. */
export function onPostgres(title: string, suite: (open: () => Promise<TestDatabase>) => void): void {
  declare(enginesFor<EngineName>(['postgres'], ['postgres']), title, (_engine, open) => suite(open))
}

function declare(engines: readonly EngineName[], title: string, suite: Suite, onPostgres = {}): void {
  for (const engine of engines) {
    describe(`${title} (${engine})`, engine === 'postgres' ? onPostgres : {}, () => {
      const cleanups: (() => Promise<void>)[] = []
      after(async () => {
        for (const cleanup of cleanups.reverse()) await cleanup()
      })
      suite(engine, async () => {
        const created = engine === 'pglite' ? await createPglite() : await createPostgres()
        cleanups.push(created.remove)
        return created
      })
    })
  }
}

interface Created extends TestDatabase {
  remove(): Promise<void>
}

async function createPglite(): Promise<Created> {
  await keepEngineCode()
  const template = await findTemplate('migrated-pglite')
  const directory = copyDirectory(template)
  return migrated(openPglite(directory, { timeouts: PATIENT }), template, { directory }, async () =>
    rmSync(directory, { recursive: true, force: true }),
  )
}

async function createPostgres(): Promise<Created> {
  const template = await findTemplate('migrated-postgres')
  const { url, remove } = await createPostgresDatabase(copyOf(template))
  return migrated(openPostgres(url, { connectTimeoutMs: PATIENT_MS, timeouts: PATIENT }), template, { url }, remove)
}

async function migrated(
  database: Database,
  template: string | undefined,
  location: TestDatabase['location'],
  removeData: () => Promise<void>,
): Promise<Created> {
  const remove = async () => {
    await closeQuietly(database)
    await removeData()
  }
  confirmPatiently(database)
  try {
    // A copy of the template has every migration.
    if (template === undefined) await migrate(database)
    else await database.learnLayout()
  } catch (error) {
    // An open engine's thread would keep a failed test running.
    await remove()
    throw error
  }
  return { database, location, remove }
}

/** A confirmation that times out leaves changes unseen, which tests would take for a defect. */
function confirmPatiently({ changes }: Database): void {
  const confirm = changes.confirm.bind(changes)
  changes.confirm = (topic, options) => confirm(topic, { timeoutMs: PATIENT_MS, ...options })
}

/** The option of CREATE DATABASE that makes it a copy. Copying files needs a checkpoint, which is cheap only in memory. */
export function copyOf(template: string | undefined): string {
  return template === undefined ? '' : `TEMPLATE ${template} STRATEGY ${isInMemory() ? 'FILE_COPY' : 'WAL_LOG'}`
}

/** A migrated database, for others to copy. */
export async function createPostgresTemplate(): Promise<PostgresDatabase> {
  const created = await createPostgresDatabase()
  if (citusUrl() !== undefined) {
    await distributeTemplate(created.url)
    await created.close()
    return created
  }
  const database = openPostgres(created.url)
  // An open pool would keep the test command running after a failure.
  await migrate(database).finally(() => database.close())
  return created
}

export interface PostgresDatabase {
  readonly name: string
  readonly url: string
  /** Before it is copied. */
  close(): Promise<void>
  remove(): Promise<void>
}

let counter = 0

/** An empty database on the test server, which is started if the test command has not done so. */
export async function createPostgresDatabase(options = ''): Promise<PostgresDatabase> {
  const server = await testServerUrl()
  const name = `test_${process.pid}_${++counter}`
  const url = new URL(server)
  url.pathname = `/${name}`
  if (server === citusUrl()) {
    await createOnCluster(server, name, options)
    const [close, remove] = [closeToConnections, removeFromCluster].map((work) => () => work(server, name))
    return { name, url: url.href, close: close as () => Promise<void>, remove: remove as () => Promise<void> }
  }
  await onServer(server, `CREATE DATABASE ${name} ${options}`)
  const remove = () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  return { name, url: url.href, close: async () => {}, remove }
}

// Not stopped here: it does not outlive this process (postgres.ts).
let ownServer: Promise<PostgresServer> | undefined

async function testServerUrl(): Promise<string> {
  const cluster = citusUrl()
  if (cluster !== undefined) return cluster
  const given = process.env.TEST_DATABASE_URL
  if (given) return given
  const served = await findTemplate('postgres-server')
  if (served !== undefined) return served
  ownServer ??= startPostgres()
  return (await ownServer).url
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function closeQuietly(database: Database): Promise<void> {
  try {
    await database.close()
  } catch {
    // The test closed it already.
  }
}
