// Accounts as administration shows them: the row that postings keep, its record, open holds and cards.

import {
  type RecordFields,
  type RecordKind,
  type RecordRow,
  recordFieldsOf,
} from '../../../administration/records/record-kind.ts'
import { ofInstitution } from '../../../administration/records/scope-conditions.ts'
import {
  type AccountStatus,
  availableMinor,
  BANK_ACCOUNT_COLUMNS,
  isLoan,
  paymentDueMinor,
  type RiskFlag,
} from '../../../channels/core/builtin/books/bank-account.ts'
import { CARD_STATUSES, type CardStatus } from '../../../channels/core/builtin/books/card.ts'
import { type AccountRow, selectedColumns } from '../../../ledger/account.ts'
import { maskPansIn } from '../../../platform/kernel/identifiers/pan.ts'
import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { requireOneOf } from '../../../platform/storage/statements/closed-values.ts'
import { customerProblem } from '../customer-problems.ts'

export interface AccountRecord extends RecordFields {
  readonly institutionId: string
  readonly accountId: string
  readonly customerId: string
  readonly accountType: string
  readonly description: string
  readonly currency: string
  readonly branchId: string
  readonly txnCapability: string
  readonly status: AccountStatus
  /** Why it has its status, when a person said so. */
  readonly statusReason?: string
  /** Null: a loan, which has none. */
  readonly overdraftMinor: bigint | null
  readonly riskFlag: RiskFlag | null
  readonly isLoan: boolean
  readonly availableMinor: bigint
  /** As the books have it: what is owed on a loan is negative. */
  readonly balanceMinor: bigint
  /** How far forced reversals have pushed it below its limit. */
  readonly forcedMinor: bigint
  readonly heldMinor: bigint
  /** Loans: what is left to pay next. */
  readonly paymentDue?: { readonly amountMinor: bigint; readonly on: BusinessDate }
  readonly holds: readonly AccountHold[]
  readonly cards: readonly CardOfAccount[]
}

export interface AccountHold {
  readonly amountMinor: bigint
  readonly releaseOn: BusinessDate
}

export interface CardOfAccount {
  readonly id: string
  readonly maskedPan: string
  readonly status: CardStatus
}

type BankRow = Parameters<typeof BANK_ACCOUNT_COLUMNS.toAccount>[0] & AccountRow

interface Row extends RecordRow, BankRow {
  record_id: string
  institution_id: string
  status_reason: string | null
}

const COLUMNS = selectedColumns(BANK_ACCOUNT_COLUMNS)
  .split(', ')
  .map((column) => `c.${column}`)

const SELECT = `
  SELECT r.id AS record_id, r.version, r.created_at, r.updated_at, r.created_by, r.updated_by, r.institution_id,
         CASE WHEN r.reason_status = c.status THEN r.status_reason END AS status_reason, ${COLUMNS.join(', ')}
    FROM account_records r
    JOIN accounts c ON c.institution_id = r.institution_id AND c.account_id = r.account_id`

export const ACCOUNTS: RecordKind<AccountRecord, unknown, Row> = {
  resource: 'account',
  table: 'account_records r',
  id: 'r.id',
  placedBy: 'r.institution_id',
  order: 'r.account_id, r.institution_id',
  select: () => SELECT,
  inScope: (scope, parameters) => ofInstitution('r', scope, parameters),
  matching: () => {},
  recordsOf,
  snapshot,
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => customerProblem('account-not-found', 'there is no such account'),
    changed: () => customerProblem('account-changed', 'the account was changed since it was read'),
  },
}

async function recordsOf(rows: readonly Row[], sql: Sql): Promise<AccountRecord[]> {
  if (rows.length === 0) return []
  const [holds, cards] = await Promise.all([holdsOf(sql, rows), cardsOf(sql, rows)])
  return rows.map((row) => {
    const account = BANK_ACCOUNT_COLUMNS.toAccount(row)
    const loan = isLoan(account)
    const key = keyOf(row)
    return {
      ...recordFieldsOf(row.record_id, row),
      institutionId: row.institution_id,
      accountId: account.accountId,
      customerId: account.customerId,
      accountType: account.accountType,
      description: account.description,
      currency: account.currency,
      branchId: account.branchId,
      txnCapability: account.txnCapability,
      status: account.status,
      ...(row.status_reason !== null && { statusReason: row.status_reason }),
      overdraftMinor: account.overdraftMinor,
      riskFlag: account.riskFlag,
      isLoan: loan,
      availableMinor: availableMinor(account),
      balanceMinor: account.balanceMinor,
      forcedMinor: account.forcedMinor,
      heldMinor: account.heldMinor,
      ...(loan &&
        account.paymentDueOn !== null && {
          paymentDue: { amountMinor: paymentDueMinor(account), on: account.paymentDueOn },
        }),
      holds: holds.get(key) ?? [],
      cards: cards.get(key) ?? [],
    }
  })
}

interface Key {
  readonly institution_id: string
  readonly account_id: string
}

function keyOf({ institution_id: institutionId, account_id: accountId }: Key): string {
  return `${institutionId} ${accountId}`
}

const HOLDS = `
  SELECT h.institution_id, h.account_id, h.amount_minor, h.release_on
    FROM unnest($1::text[], $2::text[]) AS k (institution_id, account_id)
   CROSS JOIN LATERAL (
         SELECT * FROM holds h
          WHERE h.institution_id = k.institution_id AND h.account_id = k.account_id AND h.released_at IS NULL
          OFFSET 0) AS h
   ORDER BY h.release_on, h.hold_id`

// Distributed books: each institution's server is asked for its own, and rows of other accounts are not looked at afterwards.
const HOLDS_AT_SERVERS = `
  SELECT institution_id, account_id, amount_minor, release_on FROM holds
   WHERE institution_id = ANY ($1::text[]) AND account_id = ANY ($2::text[]) AND released_at IS NULL
   ORDER BY release_on, hold_id`

async function holdsOf(sql: Sql, keys: readonly Key[]): Promise<Map<string, AccountHold[]>> {
  const { rows } = await sql.query<Key & { amount_minor: bigint; release_on: string }>(
    sql.isDistributed === true ? HOLDS_AT_SERVERS : HOLDS,
    columnsOf(keys),
  )
  return groups(rows, (row) => ({ amountMinor: row.amount_minor, releaseOn: row.release_on }))
}

// OFFSET 0 keeps the look-up of each account at the index of `account_ids`.
const CARDS = `
  SELECT k.institution_id, k.account_id, c.id, c.masked_pan, c.status
    FROM unnest($1::text[], $2::text[]) AS k (institution_id, account_id)
   CROSS JOIN LATERAL (
         SELECT r.id, c.masked_pan, c.status
           FROM cards c
           JOIN card_records r ON r.institution_id = c.institution_id AND r.pan_hash = c.pan_hash
          WHERE c.account_ids @> ARRAY[k.account_id::text] AND c.institution_id = k.institution_id
          OFFSET 0) AS c
   ORDER BY c.id`

const CARDS_AT_SERVERS = `
  SELECT institution_id, account_id, id, masked_pan, status
    FROM (SELECT c.institution_id, unnest(c.account_ids) AS account_id, r.id, c.masked_pan, c.status
            FROM cards c
            JOIN card_records r ON r.institution_id = c.institution_id AND r.pan_hash = c.pan_hash
           WHERE c.institution_id = ANY ($1::text[]) AND c.account_ids && $2::text[]) AS named
   ORDER BY id`

async function cardsOf(sql: Sql, keys: readonly Key[]): Promise<Map<string, CardOfAccount[]>> {
  const { rows } = await sql.query<Key & { id: string; masked_pan: string; status: string }>(
    sql.isDistributed === true ? CARDS_AT_SERVERS : CARDS,
    columnsOf(keys),
  )
  return groups(rows, ({ id, masked_pan: maskedPan, status }) => ({
    id,
    maskedPan,
    status: requireOneOf(CARD_STATUSES, status, { table: 'cards', key: id, column: 'status' }),
  }))
}

function columnsOf(keys: readonly Key[]): string[][] {
  return [keys.map((key) => key.institution_id), keys.map((key) => key.account_id)]
}

function groups<R extends Key, Value>(rows: readonly R[], toValue: (row: R) => Value): Map<string, Value[]> {
  const found = new Map<string, Value[]>()
  for (const row of rows) {
    const values = found.get(keyOf(row)) ?? []
    values.push(toValue(row))
    found.set(keyOf(row), values)
  }
  return found
}

/** What administration keeps; postings change the rest. A description is free text, so a card number in it is masked. */
function snapshot(account: AccountRecord): object {
  const { id, institutionId, accountId, customerId, accountType, currency, branchId, txnCapability, status } = account
  return {
    id,
    version: account.version,
    institutionId,
    accountId,
    customerId,
    accountType,
    description: maskPansIn(account.description),
    currencyCode: currency,
    branchId,
    txnCapability,
    status,
    ...(account.statusReason !== undefined && { statusReason: account.statusReason }),
    ...(account.overdraftMinor !== null && { overdraft: numberFromMinor(account.overdraftMinor, currency) }),
    ...(account.riskFlag !== null && { riskFlag: account.riskFlag }),
  }
}
