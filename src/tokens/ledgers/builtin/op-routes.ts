// Which books an operation concerns. Operations name accounts, assets and holds; the ledger's rows are kept by book.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import type { Sql, Statement } from '../../../platform/storage/database.ts'
import type { LedgerAction, LedgerFailure, LedgerOp } from '../digital-ledger.ts'
import type { HoldRow } from './builtin-statements.ts'

/** The actions of an operation in one book, and the rows that they touch. */
export interface OpRoute {
  readonly bookId: string
  readonly actions: readonly LedgerAction[]
  readonly accountIds: readonly string[]
  readonly holdIds: readonly string[]
}

const FIND_ASSET: Statement = {
  name: 'find-builtin-ledger-asset',
  text: 'SELECT institution_id FROM builtin_ledger_assets WHERE asset_id = $1',
}

const FIND_ACCOUNT: Statement = {
  name: 'find-builtin-ledger-account',
  text: 'SELECT institution_id FROM builtin_ledger_accounts WHERE account_id = $1',
}

// The operation that made a hold tells its book: operations are on the coordinator, and holds at the server of their book.
const FIND_BOOK_OF_OPERATION: Statement = {
  name: 'find-builtin-ledger-operation',
  text: 'SELECT institution_id FROM builtin_ledger_operations WHERE op_id = $1 AND institution_id IS NOT NULL',
}

const FIND_HOLD: Statement = {
  name: 'find-builtin-ledger-hold',
  text: `SELECT institution_id, account_id, amount_minor, state
           FROM builtin_ledger_holds WHERE institution_id = $1 AND hold_id = $2::uuid`,
}

interface Place {
  readonly bookId: string
  readonly accountIds: readonly string[]
  readonly holdIds: readonly string[]
}

export class OpRoutes {
  readonly #sql: Sql
  /** Assets never change and are few: one per issuer and currency. */
  readonly #bookOfAsset = new Map<string, string>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The book of a hold comes first: the operation is recorded there, and the hold is found by it. */
  async find(op: LedgerOp): Promise<readonly OpRoute[] | { readonly failed: LedgerFailure }> {
    const routes = new Map<string, OpRoute>()
    for (const action of op.kind === 'BATCH' ? op.actions : [op]) {
      const place = await this.#place(action)
      if (typeof place === 'string') return { failed: place }
      const route = routes.get(place.bookId)
      routes.set(place.bookId, {
        bookId: place.bookId,
        actions: [...(route?.actions ?? []), action],
        accountIds: [...(route?.accountIds ?? []), ...place.accountIds.filter(isUuid)],
        holdIds: [...(route?.holdIds ?? []), ...place.holdIds],
      })
    }
    return [...routes.values()].sort((a, b) => Number(makesHold(b)) - Number(makesHold(a)))
  }

  /** With `sql` as seen in its transaction, which may have made the asset: then it is not kept. */
  async bookOfAsset(assetId: string, sql = this.#sql): Promise<string | undefined> {
    const known = this.#bookOfAsset.get(assetId)
    if (known !== undefined) return known
    const { rows } = await sql.query<{ institution_id: string }>(FIND_ASSET, [assetId])
    const bookId = rows[0]?.institution_id
    if (bookId !== undefined && sql === this.#sql) this.#bookOfAsset.set(assetId, bookId)
    return bookId
  }

  async #place(action: LedgerAction): Promise<Place | LedgerFailure> {
    switch (action.kind) {
      case 'ISSUE':
      case 'BURN':
      case 'HOLD':
      case 'TRANSFER': {
        const bookId = await this.bookOfAsset(action.assetId)
        if (bookId === undefined) return 'UNKNOWN_ASSET'
        const to = action.kind === 'TRANSFER' ? [action.toAccountId] : []
        return { bookId, accountIds: [action.accountId, ...to], holdIds: [] }
      }
      case 'CAPTURE':
      case 'RELEASE': {
        const hold = await findHold(this.#sql, action.holdId)
        if (hold === undefined) return 'UNKNOWN_HOLD'
        const to = action.kind === 'CAPTURE' && action.toAccountId !== undefined ? [action.toAccountId] : []
        return { bookId: hold.institution_id, accountIds: [hold.account_id, ...to], holdIds: [action.holdId] }
      }
      case 'RESTRICT': {
        if (!isUuid(action.accountId)) return 'UNKNOWN_ACCOUNT'
        const { rows } = await this.#sql.query<{ institution_id: string }>(FIND_ACCOUNT, [action.accountId])
        const bookId = rows[0]?.institution_id
        return bookId === undefined ? 'UNKNOWN_ACCOUNT' : { bookId, accountIds: [action.accountId], holdIds: [] }
      }
    }
  }
}

/** In the book of its operation; undefined when there is none. */
export async function findHold(sql: Sql, holdId: string): Promise<Omit<HoldRow, 'hold_id'> | undefined> {
  if (!isUuid(holdId)) return undefined
  const { rows: books } = await sql.query<{ institution_id: string }>(FIND_BOOK_OF_OPERATION, [holdId])
  const bookId = books[0]?.institution_id
  if (bookId === undefined) return undefined
  return (await sql.query<Omit<HoldRow, 'hold_id'>>(FIND_HOLD, [bookId, holdId])).rows[0]
}

function makesHold({ actions }: OpRoute): boolean {
  return actions.some(({ kind }) => kind === 'HOLD')
}
