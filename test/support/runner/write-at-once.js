// Preloaded into every process of the tests. The runner ends a process after its last test, even if something keeps it
// alive. Results that are still on their way to the runner would be lost, so they are written before a test goes on.
//
// A stream does that only while the pipe takes all of it: the rest waits for the event loop's next turn, which may not come.

import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const STDOUT = 1
/** The reader is behind: it gets the processor for this long. */
const PAUSE_MS = 1

/** @typedef {(error?: Error | null) => void} Done */
/** @typedef {{ _handle?: { setBlocking?(isBlocking: boolean): void }, _write: unknown, _writev: unknown }} Stream */

if (isMainThread) writeAtOnce(/** @type {Stream} */ (/** @type {unknown} */ (process.stdout)))

/** @param {Stream} stream */
function writeAtOnce(stream) {
  // A file is written at once anyway.
  if (stream._handle?.setBlocking === undefined) return
  stream._handle.setBlocking(true)
  stream._writev = undefined
  stream._write = (
    /** @type {string | Buffer} */ chunk,
    /** @type {BufferEncoding} */ encoding,
    /** @type {Done} */ done,
  ) => {
    try {
      writeAll(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)
      done()
    } catch (error) {
      done(/** @type {Error} */ (error))
    }
  }
}

/** @param {Buffer} bytes */
function writeAll(bytes) {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(STDOUT, bytes, written)
    } catch (error) {
      // A process that was started with the same output has made it unblocking again, for this one too.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}
