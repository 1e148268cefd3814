// Which account a redemption means. The first of these wins, regardless of balances:
//
//   REQUEST          the account that the request names
//   DEPOSIT          the account of the deposit that the request names
//   PARTNER_DEFAULT  the partner's default account in the currency
//   SOLE_ACCOUNT     the partner's only ACTIVE account in the currency

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import type { Problem, ProblemCandidate } from '../../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { tokenProblem } from '../../token-problems.ts'
import { tokenTypeProblem } from '../checks/rules.ts'
import type { ResolvedBy } from '../movement.ts'
import type { RedemptionOrder } from '../orders.ts'

export interface RedemptionAccountQuery extends Pick<RedemptionOrder, 'currency' | 'accountId' | 'deposit'> {
  readonly partnerId: string
  /** Checked after the ids and before an account that is not resolved, which is the order of the contract. */
  readonly tokenType?: string
}

export interface RedemptionAccount {
  readonly accountId: string
  readonly resolvedBy: ResolvedBy
}

/**
 * Throws account-not-found and deposit-not-found for ids that are not the partner's, redemption-account-unresolved when no
 * account fits and redemption-account-ambiguous when several do. The state of a named account is not checked here.
 */
export async function findRedemptionAccount(sql: Sql, query: RedemptionAccountQuery): Promise<RedemptionAccount> {
  const named = query.accountId === undefined ? undefined : await checkAccount(sql, query.partnerId, query.accountId)
  // A deposit that does not exist is refused even when the account is named.
  const deposited =
    query.deposit === undefined ? undefined : await accountOfDeposit(sql, query.partnerId, query.deposit)
  const typeProblem = query.tokenType === undefined ? undefined : tokenTypeProblem(query.tokenType)
  if (typeProblem !== undefined) throw typeProblem
  if (named !== undefined) return { accountId: named, resolvedBy: 'REQUEST' }
  if (deposited !== undefined) return { accountId: deposited, resolvedBy: 'DEPOSIT' }
  const byDefault = await defaultAccount(sql, query.partnerId, query.currency)
  if (byDefault !== undefined) return { accountId: byDefault, resolvedBy: 'PARTNER_DEFAULT' }
  return { accountId: await soleAccount(sql, query.partnerId, query.currency), resolvedBy: 'SOLE_ACCOUNT' }
}

interface AccountRow {
  account_id: string
  label: string | null
}

async function checkAccount(sql: Sql, partnerId: string, accountId: string): Promise<string> {
  if (!isUuid(accountId)) throw noAccount()
  const { rows } = await sql.query<AccountRow>(
    {
      name: 'find-redemption-account-by-id',
      text: 'SELECT account_id, label FROM digital_accounts WHERE account_id = $1::uuid AND partner_id = $2',
    },
    [accountId, partnerId],
  )
  if (rows[0] === undefined) throw noAccount()
  return rows[0].account_id
}

function noAccount(): Problem {
  return tokenProblem('account-not-found', 'there is no such digital asset account')
}

/** A deposit named by both its id and its reference must have both. */
async function accountOfDeposit(
  sql: Sql,
  partnerId: string,
  { id, ref }: NonNullable<RedemptionOrder['deposit']>,
): Promise<string> {
  if (id !== undefined && !isUuid(id)) throw noDeposit()
  const deposits = sql.isDistributed === true ? 'token_movement_homes' : 'token_movements'
  const { rows } = await sql.query<AccountRow>(
    id === undefined
      ? {
          name: 'find-redemption-account-by-deposit-ref',
          text: `SELECT account_id, NULL AS label FROM ${deposits}
                  WHERE partner_id = $1 AND kind = 'DEPOSIT' AND ref = $2`,
        }
      : {
          name: 'find-redemption-account-by-deposit',
          text: `SELECT account_id, NULL AS label FROM ${deposits}
                  WHERE partner_id = $1 AND kind = 'DEPOSIT' AND ref = coalesce($2, ref) AND movement_id = $3::uuid`,
        },
    id === undefined ? [partnerId, ref ?? null] : [partnerId, ref ?? null, id],
  )
  if (rows[0] === undefined) throw noDeposit()
  return rows[0].account_id
}

function noDeposit(): Problem {
  return tokenProblem('deposit-not-found', 'there is no such tokenized deposit')
}

async function defaultAccount(sql: Sql, partnerId: string, currency: string): Promise<string | undefined> {
  const { rows } = await sql.query<AccountRow>(
    {
      name: 'find-default-digital-account',
      text: `SELECT account_id, label FROM digital_accounts
              WHERE partner_id = $1 AND currency = $2 AND is_default AND state NOT IN ('CLOSED', 'FAILED')`,
    },
    [partnerId, currency],
  )
  return rows[0]?.account_id
}

/** The most accounts that are listed for the caller when there are several. */
const MAX_CANDIDATES = 100

async function soleAccount(sql: Sql, partnerId: string, currency: string): Promise<string> {
  const { rows } = await sql.query<AccountRow>(
    {
      name: 'find-active-digital-accounts',
      text: `SELECT account_id, label FROM digital_accounts
              WHERE partner_id = $1 AND currency = $2 AND state = 'ACTIVE'
              ORDER BY account_id LIMIT ${MAX_CANDIDATES}`,
    },
    [partnerId, currency],
  )
  const [account] = rows
  if (account === undefined) {
    throw tokenProblem('redemption-account-unresolved', `the partner has no active account in ${currency}`)
  }
  if (rows.length === 1) return account.account_id
  throw tokenProblem(
    'redemption-account-ambiguous',
    `the partner has several active accounts in ${currency}: name one, or a deposit`,
    { candidates: rows.map(toCandidate) },
  )
}

function toCandidate({ account_id, label }: AccountRow): ProblemCandidate {
  return { id: account_id, ...(label !== null && { label }) }
}
