// Statements with the institution as a constant instead of their first parameter.
//
// A server of distributed books (Citus) plans a prepared statement once only when it knows the shard from the text. With the
// institution as a parameter it plans and parses at every execution, which costs ten times as much (docs/decisions/0058).

import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Statement, Step } from '../database.ts'
import { PLACED_BY } from './tables.ts'

const NAMES_INSTITUTION = new RegExp(`\\b${PLACED_BY} = \\$1(?!\\d)`)
const isBindable = new WeakMap<Statement, boolean>()

/** The step as it is, unless its statement names the institution as `institution_id = $1` and it is one of these. */
export function bindInstitution(step: Step, institutionIds: readonly string[]): Step {
  const { statement, values } = step
  const [institutionId] = values
  if (institutionId === undefined || institutionId === null || !institutionIds.includes(institutionId)) return step
  let bindable = isBindable.get(statement)
  if (bindable === undefined) {
    bindable = NAMES_INSTITUTION.test(statement.text)
    isBindable.set(statement, bindable)
  }
  if (!bindable) return step
  return { ...step, statement: new BoundStatement(statement, institutionId), values: values.slice(1) }
}

/**
 * PostgreSQL cuts names off after 63 bytes, some of which the connection needs: two institutions would share a statement that has the
 * id of one of them in its text.
 */
const LONGEST_NAME = 48
const DIGEST_LENGTH = 22

function boundName(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const digest = createHash('sha256').update(name).digest('base64url').slice(0, DIGEST_LENGTH)
  return `${name.slice(0, LONGEST_NAME - DIGEST_LENGTH - 1)}@${digest}`
}

/** The text is made when a connection prepares it, which is once. */
class BoundStatement implements Statement {
  readonly name: string
  readonly #statement: Statement
  readonly #institutionId: string

  constructor(statement: Statement, institutionId: string) {
    this.name = boundName(`${statement.name}@${institutionId}`)
    this.#statement = statement
    this.#institutionId = institutionId
  }

  get text(): string {
    const literal = `${pg.escapeLiteral(this.#institutionId)}::text`
    return this.#statement.text.replace(/\$(\d+)/g, (_, number) =>
      number === '1' ? literal : `$${Number(number) - 1}`,
    )
  }
}
