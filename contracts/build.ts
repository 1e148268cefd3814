// `npm run contracts`: compiles the contracts and writes their interface and code to contracts/artifacts, as TypeScript so that
// calls are typed. They are committed.
//
//   npm run contracts                 writes them (20 seconds of processor time)
//   npm run contracts -- --check      whether they belong to the sources, by hashes: part of `npm run check`
//   npm run contracts -- --recheck    the same by compiling: before a release
//   npm run contracts -- --mutations  breaks each rule in a copy, and tells whether a test fails; names of test files choose

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { artifactFileOf, artifactOf } from './artifact-file.ts'
import { compileContracts, readSource } from './compile.ts'

const ARTIFACTS = join(import.meta.dirname, 'artifacts')
const HASHES = 'hashes.json'
const SETTINGS = 'contracts/compile.ts'

interface Hashes {
  readonly compiler: string
  readonly sources: Readonly<Record<string, string>>
  readonly artifacts: Readonly<Record<string, string>>
}

const [mode, ...names] = process.argv.slice(2)
if (mode === undefined) write()
else if (mode === '--check') report(staleByHash())
else if (mode === '--recheck') report(staleByCompiling())
else if (mode === '--mutations') process.exitCode = (await import('./try-mutations.ts')).tryMutations(names)
else throw new Error(`There is no option ${mode}.`)

function write(): void {
  for (const [file, text] of Object.entries(compiled())) writeFileSync(join(ARTIFACTS, file), text)
}

/** The files of the folder by name. */
function compiled(): Record<string, string> {
  const { contracts, sources } = compileContracts()
  const files = Object.fromEntries(
    Object.entries(contracts).map(([name, contract]) => [artifactFileOf(name), artifactOf(name, contract)]),
  )
  const hashes: Hashes = {
    compiler: compilerVersion(),
    sources: Object.fromEntries([SETTINGS, ...sources].map((source) => [source, hash(readSource(source))])),
    artifacts: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, hash(text)])),
  }
  return { ...files, [HASHES]: `${JSON.stringify(hashes, undefined, 2)}\n` }
}

/** What does not fit, by name. */
function staleByHash(): string[] {
  const known = JSON.parse(readArtifact(HASHES)) as Hashes
  return [
    ...(known.compiler === compilerVersion() ? [] : [`solc ${known.compiler}`]),
    ...Object.entries(known.sources).flatMap(([name, expected]) => (hash(readSource(name)) === expected ? [] : [name])),
    ...Object.entries(known.artifacts).flatMap(([name, expected]) =>
      hash(readArtifact(name)) === expected ? [] : [`contracts/artifacts/${name}`],
    ),
  ]
}

function staleByCompiling(): string[] {
  return Object.entries(compiled()).flatMap(([file, text]) => (readArtifact(file) === text ? [] : [file]))
}

function report(stale: readonly string[]): void {
  if (stale.length === 0) {
    console.log('The artifacts of the contracts are up to date.')
    return
  }
  console.error(`The artifacts of the contracts are stale (${stale.join(', ')}). Run \`npm run contracts\`.`)
  process.exitCode = 1
}

function readArtifact(file: string): string {
  return readFileSync(join(ARTIFACTS, file), 'utf8')
}

function compilerVersion(): string {
  return (createRequire(import.meta.url)('solc/package.json') as { version: string }).version
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
