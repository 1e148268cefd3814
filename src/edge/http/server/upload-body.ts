// The body of an upload: a stream that is read as fast as it is worked on, and not before its sender was let in. Node's limit for
// whole requests is too short for one; it has limits of its own.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'

/** Without a byte, while one is waited for. */
const IDLE_MS = 30_000
/** For the whole file. */
const LIMIT_MS = 20 * 60_000
/** Each holds memory and a connection of the database now and then. */
const MOST_AT_ONCE = 8
/** An answer that comes before the end of the body: the sender may read it before the connection is closed. */
export const LINGER_MS = 2_000

const uploading = new WeakSet<Socket>()
let atOnce = 0

/** Whether a connection may take longer than other requests. */
export function isUploading(socket: Socket): boolean {
  return uploading.has(socket)
}

export interface UploadLimits {
  readonly idleMs?: number
  readonly limitMs?: number
}

/** The body, once. Refuses when too many are under way. */
export function openUpload(
  request: IncomingMessage,
  limits?: UploadLimits,
): { content: AsyncIterable<Buffer>; close(): void } {
  if (atOnce >= MOST_AT_ONCE) throw unavailable('too many files are being received')
  atOnce++
  const { socket } = request
  uploading.add(socket)
  let isOpen = true
  return {
    content: chunksOf(request, limits),
    close() {
      if (!isOpen) return
      isOpen = false
      atOnce--
      uploading.delete(socket)
    },
  }
}

async function* chunksOf(
  request: IncomingMessage,
  { idleMs = IDLE_MS, limitMs = LIMIT_MS }: UploadLimits = {},
): AsyncGenerator<Buffer> {
  const endsMs = monotonicMs() + limitMs
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    for (;;) {
      const next = await within(chunks.next(), Math.min(idleMs, Math.max(endsMs - monotonicMs(), 1)))
      if (next === undefined) throw new Problem('invalid', 'The body has stopped arriving, or takes too long')
      if (next.done === true) return
      yield next.value
    }
  } finally {
    // Lets go of the stream, so that the rest can be dropped. Not waited for: a part may never come.
    chunks.return?.().catch(() => {})
  }
}

/** Undefined when it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    // One that settles later has nobody waiting.
    work.catch(() => {})
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
