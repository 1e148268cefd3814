// Transactions on the wire: a record, its detail, and an example of each.

import { type TSchema, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'
import type { TransactionDetail } from '../../../../oversight/transactions/detail/transaction-detail.ts'
import { dashedDate, shownTransaction } from '../../../../oversight/transactions/transaction-fields.ts'
import { TRANSACTION_STATUSES } from '../../../../oversight/transactions/transaction-record.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'

const text = (description: string) => chosen(Type.String({ description }))
const optional = (schema: TSchema) => Type.Optional(chosen(schema))
const optionalText = (description: string) => optional(Type.String({ description }))
const money = (description: string) => chosen(Type.Number({ description: `${description}, in major units` }))

const fields = {
  id: chosen(uuid('The transaction')),
  rrn: text('Retrieval reference number of the caller'),
  type: text('`transaction.type` of account services'),
  institutionId: text('The institution'),
  partnerId: text('The partner that sent it'),
  terminalId: optionalText('The terminal; absent when none was named'),
  accountId: optionalText('The account; absent on lookups'),
  beneficiaryAccountId: optionalText('Transfers: the destination'),
  billerId: optionalText('Bill payments: the biller'),
  maskedPan: optionalText('The card, first six and last four digits'),
  amount: money('The amount; 0 on inquiries'),
  accessFee: money('The part of the amount that is the access fee'),
  currencyCode: optionalText('ISO 4217 code; absent on inquiries'),
  reversedAmount: money('How much of the amount has been reversed. Reversals of unknown outcome (911) do not count'),
  responseCode: text('`000` approved, `911` unknown, any other a decline'),
  authId: optionalText('Authorization id of an approval'),
  originalId: optional(uuid('Reversals: the transaction that is reversed')),
  businessDate: chosen(Type.String({ description: "The institution's business date", format: 'date' })),
  latencyMs: chosen(Type.Integer({ description: 'From the arrival of the request to its answer' })),
  correlationId: chosen(uuid('The request')),
  status: chosen(
    Type.Enum([...TRANSACTION_STATUSES], {
      description:
        'TIMED_OUT: the outcome is not known (911). A reversal is APPROVED, DECLINED or TIMED_OUT; its original becomes ' +
        'REVERSED or PARTIALLY_REVERSED once the reversal is approved, and keeps its status until then',
    }),
  ),
  createdAt: chosen(timestamp('When it was recorded')),
}

export const transaction = chosen(Type.Object(fields, { component: 'Transaction' }))

export const transactionDetail = Type.Object(
  {
    ...fields,
    response: optional(
      Type.Unknown({
        description: 'The response as it was sent; absent while the outcome is unknown, and on inquiries',
      }),
    ),
    postings: chosen(
      Type.Array(
        Type.Object({
          account: text('A customer account, or an account of the general ledger such as `vault:ATM00001`'),
          amount: money('Credits are positive'),
          currencyCode: text('ISO 4217 code'),
        }),
        { description: 'The lines of the journal; none when nothing was posted here' },
      ),
    ),
    original: Type.Optional(transaction),
    stopId: optional(Type.String({ description: 'The stop that it was declined for (115)', format: 'uuid' })),
    reversals: chosen(Type.Array(transaction, { description: 'Reversals of it, oldest first' })),
    corrections: chosen(
      Type.Array(
        Type.Object(
          {
            id: chosen(uuid('The correction')),
            kind: text('Its kind'),
            direction: text('`CREDIT` or `DEBIT` of the account'),
            amount: money('The amount'),
            currencyCode: text('ISO 4217 code'),
            reason: text('Why'),
            businessDate: chosen(Type.String({ description: 'Its business date', format: 'date' })),
            reversedBy: optional(uuid('The correction that undoes it')),
          },
          { component: 'CorrectionOfTransaction' },
        ),
        { description: 'Corrections that name it, oldest first' },
      ),
    ),
  },
  { component: 'TransactionDetail' },
)

export const TRANSACTION = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55',
  rrn: '260115000003',
  type: 'CASHWITHDRAWAL',
  institutionId: 'FI001',
  partnerId: 'PARTNER01',
  terminalId: 'ATM00001',
  accountId: '1000000001',
  maskedPan: '400000******0010',
  amount: 150,
  accessFee: 2.5,
  currencyCode: 'USD',
  reversedAmount: 0,
  responseCode: '000',
  authId: 'A1B2C3',
  businessDate: '2026-01-15',
  latencyMs: 9,
  correlationId: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
  status: 'APPROVED',
  createdAt: '2026-01-15T10:00:00.000Z',
}

export const TRANSACTION_DETAIL = {
  ...TRANSACTION,
  response: {
    transaction: { rrn: '260115000003', date: '20260115', type: 'CASHWITHDRAWAL' },
    status: { responseCode: '000', authId: 'A1B2C3' },
  },
  postings: [
    { account: '1000000001', amount: -150, currencyCode: 'USD' },
    { account: 'vault:ATM00001', amount: 147.5, currencyCode: 'USD' },
    { account: 'fees:access', amount: 2.5, currencyCode: 'USD' },
  ],
  reversals: [],
  corrections: [],
}

export function shownDetail(detail: TransactionDetail): object {
  const { response, postings, original, stopId, reversals, corrections } = detail
  return {
    ...shownTransaction(detail),
    ...(response !== undefined && { response }),
    postings: postings.map(({ account, amountMinor, currency }) => ({
      account,
      amount: numberFromMinor(amountMinor, currency),
      currencyCode: currency,
    })),
    ...(original !== undefined && { original: shownTransaction(original) }),
    ...(stopId !== undefined && { stopId }),
    reversals: reversals.map(shownTransaction),
    corrections: corrections.map(({ amountMinor, currency, businessDate, ...said }) => ({
      ...said,
      amount: numberFromMinor(amountMinor, currency),
      currencyCode: currency,
      businessDate: dashedDate(businessDate),
    })),
  }
}
