// The decision tables in a file of configuration. They are files of RULES_DIR: an import checks a table with its examples as
// `tillgate rules check` does, and writes it. Gateways go on with what they have read until an operator has them read again.

import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { explain, Findings } from '../../../edge/http/body/validation.ts'
import { HAS_EXAMPLES } from '../../../rules/check-examples.ts'
import { RULE_NAMES } from '../../../rules/rule-names.ts'
import { ConfigError } from '../../config/config-error.ts'
import { checkRuleFolder } from '../rules.ts'
import { changes, type RecordDiff } from './config-diff.ts'
import type { ConfigFile, FileFault } from './config-file.ts'
import { isObject, isSame, unknownFields } from './record-shape.ts'

export const RULES_SECTION = 'rules'

const ENTRY = Type.Object({
  name: Type.Enum([...RULE_NAMES], { expected: `must be one of ${RULE_NAMES.join(', ')}` }),
  table: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { expected: 'must be an object' })),
  examples: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { expected: 'must be an object' })),
})

/** A table and its examples, as the files have them. */
export interface RuleEntry {
  readonly name: string
  readonly table?: object | undefined
  readonly examples?: object | undefined
}

export interface RulesPlan {
  readonly folder: string
  readonly diffs: readonly RecordDiff[]
  readonly unchanged: number
  /** What to write. */
  readonly entries: readonly RuleEntry[]
  /** Tables that cannot be used, or answer otherwise than their examples say. */
  readonly faults: readonly FileFault[]
}

interface PlannedEntry {
  /** Its place in the file. */
  readonly index: number
  readonly entry: RuleEntry
}

/** The tables that the folder has, in the order in which they are asked. */
export function readRules(folder: string): RuleEntry[] {
  return RULE_NAMES.map((name) => ({
    name,
    table: readJson(tableFile(folder, name)),
    examples: readJson(examplesFile(folder, name)),
  }))
    .filter(({ table }) => table !== undefined)
    .map(({ examples, ...entry }) => (examples === undefined ? entry : { ...entry, examples }))
}

/** What is wrong without a look into the folder. */
export function ruleFaults(file: ConfigFile): FileFault[] {
  const sent = file.entriesOf(RULES_SECTION)
  return sent.flatMap((entry, index) => entryFaults(sent, entry, index))
}

/** Entries with faults of ruleFaults() are left out. */
export async function planRules(file: ConfigFile, folder: string): Promise<RulesPlan> {
  const sent = file.entriesOf(RULES_SECTION)
  const stored = new Map(readRules(folder).map((entry) => [entry.name, entry]))
  const wanted = sent.flatMap((one, index) => {
    if (entryFaults(sent, one, index).length > 0) return []
    const entry = one as RuleEntry
    const before = stored.get(entry.name)
    // What the file leaves out stays.
    return [{ index, before, entry: { ...before, ...entry } }]
  })
  const changed = wanted.filter(({ before, entry }) => !isSame(before, entry))
  return {
    folder,
    faults: await brokenRules(changed),
    diffs: changed.map(({ before, entry }) => diffOf(before, entry)),
    unchanged: wanted.length - changed.length,
    entries: changed.map(({ entry }) => entry),
  }
}

export function writeRules({ folder, entries }: Pick<RulesPlan, 'folder' | 'entries'>): void {
  for (const { name, table, examples } of entries) {
    if (table !== undefined) writeJson(tableFile(folder, name), table)
    if (examples !== undefined) writeJson(examplesFile(folder, name), examples)
  }
}

/** Throws unless the files can be written: what is stored with them is committed first. */
export function assertWritable({ folder, entries }: RulesPlan): void {
  if (entries.length === 0) return
  try {
    mkdirSync(join(folder, 'tests'), { recursive: true })
    for (const place of [folder, join(folder, 'tests')]) accessSync(place, constants.W_OK)
  } catch (error) {
    throw new ConfigError('RULES_DIR', `must be a folder that can be written to: ${(error as Error).message}`)
  }
}

function entryFaults(sent: readonly unknown[], entry: unknown, index: number): FileFault[] {
  const place = `${RULES_SECTION}[${index}]`
  if (!isObject(entry)) return [{ place, message: 'must be an object' }]
  const found = new Findings()
  explain(ENTRY, entry, place, found)
  const first = sent.findIndex((other) => isObject(other) && other.name === entry.name)
  return [
    ...unknownFields(ENTRY, entry, place).map((path) => ({ place: path, message: 'is not a field of rules' })),
    ...found.details.map(({ path, message }) => ({ place: path, message })),
    ...(first < index ? [{ place, message: `repeats ${RULES_SECTION}[${first}]` }] : []),
  ]
}

/** Tries the tables out in a folder of their own. */
async function brokenRules(planned: readonly PlannedEntry[]): Promise<FileFault[]> {
  const faults = planned
    .filter(({ entry }) => entry.table === undefined)
    .map(({ index }) => ({ place: `${RULES_SECTION}[${index}].table`, message: 'is required' }))
  const changed = planned.filter(({ entry }) => entry.table !== undefined)
  if (changed.length === 0) return faults
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-rules-'))
  try {
    mkdirSync(join(folder, 'tests'))
    writeRules({ folder, entries: changed.map(({ entry }) => entry) })
    for await (const { name, title, fault } of checkRuleFolder(folder)) {
      const checked = changed.find(({ entry }) => entry.name === name)
      if (checked === undefined || fault === undefined) continue
      // A table need not have examples.
      if (title === HAS_EXAMPLES && checked.entry.examples === undefined) continue
      faults.push({ place: `${RULES_SECTION}[${checked.index}]`, message: `${title}: ${fault}` })
    }
    return faults
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function diffOf(before: RuleEntry | undefined, after: RuleEntry): RecordDiff {
  const lines =
    before === undefined
      ? []
      : [...changes('table', before.table, after.table), ...changes('examples', before.examples, after.examples)]
  return { section: RULES_SECTION, label: after.name, change: before === undefined ? 'added' : 'changed', lines }
}

function tableFile(folder: string, name: string): string {
  return join(folder, `${name}.json`)
}

function examplesFile(folder: string, name: string): string {
  return join(folder, 'tests', `${name}.json`)
}

function readJson(path: string): object | undefined {
  const text = readIfThere(path)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    throw new ConfigError('RULES_DIR', `has a file that is not JSON: ${path}`)
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError('RULES_DIR', `has a file that cannot be read: ${(error as Error).message}`)
  }
}

/** A gateway that reads the folder meanwhile finds the old file or the new one. */
function writeJson(path: string, content: object): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}
