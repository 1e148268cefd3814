// Connects the parts: read from top to bottom, it shows what the process consists of and in which order it starts.
// stop() goes in reverse. The pieces are assembled in wire/; parts are connected nowhere else.

import { fileURLToPath } from 'node:url'
import { createLogger } from '../edge/http/log.ts'
import { readBuildFacts } from '../families/operations/actuator/build-facts.ts'
import type { WorkerThreads } from '../families/operations/actuator/threads/thread-stacks.ts'
import { startSweeps } from '../platform/jobs/periodic.ts'
import { withTimeout } from '../platform/kernel/time/timeout.ts'
import { awaitServer } from '../platform/storage/connections/await-server.ts'
import { refuseTransactionPooling } from '../platform/storage/connections/pooler.ts'
import type { Database } from '../platform/storage/database.ts'
import { startFailure } from '../platform/storage/open-database.ts'
import type { Config } from './config/config.ts'
import { type RunningGateway, reachable } from './lifecycle.ts'
import { openDuties } from './wire/duties.ts'
import { openAdministration } from './wire/rooms/administration.ts'
import { openBusiness } from './wire/rooms/business.ts'
import { openServing } from './wire/serving.ts'
import type { StartedWith } from './wire/started-with.ts'
import { AbandonedStart } from './wire/stopping/abandoned-start.ts'
import { stopOrder } from './wire/stopping/stop-order.ts'
import { runStopSteps } from './wire/stopping/stop-steps.ts'
import { openStore } from './wire/store.ts'
import { watchFigures } from './wire/watching/watched-figures.ts'
import { openWatching } from './wire/watching/watching.ts'
import { Wiring } from './wire/wiring.ts'
import type { PrimaryLink } from './workers/primary-link.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
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
    const gateway = await startWith({
      config,
      database,
      logger,
      wiring,
      threads,
      facts: await facts,
      runSweeps,
      link,
      abandoned,
    })
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

async function startWith(given: StartedWith): Promise<RunningGateway> {
  const { config, database, logger, wiring, link } = given
  wiring.given('config', config)
  wiring.given('logger', logger)
  wiring.given('database', database)
  const store = await openStore(given)
  const watching = await openWatching(given)
  const business = await openBusiness(given, store, watching)
  let boundTo = ''
  const administration = await openAdministration({
    dialects: business.dialects,
    database,
    // Sessions, codes and locks use real time: moving the sandbox's business date must not sign anybody out.
    clock: store.realClock,
    businessClock: store.clock,
    secretBox: store.secretBox,
    directory: store.directory,
    properties: store.properties,
    digitalSettings: store.digitalSettings,
    loanCatalogue: store.loanCatalogue,
    exceptions: business.bank.exceptions,
    correctionPosting: business.bank.corrections,
    cashPosting: business.bank.cash,
    channelOf: business.bank.channelOf,
    clockOffMs: () => store.realClock.state().offMs,
    digitalSettlements: business.bank.tokens.settlements,
    config,
    logger,
    publicUrl: () => config.publicUrl ?? reachable(boundTo),
    rules: business.rules.book,
    duties: link?.duties,
    eventObserver: watching.metrics.events,
    wiring,
  })
  const duties = await openDuties(given, store, business, administration, watching)
  const opened = { store, watching, business, administration, duties }
  watchFigures(given, opened)
  let draining = false
  const serving = await openServing(given, opened, {
    isDraining: () => draining,
    onBound: (url) => {
      boundTo = url
    },
  })
  return {
    publicUrl: serving.publicListener.url,
    switchesUrl: serving.switchListener?.url,
    managementUrl: serving.managementListener.url,
    stop() {
      draining = true
      administration.drain()
      return runStopSteps(stopOrder(given, opened, serving), logger)
    },
  }
}
