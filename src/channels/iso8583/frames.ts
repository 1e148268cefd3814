// Frames on a stream: a length, an optional header, a message. TCP splits and joins them as it likes.

import type { FramingSpec } from './dialect.ts'
import { Iso8583Error } from './iso8583-error.ts'

export interface Frame {
  /** Empty when the framing has none. */
  readonly header: Buffer
  readonly body: Buffer
}

const TPDU_BYTES = 5

/** Frames of what is read from one connection. After an error the connection is of no use: where a frame begins is lost. */
export class FrameReader {
  readonly #framing: FramingSpec
  readonly #headerBytes: number
  #chunks: Buffer[] = []
  #held = 0
  /** Length of the frame that is being read, without the length's own bytes; undefined until it is known. */
  #wanted: number | undefined
  #failure: unknown

  constructor(framing: FramingSpec) {
    this.#framing = framing
    this.#headerBytes = headerOf(framing).length
  }

  /**
   * The frames that are complete with these bytes. Holds at most one frame that is not. Frames before a fault are returned first;
   * the next call, even with no bytes, throws it.
   */
  push(chunk: Buffer): Frame[] {
    if (this.#failure !== undefined) throw this.#failure
    this.#chunks.push(chunk)
    this.#held += chunk.length
    const frames: Frame[] = []
    for (;;) {
      if (this.#wanted === undefined) {
        if (this.#held < this.#framing.lengthBytes) return frames
        try {
          this.#wanted = this.#readLength(this.#take(this.#framing.lengthBytes))
        } catch (error) {
          this.#failure = error
          if (frames.length === 0) throw error
          return frames
        }
      }
      if (this.#held < this.#wanted) return frames
      const whole = this.#take(this.#wanted)
      this.#wanted = undefined
      frames.push({ header: whole.subarray(0, this.#headerBytes), body: whole.subarray(this.#headerBytes) })
    }
  }

  /** Whether what was read is no frame: the next call throws. */
  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /** Whether a frame has begun and not ended. */
  get isWithinFrame(): boolean {
    return this.#held > 0 || this.#wanted !== undefined
  }

  #readLength(bytes: Buffer): number {
    const { lengthBytes, lengthEncoding, includesItself, maxBytes } = this.#framing
    if (lengthEncoding === 'ascii' && !/^\d+$/.test(bytes.toString('latin1'))) {
      throw new Iso8583Error('The length of a frame must consist of digits')
    }
    const stated = lengthEncoding === 'ascii' ? Number(bytes.toString('latin1')) : bytes.readUIntBE(0, lengthBytes)
    const length = includesItself ? stated - lengthBytes : stated
    if (length > maxBytes) throw new Iso8583Error(`A frame of ${length} bytes is longer than ${maxBytes}`)
    if (length <= this.#headerBytes) throw new Iso8583Error(`A frame of ${length} bytes has no message`)
    return length
  }

  #take(count: number): Buffer {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : this.#joined(count)
    const rest = all.subarray(count)
    this.#chunks = rest.length === 0 ? [] : [rest, ...this.#chunks.slice(1)]
    this.#held -= count
    return all.subarray(0, count)
  }

  /** The first chunks as one, enough for `count` bytes. What follows stays as it came, so that a byte is copied once or twice. */
  #joined(count: number): Buffer {
    let size = 0
    const enough = this.#chunks.findIndex((chunk) => {
      size += chunk.length
      return size >= count
    })
    const all = Buffer.concat(this.#chunks.slice(0, enough + 1))
    this.#chunks = [all, ...this.#chunks.slice(enough + 1)]
    return all
  }
}

/** A message with its length and header. An answer takes the header of its request (replyHeader). */
export function writeFrame(framing: FramingSpec, body: Buffer, header: Buffer = headerOf(framing)): Buffer {
  const { lengthBytes, lengthEncoding, includesItself, maxBytes } = framing
  const length = header.length + body.length
  if (length > maxBytes) throw new Iso8583Error(`A frame of ${length} bytes is longer than ${maxBytes}`)
  const stated = includesItself ? length + lengthBytes : length
  const prefix = Buffer.alloc(lengthBytes)
  if (lengthEncoding === 'ascii') prefix.write(String(stated).padStart(lengthBytes, '0'), 'latin1')
  else prefix.writeUIntBE(stated, 0, lengthBytes)
  return Buffer.concat([prefix, header, body])
}

/** Destination and source of a TPDU change places; a text stays. */
export function replyHeader(framing: FramingSpec, header: Buffer): Buffer {
  if (framing.header?.kind !== 'tpdu' || header.length !== TPDU_BYTES) return header
  return Buffer.concat([header.subarray(0, 1), header.subarray(3, 5), header.subarray(1, 3)])
}

function headerOf({ header }: FramingSpec): Buffer {
  if (header === undefined) return Buffer.alloc(0)
  return header.kind === 'tpdu' ? Buffer.from(header.bytes, 'hex') : Buffer.from(header.text, 'latin1')
}
