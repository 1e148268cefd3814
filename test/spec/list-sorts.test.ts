// Every list of every family: a sort that it does not have is a 400 that names the parameter.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TObject } from 'typebox'
import { queryReader } from '../../src/edge/http/body/query.ts'
import { DIGITAL_OPERATIONS } from '../../src/families/digital/operations.ts'
import { LENDING_OPERATIONS } from '../../src/families/lending/operations.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'
import { Problem } from '../../src/platform/kernel/problems/problem.ts'

const PAGES = ['page', 'size', 'limit', 'cursor']
const LISTS = [...ONBOARDING_OPERATIONS, ...DIGITAL_OPERATIONS, ...LENDING_OPERATIONS].filter(({ query }) =>
  Object.keys((query as TObject | undefined)?.properties ?? {}).some((name) => PAGES.includes(name)),
)

describe('a sort that a list does not have', () => {
  assert.ok(LISTS.length > 40)
  for (const { id, query } of LISTS) {
    test(`is refused by ${id}`, () => {
      assert.throws(
        () => queryReader(query as TObject)({ sort: 'nope:asc' }),
        (error) => error instanceof Problem && error.details.some(({ path }) => path === 'sort'),
      )
    })
  }
})
