// The embedded PostgreSQL, alone in its thread: bytes of the wire protocol in, bytes out. The main thread stays free
// to serve requests while a batch is being written.

import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

const port = parentPort
if (port === null) throw new Error('this file runs in a worker thread')

const { dataDirectory } = workerData as { dataDirectory: string | null }
const engine = await PGlite.create(dataDirectory === null ? {} : { dataDir: dataDirectory })

let turn: Promise<void> = Promise.resolve()

port.on('message', (message: Uint8Array | 'close') => {
  turn = turn.then(async () => {
    if (message === 'close') {
      await engine.close()
      port.postMessage('closed')
      return
    }
    const answer = await engine.execProtocolRaw(message)
    // The answer may be a view of the engine's own memory, so it is copied rather than transferred.
    port.postMessage(answer)
  })
})

port.postMessage('ready')
