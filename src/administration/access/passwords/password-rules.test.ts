import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { isCommonPassword, LONGEST_COMMON } from './common-passwords.ts'
import { checkPasswordRules } from './password-rules.ts'

describe('password rules', () => {
  const ACCEPTED = [
    'Sandbox-Admin-1!',
    'Sandbox-Viewer-1!',
    'Sandbox-Operator-1!',
    'correct horse battery staple',
    'xK9#vQ2$mL7p',
    'пароль-в-долгий-путь',
    '😀🐢🌵🚲🧩🎻🥝🪁🛶🧊🏺🎈',
    '83021-59374-66120',
    'the password of my aunt',
  ]
  for (const password of ACCEPTED) {
    test(`${password} is accepted`, () => assert.equal(checkPasswordRules(password), undefined))
  }

  const SHORT = 'must have at least 12 characters'
  const LONG = 'must have at most 128 characters'
  const REPEATS = 'must not repeat a few characters'
  const RUN = 'must not be a run of neighbouring letters, digits or keys'
  const COMMON = 'must not be a commonly used password, also not with digits or signs around it'
  const REFUSED: [password: string, why: string][] = [
    ['', SHORT],
    ['xK9#vQ2$mL7', SHORT],
    // Eleven characters in twenty-two code units.
    ['😀🐢🌵🚲🧩🎻🥝🪁🛶🧊🏺', SHORT],
    ['xK9#vQ2$mL7p '.repeat(10), LONG],
    ['            ', REPEATS],
    ['aaaaaaaaaaaaaaa', REPEATS],
    ['abcabcabcabcab', REPEATS],
    ['Tiger7!xTiger7!x', REPEATS],
    ['abcdefghijklmn', RUN],
    ['ZYXWVUTSRQPONM', RUN],
    ['1234567890123', RUN],
    ['0987654321098', RUN],
    ['qwertyuiopasdfgh', RUN],
    ['poiuytrewqlkjhgf', RUN],
    ['1qaz2wsx3edc4rfv', RUN],
    ['qwertzuiop123!', RUN],
    ['azertyuiop123', RUN],
    ['Qwerty123456!!', RUN],
    ['aaaabbbbcccc', RUN],
    ['!@#$%^&*()!@#$', RUN],
    ['unbelievable', COMMON],
    ['UnBelievable', COMMON],
    ['password1234', COMMON],
    ['Password-2026', COMMON],
    ['P@ssw0rd2026!', COMMON],
    ['$unsh1ne-2024!', COMMON],
    ['!!!!footba11!!!!', COMMON],
    ['2024*Welcome*', COMMON],
    ['ｐａｓｓｗｏｒｄ１２３４', COMMON],
  ]
  for (const [password, why] of REFUSED) {
    test(`${JSON.stringify(password.slice(0, 20))} ${why}`, () => assert.equal(checkPasswordRules(password), why))
  }

  test('a length of 128 is accepted and 129 is not', () => {
    const text = Array.from({ length: 129 }, (_, n) => 'kz7w#m2'[(n * n + (n >> 2)) % 7]).join('')
    assert.equal(checkPasswordRules(text.slice(0, 128)), undefined)
    assert.equal(checkPasswordRules(text), LONG)
  })
})

test('the list of common passwords is sorted, in lower case and without its licence', () => {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const entries = lines.filter((line) => !line.startsWith('#'))
  assert.ok(entries.length > 20_000)
  assert.deepEqual(entries, [...new Set(entries)].sort())
  assert.deepEqual(
    entries.filter((entry) => entry !== entry.toLowerCase() || /\s/.test(entry)),
    [],
  )
  assert.equal(Math.max(...entries.map((entry) => entry.length)), LONGEST_COMMON)
  assert.equal(entries.every(isCommonPassword), true)
  for (const other of ['', ...lines.filter((line) => line.startsWith('#'))])
    assert.equal(isCommonPassword(other), false)
})
