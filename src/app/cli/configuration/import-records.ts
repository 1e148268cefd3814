// Imports the records of a file, kind by kind, in one transaction: what a file has and the database lacks is made, what differs
// is changed, and nothing is deleted. Each record is tried for itself, so that every fault of the file is named at once; with
// a fault, and in a dry run, the transaction is rolled back.

import type { AuditedChange } from '../../../administration/audit/change-witness.ts'
import { bodyValidator } from '../../../edge/http/body/validation.ts'
import { invalidFields, Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { diffOf, labelOf, type RecordDiff } from './config-diff.ts'
import type { ConfigFile, FileFault } from './config-file.ts'
import { CONFIG_KINDS, type ConfigKind, type StoredRecord } from './config-kinds.ts'
import { type ConfigRecords, keyOf } from './config-records.ts'
import { changedFields, type Fields, fileFields, isObject, isSame, unknownFields } from './record-shape.ts'
import { MASK } from './stored-secrets.ts'

export interface ImportReport {
  readonly diffs: readonly RecordDiff[]
  readonly unchanged: ReadonlyMap<string, number>
  /** Records that the file does not have, in the sections that it has. */
  readonly onlyHere: ReadonlyMap<string, number>
  readonly left: readonly LeftWork[]
}

/** What people have to do: states that differ from the file, and secrets that the file does not tell. */
export interface LeftWork {
  readonly section: string
  readonly label: string
  /** Ends a sentence about the record. */
  readonly what: string
}

/** A record of the file. */
interface Entry {
  readonly place: string
  readonly fields: Fields
}

/** What is wrong without a look into the database: types, unknown fields, keys. */
export function recordFaults(file: ConfigFile): FileFault[] {
  return CONFIG_KINDS.flatMap((kind) => entryFaults(kind, file.entriesOf(kind.section)))
}

function entryFaults(kind: ConfigKind, entries: readonly unknown[]): FileFault[] {
  const validate = bodyValidator(kind.shape.partial)
  return entries.flatMap((entry, index) => {
    const place = `${kind.section}[${index}]`
    if (!isObject(entry)) return [{ place, message: 'must be an object' }]
    const unknown = unknownFields(kind.shape.partial, entry, place)
    return [
      ...unknown.map((path) => ({ place: path, message: `is not a field of ${kind.section}` })),
      ...faultsOf(place, () => validate(entry)),
    ]
  })
}

export class RecordImport {
  readonly #sql: Sql
  readonly #records: ConfigRecords
  readonly #audited: AuditedChange[]
  readonly #diffs: RecordDiff[] = []
  readonly #unchanged = new Map<string, number>()
  readonly #onlyHere = new Map<string, number>()
  readonly #left: LeftWork[] = []
  /** New records that are faulty: their places, by the field that others name them by and its value. */
  readonly #missing = new Map<string, Map<unknown, string>>()

  /** `audited` has the audit entries of what was changed. */
  constructor(sql: Sql, records: ConfigRecords, audited: AuditedChange[]) {
    this.#sql = sql
    this.#records = records
    this.#audited = audited
  }

  /** Throws FaultyFile with the faults of all sections and those that are known; records with a known one are not tried. */
  async run(file: ConfigFile, known: readonly FileFault[]): Promise<ImportReport> {
    const faults = [...known]
    const faulty = new Set(known.map(({ place }) => recordOf(place)))
    for (const kind of CONFIG_KINDS) {
      const entries = file
        .entriesOf(kind.section)
        .map((fields, index) => ({ place: `${kind.section}[${index}]`, fields: fields as Fields }))
        .filter(({ fields }) => isObject(fields))
      if (entries.length > 0) faults.push(...(await this.#importKind(kind, entries, faulty)))
    }
    file.refuse(faults)
    return { diffs: this.#diffs, unchanged: this.#unchanged, onlyHere: this.#onlyHere, left: this.#left }
  }

  async #importKind(
    kind: ConfigKind,
    entries: readonly Entry[],
    knownFaulty: ReadonlySet<string>,
  ): Promise<FileFault[]> {
    const records = await this.#records.read(kind)
    const orphans = Map.groupBy(entries, (entry) => (knownFaulty.has(entry.place) ? '' : this.#missingFor(entry)))
    const matches = matched(kind, orphans.get(undefined) ?? [], records)
    this.#onlyHere.set(kind.section, records.length - matches.filter(({ stored }) => stored !== undefined).length)
    const faults = unchecked(orphans)
    for (const { entry, stored, fault } of matches) {
      if (fault !== undefined) faults.push({ place: entry.place, message: fault })
      else faults.push(...(await this.#attempt(entry.place, () => this.#importEntry(kind, entry, stored))))
    }
    const faulty = new Set([...knownFaulty, ...faults.map(({ place }) => recordOf(place))])
    this.#noteMissing(
      kind,
      entries.filter((entry) => faulty.has(entry.place) || orphans.get(undefined)?.includes(entry) !== true),
      records,
    )
    return faults
  }

  /** The place of a faulty record that the entry names; undefined when it names none. */
  #missingFor({ fields }: Entry): string | undefined {
    for (const [field, places] of this.#missing) {
      const place = places.get(fields[field])
      if (place !== undefined) return place
    }
    return undefined
  }

  /** Others name a record by its key when that is one field. */
  #noteMissing(kind: ConfigKind, faulty: readonly Entry[], records: readonly StoredRecord[]): void {
    const [field, ...others] = kind.key
    if (field === undefined || others.length > 0) return
    const stored = new Set(records.map(({ fields }) => fields[field]))
    const missing = faulty.filter(({ fields }) => !stored.has(fields[field]))
    const places = new Map(missing.map(({ fields, place }) => [fields[field], place]))
    if (places.size > 0) this.#missing.set(field, new Map([...(this.#missing.get(field) ?? []), ...places]))
  }

  /** A statement that fails would end the transaction; this way the next records can still be tried. */
  async #attempt(place: string, work: () => Promise<'done' | 'undo'>): Promise<FileFault[]> {
    await this.#sql.query('SAVEPOINT record')
    const entries = this.#audited.length
    const undo = () => {
      this.#audited.length = entries
      return this.#sql.query('ROLLBACK TO SAVEPOINT record; RELEASE SAVEPOINT record')
    }
    try {
      if ((await work()) === 'done') await this.#sql.query('RELEASE SAVEPOINT record')
      else await undo()
      return []
    } catch (error) {
      const faults = faultsIn(place, error)
      if (faults === undefined) throw error
      await undo()
      return faults
    }
  }

  async #importEntry(kind: ConfigKind, { fields }: Entry, stored: StoredRecord | undefined): Promise<'done' | 'undo'> {
    const masked = (kind.secrets?.({ ...stored?.fields, ...fields }) ?? []).filter((name) => fields[name] === MASK)
    const told = without(fields, masked)
    if (stored !== undefined) return this.#change(kind, told, stored)
    return this.#create(kind, fields, told, masked)
  }

  async #create(kind: ConfigKind, fields: Fields, told: Fields, masked: readonly string[]): Promise<'done' | 'undo'> {
    bodyValidator(kind.shape.complete)(fields)
    const { required = [] } = kind.shape.complete as { readonly required?: readonly string[] }
    const missing = masked.filter((name) => required.includes(name))
    if (missing.length > 0) {
      this.#leave(kind, fields, `not made: the file does not tell the ${missing.join(', ')}`)
      return 'undo'
    }
    const record = await this.#records.create(kind, told)
    this.#diffs.push(diffOf(kind, undefined, record.fields))
    if (masked.length > 0) this.#leave(kind, fields, `the file does not tell the ${masked.join(', ')}`)
    this.#compareState(kind, fields, record)
    return 'done'
  }

  async #change(kind: ConfigKind, told: Fields, stored: StoredRecord): Promise<'done' | 'undo'> {
    const changed = changedFields(kind.shape, told, stored.fields)
    const moved = kind.fixed.filter((name) => Object.hasOwn(changed, name))
    if (moved.length > 0) throw invalidFields(moved.map((path) => ({ path, message: 'cannot be changed' })))
    const secrets = new Set(kind.secrets?.({ ...stored.fields, ...told }))
    const others: string[] = []
    for (const [name, value] of Object.entries(changed)) {
      if (!secrets.has(name)) continue
      if (await this.#records.isStored(kind, stored, name, value)) delete changed[name]
      else if (value !== null) others.push(name)
    }
    const record = Object.keys(changed).length === 0 ? stored : await this.#records.change(kind, stored, changed)
    this.#compareState(kind, told, record)
    const diff = diffOf(kind, stored.fields, record.fields, others)
    // What only looks different, such as a list in another order that is a set, needs no new version.
    if (diff.lines.length === 0) {
      this.#unchanged.set(kind.section, (this.#unchanged.get(kind.section) ?? 0) + 1)
      return 'undo'
    }
    this.#diffs.push({ ...diff, version: stored.version })
    return 'done'
  }

  #leave(kind: ConfigKind, fields: Fields, what: string): void {
    this.#left.push({ section: kind.section, label: labelOf(kind, fields), what })
  }

  #compareState(kind: ConfigKind, fields: Fields, record: StoredRecord): void {
    const [wanted, is] = [fields[kind.state], record.fields[kind.state]]
    if (wanted === undefined || wanted === is) return
    this.#leave(kind, record.fields, `${kind.state} is ${is} here, ${wanted} in the file`)
  }
}

interface Match {
  readonly entry: Entry
  readonly stored?: StoredRecord
  readonly fault?: string
}

/** Pairs the entries with stored records of the same key: equal ones first, then the one that is left of each. */
function matched(kind: ConfigKind, entries: readonly Entry[], records: readonly StoredRecord[]): Match[] {
  const key = (fields: Fields) => keyOf(kind, fileFields(kind.shape, fields))
  const stored = Map.groupBy(records, ({ fields }) => key(fields))
  const matches = Array.from(
    Map.groupBy(entries, ({ fields }) => key(fields)),
    ([text, named]) => pairs(kind, named, stored.get(text) ?? []),
  )
  // In the order of the file, which its faults have too.
  return matches.flat().sort((a, b) => entries.indexOf(a.entry) - entries.indexOf(b.entry))
}

function pairs(kind: ConfigKind, entries: readonly Entry[], records: readonly StoredRecord[]): Match[] {
  const [first, ...others] = entries as [Entry, ...Entry[]]
  if (kind.isUnique) {
    const repeated = others.map((entry) => ({ entry, fault: `repeats ${first.place}` }))
    return [{ entry: first, ...(records[0] && { stored: records[0] }) }, ...repeated]
  }
  const left = [...records]
  const different: Entry[] = []
  const matches: Match[] = []
  for (const entry of entries) {
    const index = left.findIndex(({ fields }) => isSame(changedFields(kind.shape, entry.fields, fields), {}))
    const [stored] = index < 0 ? [] : left.splice(index, 1)
    if (stored === undefined) different.push(entry)
    else matches.push({ entry, stored })
  }
  const [only] = left
  if (only === undefined) return [...matches, ...different.map((entry) => ({ entry }))]
  if (different.length === 1 && left.length === 1) return [...matches, { entry: different[0] as Entry, stored: only }]
  const fault = `is one of ${left.length} records with this ${kind.key.join(', ')} here, and equal to none`
  return [...matches, ...different.map((entry) => ({ entry, fault }))]
}

/** The record that a place is in: `billers[0]`. */
function recordOf(place: string): string {
  return /^\w+\[\d+\]/.exec(place)?.[0] ?? place
}

/** One line for all records that name the same faulty one: what is wrong with them may only follow from that. */
function unchecked(orphans: ReadonlyMap<string | undefined, readonly Entry[]>): FileFault[] {
  return Array.from(orphans).flatMap(([named, entries]) => {
    const [first] = entries
    if (named === undefined || named === '' || first === undefined) return []
    const who =
      entries.length === 1 ? 'was not checked: it names' : `and ${entries.length - 1} more were not checked: they name`
    return [{ place: first.place, message: `${who} ${named}, which has a fault` }]
  })
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

function faultsOf(place: string, check: () => unknown): FileFault[] {
  try {
    check()
    return []
  } catch (error) {
    const faults = faultsIn(place, error)
    if (faults === undefined) throw error
    return faults
  }
}

/** What a refusal says about the entry; undefined when the error is none. */
function faultsIn(place: string, error: unknown): FileFault[] | undefined {
  if (!(error instanceof Problem) || error.httpStatus >= 500) return undefined
  if (error.details.length === 0) return [{ place, message: error.message }]
  return error.details.map(({ path, message }) => ({ place: path === 'body' ? place : `${place}.${path}`, message }))
}
