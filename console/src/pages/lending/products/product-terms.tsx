// The terms that a product supplies.

import type { onboarding } from '@tillgate/sdk'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatAmount, formatWord } from '../../../kit/show/format.ts'
import { apiValue } from '../../../texts/mark.ts'
import { formatRate, formatTerm, lateFeeInWords, METHODS, STRATEGIES } from '../lending-words.ts'

export interface ProductTermsProps {
  readonly terms: onboarding.LoanProductTerms
  readonly currency: string
}

/** What the product does not state has the general default, which the words say. */
export function ProductTerms({ terms, currency }: ProductTermsProps) {
  const stated = (code: string | undefined, usual: string) => (code === undefined ? usually(usual) : formatWord(code))
  const { downPayment, lateFee, allocationOrder } = terms
  return (
    <Facts
      facts={[
        ['Repayment', terms.method === undefined ? usually(METHODS.ANNUITY) : METHODS[terms.method]],
        ['Day count', terms.dayCount ?? usually('30/360')],
        [
          'An instalment every',
          formatTerm({ termCount: terms.repaymentEvery ?? 1, termUnit: terms.repaymentUnit ?? apiValue('Months') }),
        ],
        ['Instalments without principal', terms.graceOnPrincipal ?? 'None'],
        ['Instalments without interest', terms.graceOnInterest ?? 'None'],
        ['Balloon', terms.balloon === undefined ? 'None' : formatAmount(terms.balloon, currency)],
        [
          'Down payment',
          downPayment === undefined
            ? 'None'
            : `${formatRate(downPayment.percent)}${downPayment.auto ? ', counts as paid' : ''}`,
        ],
        [
          'Instalments rounded to',
          terms.instalmentMultipleOf === undefined
            ? 'The smallest unit'
            : formatAmount(terms.instalmentMultipleOf, currency),
        ],
        [
          'Money beyond what is due',
          terms.prepaymentDefault === undefined
            ? usually(STRATEGIES.REDUCE_INSTALMENT)
            : STRATEGIES[terms.prepaymentDefault],
        ],
        ['A payment covers', terms.allocation === 'VERTICAL' ? 'Component by component' : 'Instalment by instalment'],
        allocationOrder !== undefined && ['Order of what is due', allocationOrder.due.map(formatWord).join(', ')],
        allocationOrder !== undefined && ['Order in advance', allocationOrder.inAdvance.map(formatWord).join(', ')],
        [
          'A settlement pays interest',
          terms.settlementInterest === 'TO_PERIOD_END' ? 'Up to the end of the period' : 'Up to its day',
        ],
        ['Late fee', lateFeeInWords(lateFee, currency)],
        ['Rounding', stated(terms.rounding, 'Half even')],
        ['Instalments computed from', stated(terms.instalmentBasis, 'Disbursed')],
        ['Annuities levelled with', stated(terms.annuityRate, 'Per period')],
      ]}
    />
  )
}

function usually(value: string): string {
  return `${value} (general default)`
}
