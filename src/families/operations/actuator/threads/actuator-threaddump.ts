// The stacks of the main thread and of every worker, in Spring Boot's format or as text. What only a JVM knows is -1,
// false or empty.

import { fileURLToPath } from 'node:url'
import type { Call } from '../../../../edge/http/call.ts'
import type { Reply, Route } from '../../../../edge/http/family.ts'
import { actuatorReply, preferredType } from '../actuator-reply.ts'
import type { StackFrame, ThreadStack } from './thread-stacks.ts'

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))
const TEXT = 'text/plain'
const OFFERED = ['application/vnd.spring-boot.actuator.v3+json', 'application/json', TEXT] as const

interface ShownFrame {
  readonly className: string
  readonly methodName: string
  readonly fileName: string | null
  readonly lineNumber: number
  readonly nativeMethod: boolean
}

/** A thread without JavaScript on its stack is in the event loop, in native code. -2 is Java's line of native code. */
const EVENT_LOOP: ShownFrame = {
  className: 'libuv',
  methodName: 'uv_run',
  fileName: null,
  lineNumber: -2,
  nativeMethod: true,
}

/** What Node has no figure for. */
const UNKNOWN = {
  blockedTime: -1,
  blockedCount: -1,
  waitedTime: -1,
  waitedCount: -1,
  lockOwnerId: -1,
  daemon: false,
  inNative: false,
  suspended: false,
  priority: -1,
  lockedMonitors: [],
  lockedSynchronizers: [],
} as const

export type ReadStacks = () => Promise<readonly ThreadStack[]>

export function actuatorThreaddump(readStacks: ReadStacks): Route {
  return {
    method: 'GET',
    path: '/actuator/threaddump',
    operation: 'ActuatorThreaddump',
    async answer(call: Call): Promise<Reply> {
      const threads = (await readStacks()).map(shownThread)
      if (preferredType(call, OFFERED) !== TEXT) return actuatorReply(call, { threads })
      return { body: threads.map(threadText).join('\n'), contentType: 'text/plain; charset=utf-8' }
    },
  }
}

type ShownThread = ReturnType<typeof shownThread>

function shownThread({ threadId, name, frames, sampled }: ThreadStack) {
  const isIdle = sampled && frames.length === 0
  return {
    threadName: name,
    threadId,
    ...UNKNOWN,
    inNative: isIdle || !sampled,
    threadState: isIdle ? 'WAITING' : 'RUNNABLE',
    stackTrace: isIdle ? [EVENT_LOOP] : frames.map(shownFrame),
  }
}

function shownFrame({ functionName, url, line }: StackFrame): ShownFrame {
  const fileName = fileNameOf(url)
  return {
    className: fileName?.replace(/\.\w+$/, '') ?? 'native',
    methodName: functionName === '' ? '<anonymous>' : functionName,
    fileName,
    lineNumber: line,
    nativeMethod: url === '' || url.startsWith('wasm://'),
  }
}

/** Relative to the installation, so that dumps of different machines can be compared. */
function fileNameOf(url: string): string | null {
  if (url === '') return null
  const path = url.startsWith('file://') ? fileURLToPath(url) : url
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path
}

/** The form that thread dump analysers know from the JVM. */
function threadText({ threadName, threadId, threadState, stackTrace }: ShownThread): string {
  const frames = stackTrace.map(
    ({ className, methodName, fileName, lineNumber, nativeMethod }) =>
      `\tat ${className}.${methodName}(${nativeMethod ? 'Native Method' : `${fileName ?? 'Unknown Source'}:${lineNumber}`})`,
  )
  return [`"${threadName}" #${threadId}`, `   java.lang.Thread.State: ${threadState}`, ...frames, ''].join('\n')
}
