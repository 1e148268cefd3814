// The fields of a transaction by the names administration uses, in the order of an export's columns.

import { decimalFromMinor, numberFromMinor } from '../../platform/kernel/money/money.ts'
import { type BusinessDate, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { TransactionRecord, TransactionStatus } from './transaction-record.ts'

/** A transaction as JSON shows it: amounts are numbers in major units, absent fields are left out. */
export interface ShownTransaction {
  readonly id: string
  readonly rrn: string
  readonly type: string
  readonly institutionId: string
  readonly partnerId: string
  readonly terminalId?: string
  readonly accountId?: string
  readonly beneficiaryAccountId?: string
  readonly billerId?: string
  readonly maskedPan?: string
  readonly amount: number
  readonly accessFee: number
  readonly currencyCode?: string
  readonly reversedAmount: number
  readonly responseCode: string
  readonly authId?: string
  readonly originalId?: string
  /** `YYYY-MM-DD` */
  readonly businessDate: string
  readonly latencyMs: number
  readonly correlationId: string
  readonly status: TransactionStatus
  readonly createdAt: string
}

export function shownTransaction(record: TransactionRecord): ShownTransaction {
  const { amountMinor, accessFeeMinor, currency, reversedMinor, businessDate, createdAtMs, ...same } = record
  const { id, rrn, type, institutionId, partnerId, terminalId, accountId, beneficiaryAccountId, billerId } = same
  const { maskedPan, responseCode, authId, originalId, latencyMs, correlationId, status } = same
  return {
    id,
    rrn,
    type,
    institutionId,
    partnerId,
    ...(terminalId !== undefined && { terminalId }),
    ...(accountId !== undefined && { accountId }),
    ...(beneficiaryAccountId !== undefined && { beneficiaryAccountId }),
    ...(billerId !== undefined && { billerId }),
    ...(maskedPan !== undefined && { maskedPan }),
    amount: shownAmount(amountMinor, currency),
    accessFee: shownAmount(accessFeeMinor, currency),
    ...(currency !== undefined && { currencyCode: currency }),
    reversedAmount: shownAmount(reversedMinor, currency),
    responseCode,
    ...(authId !== undefined && { authId }),
    ...(originalId !== undefined && { originalId }),
    businessDate: dashedDate(businessDate),
    latencyMs,
    correlationId,
    status,
    createdAt: isoTimestamp(createdAtMs),
  }
}

/** The columns of an export and of the reconciliation file, in order. */
export const TRANSACTION_FIELD_NAMES = [
  'id',
  'rrn',
  'type',
  'institutionId',
  'partnerId',
  'terminalId',
  'accountId',
  'beneficiaryAccountId',
  'billerId',
  'maskedPan',
  'amount',
  'accessFee',
  'currencyCode',
  'reversedAmount',
  'responseCode',
  'authId',
  'originalId',
  'businessDate',
  'latencyMs',
  'correlationId',
  'status',
  'createdAt',
] as const satisfies readonly (keyof ShownTransaction)[]

export type TransactionFieldName = (typeof TRANSACTION_FIELD_NAMES)[number]

/** Fields whose cells are numbers; all others are text. */
export const NUMBER_FIELDS: ReadonlySet<TransactionFieldName> = new Set([
  'amount',
  'accessFee',
  'reversedAmount',
  'latencyMs',
])

/** The cells of a row of text, in the order of TRANSACTION_FIELD_NAMES. Amounts have all decimals of their currency. */
export function transactionCells(record: TransactionRecord): string[] {
  const decimal = (minor: bigint) =>
    record.currency === undefined ? String(minor) : decimalFromMinor(minor, record.currency)
  return [
    record.id,
    record.rrn,
    record.type,
    record.institutionId,
    record.partnerId,
    record.terminalId ?? '',
    record.accountId ?? '',
    record.beneficiaryAccountId ?? '',
    record.billerId ?? '',
    record.maskedPan ?? '',
    decimal(record.amountMinor),
    decimal(record.accessFeeMinor),
    record.currency ?? '',
    decimal(record.reversedMinor),
    record.responseCode,
    record.authId ?? '',
    record.originalId ?? '',
    dashedDate(record.businessDate),
    String(record.latencyMs),
    record.correlationId,
    record.status,
    isoTimestamp(record.createdAtMs),
  ]
}

/** `20260115` as `2026-01-15`. */
export function dashedDate(date: BusinessDate): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`
}

/** An inquiry has neither amount nor currency. */
function shownAmount(minor: bigint, currency: string | undefined): number {
  return currency === undefined ? Number(minor) : numberFromMinor(minor, currency)
}
