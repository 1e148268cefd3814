// Links accounts of the platform's own books to digital asset accounts. In the sandbox a digital institution that names no
// institution of family A has synthetic accounts: linking a new id opens one, with money to begin with.

import { selectedColumns } from '../../../../ledger/account.ts'
import type { Environment } from '../../../../platform/kernel/environment.ts'
import { minorFromNumber } from '../../../../platform/kernel/money/money.ts'
import type { BusinessDate } from '../../../../platform/kernel/time/clock.ts'
import type { Sql, Statement } from '../../../../platform/storage/database.ts'
import type { AccountLinking, WantedLink } from '../../../../tokens/accounts/account-linking.ts'
import type { LinkedType } from '../../../../tokens/accounts/digital-account.ts'
import type { LinkedAccountRules } from '../../../../tokens/movements/accounts/linked-accounts.ts'
import { BANK_ACCOUNT_COLUMNS, type BankAccount } from './bank-account.ts'
import { openAccountsToday } from './open-accounts.ts'

/** What a synthetic account is opened with, in units of its currency. */
const OPENING_UNITS = 1_000_000
const EVERYTHING = '06'
const BRANCH_ID = '001'

export interface LinkAccountsParts {
  readonly rules: Pick<LinkedAccountRules<BankAccount>, 'check'>
  readonly environment: Environment
  /** The business date of a book. */
  businessDateOf(bookId: string, nowMs: number): BusinessDate
}

// Locked until the link is stored: administration closes no account that a digital account is linked to.
const READ_LINKED: Statement = {
  name: 'read-linked-account',
  text: `SELECT ${selectedColumns(BANK_ACCOUNT_COLUMNS)} FROM accounts WHERE institution_id = $1 AND account_id = $2
            FOR SHARE`,
}

export function linkAccounts({ rules, environment, businessDateOf }: LinkAccountsParts): AccountLinking {
  return {
    async link(sql, wanted) {
      const { bookId, externalId } = wanted.institution
      const isSynthetic = externalId === undefined
      if (isSynthetic && environment !== 'sandbox') return undefined
      if (isSynthetic) await lockNewId(sql, wanted)
      const account = await readLinked(sql, wanted)
      if (account === undefined) {
        return isSynthetic ? openSynthetic(sql, wanted, businessDateOf(bookId, wanted.nowMs)) : undefined
      }
      if (rules.check(account, wanted.currency, bookId) !== undefined) return undefined
      const type = account.accountType as LinkedType
      return wanted.type === undefined || wanted.type === type ? type : undefined
    },
  }
}

/** Two requests that link the same new id take turns, so that it is opened once. */
async function lockNewId(sql: Sql, { institution, accountId }: WantedLink): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`link:${institution.bookId}:${accountId}`])
}

async function readLinked(sql: Sql, { institution, accountId }: WantedLink): Promise<BankAccount | undefined> {
  const { rows } = await sql.query<Parameters<typeof BANK_ACCOUNT_COLUMNS.toAccount>[0]>(READ_LINKED, [
    institution.bookId,
    accountId,
  ])
  return rows[0] && BANK_ACCOUNT_COLUMNS.toAccount(rows[0])
}

async function openSynthetic(sql: Sql, wanted: WantedLink, effectiveDate: BusinessDate): Promise<LinkedType> {
  const { institution, accountId, currency, type = 'DDA', userId, nowMs } = wanted
  const balanceMinor = minorFromNumber(OPENING_UNITS, currency)
  if (balanceMinor === undefined) throw new TypeError(`${currency} is not an ISO 4217 currency`)
  const account = {
    institutionId: institution.bookId,
    accountId,
    customerId: userId,
    accountType: type,
    description: 'Synthetic account',
    currency,
    status: 'OPEN',
    txnCapability: EVERYTHING,
    branchId: BRANCH_ID,
    balanceMinor,
    overdraftMinor: 0n,
    ceilingMinor: null,
    paymentDueMinor: null,
    paymentDueOn: null,
    effectiveDate,
  }
  await openAccountsToday(sql, [account], nowMs)
  return type
}
