// Deposit: cash, checks or both are credited to an account. Cash is available at once; of the checks only
// `totDerivedAmount` is, and the rest is held for the institution's hold period.

import { type Static, Type } from 'typebox'
import type { Sent } from '../../channels/channel/channel.ts'
import type { DepositOrder } from '../../channels/core/core.ts'
import type { Findings } from '../../edge/http/body/validation.ts'
import { type AskWith, accountOperation } from './desk/account-operation.ts'
import { orderOf, replyTo } from './orders/orders.ts'
import { checkAmount, checkExact, checkExactText, minorOf, minorOfText } from './shapes/amounts.ts'
import { BRANCH, balancesExample, CHECKING, example, INSTITUTION, TERMINAL_REQUEST } from './shapes/examples.ts'
import { financialText } from './shapes/outcome-echo.ts'
import { financialReply } from './shapes/reply-shapes.ts'
import * as shape from './shapes/shapes.ts'

const body = Type.Object({
  ...shape.terminalRequest,
  transaction: shape.transaction('CASHDEPOSIT', 'CHECKDEPOSIT', 'CASHCHECKDEPOSIT'),
  paymentInstrument: shape.paymentInstrument,
  amount: shape.amount,
  cash: Type.Optional(shape.cash),
  check: Type.Optional(shape.check),
})

type DepositRequest = Static<typeof body>

/** The blocks that a type must send; others are rejected. */
const BLOCKS: Readonly<Record<DepositRequest['transaction']['type'], { cash: boolean; check: boolean }>> = {
  CASHDEPOSIT: { cash: true, check: false },
  CHECKDEPOSIT: { cash: false, check: true },
  CASHCHECKDEPOSIT: { cash: true, check: true },
}

const TRANSACTION = { rrn: '260115000005', date: '20260115', type: 'CASHDEPOSIT' }
const AMOUNT = { amount: 200, currencyCode: 'USD' }
const ECHO = { transaction: TRANSACTION, paymentInstrument: CHECKING, institution: INSTITUTION, amount: AMOUNT }
const REQUEST = { ...TERMINAL_REQUEST, transaction: TRANSACTION, paymentInstrument: CHECKING, amount: AMOUNT }
const CHECKS = {
  totAmount: '150.00',
  totDerivedAmount: '100.00',
  checkDetails: [{ amount: '150.00', checkNumber: '000123' }],
}

export const deposit = accountOperation({
  id: 'Credits',
  route: 'POST /transactions/credits',
  basis: 'given',
  tag: 'Credit Transactions',
  summary: 'Deposit',
  description:
    'CASHDEPOSIT takes `cash`, CHECKDEPOSIT takes `check`, CASHCHECKDEPOSIT takes both; a block of the other kind is ' +
    'refused. The parts add up to `amount.amount`, the checks to `check.totAmount`. Check amounts are decimal strings.',
  replays: true,
  body,
  rules: partsAddUp,
  reply: financialReply({}),
  requestExamples: [
    example('cash', 'Cash', { ...REQUEST, cash: { amount: 200 } }),
    example('cashAndChecks', 'Cash and a check, 50.00 of it held', {
      ...REQUEST,
      transaction: { rrn: '260115000010', date: '20260115', type: 'CASHCHECKDEPOSIT' },
      cash: { amount: 50 },
      check: CHECKS,
    }),
  ],
  replyExamples: [
    example('approved', 'Credited', {
      ...ECHO,
      branch: BRANCH,
      balances: balancesExample(2700),
      status: { responseCode: '000', authId: 'B2C5HN' },
    }),
    example('frozen', 'Declined', { ...ECHO, status: { responseCode: '183' } }),
  ],
  async handle(ask) {
    const channel = ask.services.channelOf(ask.body.institution.id)
    return replyTo(ask, await channel.deposit(depositOrder(ask)))
  },
})

function partsAddUp(sent: DepositRequest, found: Findings): void {
  checkAmount(sent, found)
  checkBlocks(sent, found)
  if (!found.areValid('amount.currencyCode')) return
  const currency = sent.amount.currencyCode
  if (sent.cash !== undefined && found.areValid('cash')) checkExact('cash.amount', sent.cash.amount, currency, found)
  if (sent.check !== undefined && found.areValid('check')) checkChecks(sent.check, currency, found)
  if (found.areValid('transaction.type', 'amount', 'cash', 'check')) checkTotal(sent, found)
}

function checkBlocks(sent: DepositRequest, found: Findings): void {
  if (!found.areValid('transaction.type')) return
  const has = BLOCKS[sent.transaction.type]
  if (has.cash && sent.cash === undefined) found.add('cash.amount', 'is required for this type')
  if (has.check && sent.check === undefined) {
    for (const name of ['totAmount', 'totDerivedAmount', 'checkDetails']) {
      found.add(`check.${name}`, 'is required for this type')
    }
  }
  if (!has.cash && sent.cash !== undefined) found.add('cash', 'must not be sent for this type')
  if (!has.check && sent.check !== undefined) found.add('check', 'must not be sent for this type')
}

function checkChecks(check: NonNullable<DepositRequest['check']>, currency: string, found: Findings): void {
  checkExactText('check.totAmount', check.totAmount, currency, found)
  checkExactText('check.totDerivedAmount', check.totDerivedAmount, currency, found)
  check.checkDetails.forEach(({ amount }, index) => {
    const path = `check.checkDetails[${index}].amount`
    checkExactText(path, amount, currency, found)
    if (found.areValid(path) && minorOfText(amount, currency) === 0n) found.add(path, 'must be greater than 0')
  })
  if (!found.areValid('check')) return
  const total = minorOfText(check.totAmount, currency)
  const sum = check.checkDetails.reduce((minor, { amount }) => minor + minorOfText(amount, currency), 0n)
  if (total !== sum) found.add('check.totAmount', 'must equal the sum of check.checkDetails[].amount')
  if (minorOfText(check.totDerivedAmount, currency) > total) {
    found.add('check.totDerivedAmount', 'must not exceed check.totAmount')
  }
}

function checkTotal(sent: DepositRequest, found: Findings): void {
  const { amount, currencyCode } = sent.amount
  const { cashMinor, checkMinor } = partsOf(sent)
  if (cashMinor + checkMinor === minorOf(amount, currencyCode)) return
  const parts = [sent.cash && 'cash.amount', sent.check && 'check.totAmount'].filter((path) => path !== undefined)
  found.add('amount.amount', `must equal ${parts.join(' plus ')}`)
  for (const path of parts) found.add(path, 'must add up to amount.amount')
}

function partsOf({ amount, cash, check }: DepositRequest) {
  const currency = amount.currencyCode
  return {
    cashMinor: cash === undefined ? 0n : minorOf(cash.amount, currency),
    checkMinor: check === undefined ? 0n : minorOfText(check.totAmount, currency),
    checkAvailableMinor: check === undefined ? 0n : minorOfText(check.totDerivedAmount, currency),
  }
}

function depositOrder(ask: AskWith<typeof body>): Sent<DepositOrder> {
  const { amount, currencyCode } = ask.body.amount
  const minor = minorOf(amount, currencyCode)
  const parts = partsOf(ask.body)
  const checks = ask.body.check?.checkDetails.map((item) => [minorOfText(item.amount, currencyCode), item.checkNumber])
  return {
    ...orderOf(ask, ask.body, [minor, currencyCode, ...Object.values(parts), checks ?? []]),
    amount: { minor, currency: currencyCode },
    ...parts,
    render: (outcome) => financialText(ask.body, outcome),
  }
}
