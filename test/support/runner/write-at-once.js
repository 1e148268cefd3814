// Preloaded into every process of the tests. The runner ends a process after its last test, even if something keeps it
// alive. Results that are still on their way to the runner would be lost, so they are written before a test goes on.

import { isMainThread } from 'node:worker_threads'

/** @typedef {{ _handle?: { setBlocking?(isBlocking: boolean): void } }} Stream */

if (isMainThread) /** @type {Stream} */ (/** @type {unknown} */ (process.stdout))._handle?.setBlocking?.(true)
