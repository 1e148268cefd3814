// Bundles the gateway with its packages into dist, with source maps: a start then loads a few files instead of thousands.
// The bundler is Rolldown, which Vite brings along. Beside the bundle it puts the template of data folders.
//
//   node scripts/build-gateway.ts                builds
//   node scripts/build-gateway.ts --if-stale     builds only what is older than its sources
//   node scripts/build-gateway.ts --if-possible  the step of `npm ci`: builds where the tools are installed, and never fails the install

import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { BUNDLE, isFresh } from '../bin/bundle.js'
import { EXTERNAL_PACKAGES } from './external-packages.ts'

const ROOT = join(import.meta.dirname, '..')
/** Built here first, so that a gateway that starts never sees half a build. */
const NEXT = join(ROOT, 'dist.next')
const LAST = join(ROOT, 'dist.last')
const NEXT_TEMPLATE = join(ROOT, 'dist.next.zst')
const TEMPLATE_MAKER = join(import.meta.dirname, 'build-data-template.ts')
/** The program, its threads and its child processes. */
const ENTRIES = {
  main: 'src/app/cli/main.ts',
  'pglite-worker': 'src/platform/storage/embedded/pglite-worker.ts',
  'key-worker': 'src/tokens/ledgers/evm/keys/key-worker.ts',
  'zen-child': 'src/rules/zen/zen-child.ts',
}

const { values: options } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, 'if-possible': { type: 'boolean' } },
})

if (options['if-possible'] === true) await buildIfPossible()
else if (options['if-stale'] !== true || !isFresh()) await build()
else await renewTemplate()

async function buildIfPossible(): Promise<void> {
  const isPossible = existsSync(join(ROOT, 'node_modules', 'rolldown')) && existsSync(join(ROOT, ENTRIES.main))
  if (!isPossible) return
  try {
    await build()
  } catch (error) {
    console.error('The gateway could not be bundled; it starts from its sources. `npm run build-gateway` tries again.')
    console.error(error)
  }
}

async function build(): Promise<void> {
  rmSync(NEXT_TEMPLATE, { force: true })
  const [template] = await Promise.all([makeTemplate(), bundle()])
  if (template !== undefined) renameSync(template, join(NEXT, 'data-template.zst'))
  rmSync(LAST, { recursive: true, force: true })
  if (existsSync(BUNDLE)) renameSync(BUNDLE, LAST)
  renameSync(NEXT, BUNDLE)
  rmSync(LAST, { recursive: true, force: true })
}

async function renewTemplate(): Promise<void> {
  const { DATA_TEMPLATE, isTemplateCurrent } = await import('../src/platform/storage/embedded/data-template.ts')
  if (isTemplateCurrent()) return
  const template = await makeTemplate()
  if (template !== undefined) renameSync(template, fileURLToPath(DATA_TEMPLATE))
}

/** Its file, made in about six seconds unless the last one still fits. Undefined when it cannot be made: a start then does its work. */
async function makeTemplate(): Promise<string | undefined> {
  try {
    const { DATA_TEMPLATE, isTemplateCurrent } = await import('../src/platform/storage/embedded/data-template.ts')
    if (isTemplateCurrent()) copyFileSync(DATA_TEMPLATE, NEXT_TEMPLATE)
    // Code of the engine that runs once is not worth optimizing.
    else await promisify(execFile)(process.execPath, ['--liftoff-only', TEMPLATE_MAKER, NEXT_TEMPLATE])
    return NEXT_TEMPLATE
  } catch (error) {
    console.error('The template of data folders could not be made; first starts take longer.')
    console.error(error)
    return undefined
  }
}

async function bundle(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const bundled = await rolldown({
    cwd: ROOT,
    input: ENTRIES,
    platform: 'node',
    external: [...EXTERNAL_PACKAGES],
    plugins: [
      { name: 'places', transform: { filter: { id: /[\\/]src[\\/]/, code: 'import.meta' }, handler: withPlaces } },
    ],
  })
  try {
    rmSync(NEXT, { recursive: true, force: true })
    // Parts of the gateway are shown by the names of their classes.
    await bundled.write({ dir: NEXT, sourcemap: true, keepNames: true, chunkFileNames: '[name]-[hash].js' })
  } finally {
    await bundled.close()
  }
}

/**
 * Files that a source names relative to itself stay where they are. What it starts as a thread or a process is bundled
 * beside it. Lines stay lines, so the source maps need no change.
 */
function withPlaces(code: string, id: string): { code: string; map: null } {
  const place = relative(ROOT, id).replaceAll('\\', '/')
  const own = `new URL(${JSON.stringify(`../${place}`)}, import.meta.url)`
  const [entries, others] = [/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, /import\.meta\.(url|dirname)\b/g]
  const beside: string[] = []
  const moved = code
    .replace(entries, (_, name: string) => `\0${beside.push(`new URL('./${name}.js', import.meta.url)`) - 1}\0`)
    .replace(others, (_, member: string) =>
      member === 'url' ? `${own}.href` : `${nodeBuiltin('path')}.dirname(${nodeBuiltin('url')}.fileURLToPath(${own}))`,
    )
    .replace(/\0(\d+)\0/g, (_, place: string) => beside[Number(place)] ?? '')
  return { code: moved, map: null }
}

function nodeBuiltin(name: string): string {
  return `process.getBuiltinModule('node:${name}')`
}
