// Accounts on the wire: what is sent, what comes back, and an example of each.

import { type Static, Type } from 'typebox'
import { ACCOUNT_STATUSES, RISK_FLAGS } from '../../../../channels/core/builtin/books/bank-account.ts'
import { CARD_STATUSES } from '../../../../channels/core/builtin/books/card.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import {
  changeOf,
  freeText,
  identifier,
  recordExample,
  recordFields,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'
import type { AccountRecord } from '../../../../oversight/customers/accounts/account-records.ts'
import { dashedDate } from '../../../../oversight/transactions/transaction-fields.ts'
import { isCurrency } from '../../../../platform/kernel/money/currencies.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { customerFilter, maskedPan } from './customer-fields.ts'

const status = Type.Enum([...ACCOUNT_STATUSES], {
  description: 'Orders on an account that is not `OPEN` are declined with 182 or 183',
  expected: `must be one of ${ACCOUNT_STATUSES.join(', ')}`,
})

const riskFlag = Type.Enum([...RISK_FLAGS], {
  description: 'Set by risk staff: orders are declined with 100 (`DO_NOT_HONOUR`) or 102 (`SUSPECTED_FRAUD`)',
  expected: `must be one of ${RISK_FLAGS.join(', ')}`,
})

const overdraft = Type.Number({
  description: 'How far the balance may fall below zero, in major units; not for loans',
  minimum: 0,
  expected: 'must be an amount of zero or more',
})

const currencyCode = Type.Refine(
  Type.String({
    description: 'ISO 4217 code, one of the institution’s currencies; fixed',
    pattern: '^[A-Z]{3}$',
    expected: 'must be an ISO 4217 currency code',
  }),
  isCurrency,
)

const date = (description: string) => Type.String({ description, format: 'date' })
const amount = (description: string) => Type.Number({ description: `${description}, in major units` })

export const newAccount = Type.Object({
  institutionId: chosen(identifier('The institution that keeps it; fixed')),
  accountId: chosen(identifier('The account number; unique in the institution, and fixed')),
  customerId: chosen(identifier('The customer it belongs to; fixed')),
  accountType: chosen(identifier('The code of an active account type of the institution; fixed')),
  description: chosen(freeText('What customers see it called')),
  currencyCode: chosen(currencyCode),
  branchId: chosen(identifier('A branch of the institution')),
  txnCapability: Type.Optional(
    chosen(orNull(identifier("A transaction capability; the account type's unless stated"))),
  ),
  status: Type.Optional(chosen(status)),
  overdraft: Type.Optional(chosen(orNull(overdraft))),
  riskFlag: Type.Optional(chosen(orNull(riskFlag))),
  paymentDueDate: Type.Optional(
    chosen(
      orNull(
        Type.String({
          description: 'Loans: when the next payment is due',
          pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
          expected: 'must be a date YYYY-MM-DD',
        }),
      ),
    ),
  ),
})

export const accountChange = changeOf(newAccount, {
  fixed: ['institutionId', 'accountId', 'customerId', 'accountType', 'currencyCode'],
  without: ['status', 'paymentDueDate'],
})

export const accountFilter = Type.Object({
  ...customerFilter,
  status: Type.Optional(chosen(anyOf(status, ACCOUNT_STATUSES.length, 'Statuses'))),
})

const balance = Type.Object({
  type: chosen(Type.Enum(['Available', 'Balance', 'PaymentDue'], { description: 'As account services call it' })),
  amount: chosen(amount('What is owed on a loan is positive')),
  currencyCode: chosen(Type.String()),
  dueDate: Type.Optional(chosen(date('PaymentDue: when'))),
})

export const account = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(identifier('The institution that keeps it')),
    accountId: chosen(Type.String({ description: 'The account number' })),
    customerId: chosen(Type.String({ description: 'The customer it belongs to' })),
    accountType: chosen(Type.String({ description: 'The code of its type' })),
    description: chosen(Type.String({ description: 'What customers see it called' })),
    currencyCode: chosen(Type.String({ description: 'ISO 4217 code' })),
    branchId: chosen(Type.String({ description: 'Its branch' })),
    txnCapability: chosen(Type.String({ description: 'What may be done with it' })),
    status: chosen(status),
    statusReason: Type.Optional(chosen(Type.String({ description: 'Why it has this status, when a person said so' }))),
    overdraft: Type.Optional(chosen(overdraft)),
    riskFlag: Type.Optional(chosen(riskFlag)),
    paymentDueDate: Type.Optional(chosen(date('Loans: when the next payment is due'))),
    balances: chosen(Type.Array(balance)),
    holds: chosen(
      Type.Array(
        Type.Object({
          amount: chosen(amount('In the balance, but not available yet')),
          releaseOn: chosen(date('The business date on which it becomes available')),
        }),
      ),
    ),
    cards: chosen(
      Type.Array(
        Type.Object({
          id: chosen(uuid('The card')),
          maskedPan: chosen(maskedPan),
          status: chosen(Type.Enum([...CARD_STATUSES], { description: 'Its status' })),
        }),
      ),
    ),
  },
  { component: 'Account' },
)

export function accountReply(record: AccountRecord): Static<typeof account> {
  const { currency, paymentDue, availableMinor, balanceMinor } = record
  const major = (minor: bigint) => numberFromMinor(minor, currency)
  const line = (type: 'Available' | 'Balance' | 'PaymentDue', minor: bigint) => ({
    type,
    amount: major(minor),
    currencyCode: currency,
  })
  return {
    id: record.id,
    version: record.version,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    createdBy: record.createdBy,
    updatedBy: record.updatedBy,
    institutionId: record.institutionId,
    accountId: record.accountId,
    customerId: record.customerId,
    accountType: record.accountType,
    description: record.description,
    currencyCode: currency,
    branchId: record.branchId,
    txnCapability: record.txnCapability,
    status: record.status,
    ...(record.statusReason !== undefined && { statusReason: record.statusReason }),
    ...(record.overdraftMinor !== null && { overdraft: major(record.overdraftMinor) }),
    ...(record.riskFlag !== null && { riskFlag: record.riskFlag }),
    ...(paymentDue !== undefined && { paymentDueDate: dashedDate(paymentDue.on) }),
    balances: [
      line('Available', availableMinor),
      line('Balance', record.isLoan ? -balanceMinor : balanceMinor),
      ...(paymentDue === undefined
        ? []
        : [{ ...line('PaymentDue', paymentDue.amountMinor), dueDate: dashedDate(paymentDue.on) }]),
    ],
    holds: record.holds.map((hold) => ({ amount: major(hold.amountMinor), releaseOn: dashedDate(hold.releaseOn) })),
    cards: [...record.cards],
  }
}

export const NEW_ACCOUNT = {
  institutionId: 'FI001',
  accountId: '1000000042',
  customerId: 'CUST0042',
  accountType: 'DDA',
  description: 'Everyday checking',
  currencyCode: 'USD',
  branchId: '001',
  overdraft: 100,
}

export const ACCOUNT = {
  ...recordExample('7d5c1a54-8f1e-4c0b-9a63-1f0e2b7d4c88'),
  ...NEW_ACCOUNT,
  txnCapability: '06',
  status: 'OPEN',
  balances: [
    { type: 'Available', amount: 100, currencyCode: 'USD' },
    { type: 'Balance', amount: 0, currencyCode: 'USD' },
  ],
  holds: [],
  cards: [],
}
