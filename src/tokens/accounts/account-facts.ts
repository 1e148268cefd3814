// What seldom changes of digital asset accounts, kept in memory by every node: a movement needs it before it can lock
// anything. Unknown ids are not kept, so that no caller can fill the cache with them. An entry may outlive its account
// (the sandbox's reset), and its linked account may be replaced: callers that rely on one read the account under its lock,
// and forget what has changed.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import { BatchQueue } from '../../platform/storage/batches/batch-queue.ts'
import type { Sql, Statement } from '../../platform/storage/database.ts'
import type { AccountFacts } from './digital-account.ts'

const DEFAULT_CAPACITY = 50_000
const MAX_TOGETHER = 256
const READS_AT_ONCE = 2
const MAX_QUEUED = 10_000

const READ_FACTS: Statement = {
  name: 'read-digital-account-facts',
  text: `SELECT book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id
           FROM digital_accounts
          WHERE account_id = ANY ($1::uuid[])`,
}

interface FactsRow {
  readonly book_id: string
  readonly account_id: string
  readonly institution_id: string
  readonly user_id: string
  readonly partner_id: string
  readonly currency: string
  readonly linked_account_id: string
}

export interface AccountFactsOptions {
  readonly database: Sql
  /** The most accounts that are kept; beyond it the one that was asked for least recently is dropped. */
  readonly capacity?: number
}

export class AccountFactsCache {
  readonly #capacity: number
  /** In the order of last use, oldest first. */
  readonly #facts = new Map<string, AccountFacts>()
  /** Accounts that are asked for in one turn are read together. */
  readonly #reads: BatchQueue<string, AccountFacts | undefined>

  constructor({ database, capacity = DEFAULT_CAPACITY }: AccountFactsOptions) {
    this.#capacity = capacity
    this.#reads = new BatchQueue({
      maxBatch: MAX_TOGETHER,
      maxInFlight: READS_AT_ONCE,
      maxQueued: MAX_QUEUED,
      smallestShare: MAX_TOGETHER,
      run: (keys) => readFacts(database, keys),
    })
  }

  /** Regardless of partner. Undefined when there is no such account. */
  async find(accountId: string): Promise<AccountFacts | undefined> {
    const key = accountId.toLowerCase()
    const kept = this.#facts.get(key)
    if (kept !== undefined) {
      this.#keep(kept)
      return kept
    }
    if (!isUuid(key)) return undefined
    const facts = await this.#reads.submit(key)
    if (facts !== undefined) this.#keep(facts)
    return facts
  }

  forget(accountId: string): void {
    this.#facts.delete(accountId.toLowerCase())
  }

  #keep(facts: AccountFacts): void {
    this.#facts.delete(facts.accountId)
    this.#facts.set(facts.accountId, facts)
    if (this.#facts.size <= this.#capacity) return
    const [oldest] = this.#facts.keys()
    if (oldest !== undefined) this.#facts.delete(oldest)
  }
}

async function readFacts(sql: Sql, keys: readonly string[]): Promise<PromiseSettledResult<AccountFacts | undefined>[]> {
  const { rows } = await sql.query<FactsRow>(READ_FACTS, [keys])
  const facts = new Map(rows.map((row) => [row.account_id, toFacts(row)]))
  return keys.map((key) => ({ status: 'fulfilled', value: facts.get(key) }))
}

function toFacts(row: FactsRow): AccountFacts {
  return {
    bookId: row.book_id,
    accountId: row.account_id,
    institutionId: row.institution_id,
    userId: row.user_id,
    partnerId: row.partner_id,
    currency: row.currency,
    linkedAccountId: row.linked_account_id,
  }
}
