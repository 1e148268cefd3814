// bin/tillgate.js on a machine whose own Node is too old. The old Node is the current one with a fake version number,
// and the Node that npm installs is a script in its place.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SERVE_FLAGS } from '../../bin/serve-flags.js'
import { isGone } from '../support/machine/processes.ts'
import { until } from '../support/until.ts'

const project = join(import.meta.dirname, '..', '..')

test('an old Node passes arguments, input, output and exit code to and from ours', async (t) => {
  const launcher = plantLauncher(
    t,
    `for await (const chunk of process.stdin) console.log(process.versions.node, process.argv.slice(2), String(chunk))
     process.exitCode = 7`,
  )
  const run = launcher.startOnOldNode('serve', '--port', '0')
  run.stdin!.end('typed in')

  const { code, stdout } = await ended(run)
  assert.equal(stdout, `${process.versions.node} [ 'serve', '--port', '0' ] typed in\n`)
  assert.equal(code, 7)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} reaches the program behind an old Node, which can finish its work`, async (t) => {
    const launcher = plantLauncher(
      t,
      `process.on('${signal}', () => { console.log('finishing'); process.exit(3) })
       setInterval(() => {}, 60_000)
       console.log('ready')`,
    )
    const run = launcher.startOnOldNode()
    const end = ended(run)
    await once(run.stdout!, 'data')

    run.kill(signal)

    assert.deepEqual(await end, { code: 3, stdout: 'ready\nfinishing\n', stderr: '' })
  })
}

for (const command of ['serve', 'seed']) {
  test(`a program behind an old Node finishes its work when that Node is killed (${command})`, async (t) => {
    const launcher = plantLauncher(
      t,
      `process.on('SIGTERM', () => { console.log('finishing'); process.exit() })
       setInterval(() => {}, 60_000)
       console.log(process.pid, JSON.stringify(process.execArgv))`,
    )
    const run = launcher.startOnOldNode(command)
    let stdout = ''
    run.stdout!.on('data', (text) => {
      stdout += text
    })
    await once(run.stdout!, 'data')
    const program = Number.parseInt(stdout, 10)
    t.after(() => isGone(program) || process.kill(program, 'SIGKILL'))
    assert.equal(stdout, `${program} ${JSON.stringify(command === 'serve' ? SERVE_FLAGS : [])}\n`)

    run.kill('SIGKILL')

    await until(() => isGone(program), 'the program ends')
    await until(() => stdout.endsWith('\nfinishing\n'), 'the program finished its work')
  })
}

test("a program killed by a signal exits with the shell's code for it", async (t) => {
  const launcher = plantLauncher(t, `process.kill(process.pid, 'SIGKILL')`)

  assert.equal((await ended(launcher.startOnOldNode())).code, 128 + 9)
})

test('without our Node, an old one prints one line about what to do', async (t) => {
  const launcher = plantLauncher(t, '')
  launcher.removeOwnNode()

  const { code, stderr } = await ended(launcher.startOnOldNode())
  assert.match(stderr, /^tillgate needs Node 24 or later \(this is v\S+\): run `npm ci` to install it\.\n$/)
  assert.equal(code, 1)
})

test('on a new Node the program runs in the same process', async (t) => {
  const launcher = plantLauncher(t, 'console.log(process.pid, process.argv.slice(2))')
  const run = launcher.start('seed')

  assert.deepEqual(await ended(run), { code: 0, stdout: `${run.pid} [ 'seed' ]\n`, stderr: '' })
})

test('serve always runs with its flags, in the same process', async (t) => {
  const launcher = plantLauncher(
    t,
    `console.log(process.pid, JSON.stringify([process.execArgv, process.argv.slice(2)]))`,
  )
  for (const flags of [[], SERVE_FLAGS]) {
    const run = launcher.startOnNode(flags, 'serve', '--some')
    assert.deepEqual(await ended(run), {
      code: 0,
      stdout: `${run.pid} ${JSON.stringify([SERVE_FLAGS, ['serve', '--some']])}\n`,
      stderr: '',
    })
  }
})

test("the caller's Node flags are kept, after those of serve", async (t) => {
  const launcher = plantLauncher(t, 'console.log(process.execArgv.join(" "))')
  const run = launcher.startOnNode(['--max-semi-space-size=32'], 'serve')
  assert.equal((await ended(run)).stdout, `${SERVE_FLAGS.join(' ')} --max-semi-space-size=32\n`)
})

const PROGRAMS: [title: string, bundledMs: number | undefined, env: NodeJS.ProcessEnv, expected: string][] = [
  ['the bundle, when it is newer than the sources', 1_000, {}, 'bundle'],
  ['the sources, when one of them is newer than the bundle', -1_000, {}, 'sources'],
  ['the sources, when there is no bundle', undefined, {}, 'sources'],
  ['the sources, when they are asked for', 1_000, { TILLGATE_SOURCES: '1' }, 'sources'],
]
for (const [title, bundledMs, env, expected] of PROGRAMS) {
  test(`it runs ${title}`, async (t) => {
    const launcher = plantLauncher(t, `console.log('sources')`)
    launcher.plantBundle(bundledMs, `console.log('bundle')`)
    assert.deepEqual(await ended(launcher.startWith(env)), { code: 0, stdout: `${expected}\n`, stderr: '' })
  })
}

test('experimental warnings are suppressed, other warnings are not', async (t) => {
  const launcher = plantLauncher(
    t,
    `process.emitWarning('new and shiny', 'ExperimentalWarning')
     process.emitWarning('new and shiny', { type: 'ExperimentalWarning' })
     process.emitWarning('disk almost full')`,
  )

  const { stderr } = await ended(launcher.start())
  assert.match(stderr, /disk almost full/)
  assert.doesNotMatch(stderr, /shiny/)
})

function plantLauncher(t: TestContext, program: string) {
  const root = mkdtempSync(join(tmpdir(), 'tillgate-launcher-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const ownNode = join(root, 'node_modules', 'node', 'bin')
  for (const folder of [join(root, 'src', 'app', 'cli'), ownNode]) mkdirSync(folder, { recursive: true })
  const launcher = join(root, 'bin', 'tillgate.js')
  const oldNode = join(root, 'old-node.cjs')
  cpSync(join(project, 'bin'), join(root, 'bin'), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'src', 'app', 'cli', 'main.ts'), `${program}\nexport {}\n`)
  writeFileSync(join(ownNode, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
  writeFileSync(
    oldNode,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`,
  )
  return {
    start: (...args: string[]) => spawn(process.execPath, [launcher, ...args]),
    startWith: (env: NodeJS.ProcessEnv) => spawn(process.execPath, [launcher], { env: { ...process.env, ...env } }),
    /** `laterMs`: by how much it is newer than the sources; undefined: there is none. */
    plantBundle(laterMs: number | undefined, bundled: string) {
      if (laterMs === undefined) return
      mkdirSync(join(root, 'dist'))
      const file = join(root, 'dist', 'main.js')
      writeFileSync(file, bundled)
      const made = new Date(statSync(join(root, 'src', 'app', 'cli', 'main.ts')).mtimeMs + laterMs)
      utimesSync(file, made, made)
    },
    startOnNode: (flags: string[], ...args: string[]) => spawn(process.execPath, [...flags, launcher, ...args]),
    startOnOldNode: (...args: string[]) => spawn(process.execPath, ['--require', oldNode, launcher, ...args]),
    removeOwnNode: () => rmSync(ownNode, { recursive: true }),
  }
}

async function ended(run: ChildProcess): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', '']
  run.stdout!.on('data', (text) => {
    stdout += text
  })
  run.stderr!.on('data', (text) => {
    stderr += text
  })
  const [code] = await once(run, 'close')
  return { code, stdout, stderr }
}
