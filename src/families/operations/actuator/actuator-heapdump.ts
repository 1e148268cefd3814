// A V8 heap snapshot of the main thread, for the memory tab of Chrome's developer tools. It contains all that is in
// memory: keys, secrets and customer data. Taking it stops the event loop for as long as V8 needs (about a second per
// 100 MB of heap), so that no request is answered, and needs about twice the heap in memory. It is never written to
// disk.

import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { getHeapSnapshot } from 'node:v8'
import type { Call } from '../../../edge/http/call.ts'
import type { Reply, Route } from '../../../edge/http/family.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp } from '../../../platform/kernel/time/clock.ts'

/** A reader that stalls must not keep the snapshot in memory, and the next one from being taken. */
const READ_LIMIT_MS = 5 * 60_000

/**
 * V8 stops the event loop while it takes the snapshot and, if the reader is fast, until all of it is sent. Requests that
 * arrive before that are read only afterwards, and each would take another snapshot: they are refused in this time.
 */
const REST_MS = 1000

export interface HeapDumpParts {
  readonly clock: Clock
  readonly takeSnapshot?: () => Readable
  readonly readLimitMs?: number
  readonly restMs?: number
}

export function actuatorHeapdump({
  clock,
  takeSnapshot = getHeapSnapshot,
  readLimitMs = READ_LIMIT_MS,
  restMs = REST_MS,
}: HeapDumpParts): Route {
  let isTaken = false

  function stream(): Readable {
    if (isTaken) throw new Problem('rate-limited', 'Another heap dump is being taken', { retryAfterSeconds: 10 })
    isTaken = true
    try {
      const snapshot = takeSnapshot()
      const limit = setTimeout(() => snapshot.destroy(new Error('the heap dump was not read in time')), readLimitMs)
      // Closing with an error frees it like any other end.
      const read = once(snapshot, 'close').catch(() => {})
      read
        .then(() => clearTimeout(limit))
        .then(() => wait(restMs, undefined, { ref: false }))
        .then(() => {
          isTaken = false
        })
      return snapshot
    } catch (error) {
      isTaken = false
      throw error
    }
  }

  return {
    method: 'GET',
    path: '/actuator/heapdump',
    operation: 'ActuatorHeapdump',
    async answer(call: Call): Promise<Reply> {
      const name = `tillgate-${isoTimestamp(clock.now()).replaceAll(/[:.]/g, '-')}.heapsnapshot`
      return {
        // A HEAD asks for the headers only.
        body: call.method === 'HEAD' ? '' : stream(),
        contentType: 'application/octet-stream',
        headers: { 'content-disposition': `attachment; filename="${name}"` },
      }
    },
  }
}
