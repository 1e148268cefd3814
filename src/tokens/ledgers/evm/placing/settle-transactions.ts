// Takes from the chain what has become of open transactions: at a final block for good, at the newest one until it is orphaned.
//
// The contract's record is read, and not logs: it is the same whichever transaction, key or gateway brought an operation there,
// and one call tells of hundreds. Which transactions are over is told by the nonce of their key.

import { endOf, nonceState, type WorkEnd } from '../chain/chain-rules.ts'
import type { ChainSight } from '../chain/chain-view.ts'
import { type AssetOnChain, accountsRead, assetsRead, decimalsRead, symbolRead } from '../chain/contract-calls.ts'
import type { BlockRef, ChainRpc } from '../chain/rpc/chain-rpc.ts'
import type { MinedTransaction, OpenTransaction, PlacedWork, SettledTransactions } from '../evm-rows.ts'
import type { Hex } from '../evm-settings.ts'
import type { EvmStore } from '../evm-store.ts'
import type { OnChainNames } from '../on-chain-names.ts'
import type { OperationResults } from './operation-results.ts'
import type { AccountContent, AssetContent, OpContent } from './work-content.ts'

export interface SettleParts {
  readonly store: EvmStore
  readonly rpc: ChainRpc
  readonly names: OnChainNames
  readonly results: OperationResults
  readonly ledgerAddress: Hex
  readonly address: Hex
}

export interface KeyNonces {
  readonly mined: bigint
  readonly final: bigint
}

export interface Settled {
  readonly settled: number
  readonly reverted: number
  /** Operations whose id was used with other content. */
  readonly taken: number
  /** Assets that are on the chain with other decimals or another currency. */
  readonly refusedAssets: readonly string[]
  readonly open: readonly OpenTransaction[]
  readonly nonces: ReadonlyMap<Hex, KeyNonces>
}

/** Names per call of the contract: an answer of 128 bytes each. */
const PER_CALL = 500

export async function settleTransactions(parts: SettleParts, sight: ChainSight, nowMs: number): Promise<Settled> {
  const { store } = parts
  const all = await store.openTransactions()
  const nonces = await readNonces(parts, sight, all)
  const stateOf = ({ address, nonce }: OpenTransaction) =>
    nonceState(nonce, nonces.get(address) ?? { mined: 0n, final: 0n })
  const over = all.filter((one) => stateOf(one) === 'SETTLED')
  const open = all.filter((one) => stateOf(one) !== 'SETTLED')
  let reverted = 0
  let ended: SettledTransactions['ended'] = []
  if (over.length > 0 || sight.final.number > sight.ledger.final.number) {
    const settlement = await readSettlement(parts, sight, over, nowMs)
    reverted = settlement.transactions.filter(({ mined }) => mined !== undefined && !mined.isApplied).length
    // What another node has settled is told there.
    if ((await store.settle(settlement)) === 'done') ended = settlement.ended
  }
  await noteSeen(
    parts,
    sight,
    open.filter((one) => stateOf(one) === 'MINED'),
    open.length > 0,
  )
  const failed = ended.filter(({ end }) => end.state === 'FAILED')
  return {
    settled: over.length,
    reverted,
    taken: failed.filter(({ end }) => end.state === 'FAILED' && end.reason === 'ID_TAKEN').length,
    refusedAssets: failed.filter(({ kind }) => kind === 'ASSET').map(({ workId }) => workId),
    open,
    nonces,
  }
}

async function readNonces(
  { rpc, address }: SettleParts,
  { latest, final, minedNonce, finalNonce }: ChainSight,
  open: readonly OpenTransaction[],
): Promise<Map<Hex, KeyNonces>> {
  const nonces = new Map([[address, { mined: minedNonce, final: finalNonce }]])
  // Keys from before a change of keys.
  const others = new Set(open.map((one) => one.address).filter((one) => one !== address))
  for (const other of others) {
    const [mined, settled] = await Promise.all([
      rpc.nonce(other, { blockHash: latest.hash }),
      rpc.nonce(other, { blockHash: final.hash }),
    ])
    nonces.set(other, { mined, final: settled })
  }
  return nonces
}

async function readSettlement(
  parts: SettleParts,
  { final }: ChainSight,
  over: readonly OpenTransaction[],
  nowMs: number,
): Promise<SettledTransactions> {
  const { store, rpc } = parts
  const ids = over.map(({ transactionId }) => transactionId)
  const [works, hashes] = ids.length === 0 ? [[], []] : await Promise.all([store.placedWork(ids), store.hashesOf(ids)])
  const [ended, receipts] = await Promise.all([
    readEnds(parts, works, { blockHash: final.hash }),
    rpc.receipts(hashes.map(({ hash }) => hash)),
  ])
  const mined = new Map<bigint, MinedTransaction>()
  for (const [i, receipt] of receipts.entries()) {
    const transactionId = hashes[i]?.transactionId
    if (receipt === null || transactionId === undefined) continue
    const { transactionHash: hash, gasUsed, feeWei, isApplied } = receipt
    mined.set(transactionId, { hash, gasUsed, feeWei, isApplied })
  }
  return {
    final: { number: final.number, hash: final.hash, timeMs: final.timeMs },
    transactions: ids.map((transactionId) => ({ transactionId, mined: mined.get(transactionId) })),
    ended,
    nowMs,
  }
}

type Ended = SettledTransactions['ended'][number]

async function readEnds(parts: SettleParts, works: readonly PlacedWork[], at: BlockRef): Promise<Ended[]> {
  const ended: Ended[] = []
  for (let from = 0; from < works.length; from += PER_CALL) {
    const some = works.slice(from, from + PER_CALL)
    const of = (kind: PlacedWork['kind']) => some.filter((work) => work.kind === kind)
    const ends = await Promise.all([
      opEnds(parts, of('OP'), at),
      accountEnds(parts, of('ACCOUNT'), at),
      assetEnds(parts, of('ASSET'), at),
    ])
    for (const { work, end } of ends.flat())
      if (end !== undefined) ended.push({ kind: work.kind, workId: work.workId, end })
  }
  return ended
}

interface WorkWithEnd {
  readonly work: PlacedWork
  readonly end: WorkEnd | undefined
}

async function opEnds(parts: SettleParts, works: readonly PlacedWork[], at: BlockRef): Promise<WorkWithEnd[]> {
  const asked = works.map(({ workId, content, isCancelled }) => ({
    opId: workId,
    content: content as OpContent,
    isCancelled,
  }))
  const results = await parts.results.read(asked, at)
  return works.map((work, i) => ({ work, end: results[i] === undefined ? undefined : endOf(results[i]) }))
}

async function accountEnds(parts: SettleParts, works: readonly PlacedWork[], at: BlockRef): Promise<WorkWithEnd[]> {
  if (works.length === 0) return []
  const { rpc, names, ledgerAddress } = parts
  const addresses = works.map(({ workId }) => names.account(workId))
  const accounts = accountsRead.answer(await rpc.call(ledgerAddress, accountsRead.call(addresses), at))
  return works.map((work, i) => {
    const found = accounts[i]
    if (found?.isKnown !== true) return { work, end: undefined }
    const isOurs = found.asset === names.asset((work.content as AccountContent).assetId)
    return { work, end: isOurs ? { state: 'FINAL' } : { state: 'FAILED', reason: 'REFUSED' } }
  })
}

async function assetEnds(parts: SettleParts, works: readonly PlacedWork[], at: BlockRef): Promise<WorkWithEnd[]> {
  if (works.length === 0) return []
  const { rpc, names, ledgerAddress } = parts
  const assets = works.map(({ workId }) => names.asset(workId))
  const found: AssetOnChain[] = assetsRead.answer(await rpc.call(ledgerAddress, assetsRead.call(assets), at))
  const ends: WorkWithEnd[] = []
  for (const [i, work] of works.entries()) {
    const asset = found[i]
    const isOurs = asset?.isKnown === true && (await isDescribed(rpc, asset.token, work.content as AssetContent, at))
    if (asset?.isKnown !== true) ends.push({ work, end: undefined })
    else ends.push({ work, end: isOurs ? { state: 'FINAL' } : { state: 'FAILED', reason: 'REFUSED' } })
  }
  return ends
}

/** A stolen key can have registered the asset before us. Its amounts would be read as others than ours. */
async function isDescribed(rpc: ChainRpc, token: Hex, { currency, exponent }: AssetContent, at: BlockRef) {
  const calls = [symbolRead.call(), decimalsRead.call()].map((data) => ({ to: token, data }))
  const [symbol, decimals] = (await rpc.callMany(calls, at)) as [Hex, Hex]
  return symbolRead.answer(symbol) === currency && decimalsRead.answer(decimals) === exponent
}

/** A transaction is looked at when it is new in the newest block, and again after a reorganisation. */
async function noteSeen(
  parts: SettleParts,
  { ledger, latest, isReorganised }: ChainSight,
  mined: readonly OpenTransaction[],
  hasOpen: boolean,
): Promise<void> {
  if (ledger.seen.hash === latest.hash || !hasOpen) return
  const { store } = parts
  const fresh = isReorganised ? mined : mined.filter(({ isMined }) => !isMined)
  const works = fresh.length === 0 ? [] : await store.placedWork(fresh.map(({ transactionId }) => transactionId))
  const ops = works.filter(({ kind }) => kind === 'OP')
  const ended = await readEnds(parts, ops, { blockHash: latest.hash })
  await store.noteSeen(ledger.seen, latest, {
    mined: fresh.map(({ transactionId }) => transactionId),
    // One that failed there is not in effect; it is FAILED once that is final.
    applied: ended.flatMap(({ workId, end }) => (end.state === 'FINAL' ? [workId] : [])),
    isReorganised,
  })
}
