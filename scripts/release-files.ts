// `npm run release-files`: writes what a release publishes beside its image to the folder `release`: its notes, from the
// changelog, and its bill of materials (CycloneDX), of the packages that run in production.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sectionOf } from './changelog.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'release')
const SBOM = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application']

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const notes = sectionOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
if (notes === '')
  throw new Error(`CHANGELOG.md has no section for ${version}: make the release by \`npm version\` first`)
const materials = execFileSync('npm', SBOM, {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})

mkdirSync(OUT, { recursive: true })
write('notes.md', `${notes}\n`)
write(`tillgate-${version}.cdx.json`, materials)

function write(name: string, text: string): void {
  writeFileSync(join(OUT, name), text)
  console.log(join('release', name))
}
