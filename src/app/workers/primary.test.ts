// The primary with workers that only say that they are ready.

import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { type Logger, pino } from 'pino'
import { until } from '../../../test/support/until.ts'
import { FirstWorkerFailed, Primary } from './primary.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-primary-'))
after(() => rmSync(folder, { recursive: true }))

const WORKER = join(folder, 'worker.mjs')
writeFileSync(
  WORKER,
  `if (process.env.STARTS === 'fails') process.exit(1)
process.on('disconnect', () => process.exit(0))
process.on('message', ({ kind }) => {
  if (kind === 'ping') process.send({ kind: 'pong' })
  if (kind === 'stop' && process.env.STARTS !== 'never') process.exit(0)
})
if (process.env.STARTS !== 'never') process.send({ kind: 'ready', publicUrl: '', managementUrl: '' })
`,
)
cluster.setupPrimary({ exec: WORKER, execArgv: [] })

describe('a primary', () => {
  let lost: { lostWorker: number; startsInMs: number }[]
  let primary: Primary | undefined

  beforeEach(() => {
    lost = []
  })

  afterEach(async () => {
    delete process.env.STARTS
    await primary?.stop()
  })

  async function start(workers: number): Promise<Primary> {
    primary = new Primary({ workers, log: logTo(lost), observer: { lost() {}, counted() {}, ended() {} } })
    await primary.start()
    return primary
  }

  async function killAll(running: Primary): Promise<void> {
    const before = lost.length
    const killed = running.ready()
    for (const worker of killed) worker.kill()
    await until(() => lost.length >= before + killed.length, 'all have ended')
  }

  test('starts a worker at once when none is left, however often that happens', async () => {
    const running = await start(2)
    for (let times = 0; times < 3; times++) {
      await until(() => running.ready().length === 2, 'both serve')
      await killAll(running)
      // The last to end leaves none.
      assert.equal(lost.at(-1)?.startsInMs, 0)
    }
  })

  test('makes growing pauses for a worker that fails while another serves', async () => {
    const running = await start(2)
    const pauses: (number | undefined)[] = []
    for (let times = 0; times < 2; times++) {
      await until(() => running.ready().length === 2, 'both serve')
      running.ready()[1]?.kill()
      await until(() => lost.length > times, 'it has ended')
      pauses.push(lost.at(-1)?.startsInMs)
    }
    assert.deepEqual(pauses, [250, 500])
  })

  test('tries the only worker again and again after the shortest pause while it cannot start', async () => {
    const running = await start(1)
    process.env.STARTS = 'fails'
    await killAll(running)
    await until(() => lost.length >= 4, 'three starts have failed')
    assert.deepEqual(
      lost.slice(0, 4).map(({ startsInMs }) => startsInMs),
      [0, 250, 250, 250],
    )
    delete process.env.STARTS
    await until(() => running.ready().length === 1, 'it serves again')
  })

  test('keeps a worker that answers, and kills one that has not answered for a minute', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const running = await start(1)
    const [worker] = running.ready()
    assert.ok(worker?.pid !== undefined)
    const minute = Array.from({ length: 12 }, () => 5_000)
    for (const ms of [...minute, ...minute]) {
      t.mock.timers.tick(ms)
      await until(() => worker.unanswered === 0, 'it has answered')
    }
    assert.deepEqual(lost, [])
    process.kill(worker.pid, 'SIGSTOP')
    for (const ms of minute) t.mock.timers.tick(ms)
    assert.deepEqual(lost, [])
    t.mock.timers.tick(5_000)
    await until(() => worker.state === 'ended', 'it is killed')
  })

  test('stops in order while its workers start, also one that does not hear of it', async () => {
    process.env.STARTS = 'never'
    const starting = start(2)
    const failed = assert.rejects(starting, FirstWorkerFailed)
    await primary?.stop()
    await failed
  })
})

function logTo(lost: object[]): Logger {
  const destination = {
    write(line: string) {
      const entry = JSON.parse(line)
      if (entry.lostWorker !== undefined) lost.push(entry)
    },
  }
  return pino({}, destination)
}
