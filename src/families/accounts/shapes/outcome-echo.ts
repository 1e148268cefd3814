// Replies: the echoed parts of the request, and what the bank adds. They never contain a card number.

import type { BalanceType } from '../../../administration/institutions/directory.ts'
import type { AccountBalances, Branch, Outcome } from '../../../channels/core/outcome.ts'
import { isApproved } from '../../../channels/core/outcome.ts'
import { jsonMember, jsonText } from '../../../platform/kernel/json-text.ts'
import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'

interface TransactionSent {
  readonly rrn: string
  readonly type: string
  readonly date?: BusinessDate
}

/** The parts of the request that every financial reply echoes. */
export interface EchoedRequest {
  readonly transaction: TransactionSent
  readonly paymentInstrument: { readonly account: { readonly id: string } }
  readonly institution: { readonly id: string }
}

export interface BalanceLine {
  readonly type: BalanceType
  readonly amount: number
  readonly currencyCode: string
  readonly dueDate?: BusinessDate
}

interface AmountSent {
  readonly amount: number
  readonly currencyCode?: string
  readonly accessFee?: number
}

/**
 * The reply to a transaction, as text. `particular` is the echo that only this operation has; `balances` replaces the
 * flat list. JSON.stringify omits undefined members, so a decline is an approval with less in it.
 */
export function financialText(
  body: EchoedRequest & { readonly amount: AmountSent },
  outcome: Outcome,
  own?: { readonly particular?: object; readonly balances?: object | undefined },
): string {
  if (own === undefined) return plainText(body, outcome)
  return JSON.stringify({
    ...echo(body, outcome),
    ...own.particular,
    amount: echoAmount(body.amount),
    branch: branchOf(outcome),
    balances: own.balances ?? balancesOf(outcome),
    status: statusOf(outcome),
  })
}

/** The same bytes, for operations without an echo of their own: they are most orders. */
function plainText(body: EchoedRequest & { readonly amount: AmountSent }, outcome: Outcome): string {
  const { transaction, paymentInstrument, institution, amount: sent } = body
  const approved = isApproved(outcome) ? outcome : undefined
  const fee = sent.accessFee === undefined ? '' : `,"accessFee":${sent.accessFee}`
  return (
    `{"transaction":{"rrn":${jsonText(transaction.rrn)},"type":${jsonText(transaction.type)}` +
    `${jsonMember('date', transaction.date ?? approved?.businessDate)}}` +
    `,"paymentInstrument":{"account":{"id":${jsonText(paymentInstrument.account.id)}}}` +
    `,"institution":{"id":${jsonText(institution.id)}}` +
    `,"amount":{"amount":${sent.amount}${jsonMember('currencyCode', sent.currencyCode)}${fee}}` +
    (approved?.branch === undefined ? '' : `,"branch":${branchText(approved.branch)}`) +
    (approved === undefined ? '' : `,"balances":[${balancesText(approved.balances)}]`) +
    `,"status":{"responseCode":${jsonText(outcome.code)}${jsonMember('authId', approved?.authId)}}}`
  )
}

function branchText({ id, name, address }: Branch): string {
  return `{"id":${jsonText(id)},"name":${jsonText(name)},"address":${jsonText(address)}}`
}

/** As balanceLines(). */
function balancesText({ currency, availableMinor, balanceMinor, paymentDue, returned }: AccountBalances): string {
  let text = ''
  const add = (type: BalanceType, minor: bigint, dueDate?: BusinessDate) => {
    if (returned?.has(type) === false) return
    const due = dueDate === undefined ? '' : jsonMember('dueDate', dueDate)
    text += `${text === '' ? '' : ','}{"type":"${type}","amount":${numberFromMinor(minor, currency)},"currencyCode":"${currency}"${due}}`
  }
  add('Available', availableMinor)
  add('Balance', balanceMinor)
  if (paymentDue !== undefined) add('PaymentDue', paymentDue.amountMinor, paymentDue.dueDate)
  return text
}

/** The reply to a reversal, as text, without a branch. */
export function reversalText(body: EchoedRequest & { readonly amount: AmountSent }, outcome: Outcome): string {
  return JSON.stringify({
    ...echo(body, outcome),
    amount: echoAmount(body.amount, isApproved(outcome) ? outcome.balances.currency : undefined),
    balances: balancesOf(outcome),
    status: statusOf(outcome),
  })
}

/** If no currency was sent, the one the bank found. */
function echoAmount({ amount, currencyCode, accessFee }: AmountSent, found?: string) {
  return { amount, currencyCode: currencyCode ?? found, accessFee }
}

export function echo(body: EchoedRequest, outcome: Outcome) {
  return {
    transaction: echoTransaction(body.transaction, outcome),
    paymentInstrument: { account: { id: body.paymentInstrument.account.id } },
    institution: { id: body.institution.id },
  }
}

function echoTransaction(sent: TransactionSent, outcome: Outcome) {
  const date = sent.date ?? (isApproved(outcome) ? outcome.businessDate : undefined)
  return { rrn: sent.rrn, type: sent.type, date }
}

export function statusOf(outcome: Outcome) {
  return { responseCode: outcome.code, authId: isApproved(outcome) ? outcome.authId : undefined }
}

export function branchOf(outcome: Outcome): Branch | undefined {
  if (!isApproved(outcome) || outcome.branch === undefined) return undefined
  const { id, name, address } = outcome.branch
  return { id, name, address }
}

export function balancesOf(outcome: Outcome): BalanceLine[] | undefined {
  return isApproved(outcome) ? balanceLines(outcome.balances) : undefined
}

export function balanceLines(balances: AccountBalances): BalanceLine[] {
  const { currency, paymentDue, returned } = balances
  const line = (type: BalanceLine['type'], minor: bigint): BalanceLine => ({
    type,
    amount: numberFromMinor(minor, currency),
    currencyCode: currency,
  })
  const lines = [line('Available', balances.availableMinor), line('Balance', balances.balanceMinor)]
  if (paymentDue !== undefined) {
    lines.push({ ...line('PaymentDue', paymentDue.amountMinor), dueDate: paymentDue.dueDate })
  }
  return returned === undefined ? lines : lines.filter(({ type }) => returned.has(type))
}
