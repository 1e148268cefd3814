// The listeners, last of all: from here on others call.

import { defaultList } from '../../administration/change-requests/four-eyes.ts'
import { shiftOf } from '../../administration/event-delivery/delivery-time.ts'
import { readEventFigures } from '../../administration/event-delivery/event-stats.ts'
import { PreferenceProfiles } from '../../channels/cards/preference-profiles.ts'
import { sharedLimiters } from '../../edge/http/limits/rate-limit.ts'
import { ServiceHealth } from '../../families/onboarding/daily/health/service-health.ts'
import { type ComponentHealth, ownHealth } from '../../families/operations/actuator/actuator-health.ts'
import { DayControls } from '../../oversight/business-days/day-controls.ts'
import { readLateDays } from '../../oversight/business-days/late-days.ts'
import { sandboxCredentials } from '../../sandbox/sandbox-credentials.ts'
import { PlatformSearch } from '../../tokens/search/platform-search.ts'
import type { Duties } from './duties.ts'
import { openManagementListener, openPublicListener, openWorkerListener } from './listeners.ts'
import { WAITING_ACTIONS } from './platform-properties.ts'
import type { Administration } from './rooms/administration.ts'
import type { Business } from './rooms/business.ts'
import { openSwitchListener } from './rooms/switches.ts'
import type { StartedWith } from './started-with.ts'
import type { Store } from './store.ts'
import {
  clockHealth,
  healthProbes,
  healthSources,
  jobStates,
  type PlatformParts,
  probedServices,
} from './watching/health.ts'
import { PlatformState } from './watching/platform-state.ts'
import type { Watching } from './watching/watching.ts'

/** What was opened before. */
export interface Opened {
  readonly store: Store
  readonly watching: Watching
  readonly business: Business
  readonly administration: Administration
  readonly duties: Duties
}

export interface ServingOptions {
  isDraining(): boolean
  /** The address of the public listener. */
  onBound(url: string): void
}

export type Serving = Awaited<ReturnType<typeof openServing>>

export async function openServing(given: StartedWith, opened: Opened, { isDraining, onBound }: ServingOptions) {
  const { config, database, logger, wiring, link, abandoned } = given
  const { clock, directory, secretBox } = opened.store
  const { bank, rules } = opened.business
  const { metrics, tracer } = opened.watching
  const asked: PlatformParts = {
    database,
    directory,
    channelOf: bank.channelOf,
    sweeps: opened.duties.sweeps,
    jobQueue: opened.administration.jobQueue,
    rules: rules.book,
    digitalLedgers: bank.tokens.ledgers,
  }
  // One bucket per partner, whichever way its requests come.
  const openLimiter = link?.openLimiter ?? sharedLimiters()
  const accountServices = {
    channelOf: bank.channelOf,
    directory,
    clock,
    secretBox,
    preferenceProfiles: wiring.make(PreferenceProfiles, database, secretBox, clock),
    healthProbes: healthProbes(asked),
    clientUse: opened.duties.clientUsage,
    environment: config.environment,
    openLimiter,
  }
  const listenerParts = { clock, logger, metrics, tracer, port: link }
  abandoned.serving()
  let switches: Awaited<ReturnType<typeof openSwitchListener>>
  const publicListener = await wiring.open(
    'publicListener',
    openPublicListener,
    config,
    accountServices,
    ...publicServices(given, opened, asked, openLimiter, () => switches?.health()),
    listenerParts,
  )
  onBound(publicListener.url)
  const switchListener = await openSwitchListener(config, accountServices, database, listenerParts, wiring)
  switches = switchListener
  const managementListener = await wiring.open(
    'managementListener',
    link === undefined ? openManagementListener : openWorkerListener,
    config,
    managementServices(given, opened, asked, { isDraining, switches: switchListener }),
    { clock, logger, metrics, tracer },
  )
  return { publicListener, switchListener, managementListener }
}

type PublicArguments = Parameters<typeof openPublicListener>

/** Families B, C, D, the feed and the console. */
function publicServices(
  { config, database, wiring, facts }: StartedWith,
  { store, business, administration, duties }: Opened,
  asked: PlatformParts,
  openLimiter: PublicArguments[1]['openLimiter'],
  switches: () => ComponentHealth | undefined,
): [PublicArguments[2], PublicArguments[3], PublicArguments[4], PublicArguments[5], PublicArguments[6]] {
  const { clock, realClock, directory, secretBox, loanCatalogue, sandbox } = store
  const { bank, origination, digitalParties } = business
  const { version } = facts.build
  const { mailSender, emergencies } = administration.services
  const serviceParts = { ...asked, mailSender, emergencies, version }
  const serviceHealth = wiring.make(ServiceHealth, (scope) => probedServices(serviceParts, scope), realClock)
  // What the families that partners and operators call have in common.
  const partnerServices = {
    database,
    clock,
    directory,
    secretBox,
    clientUse: duties.clientUsage,
    authenticator: administration.services.authenticator,
    openLimiter,
  }
  return [
    {
      ...administration.services,
      serviceHealth,
      dayControls: wiring.make(DayControls, {
        database,
        clock,
        auditClock: realClock,
        businessDays: administration.services.businessDays,
        endOfDay: duties.endOfDay,
      }),
      platformState: wiring.make(PlatformState, {
        database,
        businessClock: clock,
        health: serviceHealth,
        lateDays: () => readLateDays(database, clock),
        eventFigures: () => readEventFigures(database, shiftOf(clock)()),
        mailBacklog: () => mailSender.backlog(),
        unreviewed: (scope) => emergencies.unreviewed(scope),
        jobs: () => jobStates(asked),
        clock: () => clockHealth(realClock.state()),
        switches,
      }),
      openLimiter,
    },
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
      environment: config.environment,
      version,
      sso: config.oidc !== undefined,
      fourEyes: { usual: defaultList(config.environment), possible: WAITING_ACTIONS },
      ...(sandbox !== undefined && { sandbox: sandboxCredentials() }),
    },
  ]
}

function managementServices(
  { config, database, wiring, threads, facts }: StartedWith,
  { store, business, administration, duties }: Opened,
  asked: PlatformParts,
  {
    isDraining,
    switches,
  }: { isDraining(): boolean; readonly switches: Awaited<ReturnType<typeof openSwitchListener>> },
): Parameters<typeof openManagementListener>[1] {
  const { directory, loanCatalogue, properties, digitalSettings, realClock, sandbox } = store
  return {
    health: ownHealth({
      ...healthSources(asked),
      hosts: () => business.bank.hosts(),
      clock: () => clockHealth(realClock.state()),
      switches: switches && (() => switches.health()),
      isDraining,
      dataDir: config.dataDir,
      isEmbedded: database.engine === 'pglite',
    }),
    facts,
    refresher: duties.refreshes,
    beans: () => wiring.beans(),
    stacks: () => threads.stacks(),
    sandbox: sandbox?.controls({
      directory,
      loanCatalogue,
      settings: [properties, digitalSettings, administration.services.fourEyes],
      endOfDay: duties.endOfDay,
      seedByCommands: business.seed,
    }),
  }
}
