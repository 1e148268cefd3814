// Only one process may open the embedded database, because two would corrupt it. The lock must go away by itself when
// its holder is killed, so it is a lock of the operating system, which Node reaches through SQLite's file locking.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataDirectoryInUse extends Error {
  constructor(directory: string) {
    super(`DATA_DIR: another process is using ${directory}; stop it or choose another directory`)
    this.name = 'DataDirectoryInUse'
  }
}

export interface DataDirectoryLock {
  release(): void
}

/** Makes the directory when it is missing and locks it, or throws DataDirectoryInUse. */
export function lockDataDirectory(directory: string): DataDirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(directory, 'tillgate.lock'))
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new DataDirectoryInUse(directory)
    throw error
  }
  return { release: () => lock.close() }
}
