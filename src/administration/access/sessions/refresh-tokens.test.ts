import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { isGenuine, parseRefreshToken, refreshTokenFor } from './refresh-tokens.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
const session = { sessionId: '019bc0de-0000-7000-8000-000000000001', salt: 'salt' }
const token = refreshTokenFor(secretBox, session, 3)

test('a token names its session and generation and is genuine', () => {
  const presented = parseRefreshToken(token)
  assert.ok(presented)
  assert.equal(presented.sessionId, session.sessionId)
  assert.equal(presented.generation, 3)
  assert.equal(isGenuine(secretBox, presented, session.salt), true)
})

const forged: [title: string, token: string][] = [
  ['another generation', token.replace('.3.', '.4.')],
  ['another session', token.replace('000000000001.', '000000000002.')],
  ['another mac', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ['a shortened mac', token.slice(0, -1)],
]
for (const [title, text] of forged) {
  test(`a token with ${title} is not genuine`, () => {
    const presented = parseRefreshToken(text)
    assert.ok(presented)
    assert.equal(isGenuine(secretBox, presented, session.salt), false)
  })
}

test('a token is not genuine for a session with another salt or under another master key', () => {
  const presented = parseRefreshToken(token)
  assert.ok(presented)
  assert.equal(isGenuine(secretBox, presented, 'other'), false)
  const otherBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 8), sandbox: true }])
  assert.equal(isGenuine(otherBox, presented, session.salt), false)
})

const malformed = [
  '',
  'x',
  '..',
  token.replace('.3.', '.0.'),
  token.replace('.3.', '.03.'),
  token.replace('.3.', '.-3.'),
  token.replace('.3.', '.3e1.'),
  token.replace('.3.', '.9999999999.'),
  token.replace(session.sessionId, 'session'),
  `${token}.x`,
  `${session.sessionId}.3.`,
  `${session.sessionId}.3`,
]
for (const text of malformed) {
  test(`${JSON.stringify(text)} has not the form of a token`, () => {
    assert.equal(parseRefreshToken(text), undefined)
  })
}
