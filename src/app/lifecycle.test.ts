// Tests the lifecycle in child processes with a fake gateway: what the process prints, which signals it handles and how
// it exits.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'

/** Child processes share the test run's compile cache. */
const INHERITED = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

const folder = mkdtempSync(join(tmpdir(), 'tillgate-lifecycle-'))
after(() => rmSync(folder, { recursive: true }))

const FROM_SRC = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)
const SCRIPT = join(folder, 'gateway.ts')
writeFileSync(
  SCRIPT,
  `import { readConfig } from ${FROM_SRC('config/config.ts')}
import { runGateway } from ${FROM_SRC('lifecycle.ts')}
const { STARTS = 'at once', STOPS = 'at once' } = process.env
const after = (how: string, stopping?: AbortSignal) => new Promise((resolve, reject) => {
  if (how === 'at once') resolve(undefined)
  else if (how === 'fails') reject(new Error('it does not stop'))
  else if (how === 'when told') process.once('SIGUSR2', resolve)
  else if (how === 'until told to stop') stopping?.addEventListener('abort', () => reject(stopping.reason))
})
setInterval(() => {}, 1000)
await runGateway(readConfig(process.env), async (_config, stopping) => {
  const started = after(STARTS, stopping)
  process.on('SIGINT', () => console.log('interrupted'))
  console.log('starting')
  await started
  process.on('SIGWINCH', () => { Promise.reject(new Error('forgotten')) })
  return {
    publicUrl: 'http://0.0.0.0:8080',
    managementUrl: 'http://[::]:9090',
    async stop() {
      const stopped = after(STOPS)
      console.log('stopping')
      await stopped
      console.log('stopped')
    },
  }
})
`,
)

class Gateway {
  readonly lines: string[] = []
  readonly exited: Promise<number | null>
  readonly #child: ChildProcess

  constructor(t: TestContext, env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [SCRIPT], {
      env: { ...INHERITED, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    t.after(() => child.kill('SIGKILL'))
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line)
      child.emit('said', line)
    })
    this.exited = once(child, 'exit').then(([code]) => code as number | null)
  }

  async says(text: string, times = 1): Promise<void> {
    while (this.lines.filter((line) => line.includes(text)).length < times) await once(this.#child, 'said')
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Closes our end of its output. */
  turnAway(): void {
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
  }
}

test('the last lines of the start are the two addresses, in callable form', async (t) => {
  const gateway = new Gateway(t)
  await gateway.says('management listening')
  assert.deepEqual(gateway.lines.slice(-2), [
    'gateway listening on http://127.0.0.1:8080',
    'management listening on http://[::1]:9090',
  ])
  assert.ok(gateway.lines.some((line) => line.includes('http://127.0.0.1:8080/docs')))
  assert.ok(gateway.lines.some((line) => line.startsWith('curl ')))
})

test('outside the sandbox no credentials are shown', async (t) => {
  const gateway = new Gateway(t, { ENVIRONMENT: 'prod', MASTER_KEY: randomBytes(32).toString('base64') })
  await gateway.says('management listening')
  assert.deepEqual(gateway.lines, [
    'starting',
    'gateway listening on http://127.0.0.1:8080',
    'management listening on http://[::1]:9090',
  ])
})

test('a start that gives up when it is told to stop exits 0', async (t) => {
  const gateway = new Gateway(t, { STARTS: 'until told to stop' })
  await gateway.says('starting')
  gateway.signal('SIGTERM')
  assert.equal(await gateway.exited, 0)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} stops the gateway and exits 0`, async (t) => {
    const gateway = new Gateway(t)
    await gateway.says('management listening')
    gateway.signal(signal)
    assert.equal(await gateway.exited, 0)
    assert.equal(gateway.lines.at(-1), 'stopped')
  })
}

test('SIGHUP stops the gateway and runs the same process again', async (t) => {
  const gateway = new Gateway(t)
  await gateway.says('management listening')
  gateway.signal('SIGHUP')
  await gateway.says('management listening', 2)
  assert.equal(gateway.lines.filter((line) => line === 'stopped').length, 1)
  gateway.signal('SIGTERM')
  assert.equal(await gateway.exited, 0)
})

test('SIGHUP during the start runs the process again once it has started', async (t) => {
  const gateway = new Gateway(t, { STARTS: 'when told' })
  await gateway.says('starting')
  gateway.signal('SIGHUP')
  gateway.signal('SIGUSR2')
  await gateway.says('starting', 2)
  assert.ok(gateway.lines.includes('stopped'))
  gateway.signal('SIGUSR2')
  await gateway.says('management listening', 2)
  gateway.signal('SIGTERM')
  assert.equal(await gateway.exited, 0)
})

test('SIGTERM after SIGHUP during the start is a stop', async (t) => {
  const gateway = new Gateway(t, { STARTS: 'until told to stop' })
  await gateway.says('starting')
  gateway.signal('SIGHUP')
  gateway.signal('SIGTERM')
  assert.equal(await gateway.exited, 0)
  assert.equal(gateway.lines.filter((line) => line === 'starting').length, 1)
})

const UNHEARD: [title: string, signal: NodeJS.Signals, code: number][] = [
  ['a stop is a stop', 'SIGTERM', 0],
  ['an uncaught error still ends the process', 'SIGWINCH', 1],
]
for (const [title, signal, code] of UNHEARD) {
  test(`when its output is no longer read, ${title}`, async (t) => {
    const gateway = new Gateway(t)
    await gateway.says('management listening')
    gateway.turnAway()
    gateway.signal(signal)
    assert.equal(await gateway.exited, code)
  })
}

test('a reader may disconnect after the first line: the start continues', async (t) => {
  const gateway = new Gateway(t, { STARTS: 'when told' })
  await gateway.says('starting')
  gateway.turnAway()
  gateway.signal('SIGUSR2')
  gateway.signal('SIGTERM')
  assert.equal(await gateway.exited, 0)
})

test('the same signal twice within half a second counts once', async (t) => {
  const gateway = new Gateway(t, { STOPS: 'when told' })
  await gateway.says('management listening')
  gateway.signal('SIGINT')
  await gateway.says('stopping')
  gateway.signal('SIGINT')
  await gateway.says('interrupted', 2)
  gateway.signal('SIGUSR2')
  assert.equal(await gateway.exited, 0)
})

test('a later second signal ends a stop that takes too long', async (t) => {
  const gateway = new Gateway(t, { STOPS: 'never' })
  await gateway.says('management listening')
  const insisting = setInterval(() => gateway.signal('SIGINT'), 100)
  t.after(() => clearInterval(insisting))
  assert.equal(await gateway.exited, 130)
})

test('a signal during the start stops the gateway once it has started', async (t) => {
  const gateway = new Gateway(t, { STARTS: 'when told' })
  await gateway.says('starting')
  gateway.signal('SIGTERM')
  gateway.signal('SIGUSR2')
  assert.equal(await gateway.exited, 0)
  assert.equal(gateway.lines.at(-1), 'stopped')
})

test('an uncaught error is logged, the gateway drains and exits 1', async (t) => {
  const gateway = new Gateway(t)
  await gateway.says('management listening')
  gateway.signal('SIGWINCH')
  assert.equal(await gateway.exited, 1)
  const fatal = gateway.lines.find((line) => line.includes('"fatal"'))
  assert.match(fatal ?? '', /forgotten/)
  assert.ok(gateway.lines.includes('stopped'))
})

test('an uncaught error while the gateway drains exits 1', async (t) => {
  const gateway = new Gateway(t, { STOPS: 'when told' })
  await gateway.says('management listening')
  gateway.signal('SIGTERM')
  await gateway.says('stopping')
  gateway.signal('SIGWINCH')
  await gateway.says('uncaught error')
  gateway.signal('SIGUSR2')
  assert.equal(await gateway.exited, 1)
  assert.equal(gateway.lines.at(-1), 'stopped')
})

test('a stop that fails exits 1', async (t) => {
  const gateway = new Gateway(t, { STOPS: 'fails' })
  await gateway.says('management listening')
  gateway.signal('SIGTERM')
  assert.equal(await gateway.exited, 1)
})
