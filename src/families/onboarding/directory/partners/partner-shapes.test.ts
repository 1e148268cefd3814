import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Check } from 'typebox/value'
import { PARTNERS } from '../../../../sandbox/seeding/sandbox-data.ts'
import { PARTNER, partner } from './partner-shapes.ts'

describe('the answer for every partner of the sandbox fits the published schema', () => {
  for (const { partnerId, name, families, operations, institutionIds } of PARTNERS) {
    test(`${partnerId}, of ${institutionIds.length} institutions`, () => {
      assert.equal(Check(partner, { ...PARTNER, partnerId, name, families, operations, institutionIds }), true)
    })
  }
})
