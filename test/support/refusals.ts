// Matches a refusal in assert.rejects: by its kind and optionally by its code and the fields it names.

import assert from 'node:assert/strict'
import { Problem } from '../../src/kernel/problem.ts'

export function refusal(kind: Problem['kind'], detail: { code?: string; paths?: readonly string[] } = {}) {
  return (error: unknown): true => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.kind, kind, error.message)
    if (detail.code !== undefined) assert.equal(error.code, detail.code)
    if (detail.paths !== undefined) {
      assert.deepEqual(
        error.details.map(({ path }) => path),
        detail.paths,
      )
    }
    return true
  }
}
