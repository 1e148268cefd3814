// The bill of materials of a release (CycloneDX): the packages that it contains, with their licences. npm writes it of all packages
// of the lockfile, tools included, with a number and a time that are new each time; both are taken from what is released instead.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lockfile, shippedPackages } from './shipped-packages.ts'

const WRITE = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']

interface Materials {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string } }
  components: { 'bom-ref': string; name: string; version: string; scope?: string; properties?: { name: string }[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

export function billOfMaterials(root: string, committedAtS: number): string {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  const written = execFileSync('npm', WRITE, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const materials = JSON.parse(written) as Materials
  const shipped = new Set(
    [...shippedPackages(lockfile)].map(
      (folder) => `${folder.split('node_modules/').at(-1)}@${lockfile.packages[folder]?.version}`,
    ),
  )
  const own = ({ metadata }: Materials): string => (metadata.component as { 'bom-ref'?: string })['bom-ref'] ?? ''
  const components = materials.components
    .filter(({ name, version }) => shipped.has(`${name}@${version}`))
    // What npm takes for a tool is part of the console.
    .map(({ properties = [], ...component }) => ({
      ...component,
      scope: 'required',
      properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    }))
  const named = new Set([own(materials), ...components.map((component) => component['bom-ref'])])
  const dependencies = materials.dependencies
    .filter(({ ref }) => named.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => named.has(one)) }))
  const contents = { ...materials, components, dependencies }
  contents.metadata = {
    ...materials.metadata,
    timestamp: new Date(committedAtS * 1000).toISOString(),
    // npm takes the name of the folder.
    component: { ...materials.metadata.component, name: 'tillgate' },
  }
  contents.serialNumber = ''
  contents.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(contents))}`
  return `${JSON.stringify(contents, null, 2)}\n`
}

/** A UUID of version 8: of a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = (Number.parseInt(hex.slice(16, 17), 16) % 4) + 8
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant.toString(16)}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
