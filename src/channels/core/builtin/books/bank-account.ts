// A customer's account at the built-in bank: the ledger's account with what the bank keeps about it in the same row.

import type { Account, AccountColumns, AccountRow } from '../../../../ledger/account.ts'
import type { BusinessDate } from '../../../../platform/kernel/time/clock.ts'
import { requireOneOf } from '../../../../platform/storage/statements/closed-values.ts'
import { toUsage, type Usage, type UsageRow } from './usage.ts'

export const ACCOUNT_STATUSES = ['OPEN', 'FROZEN', 'DORMANT', 'CLOSED'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

export const RISK_FLAGS = ['DO_NOT_HONOUR', 'SUSPECTED_FRAUD'] as const
export type RiskFlag = (typeof RISK_FLAGS)[number]

export interface BankAccount extends Account {
  readonly customerId: string
  readonly accountType: string
  readonly description: string
  readonly status: AccountStatus
  readonly txnCapability: string
  readonly branchId: string
  /** Set by the institution's risk staff: while it is set, only reversals pass. */
  readonly riskFlag: RiskFlag | null
  /** Loans: the instalment due next, and how much of it has been paid. */
  readonly paymentDueMinor: bigint | null
  readonly paymentDueOn: BusinessDate | null
  paymentPaidMinor: bigint
  readonly usage: Usage
}

interface BankAccountRow extends AccountRow, UsageRow {
  readonly customer_id: string
  readonly account_type: string
  readonly description: string
  readonly status: string
  readonly txn_capability: string
  readonly branch_id: string
  readonly risk_flag: string | null
  readonly payment_due_minor: bigint | null
  readonly payment_due_on: string | null
  readonly payment_paid_minor: bigint
}

export const BANK_ACCOUNT_COLUMNS: AccountColumns<BankAccount, BankAccountRow> = {
  name: 'bank',
  columns: [
    'customer_id',
    'account_type',
    'description',
    'status',
    'txn_capability',
    'branch_id',
    'risk_flag',
    'payment_due_minor',
    'payment_due_on',
    'payment_paid_minor',
    'usage_date',
    'used_minor',
    'used_count',
  ],
  toAccount: (row) => ({
    accountId: row.account_id,
    currency: row.currency,
    balanceMinor: row.balance_minor,
    heldMinor: row.held_minor,
    overdraftMinor: row.overdraft_minor,
    ceilingMinor: row.ceiling_minor,
    forcedMinor: row.forced_minor,
    customerId: row.customer_id,
    accountType: row.account_type,
    description: row.description,
    status: closedValue(ACCOUNT_STATUSES, row.status, row, 'status'),
    txnCapability: row.txn_capability,
    branchId: row.branch_id,
    riskFlag: row.risk_flag === null ? null : closedValue(RISK_FLAGS, row.risk_flag, row, 'risk_flag'),
    paymentDueMinor: row.payment_due_minor,
    paymentDueOn: row.payment_due_on,
    paymentPaidMinor: row.payment_paid_minor,
    usage: toUsage(row),
  }),
  written: [
    { column: 'payment_paid_minor', type: 'bigint', valueOf: (account) => account.paymentPaidMinor },
    { column: 'usage_date', type: 'text', valueOf: (account) => account.usage.date },
    { column: 'used_minor', type: 'bigint', valueOf: (account) => account.usage.minor },
    { column: 'used_count', type: 'integer', valueOf: (account) => account.usage.count },
  ],
}

/** Rejects unknown values: taken for a default, one would approve what it was set to prevent. */
function closedValue<Value extends string>(
  known: readonly Value[],
  value: string,
  { account_id: key }: AccountRow,
  column: string,
): Value {
  return (known as readonly string[]).includes(value)
    ? (value as Value)
    : requireOneOf(known, value, { table: 'accounts', key, column })
}

/** A loan has no lower bound and is never paid beyond zero, whatever its institution calls the type. */
export function isLoan(account: Pick<BankAccount, 'overdraftMinor' | 'ceilingMinor'>): boolean {
  return account.overdraftMinor === null && account.ceilingMinor === 0n
}

/** What may be debited now. Nothing can be drawn from a loan. */
export function availableMinor(account: BankAccount): bigint {
  return isLoan(account) ? 0n : account.balanceMinor - account.heldMinor + (account.overdraftMinor ?? 0n)
}

/** What is left to pay of a loan's next instalment. */
export function paymentDueMinor(account: BankAccount): bigint {
  const left = (account.paymentDueMinor ?? 0n) - account.paymentPaidMinor
  return left > 0n ? left : 0n
}
