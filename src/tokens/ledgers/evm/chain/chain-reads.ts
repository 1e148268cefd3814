// What the contract says at a block: balances, supplies, limits, holds. All but the newest balances are read at the final block that
// is stored, so that they are never ahead of the statuses of operations.

import type { Sql } from '../../../../platform/storage/database.ts'
import type {
  FinalHeadroom,
  FinalSupplies,
  LedgerAccount,
  LedgerAsset,
  LedgerBalance,
  LedgerHold,
  PinnedSupplies,
} from '../../digital-ledger.ts'
import type { LedgerRow } from '../evm-rows.ts'
import type { Hex } from '../evm-settings.ts'
import type { EvmStore } from '../evm-store.ts'
import type { OnChainNames } from '../on-chain-names.ts'
import type { OperationResults } from '../placing/operation-results.ts'
import { holdIn, type OpContent } from '../placing/work-content.ts'
import type { AssetScan } from './asset-scan.ts'
import { issuableMinor } from './chain-rules.ts'
import { type AssetOnChain, accountsRead, assetsRead, resultsRead } from './contract-calls.ts'
import type { BlockRef, ChainRpc } from './rpc/chain-rpc.ts'

export interface ChainReadsParts {
  readonly store: EvmStore
  readonly rpc: ChainRpc
  readonly names: OnChainNames
  readonly ledgerAddress: Hex
  readonly scan: AssetScan
  readonly results: OperationResults
  /** The stored ledger; looks at the chain first when there is none. */
  ledger(): Promise<LedgerRow>
}

/** Names per call of the contract. */
const PER_CALL = 500

export class ChainReads {
  readonly #parts: ChainReadsParts

  constructor(parts: ChainReadsParts) {
    this.#parts = parts
  }

  async balances(accounts: readonly LedgerAccount[], at: 'FINAL' | 'LATEST'): Promise<readonly LedgerBalance[]> {
    const { rpc, names, ledgerAddress } = this.#parts
    const data = accountsRead.call(accounts.map(({ accountId }) => names.account(accountId)))
    const block = at === 'FINAL' ? this.#at(await this.#parts.ledger()) : 'latest'
    const found = accountsRead.answer(await rpc.call(ledgerAddress, data, block))
    return accounts.map(({ assetId }, i) => {
      const account = found[i]
      if (account === undefined || account.asset !== names.asset(assetId)) return { balanceMinor: 0n, heldMinor: 0n }
      return { balanceMinor: account.balanceMinor, heldMinor: account.heldMinor }
    })
  }

  /** Operations are asked of the contract, not of our rows: it knows those of other transactions too. */
  async supplies(assetIds: readonly string[], opIds: readonly string[], sql?: Sql): Promise<PinnedSupplies> {
    const { store, names } = this.#parts
    const known = sql === undefined ? await this.#parts.ledger() : await store.readLedger(sql)
    // Before the first use nothing of ours is there.
    if (known === undefined) return { read: async () => nothing(assetIds, opIds) }
    return {
      read: async () => {
        const at = this.#at(known)
        const assets = await this.#assetsAt(
          assetIds.map((assetId) => names.asset(assetId)),
          at,
        )
        const isFinal = await this.#areFinalAt(opIds, at)
        return { suppliesMinor: assets.map(({ supplyMinor }) => supplyMinor), isFinal }
      },
    }
  }

  async headroom(assetIds: readonly string[], opIds: readonly string[]): Promise<FinalHeadroom> {
    const known = await this.#parts.ledger()
    const at = this.#at(known)
    const { names } = this.#parts
    const assets = await this.#assetsAt(
      assetIds.map((assetId) => names.asset(assetId)),
      at,
    )
    return {
      headroomMinor: assets.map((asset) => issuableMinor(asset, known.final.timeMs)),
      isFinal: await this.#areFinalAt(opIds, at),
    }
  }

  async assets(): Promise<readonly LedgerAsset[]> {
    const { store, names, scan } = this.#parts
    const known = await this.#parts.ledger()
    const registered = await scan.read(known)
    const ours = new Map((await store.assetIds()).map((assetId) => [names.asset(assetId), assetId]))
    const all = [...new Set([...ours.keys(), ...registered])]
    const found = await this.#assetsAt(all, this.#at(known))
    return all.flatMap((asset, i) => {
      const { isKnown, supplyMinor } = found[i] as AssetOnChain
      return isKnown ? [{ name: asset.toString(), assetId: ours.get(asset), supplyMinor }] : []
    })
  }

  /** As of the final block. */
  async hold(holdId: string): Promise<LedgerHold | null> {
    const { store, rpc, names, ledgerAddress } = this.#parts
    const work = (await store.works('OP', [holdId])).get(holdId)
    const held = work?.state === 'FINAL' && work.content !== null ? holdIn(work.content as OpContent) : undefined
    if (held === undefined) return null
    const data = resultsRead.call([names.operation(holdId)])
    const [result] = resultsRead.answer(await rpc.call(ledgerAddress, data, this.#at(await this.#parts.ledger())))
    const state = result?.outcome
    if (state !== 'HELD' && state !== 'CAPTURED' && state !== 'RELEASED') return null
    const { assetId, accountId, amountMinor } = held
    return { holdId, assetId, accountId, amountMinor: BigInt(amountMinor), state }
  }

  async #assetsAt(assets: readonly bigint[], at: BlockRef): Promise<readonly AssetOnChain[]> {
    const { rpc, ledgerAddress } = this.#parts
    const calls = parts(assets).map((some) => ({ to: ledgerAddress, data: assetsRead.call(some) }))
    return (await rpc.callMany(calls, at)).flatMap((answer) => assetsRead.answer(answer))
  }

  async #areFinalAt(opIds: readonly string[], at: BlockRef): Promise<readonly boolean[]> {
    const { store, results } = this.#parts
    const isFinal: boolean[] = []
    for (const some of parts(opIds)) {
      const works = await store.works('OP', some)
      // Content is no longer kept once an operation has ended: then its end tells.
      const hasFailed = (opId: string) => works.get(opId)?.state === 'FAILED'
      const contentOf = (opId: string) =>
        hasFailed(opId) ? null : ((works.get(opId)?.content ?? null) as OpContent | null)
      const found = await results.read(
        some.map((opId) => ({ opId, content: contentOf(opId) })),
        at,
      )
      for (const [i, { outcome, isOurs }] of found.entries())
        isFinal.push(outcome !== 'NONE' && outcome !== 'FAILED' && isOurs && !hasFailed(some[i] as string))
    }
    return isFinal
  }

  #at({ final }: LedgerRow): BlockRef {
    this.#parts.rpc.noteFinal(final.number)
    return { blockHash: final.hash }
  }
}

function nothing(assetIds: readonly string[], opIds: readonly string[]): FinalSupplies {
  return { suppliesMinor: assetIds.map(() => 0n), isFinal: opIds.map(() => false) }
}

function parts<T>(all: readonly T[]): T[][] {
  const cut: T[][] = []
  for (let from = 0; from < all.length; from += PER_CALL) cut.push(all.slice(from, from + PER_CALL))
  return cut
}
