// A file of configuration: YAML with a section per kind of record, written in one order so that a change of one record is a
// small change of the file.

import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { Document, LineCounter, parseAllDocuments, stringify } from 'yaml'
import { ConfigError } from '../../config/config-error.ts'
import { isObject } from './record-shape.ts'

/** What this version writes and reads. */
const FORMAT = 1
const MAX_BYTES = 32 * 1_048_576

const HEADER = `# Configuration of Tillgate, written by \`tillgate config export\`; docs/guides/configuration-files.md describes it.
# An import deletes nothing, and leaves states (status, isActive, isEnabled) to people.
`

/** What is wrong, and where: `institutions[2].branches[0].id`. */
export interface FileFault {
  readonly place: string
  readonly message: string
}

/** The file cannot be imported. */
export class FaultyFile extends Error {
  readonly faults: readonly (FileFault & { readonly line: number })[]

  constructor(faults: FaultyFile['faults']) {
    super(faults.length === 1 ? '1 fault' : `${faults.length} faults`)
    this.name = 'FaultyFile'
    this.faults = faults
  }
}

export interface ConfigFile {
  readonly text: string
  /** Sections that cannot be read. Their entries are none. */
  readonly faults: readonly FileFault[]
  /** The entries of a section; none when the file does not have it. */
  entriesOf(section: string): readonly unknown[]
  /** Throws FaultyFile when there are faults. */
  refuse(faults: readonly FileFault[]): void
}

/** The text of a file. Empty sections are left out. */
export function fileText(sections: ReadonlyMap<string, readonly object[]>): string {
  const parts = Array.from(sections)
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => yamlOf({ [name]: entries }))
  return [HEADER + yamlOf({ format: FORMAT }), ...parts].join('\n')
}

function yamlOf(content: object): string {
  // Texts that YAML 1.1 takes for something else are quoted, for other programs that read the file.
  return stringify(content, { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false })
}

/** Throws FaultyFile when the file is not one document of YAML in UTF-8, or of another format. */
export function readConfigFile(path: string, sections: readonly string[]): ConfigFile {
  const text = readText(path)
  const lines = new LineCounter()
  const document = onlyDocument(text, lines)
  const refuse = (faults: readonly FileFault[]) => {
    if (faults.length === 0) return
    throw new FaultyFile(faults.map((fault) => ({ ...fault, line: lineOf(document, lines, fault.place) })))
  }
  const content = contentOf(document)
  if (!isObject(content)) refuse([{ place: '', message: 'must be an object of sections' }])
  const { format, ...written } = content as Readonly<Record<string, unknown>>
  if (format !== FORMAT) refuse([{ place: 'format', message: `must be ${FORMAT}` }])
  return {
    text,
    faults: sectionFaults(written, sections),
    entriesOf: (section) => (Array.isArray(written[section]) ? written[section] : []),
    refuse,
  }
}

function onlyDocument(text: string, lines: LineCounter): Document {
  const [first = new Document(null), second] = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })
  const broken = [...first.errors, ...first.warnings]
  if (broken.length > 0) {
    throw new FaultyFile(
      broken.map(({ pos, message }) => ({ place: '', message, line: lines.linePos(pos[0]).line || 1 })),
    )
  }
  if (second !== undefined) {
    const line = lines.linePos(second.range?.[0] ?? 0).line || 1
    throw new FaultyFile([{ place: '', message: 'a second document begins here; a file has one', line }])
  }
  return first as Document
}

/** Other encodings are refused: their letters would be stored as replacement characters. */
function readText(path: string): string {
  const bytes = readBytes(path)
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const lines = bytes.toString('latin1').split('\n')
  const broken = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
  throw new FaultyFile([{ place: '', message: 'the file must be UTF-8; this line is not', line: broken + 1 }])
}

function readBytes(path: string): Buffer {
  try {
    if (statSync(path).size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`)
    return readFileSync(path)
  } catch (error) {
    throw new ConfigError('FILE', `must be a file that can be read: ${(error as Error).message}`)
  }
}

function contentOf(document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // More aliases than a file by people has.
    throw new FaultyFile([{ place: '', message: (error as Error).message, line: 1 }])
  }
}

function sectionFaults(written: Readonly<Record<string, unknown>>, sections: readonly string[]): FileFault[] {
  return Object.entries(written).flatMap(([name, value]): FileFault[] => {
    if (!sections.includes(name)) return [{ place: name, message: `is not one of ${sections.join(', ')}` }]
    return value === null || Array.isArray(value) ? [] : [{ place: name, message: 'must be a list' }]
  })
}

/** The line of a place, or of the nearest one around it that the file has. */
function lineOf(document: Document, lines: LineCounter, place: string): number {
  const steps = Array.from(place.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([text, index]) =>
    index === undefined ? text : Number(index),
  )
  for (let depth = steps.length; depth > 0; depth--) {
    const node = document.getIn(steps.slice(0, depth), true) as { readonly range?: readonly number[] } | undefined
    const start = node?.range?.[0]
    if (start !== undefined) return lines.linePos(start).line
  }
  return 1
}
