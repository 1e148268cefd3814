// Settlements between digital institutions: recorded by an operator, posted in both books, never changed.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { created } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import {
  anyInstitution,
  freeText,
  line,
  recordExample,
  recordFields,
  searchText,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'
import { isCurrency } from '../../../../platform/kernel/money/currencies.ts'
import { minorFromNumber, numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import { SETTLEMENTS, type SettlementRecord } from '../../../../tokens/settlements/settlements.ts'
import { type OnboardingOperation, onboardingOperation, resource } from '../../onboarding-operation.ts'
import { calendarDate } from '../business-dates.ts'

const currencyCode = Type.String({
  description: 'ISO 4217',
  pattern: '^[A-Z]{3}$',
  expected: 'must be three capital letters',
})

const newSettlement = Type.Object({
  payerInstitutionId: chosen(uuid('The digital institution that has paid')),
  payeeInstitutionId: chosen(uuid('The digital institution that was paid')),
  currencyCode: chosen(currencyCode),
  amount: chosen(
    Type.Number({
      description: 'At most what the payer owes and what the payee is owed, when it is posted',
      exclusiveMinimum: 0,
      expected: 'must be a number above 0',
    }),
  ),
  externalReference: chosen(line('What the payment is known by where it was made; unique', 140)),
  valueDate: chosen(calendarDate('The value date, not in the future')),
  note: Type.Optional(chosen(freeText('A note'))),
})

const settlementFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the external reference or of the note'))),
  institutionId: Type.Optional(chosen(anyInstitution('Either side: the institution, or a digital one by its id'))),
  payerInstitutionId: Type.Optional(chosen(uuid('The digital institution that has paid'))),
  payeeInstitutionId: Type.Optional(chosen(uuid('The digital institution that was paid'))),
  currencyCode: Type.Optional(chosen(currencyCode)),
})

const settlement = Type.Object(
  {
    ...recordFields,
    payerInstitutionId: chosen(uuid('The digital institution that has paid')),
    payeeInstitutionId: chosen(uuid('The digital institution that was paid')),
    currencyCode: chosen(Type.String({ description: 'ISO 4217' })),
    amount: chosen(Type.Number({ description: 'What was paid' })),
    externalReference: chosen(Type.String({ description: 'What the payment is known by where it was made' })),
    valueDate: chosen(Type.String({ description: 'The value date', format: 'date' })),
    note: Type.Optional(chosen(Type.String({ description: 'A note' }))),
    reverses: Type.Optional(chosen(uuid('The settlement that this one undoes'))),
    reversedBy: Type.Optional(chosen(uuid('The settlement that undoes this one'))),
  },
  { component: 'DigitalSettlement' },
)

const NEW_SETTLEMENT = {
  payerInstitutionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e31',
  payeeInstitutionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e32',
  currencyCode: 'USD',
  amount: 1250.5,
  externalReference: 'RTGS-2026-0115-0007',
  valueDate: '2026-01-15',
  note: 'Net position of the morning',
}

const SETTLEMENT = { ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e30'), ...NEW_SETTLEMENT }

function settlementReply({ amountMinor, ...record }: SettlementRecord): object {
  return { ...record, amount: numberFromMinor(amountMinor, record.currencyCode) }
}

const createSettlement = onboardingOperation({
  id: 'CreateDigitalSettlement',
  route: 'POST /digital-settlements',
  access: may('DIGITAL_MONEY', 'APPROVE'),
  basis: 'chosen',
  tag: 'Digital settlements',
  summary: 'Record a settlement',
  description:
    'What one digital institution has paid another outside the platform for transfers of tokens. Posted at once in both books, ' +
    'or in neither, and never changed. More than the payer owes or the payee is owed, or an external reference that is used: 409. ' +
    'Users of the platform only.',
  status: 201,
  body: newSettlement,
  reply: settlement,
  requestExamples: [{ name: 'settlement', summary: 'A settlement', value: NEW_SETTLEMENT }],
  replyExamples: [{ name: 'settlement', summary: 'The settlement', value: SETTLEMENT }],
  async handle(ask) {
    const { amount, ...wanted } = ask.body
    const record = await ask.services.digitalSettlements.create(ask, {
      ...wanted,
      amountMinor: minorOf(amount, wanted.currencyCode),
    })
    return created(ask, settlementReply(record))
  },
})

const reversalRequest = Type.Object({ reason: chosen(freeText('Why, for the record and the audit log')) })

const reverseSettlement = onboardingOperation({
  id: 'ReverseDigitalSettlement',
  route: 'POST /digital-settlements/:id/reversal',
  access: may('DIGITAL_MONEY', 'APPROVE'),
  basis: 'chosen',
  tag: 'Digital settlements',
  summary: 'Undo a settlement',
  description:
    'Posts the opposite of a settlement that was recorded wrongly, of the whole amount, in both books or in neither, and answers the ' +
    'settlement that undoes it. Always waits for a second user. What the payer then owes may pass its cap; the external reference stays ' +
    'used. 409 when it is undone already, undoes another, or one of the institutions is offboarded. Users of the platform only.',
  status: 201,
  body: reversalRequest,
  reply: settlement,
  requestExamples: [{ name: 'reversal', summary: 'A wrong amount', value: { reason: 'Recorded with a wrong amount' } }],
  replyExamples: [
    {
      name: 'reversal',
      summary: 'The settlement that undoes it',
      value: {
        ...SETTLEMENT,
        id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e33',
        payerInstitutionId: NEW_SETTLEMENT.payeeInstitutionId,
        payeeInstitutionId: NEW_SETTLEMENT.payerInstitutionId,
        externalReference: `reversal of ${SETTLEMENT.id}`,
        note: 'Recorded with a wrong amount',
        reverses: SETTLEMENT.id,
      },
    },
  ],
  async handle(ask) {
    const record = await ask.services.digitalSettlements.reverse(ask, idOf(ask), ask.body.reason)
    return created(ask, settlementReply(record))
  },
})

function minorOf(amount: number, currency: string): bigint {
  if (!isCurrency(currency)) throw invalidFields([{ path: 'currencyCode', message: 'must be a currency of ISO 4217' }])
  const minor = minorFromNumber(amount, currency)
  if (minor === undefined) throw invalidFields([{ path: 'amount', message: 'has too many decimals, or is too large' }])
  return minor
}

const reads = resource({
  path: '/digital-settlements',
  tag: 'Digital settlements',
  module: 'DIGITAL_MONEY',
  noun: 'settlement',
  shape: settlement,
  example: SETTLEMENT,
  sorts: Object.keys(SETTLEMENTS.sorts),
  reply: settlementReply,
  records: ({ digitalSettlements }) => digitalSettlements,

  browse: {
    id: 'BrowseDigitalSettlements',
    summary: 'List settlements',
    description: 'Newest first. Users of an institution see those of its side.',
  },
  list: {
    id: 'ListDigitalSettlements',
    summary: 'Find settlements',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: settlementFilter,
    example: { summary: 'Settlements in dollars', value: { currencyCode: 'USD' } },
  },
  get: { id: 'GetDigitalSettlement', summary: 'Read a settlement', description: 'As it was recorded.' },
})

export const DIGITAL_SETTLEMENT_OPERATIONS: readonly OnboardingOperation[] = [
  createSettlement,
  ...reads,
  reverseSettlement,
]
