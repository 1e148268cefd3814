// Reads the stacks of all other threads. It runs in a worker of its own, because a thread that is stopped cannot ask.
//
// Per thread: Debugger.enable, Debugger.pause, read the frames of the `paused` event, Debugger.resume. A pause takes
// effect at the next statement, so an idle thread gets one to run: the main thread a message, a worker an expression.
// Workers come first: messages to them pass through the main thread, which must then be running.

import { Session } from 'node:inspector'
import { threadId as ownThreadId, parentPort } from 'node:worker_threads'
import type { StackFrame, StackMessage, ThreadStack } from './thread-stacks.ts'

/** For one thread to stop. A thread in a long native call does not. */
const STOP_LIMIT_MS = 4_000
const MAX_FRAMES = 500

const port = parentPort
if (port === null) throw new Error('this file runs in a worker thread')
// Waiting for the debugger does not keep a thread alive.
const keepAlive = setInterval(() => {}, 1_000)
const session = new Session()
session.connectToMainThread()

interface Debuggee {
  readonly threadId: number
  readonly name: string
  call(method: string, params?: object): Promise<unknown>
  on(listener: (event: DebuggerEvent) => void): void
  /** Gives an idle thread a statement to run. */
  nudge(): void
}

type DebuggerEvent =
  | { readonly method: 'Debugger.scriptParsed'; readonly params: { readonly scriptId: string; readonly url: string } }
  | { readonly method: 'Debugger.paused'; readonly params: { readonly callFrames: readonly RawFrame[] } }

interface RawFrame {
  readonly functionName: string
  readonly url: string
  readonly location: { readonly scriptId: string; readonly lineNumber: number }
}

interface AttachedWorker {
  readonly sessionId: string
  readonly workerInfo: { readonly title: string }
}

const main: Debuggee = {
  threadId: 0,
  name: 'main',
  call,
  on: (listener) => session.on('inspectorNotification', (event) => listener(event as unknown as DebuggerEvent)),
  nudge: () => port.postMessage('nudge' satisfies StackMessage),
}

const threads: ThreadStack[] = []
for (const worker of await attachWorkers()) threads.push(await stackOf(worker))
threads.unshift(await stackOf(main))
port.postMessage({ threads } satisfies StackMessage)
session.disconnect()
clearInterval(keepAlive)

async function stackOf(thread: Debuggee): Promise<ThreadStack> {
  const { threadId, name } = thread
  const frames = await Promise.race([readFrames(thread), timedOut()])
  return { threadId, name, stopped: frames !== undefined, frames: frames ?? [] }
}

async function readFrames(thread: Debuggee): Promise<readonly StackFrame[]> {
  const urls = new Map<string, string>()
  const paused = new Promise<readonly RawFrame[]>((resolve) => {
    thread.on((event) => {
      if (event.method === 'Debugger.scriptParsed') urls.set(event.params.scriptId, event.params.url)
      if (event.method !== 'Debugger.paused') return
      // Before anything else: the thread stands still until then.
      void thread.call('Debugger.resume')
      resolve(event.params.callFrames)
    })
  })
  await thread.call('Debugger.enable')
  await thread.call('Debugger.pause')
  thread.nudge()
  const frames = await paused
  await thread.call('Debugger.disable')
  return frames.map((frame) => frameOf(frame, urls)).filter(isOfThread)
}

function frameOf({ functionName, url, location }: RawFrame, urls: ReadonlyMap<string, string>): StackFrame {
  return { functionName, url: url || (urls.get(location.scriptId) ?? ''), line: location.lineNumber + 1 }
}

/** The expression that nudges a worker has neither a name nor a file. */
function isOfThread({ functionName, url }: StackFrame, index: number): boolean {
  return (functionName !== '' || url !== '') && index < MAX_FRAMES
}

function timedOut(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), STOP_LIMIT_MS).unref())
}

function call(method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error: Error | null, result?: object) => (error ? reject(error) : resolve(result)))
  })
}

/** Every worker thread but this one. */
async function attachWorkers(): Promise<Debuggee[]> {
  const attached: AttachedWorker[] = []
  session.on('NodeWorker.attachedToWorker', ({ params }) => attached.push(params))
  await call('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return attached.map(workerDebuggee).filter((worker) => worker.threadId !== ownThreadId)
}

function workerDebuggee({ sessionId, workerInfo }: AttachedWorker): Debuggee {
  const waiting = new Map<number, (result: unknown) => void>()
  const listeners: ((event: DebuggerEvent) => void)[] = []
  let lastId = 0
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    if (params.sessionId !== sessionId) return
    const message = JSON.parse(params.message) as { readonly id?: number; readonly result?: unknown }
    if (message.id !== undefined) waiting.get(message.id)?.(message.result)
    else for (const listener of listeners) listener(message as unknown as DebuggerEvent)
  })
  const callWorker = (method: string, params: object = {}) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, resolve)
      call('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) }).catch(
        reject,
      )
    })
  // Node's title of a worker: `[worker 1] name`.
  const [, number = '-1', name = ''] = /^\[worker (\d+)\] ?(.*)$/.exec(workerInfo.title) ?? []
  return {
    threadId: Number(number),
    name: name || `worker-${number}`,
    call: callWorker,
    on: (listener) => listeners.push(listener),
    nudge: () => void callWorker('Runtime.evaluate', { expression: '0' }),
  }
}
