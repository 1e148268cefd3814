// One loan of every kind that the bench of lending multiplies, made by the book of loans itself: its rows are what the
// gateway writes.

import { DEFAULT_BUCKETS } from '../../src/loans/engine/aging.ts'
import type { Term, Terms } from '../../src/loans/engine/terms.ts'
import type { AnyDraft } from '../../src/loans/servicing/book/loan-command.ts'
import { addDaysTo } from '../../src/loans/servicing/loan-dates.ts'
import {
  command,
  disbursement,
  draftFor,
  type LoanBank,
  repayment,
  TERMS,
} from '../../test/support/lending/loan-bank.ts'

interface Product {
  readonly code: string
  readonly principalMinor: bigint
  readonly rate: string
  readonly term: Term
  readonly terms: Partial<Terms>
  /** How many of 20 loans. */
  readonly share: number
}

const months = (count: number): Term => ({ count, unit: 'Months' })

const PRODUCTS: readonly Product[] = [
  { code: 'PERSONAL', principalMinor: 1_200_000n, rate: '9.5', term: months(24), terms: {}, share: 10 },
  { code: 'AUTO', principalMinor: 3_000_000n, rate: '6', term: months(60), terms: { dayCount: 'ACT/365F' }, share: 5 },
  {
    code: 'SME',
    principalMinor: 9_000_000n,
    rate: '8',
    term: months(36),
    terms: { method: 'EQUAL_PRINCIPAL', dayCount: 'ACT/360' },
    share: 2,
  },
  { code: 'MORTGAGE', principalMinor: 25_000_000n, rate: '5.25', term: months(360), terms: {}, share: 2 },
  { code: 'OPEN', principalMinor: 100_000n, rate: '12', term: months(6), terms: {}, share: 1 },
]

interface Kind {
  readonly name: string
  /** Days since the disbursement; absent: nothing is disbursed. */
  readonly ages: readonly (number | undefined)[]
  /** Instalments paid on their due dates. */
  readonly paid?: number
  /** What happens today. */
  readonly today?: (loan: { today: string; payoffMinor: bigint; principalMinor: bigint }) => AnyDraft
  /** How many of 100 loans. */
  readonly share: number
}

const KINDS: readonly Kind[] = [
  { name: 'approved', ages: [undefined], share: 5 },
  { name: 'new', ages: [3, 11, 25], share: 20 },
  { name: 'one paid', ages: [40, 47, 55], paid: 1, share: 18 },
  { name: 'two paid', ages: [70, 78, 86], paid: 2, share: 12 },
  { name: 'late', ages: [36, 45, 58], share: 7 },
  { name: 'two months late', ages: [70, 80, 89], share: 4 },
  { name: 'three months late', ages: [100, 110, 119], share: 2 },
  { name: 'six months late', ages: [160, 175, 190], share: 2 },
  { name: 'charged off', ages: [230, 260, 300], share: 2 },
  {
    name: 'settled',
    ages: [20, 50],
    today: ({ today, payoffMinor }) => ({ kind: 'SETTLEMENT', amountMinor: payoffMinor, valueDate: today }),
    share: 20,
  },
  {
    name: 'overpaid',
    ages: [5],
    today: ({ today, payoffMinor }) => repayment(payoffMinor + 5_000n, today),
    share: 1,
  },
  {
    name: 'cancelled',
    ages: [undefined],
    today: ({ today }) => ({ kind: 'CLOSING', reason: 'CANCELLED', valueDate: today }),
    share: 3,
  },
  {
    name: 'written off',
    ages: [120],
    today: ({ today }) => ({ kind: 'CLOSING', reason: 'WRITTEN_OFF', valueDate: today }),
    share: 2,
  },
  {
    name: 'in hardship',
    ages: [45, 50],
    today: ({ today }) => ({
      kind: 'HARDSHIP',
      arrangementId: '0197f3a0-0000-7000-8000-00000000bbbb',
      type: 'INTEREST_ONLY',
      startDate: today,
      instalments: 2,
      interestTreatment: 'ACCRUE',
      atEnd: 'EXTEND_TERM',
      valueDate: today,
    }),
    share: 2,
  },
]

/** The ids of model loans, each as often as its kind and product are usual. */
export async function makeModelLoans(bank: LoanBank): Promise<string[]> {
  const slots: string[] = []
  for (const product of PRODUCTS) {
    for (const kind of KINDS) {
      const ids: string[] = []
      for (const age of kind.ages) ids.push(await makeLoan(bank, product, kind, age))
      for (let i = 0; i < product.share * kind.share; i++) slots.push(ids[i % ids.length] as string)
    }
  }
  return slots
}

async function makeLoan(bank: LoanBank, product: Product, kind: Kind, age: number | undefined): Promise<string> {
  const { book } = bank
  const { principalMinor } = product
  const today = book.businessDate('FI001')
  const start = addDaysTo(today, -(age ?? 0))
  const { loan } = await book.open(
    draftFor(bank, {
      productCode: product.code,
      agreement: {
        currency: 'USD',
        principalApprovedMinor: principalMinor,
        interestRate: product.rate,
        term: product.term,
        terms: { ...TERMS, ...product.terms },
        policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS },
        agreementDate: start,
        plannedDisbursement: start,
      },
    }),
    { actor: { clientId: 'bench' } },
  )
  const { loanId } = loan
  const append = (draft: AnyDraft) => book.append(command(loanId, draft))
  if (age !== undefined) {
    const { position } = await append(disbursement(principalMinor, start))
    for (const row of position.instalments.slice(0, kind.paid ?? 0))
      await append(repayment(row.principalMinor + row.interestMinor, row.dueDate))
  }
  if (kind.today !== undefined) {
    const { payoffMinor } = book.position(await book.find(loan.partnerId, loanId)).balances
    await append(kind.today({ today, payoffMinor, principalMinor }))
  }
  return loanId
}
