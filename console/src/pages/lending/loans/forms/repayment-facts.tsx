// What is left after a repayment.

import { Facts } from '../../../../kit/show/facts.tsx'
import { CalendarDate, Money } from '../../../../kit/show/values.tsx'
import type { RepaymentFigures } from './post-repayment.ts'

export interface RepaymentFactsProps {
  readonly repayment: RepaymentFigures
  readonly currency: string
  /** The name of what is left. */
  readonly outstanding: string
}

export function RepaymentFacts({ repayment, currency, outstanding }: RepaymentFactsProps) {
  const { balancesAfter, nextDue, remainingDue } = repayment
  return (
    <Facts
      columns={3}
      facts={[
        [outstanding, <Money key="outstanding" amount={balancesAfter.totalOutstanding} currency={currency} />],
        remainingDue !== undefined && ['Still due', <Money key="due" amount={remainingDue} currency={currency} />],
        nextDue !== undefined && [
          'Next due',
          nextDue === null ? (
            'Nothing more falls due'
          ) : (
            <span key="next">
              <Money amount={nextDue.totalToPay} currency={currency} /> on <CalendarDate date={nextDue.dueDate} />
            </span>
          ),
        ],
      ]}
    />
  )
}
