// When an operation is included, orphaned and final. Block n is made at n × blockMs, so nothing is computed per block: a
// clock that moves by days costs nothing.
//
//   arrives ──▶ SUBMITTED ──next block──▶ APPLIED ──depth blocks──▶ FINAL
//                    ▲                       │
//                    └───────── reorg ───────┘
//
// An operation that the chain refuses stays SUBMITTED and is FAILED at the time at which it would be final.

import type { OpStatus } from '../digital-ledger.ts'
import { draw, drawUpTo } from './chain-luck.ts'
import type { ChainHead, ChainOp, PeekedOp } from './chain-rows.ts'
import type { ChainSettings } from './chain-settings.ts'

const MAX_REORGS = 3
/** A caller's clock that is further behind than nodes differ has been set back. */
const CLOCK_SKEW_MS = 60_000

/** The head at a caller's time. The chain's time goes on from where it is when the clock was set back. */
export function headAt(head: ChainHead, callerMs: number): ChainHead {
  const nowMs = callerMs + head.aheadMs
  if (nowMs >= head.clockMs) return { ...head, clockMs: nowMs }
  return head.clockMs - nowMs > CLOCK_SKEW_MS ? { ...head, aheadMs: head.clockMs - callerMs } : head
}

export function planOp(
  opId: string,
  attempt: number,
  nowMs: number,
  settings: ChainSettings,
): Pick<ChainOp, 'turnsMs' | 'finalAtMs' | 'isRefused'> {
  const { seed, blockMs, depth } = settings
  const turnsMs: number[] = []
  let block = nextBlock(nowMs, settings)
  turnsMs.push(block * blockMs)
  for (let nth = 0; nth < MAX_REORGS && depth > 1; nth++) {
    if (draw(seed, 'reorg', opId, attempt, nth) >= settings.reorg) break
    const orphaned = block + drawUpTo(depth - 1, seed, 'reorg depth', opId, attempt, nth)
    block = orphaned + 1
    turnsMs.push(orphaned * blockMs, block * blockMs)
  }
  return {
    turnsMs,
    finalAtMs: (block + depth) * blockMs,
    isRefused: draw(seed, 'refused', opId, attempt) < settings.refused,
  }
}

/** When something that is accepted now is final, if no block is orphaned. */
export function finalAtMs(nowMs: number, settings: ChainSettings): number {
  return (nextBlock(nowMs, settings) + settings.depth) * settings.blockMs
}

function nextBlock(nowMs: number, { blockMs }: ChainSettings): number {
  return Math.floor(nowMs / blockMs) + 1
}

/** Null when nothing was accepted. An open operation whose time has come must be settled first. */
export function statusAt(op: PeekedOp, nowMs: number): OpStatus | null {
  switch (op.state) {
    case 'LOST':
      return null
    case 'FINAL':
      return { status: 'FINAL', finalAtMs: op.finalAtMs }
    case 'FAILED':
      return { status: 'FAILED', reason: op.reason ?? 'REFUSED', permanent: true }
    case 'OPEN':
      return { status: isAppliedAt(op, nowMs) ? 'APPLIED' : 'SUBMITTED' }
  }
}

export function isAppliedAt(op: Pick<ChainOp, 'isRefused' | 'turnsMs'>, nowMs: number): boolean {
  return !op.isRefused && op.turnsMs.filter((turnMs) => turnMs <= nowMs).length % 2 === 1
}

/** Outages come in periods of fixed length; each is out or not. */
export function isOutAt(callerMs: number, { seed, outage, outageMs }: ChainSettings): boolean {
  return outage > 0 && draw(seed, 'outage', Math.floor(callerMs / outageMs)) < outage
}
