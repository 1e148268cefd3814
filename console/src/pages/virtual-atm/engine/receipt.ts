// The text of a receipt, line by line.

import type { Balance } from '@tillgate/sdk'
import { formatMoney } from '../../../kit/show/format.ts'
import { type Language, textsOf } from './atm-texts.ts'
import { type Order, sum, type Terminal, totalOf } from './orders.ts'

/** A label with its value, or a text alone in the middle. */
export type ReceiptLine = readonly [label: string, value: string] | readonly [text: string]

export interface ReceiptParts {
  readonly terminal: Terminal
  readonly language: Language
  readonly pan: string | undefined
  /** What was done; absent for a balance inquiry. */
  readonly order: Order | undefined
  readonly accountId: string
  readonly rrn: string
  readonly authId: string | undefined
  readonly at: Date
  /** Printed when the preference says so. */
  readonly balances: readonly Balance[]
}

export function receiptOf(parts: ReceiptParts): readonly ReceiptLine[] {
  const { terminal, language, order } = parts
  const t = textsOf(language)
  const money = (amount: number) => formatMoney(amount, terminal.currency)
  const lines: ReceiptLine[] = [
    [terminal.institutionName],
    [terminal.terminalLoc],
    [timeOf(parts.at, language)],
    [t.receiptTerminal, terminal.terminalId],
  ]
  if (parts.pan !== undefined) lines.push([t.receiptCard, maskedPan(parts.pan)])
  lines.push([t.receiptAccount, masked(parts.accountId)], [titleOf(order, language)])
  if (order !== undefined) {
    switch (order.kind) {
      case 'withdrawal':
      case 'cardless':
        lines.push([t.feeCash, money(order.cash)])
        if (order.fee > 0) lines.push([t.feeFee, money(order.fee)])
        break
      case 'deposit':
        if (order.cash > 0) lines.push([t.cashPart, money(order.cash)])
        if (order.checks.length > 0)
          lines.push([`${t.checksPart} (${order.checks.length})`, money(sum(...order.checks))])
        break
      case 'transfer':
        lines.push([t.to, masked(order.toAccountId)])
        break
      case 'bill':
        lines.push([t.payTo, order.biller.name])
        break
    }
    lines.push([t.total, money(totalOf(order))])
  }
  for (const balance of parts.balances) lines.push(balanceLine(balance, parts.balances, language))
  lines.push([t.receiptRrn, parts.rrn])
  if (parts.authId !== undefined) lines.push([t.receiptAuth, parts.authId])
  lines.push([t.receiptThanks])
  return lines
}

/** A loan's Balance is what is still owed. */
export function balanceLine(
  { type, amount, currencyCode, dueDate }: Balance,
  all: readonly Balance[],
  language: Language,
): readonly [string, string] {
  const t = textsOf(language)
  const isLoan = all.some((balance) => balance.type === 'PaymentDue')
  const label = type === 'Balance' && isLoan ? t.Principal : t[type]
  const due = dueDate === undefined ? '' : ` (${dueDate.slice(0, 4)}-${dueDate.slice(4, 6)}-${dueDate.slice(6, 8)})`
  return [`${label}${due}`, formatMoney(amount, currencyCode)]
}

function titleOf(order: Order | undefined, language: Language): string {
  const t = textsOf(language)
  if (order === undefined) return t.balance
  switch (order.kind) {
    case 'withdrawal':
      return order.isFastCash ? t.fastCash : t.withdrawal
    case 'cardless':
      return t.cardless
    case 'deposit':
      return t.deposit
    case 'transfer':
      return t.transfer
    case 'bill':
      return t.bill
  }
}

function timeOf(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language === 'SPA' ? 'es' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at)
}

/** First six and last four digits. */
function maskedPan(pan: string): string {
  return pan.length < 12 ? pan : `${pan.slice(0, 6)}${'•'.repeat(pan.length - 10)}${pan.slice(-4)}`
}

export function masked(accountId: string): string {
  return accountId.length <= 4 ? accountId : `••${accountId.slice(-4)}`
}
