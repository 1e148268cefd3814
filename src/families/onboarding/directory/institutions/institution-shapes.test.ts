import assert from 'node:assert/strict'
import test from 'node:test'
import { Check } from 'typebox/value'
import { newInstitution } from './institution-shapes.ts'

const IDS: [institutionId: string, isTaken: boolean][] = [
  ['FI001', true],
  ['a.b-c_d', true],
  ['...', true],
  ['.a', true],
  // Folders of the archive are called by it.
  ['.', false],
  ['..', false],
  ['a/b', false],
  ['', false],
]
for (const [institutionId, isTaken] of IDS) {
  test(`"${institutionId}" is ${isTaken ? 'an' : 'no'} institutionId`, () =>
    assert.equal(Check(newInstitution.properties.institutionId, institutionId), isTaken))
}
