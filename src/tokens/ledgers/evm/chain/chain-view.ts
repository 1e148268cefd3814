// What the chain says now: its newest and its final block, the state of the key and of the contract, and whether it is the chain of
// the first use. A chain that is another one, or that has unmade a final block, is not used: nothing is sent and nothing ends.

import { isUnclear, unavailable } from '../../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../../platform/kernel/time/clock.ts'
import { sharedRun } from '../../../../platform/kernel/work/shared-run.ts'
import type { LedgerRow } from '../evm-rows.ts'
import type { EvmSettings, Hex } from '../evm-settings.ts'
import type { EvmStore } from '../evm-store.ts'
import type { OnChainNames } from '../on-chain-names.ts'
import { finalBlockOf } from './chain-rules.ts'
import { operatorRead, pausedRead } from './contract-calls.ts'
import { chooseFees, type FeeMarket } from './fees.ts'
import type { ChainBlock, ChainRpc } from './rpc/chain-rpc.ts'

export interface ChainViewParts {
  readonly store: EvmStore
  readonly rpc: ChainRpc
  readonly names: OnChainNames
  readonly settings: Pick<EvmSettings, 'ledgerAddress' | 'finality' | 'fees'>
  readonly address: Hex
  /** The chain is down when its head has not moved for so long; 0: never. */
  haltedAfterMs(): number
  readonly log?: ViewLog | undefined
  /** False: the first use is only seen, not stored. */
  readonly binds?: boolean | undefined
}

export interface ViewLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface ChainSight {
  readonly ledger: LedgerRow
  readonly latest: ChainBlock
  /** Never before the final block that is stored. */
  readonly final: ChainBlock
  readonly isReorganised: boolean
  readonly market: FeeMarket
  readonly balanceWei: bigint
  readonly minedNonce: bigint
  readonly finalNonce: bigint
  /** Why nothing new can be sent; undefined when all is well. */
  readonly obstacle: string | undefined
  /** No new block for too long. What is open is still sent: a chain may make blocks for transactions alone. */
  readonly isHalted: boolean
}

/** The gas of a small transaction: a key that cannot pay it, and has none open, is dry. */
const SMALL_GAS = 500_000n

/** The chain is there and must not be used. */
class WrongChain extends Error {}

export class ChainView {
  readonly #parts: ChainViewParts
  #last: { readonly sight: ChainSight; readonly atMs: number } | undefined
  readonly #lookOnce = sharedRun(() => this.#lookNow())
  #failedAtMs = Number.NEGATIVE_INFINITY
  #trouble: string | undefined
  /** The highest block that was seen here, and when it was new. */
  #head: { readonly number: bigint; readonly hash: Hex; readonly atMs: number } | undefined

  constructor(parts: ChainViewParts) {
    this.#parts = parts
  }

  get last(): ChainSight | undefined {
    return this.#last?.sight
  }

  /** Why the ledger cannot be used, as last seen. */
  get trouble(): string | undefined {
    return this.#trouble
  }

  /** Asks the nodes, unless they were asked in the last `maxAgeMs`, in vain or not. Throws `unavailable`. */
  async look(maxAgeMs = 0): Promise<ChainSight> {
    if (this.#last !== undefined && monotonicMs() - this.#last.atMs < maxAgeMs) return this.#last.sight
    // Requests must not wait for nodes that hang: each would take as long as the first.
    if (monotonicMs() - this.#failedAtMs < maxAgeMs) throw unavailable('the EVM ledger cannot be used')
    return this.#lookOnce()
  }

  async #lookNow(): Promise<ChainSight> {
    try {
      const sight = await this.#read()
      this.#last = { sight, atMs: monotonicMs() }
      this.#failedAtMs = Number.NEGATIVE_INFINITY
      this.#tell(sight.obstacle ?? (sight.isHalted ? 'the chain makes no new blocks' : undefined))
      return sight
    } catch (error) {
      this.#last = undefined
      this.#failedAtMs = monotonicMs()
      if (!isUnclear(error) && !(error instanceof WrongChain)) throw error
      this.#tell(error.message)
      throw unavailable('the EVM ledger cannot be used')
    }
  }

  async #read(): Promise<ChainSight> {
    const { store, rpc, settings, address } = this.#parts
    const known = await store.readLedger()
    if (known !== undefined) {
      this.#checkSettings(known)
      rpc.expect({ chainId: known.chainId, genesisHash: known.genesisHash })
      rpc.noteFinal(known.final.number)
    }
    const latest = present(await rpc.block('latest'), 'the newest block')
    const final = await this.#finalBlock(latest, known)
    const ledger = known ?? (await this.#open(latest, final))
    const at = { blockHash: latest.hash }
    const [seen, market, balanceWei, minedNonce, finalNonce, [paused, operator]] = await Promise.all([
      ledger.seen.number > latest.number ? null : rpc.block(ledger.seen.number),
      rpc.fees(),
      rpc.balance(address, at),
      rpc.nonce(address, at),
      rpc.nonce(address, { blockHash: final.hash }),
      rpc.callMany(
        [pausedRead.call(), operatorRead.call(address)].map((data) => ({ to: settings.ledgerAddress, data })),
        at,
      ),
    ])
    const nextCostWei = await store.nextCostWei(address, minedNonce)
    const contract = { isPaused: isTrue(paused, pausedRead.answer), isOperator: isTrue(operator, operatorRead.answer) }
    return {
      ledger,
      latest,
      final,
      isReorganised: seen?.hash !== ledger.seen.hash,
      market,
      balanceWei,
      minedNonce,
      finalNonce,
      obstacle: this.#obstacle(contract, market, balanceWei, nextCostWei),
      isHalted: this.#isHalted(latest),
    }
  }

  /** Nodes differ in height, so a lower block than before says nothing. */
  #isHalted({ number, hash }: ChainBlock): boolean {
    const nowMs = monotonicMs()
    const head = this.#head
    const hasMoved = head === undefined || number > head.number || (number === head.number && hash !== head.hash)
    if (hasMoved) this.#head = { number, hash, atMs: nowMs }
    const limitMs = this.#parts.haltedAfterMs()
    return !hasMoved && limitMs > 0 && nowMs - head.atMs >= limitMs
  }

  async #finalBlock(latest: ChainBlock, known: LedgerRow | undefined): Promise<ChainBlock> {
    const { rpc, settings } = this.#parts
    const ref = finalBlockOf(settings.finality, latest.number)
    const found = ref === latest.number ? latest : present(await rpc.block(ref), 'a final block')
    if (known === undefined) return found
    // A node that is behind must not take back what is final; its blocks are still those of the chain, or it is another one.
    const stored = found.number === known.final.number ? found : await rpc.block(known.final.number)
    if (stored === null) throw new WrongChain('the chain does not have the block that was final')
    if (stored.hash !== known.final.hash) throw new WrongChain('the chain has another block where one was final')
    return found.number < known.final.number ? stored : found
  }

  /** The first use: from now on it is this chain and this contract. */
  async #open(latest: ChainBlock, final: ChainBlock): Promise<LedgerRow> {
    const { store, rpc, names, settings } = this.#parts
    const [chainId, genesisHash, code] = await Promise.all([
      rpc.chainId(),
      rpc.genesisHash(),
      rpc.code(settings.ledgerAddress, { blockHash: latest.hash }),
    ])
    if (code === '0x') throw new WrongChain('there is no contract at EVM_LEDGER_ADDRESS')
    const first: LedgerRow = {
      chainId,
      genesisHash,
      contract: settings.ledgerAddress,
      namesMark: names.fingerprint(),
      final,
      seen: latest,
    }
    if (this.#parts.binds === false) return first
    await store.rememberLedger(first)
    const stored = (await store.readLedger()) as LedgerRow
    this.#checkSettings(stored)
    if (stored.chainId !== chainId || stored.genesisHash !== genesisHash)
      throw new WrongChain('another node of the gateway uses another chain')
    return stored
  }

  #checkSettings(known: LedgerRow): void {
    const { names, settings } = this.#parts
    if (known.contract !== settings.ledgerAddress)
      throw new WrongChain('EVM_LEDGER_ADDRESS is not that of the first use')
    if (known.namesMark !== names.fingerprint())
      throw new WrongChain('the secret of names on chain is not that of the first use')
  }

  #obstacle(
    contract: { readonly isPaused: boolean; readonly isOperator: boolean },
    market: FeeMarket,
    balanceWei: bigint,
    nextCostWei: bigint | undefined,
  ): string | undefined {
    if (contract.isPaused) return 'the contract is paused'
    if (!contract.isOperator) return 'the key is not an operator of the contract'
    const { fees, isCapped } = chooseFees(market, this.#parts.settings.fees)
    if (isCapped) return 'fees are above EVM_MAX_FEE_GWEI'
    const neededWei = nextCostWei ?? SMALL_GAS * fees.maxFeeWei
    return balanceWei < neededWei ? 'the key cannot pay for its next transaction' : undefined
  }

  /** Once per change: a look comes several times a second. */
  #tell(trouble: string | undefined): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    if (trouble === undefined) this.#parts.log?.info({}, 'the EVM ledger can be used again')
    else this.#parts.log?.warn({ reason: trouble }, 'the EVM ledger cannot be used')
  }
}

function present(block: ChainBlock | null, what: string): ChainBlock {
  if (block === null) throw unavailable(`the node does not have ${what}`)
  return block
}

/** A contract that is not there answers with nothing. */
function isTrue(answer: Hex | undefined, read: (data: Hex) => boolean): boolean {
  if (answer === undefined || answer === '0x') throw new WrongChain('there is no contract at EVM_LEDGER_ADDRESS')
  return read(answer)
}
