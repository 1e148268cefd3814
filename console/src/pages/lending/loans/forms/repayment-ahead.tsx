// What a repayment would pay, before it is posted.

import { Stack } from '@mantine/core'
import { FiguresAhead } from '../../figures-ahead.tsx'
import { AllocationTable } from '../allocation-table.tsx'
import type { LoanFormProps } from './loan-form-props.ts'
import { checkRepayment, previewRepayment, type RepaymentValues } from './post-repayment.ts'
import { RepaymentFacts } from './repayment-facts.tsx'

export interface RepaymentAheadProps extends Pick<LoanFormProps, 'partnerId' | 'loan'> {
  readonly values: RepaymentValues
  readonly businessDate: string
}

export function RepaymentAhead({ partnerId, loan, values, businessDate }: RepaymentAheadProps) {
  const { loanId, currency } = loan
  const isComplete = Object.keys(checkRepayment(values)).length === 0
  return (
    <FiguresAhead
      title="What it would pay"
      partnerId={partnerId}
      name={['repayment', loanId]}
      body={isComplete ? values : undefined}
      missing="Fill in what is required to see what it would pay."
      load={(entered) => previewRepayment(partnerId, loanId, entered, businessDate)}
    >
      {(shown) => (
        <Stack gap="sm">
          <AllocationTable allocation={shown.allocation} perInstalment={shown.perInstalment} currency={currency} />
          <RepaymentFacts repayment={shown} currency={currency} outstanding="Outstanding then" />
        </Stack>
      )}
    </FiguresAhead>
  )
}
