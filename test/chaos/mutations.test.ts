// Every defect that campaigns must find still applies to the source.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { CORE_FAULTS, GATEWAY_FAULTS, NETWORK_FAULTS } from './faults.ts'
import { MUTATIONS, mutate } from './mutations.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FAULTS = new Set(Object.keys({ ...GATEWAY_FAULTS, ...CORE_FAULTS, ...NETWORK_FAULTS }))

describe('defects that campaigns must find', () => {
  for (const [name, mutation] of Object.entries(MUTATIONS)) {
    test(`${name} applies to ${mutation.file} once`, () => {
      const source = readFileSync(join(ROOT, mutation.file), 'utf8')
      assert.notEqual(mutate(source, mutation), source)
      assert.deepEqual(
        mutation.faults.filter((fault) => !FAULTS.has(fault)),
        [],
      )
    })
  }
})
