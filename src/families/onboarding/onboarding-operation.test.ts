// What the type of a definition enforces. The type checker is the test: an expected error that is missing fails it.

import assert from 'node:assert/strict'
import test from 'node:test'
import { accessText, anonymous, bearerOptional, may } from '../../edge/resource/access.ts'
import { nothing } from '../../edge/resource/administration-operation.ts'
import { onboardingOperation } from './onboarding-operation.ts'

const CONTRACT = {
  id: 'Ping',
  route: 'GET /ping',
  basis: 'chosen',
  tag: 'Session',
  summary: 'Ping',
  description: 'Answers.',
  reply: nothing,
  replyExamples: [],
  handle: async () => ({ body: '' }),
} as const

test('an operation carries the access it declares, and what the document needs of it', () => {
  const {
    access,
    anonymous: isAnonymous,
    takesCredentials,
  } = onboardingOperation({
    ...CONTRACT,
    access: bearerOptional('hashing'),
  })
  assert.deepEqual([access, isAnonymous, takesCredentials], [bearerOptional('hashing'), true, true])
  assert.equal(onboardingOperation({ ...CONTRACT, access: anonymous('cheap') }).takesCredentials, false)
  assert.equal(onboardingOperation({ ...CONTRACT, access: 'signed-in' }).anonymous, undefined)
})

test('an operation that does not say who may call it does not compile', () => {
  // @ts-expect-error: access is required
  onboardingOperation(CONTRACT)
  // @ts-expect-error: no such module
  may('KITCHEN', 'VIEW')
  // @ts-expect-error: no such cost
  anonymous('free')
})

const TEXTS = [
  [anonymous('guarded'), 'Needs no bearer token.'],
  [bearerOptional('guarded'), 'Needs no bearer token, and takes one.'],
  ['signed-in', 'Open to everyone who is signed in.'],
  [may('USERS', 'CREATE'), 'Needs `CREATE` on `USERS`.'],
] as const
for (const [access, text] of TEXTS) test(`the document says: ${text}`, () => assert.equal(accessText(access), text))
