// Moves closed months out of the database (docs/decisions/0056). For each part, in this order:
//
//   EXPORTING  write the files, read them back, sign the manifest, give the folder its name
//   EXPORTED   with the cut, in one transaction: from here on the rows count as archived
//              remove the rows that are in the files, a batch per transaction, each with what remains of it
//   REMOVED    done
//
// A run that ends anywhere is completed by the next one. Only rows that are in a verified file are removed, and only while
// they are still as they were exported: a row that has changed stays, and leaves with a later month.

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../kernel/identifiers/ids.ts'
import type { SecretBox } from '../kernel/secrets/secrets.ts'
import { type Clock, isoTimestamp } from '../kernel/time/clock.ts'
import type { Database, Sql } from '../storage/database.ts'
import {
  beginFolder,
  type Content,
  checkFile,
  endFolder,
  fileOf,
  folderOf,
  inBatches,
  linesIn,
  readManifestText,
  readTable,
  rowOf,
  writeTable,
} from './archive-files.ts'
import { type Cut, type GroupName, type HistoryGroup, type HistoryTable, PLATFORM } from './history-group.ts'
import { type Manifest, readManifest, signManifest, type TableFile } from './manifest.ts'
import { addMonths, endOfMonth, lastDayOf, type Month, monthOf } from './month.ts'
import { countDue, PAGE, readDue, removeRows, useFixedFormats } from './row-statements.ts'

const LOCK_KEY = 7_155_002
/** Nodes of earlier versions look at the schema every second. */
const OLD_NODES_STOP_MS = 3_000
const CUT_PURPOSE = 'archive cut'

/** Whether a cut of this installation has signed a text. */
export function provesCut(secretBox: SecretBox, signature: string, text: string): boolean {
  return secretBox.isSignature(signature, text, CUT_PURPOSE)
}

export interface ArchiveParts {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly clock: Clock
  /** The folder of the archive. */
  readonly folder: string
  readonly groups: readonly HistoryGroup[]
  /** How many whole months a group is kept. */
  readonly months: Readonly<Record<GroupName, number>>
  /** Called after every step; a test that throws here is a process that dies here. */
  onStep?(step: string): void
}

export interface ArchivedPart {
  readonly institutionId: string
  readonly group: GroupName
  readonly month: Month
  readonly rows: number
  /** Rows that have changed since they were exported, and stay. */
  readonly kept: number
}

/** A month that has to wait, and why. */
export interface WaitingPart {
  readonly institutionId: string
  readonly group: GroupName
  readonly month: Month
  readonly obstacles: readonly string[]
}

export interface ArchiveReport {
  readonly archived: readonly ArchivedPart[]
  readonly waiting: readonly WaitingPart[]
}

interface PartRow {
  month: Month
  part_id: string
  state: 'EXPORTING' | 'EXPORTED' | 'REMOVED'
  manifest: string | null
}

export class Archive {
  readonly #parts: ArchiveParts

  constructor(parts: ArchiveParts) {
    this.#parts = parts
  }

  /** Archives every month that is due, up to `until`. Throws when another run is under way. */
  async run(until?: Month): Promise<ArchiveReport> {
    return this.#alone(async () => {
      const archived: ArchivedPart[] = []
      const waiting = await this.#eachDue(until, async (group, cut) => {
        if (archived.length === 0) await this.#leaveOldNodesBehind()
        archived.push(await this.#archive(group, cut))
      })
      return { archived, waiting }
    })
  }

  /** What a run would do; writes nothing. */
  async plan(until?: Month): Promise<ArchiveReport> {
    const archived: ArchivedPart[] = []
    const counted = new Map<string, number>()
    const waiting = await this.#eachDue(until, async (group, cut) => {
      const key = `${group.name} ${cut.institutionId}`
      const upTo = await this.#count(group, cut)
      archived.push({ ...nameOf(group, cut), rows: upTo - (counted.get(key) ?? 0), kept: 0 })
      counted.set(key, upTo)
    })
    return { archived, waiting }
  }

  /** Calls `work` for each month that is due, oldest first, until one has to wait. */
  async #eachDue(
    until: Month | undefined,
    work: (group: HistoryGroup, cut: Cut) => Promise<void>,
  ): Promise<WaitingPart[]> {
    const { database, groups } = this.#parts
    const waiting: WaitingPart[] = []
    const institutions = await readInstitutions(database)
    for (const group of groups) {
      for (const institutionId of group.isOfInstitutions ? institutions : [PLATFORM]) {
        for (const cut of await this.#due(group, institutionId, until)) {
          const obstacles = (await group.obstacles?.(database, cut)) ?? []
          if (obstacles.length > 0) {
            waiting.push({ ...nameOf(group, cut), obstacles })
            break
          }
          await work(group, cut)
        }
      }
    }
    return waiting
  }

  /** The months that have been kept for long enough, and those that a run has left unfinished. */
  async #due(group: HistoryGroup, institutionId: string, until: Month | undefined): Promise<Cut[]> {
    const { database, clock, months } = this.#parts
    const { rows } = await database.query<{ month: Month; state: PartRow['state'] }>(
      `SELECT month, state FROM archive_parts WHERE institution_id = $1 AND group_name = $2 ORDER BY month DESC LIMIT 1`,
      [institutionId, group.name],
    )
    const [last] = rows
    const lastDue = addMonths(monthOf(clock.now()), -months[group.name] - 1)
    let month = last === undefined ? await group.firstMonth(database, institutionId) : last.month
    if (last?.state === 'REMOVED') month = addMonths(last.month, 1)
    const due: Cut[] = []
    for (; month !== undefined && month <= lastDue && month <= (until ?? lastDue); month = addMonths(month, 1)) {
      due.push({ institutionId, month, lastDay: lastDayOf(month), end: endOfMonth(month) })
    }
    return due
  }

  #count({ tables, keeps }: HistoryGroup, cut: Cut): Promise<number> {
    return this.#parts.database.transaction(
      async (sql) => {
        const kept = (await keeps?.(sql, cut)) ?? []
        let count = 0
        for (const table of tables) count += await countDue(sql, table, cut, kept)
        return count
      },
      { takesLong: true },
    )
  }

  async #archive(group: HistoryGroup, cut: Cut): Promise<ArchivedPart> {
    const part = await this.#begin(group, cut)
    const manifest = part.state === 'EXPORTED' ? part.manifest : await this.#export(group, cut, part)
    const kept = manifest === null ? 0 : await this.#remove(group, cut, manifest)
    await this.#end(group, cut)
    const files = manifest === null ? [] : this.#read(manifest).tables
    return { ...nameOf(group, cut), rows: files.reduce((sum, { rows }) => sum + rows, 0), kept }
  }

  /** The row of the part, so that files which an interrupted run has left are known to be its own. */
  async #begin({ name }: HistoryGroup, { institutionId, month }: Cut): Promise<PartRow> {
    const { database, clock } = this.#parts
    await database.query(
      `INSERT INTO archive_parts (institution_id, group_name, month, part_id, state, begun_at)
       VALUES ($1, $2, $3, $4, 'EXPORTING', $5) ON CONFLICT DO NOTHING`,
      [institutionId, name, month, newId(clock.now()), new Date(clock.now())],
    )
    const { rows } = await database.query<PartRow>(
      'SELECT month, part_id, state, manifest FROM archive_parts WHERE institution_id = $1 AND group_name = $2 AND month = $3',
      [institutionId, name, month],
    )
    this.#step('begun')
    return rows[0] as PartRow
  }

  /** Returns the signed manifest, null when there are no rows. */
  async #export(group: HistoryGroup, cut: Cut, { part_id: partId }: PartRow): Promise<string | null> {
    const { folder, secretBox, clock } = this.#parts
    const part = folderOf(cut, group.name)
    await this.#refuseForeign(part, partId)
    const partial = await beginFolder(folder, part)
    const contents = await this.#write(group, cut, partial)
    const tables: TableFile[] = []
    for (const table of group.tables) {
      const { ends: _, ...written } = contents.get(table.name) as Content
      const { ends: __, ...found } = await readTable(join(partial, fileOf(table)), table.sums)
      if (JSON.stringify(found) !== JSON.stringify(written))
        throw new Error(`${join(partial, fileOf(table))} is not what was written to it`)
      tables.push({ table: table.name, file: fileOf(table), ...written })
    }
    const exportedAt = isoTimestamp(clock.now())
    const { institutionId, month } = cut
    const isEmpty = tables.every(({ rows }) => rows === 0)
    const manifest = isEmpty
      ? null
      : signManifest({ format: 1, partId, institutionId, group: group.name, month, exportedAt, tables }, secretBox)
    if (manifest !== null) await endFolder(folder, part, partial, manifest)
    this.#step('named')
    await this.#cut(group, cut, contents, manifest)
    return manifest
  }

  /** A folder that this database knows nothing of belongs to another one, or to this one before it was reset. */
  async #refuseForeign(part: string, partId: string): Promise<void> {
    const { folder, secretBox } = this.#parts
    const text = await readManifestText(folder, part)
    if (text === undefined) return
    const isOwn = (() => {
      try {
        return readManifest(text, secretBox).partId === partId
      } catch {
        return false
      }
    })()
    if (!isOwn)
      throw new Error(
        `${join(folder, part)} holds an archive that this database does not know: use another ARCHIVE_DIR`,
      )
  }

  /** All tables in one snapshot. */
  #write({ tables, keeps }: HistoryGroup, cut: Cut, partial: string): Promise<Map<string, Content>> {
    return this.#parts.database.transaction(
      async (sql) => {
        await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
        await useFixedFormats(sql)
        const contents = new Map<string, Content>()
        const kept = (await keeps?.(sql, cut)) ?? []
        for (const table of tables) {
          const pages = readDue(sql, table, cut, kept)
          contents.set(table.name, await writeTable(join(partial, fileOf(table)), table, pages))
          this.#step(`written ${table.name}`)
        }
        return contents
      },
      { takesLong: true },
    )
  }

  /** From this commit on the month is archived. */
  async #cut(
    group: HistoryGroup,
    cut: Cut,
    contents: ReadonlyMap<string, Content>,
    manifest: string | null,
  ): Promise<void> {
    const { database, secretBox, clock } = this.#parts
    await database.transaction(
      async (sql) => {
        await group.onCut?.(sql, cut, {
          rows: new Map(Array.from(contents, ([table, { rows }]) => [table, rows])),
          recordedAt: new Date(clock.now()),
          ends: (table) => contents.get(table)?.ends,
          sign: (text) => secretBox.sign(text, CUT_PURPOSE),
        })
        const { rowCount } = await sql.query(
          `UPDATE archive_parts SET state = 'EXPORTED', manifest = $4
            WHERE institution_id = $1 AND group_name = $2 AND month = $3 AND state = 'EXPORTING'`,
          [cut.institutionId, group.name, cut.month, manifest],
        )
        if (rowCount !== 1) throw new Error('another run has archived the same month')
      },
      { takesLong: true },
    )
    this.#step('cut')
  }

  /** Returns how many rows stay because they have changed. */
  async #remove(group: HistoryGroup, cut: Cut, signed: string): Promise<number> {
    const { database, folder } = this.#parts
    const { tables } = this.#read(signed)
    const path = (file: string) => join(folder, folderOf(cut, group.name), file)
    // Checked again: the run that wrote them may have died since.
    for (const file of tables) await checkFile(path(file.file), file)
    let kept = 0
    for (const table of group.tables) {
      const file = tables.find((one) => one.table === table.name)
      if (file === undefined) continue
      for await (const lines of inBatches(linesIn(path(file.file)), PAGE)) {
        kept += await this.#removeBatch(table, cut, lines)
        this.#step(`removed of ${table.name}`)
      }
      // PGlite has no autovacuum.
      if (database.engine === 'pglite') await database.query(`VACUUM ${table.name}`)
    }
    return kept
  }

  /** Returns how many rows stay. */
  #removeBatch(table: HistoryTable, cut: Cut, lines: readonly string[]): Promise<number> {
    return this.#parts.database.transaction(
      async (sql) => {
        await useFixedFormats(sql)
        await sql.query(`SET LOCAL tillgate.archiving = 'on'`)
        const removal = await removeRows(sql, table, cut, lines)
        if (removal.lines.length > 0) await table.onRemoved?.(sql, cut, removal.lines.map(rowOf))
        return removal.changed
      },
      { takesLong: true },
    )
  }

  async #end({ name }: HistoryGroup, { institutionId, month }: Cut): Promise<void> {
    const { database, clock } = this.#parts
    await database.query(
      `UPDATE archive_parts SET state = 'REMOVED', ended_at = $4
        WHERE institution_id = $1 AND group_name = $2 AND month = $3 AND state = 'EXPORTED'`,
      [institutionId, name, month, new Date(clock.now())],
    )
    this.#step('ended')
  }

  /** One run at a time. The embedded engine has one process, and one connection. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const { database } = this.#parts
    if (database.engine === 'pglite') return work()
    const session = await database.connect({ takesLong: true })
    try {
      const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY])
      if (rows[0]?.taken !== true) throw new Error('another run of the archive is under way')
      return await work()
    } finally {
      await session.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {})
      session.release()
    }
  }

  /** Nodes of a version before this one do not know spent keys and would post an archived RRN again: they stop serving. */
  async #leaveOldNodesBehind(): Promise<void> {
    const { database } = this.#parts
    const { rowCount } = await database.query(
      `UPDATE schema_migrations SET oldest_node = number WHERE name LIKE '____-history' AND oldest_node < number`,
    )
    if (rowCount > 0 && database.engine !== 'pglite') await pause(OLD_NODES_STOP_MS)
  }

  #read(signed: string): Manifest {
    return readManifest(signed, this.#parts.secretBox)
  }

  #step(step: string): void {
    this.#parts.onStep?.(step)
  }
}

function nameOf({ name }: HistoryGroup, { institutionId, month }: Cut) {
  return { institutionId, group: name, month }
}

/** Institutions, and the books of digital institutions that are none of family A. */
async function readInstitutions(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ institution_id: string }>(
    `SELECT institution_id FROM institutions UNION SELECT book_id FROM digital_institutions ORDER BY 1`,
  )
  return rows.map((row) => row.institution_id)
}
