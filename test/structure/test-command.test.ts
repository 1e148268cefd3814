// The test command must never report a failed run as passed: CI relies on its exit code and its last line.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { findFakeTime } from '../support/machine/fake-time.ts'
import { isGone } from '../support/machine/processes.ts'
import { until } from '../support/until.ts'

const command = join(import.meta.dirname, '..', 'run.js')
const folder = mkdtempSync(join(tmpdir(), 'tillgate-test-command-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PASSING = `test('good', () => {})`
const FAILING = `test('bad', () => { throw new Error('the reason') })`
const SKIPPED = `test('later', { skip: 'not yet' }, () => {})`
const HOOK_FAILS = `describe('group', () => { before(() => { throw new Error('the reason') }); ${PASSING} })`
const CRASHING = `throw new Error('the reason')`

const ROWS: { title: string; body: string; args?: string[]; last: string; exit: number; says?: RegExp }[] = [
  { title: 'a passing test passes', body: PASSING, last: '1 passed, 0 failed, 0 skipped', exit: 0 },
  {
    title: 'one failure among others fails',
    body: `${PASSING}\n${FAILING}`,
    last: '1 passed, 1 failed, 0 skipped',
    exit: 1,
    says: /failing tests.*bad.*the reason/s,
  },
  {
    title: 'a skipped test is counted apart',
    body: `${PASSING}\n${SKIPPED}`,
    last: '1 passed, 0 failed, 1 skipped',
    exit: 0,
  },
  {
    title: 'a skipped suite is counted',
    body: `${PASSING}\ndescribe('group', { skip: true }, () => { ${FAILING} })`,
    last: '1 passed, 0 failed, 1 skipped',
    exit: 0,
  },
  {
    title: 'a run of skipped tests only fails',
    body: SKIPPED,
    last: '0 passed, 0 failed, 1 skipped',
    exit: 1,
    says: /No test ran/,
  },
  {
    title: 'a file without a test fails',
    body: '',
    last: '0 passed, 1 failed, 0 skipped',
    exit: 1,
    says: /holds no test/,
  },
  {
    title: 'a time of day that is none is refused',
    body: PASSING,
    args: ['--at', '24:00'],
    last: '',
    exit: 2,
  },
  {
    title: 'a file that cannot be loaded fails',
    body: CRASHING,
    last: '0 passed, 1 failed, 0 skipped',
    exit: 1,
    says: /the reason/,
  },
  {
    title: 'a process that leaves a timer running is ended after its tests',
    body: `${PASSING}\nsetInterval(() => {}, 1000)`,
    last: '1 passed, 0 failed, 0 skipped',
    exit: 0,
  },
  {
    title: 'tests that end faster than their results are read are all counted',
    body: `for (let i = 0; i < 3000; i++) test('one of many with a title that takes its place in the report ' + i, () => {})`,
    last: '3000 passed, 0 failed, 0 skipped',
    exit: 0,
  },
  {
    title: 'a name pattern picks tests',
    body: `${PASSING}\n${FAILING}`,
    args: ['--test-name-pattern=good'],
    last: '1 passed, 0 failed, 0 skipped',
    exit: 0,
  },
  {
    title: 'a name pattern that picks none fails',
    body: PASSING,
    args: ['--test-name-pattern=absent'],
    last: '0 passed, 0 failed, 0 skipped',
    exit: 1,
    says: /No test ran/,
  },
]

// Where libfaketime is installed. The run has an hour, also on a busy machine.
if (findFakeTime() !== undefined) {
  ROWS.push({
    title: 'a run at another time of day begins there',
    body: `test('four or five', () => { if (![4, 5].includes(new Date().getUTCHours())) throw new Error(String(new Date())) })`,
    args: ['--at', '04:58'],
    last: '1 passed, 0 failed, 0 skipped',
    exit: 0,
  })
}

for (const [index, { title, body, args = [], last, exit, says }] of ROWS.entries()) {
  test(title, async () => {
    const { code, output } = await ended(start(writeTest(`row-${index}`, body), ...args))

    assert.equal(output.trimEnd().split('\n').at(-1), last)
    assert.equal(code, exit)
    if (says) assert.match(output, says)
  })
}

test('a suite whose hook fails does not pass', async () => {
  const { code, output } = await ended(start(writeTest('hook', HOOK_FAILS)))

  assert.match(output.trimEnd().split('\n').at(-1)!, /^0 passed, [1-9]\d* failed, 0 skipped$/)
  assert.equal(code, 1)
})

test('files that share a process keep their hooks separate and are counted one by one', async () => {
  const root = mkdtempSync(join(folder, 'root-'))
  mkdirSync(join(root, 'src'))
  const files = {
    'counts.test.ts': `let ran = 0; beforeEach(() => { ran++ }); test('one', () => {}); test('two', () => { if (ran !== 2) throw new Error() })`,
    'other.test.ts': `test('elsewhere', () => { console.log('pid', process.pid) })`,
    'failing.test.ts': FAILING,
    'same.test.ts': `test('beside it', () => { console.log('pid', process.pid) })`,
    'alone.test.ts': `// Needs a process of its own: to be told apart\ntest('alone', () => { console.log('pid', process.pid) })`,
    'empty.test.ts': '',
    'broken.test.ts': CRASHING,
  }
  for (const [name, body] of Object.entries(files)) {
    writeFileSync(
      join(root, 'src', name),
      `import { beforeEach, test } from 'node:test'\nvoid [beforeEach, test]\n${body}\n`,
    )
  }
  const { code, output } = await ended(start({ cwd: root }))

  assert.equal(output.trimEnd().split('\n').at(-1), '5 passed, 3 failed, 0 skipped')
  assert.equal(code, 1)
  assert.match(output, /src\/empty\.test\.ts holds no test/)
  assert.match(output, /broken\.test\.ts.*the reason/s)
  const pids = Array.from(output.matchAll(/^pid (\d+)/gm), ([, pid]) => pid)
  assert.equal(pids.length, 3)
  assert.equal(new Set(pids).size, 2, 'two share a process')
})

test('files of which no result was received run again, each by itself', async () => {
  const root = mkdtempSync(join(folder, 'root-'))
  mkdirSync(join(root, 'src'))
  const endsOnce = `if (!existsSync('ran')) { writeFileSync('ran', ''); process.exit(0) }`
  for (const [name, body] of Object.entries({ 'ends.test.ts': `${endsOnce}; ${PASSING}`, 'beside.test.ts': FAILING })) {
    const imports = `import { existsSync, writeFileSync } from 'node:fs'\nimport { test } from 'node:test'\n`
    writeFileSync(join(root, 'src', name), `${imports}${body}\n`)
  }
  const { code, output } = await ended(start({ cwd: root }))

  assert.match(output, /^No result of src\/ends\.test\.ts was received; it ran again\.$/m)
  assert.equal(output.trimEnd().split('\n').at(-1), '1 passed, 1 failed, 0 skipped')
  assert.equal(code, 1)
})

const FAILS_ONCE = `test('stumbles', () => { if (!existsSync('ran-' + name)) { writeFileSync('ran-' + name, ''); throw new Error('once') } })`
const RERUNS: { title: string; files: Record<string, string>; last: string; exit: number; unsteady: string[] }[] = [
  {
    title: 'a file that fails once is listed as unsteady, and its tests are counted once',
    files: {
      'src/a.test.ts': `${FAILS_ONCE}; ${PASSING}`,
      'src/b.test.ts': PASSING,
      'contracts/c.test.ts': FAILS_ONCE,
    },
    last: '4 passed, 0 failed, 0 skipped',
    exit: 0,
    unsteady: ['contracts/c.test.ts: stumbles', 'src/a.test.ts: stumbles'],
  },
  {
    title: 'a file that fails twice fails, whatever else passes',
    files: { 'src/a.test.ts': `${FAILING}; ${PASSING}`, 'src/b.test.ts': FAILS_ONCE },
    last: '2 passed, 1 failed, 0 skipped',
    exit: 1,
    unsteady: ['src/b.test.ts: stumbles'],
  },
  {
    title: 'a suite of crashes or properties fails at once',
    files: {
      'src/a-killed.test.ts': FAILS_ONCE,
      'src/b.property.test.ts': FAILS_ONCE,
      'src/c.test.ts': `// ${'import fc '}from 'fast-check'\n${FAILS_ONCE}`,
    },
    last: '0 passed, 3 failed, 0 skipped',
    exit: 1,
    unsteady: [],
  },
  {
    title: 'six files that fail once fail the run',
    files: Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`src/f${n}.test.ts`, FAILS_ONCE])),
    last: '0 passed, 6 failed, 0 skipped',
    exit: 1,
    unsteady: [],
  },
]

for (const { title, files, last, exit, unsteady } of RERUNS) {
  test(title, async () => {
    const root = mkdtempSync(join(folder, 'root-'))
    for (const [name, body] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      const imports = `import { existsSync, writeFileSync } from 'node:fs'\nimport { test } from 'node:test'\n`
      const itsName = JSON.stringify(basename(name))
      writeFileSync(
        join(root, name),
        `${imports}const name = ${itsName}\nvoid [existsSync, writeFileSync, name]\n${body}\n`,
      )
    }
    const { code, output } = await ended(start({ cwd: root }, ...Object.keys(files)))

    assert.deepEqual(
      Array.from(output.matchAll(/^Unsteady: (.*)$/gm), ([, line]) => line),
      unsteady,
    )
    assert.equal(output.trimEnd().split('\n').at(-1), last)
    assert.equal(code, exit)
  })
}

test('an old Node is told what to do', async () => {
  const old = join(folder, 'old-node.cjs')
  writeFileSync(old, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`)
  const run = spawn(process.execPath, ['--require', old, command], { stdio: ['ignore', 'pipe', 'pipe'] })
  let told = ''
  run.stderr.on('data', (text) => {
    told += text
  })
  assert.deepEqual(await ended(run), { code: 1, output: '' })
  assert.match(told, /need Node 24 or later .* `npm ci && npm test` brings its own/)
})

test('a pattern that matches no file fails', async () => {
  const { code, output } = await ended(start(join(folder, 'absent.test.ts')))

  assert.match(output, /No test file matches/)
  assert.equal(code, 1)
})

test('an interrupted run ends its tests and fails', { timeout: 300_000 }, async () => {
  const hanging = `test('hangs', async () => { console.log('pid', process.pid); await new Promise((r) => setTimeout(r, 1e9)) })`
  const run = start(writeTest('hanging', hanging))
  let pid = 0
  for await (const line of createInterface(run.stdout!)) {
    pid = Number(/^pid (\d+)/.exec(line)?.[1] ?? 0)
    if (pid > 0) break
  }

  const end = ended(run)
  run.kill('SIGINT')

  const { code, output } = await end
  assert.equal(code, 130)
  assert.match(output, /Interrupted by SIGINT/)
  await until(() => isGone(pid), 'the test that hung is gone')
})

function writeTest(name: string, body: string): string {
  const file = join(folder, `${name}.test.ts`)
  writeFileSync(file, `import { before, describe, test } from 'node:test'\nvoid [before, describe, test]\n${body}\n`)
  return file
}

function start(...given: (string | { readonly cwd: string })[]): ChildProcess {
  const args = given.filter((one) => typeof one === 'string')
  const place = given.find((one) => typeof one !== 'string') ?? {}
  // These runs need neither database nor browser: the command would fail if it started a PostgreSQL before a test asks for it.
  // Node marks its test processes and refuses to run tests inside one.
  const { NODE_TEST_CONTEXT: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const env = { ...inherited, TEST_POSTGRES_PROGRAMS: '/nowhere', CHROMIUM_PATH: 'unused' }
  return spawn(process.execPath, [command, ...args], { ...place, env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function ended(run: ChildProcess): Promise<{ code: number; output: string }> {
  let output = ''
  run.stdout!.on('data', (text) => {
    output += text
  })
  run.stdout!.resume()
  const [code] = await once(run, 'close')
  return { code, output }
}
