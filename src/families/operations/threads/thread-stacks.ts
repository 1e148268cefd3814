// The JavaScript stacks of the process: of the main thread and of every worker thread. A thread cannot stop itself and
// read its own stack, so a short-lived worker (stack-reader.ts) does it through V8's debugger. Each thread is stopped for some
// milliseconds, one after the other.

import { Worker } from 'node:worker_threads'
import { unavailable } from '../../../kernel/problem.ts'
import { withTimeout } from '../../../kernel/timeout.ts'

export interface StackFrame {
  readonly functionName: string
  /** A URL, `node:…` for Node's own code, `wasm://…`, or empty. */
  readonly url: string
  /** From 1. */
  readonly line: number
}

export interface ThreadStack {
  /** 0 is the main thread. */
  readonly threadId: number
  readonly name: string
  /** Innermost first. Empty when the thread runs no JavaScript: it waits for events, or in native code. */
  readonly frames: readonly StackFrame[]
  /** False when it could not be stopped in time, as in a long native call. */
  readonly stopped: boolean
}

/** What the reader sends. A nudge makes an idle main thread run a statement, at which it stops. */
export type StackMessage = 'nudge' | { readonly threads: readonly ThreadStack[] }

const LIMIT_MS = 20_000

/** Reads the stacks; concurrent callers share one reading. */
export function stackReader(): () => Promise<readonly ThreadStack[]> {
  let reading: Promise<readonly ThreadStack[]> | undefined
  return () => {
    reading ??= readStacks().finally(() => {
      reading = undefined
    })
    return reading
  }
}

async function readStacks(): Promise<readonly ThreadStack[]> {
  const reader = new Worker(new URL('./stack-reader.ts', import.meta.url), { name: 'thread-dump' })
  const read = new Promise<readonly ThreadStack[]>((resolve, reject) => {
    reader.on('message', (message: StackMessage) => {
      if (message !== 'nudge') resolve(message.threads)
    })
    reader.on('error', reject)
    reader.on('exit', () => reject(unavailable('the reader of the stacks has ended')))
  })
  try {
    return await withTimeout(read, LIMIT_MS, () => unavailable('the stacks could not be read in time'))
  } finally {
    // Its end closes its debugger session, which lets go of every thread.
    await reader.terminate()
  }
}
