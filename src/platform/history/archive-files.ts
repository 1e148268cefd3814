// The files of the archive: JSON lines, compressed with Zstandard, one file per table.
//
//   <folder>/2025-01/FI001/books/transactions.jsonl.zst
//                                manifest.json
//
// A part is written to a folder beside its own (`.books.partial`) and renamed when all of it is on the disk: a folder with the
// name of a part is whole.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Cut, ExportedRow, HistoryTable } from './history-group.ts'
import { PLATFORM } from './history-group.ts'
import { MANIFEST_FILE, type TableFile } from './manifest.ts'
import { dashedMonth } from './month.ts'

/** Where a part lies within the archive. */
export function folderOf({ institutionId, month }: Pick<Cut, 'institutionId' | 'month'>, group: string): string {
  // An institution's id may hold any character.
  const owner = institutionId === PLATFORM ? 'platform' : encodeURIComponent(institutionId)
  return join(dashedMonth(month), owner, group)
}

/** What is in a file, as it was written or read back. */
export interface Content extends Omit<TableFile, 'table' | 'file'> {
  readonly ends: readonly [first: ExportedRow, last: ExportedRow] | undefined
}

/** Counts and sums up the lines of a table. */
class Tally {
  readonly #sums: HistoryTable['sums']
  readonly #totals = new Map<string, bigint>()
  #first: ExportedRow | undefined
  #last: string | undefined
  rows = 0

  constructor(sums: HistoryTable['sums']) {
    this.#sums = sums
  }

  add(line: string): void {
    this.rows++
    this.#last = line
    this.#first ??= rowOf(line)
    if (this.#sums === undefined) return
    const row = rowOf(line)
    const currency = String(row[this.#sums.currency])
    this.#totals.set(currency, (this.#totals.get(currency) ?? 0n) + (row[this.#sums.amount] as bigint))
  }

  content(bytes: number, sha256: string): Content {
    const totals = [...this.#totals].sort().map(([currency, sum]) => [currency, String(sum)])
    return {
      rows: this.rows,
      bytes,
      sha256,
      ...(totals.length > 0 && { sums: Object.fromEntries(totals) }),
      ends: this.#first === undefined || this.#last === undefined ? undefined : [this.#first, rowOf(this.#last)],
    }
  }
}

/** A line as a row, with every integer as a bigint: amounts may exceed what a number holds. */
export function rowOf(line: string): ExportedRow {
  return JSON.parse(line, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source as string) : value,
  )
}

export function fileOf({ name }: Pick<HistoryTable, 'name'>): string {
  return `${name}.jsonl.zst`
}

/** Writes lines to a file and leaves it on the disk. */
export async function writeTable(
  path: string,
  table: HistoryTable,
  pages: AsyncIterable<readonly string[]>,
): Promise<Content> {
  const tally = new Tally(table.sums)
  const { tap, digest } = hashed()
  async function* lines() {
    for await (const page of pages) {
      for (const line of page) tally.add(line)
      if (page.length > 0) yield `${page.join('\n')}\n`
    }
  }
  await pipeline(
    Readable.from(lines()),
    createZstdCompress(),
    tap,
    createWriteStream(path, { flush: true, mode: 0o600 }),
  )
  return tally.content(...digest())
}

/** Reads a whole file, and tells what is in it. */
export async function readTable(path: string, sums: HistoryTable['sums']): Promise<Content> {
  const tally = new Tally(sums)
  const { tap, digest } = hashed()
  for await (const line of linesIn(path, tap)) tally.add(line)
  return tally.content(...digest())
}

/** Throws an Error when the file is not the one that the manifest means. */
export async function checkFile(path: string, { rows, bytes, sha256 }: TableFile): Promise<Content> {
  const found = await readTable(path, undefined).catch((error: Error) => {
    throw new Error(`${path} cannot be read: ${error.message}`, { cause: error })
  })
  if (found.sha256 !== sha256 || found.bytes !== bytes || found.rows !== rows)
    throw new Error(`${path} is not the file that its manifest means`)
  return found
}

/** The lines of a file, in their order. */
export async function* linesIn(path: string, tap: PassThrough = new PassThrough()): AsyncGenerator<string> {
  const text = createZstdDecompress()
  const read = pipeline(createReadStream(path), tap, text)
  // Reported by the iteration below, which ends with the stream.
  read.catch(() => {})
  text.setEncoding('utf8')
  // Not readline, which also ends lines at U+2028.
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
  await read
}

/** Lines in groups of `size`. */
export async function* inBatches(lines: AsyncIterable<string>, size: number): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function hashed() {
  const hash = createHash('sha256')
  let bytes = 0
  const tap = new PassThrough()
  tap.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    hash.update(chunk)
  })
  return { tap, digest: (): [number, string] => [bytes, hash.digest('hex')] }
}

/** An empty folder for a part that is being written. */
export async function beginFolder(archive: string, part: string): Promise<string> {
  const partial = join(archive, dirname(part), `.${part.split(/[\\/]/).at(-1)}.partial`)
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  return partial
}

/** Gives a written folder its name; one that an interrupted run has left there is replaced. */
export async function endFolder(archive: string, part: string, partial: string, manifest: string): Promise<void> {
  const path = join(partial, MANIFEST_FILE)
  await writeFile(path, manifest, { flush: true, mode: 0o600 })
  await syncFolder(partial)
  const target = join(archive, part)
  await rm(target, { recursive: true, force: true })
  await rename(partial, target)
  await syncFolder(dirname(target))
}

/** The text of the manifest of a part; undefined when the folder has no such part. */
export async function readManifestText(archive: string, part: string): Promise<string | undefined> {
  try {
    return await readFile(join(archive, part, MANIFEST_FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The folders of all parts, by month; none when there is no archive yet. */
export async function partsIn(archive: string): Promise<string[]> {
  const found = await readdir(archive, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return found
    .filter((path) => path.endsWith(MANIFEST_FILE) && !path.includes('.partial'))
    .map((path) => dirname(path))
    .sort()
}

/** Names in a folder are on the disk once the folder itself is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
