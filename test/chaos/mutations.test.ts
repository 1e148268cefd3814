// Every defect that campaigns must find still applies to the source. In `npm run test-all` a campaign on a copy of the source finds one.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { mutate } from '../mutations/source-change.ts'
import { provesMore } from '../support/runner/extent.ts'
import { CORE_FAULTS, GATEWAY_FAULTS, NETWORK_FAULTS } from './faults.ts'
import { MUTATIONS } from './mutations.ts'
import { runMutations } from './run-mutations.ts'

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

  // A balance that differs from the model's, of an account of the first round: any other failure has another reason.
  const findsOne = async () => {
    const lines: string[] = []
    const names = ['forgotten-hold']
    const missed = await runMutations({ rounds: 1, seed: 1, names, report: (line) => lines.push(line) })
    assert.match(lines.join('\n'), /^forgotten-hold: found in round 1: AssertionError .*: 70000000\d\d$/)
    assert.deepEqual(missed, [])
  }
  if (provesMore) test('one of them is found by the first round of a campaign', findsOne)
})
