// Account lookup: the accounts of a card or customer. Later requests use the returned ids as
// `paymentInstrument.account.id`. It moves nothing and is never deduplicated.

import { type Static, Type } from 'typebox'
import type { LookupOutcome } from '../../../channels/core/outcome.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { given } from '../../../edge/http/operation.ts'
import { accountOperation } from '../desk/account-operation.ts'
import { asked, replyWith } from '../orders/orders.ts'
import { CARD, example, HEAD, INSTITUTION, TERMINAL_REQUEST } from '../shapes/examples.ts'
import { plainStatus, transactionEcho } from '../shapes/reply-shapes.ts'
import * as shape from '../shapes/shapes.ts'

const body = Type.Object({
  ...shape.terminalRequest,
  transaction: shape.datedTransaction('ACCOUNTLOOKUP'),
  card: Type.Optional(shape.card),
  customer: Type.Optional(shape.customer),
})

const reply = Type.Object({
  head: shape.head,
  transaction: transactionEcho,
  institution: shape.institution,
  accounts: Type.Optional(
    given(
      Type.Array(
        Type.Object(
          {
            id: shape.id('Account'),
            accountType: given(Type.String({ description: 'DDA, SDA, LOAN and others' })),
            txnCapability: given(Type.String({ description: 'Transaction capability code' })),
            description: given(Type.String({ description: 'Label for people' })),
          },
          { component: 'Account' },
        ),
        { description: 'Checking, savings, loans, others; absent on a decline' },
      ),
    ),
  ),
  status: plainStatus,
})

const TRANSACTION = { rrn: '260115000001', date: '20260115', type: 'ACCOUNTLOOKUP' }

export const accountLookup = accountOperation({
  id: 'AccountLookup',
  route: 'POST /accounts',
  basis: 'given',
  tag: 'Account Management',
  summary: 'List the accounts of a card',
  description: 'Send `card.pan` when the card is present, otherwise `customer.id`. Moves nothing.',
  body,
  rules: someoneIsNamed,
  reply,
  requestExamples: [
    example('card', 'With the card', { ...TERMINAL_REQUEST, transaction: TRANSACTION, card: CARD }),
    example('customer', 'Without a card', {
      ...TERMINAL_REQUEST,
      transaction: TRANSACTION,
      customer: { id: 'CUST0001' },
    }),
  ],
  replyExamples: [
    example('accounts', 'Accounts', {
      head: HEAD,
      transaction: TRANSACTION,
      institution: INSTITUTION,
      accounts: [{ id: '1000000001', accountType: 'DDA', txnCapability: '06', description: 'Everyday checking' }],
      status: { responseCode: '000' },
    }),
    example('noCardRecord', 'The institution has no such card', {
      head: HEAD,
      transaction: TRANSACTION,
      institution: INSTITUTION,
      status: { responseCode: '118' },
    }),
  ],
  async handle(ask) {
    const { card, customer } = ask.body
    const outcome = await ask.services.channelOf(ask.body.institution.id).lookUpAccounts({
      ...asked(ask, ask.body),
      ...(card === undefined ? {} : { pan: card.pan }),
      ...(customer === undefined ? {} : { customerId: customer.id }),
    })
    return replyWith(ask, outcome.code, lookupReply(ask.body, outcome))
  },
})

function someoneIsNamed(sent: Static<typeof body>, found: Findings): void {
  if (sent.card === undefined && sent.customer === undefined) {
    found.add('card.pan', 'is required unless customer.id is sent')
  }
}

function lookupReply(sent: Static<typeof body>, outcome: LookupOutcome): Static<typeof reply> {
  const { rrn, type, date } = sent.transaction
  const { acquirerId, description } = sent.head
  return {
    head: { ...(acquirerId === undefined ? {} : { acquirerId }), description },
    transaction: { rrn, type, date },
    institution: { id: sent.institution.id },
    ...('accounts' in outcome ? { accounts: outcome.accounts.map((account) => ({ ...account })) } : {}),
    status: { responseCode: outcome.code },
  }
}
