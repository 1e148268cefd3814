// Corrections on the wire: what is sent, what comes back, and an example of each.

import { type Static, Type } from 'typebox'
import type { Findings } from '../../../../edge/http/body/validation.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import {
  freeText,
  identifier,
  recordExample,
  recordFields,
  searchText,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'
import {
  CORRECTION_KINDS,
  DIRECTIONS,
  EMPTIED_AGAINST,
  SUSPENSE_ACCOUNTS,
} from '../../../../oversight/corrections/correction.ts'
import type { CorrectionRecord } from '../../../../oversight/corrections/corrections.ts'
import { dashedDate } from '../../../../oversight/transactions/transaction-fields.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'

export const TAG = 'Corrections'

const currencyCode = Type.String({
  description: 'ISO 4217',
  pattern: '^[A-Z]{3}$',
  expected: 'must be three capital letters',
})

const among = (values: readonly string[]) => `must be one of ${values.join(', ')}`

const accountId = identifier('The account of a customer, in the built-in core')
const suspenseAccount = Type.Enum([...SUSPENSE_ACCOUNTS], {
  description: 'In place of accountId: a suspense account that is emptied',
  expected: among(SUSPENSE_ACCOUNTS),
})
const against = Type.Enum([...EMPTIED_AGAINST], {
  description: 'With suspenseAccount: what it is emptied against',
  expected: among(EMPTIED_AGAINST),
})
const direction = Type.Enum([...DIRECTIONS], { description: 'Of the account', expected: among(DIRECTIONS) })
const kind = Type.Enum([...CORRECTION_KINDS], {
  description: 'Says which account of the general ledger is on the other side',
  expected: among(CORRECTION_KINDS),
})

export const newCorrection = Type.Object({
  institutionId: chosen(identifier('The institution')),
  accountId: Type.Optional(chosen(accountId)),
  suspenseAccount: Type.Optional(chosen(suspenseAccount)),
  against: Type.Optional(chosen(against)),
  direction: Type.Optional(chosen(direction)),
  amount: Type.Optional(
    chosen(
      Type.Number({
        description: 'In major units',
        exclusiveMinimum: 0,
        expected: 'must be a number above 0',
      }),
    ),
  ),
  currencyCode: Type.Optional(chosen(currencyCode)),
  kind: Type.Optional(chosen(kind)),
  reason: chosen(freeText('Why, for the record and the audit log')),
  transactionId: Type.Optional(chosen(uuid('The transaction that it corrects'))),
  exceptionId: Type.Optional(chosen(uuid('The exception that it settles'))),
  reverses: Type.Optional(chosen(uuid('The correction that it undoes, whole; the other fields follow from that'))),
})

type NewCorrection = Static<typeof newCorrection>

const MISSING = 'is missing'

/** Which fields belong together. */
export function checkCorrection(sent: NewCorrection, found: Findings): void {
  if (sent.reverses !== undefined) return
  const required = ['direction', 'amount', 'currencyCode'] as const
  for (const field of required) if (sent[field] === undefined) found.add(field, MISSING)
  const hasAccount = sent.accountId !== undefined
  const hasSuspense = sent.suspenseAccount !== undefined
  if (!hasAccount && !hasSuspense) found.add('accountId', MISSING)
  if (hasAccount && hasSuspense) found.add('suspenseAccount', 'must not be given together with accountId')
  if (hasAccount && sent.kind === undefined) found.add('kind', MISSING)
  if (hasAccount && sent.against !== undefined) found.add('against', 'follows from kind')
  if (!hasSuspense) return
  if (sent.against === undefined) found.add('against', MISSING)
  else if (sent.against === sent.suspenseAccount) found.add('against', 'must be another account')
  if (sent.kind !== undefined && sent.kind !== 'SUSPENSE') found.add('kind', 'must be SUSPENSE with suspenseAccount')
  if (sent.transactionId !== undefined) found.add('transactionId', 'must not be given with suspenseAccount')
}

export const correctionFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the reason'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  accountId: Type.Optional(chosen(accountId)),
  suspenseAccount: Type.Optional(chosen(suspenseAccount)),
  transactionId: Type.Optional(chosen(uuid('The transaction that they correct'))),
  exceptionId: Type.Optional(chosen(uuid('The exception that they settle'))),
  kind: Type.Optional(chosen(anyOf(kind, CORRECTION_KINDS.length, 'Kinds'))),
  direction: Type.Optional(chosen(direction)),
  currencyCode: Type.Optional(chosen(currencyCode)),
})

const text = (description: string) => chosen(Type.String({ description }))

export const correction = Type.Object(
  {
    ...recordFields,
    institutionId: text('The institution'),
    accountId: Type.Optional(text('The account of a customer')),
    suspenseAccount: Type.Optional(text('The suspense account that it empties')),
    against: text('The account of the general ledger on the other side'),
    direction: chosen(direction),
    amount: chosen(Type.Number({ description: 'In major units' })),
    currencyCode: text('ISO 4217'),
    kind: chosen(kind),
    reason: text('Why'),
    transactionId: Type.Optional(chosen(uuid('The transaction that it corrects'))),
    reversedAmount: chosen(
      Type.Number({
        description: 'How much the transaction counts as reversed because of it; below 0 when it takes that back',
      }),
    ),
    exceptionId: Type.Optional(chosen(uuid('The exception that it settles'))),
    reverses: Type.Optional(chosen(uuid('The correction that it undoes'))),
    reversedBy: Type.Optional(chosen(uuid('The correction that undoes it'))),
    businessDate: chosen(Type.String({ description: 'The business date that it was posted on', format: 'date' })),
  },
  { component: 'Correction' },
)

export const NEW_CORRECTION = {
  institutionId: 'FI001',
  accountId: '1000000001',
  direction: 'CREDIT',
  amount: 2.5,
  currencyCode: 'USD',
  kind: 'FEE_REFUND',
  reason: 'The ATM charged a fee that the customer does not owe',
  transactionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55',
}

export const EMPTIED_SUSPENSE = {
  institutionId: 'FI001',
  suspenseAccount: 'suspense:cash',
  against: 'expense:losses',
  direction: 'CREDIT',
  amount: 20,
  currencyCode: 'USD',
  reason: 'The cash was never found',
}

export const UNDOING = {
  institutionId: 'FI001',
  reverses: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81',
  reason: 'Of the wrong customer',
}

export const CORRECTION = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81'),
  ...NEW_CORRECTION,
  against: 'fees:access',
  reversedAmount: 2.5,
  businessDate: '2026-01-15',
}

export function correctionReply({ amountMinor, countedMinor, businessDate, ...record }: CorrectionRecord): object {
  const { currencyCode: currency } = record
  return {
    ...record,
    amount: numberFromMinor(amountMinor, currency),
    reversedAmount: numberFromMinor(countedMinor, currency),
    businessDate: dashedDate(businessDate),
  }
}
