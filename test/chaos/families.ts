// What stands beside family A in a campaign: a lending partner, two partners with tokens on both kinds of ledger, and an
// institution on a REST core behind an unreliable network.

import { ChannelLoad } from '../crash/channel-load.ts'
import { assertBooked, assertRecordsMatch, readBooked } from '../crash/core-books.ts'
import { DigitalLoad, type LoadHolder } from '../crash/digital-load.ts'
import { LendingLoad } from '../crash/lending-load.ts'
import { DigitalPartner, SECOND_PARTNER } from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import type { Gateway, Store } from '../support/gateways/gateway.ts'
import { connectRestCore } from '../support/rest-core/connectivity.ts'
import { type ExampleServer, startExample } from '../support/rest-core/example-server.ts'
import { type HttpFaultProxy, startHttpFaultProxy } from '../support/rest-core/http-fault-proxy.ts'
import type { Fleet } from './fleet.ts'
import type { Load } from './loads.ts'

const LENDING_WORKERS = 2
const TOKEN_WORKERS = 2
const TURNS_PER_WORKER = 2
const CORE_CHANNELS = 3
const CORE_ORDERS = 24
const CORE_ACCOUNTS = 12
const CORE_PLACE = { institutionId: 'FI002', terminalId: 'ATM00101' }
const BANK = { name: 'Chaos Bank', country: 'US', currencies: ['USD'] }

export interface RemoteCore {
  readonly example: ExampleServer
  readonly network: HttpFaultProxy
}

export interface RoundOfFamilies {
  readonly round: number
  readonly seed: number
  /** Reversal windows and reservations end when days pass. */
  readonly daysPass: boolean
  /** The lending load's account, which no other load uses. */
  readonly lendingAccount: string
  /** A random integer below a bound. */
  draw(below: number): number
}

export class Families {
  readonly core: RemoteCore
  readonly #fleet: Fleet
  readonly #store: Store
  readonly #removals: (() => Promise<void>)[]
  readonly #holders: LoadHolder[] = []
  #turn = 0

  private constructor(fleet: Fleet, store: Store, core: RemoteCore, removals: (() => Promise<void>)[]) {
    this.#fleet = fleet
    this.#store = store
    this.core = core
    this.#removals = removals
  }

  /** Starts the core and connects the institution to it, while no gateway has the embedded engine's files open. */
  static async start(fleet: Fleet, store: Store): Promise<Families> {
    const removals: (() => Promise<void>)[] = []
    const after = (remove: () => Promise<void>) => void removals.unshift(remove)
    const example = await startExample({ after }, { plainAccounts: CORE_ACCOUNTS })
    const network = await startHttpFaultProxy({ after: (remove) => after(remove as () => Promise<void>) }, example.url)
    const { institutionId } = CORE_PLACE
    // The circuit opens now and then, but not for long.
    const breaker = { breakerFailureRate: 80, breakerOpenMs: 100 }
    await connectRestCore(store, { institutionId, url: network.url, timeoutMs: 4_000, ...breaker })
    return new Families(fleet, store, { example, network }, removals)
  }

  /** Opens the accounts of tokens, once gateways run. */
  async openTokens(): Promise<void> {
    const url = () => this.#next().url
    const properties = new DigitalProperties(url)
    await properties.set('simulated.block-ms', 20)
    for (const partner of [new DigitalPartner(url), new DigitalPartner(url, SECOND_PARTNER)]) {
      for (const ledger of ['builtin', 'simulated']) {
        const { id: institutionId } = await partner.ok('POST /institutions', { institution: BANK })
        await properties.set('ledger', ledger, institutionId)
        const holder = { partner, ...(await partner.holder({ institutionId })) }
        await partner.deposit(holder.accountId, 1_000)
        this.#holders.push(holder)
      }
    }
  }

  /** The loads of a round. Each has read what there is before it. */
  async loads(of: RoundOfFamilies): Promise<{ readonly lending: Load; readonly tokens: Load; readonly core: Load }> {
    return { lending: await this.#lending(of), tokens: await this.#tokens(of), core: await this.#remote(of) }
  }

  /** The gateway's records and the core's log agree. Call it when no gateway runs. */
  assertRecordsMatch(): Promise<void> {
    return assertRecordsMatch(this.#store, CORE_PLACE.institutionId, this.core.example)
  }

  async close(): Promise<void> {
    for (const remove of this.#removals) await remove()
  }

  async #lending({ round, lendingAccount, draw }: RoundOfFamilies): Promise<Load> {
    const load = new LendingLoad({
      gateway: () => this.#turnOf(),
      accountId: lendingAccount,
      loansPerWorker: 1,
      isDropped: () => draw(2) === 0,
      keys: `chaos-${round}`,
    })
    await load.readBefore(this.#next())
    return loadOf(
      load,
      () => load.run(LENDING_WORKERS),
      (gateway) => load.assertKept(gateway),
    )
  }

  async #tokens({ round, daysPass, draw }: RoundOfFamilies): Promise<Load> {
    const load = new DigitalLoad({
      holders: this.#holders,
      turnsPerWorker: TURNS_PER_WORKER,
      twoPhases: !daysPass,
      isDropped: () => draw(2) === 0,
      refs: `chaos-${round}`,
    })
    await load.readBefore()
    return loadOf(
      load,
      () => load.run(TOKEN_WORKERS),
      async () => {
        await load.assertKept()
        await load.assertSettled()
      },
    )
  }

  async #remote({ round, seed, daysPass }: RoundOfFamilies): Promise<Load> {
    const { example, network } = this.core
    const load = new ChannelLoad({
      gateway: () => this.#turnOf(),
      seed: seed + round,
      place: CORE_PLACE,
      accounts: CORE_ACCOUNTS,
      orders: CORE_ORDERS,
      reverses: !daysPass,
    })
    const openings = await readBooked(load, example)
    return loadOf(
      load,
      () => load.run(CORE_CHANNELS),
      async () => {
        await load.finish()
        // Late arrivals, when everything is over.
        await network.release()
        await load.assertKept()
        await assertBooked(load, example, openings)
      },
    )
  }

  #turnOf(): Gateway | undefined {
    const running = this.#fleet.running()
    return running[this.#turn++ % running.length]
  }

  #next(): Gateway {
    const gateway = this.#turnOf()
    if (gateway === undefined) throw new Error('no gateway is running')
    return gateway
  }
}

function loadOf(counted: Pick<Load, 'answered' | 'failed'>, run: Load['run'], assertKept: Load['assertKept']): Load {
  return {
    get answered() {
      return counted.answered
    },
    get failed() {
      return counted.failed
    },
    run,
    assertKept,
  }
}
