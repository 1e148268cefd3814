// One customer: what the institution keeps of them, and what the caller's role shows besides.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { identifier, timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'
import {
  CUSTOMER_PARTS,
  type CustomerView,
  MOST_OF_A_PART,
  MOST_TRANSACTIONS,
} from '../../../../oversight/customer-view/customer-view.ts'
import { shownTransaction } from '../../../../oversight/transactions/transaction-fields.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { EXCEPTION, exception, exceptionReply } from '../exceptions/exception-shapes.ts'
import { HOT_CARD, hotCard } from '../hot-cards/hot-card-shapes.ts'
import { TRANSACTION, transaction } from '../transactions/transaction-shapes.ts'
import { ACCOUNT, account, accountReply } from './account-shapes.ts'
import { CARD, card } from './card-shapes.ts'

const text = (description: string) => chosen(Type.String({ description }))

const loan = Type.Object(
  {
    loanId: chosen(uuid('The loan')),
    partnerId: text('The partner that has lent'),
    productCode: text('Its product'),
    status: text('Its status, as family D has it'),
    principal: chosen(Type.Number({ description: 'What was agreed, in major units' })),
    currencyCode: text('ISO 4217 code'),
    accountId: Type.Optional(text('Its account here; absent before the first disbursement')),
    externalReference: Type.Optional(text("The partner's reference")),
    createdAt: chosen(timestamp('When it was made')),
  },
  { component: 'CustomerLoan' },
)

const digitalAccount = Type.Object(
  {
    accountId: chosen(uuid('The digital asset account')),
    partnerId: text('Its partner'),
    label: Type.Optional(text('What it is called')),
    currencyCode: text('ISO 4217 code'),
    state: text('Its state, as family C has it'),
    linkedAccountId: text('The account of the customer that it pays into'),
  },
  { component: 'CustomerDigitalAccount' },
)

const customer = Type.Object(
  {
    institutionId: chosen(identifier('The institution')),
    customerId: text('The customer'),
    accounts: chosen(Type.Array(account)),
    cards: chosen(Type.Array(card)),
    hotCards: chosen(Type.Array(hotCard, { description: 'Those of the cards that an operator has stopped' })),
    loans: Type.Optional(chosen(Type.Array(loan, { description: 'Newest first; with `VIEW` on `LOAN_SERVICING`' }))),
    digitalAccounts: Type.Optional(
      chosen(Type.Array(digitalAccount, { description: 'That pay into an account; with `VIEW` on `DIGITAL_PARTIES`' })),
    ),
    transactions: Type.Optional(
      chosen(
        Type.Array(transaction, {
          description: `The last ${MOST_TRANSACTIONS} of the accounts, newest first, without inquiries; with \`VIEW\` on \`QUERY\``,
        }),
      ),
    ),
    exceptions: Type.Optional(
      chosen(Type.Array(exception, { description: 'Those that are open; with `VIEW` on `EXCEPTIONS`' })),
    ),
    hasMore: chosen(
      Type.Array(Type.Enum([...CUSTOMER_PARTS]), {
        description: `Parts of which there are more than the ${MOST_OF_A_PART} that are shown; their own lists have the rest`,
      }),
    ),
  },
  { component: 'Customer' },
)

const { institutionId, customerId, accountId } = ACCOUNT

export const getCustomer = onboardingOperation({
  id: 'GetCustomer',
  route: 'GET /customers/:institutionId/:customerId',
  access: may('ACCOUNTS', 'VIEW'),
  basis: 'chosen',
  tag: 'Customers',
  summary: 'Read a customer',
  description:
    'Accounts, cards and hot cards of the built-in core, and by the rights of the caller the loans of partners that the caller may act for, ' +
    'digital accounts, last transactions and open exceptions. A part that the role does not show is absent. Nothing that the ' +
    'caller may see names the customer: 404.',
  reply: customer,
  replyExamples: [
    {
      name: 'customer',
      summary: 'A customer with an account and a stopped card',
      value: {
        institutionId,
        customerId,
        accounts: [ACCOUNT],
        cards: [CARD],
        hotCards: [{ ...HOT_CARD, institutionId, maskedPan: CARD.maskedPan }],
        loans: [],
        digitalAccounts: [],
        transactions: [{ ...TRANSACTION, accountId }],
        exceptions: [EXCEPTION],
        hasMore: [],
      },
    },
  ],
  async handle(ask) {
    const { institutionId = '', customerId = '' } = ask.call.params
    return envelope(ask, shown(await ask.services.customerViews.find(ask.principal, institutionId, customerId)))
  },
})

function shown(view: CustomerView): Static<typeof customer> {
  const { accounts, loans, digitalAccounts, transactions, exceptions, hasMore, ...same } = view
  return {
    ...same,
    cards: [...view.cards],
    hotCards: [...view.hotCards],
    accounts: accounts.map(accountReply),
    ...(loans !== undefined && {
      loans: loans.map(({ principalMinor, currency, ...rest }) => ({
        ...rest,
        principal: numberFromMinor(principalMinor, currency),
        currencyCode: currency,
      })),
    }),
    ...(digitalAccounts !== undefined && {
      digitalAccounts: digitalAccounts.map(({ accountId, partnerId, label, currency, state, linkedAccountId }) => ({
        accountId,
        partnerId,
        ...(label !== undefined && { label }),
        currencyCode: currency,
        state,
        linkedAccountId,
      })),
    }),
    ...(transactions !== undefined && { transactions: transactions.map(shownTransaction) }),
    ...(exceptions !== undefined && { exceptions: exceptions.map(exceptionReply) }),
    hasMore: [...hasMore],
  } as Static<typeof customer>
}
