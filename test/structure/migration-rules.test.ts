// Rules for migration files (CONTRIBUTING.md, "Changing the schema"). Files up to 0007 are older than the rules.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Migration, parseMigration, readMigrations } from '../../src/platform/storage/schema/migration-file.ts'
import { sqlStatements } from '../../src/platform/storage/schema/sql-tokens.ts'

const FIRST_WITH_RULES = 8

describe('migration files keep the rules', () => {
  for (const migration of readMigrations().filter(({ number }) => number >= FIRST_WITH_RULES)) {
    test(migration.name, () => assert.deepEqual(findingsOf(migration), []))
  }
})

const CONTRACT = '-- contract: nothing reads it since 0009\n-- tillgate: oldest-node 0009\n'
const OUTSIDE = '-- tillgate: no-transaction\n'

// One row per rule: a file, and what is wrong with it.
const BROKEN: [title: string, text: string, finding: RegExp][] = [
  ['two subcommands in one ALTER TABLE', 'ALTER TABLE t ADD COLUMN a int, ADD COLUMN b int', /one subcommand/],
  ['a column dropped', 'ALTER TABLE t DROP COLUMN a', /contract/],
  ['a column dropped, without the keyword', 'ALTER TABLE IF EXISTS ONLY t DROP a', /contract/],
  ['a table dropped', 'DROP TABLE t', /contract/],
  ['a view dropped inside a block', 'DO $$ BEGIN DROP VIEW v; END $$', /contract/],
  ['a column renamed', 'ALTER TABLE t RENAME COLUMN a TO b', /contract/],
  ['an index renamed', 'ALTER INDEX i RENAME TO j', /contract/],
  ['a column that must be filled', 'ALTER TABLE t ALTER COLUMN a SET NOT NULL', /contract/],
  ['a default dropped', 'ALTER TABLE t ALTER COLUMN a DROP DEFAULT', /contract/],
  ['a column of another type', 'ALTER TABLE t ALTER COLUMN a TYPE bigint', /contract/],
  ['a new column that old nodes do not fill', 'ALTER TABLE t ADD COLUMN a int NOT NULL', /default/],
  ['a reason without the oldest node', '-- contract: unused\nDROP TABLE t', /oldest-node/],
  ['an oldest node without a reason', '-- tillgate: oldest-node 0009\nDROP TABLE t', /contract/],
  ['an oldest node where nothing contracts', '-- tillgate: oldest-node 0009\nSELECT 1', /contracts nothing/],
  [
    'an index built concurrently in a transaction',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON t (a)',
    /no-transaction/,
  ],
  ['an index that locks a table of others', 'CREATE INDEX i ON t (a)', /CONCURRENTLY/],
  ['a step that cannot be repeated', `${OUTSIDE}CREATE INDEX CONCURRENTLY i ON t (a)`, /repeatable/],
  ['another statement outside a transaction', `${OUTSIDE}UPDATE t SET a = 1`, /repeatable/],
]
const SOUND: [title: string, text: string][] = [
  [
    'one subcommand each',
    'ALTER TABLE t ADD COLUMN a int; ALTER TABLE t ADD COLUMN b numeric(10, 2) DEFAULT 0 NOT NULL',
  ],
  ['a contraction with its reason and oldest node', `${CONTRACT}ALTER TABLE t DROP COLUMN a; DROP TABLE u`],
  ['a new table with its index', 'CREATE TABLE t (a int NOT NULL, b int); CREATE UNIQUE INDEX i ON t (a, b)'],
  ['a constraint over two columns', 'ALTER TABLE t ADD CONSTRAINT c CHECK (a IN (1, 2)) NOT VALID'],
  ['a new default', 'ALTER TABLE t ALTER COLUMN a SET DEFAULT 1'],
  ['words in texts and comments', "-- we DROP TABLE t later\nINSERT INTO t VALUES ('DROP TABLE t')"],
  [
    'indexes outside a transaction',
    `${OUTSIDE}CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON t (a, b); ANALYZE t`,
  ],
]

describe('the rules for migration files', () => {
  for (const [title, text, finding] of BROKEN) {
    test(`find ${title}`, () => assert.match(findingsOf(parseMigration('0010-test.sql', text)).join('\n'), finding))
  }
  for (const [title, text] of SOUND) {
    test(`pass ${title}`, () => assert.deepEqual(findingsOf(parseMigration('0010-test.sql', text)), []))
  }
})

function findingsOf(migration: Migration): string[] {
  const statements = sqlStatements(migration.text).map((tokens) => new SchemaStatement(tokens))
  return [
    ...statements.flatMap((statement) => statement.findings(statements)),
    ...contractFindings(migration, statements),
    ...transactionFindings(migration, statements),
  ]
}

/** Expand, then contract: what takes something away says why that is safe and which nodes it leaves behind. */
function contractFindings({ text, oldestNode }: Migration, statements: readonly SchemaStatement[]): string[] {
  const contracts = statements.filter((statement) => statement.contracts)
  if (contracts.length === 0) return oldestNode === 0 ? [] : ['it names an oldest-node but contracts nothing']
  const findings: string[] = []
  if (!/^-- contract: \S/m.test(text)) findings.push(`needs a comment "-- contract: <why>": ${contracts.join('; ')}`)
  if (oldestNode === 0) findings.push(`needs "-- tillgate: oldest-node <number>": ${contracts.join('; ')}`)
  return findings
}

function transactionFindings({ inTransaction }: Migration, statements: readonly SchemaStatement[]): string[] {
  if (inTransaction) {
    const concurrent = statements.filter((statement) => / CONCURRENTLY /.test(statement.text))
    return concurrent.map((statement) => `needs "-- tillgate: no-transaction": ${statement}`)
  }
  return statements.filter((one) => !one.isRepeatable).map((one) => `not repeatable outside a transaction: ${one}`)
}

class SchemaStatement {
  readonly #tokens: readonly string[]
  /** Keywords in upper case, texts left out. Bodies of DO and functions are read as if they were SQL. */
  readonly text: string

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
    this.text = tokens
      .map((token) => (token.startsWith("'") ? "''" : token))
      .join(' ')
      .toUpperCase()
  }

  get contracts(): boolean {
    // Everything but NOT NULL and indexes: older nodes do not depend on those.
    return (
      /\bRENAME\b|\bSET NOT NULL\b|\bDROP (?!NOT NULL\b|INDEX CONCURRENTLY\b)/.test(this.text) ||
      /^ALTER TABLE .* ALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/.test(this.text)
    )
  }

  get isRepeatable(): boolean {
    return /^(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS|ANALYZE)\b/.test(
      this.text,
    )
  }

  findings(all: readonly SchemaStatement[]): string[] {
    const findings: string[] = []
    if (/^ALTER TABLE\b/.test(this.text)) {
      if (this.#hasCommaOutsideParentheses()) findings.push(`one subcommand per ALTER TABLE: ${this}`)
      if (/ ADD (?!CONSTRAINT\b).* NOT NULL\b/.test(this.text) && !/ (DEFAULT|GENERATED) /.test(this.text))
        findings.push(`a column that older nodes do not fill needs a default: ${this}`)
    }
    const index = /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b).*? ON (\S+)/.exec(this.text)
    const isNewTable = all.some(({ text }) => new RegExp(`^CREATE TABLE (IF NOT EXISTS )?${index?.[1]} `).test(text))
    if (index !== null && !isNewTable)
      findings.push(`an index on a table that is in use is built CONCURRENTLY: ${this}`)
    return findings
  }

  /** Multi-statement ALTERs are what Citus and lock analysis cannot take apart. */
  #hasCommaOutsideParentheses(): boolean {
    let depth = 0
    for (const token of this.#tokens) {
      if (token === '(') depth++
      else if (token === ')') depth--
      else if (token === ',' && depth === 0) return true
    }
    return false
  }

  toString(): string {
    return this.#tokens.join(' ')
  }
}
