// tillgate environment: makes a copy of production a database for tests. It strips the copy first, in the same transaction.

import { COMMAND_LINE } from '../../../administration/access/principal/caller.ts'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import { NODE_PATTERN } from '../../../platform/storage/broadcast/messages.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { changeEnvironment, markEnvironment, readEnvironmentMark } from '../../../platform/storage/environment-mark.ts'
import { migrate } from '../../../platform/storage/schema/migrate.ts'
import { ConfigError } from '../../config/config-error.ts'
import { loadMasterKeys } from '../../config/master-key.ts'
import { checkMasterKey } from '../../config/store-ownership.ts'
import { assertConfirmed, type Store, withStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'
import { STRIPPED } from './stripped-data.ts'

/** Production is never made from anything, and the sandbox has data of its own. */
const TARGETS = ['qa', 'uat'] as const satisfies readonly Environment[]
type Target = (typeof TARGETS)[number]

export interface ChangeEnvironmentOptions {
  readonly to: string
  readonly confirm: string
}

export async function changeStoreEnvironment(options: ChangeEnvironmentOptions, shell: Shell): Promise<void> {
  const target = TARGETS.find((one) => one === options.to)
  if (target === undefined) throw new ConfigError('--to', `takes one of ${TARGETS.join(', ')}`)
  const work = async ({ config, database }: Store) => {
    await migrate(database)
    await checkMasterKey(database, new SecretBox(loadMasterKeys(config)))
    const stripped = await strip(database, target)
    for (const [what, count] of stripped) shell.print(`removed ${what}: ${count}`)
    shell.print(`the database belongs to ${target}`)
  }
  await withStore(work, shell.env, {
    async check(store) {
      await assertConfirmed(store.database, options.confirm)
      await assertOwner(store, target)
      await assertNoGateway(store.database)
    },
  })
}

/** It is run where the copy is from, or where it goes. */
async function assertOwner({ config: { environment }, database }: Store, target: Target): Promise<void> {
  const { environment: owner = environment } = await readEnvironmentMark(database)
  if (owner === 'sandbox')
    throw new ConfigError('--to', 'takes a database that is not a sandbox: its users have known passwords')
  if (environment !== owner && environment !== target)
    throw new ConfigError('ENVIRONMENT', `is ${environment}, but the database belongs to ${owner}`)
}

/** A gateway that goes on would serve production without its clients. */
async function assertNoGateway(database: Database): Promise<void> {
  if (database.engine === 'pglite') return
  const { rowCount } = await database.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE $1',
    [NODE_PATTERN],
  )
  if (rowCount > 0)
    throw new ConfigError('DATABASE_URL', 'names a database that gateways are connected to; stop all of them first')
}

function strip(database: Database, target: Target): Promise<[what: string, count: number][]> {
  return database.transaction(
    async (sql) => {
      const counts = await removeStripped(sql)
      await markEnvironment(sql, target)
      await changeEnvironment(sql, target)
      await recordAudit(sql, systemClock.now(), COMMAND_LINE.actor, {
        action: 'environment.change',
        resource: 'environment',
        resourceId: target,
        after: { environment: target, removed: Object.fromEntries(counts) },
      })
      return counts
    },
    { takesLong: true },
  )
}

async function removeStripped(sql: Sql): Promise<[what: string, count: number][]> {
  const counts: [string, number][] = []
  for (const { what, statements } of STRIPPED) {
    const [first = '', ...others] = statements
    const { rowCount } = await sql.query(first)
    counts.push([what, rowCount])
    for (const statement of others) await sql.query(statement)
  }
  return counts
}
