// The chain's state machine: what each call does to the rows that it works on. Synchronous and pure but for those rows;
// the caller has loaded what a call names and has settled what is due.

import type { AccountReadiness, Asset, LedgerAccount, LedgerBalance, LedgerOp, OpStatus } from '../digital-ledger.ts'
import { admitOp, isReady } from './admit-op.ts'
import { draw, drawUpTo } from './chain-luck.ts'
import type { AccountEffect, ChainAccount, ChainEvent, ChainOp, Effects } from './chain-rows.ts'
import { finalAtMs, isAppliedAt, planOp, statusAt } from './chain-schedule.ts'
import type { ChainSettings } from './chain-settings.ts'
import type { WorkingChain } from './working-chain.ts'

/** How many blocks an event can be held back. */
const MAX_EVENT_DELAY_BLOCKS = 5
const NO_EFFECTS: Effects = { accounts: [], placed: [], ended: [], restricted: [] }

/** Undefined when the caller gets no answer. */
export function submitOp(chain: WorkingChain, op: LedgerOp, settings: ChainSettings): OpStatus | undefined {
  const known = chain.op(op.opId)
  const attempt = (known?.attempts ?? 0) + 1
  const { seed } = settings
  if (draw(seed, 'lost request', op.opId, attempt) < settings.lostRequest) {
    chain.putOp(known === undefined ? lostOp(op.opId) : { ...known, attempts: attempt })
    return undefined
  }
  const isReplyLost = draw(seed, 'lost reply', op.opId, attempt) < settings.lostReply
  let current = known
  if (known === undefined || known.state === 'LOST') {
    current = acceptOp(chain, op, attempt, settings)
  } else if (settings.lostRequest > 0 || settings.lostReply > 0) {
    // Counted only where the number decides something, so that asking for the status costs no write elsewhere.
    chain.putOp({ ...known, attempts: attempt })
  }
  return isReplyLost || current === undefined ? undefined : (statusAt(current, chain.nowMs) ?? undefined)
}

function acceptOp(chain: WorkingChain, op: LedgerOp, attempts: number, settings: ChainSettings): ChainOp {
  const { opId } = op
  const seq = chain.takeOpSeq()
  const admitted = admitOp(chain, op, settings)
  if (typeof admitted === 'string') {
    const failed: ChainOp = {
      ...lostOp(opId),
      state: 'FAILED',
      attempts,
      seq,
      finalAtMs: chain.nowMs,
      reason: admitted,
    }
    chain.putOp(failed)
    putEvents(chain, failed, settings)
    return failed
  }
  const accepted: ChainOp = {
    opId,
    state: 'OPEN',
    attempts,
    seq,
    ...planOp(opId, attempts, chain.nowMs, settings),
    effects: admitted,
  }
  chain.putOp(accepted)
  for (const effect of admitted.accounts) changeAccount(chain, effect, (account) => reserve(account, effect, 1n))
  for (const { holdId } of admitted.ended) endHold(chain, holdId, { endingOpId: opId })
  return accepted
}

/** Refuses the id for good, unless it is final. */
export function cancelOp(chain: WorkingChain, opId: string, settings: ChainSettings): OpStatus {
  const known = chain.op(opId)
  if (known?.state === 'OPEN') chain.putOp({ ...known, isRefused: true })
  else if (known === undefined || known.state === 'LOST') {
    const refused: ChainOp = {
      ...lostOp(opId),
      state: 'FAILED',
      attempts: (known?.attempts ?? 0) + 1,
      seq: chain.takeOpSeq(),
      finalAtMs: chain.nowMs,
      reason: 'REFUSED',
    }
    chain.putOp(refused)
    putEvents(chain, refused, settings)
  }
  return statusAt(chain.op(opId) as ChainOp, chain.nowMs) ?? { status: 'UNKNOWN' }
}

function lostOp(opId: string): ChainOp {
  return {
    opId,
    state: 'LOST',
    attempts: 1,
    seq: 0,
    turnsMs: [],
    finalAtMs: 0,
    isRefused: false,
    effects: NO_EFFECTS,
  }
}

/** Makes an open operation whose time has come FINAL or, if the chain refuses it, FAILED. */
export function settleOp(chain: WorkingChain, op: ChainOp, settings: ChainSettings): void {
  const settled: ChainOp = op.isRefused ? { ...op, state: 'FAILED', reason: 'REFUSED' } : { ...op, state: 'FINAL' }
  chain.endOp(settled)
  putEvents(chain, settled, settings)
  const { accounts, placed, ended, restricted } = op.effects
  for (const effect of accounts) {
    changeAccount(chain, effect, (account) => {
      const freed = reserve(account, effect, -1n)
      return op.isRefused ? freed : applied(freed, effect)
    })
  }
  if (op.isRefused) {
    for (const { holdId } of ended) endHold(chain, holdId, { endingOpId: undefined })
    return
  }
  for (const hold of placed) chain.putHold({ ...hold, state: 'HELD' })
  for (const { holdId, state } of ended) endHold(chain, holdId, { state })
  for (const { accountId, restrictions } of restricted) {
    const account = chain.account(accountId)
    if (account !== undefined) chain.putAccount({ ...account, restrictions })
  }
}

function changeAccount(
  chain: WorkingChain,
  { accountId }: AccountEffect,
  change: (account: ChainAccount) => ChainAccount,
): void {
  const account = chain.account(accountId)
  if (account === undefined) throw new Error('an operation changes an account that was not loaded')
  chain.putAccount(change(account))
}

function reserve(account: ChainAccount, { reservedMinor }: AccountEffect, sign: bigint): ChainAccount {
  return { ...account, reservedMinor: account.reservedMinor + sign * reservedMinor }
}

function applied(account: ChainAccount, { balanceMinor, heldMinor }: AccountEffect): ChainAccount {
  return {
    ...account,
    balanceMinor: account.balanceMinor + balanceMinor,
    heldMinor: account.heldMinor + heldMinor,
  }
}

function endHold(
  chain: WorkingChain,
  holdId: string,
  change: { readonly endingOpId?: string | undefined; readonly state?: 'CAPTURED' | 'RELEASED' },
): void {
  const hold = chain.hold(holdId)
  if (hold === undefined) throw new Error('an operation ends a hold that was not loaded')
  chain.putHold({ ...hold, ...change })
}

function putEvents(chain: WorkingChain, op: ChainOp, settings: ChainSettings): void {
  const { seed, blockMs } = settings
  const copies = draw(seed, 'duplicate event', op.opId) < settings.duplicateEvent ? 2 : 1
  for (let copy = 0; copy < copies; copy++) {
    const isDelayed = copy > 0 || draw(seed, 'reordered event', op.opId) < settings.reorderedEvent
    const blocks = isDelayed ? drawUpTo(MAX_EVENT_DELAY_BLOCKS, seed, 'event delay', op.opId, copy) : 0
    const event: ChainEvent = {
      opId: op.opId,
      copy,
      status: op.state === 'FINAL' ? 'FINAL' : 'FAILED',
      dueMs: op.finalAtMs + blocks * blockMs,
    }
    chain.putEvent(event)
  }
}

export function ensureAsset(chain: WorkingChain, asset: Asset): void {
  if (chain.asset(asset.assetId) === undefined) chain.putAsset(asset)
}

export function ensureAccount(
  chain: WorkingChain,
  { accountId, assetId }: LedgerAccount,
  settings: ChainSettings,
): AccountReadiness {
  const known = chain.account(accountId)
  if (known !== undefined) {
    // An account holds one asset.
    if (known.assetId !== assetId) return 'REFUSED'
    if (known.readyAtMs > chain.nowMs) return 'PENDING'
    if (!isReady(known, chain.nowMs)) return 'REFUSED'
    // Stored, so that a node whose clock is behind does not take it back.
    if (known.readyAtMs > 0) chain.putAccount({ ...known, readyAtMs: 0 })
    return 'READY'
  }
  // The asset may still come.
  if (chain.asset(assetId) === undefined) return 'PENDING'
  chain.putAccount({
    accountId,
    assetId,
    readyAtMs: finalAtMs(chain.nowMs, settings),
    isRefused: draw(settings.seed, 'refused account', accountId) < settings.refusedAccount,
    balanceMinor: 0n,
    heldMinor: 0n,
    reservedMinor: 0n,
    restrictions: [],
  })
  return 'PENDING'
}

/** With the operations that are in effect but not final: `open`, or none of them for the final balance. */
export function balanceOf(
  chain: WorkingChain,
  { accountId, assetId }: LedgerAccount,
  open: readonly ChainOp[],
): LedgerBalance {
  const account = chain.account(accountId)
  if (account === undefined || account.assetId !== assetId) return { balanceMinor: 0n, heldMinor: 0n }
  const effects = open
    .filter((op) => isAppliedAt(op, chain.nowMs))
    .flatMap((op) => op.effects.accounts.filter((effect) => effect.accountId === accountId))
  const { balanceMinor, heldMinor } = effects.reduce(applied, account)
  return { balanceMinor, heldMinor }
}
