// The faults of a round. Each one is injected while orders are in flight and undone before the round ends.

import { meetFaults } from '../crash/core-books.ts'
import { control } from '../support/accounts/account-services.ts'
import type { FaultProxy } from '../support/machine/fault-proxy.ts'
import type { PostgresServer } from '../support/machine/postgres.ts'
import type { RemoteCore } from './families.ts'
import type { Fleet } from './fleet.ts'
import type { Load } from './loads.ts'

export interface Stage {
  readonly fleet: Fleet
  /** Only for PostgreSQL. */
  readonly network: FaultProxy | undefined
  readonly server: PostgresServer | undefined
  readonly core: RemoteCore
  /** The load on the institution of that core. */
  readonly coreLoad: Load
  /** A random integer from `min` to `max`, from the campaign's seed. */
  draw(min: number, max: number): number
  /** Waits while orders are in flight; returns at once when all are answered. */
  underLoad(condition: () => boolean, what: string): Promise<void>
  /** Requests so far that were answered with a fault, or not at all. */
  failed(): number
  answered(): number
}

export type Fault = (stage: Stage) => Promise<void>

export const GATEWAY_FAULTS: Readonly<Record<string, Fault>> = {
  async 'a gateway is killed'({ fleet, draw }) {
    await fleet.killAndRestart(draw(0, fleet.size - 1))
  },

  async 'days pass'({ fleet, draw }) {
    await control(fleet.any(), '/sandbox/clock', { advanceDays: draw(1, 5) })
  },
}

export const CORE_FAULTS: Readonly<Record<string, Fault>> = {
  async 'the core is killed'({ core, coreLoad, underLoad }) {
    await core.example.kill()
    const before = coreLoad.failed
    await underLoad(() => coreLoad.failed > before + 2, 'orders fail while the core is away')
    await core.example.restart()
  },

  async 'messages to the core are lost'({ core, coreLoad, underLoad }) {
    const before = coreLoad.answered + coreLoad.failed
    meetFaults(core.network)
    await underLoad(() => coreLoad.answered + coreLoad.failed > before + 15, 'orders meet an unreliable network')
    core.network.choose = () => 'none'
  },
}

export const NETWORK_FAULTS: Readonly<Record<string, Fault>> = {
  async 'PostgreSQL is killed'(stage) {
    const { server } = stage
    if (server === undefined) throw new TypeError('this stage has no server')
    await server.kill()
    const before = stage.failed()
    await stage.underLoad(() => stage.failed() > before, 'a request fails while PostgreSQL is away')
    await server.start()
  },

  async 'connections are cut'(stage) {
    for (let cuts = stage.draw(1, 4); cuts > 0; cuts--) {
      networkOf(stage).cut()
      const before = stage.answered()
      await stage.underLoad(() => stage.answered() > before + 5, 'orders are answered after a cut')
    }
  },

  async 'answers are late'(stage) {
    networkOf(stage).delayAnswers(stage.draw(20, 200))
    const before = stage.answered()
    await stage.underLoad(() => stage.answered() > before + 20, 'orders are answered by a slow network')
    networkOf(stage).heal()
  },

  async 'answers are swallowed'(stage) {
    const network = networkOf(stage)
    const before = network.lost
    network.swallowAnswers()
    await stage.underLoad(() => network.lost >= before + 5, 'answers get lost')
    network.heal()
  },

  async 'answers to commits are lost'(stage) {
    const network = networkOf(stage)
    const before = network.lost
    network.loseCommits(stage.draw(1, 6))
    await stage.underLoad(() => network.lost > before, 'the answer to a commit gets lost')
    network.heal()
  },

  // Gateways cannot find out what came of the commit: they must not say that nothing was done.
  async 'PostgreSQL vanishes at a commit'(stage) {
    const network = networkOf(stage)
    const before = network.lost
    network.vanishAtCommit()
    await stage.underLoad(() => network.lost > before, 'the answer to a commit gets lost')
    const failed = stage.failed()
    await stage.underLoad(() => stage.failed() > failed + 10, 'requests fail while PostgreSQL is away')
    network.heal()
  },
}

/** Wait until gateways time out a silent server, which takes seconds: for long campaigns. */
export const SLOW_FAULTS: Readonly<Record<string, Fault>> = {
  async 'PostgreSQL falls silent'(stage) {
    const before = stage.failed()
    networkOf(stage).swallowAnswers()
    await stage.underLoad(() => stage.failed() > before, 'a gateway gives a silent server up')
    networkOf(stage).heal()
  },
}

function networkOf({ network }: Stage): FaultProxy {
  if (network === undefined) throw new TypeError('this stage has no network')
  return network
}
