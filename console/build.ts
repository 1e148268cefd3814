// Builds the console into console/dist, with compressed copies of every file that shrinks.
//
//   node console/build.ts              builds
//   node console/build.ts --if-stale   builds only when something it is made from has changed
//   node console/build.ts --if-possible   the step of `npm ci`: builds where the tools are installed

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')
const OUT = join(HERE, 'dist')
/** Built here first, so that a running gateway never sees half a build. */
const NEXT = join(HERE, 'dist.next')
const LAST = join(HERE, 'dist.last')
const FINGERPRINT = '.made-from'
const SOURCES = [
  'console/{index.html,*.ts,package.json}',
  'console/texts/*.ts',
  'console/src/**/*',
  'console/public/*',
  'sdk/src/**/*.ts',
]
const COMPRESSIBLE = /\.(js|css|svg|html)$/

const { values: options } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, 'if-possible': { type: 'boolean' } },
})

if (options['if-possible'] === true) await buildIfPossible()
else if (options['if-stale'] !== true || readFingerprint() !== fingerprint()) await build()

async function buildIfPossible(): Promise<void> {
  if (!existsSync(join(ROOT, 'node_modules', 'vite'))) {
    // The bundle of a release brings it.
    if (!existsSync(OUT))
      console.log('The console is not built: its tools are not installed (npm ci without --omit=dev installs them).')
    return
  }
  // A checkout without a console looks installed. Its failure fails the installation.
  await build()
}

async function build(): Promise<void> {
  const { build: bundle } = await import('vite')
  const madeFrom = fingerprint()
  await bundle({
    configFile: join(HERE, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: NEXT, emptyOutDir: true },
  })
  for (const file of globSync('**/*', { cwd: NEXT }).filter((name) => COMPRESSIBLE.test(name)))
    compress(join(NEXT, file))
  writeFileSync(join(NEXT, FINGERPRINT), madeFrom)
  replaceOutput()
}

function replaceOutput(): void {
  rmSync(LAST, { recursive: true, force: true })
  if (existsSync(OUT)) renameSync(OUT, LAST)
  renameSync(NEXT, OUT)
  rmSync(LAST, { recursive: true, force: true })
}

function compress(file: string): void {
  const plain = readFileSync(file)
  // Quality 9 takes a tenth of the time of 11, for files 5 % larger; what every page loads is worth it.
  const quality = basename(file).startsWith('console-') ? 11 : 9
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }))
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
}

function readFingerprint(): string | undefined {
  const file = join(OUT, FINGERPRINT)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Hash of the contents of everything that the console is made from. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync([...SOURCES, 'package-lock.json'], { cwd: ROOT, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}
