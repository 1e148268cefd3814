// Messages over one connection that stands, for both sides: the core connects, the listener accepts. What comes in is limited,
// so that garbage, a length that is too large or a peer that stops in the middle costs this connection and nothing else.

import type { Socket } from 'node:net'
import { FrameReader, writeFrame } from '../iso8583/frames.ts'
import { Iso8583Error } from '../iso8583/iso8583-error.ts'
import { maskMessage } from '../iso8583/masked-message.ts'
import type { Message, MessageCodec } from '../iso8583/message-codec.ts'

export interface LinkLimits {
  /** A frame that has begun ends within it; default 10 s. */
  readonly frameMs?: number
  /** What is sent has left this process within it; default 10 s. */
  readonly writeMs?: number
  /** Bytes that may wait for a peer that does not read; more are not sent. Default 1 MiB. */
  readonly maxWaitingBytes?: number
  /** The connection ends when nothing came in for so long; default: never. */
  readonly idleMs?: number
  /** Frames in a row that are no messages before the connection ends; default 3. */
  readonly maxUnreadable?: number
}

export interface MessageLinkOptions {
  readonly socket: Socket
  readonly codec: MessageCodec
  readonly limits?: LinkLimits
  /** `header` is needed for the answer (replyHeader). */
  onMessage(message: Message, header: Buffer): void
  /** Once; nothing is received after it. */
  onClosed(why: string): void
  /** A frame that is no message of the dialect, or whose MAC is wrong. It is dropped. */
  onUnreadable?(error: Iso8583Error, body: Buffer, header: Buffer): void
  /**
   * Nothing more can be read. The connection stays open for what has to be answered, until the owner ends it; without this it
   * is closed.
   */
  onSpoiled?(why: string): void
  /** Every message as logs may show it. It is masked only when this is given. */
  onTraffic?(direction: Direction, message: Message): void
}

export type Direction = 'sent' | 'received'

const FRAME_MS = 10_000
const WRITE_MS = 10_000
const MAX_WAITING_BYTES = 1024 * 1024
const MAX_UNREADABLE = 3

export class MessageLink {
  readonly #options: MessageLinkOptions
  readonly #socket: Socket
  readonly #frames: FrameReader
  #frameTimer: NodeJS.Timeout | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #unreadable = 0
  #isClosed = false
  /** What still comes in is dropped. */
  #isDeaf = false
  /** When the oldest bytes that have not left began to wait. */
  #writeTimer: NodeJS.Timeout | undefined

  constructor(options: MessageLinkOptions) {
    this.#options = options
    this.#socket = options.socket
    this.#frames = new FrameReader(options.codec.dialect.framing)
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.close(error.code ?? 'the connection failed'))
    this.#socket.on('close', () => this.close('the peer closed the connection'))
    this.#socket.on('end', () => this.close('the peer closed the connection'))
    const { idleMs } = options.limits ?? {}
    if (idleMs !== undefined) this.#idleTimer = setTimeout(() => this.close('nothing was received in time'), idleMs)
  }

  get isOpen(): boolean {
    return !this.#isClosed
  }

  /** False when nothing was sent: the connection is closed, or the peer does not read. Throws when the dialect cannot say it. */
  send(message: Message, header?: Buffer): boolean {
    const { codec, limits } = this.#options
    const frame = writeFrame(codec.dialect.framing, codec.encode(message), header)
    if (this.#isClosed) return false
    if (this.#socket.writableLength + frame.length > (limits?.maxWaitingBytes ?? MAX_WAITING_BYTES)) return false
    this.#options.onTraffic?.('sent', maskMessage(message, codec.dialect))
    this.#writeTimer ??= setTimeout(() => this.close('the peer does not read'), limits?.writeMs ?? WRITE_MS)
    this.#socket.write(frame, () => this.#written())
    return true
  }

  /** Reads no more. What is being answered can still be sent. */
  spoil(why: string): void {
    if (this.#isClosed || this.#isDeaf) return
    const { onSpoiled } = this.#options
    if (onSpoiled === undefined) {
      this.close(why)
      return
    }
    this.#isDeaf = true
    clearTimeout(this.#frameTimer)
    clearTimeout(this.#idleTimer)
    onSpoiled(why)
  }

  close(why: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#frameTimer)
    clearTimeout(this.#idleTimer)
    clearTimeout(this.#writeTimer)
    this.#socket.destroy()
    this.#options.onClosed(why)
  }

  /** Sends what waits, then closes. */
  end(why: string): void {
    if (this.#isClosed) return
    this.#socket.end(() => this.close(why))
  }

  #written(): void {
    clearTimeout(this.#writeTimer)
    this.#writeTimer = undefined
    if (this.#isClosed || this.#socket.writableLength === 0) return
    const { writeMs = WRITE_MS } = this.#options.limits ?? {}
    this.#writeTimer = setTimeout(() => this.close('the peer does not read'), writeMs)
  }

  #receive(chunk: Buffer): void {
    if (this.#isClosed || this.#isDeaf) return
    this.#idleTimer?.refresh()
    let frames: ReturnType<FrameReader['push']>
    try {
      frames = this.#frames.push(chunk)
    } catch (error) {
      this.spoil(error instanceof Iso8583Error ? error.message : 'what was received cannot be read')
      return
    }
    for (const { header, body } of frames) {
      if (this.#isClosed || this.#isDeaf) return
      this.#read(header, body)
    }
    if (this.#frames.hasFailed) this.#receive(Buffer.alloc(0))
    else this.#watchFrame(frames.length > 0)
  }

  #read(header: Buffer, body: Buffer): void {
    const { codec, limits, onUnreadable, onTraffic, onMessage } = this.#options
    let message: Message
    try {
      message = codec.decode(body)
    } catch (error) {
      // Whatever is wrong with it: nothing that a peer sends may end the process.
      const problem = error instanceof Iso8583Error ? error : new Iso8583Error('The message cannot be read')
      onUnreadable?.(problem, body, header)
      this.#unreadable++
      if (this.#unreadable >= (limits?.maxUnreadable ?? MAX_UNREADABLE)) this.spoil('the peer sends no messages')
      return
    }
    this.#unreadable = 0
    try {
      onTraffic?.('received', maskMessage(message, codec.dialect))
      onMessage(message, header)
    } catch {
      this.close('a message could not be handled')
    }
  }

  /** The time of a frame counts from its first byte, not from the last that came. */
  #watchFrame(isAnother: boolean): void {
    const isWithin = this.#frames.isWithinFrame
    if (isAnother || !isWithin) {
      clearTimeout(this.#frameTimer)
      this.#frameTimer = undefined
    }
    if (!isWithin || this.#isClosed || this.#isDeaf) return
    const { frameMs = FRAME_MS } = this.#options.limits ?? {}
    this.#frameTimer ??= setTimeout(() => this.spoil('a frame did not end in time'), frameMs)
  }
}
