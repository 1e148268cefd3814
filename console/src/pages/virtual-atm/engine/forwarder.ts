// Sends what the ATM has stored as soon as the line is there again, and tells how it ended.

import type { AtmLine, LineCredentials } from './atm-line.ts'
import { deliver } from './orders.ts'
import { meaningOf, responseCodeOf } from './response-codes.ts'
import { addForward, changeForward, endOf, type Forward, removeForward } from './store-and-forward.ts'

export interface ForwarderParts {
  readonly line: AtmLine
  queue(): readonly Forward[]
  changeQueue(queue: readonly Forward[]): void
  isCut(): boolean
  /** Those of the client that the message belongs to; undefined when its secret is no longer known. */
  credentials(forward: Forward): LineCredentials | undefined
}

export interface AtmForwarder {
  store(forward: Parameters<typeof addForward>[1]): void
  /** Sends everything that waits, one after the other. */
  forward(): Promise<void>
  discard(id: number): void
}

const ATTEMPTS = 3

export function atmForwarder(parts: ForwarderParts): AtmForwarder {
  const { line } = parts
  let isForwarding = false
  let isAskedFor = false
  const change = (id: number, to: Parameters<typeof changeForward>[2]) =>
    parts.changeQueue(changeForward(parts.queue(), id, to))

  async function sendOne(forward: Forward): Promise<void> {
    const credentials = parts.credentials(forward)
    if (credentials === undefined) {
      line.tell(
        'warning',
        `A stored message of the client ${forward.clientId} cannot be sent: choose that client and type its secret first.`,
      )
      return
    }
    const { id, purpose, message, original } = forward
    const { rrn } = message.body.transaction
    const originalRrn = original.body.transaction.rrn
    change(id, { state: 'sending', attempts: forward.attempts + 1 })
    const why =
      purpose === 'reversal'
        ? `Store and forward: the outcome of RRN ${originalRrn} is unknown, so it is taken back with originalRrn ${originalRrn}.`
        : `Store and forward: the payment with RRN ${rrn} is completed under its own RRN.`
    const outcome = await line.settle(credentials, why, (client) => deliver(client, message), { attempts: ATTEMPTS })
    if (outcome.kind !== 'answered') {
      change(id, { state: 'waiting' })
      line.tell('warning', `The stored message with RRN ${rrn} got no decision. It stays stored and keeps its RRN.`)
      return
    }
    const code = responseCodeOf(outcome.answer.body) ?? `HTTP ${outcome.answer.status}`
    change(id, { state: endOf(purpose, code), result: resultOf(code, outcome.isReplay) })
    if (tellEnd(line, forward, code, outcome.isReplay)) await lateOriginal(line, forward, credentials)
  }

  return {
    store: (forward) => parts.changeQueue(addForward(parts.queue(), forward)),
    discard: (id) => parts.changeQueue(removeForward(parts.queue(), id)),
    forward: async () => {
      // Asked for while it runs: the line may have come back after a message was given up, so it goes through once more.
      isAskedFor = true
      if (isForwarding) return
      isForwarding = true
      try {
        while (isAskedFor) {
          isAskedFor = false
          const waiting = parts.queue().filter(({ state }) => state === 'waiting' || state === 'stuck')
          for (const forward of waiting) if (!parts.isCut()) await sendOne(forward)
        }
      } finally {
        isForwarding = false
      }
    },
  }
}

function resultOf(code: string, isReplay: boolean): string {
  return `${code} ${meaningOf(code)}${isReplay ? ', replayed' : ''}`
}

/** Says how a stored message ended. True when its reversal came before the original, which may still be on its way. */
function tellEnd(
  line: AtmLine,
  { purpose, message, original, originalArrived }: Forward,
  code: string,
  isReplay: boolean,
) {
  const { rrn } = message.body.transaction
  const originalRrn = original.body.transaction.rrn
  const result = resultOf(code, isReplay)
  if (purpose === 'completion') {
    line.tell(
      code === '000' ? 'good' : 'bad',
      code === '000'
        ? isReplay
          ? `The gateway had done RRN ${rrn} the first time (x-idempotent-replay: true). It is not done a second time.`
          : `The gateway had never seen RRN ${rrn}. It is done now, once.`
        : `The stored payment with RRN ${rrn} was declined: ${result}. The customer has to be told.`,
    )
    return false
  }
  if (code !== '000') {
    const isSettled = endOf(purpose, code) === 'settled'
    line.tell(
      isSettled ? 'good' : 'bad',
      isSettled
        ? `The reversal found nothing to take back: ${result}.`
        : `The reversal was declined: ${result}. An operator has to settle it.`,
    )
    return false
  }
  line.tell(
    'good',
    originalArrived
      ? `RRN ${originalRrn} had been posted, and the reversal took it back. The customer is not charged.`
      : `The reversal was accepted although RRN ${originalRrn} has never arrived. The gateway keeps it as a tombstone: should the original arrive late, it is refused.`,
  )
  return !originalArrived
}

/** Networks deliver late. This one does, to show what a tombstone is for. */
async function lateOriginal(line: AtmLine, { original }: Forward, credentials: LineCredentials): Promise<void> {
  const { rrn } = original.body.transaction
  try {
    const answer = await line.send(
      credentials,
      `The original with RRN ${rrn} arrives late, after its reversal, as held-up messages do in real networks.`,
      (client) => deliver(client, original),
    )
    const code = responseCodeOf(answer.body) ?? `HTTP ${answer.status}`
    line.tell(
      code === '485' ? 'good' : 'bad',
      code === '485'
        ? `The late original was refused with 485, reversed before it arrived. Nothing was posted.`
        : `The late original was answered with ${code} ${meaningOf(code)}.`,
    )
  } catch {
    line.tell('warning', `The late original with RRN ${rrn} was lost again.`)
  }
}
