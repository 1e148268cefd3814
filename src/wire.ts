// Connects the parts: read from top to bottom, it shows what the process consists of and in which order it starts.
// stop() goes in reverse. The larger pieces are assembled in wire/; parts are connected nowhere else.

import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { ensureSystemRoles } from './access/roles/system-roles.ts'
import { PreferenceProfiles } from './cards/preference-profiles.ts'
import { defaultList } from './change-requests/four-eyes.ts'
import type { Config } from './config.ts'
import { assertHostDialects } from './core/iso8583/host-dialect.ts'
import { EntryIndex } from './customers/entries/entry-index.ts'
import { readEventFigures } from './event-delivery/event-stats.ts'
import { ServiceHealth } from './families/onboarding/health/service-health.ts'
import { ownHealth } from './families/operations/actuator-health.ts'
import type { BuildFacts } from './families/operations/actuator-info.ts'
import { readBuildFacts } from './families/operations/build-facts.ts'
import { Refreshes } from './families/operations/refresh/refreshes.ts'
import type { WorkerThreads } from './families/operations/threads/thread-stacks.ts'
import { sharedLimiters } from './http/limits/rate-limit.ts'
import { createLogger } from './http/log.ts'
import { ClientUsage } from './institutions/client-usage.ts'
import { openDirectory } from './institutions/directory-store.ts'
import { loadDialects } from './iso8583/dialect.ts'
import { EndOfDay } from './jobs/end-of-day.ts'
import { startSweeps, sweepsOnDuty } from './jobs/periodic.ts'
import { SecretBox } from './kernel/secrets.ts'
import { withTimeout } from './kernel/timeout.ts'
import { ledgerClosingSteps, ledgerSweeps } from './ledger/sweeps/ledger-sweeps.ts'
import { type RunningGateway, reachable } from './lifecycle.ts'
import { openLoanCatalogue } from './loans/products/loan-catalogue.ts'
import { schedulesArePacked } from './loans/servicing/posting/schedule-form.ts'
import { loadMasterKeys } from './master-key.ts'
import { createMetrics } from './observability/metrics.ts'
import { cumulativeOf } from './observability/summed-metrics.ts'
import type { Tracing } from './observability/traces/open-tracing.ts'
import { openProperties } from './properties/properties.ts'
import { sandboxCredentials } from './sandbox/sandbox-credentials.ts'
import { awaitServer } from './storage/await-server.ts'
import type { Database } from './storage/database.ts'
import { DatabaseClock } from './storage/database-clock.ts'
import { engineUpkeep } from './storage/embedded/engine-upkeep.ts'
import { startFailure } from './storage/open-database.ts'
import { refuseTransactionPooling } from './storage/pooler.ts'
import { describeProgress, isFirst, migrate } from './storage/schema/migrate.ts'
import { schemaSweep, watchSchema } from './storage/schema/schema-watch.ts'
import { checkEnvironment, claimStore } from './store-ownership.ts'
import { openDigitalSettings } from './tokens/digital-settings.ts'
import { PlatformSearch } from './tokens/search/platform-search.ts'
import { Rollups } from './transactions/rollups/rollups.ts'
import { AbandonedStart } from './wire/abandoned-start.ts'
import { openAdministration } from './wire/administration.ts'
import { openBank } from './wire/bank.ts'
import { makeDigitalParties } from './wire/digital-parties.ts'
import { evmStats, openEvm, takingTurns } from './wire/evm.ts'
import { clockHealth, healthProbes, healthSources, logClock, probedServices } from './wire/health.ts'
import { openManagementListener, openPublicListener, openWorkerListener } from './wire/listeners.ts'
import { makeOrigination } from './wire/origination.ts'
import { WAITING_ACTIONS } from './wire/platform-properties.ts'
import { openRules } from './wire/rules.ts'
import { openSandbox } from './wire/sandbox.ts'
import { seedByCommands, seedSweep } from './wire/seed-by-commands.ts'
import { runStopSteps } from './wire/stop-steps.ts'
import { openSwitchListener } from './wire/switches.ts'
import { tokenStats } from './wire/token-stats.ts'
import { Wiring } from './wire/wiring.ts'
import type { PrimaryLink } from './workers/primary-link.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** For a figure that a scrape reads from the database. */
const SCRAPE_LIMIT_MS = 1_000
/** For connections of a start that is given up: it ends within a second. */
const ABANDONED_CLOSE_MS = 400

/**
 * Owns the database: closes it when the gateway stops or fails to start. `runSweeps` runs the periodic sweeps; tests pass
 * their own to run each when they like. A worker has a link to its primary.
 */
export async function start(
  config: Config,
  database: Database,
  threads: WorkerThreads,
  stopping?: AbortSignal,
  runSweeps: typeof startSweeps = startSweeps,
  link?: PrimaryLink,
): Promise<RunningGateway> {
  const logger = createLogger({ level: config.logLevel, worker: link?.worker })
  const wiring = new Wiring()
  wiring.given('workerThreads', threads)
  // Read while the database starts.
  const facts = readBuildFacts(ROOT)
  facts.catch(() => {})
  const abandoned = new AbandonedStart(stopping)
  const onceReached = async () => {
    await awaitServer(database, {
      limitMs: config.database.waitMs,
      ...(stopping !== undefined && { signal: stopping }),
      onWait: (reason, leftMs) =>
        logger.warn({ reason, leftSeconds: Math.ceil(leftMs / 1_000) }, 'waiting for the database of DATABASE_URL'),
    })
    // On a busy machine a connection can be late at any time of the start.
    database.setPatience(config.database.waitMs)
    await refuseTransactionPooling(database)
    const gateway = await startOn(database, config, logger, wiring, threads, await facts, runSweeps, link, abandoned)
    database.setPatience(0)
    return gateway
  }
  try {
    return await abandoned.unlessStopped(onceReached())
  } catch (error) {
    // Parts already started now find a closed store; silence them, so that only the reason is printed.
    logger.level = 'silent'
    threads.close()
    const closed = stopping?.aborted ? withTimeout(database.close(), ABANDONED_CLOSE_MS) : database.close()
    await closed.catch(() => {})
    throw startFailure(database, error)
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

async function startOn(
  database: Database,
  config: Config,
  logger: Logger,
  wiring: Wiring,
  threads: WorkerThreads,
  facts: BuildFacts,
  runSweeps: typeof startSweeps,
  link: PrimaryLink | undefined,
  abandoned: AbandonedStart,
): Promise<RunningGateway> {
  const { environment } = config
  wiring.given('config', config)
  wiring.given('logger', logger)
  wiring.given('database', database)
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
      ? await wiring.open('sandbox', openSandbox, { database, secretBox, realClock })
      : undefined
  const clock = sandbox === undefined ? realClock : wiring.given('sandboxClock', sandbox.clock)
  const directory = await wiring.open('directory', openDirectory, { database, environment, log: logger })
  const properties = await wiring.open('properties', openProperties, {
    database,
    secretBox,
    environment,
    log: logger,
    onReload: ({ read }) => {
      logger.level = read('log.level') ?? config.logLevel
    },
  })
  const digitalSettings = await wiring.open('digitalSettings', openDigitalSettings, {
    database,
    secretBox,
    environment,
    log: logger,
  })
  const loanCatalogue = await wiring.open('loanCatalogue', openLoanCatalogue, { database, log: logger })
  const metrics = wiring.given('metrics', createMetrics())
  metrics.watchPool(() => database.load())
  metrics.watchWorkers(() => database.distribution?.workers() ?? [])
  const tracing = await openTraces(config, facts.build.version, logger, wiring)
  const rules = await openRules(config.rulesDir, database, logger, wiring)
  const packsSchedules = await schedulesArePacked(database)
  const evm = await openEvm({
    config,
    database,
    secretBox,
    haltedAfterMs: () => digitalSettings.settingsOf().haltedAfterMs,
    logger,
    wiring,
  })
  const dialects = wiring.given('dialects', await loadDialects(config.dialectsDir))
  assertHostDialects(dialects)
  const bank = openBank({
    dialects,
    properties,
    evm: evm?.ledger,
    packsSchedules,
    database,
    clock,
    directory,
    secretBox,
    environment,
    metrics,
    logger,
    rules: rules.book,
    digitalSettings,
    tracer: tracing,
    workers: link === undefined ? 1 : config.workers,
    wiring,
  })
  // What a crash has left open is taken up before anybody can call.
  await Promise.all([bank.tokens.coordinator.resume(), bank.tokens.payments.resume()])

  const origination = makeOrigination({
    database,
    clock,
    directory,
    loanCatalogue,
    rules: rules.book,
    turns: bank.lendingTurns,
    wiring,
  })
  const { settingsOf } = digitalSettings
  const digitalParties = makeDigitalParties({ database, clock, settingsOf, wiring })
  const seed = () =>
    seedByCommands({
      database,
      clock,
      directory,
      secretBox,
      hasTraffic: config.sandboxTraffic,
      chain: evm === undefined ? 'simulated' : 'evm',
      products: loanCatalogue.products,
      loanBook: bank.loanBook,
      ...origination,
      digitalSettings,
      ...digitalParties,
      digitalAccounts: bank.tokens.accounts,
      tokenMovements: bank.tokens.movements,
      log: logger,
    })
  // Awaited below: what is opened until then does not depend on it, and the simulated chain takes its time.
  const seeded = sandbox === undefined ? undefined : takingTurns(evm?.ledger, seed())
  seeded?.catch(() => {})

  let boundTo = ''
  const publicUrl = () => config.publicUrl ?? reachable(boundTo)
  // Sessions, codes and locks use real time: moving the sandbox's business date must not sign anybody out.
  const administration = await openAdministration({
    dialects,
    database,
    clock: realClock,
    businessClock: clock,
    secretBox,
    directory,
    properties,
    digitalSettings,
    loanCatalogue,
    exceptions: bank.exceptions,
    digitalSettlements: bank.tokens.settlements,
    config,
    logger,
    publicUrl,
    rules: rules.book,
    duties: link?.duties,
    eventObserver: metrics.events,
    wiring,
  })
  metrics.watchOutbox(() => withTimeout(administration.services.mailSender.backlog(), SCRAPE_LIMIT_MS))
  metrics.events.watch(() => withTimeout(readEventFigures(database, clock.now()), SCRAPE_LIMIT_MS))
  metrics.watchTokens(() => withTimeout(tokenStats(database), SCRAPE_LIMIT_MS))
  if (evm !== undefined)
    metrics.watchEvm(async () => evmStats(await withTimeout(evm.ledger.figures(), SCRAPE_LIMIT_MS), realClock.now()))
  const refreshes = await wiring.open('refreshes', Refreshes.open, {
    database,
    clock: realClock,
    rules: rules.book,
    seenRefreshes: rules.seenRefreshes,
    caches: [
      { name: 'directory', refresh: () => Promise.all([directory.reload(), loanCatalogue.reload()]) },
      ...administration.caches,
    ],
    log: logger,
  })
  const isSeeded = (await seeded) ?? true
  const clientUsage = wiring.make(ClientUsage, database)
  const endOfDay = wiring.make(EndOfDay, {
    database,
    clock,
    // The totals of the day are complete before it is shown as closed.
    closesDays: () => !realClock.state().isIntolerable,
    steps: [...bank.closingSteps, ...ledgerClosingSteps({ database, clock }), rollups.closingStep()],
  })
  metrics.watchClock(() => realClock.state().offMs / 1_000)
  metrics.watchBusinessDays(() => endOfDay.lags())
  watchSchema(database)
  const sweeps = wiring.open(
    'sweeps',
    link === undefined ? runSweeps : sweepsOnDuty(link.duties, runSweeps),
    [
      ...ledgerSweeps({ database, clock, directory }),
      ...bank.sweeps,
      rollups.sweep(),
      entryIndex.sweep(),
      endOfDay.sweep(),
      ...administration.sweeps,
      clientUsage.sweep(),
      ...engineUpkeep(database),
      ...schemaSweep(database),
      ...(isSeeded ? [] : [seedSweep(seed)]),
    ],
    { clock, log: logger, observer: metrics.sweeps },
  )

  let draining = false
  metrics.showBuild({ version: facts.build.version, commit: facts.git?.commit.id ?? 'unknown' })
  const asked = {
    database,
    directory,
    channelOf: bank.channelOf,
    sweeps,
    jobQueue: administration.jobQueue,
    rules: rules.book,
    digitalLedgers: bank.tokens.ledgers,
  }
  const serviceParts = {
    ...asked,
    mailSender: administration.services.mailSender,
    version: facts.build.version,
  }
  const serviceHealth = wiring.make(ServiceHealth, () => probedServices(serviceParts), realClock)
  // One bucket per partner, whichever way its requests come.
  const openLimiter = link?.openLimiter ?? sharedLimiters()
  // What the families that partners and operators call have in common.
  const partnerServices = {
    database,
    clock,
    directory,
    secretBox,
    clientUse: clientUsage,
    authenticator: administration.services.authenticator,
    openLimiter,
  }
  const accountServices = {
    channelOf: bank.channelOf,
    directory,
    clock,
    secretBox,
    preferenceProfiles: wiring.make(PreferenceProfiles, database, secretBox, clock),
    healthProbes: healthProbes(asked),
    clientUse: clientUsage,
    environment,
    openLimiter,
  }
  const listenerParts = { clock, logger, metrics, tracer: tracing, port: link }
  abandoned.serving()
  const publicListener = await wiring.open(
    'publicListener',
    openPublicListener,
    config,
    accountServices,
    { ...administration.services, serviceHealth, openLimiter },
    {
      ...partnerServices,
      ...digitalParties,
      tokenMovements: bank.tokens.movements,
      digitalAccounts: bank.tokens.accounts,
      platformSearch: wiring.make(PlatformSearch, database),
    },
    { ...partnerServices, loanCatalogue, loanBook: bank.loanBook, ...origination },
    { ...partnerServices, eventFeed: administration.eventFeed },
    {
      environment,
      version: facts.build.version,
      sso: config.oidc !== undefined,
      fourEyes: { usual: defaultList(environment), possible: WAITING_ACTIONS },
      ...(sandbox !== undefined && { sandbox: sandboxCredentials() }),
    },
    listenerParts,
  )
  boundTo = publicListener.url
  const switchListener = await openSwitchListener(config, accountServices, database, listenerParts, wiring)
  const managementListener = await wiring.open(
    'managementListener',
    link === undefined ? openManagementListener : openWorkerListener,
    config,
    {
      health: ownHealth({
        ...healthSources(asked),
        hosts: () => bank.hosts(),
        clock: () => clockHealth(realClock.state()),
        switches: switchListener && (() => switchListener.health()),
        isDraining: () => draining,
        dataDir: config.dataDir,
        isEmbedded: database.engine === 'pglite',
      }),
      facts,
      refresher: refreshes,
      beans: () => wiring.beans(),
      stacks: () => threads.stacks(),
      sandbox: sandbox?.controls({
        directory,
        loanCatalogue,
        settings: [properties, digitalSettings, administration.services.fourEyes],
        endOfDay,
        seedByCommands: seed,
      }),
    },
    { clock, logger, metrics, tracer: tracing },
  )

  return {
    publicUrl: publicListener.url,
    switchesUrl: switchListener?.url,
    managementUrl: managementListener.url,
    stop() {
      draining = true
      administration.drain()
      return runStopSteps(
        [
          {
            name: 'listeners',
            limitMs: 16_000,
            run: () => Promise.all([publicListener.close(), switchListener?.close()]),
          },
          { name: 'accepted work', limitMs: 4_000, run: () => bank.drained() },
          { name: 'sweeps', limitMs: 4_000, run: () => sweeps.close() },
          { name: 'EVM ledger', limitMs: 1_000, run: async () => evm?.close() },
          { name: 'cores', limitMs: 2_000, run: () => bank.close() },
          { name: 'rules', limitMs: 1_000, run: () => rules.close() },
          ...administration.stopSteps,
          {
            name: 'counters',
            limitMs: 1_000,
            isOptional: true,
            run: async () => link?.counted(cumulativeOf(await metrics.raw())),
          },
          { name: 'client usage', limitMs: 1_000, isOptional: true, run: () => clientUsage.flush() },
          { name: 'management listener', limitMs: 3_000, run: () => managementListener.close() },
          { name: 'traces', limitMs: 3_000, isOptional: true, run: () => tracing?.close() },
          {
            name: 'followers of changes',
            limitMs: 1_000,
            run() {
              for (const part of [refreshes, sandbox, loanCatalogue, digitalSettings, properties, directory, realClock])
                part?.close()
            },
          },
          { name: 'database', limitMs: 10_000, run: () => database.close() },
          { name: 'worker threads', limitMs: 1_000, run: () => threads.close() },
          // The reader of the log may have stalled.
          {
            name: 'log',
            limitMs: 2_000,
            isOptional: true,
            run: () => new Promise((resolve) => logger.flush(resolve)),
          },
        ],
        logger,
      )
    },
  }
}

/** Undefined without a collector; the SDK of OpenTelemetry is then not even loaded. */
async function openTraces(
  { traces }: Config,
  version: string,
  log: Logger,
  wiring: Wiring,
): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined
  const { openTracing } = await import('./observability/traces/open-tracing.ts')
  return wiring.open('tracing', openTracing, { ...traces, version, log })
}
