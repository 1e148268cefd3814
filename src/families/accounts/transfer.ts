// Transfer: moves money between two accounts of one institution. A loan may receive (as a payment), never send.

import { type Static, Type } from 'typebox'
import { isApproved, type Outcome } from '../../channels/core/outcome.ts'
import type { Findings } from '../../edge/http/body/validation.ts'
import { given } from '../../edge/http/operation.ts'
import { type AskWith, accountOperation } from './desk/account-operation.ts'
import { orderOf, replyTo } from './orders/orders.ts'
import { checkAmount, minorOf } from './shapes/amounts.ts'
import {
  BRANCH,
  balancesExample,
  CHECKING,
  example,
  INSTITUTION,
  SAVINGS,
  TERMINAL_REQUEST,
} from './shapes/examples.ts'
import { balanceLines, financialText } from './shapes/outcome-echo.ts'
import { balancesOfBoth, financialReply, instrumentEcho } from './shapes/reply-shapes.ts'
import * as shape from './shapes/shapes.ts'

const body = Type.Object({
  ...shape.terminalRequest,
  transaction: shape.transaction('TRANSFER'),
  paymentInstrument: shape.paymentInstrument,
  beneficiary: shape.beneficiary,
  beneficiaryInstrument: shape.beneficiaryInstrument,
  amount: shape.amount,
})

const TRANSACTION = { rrn: '260115000007', date: '20260115', type: 'TRANSFER' }
const BENEFICIARY = { beneficiary: { institutionId: 'FI001' }, beneficiaryInstrument: SAVINGS }
const AMOUNT = { amount: 250, currencyCode: 'USD' }
const ECHO = {
  transaction: TRANSACTION,
  paymentInstrument: CHECKING,
  institution: INSTITUTION,
  ...BENEFICIARY,
  amount: AMOUNT,
}

export const transfer = accountOperation({
  id: 'Transfers',
  route: 'POST /transactions/transfers',
  basis: 'given',
  tag: 'Transfers',
  summary: 'Transfer between accounts of one institution',
  description:
    'Debits `paymentInstrument`, credits `beneficiaryInstrument`. `beneficiary.institutionId` must equal ' +
    '`institution.id`. Unlike everywhere else, `balances` is an object with the balances of both accounts.',
  replays: true,
  body,
  rules: withinOneInstitution,
  reply: financialReply({
    beneficiary: given(Type.Object({ institutionId: shape.id('Institution of the destination') })),
    beneficiaryInstrument: instrumentEcho,
    balances: Type.Optional(balancesOfBoth),
  }),
  requestExamples: [
    example('transfer', '250.00 to savings', {
      ...TERMINAL_REQUEST,
      transaction: TRANSACTION,
      paymentInstrument: CHECKING,
      ...BENEFICIARY,
      amount: AMOUNT,
    }),
  ],
  replyExamples: [
    example('approved', 'Approved', {
      ...ECHO,
      branch: BRANCH,
      balances: { paymentInstrument: balancesExample(2250), beneficiaryInstrument: balancesExample(10250) },
      status: { responseCode: '000', authId: 'T8N2LC' },
    }),
    example('sameAccount', 'Declined', { ...ECHO, status: { responseCode: '190' } }),
  ],
  async handle(ask) {
    const channel = ask.services.channelOf(ask.body.institution.id)
    return replyTo(ask, await channel.transfer(transferOrder(ask)))
  },
})

function withinOneInstitution(sent: Static<typeof body>, found: Findings): void {
  checkAmount(sent, found)
  checkBeneficiary(sent, found)
}

/** Also applies to the transfer's reversal. */
export function checkBeneficiary(
  sent: { readonly institution: { readonly id: string }; readonly beneficiary: { readonly institutionId: string } },
  found: Findings,
): void {
  if (!found.areValid('institution.id', 'beneficiary.institutionId')) return
  if (sent.beneficiary.institutionId !== sent.institution.id) {
    found.add('beneficiary.institutionId', 'must equal institution.id')
  }
}

function transferOrder(ask: AskWith<typeof body>) {
  const { amount, currencyCode } = ask.body.amount
  const minor = minorOf(amount, currencyCode)
  const beneficiaryAccountId = ask.body.beneficiaryInstrument.account.id
  return {
    ...orderOf(ask, ask.body, [beneficiaryAccountId, ask.body.beneficiary.institutionId, minor, currencyCode]),
    amount: { minor, currency: currencyCode },
    beneficiaryAccountId,
    render: (outcome: Outcome) => transferReply(ask.body, outcome),
  }
}

function transferReply(sent: Static<typeof body>, outcome: Outcome): string {
  return financialText(sent, outcome, {
    particular: {
      beneficiary: { institutionId: sent.beneficiary.institutionId },
      beneficiaryInstrument: { account: { id: sent.beneficiaryInstrument.account.id } },
    },
    balances: isApproved(outcome)
      ? {
          paymentInstrument: balanceLines(outcome.balances),
          beneficiaryInstrument: outcome.beneficiaryBalances ? balanceLines(outcome.beneficiaryBalances) : [],
        }
      : undefined,
  })
}
