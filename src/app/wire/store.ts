// The store: claimed, migrated, and what every node keeps of it in memory.

import type { Logger } from 'pino'
import { ensureSystemRoles } from '../../administration/access/roles/system-roles.ts'
import { openDirectory } from '../../administration/institutions/directory-store.ts'
import { openProperties } from '../../administration/properties/properties.ts'
import { openLoanCatalogue } from '../../loans/products/loan-catalogue.ts'
import { EntryIndex } from '../../oversight/customers/entries/entry-index.ts'
import { Rollups } from '../../oversight/transactions/rollups/rollups.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { DatabaseClock } from '../../platform/storage/database-clock.ts'
import { describeProgress, isFirst, migrate } from '../../platform/storage/schema/migrate.ts'
import { openDigitalSettings } from '../../tokens/digital-settings.ts'
import { loadMasterKeys } from '../config/master-key.ts'
import { checkEnvironment, claimStore } from '../config/store-ownership.ts'
import { openSandbox } from './rooms/sandbox.ts'
import type { StartedWith } from './started-with.ts'
import { logClock } from './watching/health.ts'

export type Store = Awaited<ReturnType<typeof openStore>>

export async function openStore({ config, database, logger, wiring }: StartedWith) {
  const { environment } = config
  // First: a start that is refused changes nothing.
  await checkEnvironment(database, config)
  await migrateLogged(database, logger)
  if (database.isHalfDistributed)
    throw new Error('DATABASE_URL: its distribution has not been completed; run `tillgate distribute` again')
  const secretBox = wiring.make(SecretBox, loadMasterKeys(config))
  await claimStore(database, secretBox, config)
  await database.transaction((sql) => ensureSystemRoles(sql))
  const rollups = wiring.make(Rollups, database)
  await rollups.prepare()
  const entryIndex = wiring.make(EntryIndex, database)
  await entryIndex.prepare()

  // One time for all nodes, whatever their own clocks say.
  const realClock = await wiring.open('databaseClock', DatabaseClock.open, database, {
    onChange: (state) => logClock(logger, state),
  })
  const sandbox =
    environment === 'sandbox'
      ? await wiring.open('sandbox', openSandbox, { database, secretBox, realClock, log: logger })
      : undefined
  const clock = sandbox === undefined ? realClock : wiring.given('sandboxClock', sandbox.clock)
  const kept = { database, secretBox, environment, log: logger }
  const directory = await wiring.open('directory', openDirectory, {
    database,
    environment,
    clock: realClock,
    log: logger,
  })
  const properties = await wiring.open('properties', openProperties, {
    ...kept,
    onReload: ({ read }) => {
      logger.level = read('log.level') ?? config.logLevel
    },
  })
  const digitalSettings = await wiring.open('digitalSettings', openDigitalSettings, kept)
  const loanCatalogue = await wiring.open('loanCatalogue', openLoanCatalogue, { database, log: logger })
  return {
    secretBox,
    rollups,
    entryIndex,
    realClock,
    sandbox,
    clock,
    directory,
    properties,
    digitalSettings,
    loanCatalogue,
    close() {
      for (const part of [sandbox, loanCatalogue, digitalSettings, properties, directory, realClock]) part?.close()
    },
  }
}

/** An upgrade tells of each migration, because one can take long; a new database gets them all at once. */
async function migrateLogged(database: Database, logger: Logger): Promise<void> {
  let isNew = false
  const applied = await migrate(database, {
    onProgress(progress) {
      isNew ||= progress.step === 'applying' && isFirst(progress.name)
      logger[isNew ? 'debug' : 'info'](progress, describeProgress(progress))
    },
  })
  if (isNew)
    logger.info({ migrations: applied.length }, `made the tables of a new database: ${applied.length} migrations`)
}
