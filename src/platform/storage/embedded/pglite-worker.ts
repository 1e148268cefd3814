// The embedded PostgreSQL, alone in its thread: bytes of the wire protocol in, bytes out. The main thread stays free
// to serve requests while a batch is being written.

import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { isIntact } from './data-directory.ts'
import type { EngineData, EnginePanic } from './pglite.ts'

const port = parentPort
if (port === null) throw new Error('this file runs in a worker thread')

/** Instead of 128 MB, which the engine fills with zeros at every start. The operating system caches the files as well. */
const SHARED_BUFFERS = '32MB'

/** PGlite reads the types of the catalogue at every start, for its own query interface. We use only the wire protocol. */
class WireEngine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

const { stored, template } = workerData as EngineData
let complaint: string | undefined
const engine = await startEngine()
let turn: Promise<void> = Promise.resolve()

port.on('message', (message: Uint8Array | 'close') => {
  turn = turn.then(async () => {
    if (message === 'close') {
      // Closing writes a checkpoint, which would create files in a deleted folder.
      if (isThere()) await engine.close()
      port.postMessage('closed')
      return
    }
    if (!isThere()) throw new Error('the data folder is gone')
    const answer = await engine.execProtocolRaw(message)
    // Checked again before the answer: a commit into deleted files must not be confirmed.
    if (!isThere()) throw new Error('the data folder is gone')
    // The answer may be a view of the engine's own memory, so it is copied rather than transferred.
    port.postMessage(answer)
  })
})

port.postMessage('ready')

async function startEngine(): Promise<PGlite> {
  try {
    if (stored !== null && template !== null && !existsSync(stored.pgdata)) {
      // Loaded only for a new data folder.
      const { unpackTemplate } = await import('./data-template.ts')
      unpackTemplate(stored.pgdata, new URL(template))
    }
    const started = new WireEngine({
      ...(stored !== null && { dataDir: stored.pgdata }),
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
      onStderr: readLog,
    })
    await started.waitReady
    return started
  } catch (error) {
    throw complaint === undefined ? error : new Error(complaint, { cause: error })
  }
}

/**
 * After a PANIC a server would end its process; PGlite stays in an endless loop instead. A log that cannot be written,
 * because the disk is full, is such a PANIC. The thread ends here, and the next one recovers from the log.
 */
function readLog(line: string): boolean {
  const severe = /\b(FATAL|PANIC): +(.*)/.exec(line)
  if (severe !== null) complaint = severe[2]
  if (severe?.[1] === 'PANIC') {
    port?.postMessage({ panic: severe[2] ?? '' } satisfies EnginePanic)
    process.exit(1)
  }
  return true
}

function isThere(): boolean {
  return stored === null || isIntact(stored.pgdata, stored.lock)
}
