// package-lock.json: what `npm ci` installs, from whichever registry, on every Node that may run npm.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

interface LockedPackage {
  readonly resolved?: string
  readonly engines?: object
}

const lockfile = readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8')
const packages = Object.entries((JSON.parse(lockfile) as { packages: Record<string, LockedPackage> }).packages)

test('the lockfile names no registry', () => {
  const hosted = packages.filter(([, { resolved }]) => resolved?.includes('://')).map(([name]) => name)
  assert.deepEqual(hosted, [])
})

// The native code of Hardhat's chain is in optional packages for Node 22 and later. npm on Node 20 leaves out an optional
// package whose engines do not fit, although the chain runs on the Node 24 that is installed. npm keeps entries as they are.
test("the native code of Hardhat's chain is installed by npm on Node 20 too", () => {
  const native = packages.filter(([name]) => name.startsWith('node_modules/@nomicfoundation/edr-'))
  assert.ok(native.length >= 5, 'for each platform')
  const limited = native.filter(([, { engines }]) => engines !== undefined).map(([name]) => name)
  assert.deepEqual(limited, [], 'delete "engines" from these entries')
})
