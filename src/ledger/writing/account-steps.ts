// What a batch writes of accounts: balances, with the columns that belong to the keeper of the accounts.

import { plainArray, textArray } from '../../storage/batches/array-literal.ts'
import type { Statement, Step } from '../../storage/database.ts'
import type { Account, AccountColumns, WrittenColumn } from '../account.ts'
import { type BatchHead, step } from './batch-step.ts'

const LEDGER_COLUMNS: readonly WrittenColumn<Account>[] = [
  { column: 'account_id', type: 'text', valueOf: (account) => account.accountId },
  { column: 'balance_minor', type: 'bigint', valueOf: (account) => account.balanceMinor },
  { column: 'held_minor', type: 'bigint', valueOf: (account) => account.heldMinor },
  { column: 'forced_minor', type: 'bigint', valueOf: (account) => account.forcedMinor },
]

export class AccountSteps<A extends Account> {
  readonly #written: readonly WrittenColumn<A>[]
  readonly #update: Statement

  constructor({ name, written }: AccountColumns<A>) {
    this.#written = [...LEDGER_COLUMNS, ...written]
    const [, ...changed] = this.#written
    this.#update = {
      name: `update-accounts:${name}`,
      // unnest() in the select list: PostgreSQL materializes several unnest() in FROM one column at a time.
      text: `UPDATE accounts AS a
                SET ${changed.map(({ column }) => `${column} = n.${column}`).join(', ')}
               FROM (SELECT ${this.#written.map(({ column, type }, i) => `unnest($${i + 2}::${type}[]) AS ${column}`).join(', ')}) AS n
              WHERE a.institution_id = $1 AND a.account_id = n.account_id`,
    }
  }

  of(head: BatchHead, changed: ReadonlySet<A>): Step[] {
    if (changed.size === 0) return []
    const accounts = [...changed]
    const values = this.#written.map((written) =>
      written.type === 'text'
        ? textArray(accounts.map((account) => written.valueOf(account) as string | null))
        : plainArray(accounts.map((account) => written.valueOf(account))),
    )
    return [step(head, this.#update, ...values)]
  }
}
