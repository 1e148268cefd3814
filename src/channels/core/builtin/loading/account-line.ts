// A line of an account file: what it says, and what it does to an account that is already there.

import type { BusinessDate } from '../../../../platform/kernel/time/clock.ts'
import { isCalendarDate } from '../../../../platform/kernel/time/clock.ts'
import { ACCOUNT_STATUSES, type AccountStatus } from '../books/bank-account.ts'
import type { OpenedAccount } from '../books/open-accounts.ts'
import type { BankFacts, LoadedType } from './bank-facts.ts'
import type { Columns, Fault, LineFields } from './line-fields.ts'

export const ACCOUNT_COLUMNS: Columns = {
  required: ['accountId', 'customerId', 'accountType', 'description', 'currencyCode', 'balance', 'branchId'],
  optional: ['txnCapability', 'status', 'overdraft', 'paymentDue', 'paymentDueDate'],
}

export const MAX_DESCRIPTION = 255

/** Optional values that are absent keep what an account has, and get their default on a new one. */
export interface AccountLine {
  readonly line: number
  readonly accountId: string
  readonly customerId: string
  readonly type: LoadedType
  readonly description: string
  readonly currency: string
  /** As the books have it: what is owed on a loan is negative. */
  readonly balanceMinor: bigint
  readonly branchId: string
  readonly txnCapability?: string | undefined
  readonly status?: AccountStatus | undefined
  readonly overdraftMinor?: bigint | undefined
  readonly paymentDueMinor?: bigint | undefined
  readonly paymentDueOn?: BusinessDate | undefined
}

/** Undefined when the line has faults, which are then in `fields`. */
export function readAccountLine(fields: LineFields, facts: BankFacts): AccountLine | undefined {
  const accountId = fields.id('accountId')
  const customerId = fields.id('customerId')
  const type = typeOf(fields, facts)
  const description = fields.text('description', MAX_DESCRIPTION)
  const currency = currencyOf(fields, facts)
  const balanceMinor = balanceOf(fields, type, currency)
  const branchId = branchOf(fields, facts)
  const optional = {
    txnCapability: capabilityOf(fields, facts),
    status: fields.oneOf('status', ACCOUNT_STATUSES),
    overdraftMinor: fields.positiveAmount('overdraft', currency),
    paymentDueMinor: fields.positiveAmount('paymentDue', currency),
    paymentDueOn: dueDateOf(fields),
  }
  checkKind(fields, type)
  // The last condition follows from the others; the compiler does not know it.
  if (fields.faults.length > 0 || accountId === undefined || customerId === undefined) return undefined
  if (type === undefined || description === undefined || currency === undefined) return undefined
  if (balanceMinor === undefined || branchId === undefined) return undefined
  return { line: fields.line, accountId, customerId, type, description, currency, balanceMinor, branchId, ...optional }
}

function typeOf(fields: LineFields, { types, institutionId }: BankFacts): LoadedType | undefined {
  const code = fields.required('accountType')
  if (code === undefined) return undefined
  return types.get(code) ?? fields.fault('accountType', `is not an account type of ${institutionId}`)
}

function currencyOf(fields: LineFields, { currencies, institutionId }: BankFacts): string | undefined {
  const code = fields.required('currencyCode')
  if (code === undefined || currencies.has(code)) return code
  return fields.fault('currencyCode', `is not a currency of ${institutionId}: ${[...currencies].join(', ')}`)
}

function balanceOf(fields: LineFields, type: LoadedType | undefined, currency: string | undefined): bigint | undefined {
  const minor = fields.amount('balance', fields.required('balance'), currency)
  if (minor === undefined || type?.isLoan !== true) return minor
  return minor < 0n ? fields.fault('balance', 'is what is owed on a loan and must not be negative') : -minor
}

export function branchOf(fields: LineFields, { branches, institutionId }: BankFacts): string | undefined {
  const id = fields.id('branchId')
  if (id === undefined || branches.size === 0 || branches.has(id)) return id
  return fields.fault('branchId', `is not a branch of ${institutionId}`)
}

export function capabilityOf(fields: LineFields, { capabilities }: BankFacts): string | undefined {
  const code = fields.optional('txnCapability')
  if (code === undefined || capabilities.has(code)) return code
  return fields.fault('txnCapability', 'is not a transaction capability')
}

function dueDateOf(fields: LineFields): BusinessDate | undefined {
  const text = fields.optional('paymentDueDate')
  if (text === undefined) return undefined
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.replaceAll('-', '') : ''
  return isCalendarDate(date) ? date : fields.fault('paymentDueDate', 'must be a date YYYY-MM-DD')
}

/** Loans have no overdraft, and only loans have payments that are due. */
function checkKind(fields: LineFields, type: LoadedType | undefined): void {
  if (type === undefined) return
  const foreign = type.isLoan ? ['overdraft'] : ['paymentDue', 'paymentDueDate']
  for (const field of foreign) {
    if (fields.optional(field) !== undefined) {
      fields.fault(field, type.isLoan ? 'must be empty for a loan' : 'must be empty unless the account is a loan')
    }
  }
}

/** An account that is already there. */
export interface KnownAccount {
  readonly accountId: string
  readonly customerId: string
  readonly accountType: string
  readonly description: string
  readonly currency: string
  readonly status: string
  readonly txnCapability: string
  readonly branchId: string
  readonly balanceMinor: bigint
  /** What it was opened with; zero when nothing was posted then. */
  readonly openedWithMinor: bigint
  readonly heldMinor: bigint
  readonly overdraftMinor: bigint | null
  readonly forcedMinor: bigint
  readonly paymentDueMinor: bigint | null
  readonly paymentDueOn: BusinessDate | null
}

/** The values that a line may change. */
export interface AccountChange {
  readonly accountId: string
  readonly customerId: string
  readonly description: string
  readonly status: string
  readonly txnCapability: string
  readonly branchId: string
  readonly overdraftMinor: bigint | null
  readonly paymentDueMinor: bigint | null
  readonly paymentDueOn: BusinessDate | null
}

export type AccountVerdict =
  | { readonly kind: 'open'; readonly account: OpenedAccount }
  | { readonly kind: 'change'; readonly change: AccountChange }
  | { readonly kind: 'same' }
  | { readonly kind: 'skip'; readonly faults: readonly Fault[] }

/** What to do with a line. Pure, so that a dry run decides as a load does. */
export function decideAccountLine(
  line: AccountLine,
  known: KnownAccount | undefined,
  opening: { readonly institutionId: string; readonly effectiveDate: BusinessDate },
): AccountVerdict {
  return known === undefined ? open(line, opening) : change(line, known)
}

function open(
  line: AccountLine,
  opening: { readonly institutionId: string; readonly effectiveDate: BusinessDate },
): AccountVerdict {
  const { type, overdraftMinor = 0n } = line
  const fault = (field: string, reason: string) => skip([{ line: line.line, field, reason }])
  if (!type.isActive) return fault('accountType', 'is inactive')
  if (!type.isLoan && line.balanceMinor + overdraftMinor < 0n) return fault('balance', 'is below the overdraft')
  return {
    kind: 'open',
    account: {
      ...opening,
      accountId: line.accountId,
      customerId: line.customerId,
      accountType: type.code,
      description: line.description,
      currency: line.currency,
      status: line.status ?? 'OPEN',
      txnCapability: line.txnCapability ?? type.defaultTxnCapability,
      branchId: line.branchId,
      balanceMinor: line.balanceMinor,
      overdraftMinor: type.isLoan ? null : overdraftMinor,
      ceilingMinor: type.isLoan ? 0n : null,
      paymentDueMinor: line.paymentDueMinor ?? null,
      paymentDueOn: line.paymentDueOn ?? null,
    },
  }
}

function change(line: AccountLine, known: KnownAccount): AccountVerdict {
  const faults = fixedFaults(line, known)
  const change: AccountChange = {
    accountId: known.accountId,
    customerId: line.customerId,
    description: line.description,
    status: line.status ?? known.status,
    txnCapability: line.txnCapability ?? known.txnCapability,
    branchId: line.branchId,
    overdraftMinor: line.overdraftMinor ?? known.overdraftMinor,
    paymentDueMinor: line.paymentDueMinor ?? known.paymentDueMinor,
    paymentDueOn: line.paymentDueOn ?? known.paymentDueOn,
  }
  if (isLessThanDrawn(change.overdraftMinor, known)) {
    faults.push({ line: line.line, field: 'overdraft', reason: LESS_THAN_DRAWN })
  }
  if (faults.length > 0) return skip(faults)
  const isSame = (Object.keys(change) as (keyof AccountChange)[]).every((key) => change[key] === known[key])
  return isSame ? { kind: 'same' } : { kind: 'change', change }
}

export const LESS_THAN_DRAWN = 'is less than what is overdrawn'

/** No limit may be set below what the account already owes. */
export function isLessThanDrawn(
  overdraftMinor: bigint | null,
  { balanceMinor, heldMinor, forcedMinor }: Pick<KnownAccount, 'balanceMinor' | 'heldMinor' | 'forcedMinor'>,
): boolean {
  return overdraftMinor !== null && balanceMinor - heldMinor + overdraftMinor + forcedMinor < 0n
}

/**
 * Type, currency and balance never change. A file that is loaded again after orders were posted still says what the account
 * was opened with, so that is no difference.
 */
function fixedFaults(line: AccountLine, known: KnownAccount): Fault[] {
  const faults: Fault[] = []
  const differs = (field: string, reason: string) => faults.push({ line: line.line, field, reason })
  if (line.type.code !== known.accountType) differs('accountType', 'differs from that of the account')
  if (line.currency !== known.currency) differs('currencyCode', 'differs from that of the account')
  else if (line.balanceMinor !== known.openedWithMinor && line.balanceMinor !== known.balanceMinor) {
    differs('balance', 'differs from that of the account, which only postings change')
  }
  return faults
}

function skip(faults: readonly Fault[]): AccountVerdict {
  return { kind: 'skip', faults }
}
