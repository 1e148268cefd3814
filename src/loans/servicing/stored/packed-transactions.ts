// The transactions of a fold's state in a short form: lists of texts and numbers instead of objects, without zeros.

import { toDate, toDay } from '../../engine/arithmetic/calendar-days.ts'
import type { Balances, LoanTransaction } from '../../engine/fold/loan-position.ts'
import type { Allocation } from '../../engine/loan-events.ts'
import { amountsText, firstAmounts } from './amount-text.ts'

export type PackedTransaction = readonly [
  eventId: string,
  kind: string,
  amount: string,
  day: number,
  allocation: string,
  /** The number of an instalment and its allocation, in turn. */
  perInstalment: readonly (number | string)[],
  balancesAfter: string,
  repaid: string,
]

export function packTransaction(transaction: LoanTransaction): PackedTransaction {
  const { eventId, kind, amountMinor, valueDate, allocation, perInstalment, balancesAfter } = transaction
  const each: (number | string)[] = []
  for (const part of perInstalment) each.push(part.n, allocationText(part))
  return [
    eventId,
    kind,
    String(amountMinor),
    toDay(valueDate),
    allocationText(allocation),
    each,
    balancesText(balancesAfter),
    allocationText(balancesAfter.repaid),
  ]
}

export function unpackTransaction(packed: PackedTransaction): LoanTransaction {
  const [eventId, kind, amount, day, allocation, each, balances, repaid] = packed
  const perInstalment: ({ n: number } & Allocation)[] = []
  for (let i = 0; i < each.length; i += 2)
    perInstalment.push({ n: Number(each[i]), ...allocationOf(String(each[i + 1])) })
  return {
    eventId,
    kind: kind as LoanTransaction['kind'],
    amountMinor: BigInt(amount),
    valueDate: toDate(day),
    allocation: allocationOf(allocation),
    perInstalment,
    balancesAfter: balancesOf(balances, repaid),
  }
}

function allocationText({ penalties, fees, interest, principal, overpayment }: Allocation): string {
  return amountsText([principal, interest, fees, penalties, overpayment])
}

function allocationOf(text: string): Allocation {
  const [principal = 0n, interest = 0n, fees = 0n, penalties = 0n, overpayment = 0n] = firstAmounts(text, 5)
  return { penalties, fees, interest, principal, overpayment }
}

const BALANCES = [
  'principalMinor',
  'payoffMinor',
  'totalOutstandingMinor',
  'disbursedMinor',
  'perDiemMinor',
  'interestAccruedMinor',
  'interestDueMinor',
  'totalOverdueMinor',
  'feesMinor',
  'penaltiesMinor',
  'overpaymentMinor',
] as const

function balancesText(balances: Balances): string {
  return amountsText(BALANCES.map((name) => balances[name]))
}

function balancesOf(text: string, repaid: string): Balances {
  const [
    principalMinor = 0n,
    payoffMinor = 0n,
    totalOutstandingMinor = 0n,
    disbursedMinor = 0n,
    perDiemMinor = 0n,
    interestAccruedMinor = 0n,
    interestDueMinor = 0n,
    totalOverdueMinor = 0n,
    feesMinor = 0n,
    penaltiesMinor = 0n,
    overpaymentMinor = 0n,
  ] = firstAmounts(text, BALANCES.length)
  return {
    principalMinor,
    interestAccruedMinor,
    interestDueMinor,
    feesMinor,
    penaltiesMinor,
    totalOutstandingMinor,
    totalOverdueMinor,
    overpaymentMinor,
    payoffMinor,
    perDiemMinor,
    disbursedMinor,
    repaid: allocationOf(repaid),
  }
}
