// Reversals: they take back what an approved order moved, once, and never more than is left of it. The state of the
// card, a frozen account, risk flags and limits do not stop them; a closed account does.

import {
  accountOf,
  availableMinor,
  type Books,
  checkCurrency,
  checkFunds,
  type Decision,
  isLoan,
  nonZero,
  presentedCard,
} from './rules.ts'
import type { Account, Effects, OrderSummary, Reversal } from './types.ts'

export function decideReversal(order: Reversal, books: Books): Decision {
  const { institution } = books
  const card = presentedCard(order.pan, institution)
  if (typeof card === 'string') return { decline: card }
  const account = accountOf(order.accountId, card, institution)?.account
  if (account === undefined) return { decline: '114' }
  if (account.status === 'CLOSED') return { decline: '182' }
  const wrongCurrency = checkCurrency(account, order.amount.currency)
  if (wrongCurrency !== undefined) return { decline: wrongCurrency }

  const original = books.executed(order.originalReference)
  const isReversible = original !== undefined && original.summary.kind !== 'REVERSAL'
  if (!isReversible || original.summary.accountId !== account.id) return { decline: '914' }
  if (original.code !== '000') return { decline: '484' }

  const { summary, reversedMinor } = original
  const { minor } = order.amount
  const leftMinor = summary.amountMinor - reversedMinor
  if (leftMinor === 0) return { decline: '480' }
  if (minor > leftMinor) return { decline: '483' }
  // The gateway keeps its own count of what is left. When the two differ, nothing is moved.
  if (order.complete !== (minor === leftMinor)) return { decline: '483' }
  // A partial reversal takes back the cash only, never the fee.
  if (!order.complete && reversedMinor + minor > summary.amountMinor - summary.feeMinor) return { decline: '483' }

  const reverses = { reference: order.originalReference, amountMinor: minor }
  switch (summary.kind) {
    case 'CASH_WITHDRAWAL':
    case 'CARDLESS_WITHDRAWAL':
      return { effects: { ...withdrawalBack(order, summary, books), reverses } }
    case 'DEPOSIT': {
      const effects = depositBack(order, summary, account, reversedMinor)
      return effects === undefined ? { decline: '110' } : { effects: { ...effects, reverses } }
    }
    case 'TRANSFER': {
      const effects = transferBack(order, summary, books)
      return typeof effects === 'string' ? { decline: effects } : { effects: { ...effects, reverses } }
    }
    case 'BILL_PAYMENT':
      return {
        effects: {
          entries: [
            [account.id, minor],
            [`gl:settlement:${summary.billerId}`, -minor],
          ],
          reverses,
        },
      }
    case 'REVERSAL':
      return { decline: '914' }
  }
}

/** Reversed cash does not count against the limits of the same day. */
function withdrawalBack(order: Reversal, original: OrderSummary, { institution }: Books): Effects {
  const { minor } = order.amount
  const feeMinor = order.complete ? original.feeMinor : 0
  const { holder, businessDate: date } = original
  const countedMinor = original.currency === institution.baseCurrency ? minor : 0
  const isSameDay = date === order.origin.businessDate && holder !== undefined
  return {
    entries: nonZero([
      [original.accountId, minor],
      [`gl:vault:${original.terminalId ?? 'unknown'}`, feeMinor - minor],
      ['gl:fees:access', -feeMinor],
    ]),
    ...(isSameDay && { usage: { holder, date, minor: -countedMinor, count: order.complete ? -1 : 0 } }),
  }
}

/** Checks are reversed before cash, and their held part first. */
function depositBack(
  order: Reversal,
  original: OrderSummary,
  account: Account,
  reversedMinor: number,
): Effects | undefined {
  const { minor } = order.amount
  const date = order.origin.businessDate
  const hold = account.holds.find((one) => one.reference === order.originalReference && one.releaseOn > date)
  const unheldMinor = Math.min(hold?.amountMinor ?? 0, minor)
  const isShort = !isLoan(account) && availableMinor(account, date) + unheldMinor < minor
  if (isShort && !order.forced) return undefined
  const checkMinor = original.amountMinor - original.cashMinor
  const cashMinor = Math.max(0, reversedMinor + minor - checkMinor) - Math.max(0, reversedMinor - checkMinor)
  return {
    entries: nonZero([
      [account.id, -minor],
      [`gl:vault:${original.terminalId ?? 'unknown'}`, cashMinor],
      ['gl:clearing:checks', minor - cashMinor],
    ]),
    ...(isLoan(account) && { loanPayment: { accountId: account.id, amountMinor: -minor } }),
    ...(unheldMinor > 0 && {
      unhold: { accountId: account.id, reference: order.originalReference, amountMinor: unheldMinor },
    }),
  }
}

function transferBack(order: Reversal, original: OrderSummary, { institution }: Books): Effects | string {
  const { minor } = order.amount
  const destination = institution.accounts.get(original.beneficiaryAccountId ?? '')
  if (destination === undefined) return '114'
  if (destination.status === 'CLOSED') return '183'
  const isShort = !isLoan(destination) && checkFunds(destination, minor, order.origin.businessDate) !== undefined
  if (isShort && !order.forced) return '110'
  return {
    entries: [
      [original.accountId, minor],
      [destination.id, -minor],
    ],
    ...(isLoan(destination) && { loanPayment: { accountId: destination.id, amountMinor: -minor } }),
  }
}
