// Which of several problems a transfer is refused with. Payer and payee are decided under different locks, so the posting
// finds the first problem of one side; the contract has one order for both.

import type { Problem } from '../../kernel/problem.ts'
import type { Sql, Statement } from '../../storage/database.ts'
import type { AccountFacts } from '../accounts/digital-account.ts'
import type { InstitutionState } from '../parties/digital-institution.ts'
import { tokenProblem } from '../token-problems.ts'
import type { TransferOrder } from './orders.ts'
import type { StandingRow } from './posting/movement-batch.ts'
import { beneficiaryProblem, currencyProblem, type Standing, standingProblem, tokenTypeProblem } from './rules.ts'

const READ_STANDINGS: Statement = {
  name: 'explain-token-standings',
  text: `SELECT a.account_id, a.institution_id AS issuer_id, a.currency, a.state AS account_state, a.restrictions,
                u.state AS user_state, i.state AS institution_state
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
  return (
    tokenTypeProblem(order.tokenType) ??
    standingProblem(own, 'TRANSFER') ??
    sameProblem(order, payer, payee) ??
    beneficiaryProblem(
      payee?.institutionId === order.beneficiary.institutionId.toLowerCase() ? standingOf(payee) : undefined,
      order.currency,
    ) ??
    currencyProblem(own.currency, order.currency)
  )
}

function sameProblem(
  { beneficiary }: TransferOrder,
  payer: AccountFacts,
  payee: AccountFacts | undefined,
): Problem | undefined {
  if (payee?.accountId === payer.accountId) return tokenProblem('same-account', 'payer and beneficiary are one account')
  if (beneficiary.institutionId.toLowerCase() === payer.institutionId)
    return tokenProblem('same-institution', 'payer and beneficiary are at one institution')
  return undefined
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
  }))
}
