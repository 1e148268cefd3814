// Needs a process of its own: it samples every thread of its process.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { until } from '../../../../../test/support/until.ts'
import { Call } from '../../../../edge/http/call.ts'
import { newCorrelationId } from '../../../../platform/kernel/identifiers/ids.ts'
import { monotonicMs, systemClock } from '../../../../platform/kernel/time/clock.ts'
import { actuatorThreaddump } from './actuator-threaddump.ts'
import { stackIn, WorkerThreads } from './thread-stacks.ts'

const threads = new WorkerThreads()
after(() => threads.close())

/** A worker that does what the code says, which reports that it runs by `runs()`. */
async function startWorker(name: string, code: string): Promise<Worker> {
  const report = `const runs = () => require('node:worker_threads').parentPort.postMessage('runs')`
  const worker = new Worker(`${report}; ${code}`, { eval: true, name })
  after(() => worker.terminate())
  await once(worker, 'message')
  return worker
}

function call(accept?: string): Call {
  return new Call({
    correlationId: newCorrelationId(),
    method: 'GET',
    headers: accept === undefined ? {} : { accept },
    params: {},
    query: {},
    ip: '127.0.0.1',
    receivedAtMs: systemClock.now(),
    startedMs: monotonicMs(),
  })
}

type Thread = {
  threadName: string
  threadId: number
  threadState: string
  stackTrace: {
    className: string
    methodName: string
    fileName: string | null
    lineNumber: number
    nativeMethod: boolean
  }[]
  [field: string]: unknown
}

test('a dump shows the main thread and every worker, by name, with their stacks', async () => {
  const code = `
    const { pbkdf2Sync } = require('node:crypto')
    function hashAway() { runs(); for (;;) pbkdf2Sync('a', 'b', 1e4, 64, 'sha512') }
    setImmediate(hashAway)`
  const busy = await startWorker('busy', code)
  const idle = await startWorker('idle', 'setInterval(() => {}, 1e6); runs()')
  // It may be a while from its report until it waits for events.
  await until(async () => {
    const found = (await threads.stacks()).find(({ name }) => name === 'idle')
    return found?.sampled === true && found.frames.length === 0
  }, 'the idle thread waits')
  const reply = await actuatorThreaddump(() => threads.stacks()).answer(call())
  assert.equal(reply.contentType, 'application/vnd.spring-boot.actuator.v3+json')
  const dump = JSON.parse(String(reply.body)) as { threads: Thread[] }
  const byName = new Map(dump.threads.map((thread) => [thread.threadName, thread]))
  assert.deepEqual([...byName.keys()].sort(), ['busy', 'idle', 'main'])

  const main = byName.get('main') as Thread
  assert.equal(main.threadId, 0)
  assert.ok(main.stackTrace.length > 0)
  for (const frame of main.stackTrace) {
    assert.ok(frame.className.length > 0 && frame.methodName.length > 0)
    assert.equal(typeof frame.nativeMethod, 'boolean')
  }

  const spinning = byName.get('busy') as Thread
  assert.equal(spinning.threadId, busy.threadId)
  assert.equal(spinning.threadState, 'RUNNABLE')
  const methods = spinning.stackTrace.map(({ methodName }) => methodName)
  assert.ok(methods.includes('hashAway'), methods.join())

  const waiting = byName.get('idle') as Thread
  assert.equal(waiting.threadId, idle.threadId)
  assert.equal(waiting.threadState, 'WAITING')
  assert.deepEqual(waiting.stackTrace, [
    { className: 'libuv', methodName: 'uv_run', fileName: null, lineNumber: -2, nativeMethod: true },
  ])
  for (const field of ['blockedTime', 'blockedCount', 'waitedTime', 'waitedCount', 'lockOwnerId', 'priority']) {
    assert.equal(waiting[field], -1, field)
  }
  for (const field of ['daemon', 'suspended']) assert.equal(waiting[field], false, field)
  for (const field of ['lockedMonitors', 'lockedSynchronizers']) assert.deepEqual(waiting[field], [], field)
})

test('a thread that gives no stack is listed without one', async () => {
  const stacks = async () => [{ threadId: 2, name: 'stuck', ...stackIn(undefined) }]
  const dump = JSON.parse(String((await actuatorThreaddump(stacks).answer(call())).body)) as { threads: Thread[] }
  assert.deepEqual(
    [dump.threads[0]?.threadState, dump.threads[0]?.inNative, dump.threads[0]?.stackTrace],
    ['RUNNABLE', true, []],
  )
})

test('a thread that has ended is not listed, and the others go on', async () => {
  const ending = await startWorker('ending', 'setInterval(() => {}, 1e6); runs()')
  const echo = await startWorker(
    'echo',
    "const port = require('node:worker_threads').parentPort; port.on('message', (message) => port.postMessage(message)); runs()",
  )
  await ending.terminate()
  const names = (await threads.stacks()).map(({ name }) => name)
  assert.ok(names.includes('echo') && !names.includes('ending'), names.join())
  echo.postMessage('still here')
  assert.deepEqual(await once(echo, 'message'), ['still here'])
})

test('concurrent callers share one reading', async () => {
  const [first, second] = await Promise.all([threads.stacks(), threads.stacks()])
  assert.equal(first, second)
  assert.notEqual(await threads.stacks(), first)
})

test('it is text on request', async () => {
  const stacks = async () => [
    { threadId: 0, name: 'main', sampled: true, frames: [{ functionName: 'post', url: 'node:fs', line: 7 }] },
    { threadId: 3, name: 'pglite', sampled: true, frames: [] },
  ]
  const { body, contentType } = await actuatorThreaddump(stacks).answer(call('text/plain'))
  assert.equal(contentType, 'text/plain; charset=utf-8')
  assert.match(String(body), /^"main" #0\n {3}java\.lang\.Thread\.State: RUNNABLE\n\tat node:fs\.post\(node:fs:7\)\n/)
  assert.match(String(body), /"pglite" #3\n {3}java\.lang\.Thread\.State: WAITING\n\tat libuv\.uv_run\(Native Method\)/)
})
