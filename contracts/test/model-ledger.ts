// The ledger's rules again, as plainly as possible and with integers without a size: what the contract is compared with.

import { type Hex, zeroAddress } from 'viem'
import { type Action, KINDS, MAX_AMOUNT, type Operation, type Outcome, type Reason } from './ledger-desk.ts'

export interface ModelAccount {
  readonly asset: bigint
  readonly balance: bigint
  readonly held: bigint
  readonly restrictions: bigint
  readonly listing: 'CUSTODIAL' | 'LISTED' | 'DELISTED'
}

export interface ModelAsset {
  readonly ceiling: bigint
  readonly dailyLimit: bigint
  readonly day: number
  readonly issuedToday: bigint
}

export interface ModelResult {
  readonly outcome: Outcome
  readonly reason: Reason
  readonly amount: bigint
  readonly account: Hex
}

interface State {
  readonly accounts: Map<Hex, ModelAccount>
  readonly assets: Map<bigint, ModelAsset>
  readonly results: Map<Hex, ModelResult>
}

class Refusal extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

export class ModelLedger {
  state: State = { accounts: new Map(), assets: new Map(), results: new Map() }
  day = 0

  execute(operations: readonly Operation[]): void {
    for (const { id, actions } of operations) {
      if (this.state.results.has(id)) continue
      const { results, ...before } = this.state
      this.state = { results: new Map(results), accounts: new Map(before.accounts), assets: new Map(before.assets) }
      try {
        this.state.results.set(id, this.#apply(actions))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.state = { ...before, results }
        results.set(id, { outcome: 'FAILED', reason: error.reason, amount: 0n, account: zeroAddress })
      }
    }
  }

  /** Whether the owner's own transfer is possible, and what it does. */
  transferListed(from: Hex, to: Hex, asset: bigint, value: bigint): boolean {
    const [payer, payee] = [this.state.accounts.get(from), this.state.accounts.get(to)]
    if (payer?.asset !== asset || payee?.asset !== asset) return false
    if (payer.listing !== 'LISTED' || payee.listing !== 'LISTED') return false
    try {
      this.#transfer({ asset, account: from, to, value })
      return true
    } catch {
      return false
    }
  }

  supplyOf(asset: bigint): { readonly supply: bigint; readonly onHold: bigint } {
    const held = [...this.state.accounts.values()].filter((account) => account.asset === asset)
    return {
      supply: held.reduce((sum, { balance }) => sum + balance, 0n),
      onHold: held.reduce((sum, account) => sum + account.held, 0n),
    }
  }

  #apply(actions: readonly Action[]): ModelResult {
    if (actions.length === 0 || actions.length > 100) throw new Refusal('MALFORMED')
    const holds: Action[] = []
    for (const action of actions) {
      const kind = KINDS[action.kind]
      if ((kind === 'ISSUE' || kind === 'BURN' || kind === 'TRANSFER' || kind === 'HOLD') && !isAmount(action.value)) {
        // A second hold is refused before its amount is looked at.
        throw new Refusal(kind === 'HOLD' && holds.length > 0 ? 'MALFORMED' : 'AMOUNT')
      }
      switch (kind) {
        case 'ISSUE':
          this.#issue(action)
          break
        case 'BURN':
          this.#change(action.account, this.#accountOf(action.account, action.asset), -action.value, 0n)
          break
        case 'TRANSFER':
          this.#transfer(action)
          break
        case 'HOLD':
          if (holds.push(action) > 1) throw new Refusal('MALFORMED')
          this.#change(action.account, this.#accountOf(action.account, action.asset), 0n, action.value)
          break
        case 'CAPTURE':
        case 'RELEASE':
          this.#endHold(action, kind)
          break
        default:
          this.#restrict(action)
      }
    }
    const [made] = holds
    if (made === undefined) return { outcome: 'APPLIED', reason: 'NONE', amount: 0n, account: zeroAddress }
    return { outcome: 'HELD', reason: 'NONE', amount: made.value, account: made.account }
  }

  #issue({ asset, account, value }: Action): void {
    const to = this.#creditable(account, asset)
    const limits = this.state.assets.get(asset) as ModelAsset
    if (this.supplyOf(asset).supply + value > limits.ceiling) throw new Refusal('CEILING')
    const issuedToday = (limits.day === this.day ? limits.issuedToday : 0n) + value
    if (issuedToday > limits.dailyLimit) throw new Refusal('DAILY_LIMIT')
    this.state.assets.set(asset, { ...limits, day: this.day, issuedToday })
    this.#change(account, to, value, 0n)
  }

  #transfer({ asset, account, to, value }: Pick<Action, 'asset' | 'account' | 'to' | 'value'>): void {
    const payer = this.#accountOf(account, asset)
    const payee = this.#creditable(to, asset)
    if ((payer.restrictions & 1n) !== 0n || (payee.restrictions & 2n) !== 0n) throw new Refusal('RESTRICTED')
    this.#change(account, payer, -value, 0n)
    this.#change(to, this.#accountOf(to, asset), value, 0n)
  }

  #endHold({ to, value }: Action, kind: 'CAPTURE' | 'RELEASE'): void {
    const id: Hex = `0x${value.toString(16).padStart(64, '0')}`
    const held = this.state.results.get(id)
    if (held?.outcome === 'CAPTURED' || held?.outcome === 'RELEASED') throw new Refusal('HOLD_ENDED')
    if (held?.outcome !== 'HELD') throw new Refusal('UNKNOWN_HOLD')
    const { amount, account } = held
    const payer = this.state.accounts.get(account) as ModelAccount
    this.state.results.set(id, { ...held, outcome: kind === 'CAPTURE' ? 'CAPTURED' : 'RELEASED' })
    this.#change(account, payer, kind === 'CAPTURE' ? -amount : 0n, -amount)
    if (kind === 'CAPTURE' && to !== zeroAddress) this.#change(to, this.#creditable(to, payer.asset), amount, 0n)
  }

  #restrict({ account, value }: Action): void {
    if (value > 3n) throw new Refusal('MALFORMED')
    const found = this.state.accounts.get(account)
    if (found === undefined) throw new Refusal('UNKNOWN_ACCOUNT')
    this.state.accounts.set(account, { ...found, restrictions: value })
  }

  #change(address: Hex, account: ModelAccount, byBalance: bigint, byHeld: bigint): void {
    const changed = { ...account, balance: account.balance + byBalance, held: account.held + byHeld }
    if (changed.balance < changed.held) throw new Refusal('INSUFFICIENT_BALANCE')
    this.state.accounts.set(address, changed)
  }

  #accountOf(address: Hex, asset: bigint): ModelAccount {
    if (!this.state.assets.has(asset)) throw new Refusal('UNKNOWN_ASSET')
    const account = this.state.accounts.get(address)
    if (account?.asset !== asset) throw new Refusal('UNKNOWN_ACCOUNT')
    return account
  }

  #creditable(address: Hex, asset: bigint): ModelAccount {
    const account = this.#accountOf(address, asset)
    if (account.listing === 'DELISTED') throw new Refusal('UNLISTED')
    return account
  }
}

function isAmount(value: bigint): boolean {
  return value > 0n && value <= MAX_AMOUNT
}
