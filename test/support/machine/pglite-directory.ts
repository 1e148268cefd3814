// Data directories for the embedded engine. Its first start takes seconds, so tests copy a prepared one.

import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openPglite } from '../../../src/platform/storage/open-database.ts'
import { migrate } from '../../../src/platform/storage/schema/migrate.ts'
import { newDataFolder } from './data-folder.ts'
import { findTemplate } from './templates.ts'

const ENGINE_CODE = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))

// Node has it, but TypeScript declares it only in the DOM types.
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> }

/** A data directory for the embedded engine: a copy of the template if there is one, which saves the first start. */
export async function createPgliteDirectory(): Promise<string> {
  return copyDirectory(await findTemplate('migrated-pglite'))
}

/**
 * A new directory with the content of another, or empty. Synchronous, because copying a thousand files asynchronously
 * costs four times the CPU time.
 */
export function copyDirectory(template: string | undefined): string {
  const directory = newDataFolder('tillgate-pglite-')
  if (template !== undefined) cpSync(template, directory, { recursive: true })
  return directory
}

/** A directory after the engine's first start and all migrations. */
export async function createPgliteTemplate(): Promise<string> {
  const directory = newDataFolder('tillgate-template-')
  const database = openPglite(directory)
  // An engine that stays open keeps the process alive.
  await migrate(database).finally(() => database.close())
  return directory
}

let compiled: Promise<object> | undefined

/**
 * Keeps the engine's compiled code for the life of this process. Every engine runs in its own thread, and V8 drops the
 * code with the last thread that uses it.
 */
export async function keepEngineCode(): Promise<void> {
  compiled ??= WebAssembly.compile(readFileSync(fileURLToPath(ENGINE_CODE)))
  await compiled
}
