// Only one process may open the embedded database, because two would corrupt it. The lock must be released when its
// holder is killed, so it is an operating-system lock, taken through SQLite's file locking.

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataDirectoryInUse extends Error {
  constructor(directory: string) {
    super(`DATA_DIR: another process is using ${directory}; stop it or choose another directory`)
    this.name = 'DataDirectoryInUse'
  }
}

/** The folder or the database in it cannot be used; the message is for the operator. */
export class DataDirectoryUnusable extends Error {
  constructor(message: string, cause?: unknown) {
    super(`DATA_DIR: ${message}`, cause === undefined ? undefined : { cause })
    this.name = 'DataDirectoryUnusable'
  }
}

/** The lock file and which file it is. Plain data, so that the worker thread can check it too. */
export interface LockFile {
  readonly path: string
  readonly identity: string
}

export interface DataDirectoryLock {
  readonly file: LockFile
  release(): void
}

/** Creates the directory when it is missing and locks it. Throws DataDirectoryInUse or DataDirectoryUnusable. */
export function lockDataDirectory(directory: string): DataDirectoryLock {
  const path = join(directory, 'tillgate.lock')
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(path)
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    const reason = error instanceof Error ? error.message : String(error)
    if (/locked/.test(reason)) throw new DataDirectoryInUse(directory)
    throw new DataDirectoryUnusable(`takes a folder that this process can read and write; ${directory} is not`, error)
  }
  const held = lock
  return { file: { path, identity: identityOf(path) ?? '' }, release: () => held.close() }
}

/**
 * Whether the database we opened is still in place. Open files outlive the deletion of their folder, so without this
 * check the engine would keep committing to files that can never be opened again.
 */
export function isIntact(pgdata: string, lock: LockFile): boolean {
  return identityOf(lock.path) === lock.identity && existsSync(join(pgdata, 'PG_VERSION'))
}

function identityOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev}:${stat.ino}`
}
