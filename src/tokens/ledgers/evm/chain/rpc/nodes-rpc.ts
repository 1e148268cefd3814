// Several nodes of one chain. The one that answered last is asked first, so that what is read goes forward; when it cannot
// answer, the next one is asked.

import { type Problem, unavailable } from '../../../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../../../platform/kernel/time/clock.ts'
import { unattended } from '../../../../../platform/kernel/work/unattended.ts'
import type { Hex } from '../../evm-settings.ts'
import type { FeeMarket } from '../fees.ts'
import { blockOf, blockParameter, hexOf, numberOf, receiptOf, topicsOf } from './chain-answers.ts'
import { ChainNode } from './chain-node.ts'
import type { BlockRef, ChainBlock, ChainCall, ChainIdentity, ChainReceipt, ChainRpc, NodeStatus } from './chain-rpc.ts'
import { type JsonRpc, type RpcCall, RpcFailure, RpcRefusal } from './json-rpc.ts'

const CALL_LIMIT_MS = 3_000
/** After this time no further node is asked: callers give up after five seconds. */
const LAST_ATTEMPT_MS = 3_500
const KNOWN_ALREADY = /already known|alreadyknown|known transaction|already imported|already exists/i

/** An answer that only a node can give that is behind. */
class Lagging extends Error {}

export class NodesRpc implements ChainRpc {
  readonly #nodes: readonly ChainNode[]
  #first = 0
  #chain: ChainIdentity | undefined
  #finalHeight = 0n

  constructor(urls: readonly string[], limitMs = CALL_LIMIT_MS) {
    this.#nodes = urls.map((url, i) => new ChainNode(i + 1, url, limitMs))
  }

  expect(identity: ChainIdentity): void {
    this.#chain = { chainId: identity.chainId, genesisHash: hexOf(identity.genesisHash) }
  }

  noteFinal(height: bigint): void {
    if (height > this.#finalHeight) this.#finalHeight = height
  }

  call(to: Hex, data: Hex, at: BlockRef): Promise<Hex> {
    return this.#read(async (rpc) => hexOf(await rpc.call('eth_call', { to, data }, blockParameter(at))))
  }

  callMany(calls: readonly ChainCall[], at: BlockRef): Promise<readonly Hex[]> {
    return this.#readMany(
      calls.map(({ to, data }) => ({ method: 'eth_call', params: [{ to, data }, blockParameter(at)] })),
      hexOf,
    )
  }

  block(ref: BlockRef): Promise<ChainBlock | null> {
    const [method, parameter] =
      typeof ref === 'object' ? ['eth_getBlockByHash', ref.blockHash] : ['eth_getBlockByNumber', blockParameter(ref)]
    return this.#read(async (rpc, node) => {
      const block = blockOf(await rpc.call(method, parameter, false))
      if (ref === 'latest' && block !== null) node.noteHeight(block.number)
      // Every node that is not behind has the blocks up to the final one, and has not unmade them.
      const known = typeof ref === 'bigint' ? ref : typeof ref === 'string' ? this.#finalHeight : undefined
      const isMissing = known !== undefined && known <= this.#finalHeight && (block?.number ?? -1n) < known
      if (isMissing) throw new Lagging()
      return block
    })
  }

  topics(address: Hex, topic: Hex, from: bigint, to: bigint): Promise<readonly (readonly Hex[])[] | null> {
    const range = { fromBlock: blockParameter(from), toBlock: blockParameter(to) }
    return this.#read(async (rpc) => {
      try {
        return topicsOf(await rpc.call('eth_getLogs', { address, topics: [topic], ...range }))
      } catch (error) {
        if (error instanceof RpcRefusal) return null
        throw error
      }
    })
  }

  receipt(transactionHash: Hex): Promise<ChainReceipt | null> {
    return this.#read(async (rpc) => receiptOf(await rpc.call('eth_getTransactionReceipt', transactionHash)))
  }

  receipts(transactionHashes: readonly Hex[]): Promise<readonly (ChainReceipt | null)[]> {
    return this.#readMany(
      transactionHashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      receiptOf,
    )
  }

  async sendRaw(bytes: Hex): Promise<'sent' | 'known' | 'unsure'> {
    const outcomes = this.#nodes.map((node) => this.#sendTo(node, bytes))
    // The first node that has it is enough; the others get it all the same.
    return new Promise((resolve) => {
      for (const outcome of outcomes)
        unattended(
          outcome.then((known) => {
            if (known !== 'unsure') resolve(known)
          }),
        )
      unattended(Promise.all(outcomes).then(() => resolve('unsure')))
    })
  }

  nonce(address: Hex, at: BlockRef): Promise<bigint> {
    return this.#read(async (rpc) => numberOf(await rpc.call('eth_getTransactionCount', address, blockParameter(at))))
  }

  balance(address: Hex, at: BlockRef = 'latest'): Promise<bigint> {
    return this.#read(async (rpc) => numberOf(await rpc.call('eth_getBalance', address, blockParameter(at))))
  }

  code(address: Hex, at: BlockRef = 'latest'): Promise<Hex> {
    return this.#read(async (rpc) => hexOf(await rpc.call('eth_getCode', address, blockParameter(at))))
  }

  estimateGas(from: Hex, to: Hex | undefined, data: Hex): Promise<bigint> {
    const transaction = { from, ...(to !== undefined && { to }), data }
    return this.#read(async (rpc) => numberOf(await rpc.call('eth_estimateGas', transaction)))
  }

  fees(): Promise<FeeMarket> {
    return this.#read(async (rpc, node) => {
      const [block, price, priority] = await rpc.callMany([
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        { method: 'eth_gasPrice', params: [] },
        { method: 'eth_maxPriorityFeePerGas', params: [] },
      ])
      const latest = blockOf(resultIn(block))
      if (latest === null || latest.number < this.#finalHeight) throw new Lagging()
      node.noteHeight(latest.number)
      const gasPriceWei = numberOf(resultIn(price))
      const above = gasPriceWei - (latest.baseFeeWei ?? 0n)
      return {
        baseFeeWei: latest.baseFeeWei,
        // Not every node offers it; what the price has above the base fee is the same.
        priorityFeeWei: priority instanceof RpcRefusal ? (above > 0n ? above : 0n) : numberOf(priority),
        gasPriceWei,
      }
    })
  }

  chainId(): Promise<bigint> {
    return this.#read(async (_, node) => identityOf(node).chainId)
  }

  genesisHash(): Promise<Hex> {
    return this.#read(async (_, node) => identityOf(node).genesisHash)
  }

  nodes(): readonly NodeStatus[] {
    return this.#nodes.map((node) => node.status(this.#chain, this.#finalHeight))
  }

  close(): void {
    for (const node of this.#nodes) node.rpc.close()
  }

  #readMany<T>(calls: readonly RpcCall[], read: (value: unknown) => T): Promise<readonly T[]> {
    if (calls.length === 0) return Promise.resolve([])
    return this.#read(async (rpc) => (await everyResult(rpc, calls)).map(read))
  }

  /** Asks one node after the other, beginning with the one that answered last. Those that rest come last. */
  async #read<T>(ask: (rpc: JsonRpc, node: ChainNode) => Promise<T>): Promise<T> {
    const startedAtMs = monotonicMs()
    const turn = [...this.#nodes.slice(this.#first), ...this.#nodes.slice(0, this.#first)]
    const reasons: string[] = []
    for (const node of [...turn.filter((each) => !each.rests), ...turn.filter((each) => each.rests)]) {
      if (monotonicMs() - startedAtMs > LAST_ATTEMPT_MS) break
      try {
        const unusable = await this.#unusable(node)
        if (unusable === undefined) {
          const answer = await ask(node.rpc, node)
          this.#first = node.number - 1
          return answer
        }
        reasons.push(`node ${node.number} ${unusable}`)
      } catch (error) {
        reasons.push(`node ${node.number}: ${reasonOf(error, node)}`)
      }
    }
    throw unreadable(reasons)
  }

  async #unusable(node: ChainNode): Promise<string | undefined> {
    await node.check(this.#finalHeight)
    this.#chain ??= node.identity
    if (this.#chain !== undefined && !node.isOn(this.#chain)) return 'is on another chain'
    return node.isBehind(this.#finalHeight) ? 'is behind the final block' : undefined
  }

  async #sendTo(node: ChainNode, bytes: Hex): Promise<'sent' | 'known' | 'unsure'> {
    try {
      if ((await this.#unusable(node)) !== undefined) return 'unsure'
      await node.rpc.call('eth_sendRawTransaction', bytes)
      return 'sent'
    } catch (error) {
      if (error instanceof RpcRefusal) return error.says(KNOWN_ALREADY) ? 'known' : 'unsure'
      reasonOf(error, node)
      return 'unsure'
    }
  }
}

async function everyResult(rpc: JsonRpc, calls: readonly RpcCall[]): Promise<readonly unknown[]> {
  return (await rpc.callMany(calls)).map(resultIn)
}

function resultIn(answer: unknown): unknown {
  if (answer instanceof RpcRefusal) throw answer
  return answer
}

function identityOf(node: ChainNode): ChainIdentity {
  if (node.identity === undefined) throw new RpcFailure('the chain is not known', false)
  return node.identity
}

/** Only texts of our own: those of packages and nodes may repeat addresses and signed bytes. */
function reasonOf(error: unknown, node: ChainNode): string {
  if (error instanceof Lagging) return 'is behind'
  if (error instanceof RpcRefusal) return error.message
  node.noteFailure()
  return error instanceof RpcFailure ? error.message : `an unexpected ${error instanceof Error ? error.name : 'error'}`
}

function unreadable(reasons: readonly string[]): Problem {
  return unavailable(`no node of the chain can answer: ${reasons.join('; ')}`)
}
