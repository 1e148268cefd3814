// Bundles the gateway with its packages into dist, with source maps: a start then loads a few files instead of thousands.
// The bundler is Rolldown, which Vite brings along.
//
//   node scripts/build-gateway.ts                builds
//   node scripts/build-gateway.ts --if-stale     builds only when a source is newer than the bundle
//   node scripts/build-gateway.ts --if-possible  the step of `npm ci`: builds where the tools are installed, and never fails the install

import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { BUNDLE, isFresh } from '../bin/bundle.js'

const ROOT = join(import.meta.dirname, '..')
/** Built here first, so that a gateway that starts never sees half a build. */
const NEXT = join(ROOT, 'dist.next')
const LAST = join(ROOT, 'dist.last')
/** The program, its threads and its child processes. */
const ENTRIES = {
  main: 'src/cli/main.ts',
  'pglite-worker': 'src/storage/embedded/pglite-worker.ts',
  'zen-child': 'src/rules/zen/zen-child.ts',
}
/** Native code, WebAssembly, packages that read files of their own, and those that few gateways load. */
const EXTERNAL = [
  /^@electric-sql\//,
  /^@gorules\//,
  /^@node-rs\//,
  /^@scalar\//,
  /^@opentelemetry\/(?!api$)/,
  'pg-native',
]

const { values: options } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, 'if-possible': { type: 'boolean' } },
})

if (options['if-possible'] === true) await buildIfPossible()
else if (options['if-stale'] !== true || !isFresh()) await build()

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
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: ROOT,
    input: ENTRIES,
    platform: 'node',
    external: EXTERNAL,
    plugins: [
      { name: 'places', transform: { filter: { id: /[\\/]src[\\/]/, code: 'import.meta' }, handler: withPlaces } },
    ],
  })
  try {
    rmSync(NEXT, { recursive: true, force: true })
    // Parts of the gateway are shown by the names of their classes.
    await bundle.write({ dir: NEXT, sourcemap: true, keepNames: true, chunkFileNames: '[name]-[hash].js' })
  } finally {
    await bundle.close()
  }
  rmSync(LAST, { recursive: true, force: true })
  if (existsSync(BUNDLE)) renameSync(BUNDLE, LAST)
  renameSync(NEXT, BUNDLE)
  rmSync(LAST, { recursive: true, force: true })
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
