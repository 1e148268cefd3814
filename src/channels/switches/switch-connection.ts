// One connection of a switch. Messages are answered as they are ready, in any order; as many as `inFlight` allows at once. While
// that many are being answered, or their answers wait for a switch that does not read, nothing more is read: the network holds
// the rest back.

import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { monotonicMs } from '../../platform/kernel/time/clock.ts'
import { replyHeader } from '../iso8583/frames.ts'
import type { Iso8583Error } from '../iso8583/iso8583-error.ts'
import type { Message } from '../iso8583/message-codec.ts'
import { type Direction, type LinkLimits, MessageLink } from '../iso8583-link/message-link.ts'
import { answerNetwork } from './answer-network.ts'
import { readMessageType } from './message-type.ts'
import { readOrder } from './read-order.ts'
import type { SwitchDesk } from './switch-desk.ts'
import type { SwitchSettings } from './switch-settings.ts'
import { orderAnswer, plainAnswer } from './write-answer.ts'

/** What a connection has done, for metrics. */
export type MessageFate = 'answered' | 'unreadable' | 'ignored' | 'unsent'

export interface ConnectionParts {
  readonly desk: SwitchDesk
  readonly now: () => number
  readonly log: Logger
  readonly limits?: LinkLimits | undefined
  counted(fate: MessageFate): void
  /** `reason` holds no value of the message. */
  unreadable(reason: string): void
  closed(connection: SwitchConnection): void
}

interface Received {
  readonly message: Message
  readonly header: Buffer
}

/** Codes of the gateway. */
const APPROVED = '000'
const WRONG_TYPE = '902'
/**
 * A reversal that is advised and declined for one of these is on record: as an exception that a person settles, or because there
 * is nothing to take back. The switch has done its part, as it has with an advised order that was declined. A reversal that is
 * declined for another reason has moved nothing, and the switch is told.
 */
const TAKEN_OVER = new Set(['914', '188', '110', '182', '183', '480', '484'])
/** Also for a partner over its rate: REST says when to come back, ISO 8583 has one code for "later". */
const LATER = '907'
const DEFECT = '909'
const WRONG_FORMAT = '904'
const DUPLICATE = '913'
const TOO_MANY = 429
/** So many messages that cannot be read within the period end the connection, once what is under way is answered. */
const MOST_UNREADABLE = 30
const UNREADABLE_PERIOD_MS = 10_000

export class SwitchConnection {
  readonly settings: SwitchSettings
  readonly #socket: Socket
  readonly #parts: ConnectionParts
  readonly #link: MessageLink
  readonly #ip: string
  #waiting: Received[] = []
  #inFlight = 0
  /** Signed off: orders are put off until the switch signs on again. */
  #isSignedOff = false
  /** Why no more is read. */
  #ending: string | undefined
  #unreadableSinceMs = Number.NEGATIVE_INFINITY
  #unreadableCount = 0
  lastMessageMs: number | undefined

  constructor(socket: Socket, ip: string, settings: SwitchSettings, parts: ConnectionParts) {
    this.settings = settings
    this.#socket = socket
    this.#ip = ip
    this.#parts = parts
    // Notices a peer that has vanished; switches that keep a line open send echoes, but not all do.
    socket.setKeepAlive(true, 60_000)
    socket.on('drain', () => this.#readOn())
    this.#link = new MessageLink({
      socket,
      codec: settings.codec,
      // How many may be unreadable is counted here, by their rate.
      limits: { ...parts.limits, maxUnreadable: Number.POSITIVE_INFINITY },
      onMessage: (message, header) => this.#receive({ message, header }),
      onUnreadable: (error, body, frameHeader) => this.#unreadable(error, body, frameHeader),
      onSpoiled: (why) => this.#endWhenIdle(why),
      onClosed: (why) => this.#onClosed(why),
      ...(parts.log.isLevelEnabled('debug') && { onTraffic: (direction, message) => this.#trace(direction, message) }),
    })
  }

  get isSignedOff(): boolean {
    return this.#isSignedOff
  }

  /** Messages that are being answered or wait for it. */
  get pending(): number {
    return this.#inFlight + this.#waiting.length
  }

  /** Reads no more, answers what was read, then closes. */
  drain(): void {
    this.#endWhenIdle('the gateway stops')
  }

  close(why: string): void {
    this.#link.close(why)
  }

  #receive(received: Received): void {
    this.lastMessageMs = this.#parts.now()
    if (this.#inFlight >= this.settings.inFlight) {
      this.#waiting.push(received)
      this.#socket.pause()
      return
    }
    this.#begin(received)
  }

  #begin({ message, header }: Received): void {
    this.#inFlight++
    this.#answer(message).then(
      (answer) => this.#done(answer, header),
      (error: unknown) => {
        this.#parts.log.error({ err: error, switch: this.settings.name }, 'a message of a switch could not be answered')
        const { answer } = readMessageType(message.mti)
        this.#done(answer === undefined ? undefined : plainAnswer(message, answer, DEFECT, this.#dialect), header)
      },
    )
  }

  #done(answer: Message | undefined, header: Buffer): void {
    this.#inFlight--
    if (answer === undefined) this.#parts.counted('ignored')
    else this.#parts.counted(this.#send(answer, header) ? 'answered' : 'unsent')
    const next = this.#waiting.shift()
    if (next !== undefined) this.#begin(next)
    else if (this.#ending !== undefined) this.#endIfIdle()
    else this.#readOn()
  }

  /** While answers wait for the switch to read them, nothing more is read. */
  #readOn(): void {
    const isFull = this.#waiting.length > 0 || this.#socket.writableNeedDrain
    if (isFull || this.#ending !== undefined) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  #send(answer: Message, header: Buffer): boolean {
    const { framing } = this.#dialect
    try {
      return this.#link.send(answer, replyHeader(framing, header))
    } catch (error) {
      // A dialect that cannot say an answer: the switch asks again, and an operator sees why it is not told.
      this.#parts.log.error(
        { err: error, switch: this.settings.name },
        'the dialect of a switch has no room for an answer',
      )
      return false
    }
  }

  get #dialect() {
    return this.settings.codec.dialect
  }

  async #answer(message: Message): Promise<Message | undefined> {
    const { messageClass, answer: mti, isAdvice } = readMessageType(message.mti)
    // An answer to what was never asked.
    if (mti === undefined) return undefined
    const plain = (code: string) => plainAnswer(message, mti, code, this.#dialect)
    if (messageClass === 'other') return plain(WRONG_TYPE)
    if (messageClass === 'network') {
      const { code, signs } = answerNetwork(message, this.#dialect)
      if (signs !== undefined) this.#isSignedOff = signs === 'off'
      return plain(code)
    }
    if (this.#isSignedOff) return plain(LATER)
    const order = readOrder(message, { ...this.settings, dialect: this.#dialect }, this.#parts.now())
    if ('code' in order) return plain(order.code)
    const { partnerId, clientId } = this.settings
    const answer = await this.#parts.desk.ask({ ...order, partnerId, clientId, ip: this.#ip })
    if (answer.status === TOO_MANY) return plain(LATER)
    const isEndedReversal =
      isAdvice && messageClass === 'reversal' && answer.status === 200 && TAKEN_OVER.has(answer.code)
    // What the switch has declined itself is recorded so, and acknowledged.
    const isRecordedDecline = order.declinedWith !== undefined && answer.status === 200 && answer.code !== DUPLICATE
    const code = answer.isException || isEndedReversal || isRecordedDecline ? APPROVED : answer.code
    return orderAnswer(message, mti, code, answer, this.#dialect)
  }

  #endWhenIdle(why: string): void {
    this.#ending ??= why
    this.#socket.pause()
    this.#endIfIdle()
  }

  #endIfIdle(): void {
    if (this.pending === 0 && this.#ending !== undefined) this.#link.end(this.#ending)
  }

  /** A message that names itself is answered that it cannot be read: left without an answer, an advice would come for ever. */
  #unreadable(error: Iso8583Error, body: Buffer, header: Buffer): void {
    this.#parts.counted('unreadable')
    this.#parts.unreadable(error.message)
    const message = this.settings.codec.salvage(body)
    const mti = message && readMessageType(message.mti).answer
    if (message !== undefined && mti !== undefined) {
      this.#send(plainAnswer(message, mti, WRONG_FORMAT, this.#dialect), header)
      this.#readOn()
    }
    if (this.#isTooUnreadable()) this.#link.spoil('the peer sends too many messages that cannot be read')
  }

  #isTooUnreadable(): boolean {
    const nowMs = monotonicMs()
    if (nowMs - this.#unreadableSinceMs > UNREADABLE_PERIOD_MS) {
      this.#unreadableSinceMs = nowMs
      this.#unreadableCount = 0
    }
    return ++this.#unreadableCount >= MOST_UNREADABLE
  }

  #trace(direction: Direction, message: Message): void {
    this.#parts.log.debug({ switch: this.settings.name, direction, message }, 'iso8583 message')
  }

  #onClosed(why: string): void {
    this.#waiting = []
    this.#parts.log.info({ switch: this.settings.name, ip: this.#ip, reason: why }, 'a switch is disconnected')
    this.#parts.closed(this)
  }
}
