// Reads a CSV file line by line. A record never spans lines: an unclosed quote then spoils one line, not the rest of the
// file, and every fault has a line number.

import { StringDecoder } from 'node:string_decoder'
import { parse } from 'csv-parse/sync'

/** A line of the file, counted from 1. */
export interface FileLine {
  readonly line: number
  /** Undefined when the line is too long to be kept in memory. */
  readonly text: string | undefined
}

/** The fields of a line, or why they cannot be told apart. */
export interface ParsedLine {
  readonly line: number
  readonly fields?: readonly string[]
  readonly fault?: string
}

const MAX_LINE_LENGTH = 16_384

/** The lines of each chunk of the input, without their ends. Memory does not grow with the file or its lines. */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<FileLine[]> {
  const decoder = new StringDecoder('utf8')
  const cutter = new LineCutter()
  for await (const chunk of input) yield cutter.lines(decoder.write(chunk))
  yield cutter.lines(`${decoder.end()}\n`)
}

/** Cuts text into lines, as it arrives. */
export class LineCutter {
  #line = 1
  #rest = ''
  #tooLong = false

  lines(text: string): FileLine[] {
    const parts = text.split('\n')
    const last = parts.pop() as string
    const lines = parts.map((part) => {
      this.#append(part)
      return this.#finish()
    })
    this.#append(last)
    return lines
  }

  #append(text: string): void {
    this.#tooLong ||= this.#rest.length + text.length > MAX_LINE_LENGTH
    this.#rest = this.#tooLong ? '' : this.#rest + text
  }

  #finish(): FileLine {
    // A byte order mark comes before the first line.
    const text = this.#line === 1 ? this.#rest.replace(/^\ufeff/, '') : this.#rest
    const finished = { line: this.#line, text: this.#tooLong ? undefined : text.replace(/\r$/, '') }
    this.#line++
    this.#rest = ''
    this.#tooLong = false
    return finished
  }
}

const CSV = { relax_column_count: true, trim: true, record_delimiter: '\n' } as const
const COMMA = ','

/** Blank lines are left out. */
export function parseLines(lines: readonly FileLine[], delimiter = COMMA): ParsedLine[] {
  const filled = lines.filter(({ text }) => text === undefined || text.trim() !== '')
  return parseTogether(filled, delimiter) ?? filled.map((line) => parseAlone(line, delimiter))
}

/** Undefined when the lines must be parsed one by one. Parsing them together is several times faster. */
function parseTogether(lines: readonly FileLine[], delimiter: string): ParsedLine[] | undefined {
  if (lines.some(({ text }) => text === undefined)) return undefined
  try {
    const records: string[][] = parse(lines.map(({ text }) => text).join('\n'), { ...CSV, delimiter })
    // With fewer records than lines, a quoted field spans lines.
    if (records.length !== lines.length) return undefined
    return lines.map(({ line }, i) => ({ line, fields: records[i] as string[] }))
  } catch {
    return undefined
  }
}

function parseAlone({ line, text }: FileLine, delimiter: string): ParsedLine {
  if (text === undefined) return { line, fault: `is longer than ${MAX_LINE_LENGTH} characters` }
  try {
    const [fields] = parse(text, { ...CSV, delimiter }) as string[][]
    return { line, fields: fields ?? [] }
  } catch {
    // The parser's message would quote the line.
    return { line, fault: 'has a quotation mark that does not fit' }
  }
}
