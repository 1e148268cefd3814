// Which of several problems a transfer is refused with. Payer and payee are decided under different locks, so the posting
// finds the first problem of one side; the contract has one order for both.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Sql, Statement } from '../../../platform/storage/database.ts'
import type { AccountFacts } from '../../accounts/digital-account.ts'
import type { InstitutionState } from '../../parties/digital-institution.ts'
import { tokenProblem } from '../../token-problems.ts'
import {
  beneficiaryProblem,
  currencyProblem,
  type ReturnedTransfer,
  returnProblem,
  type Standing,
  standingProblem,
  tokenTypeProblem,
  withReturns,
} from '../checks/rules.ts'
import type { TransferOrder } from '../orders.ts'
import { READ_RETURNED, READ_RETURNS_IN_BOOK, READ_TRANSFERS_IN_BOOK } from '../posting/movement-statements.ts'
import type { StandingRow } from '../posting/movements-read.ts'
import { findMovement } from './read-movements.ts'

const READ_STANDINGS: Statement = {
  name: 'explain-token-standings',
  text: `SELECT a.account_id, a.institution_id AS issuer_id, a.currency, a.state AS account_state, a.restrictions,
                a.linked_account_id, u.state AS user_state, i.state AS institution_state
           FROM digital_accounts a
           JOIN digital_users u ON u.user_id = a.user_id
           JOIN digital_institutions i ON i.institution_id = a.institution_id
          WHERE a.account_id = ANY ($1::uuid[])`,
}

/** Undefined when nothing but amounts can be the reason. */
export async function explainTransfer(
  sql: Sql,
  order: TransferOrder,
  payer: AccountFacts,
  payee: AccountFacts | undefined,
): Promise<Problem | undefined> {
  const standings = await readStandings(
    sql,
    [payer, payee].flatMap((facts) => (facts ? [facts.accountId] : [])),
  )
  const standingOf = (facts: AccountFacts | undefined) =>
    standings.find(({ accountId }) => accountId === facts?.accountId)
  const own = standingOf(payer)
  if (own === undefined) return tokenProblem('account-not-found', 'there is no such account')
  const returned = order.returnOf === undefined ? undefined : await readReturned(sql, order.returnOf)
  return (
    tokenTypeProblem(order.tokenType) ??
    standingProblem(own, 'TRANSFER') ??
    (order.beneficiary !== undefined && payee?.accountId === payer.accountId
      ? tokenProblem('same-account', 'payer and beneficiary are one account')
      : undefined) ??
    (order.returnOf === undefined ? undefined : returnProblem(returned, { ...order, accountId: payer.accountId })) ??
    beneficiaryProblem(isAtNamed(order, payee) ? standingOf(payee) : undefined, order.currency) ??
    currencyProblem(own.currency, order.currency)
  )
}

/** A return names no beneficiary: it goes back to the payer of the other transfer. */
function isAtNamed({ beneficiary }: TransferOrder, payee: AccountFacts | undefined): boolean {
  return beneficiary === undefined || payee?.institutionId === beneficiary.institutionId.toLowerCase()
}

/** The transfer that is to be given back; undefined when there is none. */
export async function readReturned(sql: Sql, transferId: string): Promise<ReturnedTransfer | undefined> {
  if (!isUuid(transferId)) return undefined
  if (sql.isDistributed === true) return readReturnedInBooks(sql, transferId)
  const { rows } = await sql.query<ReturnedTransfer>(READ_RETURNED, [[transferId]])
  return rows[0]
}

/** A transfer is in the book of its payer, and what is given back of it in that of its payee. */
async function readReturnedInBooks(sql: Sql, transferId: string): Promise<ReturnedTransfer | undefined> {
  const transfer = await findMovement(sql, 'TRANSFER', transferId)
  if (transfer === undefined) return undefined
  const { movementId, bookId, payee } = transfer
  const transfers = await sql.query<ReturnedTransfer>(READ_TRANSFERS_IN_BOOK, [bookId, [movementId]])
  const returns = await sql.query<Pick<ReturnedTransfer, 'transferId' | 'returnedMinor'>>(READ_RETURNS_IN_BOOK, [
    payee.bookId,
    [movementId],
  ])
  return withReturns(transfers.rows, returns.rows)[0]
}

/** Accounts with their users and institutions, as they stand now. */
export async function readStandings(sql: Sql, accountIds: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql.query<Omit<StandingRow, 'book_id'> & { readonly institution_state: InstitutionState }>(
    READ_STANDINGS,
    [[...accountIds]],
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    issuerId: row.issuer_id,
    currency: row.currency,
    accountState: row.account_state,
    restrictions: row.restrictions,
    userState: row.user_state,
    institutionState: row.institution_state,
    linkedAccountId: row.linked_account_id,
  }))
}
