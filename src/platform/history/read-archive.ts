// Reads the archive again: its parts, their rows, and whether all of it is as it was written.

import { join } from 'node:path'
import type { SecretBox } from '../kernel/secrets/secrets.ts'
import { checkFile, linesIn, partsIn, readManifestText } from './archive-files.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { dashedMonth } from './month.ts'

export interface FoundPart {
  /** Its place within the archive. */
  readonly path: string
  readonly manifest: Manifest
}

export interface WantedRows {
  /** YYYY-MM, or the path of a file. */
  readonly from: string
  readonly table?: string | undefined
  readonly institution?: string | undefined
}

/** All parts, with their signatures checked. Throws at the first that is not signed by this installation. */
export async function listParts(folder: string, secretBox: SecretBox): Promise<FoundPart[]> {
  const found: FoundPart[] = []
  for (const path of await partsIn(folder)) found.push({ path, manifest: await manifestOf(folder, path, secretBox) })
  return found
}

/** The rows that are asked for, as lines of JSON. Each file is checked before its rows are read. */
export async function* readRows(folder: string, secretBox: SecretBox, wanted: WantedRows): AsyncGenerator<string> {
  const { from, table, institution } = wanted
  if (from.endsWith('.zst')) return yield* linesIn(from)
  for (const { path, manifest } of await listParts(folder, secretBox)) {
    if (dashedMonth(manifest.month) !== from || (institution ?? manifest.institutionId) !== manifest.institutionId)
      continue
    for (const file of manifest.tables.filter((one) => one.rows > 0 && (table ?? one.table) === one.table)) {
      await checkFile(join(folder, path, file.file), file)
      yield* linesIn(join(folder, path, file.file))
    }
  }
}

/** Looks at the rows of a table across all parts, oldest first, beside the check of their files. */
export type RowCheck = (manifest: Manifest, lines: AsyncIterable<string>) => Promise<string[]>

/** What is wrong with the archive; empty when nothing is. */
export async function checkParts(
  folder: string,
  secretBox: SecretBox,
  rowChecks: Readonly<Record<string, RowCheck>> = {},
): Promise<string[]> {
  const wrong: string[] = []
  for (const path of await partsIn(folder)) {
    try {
      const manifest = await manifestOf(folder, path, secretBox)
      for (const file of manifest.tables) {
        const place = join(folder, path, file.file)
        await checkFile(place, file)
        const found = (await rowChecks[file.table]?.(manifest, linesIn(place))) ?? []
        wrong.push(...found.map((finding) => `${path}: ${finding}`))
      }
    } catch (error) {
      wrong.push(`${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return wrong
}

async function manifestOf(folder: string, path: string, secretBox: SecretBox): Promise<Manifest> {
  return readManifest((await readManifestText(folder, path)) ?? '', secretBox)
}
