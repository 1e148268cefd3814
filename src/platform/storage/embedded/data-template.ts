// A prepared data folder for the embedded database. `npm ci` creates a database with all tables, empty, and packs it
// beside the bundle (scripts/build-data-template.ts). A new installation unpacks it, because creating the database and
// applying the migrations takes seconds. Without a template that fits, both are done as ever.
//
// The engine is WebAssembly, so its files are the same on every machine. File: a line with the key, then, compressed, the
// length of an index, the index and the contents.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import manifest from '../../../../package.json' with { type: 'json' }
import { fingerprintOf } from '../../kernel/secrets/secrets.ts'
import { readMigrations } from '../schema/migration-file.ts'

export const DATA_TEMPLATE = new URL('../../../../dist/data-template.zst', import.meta.url)
/** Names the process that has the database open. */
const NOT_PACKED = ['postmaster.pid', 'postmaster.opts']
const LENGTH_BYTES = 4

interface TemplateIndex {
  readonly folders: readonly string[]
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/** A template is used only by the version whose migrations, engine and job queue it was made with. */
export function templateKey(): string {
  const { '@electric-sql/pglite': engine, 'pg-boss': jobQueue } = manifest.dependencies
  const migrations = readMigrations().map(({ name, checksum, oldestNode }) => [name, checksum, oldestNode])
  return fingerprintOf(JSON.stringify({ engine, jobQueue, migrations }))
}

/** Packs the data folder of a database that was closed. */
export function packTemplate(pgdata: string, template: URL = DATA_TEMPLATE): void {
  const entries = readdirSync(pgdata, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) =>
    join(entry.parentPath, entry.name)
      .slice(pgdata.length + 1)
      .replaceAll('\\', '/')
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf)
  const paths = entries.filter((entry) => entry.isFile() && !NOT_PACKED.includes(entry.name)).map(pathOf)
  const contents = paths.map((path) => readFileSync(join(pgdata, path)))
  const index: TemplateIndex = {
    folders: folders.sort(),
    files: paths.map((path, i) => ({ path, size: contents[i]?.length ?? 0 })),
  }
  const indexed = Buffer.from(JSON.stringify(index))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(indexed.length)
  const packed = zstdCompressSync(Buffer.concat([length, indexed, ...contents]), {
    params: {
      [constants.ZSTD_c_checksumFlag]: 1,
      [constants.ZSTD_c_compressionLevel]: 9,
      // The three databases of a data folder have nearly the same files: matches far back halve the template.
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: 26,
    },
  })
  writeFileSync(template, Buffer.concat([Buffer.from(`${templateKey()}\n`), packed]))
}

/** Whether the template fits this version. */
export function isTemplateCurrent(template: URL = DATA_TEMPLATE): boolean {
  return existsSync(template) && keyOf(readFileSync(template)) === templateKey()
}

/**
 * Puts the template in place of a data folder that does not exist yet. Does nothing when there is no template that fits
 * or when it cannot be unpacked: then the engine creates the database itself, and reports what is wrong with the folder.
 */
export function unpackTemplate(pgdata: string, template: URL = DATA_TEMPLATE): void {
  if (existsSync(pgdata) || !isTemplateCurrent(template)) return
  // A start that is killed while it unpacks leaves only this folder.
  const unfinished = `${pgdata}.new`
  try {
    rmSync(unfinished, { recursive: true, force: true })
    unpackInto(unfinished, readFileSync(template))
    renameSync(unfinished, pgdata)
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function unpackInto(folder: string, template: Buffer): void {
  const bytes = zstdDecompressSync(template.subarray(template.indexOf('\n') + 1))
  const start = LENGTH_BYTES + bytes.readUInt32LE()
  const index = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, start)) as TemplateIndex
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const path of index.folders) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
  let offset = start
  for (const { path, size } of index.files) {
    writeFileSync(join(folder, path), bytes.subarray(offset, offset + size), { mode: 0o600 })
    offset += size
  }
}

function keyOf(template: Buffer): string {
  return template.toString('utf8', 0, Math.max(template.indexOf('\n'), 0))
}
