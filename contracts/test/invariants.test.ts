// Random transactions, compared with a model.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Hex, zeroAddress } from 'viem'
import { cases } from '../../test/support/runner/extent.ts'
import { openFastChain } from './each-chain.ts'
import {
  type Action,
  ADMIN,
  addressOf,
  assetOf,
  burn,
  capture,
  hold,
  idOf,
  issue,
  LedgerDesk,
  MAX_AMOUNT,
  type Operation,
  REASONS,
  release,
  restrict,
  transfer,
} from './ledger-desk.ts'
import { type ModelAccount, ModelLedger } from './model-ledger.ts'
import type { TestChain } from './test-chain.ts'
import { VmChain } from './vm-chain.ts'

const ASSETS = [assetOf('A'), assetOf('B')] as const
const CUSTOMERS = Array.from({ length: 8 }, (_, i) => addressOf(`customer ${i}`))
const FOREIGN = Array.from({ length: 4 }, (_, i) => addressOf(`foreign ${i}`))
const EVERYONE = [...CUSTOMERS, ...FOREIGN]
const FIRST_DAY_LIMITS = { ceiling: 5_000n, dailyLimit: 3_000n }

const ALL_RUNS = [
  { name: 'Hardhat', open: openFastChain, seed: 1, transactions: 300, comparedEvery: 1 },
  { name: 'Hardhat', open: openFastChain, seed: 2, transactions: 300, comparedEvery: 5 },
  { name: '@ethereumjs/vm', open: () => VmChain.open('osaka'), seed: 3, transactions: 30, comparedEvery: 10 },
] as const
const RUNS = cases<(typeof ALL_RUNS)[number]>([ALL_RUNS[1], ALL_RUNS[2]], ALL_RUNS)

for (const { name, open, seed, transactions, comparedEvery } of RUNS) {
  describe(`random transactions of seed ${seed}, on ${name}`, () => {
    let chain: TestChain
    let desk: LedgerDesk
    before(async () => {
      chain = await open()
      desk = await LedgerDesk.open(chain)
    })
    after(() => chain.close())

    test('do what the model does', async () => {
      const walk = new Walk(desk, seed)
      await walk.begin()
      for (let i = 1; i <= transactions; i++) {
        await walk.step()
        if (i % comparedEvery === 0) await walk.compare()
      }
      // A long walk has been everywhere: one that only fails would agree with everything.
      const seen = new Set([...walk.model.state.results.values()].map(({ outcome, reason }) => `${outcome} ${reason}`))
      if (transactions > 100) assert.equal(seen.size, 4 + REASONS.length - 1, [...seen].join(', '))
    })
  })
}

class Walk {
  readonly model = new ModelLedger()
  readonly #desk: LedgerDesk
  readonly #random: () => number
  #ids = 0

  constructor(desk: LedgerDesk, seed: number) {
    this.#desk = desk
    this.#random = generator(seed)
  }

  async begin(): Promise<void> {
    const { ceiling, dailyLimit } = FIRST_DAY_LIMITS
    await this.#desk.done(ADMIN, 'setNewAssetLimits', [ceiling, dailyLimit])
    for (const asset of ASSETS) {
      await this.#desk.register(asset)
      this.model.state.assets.set(asset, { ceiling, dailyLimit, day: -1, issuedToday: 0n })
    }
    await this.#desk.registerAccounts(CUSTOMERS.map((account, i) => ({ account, asset: this.#assetAt(i) })))
    for (const [i, account] of FOREIGN.entries())
      await this.#desk.done(ADMIN, 'listAddress', [account, this.#assetAt(i)])
    const none = { balance: 0n, held: 0n, restrictions: 0n }
    for (const [i, account] of CUSTOMERS.entries())
      this.model.state.accounts.set(account, { asset: this.#assetAt(i), ...none, listing: 'CUSTODIAL' })
    for (const [i, account] of FOREIGN.entries())
      this.model.state.accounts.set(account, { asset: this.#assetAt(i), ...none, listing: 'LISTED' })
  }

  async step(): Promise<void> {
    const chance = this.#random()
    if (chance < 0.8) return this.#operations()
    if (chance < 0.88) return this.#ownTransfer()
    if (chance < 0.93) return this.#relist()
    if (chance < 0.97) return this.#newLimits()
    await this.#desk.chain.passSeconds(86_400)
    this.model.day++
  }

  /** The contract agrees with the model in everything, and the model is sound. */
  async compare(): Promise<void> {
    const { accounts, results } = this.model.state
    const found = await this.#desk.accounts(...EVERYONE)
    assert.deepEqual(
      found.map(({ asset, balance, held, flags }) => ({ asset, balance, held, flags })),
      EVERYONE.map((address) => {
        const account = accounts.get(address) as ModelAccount
        return { asset: account.asset, balance: account.balance, held: account.held, flags: flagsOf(account) }
      }),
    )
    const ids = [...results.keys()]
    // Old ones do not change but for holds that end.
    const looked = ids.filter((id, i) => i > ids.length - 40 || results.get(id)?.outcome === 'HELD')
    assert.deepEqual(
      await this.#desk.results(...looked),
      looked.map((id) => results.get(id)),
    )
    const assets = await this.#desk.assets(...ASSETS)
    for (const [i, { supply, onHold, ceiling, dailyLimit }] of assets.entries()) {
      const asset = this.#assetAt(i)
      const limits = this.model.state.assets.get(asset)
      assert.deepEqual({ supply, onHold }, this.model.supplyOf(asset), 'the supply is the sum of the balances')
      assert.deepEqual([ceiling, dailyLimit], [limits?.ceiling, limits?.dailyLimit])
      const open = [...results.values()].filter(
        ({ outcome, account }) => outcome === 'HELD' && accounts.get(account)?.asset === asset,
      )
      assert.equal(
        onHold,
        open.reduce((sum, { amount }) => sum + amount, 0n),
        'what is on hold is the sum of the holds',
      )
    }
    for (const { balance, held } of found) assert.ok(held <= balance, 'no more is held than there is')
  }

  async #operations(): Promise<void> {
    const operations = Array.from(
      { length: 1 + this.#below(6) },
      (): Operation => ({
        id: this.#chance(0.1) ? this.#oldId() : idOf(`${this.#ids++}`),
        actions: this.#chance(0.02)
          ? []
          : Array.from({ length: this.#chance(0.6) ? 1 : 1 + this.#below(4) }, () => this.#action()),
      }),
    )
    this.model.execute(operations)
    await this.#desk.execute(...operations)
  }

  #action(): Action {
    const asset = this.#chance(0.03) ? assetOf('unknown') : this.#pick(ASSETS)
    const account = this.#someAccount(asset)
    const amount = this.#amount()
    const chance = this.#random()
    if (chance < 0.28) return issue(asset, account, amount)
    if (chance < 0.36) return burn(asset, account, amount)
    if (chance < 0.56) return transfer(asset, account, this.#someAccount(asset), amount)
    if (chance < 0.74) return hold(asset, account, amount)
    if (chance < 0.86) return capture(this.#someHold(), this.#chance(0.5) ? zeroAddress : this.#someAccount(asset))
    if (chance < 0.94) return release(this.#someHold())
    return restrict(account, this.#chance(0.1) ? 4n : this.#chance(0.7) ? 0n : BigInt(this.#below(4)))
  }

  async #ownTransfer(): Promise<void> {
    const asset = this.#pick(ASSETS)
    const [from, to, value] = [this.#pick(EVERYONE), this.#pick(EVERYONE), BigInt(this.#below(300))]
    const expected = this.model.transferListed(from, to, asset, value)
    const { isApplied } = await this.#desk.asOwner(from, asset, 'transfer', to, value)
    assert.equal(isApplied, expected, `transfer of ${value} by ${from} to ${to}`)
  }

  async #relist(): Promise<void> {
    const address = this.#pick(FOREIGN)
    const account = this.model.state.accounts.get(address) as ModelAccount
    const isListed = account.listing === 'LISTED'
    if (isListed) await this.#desk.done(ADMIN, 'delistAddress', [address])
    else await this.#desk.done(ADMIN, 'listAddress', [address, account.asset])
    this.model.state.accounts.set(address, { ...account, listing: isListed ? 'DELISTED' : 'LISTED' })
  }

  async #newLimits(): Promise<void> {
    const asset = this.#pick(ASSETS)
    const limits = { ceiling: BigInt(2_000 + this.#below(6_000)), dailyLimit: BigInt(500 + this.#below(5_000)) }
    await this.#desk.done(ADMIN, 'setLimits', [asset, limits.ceiling, limits.dailyLimit])
    const before = this.model.state.assets.get(asset)
    if (before !== undefined) this.model.state.assets.set(asset, { ...before, ...limits })
  }

  #amount(): bigint {
    const chance = this.#random()
    if (chance < 0.02) return 0n
    if (chance < 0.04) return MAX_AMOUNT + BigInt(this.#below(3))
    return BigInt(1 + this.#below(chance < 0.9 ? 300 : 3_000))
  }

  /** Mostly one of the asset. */
  #someAccount(asset: bigint): Hex {
    if (this.#chance(0.03)) return addressOf('not known')
    const start = this.#pick(EVERYONE)
    if (this.#chance(0.04)) return start
    const fitting = EVERYONE.filter((address) => this.model.state.accounts.get(address)?.asset === asset)
    return fitting.length === 0 ? start : this.#pick(fitting)
  }

  #someHold(): Hex {
    const held = [...this.model.state.results].filter(([, { outcome }]) => outcome === 'HELD')
    return held.length === 0 || this.#chance(0.15) ? this.#oldId() : (this.#pick(held)[0] as Hex)
  }

  #oldId(): Hex {
    return idOf(`${this.#below(this.#ids + 1)}`)
  }

  #assetAt(i: number): bigint {
    return ASSETS[i % ASSETS.length] as bigint
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound)
  }

  #chance(part: number): boolean {
    return this.#random() < part
  }
}

function flagsOf({ restrictions, listing }: ModelAccount): number {
  return Number(restrictions) | 4 | (listing === 'CUSTODIAL' ? 0 : 8) | (listing === 'LISTED' ? 16 : 0)
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
