// Matches a refusal in assert.rejects: by its kind and, where they matter, by its reason and the fields it names.

import assert from 'node:assert/strict'
import type { AccessReason } from '../../src/administration/access/access-problems.ts'
import { Problem } from '../../src/platform/kernel/problems/problem.ts'

export function refusal(kind: Problem['kind'], detail: { reason?: AccessReason; paths?: readonly string[] } = {}) {
  return (error: unknown): true => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.kind, kind, error.message)
    if (detail.reason !== undefined) assert.equal(error.reason, detail.reason)
    if (detail.paths !== undefined) {
      assert.deepEqual(
        error.details.map(({ path }) => path),
        detail.paths,
      )
    }
    return true
  }
}
