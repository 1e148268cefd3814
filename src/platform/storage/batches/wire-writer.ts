// Writes the messages of a round trip into one buffer, so that they reach the socket in one piece. The driver makes a buffer of
// each message, and copies the rows of a COPY twice.

const KEPT_BYTES = 256 * 1024
const FIRST_BYTES = 16 * 1024

// Codes of the extended protocol.
const BIND = 0x42
const CLOSE = 0x43
const DESCRIBE = 0x44
const EXECUTE = 0x45
const PARSE = 0x50
const SYNC = 0x53
const COPY_DATA = 0x64
const COPY_DONE = 0x63

const PORTAL = 0x50
const STATEMENT = 0x53
/** The end of an empty name. */
const UNNAMED = 0

export class WireWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #end = 0
  /** Where the length of the current message is written. */
  #lengthAt = 0

  /** Begins a round trip. `isInUse` when what was written before is still being sent. */
  begin(isInUse: boolean): void {
    this.#end = 0
    if (isInUse || this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  }

  parse(name: string, text: string): void {
    this.#open(PARSE)
    this.#string(name)
    this.#string(text)
    // The statement's casts say what its parameters are.
    this.#int16(0)
    this.#seal()
  }

  /** The unnamed portal: its values are text, and so are its results. */
  bind(statement: string, values: readonly (string | null)[]): void {
    this.#open(BIND)
    this.#byte(UNNAMED)
    this.#string(statement)
    this.#int16(0)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#int16(0)
    this.#seal()
  }

  describe(): void {
    this.#open(DESCRIBE)
    this.#byte(PORTAL)
    this.#byte(UNNAMED)
    this.#seal()
  }

  execute(): void {
    this.#open(EXECUTE)
    this.#byte(UNNAMED)
    this.#int32(0)
    this.#seal()
  }

  copy(rows: string): void {
    this.#open(COPY_DATA)
    this.#text(rows)
    this.#seal()
    this.#open(COPY_DONE)
    this.#seal()
  }

  close(statement: string): void {
    this.#open(CLOSE)
    this.#byte(STATEMENT)
    this.#string(statement)
    this.#seal()
  }

  sync(): void {
    this.#open(SYNC)
    this.#seal()
  }

  /** Valid until the next round trip begins. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }

  #open(code: number): void {
    this.#byte(code)
    this.#lengthAt = this.#end
    this.#int32(0)
  }

  #seal(): void {
    this.#bytes.writeInt32BE(this.#end - this.#lengthAt, this.#lengthAt)
  }

  #value(value: string | null): void {
    if (value === null) {
      this.#int32(-1)
      return
    }
    const at = this.#end
    this.#int32(0)
    this.#text(value)
    this.#bytes.writeInt32BE(this.#end - at - 4, at)
  }

  #string(text: string): void {
    this.#text(text)
    this.#byte(0)
  }

  #text(text: string): void {
    // At most three bytes for each unit of UTF-16. Counting them costs as much as writing them.
    if (this.#bytes.length - this.#end < text.length * 3) this.#ensure(Buffer.byteLength(text))
    this.#end += this.#bytes.write(text, this.#end)
  }

  #byte(value: number): void {
    this.#ensure(1)
    this.#bytes[this.#end++] = value
  }

  #int16(value: number): void {
    this.#ensure(2)
    this.#end = this.#bytes.writeInt16BE(value, this.#end)
  }

  #int32(value: number): void {
    this.#ensure(4)
    this.#end = this.#bytes.writeInt32BE(value, this.#end)
  }

  #ensure(bytes: number): void {
    const needed = this.#end + bytes
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}
