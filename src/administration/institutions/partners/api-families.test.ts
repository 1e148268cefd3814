import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT_OPERATIONS } from '../../../families/accounts/operations.ts'
import { GRANTABLE_OPERATIONS } from './api-families.ts'

test('what can be granted of account services is exactly what account services have', () => {
  assert.deepEqual(
    GRANTABLE_OPERATIONS.accounts,
    ACCOUNT_OPERATIONS.map(({ id }) => id),
  )
})
