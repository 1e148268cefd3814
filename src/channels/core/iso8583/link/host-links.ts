// The connections to one host. Requests go over the one with the fewest that wait; answers find their request by type, STAN and
// RRN, on whatever connection they come. What comes and belongs to none is handed on: it may be late.

import { randomInt } from 'node:crypto'
import { systemClock } from '../../../../platform/kernel/time/clock.ts'
import { replyHeader } from '../../../iso8583/frames.ts'
import { Iso8583Error } from '../../../iso8583/iso8583-error.ts'
import type { Message, MessageCodec } from '../../../iso8583/message-codec.ts'
import type { Direction } from '../../../iso8583-link/message-link.ts'
import { type HostAddress, HostLink, type LinkState } from './host-link.ts'
import {
  answerType,
  type HostSignal,
  hostSignalOf,
  isNetworkRequest,
  isRequest,
  isTaken,
  type NetworkSignal,
  networkAnswer,
  networkMessage,
  transmissionTime,
} from './network-messages.ts'

export interface HostLinksOptions extends HostAddress {
  readonly codec: MessageCodec
  readonly connections: number
  /** Requests that may wait for an answer at once. */
  readonly maxWaiting: number
  readonly echoMs: number
  readonly answerMs: number
  readonly retryMs?: number
  /** An answer without a request that waits for it. */
  onStray(message: Message, isRepeated: boolean): void
  /** A connection is ready, after none was. */
  onReady?(): void
  /** The host has signed on or off, cut over, or asked for what is not done. */
  onSignal?(connection: number, signal: HostSignal): void
  onTraffic?(connection: number, direction: Direction, message: Message): void
  onChange?(connection: number, state: LinkState, why: string | undefined): void
  onUnreadable?(connection: number, why: string): void
}

export type HostExchange =
  | { readonly kind: 'answered'; readonly message: Message }
  /** `turnedAway`: because of our own limits, whatever the host does. */
  | { readonly kind: 'not-sent'; readonly why: string; readonly turnedAway: boolean }
  | { readonly kind: 'unanswered'; readonly why: string }

export interface LinkReport {
  readonly connection: number
  readonly state: LinkState
  readonly why?: string | undefined
  readonly heardAtMs: number | undefined
}

interface Waiting {
  readonly link: HostLink
  readonly message: Message
  settle(exchange: HostExchange): void
}

const MAX_STAN = 999_999
const SIGN_OFF_MS = 1_000
const REMEMBERED = 1_000
export const SIGNED_OFF = 'the host has signed off'

export class HostLinks {
  readonly #options: HostLinksOptions
  readonly #links: readonly HostLink[]
  readonly #waiting = new Map<string, Waiting>()
  readonly #load = new Map<HostLink, number>()
  readonly #untilReady = new Set<(isReady: boolean) => void>()
  /** The last answers, to tell one that comes again from one that is late. */
  readonly #answered = new Set<string>()
  #ready = 0
  #isSilent = true
  #isSignedOff = false
  #isOpen = false
  #isClosed = false
  /** STANs of network messages: they are answered by another type than orders are. */
  #stan = randomInt(MAX_STAN)

  constructor(options: HostLinksOptions) {
    this.#options = options
    const { onTraffic, onUnreadable, ...address } = options
    this.#links = Array.from(
      { length: options.connections },
      (_, index) =>
        new HostLink(index, {
          ...address,
          signal: (link, signal) => this.#signal(link, signal),
          onMessage: (link, message, header) => this.#receive(link, message, header),
          onLost: (link, why) => this.#lost(link, why),
          onState: (link) => this.#changed(link),
          ...(onTraffic !== undefined && {
            onTraffic: (link: HostLink, direction: Direction, message: Message) =>
              onTraffic(link.index, direction, message),
          }),
          onUnreadable: (link, why) => onUnreadable?.(link.index, why),
        }),
    )
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** The host has signed off: it is sent nothing until it signs on, or takes our sign-on over another connection. */
  get isSignedOff(): boolean {
    return this.#isSignedOff
  }

  /** Until the host has answered an order or an advice, and again once it has left one unanswered. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  *reports(): Iterable<LinkReport> {
    for (const { index, state, why, heardAtMs } of this.#links) yield { connection: index, state, why, heardAtMs }
  }

  /** Whether a connection is ready, at the latest after `limitMs`. False at once when every one waits to be tried again. */
  untilReady(limitMs: number): Promise<boolean> {
    this.#open()
    if (this.#ready > 0) return Promise.resolve(true)
    if (this.#isClosed || !this.#isComing()) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (isReady: boolean) => {
        clearTimeout(timer)
        this.#untilReady.delete(settle)
        resolve(isReady)
      }
      const timer = setTimeout(settle, limitMs, false)
      this.#untilReady.add(settle)
    })
  }

  /** `message` has DE 11. */
  exchange(message: Message, limitMs: number): Promise<HostExchange> {
    if (this.#waiting.size >= this.#options.maxWaiting) {
      return Promise.resolve({ kind: 'not-sent', why: 'too many requests wait for the host', turnedAway: true })
    }
    if (this.#isSignedOff) return Promise.resolve({ kind: 'not-sent', why: SIGNED_OFF, turnedAway: true })
    const link = this.#leastLoaded()
    if (link === undefined) return Promise.resolve(notSent('no connection to the host stands'))
    return this.#send(link, message, limitMs).then((exchange) => {
      if (exchange.kind !== 'not-sent') this.#isSilent = exchange.kind === 'unanswered'
      return exchange
    })
  }

  echo(): Promise<boolean> {
    const link = this.#leastLoaded()
    return link === undefined ? Promise.resolve(false) : this.#signal(link, 'echo')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#links.map((link) => link.close()))
    for (const { settle } of [...this.#waiting.values()]) settle({ kind: 'unanswered', why: 'the gateway stops' })
    for (const settle of [...this.#untilReady]) settle(false)
  }

  #open(): void {
    if (this.#isOpen || this.#isClosed) return
    this.#isOpen = true
    for (const link of this.#links) link.open()
  }

  #send(link: HostLink, message: Message, limitMs: number): Promise<HostExchange> {
    return new Promise((resolve) => {
      const key = keyOf(answerType(message.mti), message)
      const settle = (exchange: HostExchange) => {
        clearTimeout(timer)
        if (this.#waiting.get(key) === waiting) this.#waiting.delete(key)
        this.#load.set(link, (this.#load.get(link) ?? 1) - 1)
        resolve(exchange)
      }
      const timer = setTimeout(() => {
        settle({ kind: 'unanswered', why: 'the host did not answer in time' })
        link.suspect()
      }, limitMs)
      const waiting = { link, message, settle }
      this.#load.set(link, (this.#load.get(link) ?? 0) + 1)
      if (this.#waiting.has(key)) {
        settle(notSent('another request has the same STAN'))
        return
      }
      this.#waiting.set(key, waiting)
      const sent = attempt(() => link.send(message))
      if (sent === false) settle(notSent('the host does not read'))
      else if (sent !== true) settle({ kind: 'not-sent', why: sent.why, turnedAway: true })
    })
  }

  async #signal(link: HostLink, signal: NetworkSignal): Promise<boolean> {
    const { codec, answerMs } = this.#options
    this.#stan = (this.#stan % MAX_STAN) + 1
    const stamp = {
      stan: String(this.#stan).padStart(6, '0'),
      transmittedAt: transmissionTime(systemClock.now()),
    }
    const message = networkMessage(codec.dialect, signal, stamp)
    const limitMs = signal === 'sign-off' ? Math.min(answerMs, SIGN_OFF_MS) : answerMs
    const exchange = await this.#sendSignal(link, message, limitMs)
    const isSignalTaken = exchange.kind === 'answered' && isTaken(codec.dialect, exchange.message)
    if (signal === 'sign-on' && isSignalTaken) this.#isSignedOff = false
    return isSignalTaken
  }

  /** Without another echo when it stays unanswered. */
  #sendSignal(link: HostLink, message: Message, limitMs: number): Promise<HostExchange> {
    return new Promise((resolve) => {
      const key = keyOf(answerType(message.mti), message)
      const settle = (exchange: HostExchange) => {
        clearTimeout(timer)
        this.#waiting.delete(key)
        resolve(exchange)
      }
      const timer = setTimeout(() => settle({ kind: 'unanswered', why: 'no answer' }), limitMs)
      this.#waiting.set(key, { link, message, settle })
      const sent = attempt(() => link.send(message))
      if (sent !== true) settle(notSent(sent === false ? 'the connection is lost' : sent.why))
    })
  }

  #receive(link: HostLink, message: Message, header: Buffer): void {
    const { codec, onStray } = this.#options
    if (isNetworkRequest(message)) {
      this.#obey(link, hostSignalOf(codec.dialect, message))
      // Without an answer that it can say, the host asks again.
      attempt(() => link.send(networkAnswer(codec.dialect, message), replyHeader(codec.dialect.framing, header)))
      return
    }
    // Hosts ask nothing else of this side.
    if (isRequest(message.mti)) return
    const waiting = this.#waiting.get(keyOf(message.mti, message))
    if (waiting === undefined || !isAbout(waiting.message, message))
      onStray(message, this.#answered.has(identityOf(message)))
    else {
      this.#remember(message)
      waiting.settle({ kind: 'answered', message })
    }
  }

  #obey(link: HostLink, signal: HostSignal): void {
    const { onSignal, onReady } = this.#options
    if (signal !== 'echo') onSignal?.(link.index, signal)
    if (signal === 'sign-off') this.#isSignedOff = true
    if (signal !== 'sign-on' || !this.#isSignedOff) return
    this.#isSignedOff = false
    onReady?.()
  }

  #remember(message: Message): void {
    this.#answered.add(identityOf(message))
    const [oldest] = this.#answered
    if (this.#answered.size > REMEMBERED && oldest !== undefined) this.#answered.delete(oldest)
  }

  #lost(link: HostLink, why: string): void {
    for (const waiting of [...this.#waiting.values()]) {
      if (waiting.link === link) waiting.settle({ kind: 'unanswered', why: `the connection was lost: ${why}` })
    }
  }

  #changed(link: HostLink): void {
    const { onChange, onReady } = this.#options
    const before = this.#ready
    this.#ready = this.#links.filter(({ state }) => state === 'ready').length
    onChange?.(link.index, link.state, link.why)
    if (this.#ready > 0) {
      for (const settle of [...this.#untilReady]) settle(true)
      if (before === 0) onReady?.()
    } else if (!this.#isComing()) for (const settle of [...this.#untilReady]) settle(false)
  }

  #isComing(): boolean {
    return this.#links.some(({ state }) => state === 'connecting' || state === 'signing-on')
  }

  #leastLoaded(): HostLink | undefined {
    let least: HostLink | undefined
    for (const link of this.#links) {
      if (link.state !== 'ready') continue
      if (least === undefined || (this.#load.get(link) ?? 0) < (this.#load.get(least) ?? 0)) least = link
    }
    return least
  }
}

/** What the dialect cannot say is not sent. */
function attempt(send: () => boolean): boolean | { readonly why: string } {
  try {
    return send()
  } catch (error) {
    return { why: error instanceof Iso8583Error ? error.message : 'the message cannot be written' }
  }
}

function notSent(why: string): HostExchange {
  return { kind: 'not-sent', why, turnedAway: false }
}

function keyOf(answer: string, { fields }: Message): string {
  return `${answer} ${fields[11]}`
}

function identityOf({ mti, fields }: Message): string {
  return `${mti} ${fields[11]} ${fields[7] ?? ''} ${fields[37] ?? ''} ${fields[39] ?? ''}`
}

/** An answer without RRN is taken by its STAN alone; one with another RRN belongs to another request. */
function isAbout({ fields: asked }: Message, { fields: answered }: Message): boolean {
  return asked[37] === undefined || answered[37] === undefined || asked[37] === answered[37]
}
