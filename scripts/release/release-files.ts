// `npm run release-files -- --key FILE`: writes what a release publishes beside its image to the folder `release`: the bundle, its
// notes from the changelog, its bill of materials, the checksums of these, and their signature by the Ed25519 key of that file.

import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { billOfMaterials } from './bill-of-materials.ts'
import { committedAt, makeBundle } from './bundle.ts'
import { sectionOf } from './changelog.ts'
import { checksumsOf, type ReleaseFile } from './checksums.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'release')

const { values: options } = parseArgs({ options: { key: { type: 'string' } } })
// Before the builds, which take half a minute.
const key = options.key === undefined ? undefined : readKey(options.key)

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const notes = sectionOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
if (notes === '')
  throw new Error(`CHANGELOG.md has no section for ${version}: make the release by \`npm version\` first`)

const files: ReleaseFile[] = [
  { name: 'notes.md', contents: `${notes}\n` },
  { name: `tillgate-${version}.cdx.json`, contents: billOfMaterials(ROOT, committedAt(ROOT)) },
  { name: `tillgate-${version}.tar.gz`, contents: makeBundle({ root: ROOT, version }) },
]

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
for (const { name, contents } of [...files, ...checksumsOf(files, key)]) {
  writeFileSync(join(OUT, name), contents)
  console.log(join('release', name))
}
if (key === undefined) console.log('Not signed: --key FILE names the key.')

function readKey(file: string): KeyObject {
  const read = createPrivateKey(readFileSync(file))
  if (read.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is no Ed25519 key`)
  return read
}
