import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { migrationChecksum } from './migration-checksum.ts'
import { sqlStatements, sqlTokens } from './sql-tokens.ts'

// One row per pair of texts.
const SAME: [title: string, one: string, other: string][] = [
  ['a comment to the end of the line', 'SELECT 1 -- one\n;', 'SELECT 1 -- another\n;'],
  ['a comment without a line end', 'SELECT 1', 'SELECT 1 -- the end'],
  ['a block comment in the place of a blank', 'SELECT/* here */1', 'SELECT 1'],
  ['nested block comments', 'SELECT 1 /* a /* b */ c */ + 2', 'SELECT 1 + 2'],
  ['a quote in a comment', "SELECT 1 -- it's\n, 'x'", "SELECT 1, 'x'"],
  ['a comment right after an operator', 'SELECT 1 +--one\n2', 'SELECT 1 + 2'],
  ['a block comment right after an operator', 'SELECT 1 */*x*/ 2', 'SELECT 1 * 2'],
  ['line breaks of another system', 'SELECT\r\n  1,\r\n  2', 'SELECT\n1,2'],
  ['blanks around punctuation', 'f( a , b )', 'f(a,b)'],
]
const DIFFERENT: [title: string, one: string, other: string][] = [
  ['a statement', 'SELECT 1', 'SELECT 2'],
  ['blanks in a string', "SELECT 'a b'", "SELECT 'a  b'"],
  ['what looks like a comment in a string', "SELECT '-- a'", "SELECT '-- b'"],
  ['a string with a doubled quote', "SELECT 'it''s -- a'", "SELECT 'it''s -- b'"],
  ['an escape string with a quote in it', String.raw`SELECT E'\' -- a'`, String.raw`SELECT E'\' -- b'`],
  [
    'a backslash that escapes nothing',
    `${String.raw`SELECT '\' -- a`}\n, 'x'`,
    `${String.raw`SELECT '\' -- a`}\n, 'y'`,
  ],
  ['what looks like a comment in a quoted name', 'SELECT "a--b"', 'SELECT "a--c"'],
  ['a function body', 'AS $$ BEGIN x; END $$', 'AS $$ BEGIN y; END $$'],
  ['a comment in a function body, which the server keeps', 'AS $$ x -- a\n $$', 'AS $$ x -- b\n $$'],
  ['a tagged body that holds an untagged one', 'AS $a$ $$ -- x $$ -- y $a$', 'AS $a$ $$ -- x $$ -- z $a$'],
  ['two words that became one', 'DROP TABLE a b', 'DROP TABLE ab'],
  ['two operators that became one', 'SELECT 1 < = 2', 'SELECT 1 <= 2'],
  ['a string that became an escape string', "SELECT e 'x'", "SELECT e'x'"],
]

describe('the checksum of a migration', () => {
  test('covers directives', () => {
    assert.notEqual(migrationChecksum('SELECT 1', ['no-transaction']), migrationChecksum('SELECT 1'))
  })
  for (const [title, one, other] of SAME) {
    test(`ignores ${title}`, () => assert.equal(migrationChecksum(one), migrationChecksum(other)))
  }
  for (const [title, one, other] of DIFFERENT) {
    test(`covers ${title}`, () => assert.notEqual(migrationChecksum(one), migrationChecksum(other)))
  }
})

// One row per text.
const TOKENS: [text: string, tokens: string[]][] = [
  ['a.b::text[1]', ['a.b', '::', 'text', '[', '1', ']']],
  ['$1 + $2', ['$1', '+', '$2']],
  ['a$$b', ['a$$b']],
  ["U&'d\\0061t' U&\"x\" interval'1 day'", ["U&'d\\0061t'", 'U&"x"', 'interval', "'1 day'"]],
  ['$x$ a $$ b $x$;', ['$x$ a $$ b $x$', ';']],
  ['/* never ends', []],
]
describe('tokens of SQL', () => {
  for (const [text, tokens] of TOKENS) test(text, () => assert.deepEqual(sqlTokens(text), tokens))
})

// One row per text.
const STATEMENTS: [text: string, statements: string[]][] = [
  ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  ["-- a; b\nSELECT ';' ;; /* ; */", ["SELECT ';'"]],
  ['DO $$ BEGIN x; END $$; SELECT 1', ['DO $$ BEGIN x; END $$', 'SELECT 1']],
]
describe('statements of SQL', () => {
  for (const [text, statements] of STATEMENTS) {
    test(text, () =>
      assert.deepEqual(
        sqlStatements(text).map((tokens) => tokens.join(' ')),
        statements,
      ),
    )
  }
})
