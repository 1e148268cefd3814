// An append-only file of records, one per line with a checksum. A record counts once `durable()` has resolved: it is on
// disk then, and survives the death of the process or of the machine. Records appended while the disk is busy share
// the next sync.

import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

export class DurableLog {
  readonly #file: FileHandle
  #pending: string[] = []
  /** How many records were appended, and how many of them are on disk. */
  #appended = 0
  #onDisk = 0
  #flushing: Promise<void> | undefined

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Passes every record of the file to `replay`, in order, and opens the file for appending. */
  static async open(path: string, replay: (record: unknown) => void): Promise<DurableLog> {
    const file = await open(path, 'a+')
    const content = await file.readFile('utf8')
    const { records, soundBytes } = readRecords(content)
    for (const record of records) replay(record)
    // A line that was incomplete when the process died was never answered.
    await file.truncate(soundBytes)
    await file.sync()
    // The directory entry of a new file must be durable too.
    const folder = await open(dirname(path), 'r')
    await folder.sync()
    await folder.close()
    return new DurableLog(file)
  }

  append(record: unknown): void {
    this.#pending.push(lineOf(record))
    this.#appended++
  }

  /** Resolves once everything appended so far is on disk. */
  async durable(): Promise<void> {
    const position = this.#appended
    // A running flush may have begun before the last append; the next one includes it.
    while (this.#onDisk < position) {
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined
      })
      await this.#flushing
    }
  }

  async close(): Promise<void> {
    await this.durable()
    await this.#file.close()
  }

  async #flush(): Promise<void> {
    const [lines, position] = [this.#pending.join(''), this.#appended]
    this.#pending = []
    await this.#file.appendFile(lines)
    await this.#file.datasync()
    this.#onDisk = position
  }
}

function lineOf(record: unknown): string {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}\n`
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

/** The records up to the first incomplete line. Only the last line may be torn; anywhere else it is corruption. */
function readRecords(content: string): { records: unknown[]; soundBytes: number } {
  const records: unknown[] = []
  let soundBytes = 0
  let isTorn = false
  const lines = content.split('\n')
  // Text after the last line end is an incomplete write.
  lines.pop()
  for (const line of lines) {
    const json = line.slice(9)
    const isWhole = line.slice(0, 8) === checksum(json)
    if (isWhole && isTorn) throw new Error('the log is damaged: a record follows a line that is not one')
    isTorn = !isWhole
    if (!isWhole) continue
    records.push(JSON.parse(json))
    soundBytes += Buffer.byteLength(line) + 1
  }
  return { records, soundBytes }
}
