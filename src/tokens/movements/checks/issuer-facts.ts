// What never changes of an institution once it has an account, kept in memory by every node.

import type { Sql, Statement } from '../../../platform/storage/database.ts'
import type { LedgerName } from '../../ledgers/ledger-names.ts'

export interface IssuerFacts {
  readonly institutionId: string
  readonly bookId: string
  readonly externalId?: string
  readonly ledger: LedgerName
}

const READ_ISSUER: Statement = {
  name: 'read-issuer-facts',
  text: 'SELECT institution_id, book_id, external_id, ledger FROM digital_institutions WHERE institution_id = $1',
}

interface IssuerRow {
  readonly institution_id: string
  readonly book_id: string
  readonly external_id: string | null
  readonly ledger: LedgerName | null
}

const CAPACITY = 10_000

export class IssuerFactsCache {
  readonly #database: Sql
  readonly #facts = new Map<string, IssuerFacts>()

  constructor(database: Sql) {
    this.#database = database
  }

  /** The institution must have an account. */
  async of(institutionId: string): Promise<IssuerFacts> {
    const kept = this.#facts.get(institutionId)
    if (kept !== undefined) return kept
    const { rows } = await this.#database.query<IssuerRow>(READ_ISSUER, [institutionId])
    const [row] = rows
    if (row === undefined || row.ledger === null) throw new Error('an institution with accounts has no ledger')
    const facts = {
      institutionId,
      bookId: row.book_id,
      ledger: row.ledger,
      ...(row.external_id !== null && { externalId: row.external_id }),
    }
    if (this.#facts.size >= CAPACITY) this.#facts.clear()
    this.#facts.set(institutionId, facts)
    return facts
  }
}
