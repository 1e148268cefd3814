// Data directories for the embedded engine. Its first start takes seconds, so tests copy one that has been through it.

import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPglite } from '../../../src/storage/open-database.ts'
import { migrate } from '../../../src/storage/schema/migrate.ts'
import { findTemplate } from './templates.ts'

const ENGINE_CODE = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))

// Node has it, but TypeScript declares it only among the types of browsers.
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> }

/** A data directory that the embedded engine can open: a copy of a prepared one when there is one, which saves its first start. */
export async function createPgliteDirectory(): Promise<string> {
  return copyDirectory(await findTemplate('migrated-pglite'))
}

/**
 * A new directory with the content of another, empty without one. Synchronous, because copying a thousand files
 * asynchronously costs four times the processor time.
 */
export function copyDirectory(template: string | undefined): string {
  const directory = mkdtempSync(join(tmpdir(), 'tillgate-pglite-'))
  if (template !== undefined) cpSync(template, directory, { recursive: true })
  return directory
}

/** A directory whose engine has been through its first start and all migrations. */
export async function createPgliteTemplate(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tillgate-template-'))
  const database = openPglite(directory)
  await migrate(database)
  await database.close()
  return directory
}

let compiled: Promise<object> | undefined

/**
 * Keeps the engine's compiled code as long as this process lives. Every engine runs in a thread of its own, and V8 drops
 * the code with the last thread that uses it.
 */
export async function keepEngineCode(): Promise<void> {
  compiled ??= WebAssembly.compile(readFileSync(fileURLToPath(ENGINE_CODE)))
  await compiled
}
