// What does business: rules, ledgers, the bank, lending and tokens, and the sandbox's data that their commands make.

import { assertHostDialects } from '../../../channels/core/iso8583/link/host-dialect.ts'
import { loadDialects } from '../../../channels/iso8583/dialect.ts'
import { schedulesArePacked } from '../../../loans/servicing/posting/schedule-form.ts'
import { seedByCommands } from '../seed-by-commands.ts'
import type { StartedWith } from '../started-with.ts'
import type { Store } from '../store.ts'
import type { Watching } from '../watching/watching.ts'
import { openBank } from './bank.ts'
import { makeDigitalParties } from './digital-parties.ts'
import { openEvm, takingTurns } from './evm.ts'
import { makeOrigination } from './origination.ts'
import { openRules } from './rules.ts'

export type Business = Awaited<ReturnType<typeof openBusiness>>

export async function openBusiness(given: StartedWith, store: Store, { metrics, tracer }: Watching) {
  const { config, database, logger, wiring, link } = given
  const { clock, directory, secretBox, properties, digitalSettings, loanCatalogue } = store
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
    environment: config.environment,
    metrics,
    logger,
    rules: rules.book,
    digitalSettings,
    tracer,
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
  // Awaited before requests are served: what is opened until then does not depend on it, and the simulated chain takes its time.
  const seeded = store.sandbox === undefined ? undefined : takingTurns(evm?.ledger, seed())
  seeded?.catch(() => {})
  return { rules, evm, dialects, bank, origination, digitalParties, seed, seeded }
}
