// What a release publishes: a bundle and a bill of materials that are the same twice, checksums with a signature that OpenSSL checks,
// and no package whose licence asks for more than a notice.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { billOfMaterials } from '../../scripts/release/bill-of-materials.ts'
import { makeBundle } from '../../scripts/release/bundle.ts'
import { checksumsOf } from '../../scripts/release/checksums.ts'
import { refusedLicences } from '../../scripts/release/licences.ts'
import { type Lockfile, shippedPackages } from '../../scripts/release/shipped-packages.ts'
import { provesMore } from '../support/runner/extent.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile
const place = mkdtempSync(join(tmpdir(), 'tillgate-release-test-'))
after(() => rmSync(place, { recursive: true, force: true }))

describe('what is part of a release', () => {
  const shipped = shippedPackages(lockfile)
  for (const [name, isShipped] of [
    ['fastify', true],
    ['avvio', true],
    ['react', true],
    ['d3-shape', true],
    ['vite', false],
    ['typescript', false],
    ['axe-core', false],
  ] as const) {
    test(`${name}: ${isShipped ? 'yes' : 'no'}`, () => assert.equal(shipped.has(`node_modules/${name}`), isShipped))
  }

  test('the bill of materials names them with their licences, and is the same twice', () => {
    const written = billOfMaterials(ROOT, 1_790_000_000)
    const { metadata, components } = JSON.parse(written) as {
      metadata: { timestamp: string; component: { name: string } }
      components: { name: string; licenses?: object[] }[]
    }
    assert.equal(metadata.component.name, 'tillgate')
    assert.equal(metadata.timestamp, '2026-09-21T14:13:20.000Z')
    const names = new Set(components.map(({ name }) => name))
    assert.deepEqual(
      ['fastify', 'react', 'vite', '@biomejs/biome'].map((name) => names.has(name)),
      [true, true, false, false],
    )
    assert.deepEqual(
      components.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name),
      [],
    )
    assert.equal(billOfMaterials(ROOT, 1_790_000_000), written)
  })
})

describe('a licence', () => {
  for (const [license, ofTool, ofShipped] of [
    ['MIT', true, true],
    ['MIT OR GPL-3.0-or-later', true, true],
    ['(MIT AND Zlib)', true, true],
    ['MIT AND GPL-2.0-only', false, false],
    ['MPL-2.0', true, false],
    ['GPL-3.0-or-later', false, false],
    ['AGPL-3.0-only OR SSPL-1.0', false, false],
    ['SEE LICENSE IN LICENSE.md', false, false],
    [undefined, false, false],
  ] as const) {
    test(`${license ?? 'that is not told'}: tools ${ofTool}, releases ${ofShipped}`, () => {
      const packages = {
        '': { dependencies: { shipped: '1.0.0' } },
        'node_modules/shipped': license === undefined ? {} : { license },
        'node_modules/tool': license === undefined ? {} : { license },
      }
      const refused = refusedLicences({ packages })
      assert.deepEqual(
        ['tool', 'shipped'].map((name) => !refused.some((line) => line.startsWith(`node_modules/${name} `))),
        [ofTool, ofShipped],
      )
    })
  }
})

test('the signature of the checksums is one that OpenSSL accepts, and of nothing else', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const files = checksumsOf([{ name: 'notes.md', contents: 'What is new.\n' }], privateKey)
  for (const { name, contents } of files) writeFileSync(join(place, name), contents)
  writeFileSync(join(place, 'notes.md'), 'What is new.\n')
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: place, stdio: 'pipe' })
  const check = ['pkeyutl', '-verify', '-pubin', '-inkey', 'release-key.pem', '-rawin', '-in', 'SHA256SUMS']
  const verify = () => execFileSync('openssl', [...check, '-sigfile', 'SHA256SUMS.sig'], { cwd: place, stdio: 'pipe' })
  verify()
  writeFileSync(join(place, 'SHA256SUMS'), 'of another file')
  assert.throws(verify)
  assert.deepEqual(
    checksumsOf([], undefined).map(({ name }) => name),
    ['SHA256SUMS'],
  )
})

test('two builds of a commit in different folders give the same bytes', {
  skip: !provesMore && 'test-all only: two builds take a minute, and nothing but a release needs them',
}, () => {
  const elsewhere = join(place, 'another checkout')
  execFileSync('git', ['clone', '--quiet', '--shared', ROOT, elsewhere])
  for (const file of changed()) cpSync(join(ROOT, file), join(elsewhere, file))
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), elsewhere])
  const hashes = [ROOT, elsewhere].map((root) =>
    createHash('sha256')
      .update(makeBundle({ root, version: '0.0.0' }))
      .digest('hex'),
  )
  assert.equal(hashes[0], hashes[1])
})

/** What git knows and is not committed yet. */
function changed(): string[] {
  const listed = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed.split('\n').filter(Boolean)
}
