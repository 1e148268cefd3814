import assert from 'node:assert/strict'
import test from 'node:test'
import { Type } from 'typebox'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { queryReader } from './query.ts'

const read = queryReader(
  Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, default: 1, expected: 'must be a whole number from 1' })),
    isActive: Type.Boolean({ expected: 'must be true or false' }),
    search: Type.Optional(Type.String({ maxLength: 5, expected: 'must be short' })),
  }),
)

test('parameters are converted to their schema types, and missing ones get their default', () => {
  assert.deepEqual(read({ isActive: 'true' }), { page: 1, isActive: true })
  assert.deepEqual(read({ isActive: 'false', page: '12', search: '12' }), { page: 12, isActive: false, search: '12' })
  assert.deepEqual(read({ isActive: 'true', unknown: 'x', __proto__: 'y' }), { page: 1, isActive: true })
})

const REFUSED: [query: Record<string, unknown>, paths: string[]][] = [
  [{}, ['isActive']],
  [{ isActive: '' }, ['isActive']],
  [{ isActive: 'TRUE' }, ['isActive']],
  [{ isActive: '1' }, ['isActive']],
  [{ isActive: ['true', 'false'] }, ['isActive']],
  [{ isActive: 'true', page: '0' }, ['page']],
  [{ isActive: 'true', page: '1.5' }, ['page']],
  [{ isActive: 'true', page: '1e3' }, ['page']],
  [{ isActive: 'true', page: '9'.repeat(400) }, ['page']],
  [{ isActive: 'true', page: ' 1' }, ['page']],
  [{ isActive: 'true', sort: 'nope:asc' }, ['sort']],
  [{ isActive: 'x', page: 'x', search: 'too long' }, ['page', 'isActive', 'search']],
]
for (const [query, paths] of REFUSED) {
  test(`${JSON.stringify(query).slice(0, 60)} is refused by name`, () => {
    assert.throws(
      () => read(query),
      (error) => {
        assert.ok(error instanceof Problem)
        assert.deepEqual(
          error.details.map(({ path }) => path),
          paths,
        )
        return true
      },
    )
  })
}
