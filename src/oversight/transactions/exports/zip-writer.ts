// A ZIP archive, written front to back in bounded memory: an entry is compressed as it arrives, and its size and checksum
// follow its bytes (data descriptor, PKWARE APPNOTE 4.3.9). Without ZIP64, so entries and the archive stay under 4 GiB.

import { once } from 'node:events'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

const MOST_BYTES = 0xffffffff
const VERSION = 20
/** Bit 3: sizes are in the data descriptor. Bit 11: names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1980-01-01, the earliest date of the format: the same content gives the same file. */
const DOS_DATE = 0x21
/** XML compresses nearly as well at this level as at the default one, in half the time. */
const LEVEL = 4

/** Takes the bytes of the archive, in order. It is not called again before it resolves. */
export type WriteBytes = (bytes: Buffer) => Promise<void>

interface Entry {
  readonly name: Buffer
  readonly offset: number
  crc: number
  size: number
  compressedSize: number
}

export class ZipWriter {
  readonly #write: WriteBytes
  readonly #chunkBytes: number
  readonly #entries: Entry[] = []
  #deflate: DeflateRaw | undefined
  #held: Buffer[] = []
  #heldBytes = 0
  #offset = 0

  constructor(write: WriteBytes, chunkBytes: number) {
    this.#write = write
    this.#chunkBytes = chunkBytes
  }

  /** Begins an entry; what is added from now on is its content. */
  beginEntry(path: string): void {
    const name = Buffer.from(path)
    const entry: Entry = { name, offset: this.#offset, crc: 0, size: 0, compressedSize: 0 }
    this.#entries.push(entry)
    this.#hold(localHeader(name))
    this.#deflate = createDeflateRaw({ level: LEVEL })
    this.#deflate.on('data', (bytes: Buffer) => {
      entry.compressedSize += bytes.length
      this.#hold(bytes)
    })
  }

  /** Resolves when the content is compressed, and full chunks of the archive are written. */
  async add(content: string): Promise<void> {
    const entry = this.#entries.at(-1) as Entry
    const bytes = Buffer.from(content)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    const taken = Promise.withResolvers<void>()
    this.#deflate?.write(bytes, (error) => (error == null ? taken.resolve() : taken.reject(error)))
    await taken.promise
    if (this.#heldBytes >= this.#chunkBytes) await this.#flush()
  }

  async endEntry(): Promise<void> {
    const deflate = this.#deflate as DeflateRaw
    this.#deflate = undefined
    const ended = once(deflate, 'end')
    deflate.end()
    await ended
    const entry = this.#entries.at(-1) as Entry
    if (entry.size > MOST_BYTES) throw new Error('an entry of the ZIP archive is longer than 4 GiB')
    this.#hold(dataDescriptor(entry))
    if (this.#heldBytes >= this.#chunkBytes) await this.#flush()
  }

  async addEntry(path: string, content: string): Promise<void> {
    this.beginEntry(path)
    await this.add(content)
    await this.endEntry()
  }

  /** Writes the central directory and what is left. */
  async end(): Promise<void> {
    const start = this.#offset
    for (const entry of this.#entries) this.#hold(directoryHeader(entry))
    const length = this.#offset - start
    if (this.#offset > MOST_BYTES) throw new Error('the ZIP archive is longer than 4 GiB')
    this.#hold(endOfDirectory(this.#entries.length, length, start))
    await this.#flush()
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    this.#offset += bytes.length
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    await this.#write(bytes)
  }
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATE, 8)
  header.writeUInt16LE(DOS_DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function dataDescriptor({ crc, size, compressedSize }: Entry): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(compressedSize, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

function directoryHeader({ name, offset, crc, size, compressedSize }: Entry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(DEFLATE, 10)
  header.writeUInt16LE(DOS_DATE, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(compressedSize, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

function endOfDirectory(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
