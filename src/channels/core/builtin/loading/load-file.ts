// Loads a CSV file in batches: each batch is one transaction, and the keys of its lines differ. Loading a file again
// finds what is already there, so a load that was interrupted at any point is simply repeated.

import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { parseLines, readLines } from './csv-lines.ts'
import { type Columns, type Fault, LineFields, readHeader } from './line-fields.ts'

/** What one kind of file does with its lines. */
export interface Loader<Line> {
  readonly columns: Columns
  /** Undefined when the line has faults, which are then in `fields`. */
  readLine(fields: LineFields): Line | undefined
  /** The record that the line is about. */
  keyOf(line: Line): string
  /** Writes lines with different keys, all in one transaction. */
  write(lines: readonly Line[]): Promise<Written>
}

export interface Written {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly faults: readonly Fault[]
}

export interface LoadObserver {
  /** Called in the order of the lines. */
  fault(fault: Fault): void
  progress(read: { readonly bytes: number; readonly lines: number }): void
}

export interface LoadResult {
  readonly lines: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  /** Lines that were skipped. */
  readonly skipped: number
}

const BATCH = 2_000

/** Throws a Problem when the header is not usable; faults of lines are reported and their lines skipped. */
export async function loadFile<Line>(
  input: AsyncIterable<Buffer>,
  loader: Loader<Line>,
  observer: LoadObserver,
): Promise<LoadResult> {
  const batches = new Batches(loader, observer)
  let header: ReadonlyMap<string, number> | undefined
  let bytes = 0
  const counted = (async function* () {
    for await (const chunk of input) {
      bytes += chunk.length
      yield chunk
    }
  })()
  for await (const lines of readLines(counted)) {
    for (const parsed of parseLines(lines)) {
      if (header === undefined) {
        const read = readHeader(parsed, loader.columns)
        if (typeof read === 'string') throw new Problem('invalid', read)
        header = read
      } else {
        await batches.add(new LineFields(parsed, header))
      }
    }
    observer.progress({ bytes, lines: batches.lines })
  }
  if (header === undefined) throw new Problem('invalid', 'the file is empty; its first line must name the columns')
  await batches.flush()
  return batches.result()
}

class Batches<Line> {
  readonly #loader: Loader<Line>
  readonly #observer: LoadObserver
  readonly #counts = { added: 0, changed: 0, unchanged: 0, skipped: 0 }
  #batch = new Map<string, Line>()
  #faults: Fault[] = []
  lines = 0

  constructor(loader: Loader<Line>, observer: LoadObserver) {
    this.#loader = loader
    this.#observer = observer
  }

  async add(fields: LineFields): Promise<void> {
    this.lines++
    const line = fields.readable ? this.#loader.readLine(fields) : undefined
    if (line === undefined) {
      this.#faults.push(...fields.faults)
    } else {
      const key = this.#loader.keyOf(line)
      // The later line changes what the earlier one writes.
      if (this.#batch.has(key)) await this.flush()
      this.#batch.set(key, line)
    }
    if (this.#batch.size + this.#faults.length >= BATCH) await this.flush()
  }

  async flush(): Promise<void> {
    const lines = [...this.#batch.values()]
    this.#batch = new Map()
    const faults = this.#faults
    this.#faults = []
    if (lines.length > 0) {
      const written = await this.#loader.write(lines)
      this.#counts.added += written.added
      this.#counts.changed += written.changed
      this.#counts.unchanged += written.unchanged
      faults.push(...written.faults)
    }
    faults.sort((a, b) => a.line - b.line)
    this.#counts.skipped += new Set(faults.map((fault) => fault.line)).size
    for (const fault of faults) this.#observer.fault(fault)
  }

  result(): LoadResult {
    return { lines: this.lines, ...this.#counts }
  }
}
