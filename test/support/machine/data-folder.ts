// Where databases of tests live: in memory, if the machine has a file system there that is large enough. Creating the
// thousand files of a database costs a third of the processor time there, and nothing waits for a disk. What a killed
// process has written survives in both places.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isGone } from './processes.ts'

const MEMORY = '/dev/shm'
const PREFIX = 'tillgate-tests-'
/** Several times what a run of all tests uses at once. A container often has 64 MB. */
const ENOUGH_BYTES = 3 * 1024 ** 3
const VARIABLE = 'TEST_DATA_FOLDER'

/** Makes the folder of this run, for this process and its children. `remove` removes it with everything in it. */
export function makeDataFolder(): { remove(): void } {
  if (!hasRoom()) return { remove() {} }
  removeAbandoned()
  const folder = join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { mode: 0o755 })
  process.env[VARIABLE] = folder
  return {
    remove() {
      delete process.env[VARIABLE]
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new folder for a database. */
export function newDataFolder(prefix: string): string {
  return mkdtempSync(join(process.env[VARIABLE] ?? tmpdir(), prefix))
}

export function isInMemory(): boolean {
  return process.env[VARIABLE] !== undefined
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    // Not Linux.
    return false
  }
}

/** A run that was killed could not remove its own. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN
    if (Number.isInteger(pid) && isGone(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
