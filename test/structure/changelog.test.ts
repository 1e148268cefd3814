// How a release takes its part of the changelog.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { releaseUnreleased, sectionOf } from '../../scripts/release/changelog.ts'

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A bank.

## [0.1.0] - 2026-01-31

- The first.
`

test('what is unreleased becomes the version, and a new unreleased part is empty', () => {
  const released = releaseUnreleased(CHANGELOG, '0.2.0', '2026-02-28')
  assert.match(released, /^## \[Unreleased\]\n\n## \[0\.2\.0\] - 2026-02-28\n\n### Added\n\n- A bank\.$/m)
  assert.equal(sectionOf(released, 'Unreleased'), '')
  assert.equal(sectionOf(released, '0.2.0'), '### Added\n\n- A bank.')
  assert.equal(sectionOf(released, '0.1.0'), '- The first.')
})

test('a release without a change, or of a version that exists, is refused', () => {
  const released = releaseUnreleased(CHANGELOG, '0.2.0', '2026-02-28')
  assert.throws(() => releaseUnreleased(released, '0.3.0', '2026-03-01'), /nothing under \[Unreleased\]/)
  assert.throws(() => releaseUnreleased(CHANGELOG, '0.1.0', '2026-03-01'), /0\.1\.0 already/)
})

test('our changelog has the heading that a release looks for', () => {
  const changelog = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8')
  assert.equal(changelog.match(/^## \[Unreleased\]$/gm)?.length, 1)
})
