// What a batch writes of accounts: balances, with the columns that belong to the keeper of the accounts.

import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'
import type { Account, AccountColumns, WrittenColumn } from '../account.ts'

const LEDGER_COLUMNS: readonly WrittenColumn<Account>[] = [
  { column: 'account_id', type: 'text', valueOf: (account) => account.accountId },
  { column: 'balance_minor', type: 'bigint', valueOf: (account) => account.balanceMinor },
  { column: 'held_minor', type: 'bigint', valueOf: (account) => account.heldMinor },
  { column: 'forced_minor', type: 'bigint', valueOf: (account) => account.forcedMinor },
]

export interface ChangedAccounts<A extends Account> {
  readonly institutionId: string
  readonly accounts: ReadonlySet<A>
}

export class AccountSteps<A extends Account> {
  readonly #written: readonly WrittenColumn<A>[]
  readonly #update: Statement
  readonly #updateInSeveral: Statement

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
    this.#updateInSeveral = {
      name: `update-accounts-in-several:${name}`,
      text: `UPDATE accounts AS a
                SET ${changed.map(({ column }) => `${column} = n.${column}`).join(', ')}
               FROM (SELECT unnest($1::text[]) AS institution_id,
                            ${this.#written.map(({ column, type }, i) => `unnest($${i + 2}::${type}[]) AS ${column}`).join(', ')}) AS n
              WHERE a.institution_id = n.institution_id AND a.account_id = n.account_id`,
    }
  }

  of(changed: readonly ChangedAccounts<A>[]): Step[] {
    const [first] = changed
    if (first === undefined) return []
    if (changed.length === 1) {
      return [{ statement: this.#update, values: [first.institutionId, ...this.#columns([...first.accounts])] }]
    }
    const accounts = changed.flatMap((one) => [...one.accounts])
    const institutionIds = textArray(changed.flatMap((one) => [...one.accounts].map(() => one.institutionId)))
    return [{ statement: this.#updateInSeveral, values: [institutionIds, ...this.#columns(accounts)] }]
  }

  #columns(accounts: readonly A[]): string[] {
    return this.#written.map((written) =>
      written.type === 'text'
        ? textArray(accounts.map((account) => written.valueOf(account) as string | null))
        : plainArray(accounts.map((account) => written.valueOf(account))),
    )
  }
}
