// One node: whether it can be used, and on which chain it is.

import { monotonicMs } from '../../../../../platform/kernel/time/clock.ts'
import { sharedRun } from '../../../../../platform/kernel/work/shared-run.ts'
import { blockOf, numberOf } from './chain-answers.ts'
import type { ChainIdentity, NodeStatus } from './chain-rpc.ts'
import { JsonRpc, RpcFailure, RpcRefusal } from './json-rpc.ts'

/** A node that restarts may come back as another chain, so its identity is asked for again and again. */
const RECHECK_MS = 5_000
/** A node that gave no answer is asked again after this time. */
const REST_MS = 2_000

export class ChainNode {
  readonly number: number
  readonly rpc: JsonRpc
  #identity: ChainIdentity | undefined
  #height: bigint | undefined
  #checkedAtMs = Number.NEGATIVE_INFINITY
  #failedAtMs = Number.NEGATIVE_INFINITY
  readonly #askOnce = sharedRun(() => this.#ask())

  constructor(number: number, url: string, limitMs: number) {
    this.number = number
    this.rpc = new JsonRpc(url, limitMs)
  }

  get identity(): ChainIdentity | undefined {
    return this.#identity
  }

  get rests(): boolean {
    return monotonicMs() - this.#failedAtMs < REST_MS
  }

  /** Throws RpcFailure or RpcRefusal. Does nothing while the last check is fresh and the node is high enough. */
  async check(leastHeight: bigint): Promise<void> {
    const isFresh = monotonicMs() - this.#checkedAtMs < RECHECK_MS && (this.#height ?? -1n) >= leastHeight
    if (isFresh) return
    await this.#askOnce()
  }

  noteHeight(height: bigint): void {
    this.#height = height
  }

  noteFailure(): void {
    this.#failedAtMs = monotonicMs()
    this.#checkedAtMs = Number.NEGATIVE_INFINITY
  }

  isOn(chain: ChainIdentity): boolean {
    return this.#identity?.chainId === chain.chainId && this.#identity.genesisHash === chain.genesisHash
  }

  isBehind(height: bigint): boolean {
    return (this.#height ?? -1n) < height
  }

  status(chain: ChainIdentity | undefined, finalHeight: bigint): NodeStatus {
    const isReached = this.#identity !== undefined && Number.isFinite(this.#checkedAtMs)
    const isOther = chain !== undefined && !this.isOn(chain)
    const known = isOther ? 'other chain' : this.isBehind(finalHeight) ? 'lagging' : 'usable'
    return { node: this.number, state: isReached ? known : 'unreachable', height: this.#height }
  }

  async #ask(): Promise<void> {
    const answers = await this.rpc.callMany([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_getBlockByNumber', params: ['0x0', false] },
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ])
    const refusal = answers.find((answer) => answer instanceof RpcRefusal)
    if (refusal !== undefined) throw refusal
    const [chainId, first, last] = answers
    const [genesis, latest] = [blockOf(first), blockOf(last)]
    if (genesis === null || latest === null) throw new RpcFailure('the node does not have the first block', false)
    this.#identity = { chainId: numberOf(chainId), genesisHash: genesis.hash }
    this.#height = latest.number
    this.#checkedAtMs = monotonicMs()
  }
}
