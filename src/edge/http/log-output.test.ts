// In child processes, because a failing log can take its whole process down.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'

const LINES = 20_000

/** Logs many lines over several turns, then runs `ending`, with an output that buffers at most 100 kB. */
function logging(ending: string): string {
  return `
    import { pino } from 'pino'
    import { LogOutput, standardOutput } from ${JSON.stringify(new URL('log-output.ts', import.meta.url))}
    const output = new LogOutput({ fd: standardOutput(), maxHeldLength: 100_000, everyMs: 5 })
    const logger = pino({ base: null }, output)
    process.on('exit', () => output.flushSync())
    for (let n = 0; n < ${LINES}; n++) {
      logger.info({ n }, 'a line that is about a hundred characters long, as those of requests are, or somewhat more')
      if (n % 1000 === 0) await new Promise((turn) => setImmediate(turn))
    }
    ${ending}`
}

function run(t: TestContext, script: string, stdout: 'pipe' | number): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', stdout, 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

const FATAL_AND_EXIT = `logger.fatal('the last line'); process.exit(5)`

test('a full disk does not stop the process, and the process can exit', async (t) => {
  const full = openSync('/dev/full', 'w')
  const child = run(t, logging(FATAL_AND_EXIT), full)
  closeSync(full)
  assert.deepEqual(await once(child, 'exit'), [5, null])
})

test('a reader that disconnects does not stop the process', async (t) => {
  const child = run(t, logging(FATAL_AND_EXIT), 'pipe')
  child.stdout?.destroy()
  assert.deepEqual(await once(child, 'exit'), [5, null])
})

test('a reader that stalls does not stop the process', async (t) => {
  // The test does not read child.stdout: the pipe fills up.
  assert.deepEqual(await once(run(t, logging(FATAL_AND_EXIT), 'pipe'), 'exit'), [5, null])
})

test('lines are dropped and counted while the reader stalls, and logging resumes when it reads again', async (t) => {
  const goOn = `
    process.stdin.once('data', () => {
      logger.flush(() => {
        logger.info('back again')
        logger.flush(() => process.exit(0))
      })
    })`
  const child = run(t, logging(goOn), 'pipe')
  child.stdin?.write('read from now on')
  assert.ok(child.stdout)
  const lines = (await text(child.stdout))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const written = lines.filter(({ n }) => n !== undefined)
  const dropped = lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0)
  assert.equal(lines.at(-1).msg, 'back again')
  assert.ok(dropped > 0)
  assert.equal(written.length + dropped, LINES)
})
