// What the ATM still has to tell the gateway. It is kept over a reload, as a real ATM keeps it over a power failure.

import type { Message } from './orders.ts'
import type { Memory } from './rrn.ts'

export interface Forward {
  readonly id: number
  /** A reversal, or a payment that is to be completed. */
  readonly purpose: 'reversal' | 'completion'
  readonly message: Message
  readonly original: Message
  /** The gateway has seen the original. The ATM does not know this; the page does, and tells. */
  readonly originalArrived: boolean
  /** An RRN belongs to a partner, so only its client can send the message. The secret is not kept. */
  readonly clientId: string
  readonly partnerId: string
  readonly state: 'waiting' | 'sending' | 'settled' | 'stuck'
  readonly attempts: number
  /** How it ended. */
  readonly result?: string
}

const QUEUE = 'tillgate.virtual-atm.store-and-forward'
const KEPT_SETTLED = 5

export function loadQueue(memory: Memory): readonly Forward[] {
  try {
    const kept = JSON.parse(memory.getItem(QUEUE) ?? '[]') as readonly Forward[]
    // A message that was being sent when the page was left may have arrived. It is sent again under the same RRN.
    return kept.map((forward) => (forward.state === 'sending' ? { ...forward, state: 'waiting' } : forward))
  } catch {
    return []
  }
}

export function saveQueue(memory: Memory, queue: readonly Forward[]): void {
  memory.setItem(QUEUE, JSON.stringify(queue.filter(isOpen)))
}

export function isOpen({ state }: Forward): boolean {
  return state !== 'settled'
}

export function addForward(
  queue: readonly Forward[],
  forward: Omit<Forward, 'id' | 'state' | 'attempts'>,
): readonly Forward[] {
  const id = Math.max(0, ...queue.map((other) => other.id)) + 1
  return trimmed([...queue, { ...forward, id, state: 'waiting', attempts: 0 }])
}

export function changeForward(
  queue: readonly Forward[],
  id: number,
  change: Partial<Pick<Forward, 'state' | 'attempts' | 'result'>>,
): readonly Forward[] {
  return trimmed(queue.map((forward) => (forward.id === id ? { ...forward, ...change } : forward)))
}

export function removeForward(queue: readonly Forward[], id: number): readonly Forward[] {
  return queue.filter((forward) => forward.id !== id)
}

/** What is settled stays visible for a while. */
function trimmed(queue: readonly Forward[]): readonly Forward[] {
  const settled = queue.filter((forward) => !isOpen(forward))
  const dropped = new Set(settled.slice(0, Math.max(0, settled.length - KEPT_SETTLED)))
  return queue.filter((forward) => !dropped.has(forward))
}

/** Codes that close a reversal: nothing was posted, or it has been taken back already. */
const NOTHING_LEFT = new Set(['480', '484', '914'])

/** How the answer to a forwarded message ends it. */
export function endOf(purpose: Forward['purpose'], code: string): 'settled' | 'stuck' {
  if (code === '000') return 'settled'
  if (purpose === 'completion') return 'settled'
  return NOTHING_LEFT.has(code) ? 'settled' : 'stuck'
}
