// scripts/dev.ts on a project of stand-ins: a gateway and a Vite that say how they were started.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SERVE_FLAGS } from '../../bin/serve-flags.js'
import { isGone } from '../support/machine/processes.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const GATEWAY = `console.log('gateway', process.pid, process.env.PORT, process.execArgv.join(' '), process.argv.slice(2).join(' '))
setInterval(() => {}, 60_000)
process.on('SIGTERM', () => { console.log('gateway stops'); process.exit() })
`
const VITE = `console.log('vite', process.pid, process.env.GATEWAY_URL, process.argv.slice(2).join(' '))
setInterval(() => {}, 60_000)
`

test('runs the gateway from its sources and Vite with the port of that gateway', async (t) => {
  const dev = startDev(t, ['--inspect=0'])
  await dev.untilPrinted(/^gateway .*\n[\s\S]*^vite |^vite .*\n[\s\S]*^gateway /m)
  const [, , port, ...args] = /^gateway .*/m.exec(dev.output())?.[0].split(' ') ?? []
  assert.match(port ?? '', /^[1-9]\d+$/)
  assert.deepEqual(args, [...SERVE_FLAGS, '--disable-warning=ExperimentalWarning', '--inspect=0', 'serve'])
  const [, , url, folder] = /^vite .*/m.exec(dev.output())?.[0].split(' ') ?? []
  assert.deepEqual([url, folder], [`http://127.0.0.1:${port}`, 'console'])
})

test('a changed source starts the gateway again, also when it had failed; a changed test does not', async (t) => {
  const dev = startDev(t)
  await dev.untilPrinted(/^gateway \d/m)
  dev.write('src/app/cli/main.test.ts', '')
  dev.write('src/app/cli/main.ts', 'process.exit(1)')
  await dev.untilPrinted(/^gateway stops\n[\s\S]*^The gateway ended; the next change starts it again\.$/m)
  dev.write('src/platform/storage/migrations/0001-first.sql', 'SELECT 1')
  await dev.untilPrinted(/^src\/platform\/storage\/migrations\/0001-first\.sql has changed/m)
  dev.write('src/app/cli/main.ts', GATEWAY)
  // A write may be seen as two changes.
  await until(() => (dev.output().match(/^gateway \d/gm)?.length ?? 0) >= 2, 'the gateway runs again')
  assert.doesNotMatch(dev.output(), /main\.test\.ts/)
})

test('ends both when it is told to, and when Vite ends', { timeout: 300_000 }, async (t) => {
  for (const end of [
    (dev: Dev) => dev.process.kill('SIGTERM'),
    (dev: Dev) => process.kill(dev.pids().vite, 'SIGTERM'),
  ]) {
    const dev = startDev(t)
    await dev.untilPrinted(/^gateway .*\n[\s\S]*^vite |^vite .*\n[\s\S]*^gateway /m)
    const { gateway, vite } = dev.pids()
    const exited = once(dev.process, 'exit')
    end(dev)
    await exited
    assert.ok(isGone(gateway) && isGone(vite))
  }
})

interface Dev {
  readonly process: ChildProcess
  output(): string
  untilPrinted(pattern: RegExp): Promise<unknown>
  write(file: string, text: string): void
  pids(): { gateway: number; vite: number }
}

function startDev(t: TestContext, args: string[] = []): Dev {
  const root = mkdtempSync(join(tmpdir(), 'tillgate-dev-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const file of ['scripts/dev.ts', 'bin/serve-flags.js']) cpSync(join(ROOT, file), join(root, file))
  write('package.json', '{ "type": "module" }')
  write('src/app/cli/main.ts', GATEWAY)
  write('src/platform/storage/migrations/0001-first.sql', '')
  write('sdk/src/index.ts', '')
  write('node_modules/vite/bin/vite.js', VITE)
  const child = spawn(process.execPath, ['scripts/dev.ts', ...args], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', CONSOLE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const pidOf = (name: string) => Number(output.match(new RegExp(`^${name} (\\d+)`, 'm'))?.[1])
  t.after(async () => {
    const isRunning = child.exitCode === null && child.signalCode === null
    if (isRunning && child.kill('SIGTERM')) await once(child, 'exit')
    rmSync(root, { recursive: true, force: true })
  })
  return {
    process: child,
    output: () => output,
    untilPrinted: (pattern) => until(() => pattern.test(output), `${pattern} is printed, not ${output}`),
    write,
    pids: () => ({ gateway: pidOf('gateway'), vite: pidOf('vite') }),
  }
}
