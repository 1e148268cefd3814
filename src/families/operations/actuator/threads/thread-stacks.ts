// The JavaScript stacks of the process: of the main thread and of every worker thread. V8's sampling profiler reads them
// without stopping a thread. The debugger would give exact lines, but using it on several threads aborted the process
// now and then (docs/decisions/0031).

import { Session } from 'node:inspector/promises'
import type { Worker } from 'node:worker_threads'
import { withTimeout } from '../../../../platform/kernel/time/timeout.ts'
import { sharedRun } from '../../../../platform/kernel/work/shared-run.ts'

export interface StackFrame {
  readonly functionName: string
  /** A URL, `node:…` for Node's own code, `wasm://…`, or empty for native code. */
  readonly url: string
  /** From 1: the line in the innermost function if known, otherwise the line where the function begins. */
  readonly line: number
}

export interface ThreadStack {
  /** 0 is the main thread. */
  readonly threadId: number
  readonly name: string
  /** Innermost first. Empty when the thread ran no JavaScript: it waits for events, or is in native code. */
  readonly frames: readonly StackFrame[]
  /** False when it gave no stack in time. */
  readonly sampled: boolean
}

/** The part of a V8 profile that stacks are read from. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  /** Node ids, in the order in which they were sampled. */
  readonly samples?: readonly number[] | undefined
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[] | undefined
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[] | undefined
}

/** Some dozens of samples. */
const SAMPLING_MS = 50
const LIMIT_MS = 5_000
const MAX_FRAMES = 500
/** Nodes of the profiler that are no functions. */
const PSEUDO_FRAMES = new Set(['(root)', '(program)', '(idle)'])

/** The worker threads of this process. Made before the first of them starts: Node has no list of them. */
export class WorkerThreads {
  readonly #workers = new Set<Worker>()
  /** The stacks of the main thread and of every worker. */
  readonly stacks = sharedRun(() => this.#read())

  constructor() {
    process.on('worker', this.#add)
  }

  close(): void {
    process.off('worker', this.#add)
  }

  readonly #add = (worker: Worker): void => {
    this.#workers.add(worker)
    worker.once('exit', () => this.#workers.delete(worker))
  }

  async #read(): Promise<readonly ThreadStack[]> {
    const workers = Array.from(this.#workers, async (worker): Promise<ThreadStack> => {
      const { threadId, threadName } = worker
      const profile = await withTimeout(profileWorker(worker), LIMIT_MS).catch(() => undefined)
      return { threadId, name: threadName ?? `worker-${threadId}`, ...stackIn(profile) }
    })
    const profile = await withTimeout(profileMain(), LIMIT_MS).catch(() => undefined)
    const main: ThreadStack = { threadId: 0, name: 'main', ...stackIn(profile, { lastBusy: true }) }
    return [main, ...(await Promise.all(workers))]
  }
}

async function profileWorker(worker: Worker): Promise<CpuProfile> {
  const profile = await worker.startCpuProfile()
  await pause()
  return JSON.parse(await profile.stop()) as CpuProfile
}

async function profileMain(): Promise<CpuProfile> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    await pause()
    return (await session.post('Profiler.stop')).profile
  } finally {
    session.disconnect()
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SAMPLING_MS))
}

/**
 * The last stack of a profile that has a function; none when the thread was idle in most samples. With `lastBusy` idle
 * samples do not count: the main thread takes the dump, and waits for it while it is taken.
 */
export function stackIn(
  profile: CpuProfile | undefined,
  { lastBusy = false } = {},
): Pick<ThreadStack, 'frames' | 'sampled'> {
  const samples = profile?.samples ?? []
  if (profile === undefined || samples.length === 0) return { frames: [], sampled: false }
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])))
  const stackOf = (sample: number | undefined): StackFrame[] => {
    const frames: StackFrame[] = []
    for (let id = sample; id !== undefined && frames.length < MAX_FRAMES; id = parents.get(id)) {
      const node = nodes.get(id)
      if (node === undefined || PSEUDO_FRAMES.has(node.callFrame.functionName)) continue
      frames.push(frameOf(node, frames.length === 0))
    }
    return frames
  }
  const busy = samples.filter((sample) => stackOf(sample).length > 0)
  const isIdle = !lastBusy && busy.length < samples.length / 2
  return { frames: isIdle ? [] : stackOf(busy.at(-1)), sampled: true }
}

function frameOf({ callFrame, positionTicks }: ProfileNode, isInnermost: boolean): StackFrame {
  const { functionName, url, lineNumber } = callFrame
  const executed = isInnermost ? positionTicks?.at(-1)?.line : undefined
  return { functionName, url, line: executed ?? lineNumber + 1 }
}
