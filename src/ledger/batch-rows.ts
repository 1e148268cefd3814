// Rows of the posting path as the database gives them, and what the ledger makes of them.

import type { Account, Card, Hold, Usage } from './account.ts'
import type { Original } from './posting.ts'

interface UsageRow {
  usage_date: string | null
  used_minor: bigint
  used_count: number
}

export interface AccountRow extends UsageRow {
  account_id: string
  customer_id: string
  account_type: string
  description: string
  currency: string
  status: string
  txn_capability: string
  branch_id: string
  risk_flag: string | null
  balance_minor: bigint
  held_minor: bigint
  overdraft_minor: bigint
  forced_minor: bigint
  payment_due_minor: bigint | null
  payment_due_on: string | null
  payment_paid_minor: bigint
}

export interface CardRow extends UsageRow {
  pan_hash: string
  status: string
  account_ids: string[]
}

export interface TerminalRow extends UsageRow {
  terminal_id: string
}

export interface RecordRow {
  partner_id: string
  rrn: string
  fingerprint: string
  response_code: string
  response: string
}

export interface TombstoneRow {
  partner_id: string
  original_rrn: string
}

export interface HoldRow {
  hold_id: string
  account_id: string
  transaction_id: string
  amount_minor: bigint
  release_on: string
}

export interface OriginalRow {
  transaction_id: string
  partner_id: string
  rrn: string
  type: string
  account_id: string
  beneficiary_account_id: string | null
  terminal_id: string | null
  amount_minor: bigint
  fee_minor: bigint
  cash_minor: bigint
  currency: string
  response_code: string
  auth_id: string | null
  pan_hash: string | null
  business_date: string
  recorded_at: Date
  reversed_minor: bigint
}

export function toUsage(row: UsageRow): Usage {
  return { date: row.usage_date, minor: row.used_minor, count: row.used_count }
}

export function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    customerId: row.customer_id,
    accountType: row.account_type,
    description: row.description,
    currency: row.currency,
    status: row.status,
    txnCapability: row.txn_capability,
    branchId: row.branch_id,
    riskFlag: row.risk_flag,
    balanceMinor: row.balance_minor,
    heldMinor: row.held_minor,
    overdraftMinor: row.overdraft_minor,
    forcedMinor: row.forced_minor,
    paymentDueMinor: row.payment_due_minor,
    paymentDueOn: row.payment_due_on,
    paymentPaidMinor: row.payment_paid_minor,
    usage: toUsage(row),
  }
}

export function toCard(row: CardRow): Card {
  return { panHash: row.pan_hash, status: row.status, accountIds: row.account_ids, usage: toUsage(row) }
}

export function toHold(row: HoldRow): Hold {
  return {
    holdId: row.hold_id,
    accountId: row.account_id,
    transactionId: row.transaction_id,
    amountMinor: row.amount_minor,
    releaseOn: row.release_on,
    released: false,
  }
}

export function toOriginal(row: OriginalRow): Original {
  return {
    transactionId: row.transaction_id,
    partnerId: row.partner_id,
    rrn: row.rrn,
    type: row.type,
    accountId: row.account_id,
    beneficiaryAccountId: row.beneficiary_account_id,
    terminalId: row.terminal_id,
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    cashMinor: row.cash_minor,
    currency: row.currency,
    responseCode: row.response_code,
    authId: row.auth_id,
    panHash: row.pan_hash,
    businessDate: row.business_date,
    recordedAtMs: row.recorded_at.getTime(),
    reversedMinor: row.reversed_minor,
  }
}

export const ACCOUNT_COLUMNS = `account_id, customer_id, account_type, description, currency, status, txn_capability, branch_id,
       risk_flag, balance_minor, held_minor, overdraft_minor, forced_minor,
       payment_due_minor, payment_due_on, payment_paid_minor, usage_date, used_minor, used_count`

export const CARD_COLUMNS = 'pan_hash, status, account_ids, usage_date, used_minor, used_count'
