// Brings waiting work to the chain in three steps, each of which may be the last before a crash and may be done by any node:
//   1. place: the work gets its place in a transaction, and this its nonce, in one commit and without asking the chain;
//   2. sign: the stored content is signed and the bytes are committed;
//   3. send: the committed bytes go out, again and again until the nonce is used up.
// An error from sending proves nothing. A transaction that is stuck is replaced under its nonce with higher fees; any of the bytes of
// a nonce may be mined, and only one of them.

import type { Clock } from '../../../../platform/kernel/time/clock.ts'
import { resending } from '../chain/chain-rules.ts'
import type { ChainSight } from '../chain/chain-view.ts'
import { executeCall, registerAccountsCall, registerAssetCall, transactionHash } from '../chain/contract-calls.ts'
import { chooseFees, raiseFees, type TransactionFees } from '../chain/fees.ts'
import type { ChainRpc } from '../chain/rpc/chain-rpc.ts'
import type { OpenTransaction, Sending, WaitingWork } from '../evm-rows.ts'
import type { EvmSettings, Hex } from '../evm-settings.ts'
import type { EvmStore } from '../evm-store.ts'
import type { Signer } from '../keys/signer.ts'
import type { OnChainNames } from '../on-chain-names.ts'
import {
  MAX_BYTES,
  MAX_GAS,
  MAX_ITEMS,
  MAX_OPEN,
  MAX_UNSETTLED,
  type Placing,
  placeItems,
  type WorkKind,
  weightOf,
} from './placing-rules.ts'
import type { KeyNonces } from './settle-transactions.ts'
import { type AccountContent, type AssetContent, actionsIn, type OpContent } from './work-content.ts'

export interface SendParts {
  readonly store: EvmStore
  readonly rpc: ChainRpc
  readonly signer: Signer
  readonly names: OnChainNames
  readonly settings: Pick<EvmSettings, 'ledgerAddress' | 'fees'>
  readonly clock: Clock
}

export interface SendCounts {
  sent: number
  resent: number
  replaced: number
}

export function placeWork({ store, signer, names, clock }: SendParts, sight: ChainSight): Promise<number> {
  const gas = sight.latest.gasLimit < MAX_GAS ? sight.latest.gasLimit : MAX_GAS
  return store.place({
    address: signer.address,
    nowMs: clock.now(),
    finalNonce: sight.finalNonce,
    minedNonce: sight.minedNonce,
    maxOpen: MAX_OPEN,
    maxUnsettled: MAX_UNSETTLED,
    pack: (kind, items) => packItems(names, kind, items, gas),
  })
}

function packItems(
  names: OnChainNames,
  kind: WorkKind,
  items: readonly WaitingWork[],
  gas: bigint,
): Placing & { readonly data: Hex } {
  const weights = items.map(({ content, tries }) =>
    weightOf(kind, kind === 'OP' ? (content as OpContent).actions : [], tries),
  )
  const placing = placeItems(kind, weights, { gas, bytes: MAX_BYTES, count: MAX_ITEMS })
  return { ...placing, data: callOf(names, kind, items.slice(0, placing.count)) }
}

function callOf(names: OnChainNames, kind: WorkKind, items: readonly WaitingWork[]): Hex {
  if (kind === 'OP')
    return executeCall(
      names,
      items.map(({ workId, content }) => ({ opId: workId, actions: actionsIn(content as OpContent) })),
    )
  if (kind === 'ACCOUNT')
    return registerAccountsCall(
      names,
      items.map(({ workId, content }) => ({ accountId: workId, assetId: (content as AccountContent).assetId })),
    )
  const [asset] = items as readonly [WaitingWork]
  return registerAssetCall(names, asset.workId, asset.content as AssetContent)
}

/** Signs what has no bytes, replaces what is stuck, and sends what is due: of each key the lowest nonces, in their order. */
export async function sendOpen(
  parts: SendParts,
  sight: ChainSight,
  open: readonly OpenTransaction[],
  nonces: ReadonlyMap<Hex, KeyNonces>,
): Promise<SendCounts> {
  const { store } = parts
  const counts = { sent: 0, resent: 0, replaced: 0 }
  const due = lowestOpen(open, nonces)
  const sendings = due.length === 0 ? new Map() : await store.sendingsOf(due.map((one) => one.transactionId))
  for (const transaction of due) {
    const isLowest = transaction.nonce === nonces.get(transaction.address)?.mined
    const signed = sendings.get(transaction.transactionId)
    await sendOne(parts, sight, transaction, signed, isLowest, counts)
  }
  return counts
}

/** The lowest nonces of each key that are not mined: those that are wait for their block to be final. */
function lowestOpen(open: readonly OpenTransaction[], nonces: ReadonlyMap<Hex, KeyNonces>): readonly OpenTransaction[] {
  const taken = new Map<Hex, number>()
  return open.filter(({ address, nonce }) => {
    if (nonce < (nonces.get(address)?.mined ?? 0n)) return false
    const before = taken.get(address) ?? 0
    taken.set(address, before + 1)
    return before < MAX_OPEN
  })
}

async function sendOne(
  parts: SendParts,
  sight: ChainSight,
  transaction: OpenTransaction,
  before: Sending | undefined,
  isLowest: boolean,
  counts: SendCounts,
): Promise<void> {
  const { store, rpc, signer, settings, clock } = parts
  const { market } = sight
  const isOurs = transaction.address === signer.address
  let sending = before
  if (sending === undefined) {
    // Bytes that were never signed cannot be mined: they wait for the key.
    if (!isOurs) return
    sending = await sign(parts, sight, transaction, 1, chooseFees(market, settings.fees).fees)
  } else {
    // A key that cannot pay now could pay even less afterwards.
    const raised = isOurs && sight.obstacle === undefined ? raiseFees(sending.fees, market, settings.fees) : undefined
    const step = resending(sending, {
      nowMs: clock.now(),
      isLowest,
      neededFeeWei: market.baseFeeWei ?? market.gasPriceWei,
      canBeRaised: raised !== undefined,
    })
    if (step === 'WAIT') return
    if (step === 'REPLACE' && raised !== undefined) {
      sending = await sign(parts, sight, transaction, sending.attempt + 1, raised)
      counts.replaced++
    }
  }
  if (sending === undefined) return
  const raw = await store.takeToSend(sending, clock.now())
  if (raw === undefined) return
  if (sending.sentMs === undefined) counts.sent++
  else counts.resent++
  await rpc.sendRaw(raw)
}

/** The last bytes of the nonce afterwards: another node may have been faster. */
async function sign(
  { store, signer, settings, clock }: SendParts,
  { ledger }: ChainSight,
  { transactionId, nonce, gasLimit }: OpenTransaction,
  attempt: number,
  fees: TransactionFees,
): Promise<Sending | undefined> {
  const data = await store.dataOf(transactionId)
  if (data === undefined) return undefined
  const { chainId } = ledger
  const raw = await signer.sign({ chainId, nonce, to: settings.ledgerAddress, data, gasLimit, fees })
  await store.addSending(transactionId, attempt, { hash: transactionHash(raw), raw, fees, nowMs: clock.now() })
  return (await store.sendingsOf([transactionId])).get(transactionId)
}
