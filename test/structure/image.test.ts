// The image of deploy/Dockerfile, built without Docker: every stage is a folder, COPY and RUN are done in it. Packages come from
// this checkout instead of a registry, so `npm ci` becomes a copy of them and the scripts that it runs. `npm test` takes what is built
// from this checkout too; `npm run test-all` builds it again in each stage.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { provesMore } from '../support/runner/extent.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LARGEST_MB = 300
const SHARED = 'node_modules'
/** What `npm ci` builds. */
const BUILT = ['dist', 'console/dist']

const place = mkdtempSync(join(tmpdir(), 'tillgate-image-'))
after(() => rmSync(place, { recursive: true, force: true }))

test('the image can be built, is small, and serves console and reference', { timeout: 600_000 }, async () => {
  const stages = readStages()
  for (const [index, { lines }] of stages.entries()) {
    for (const line of lines) runLine(line, join(place, `${index}`), stages)
  }
  const image = join(place, `${stages.length - 1}`, 'tillgate')
  const sizes = globSync('**/*', { cwd: image }).map((name) => statSync(join(image, name)))
  const megabytes = sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0) / 2 ** 20
  assert.ok(megabytes < LARGEST_MB, `${megabytes.toFixed(0)} MB`)

  const gateway = spawn(process.execPath, ['bin/tillgate.js', 'serve'], {
    cwd: image,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(place, 'data'),
      SANDBOX_TRAFFIC: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await listening(gateway.stdout)
    for (const path of ['/console/', '/docs/', '/openapi/accounts.json', '/api/health']) {
      assert.equal((await fetch(new URL(path, url))).status, 200, path)
    }
  } finally {
    gateway.kill('SIGTERM')
    await once(gateway, 'exit')
  }
})

interface Stage {
  readonly name: string | undefined
  readonly lines: readonly string[]
}

function readStages(): Stage[] {
  const text = readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ')
  return text
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const [head = '', ...lines] = stage.split('\n')
      return { name: / AS (\S+)/.exec(head)?.[1], lines: lines.filter((line) => /^(COPY|RUN|WORKDIR) /.test(line)) }
    })
}

function runLine(line: string, folder: string, stages: readonly Stage[]): void {
  const work = join(folder, 'tillgate')
  mkdirSync(work, { recursive: true })
  const [instruction, ...words] = line.split(/\s+/)
  if (instruction === 'COPY') copy(words, folder, work, stages)
  else if (instruction === 'RUN') run(words.join(' '), work)
}

function copy(words: readonly string[], folder: string, work: string, stages: readonly Stage[]): void {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = paths.at(-1) ?? ''
  const base = from === undefined ? ROOT : join(place, `${stages.findIndex(({ name }) => name === from)}`)
  const into = target.startsWith('/') ? join(folder, target) : join(work, target)
  for (const path of paths.slice(0, -1)) {
    const source = join(base, path)
    assert.ok(existsSync(source), `COPY ${path}: there is none`)
    const isFolder = statSync(source).isDirectory()
    link(source, isFolder || !target.endsWith('/') ? into : join(into, basename(path)))
  }
}

function run(command: string, work: string): void {
  if (/^npm ci\b/.test(command)) {
    const runsScripts = !command.includes('--ignore-scripts')
    if (runsScripts && !provesMore && BUILT.every((path) => existsSync(join(ROOT, path)))) {
      for (const path of BUILT) cpSync(join(ROOT, path), join(work, path), { recursive: true })
      return
    }
    link(join(ROOT, SHARED), join(work, SHARED))
    rmSync(join(work, SHARED, '.cache'), { recursive: true, force: true })
    if (!runsScripts) return
    const { scripts } = JSON.parse(readFileSync(join(work, 'package.json'), 'utf8')) as { scripts: { prepare: string } }
    for (const step of scripts.prepare.split(' && ')) run(step, work)
  } else if (command.startsWith('node ')) {
    execFileSync(process.execPath, command.split(' ').slice(1), { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] })
  } else {
    assert.match(command, /^mkdir -p \S+ && chown \S+ \S+$/, 'the test does not know this command')
  }
}

/** Hard links where the file system allows: packages are large. What git does not have of the checkout was not built there. */
function link(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  if (source.includes(SHARED)) {
    try {
      execFileSync('cp', ['-al', source, target], { stdio: 'ignore' })
    } catch {
      rmSync(target, { recursive: true, force: true })
      cpSync(source, target, { recursive: true, verbatimSymlinks: true })
    }
    return
  }
  const isIgnored = (path: string) => /[\\/](node_modules|dist|dist\.next|screenshots)([\\/]|$)/.test(path)
  const isBuilt = source.startsWith(place)
  cpSync(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => isBuilt || !isIgnored(path.slice(ROOT.length)),
  })
}

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const url = /^gateway listening on (\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('the gateway ended without listening')
}
