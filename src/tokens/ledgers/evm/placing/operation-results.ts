// What the contract says of operations of ours. A key that was stolen can use an id of ours before we do: then what is recorded
// under it is not our operation, and the contents differ. The first version of the contract keeps no contents; there an id that is
// used is taken for ours.

import type { Outcome } from '../chain/chain-rules.ts'
import { contentHash, contentsRead, keepsContentsRead, resultsRead } from '../chain/contract-calls.ts'
import type { BlockRef, ChainRpc } from '../chain/rpc/chain-rpc.ts'
import type { Hex } from '../evm-settings.ts'
import type { OnChainNames } from '../on-chain-names.ts'
import { actionsIn, type OpContent } from './work-content.ts'

export interface OperationResultsParts {
  readonly rpc: ChainRpc
  readonly names: OnChainNames
  readonly ledgerAddress: Hex
}

export interface AskedOperation {
  readonly opId: string
  /** Null when it is no longer kept: it is not compared. */
  readonly content: OpContent | null
  /** It may have been sent without its actions too. */
  readonly isCancelled?: boolean
}

export interface OperationResult {
  readonly outcome: Outcome
  readonly reason: number
  /** False when the id was used with other content. */
  readonly isOurs: boolean
}

/** Ids per call of the contract: an answer of 128 bytes each. */
const PER_CALL = 500

export class OperationResults {
  readonly #parts: OperationResultsParts
  /** For good: a contract is not upgradeable. */
  #keepsContents: boolean | undefined

  constructor(parts: OperationResultsParts) {
    this.#parts = parts
  }

  /** Whether the contract keeps contents: all but its first version do. */
  async keepsContents(): Promise<boolean> {
    const { rpc, ledgerAddress } = this.#parts
    this.#keepsContents ??= keepsContentsRead.answer(await rpc.call(ledgerAddress, keepsContentsRead.call(), 'latest'))
    return this.#keepsContents
  }

  /** In the order of `operations`. */
  async read(operations: readonly AskedOperation[], at: BlockRef): Promise<OperationResult[]> {
    if (operations.length === 0) return []
    const keepsContents = await this.keepsContents()
    const found: OperationResult[] = []
    for (let from = 0; from < operations.length; from += PER_CALL)
      found.push(...(await this.#readSome(operations.slice(from, from + PER_CALL), at, keepsContents)))
    return found
  }

  async #readSome(operations: readonly AskedOperation[], at: BlockRef, keepsContents: boolean) {
    const { rpc, names, ledgerAddress } = this.#parts
    const ids = operations.map(({ opId }) => names.operation(opId))
    const data = [resultsRead.call(ids), ...(keepsContents ? [contentsRead.call(ids)] : [])]
    const calls = data.map((one) => ({ to: ledgerAddress, data: one }))
    const [results, contents] = await rpc.callMany(calls, at)
    const kept = contents === undefined ? undefined : contentsRead.answer(contents)
    return resultsRead.answer(results as Hex).map(({ outcome, reason }, i) => {
      const isOurs = kept === undefined || this.#isOurs(operations[i] as AskedOperation, kept[i] ?? 0n)
      return { outcome, reason, isOurs }
    })
  }

  #isOurs({ content, isCancelled = false }: AskedOperation, kept: bigint): boolean {
    if (content === null || kept === 0n) return true
    const { names } = this.#parts
    return kept === contentHash(names, actionsIn(content)) || (isCancelled && kept === contentHash(names, []))
  }
}
