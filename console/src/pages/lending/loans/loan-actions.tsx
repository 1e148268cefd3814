// What can be done with a loan in its present state, by this user.

import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { AmendForm } from './forms/amend-form.tsx'
import { CloseForm } from './forms/close-form.tsx'
import { DisburseForm } from './forms/disburse-form.tsx'
import { RepaymentForm } from './forms/repayment-form.tsx'
import { canDisburse, canRepay, closingsOf, type Loan } from './loan-states.ts'

export function LoanActions({ partnerId, loan }: { partnerId: string; loan: Loan }) {
  const may = useMay()
  const mayCreate = may('LOAN_SERVICING', 'CREATE')
  const mayUpdate = may('LOAN_SERVICING', 'UPDATE')
  const closings = mayUpdate ? closingsOf(loan, may('LOAN_SERVICING', 'APPROVE')) : []
  if (!mayCreate && !mayUpdate) return null
  return (
    <>
      {closings.length > 0 && (
        <FormDialog label="Close the loan" color="red" variant="light">
          {(close) => <CloseForm partnerId={partnerId} loan={loan} reasons={closings} onDone={close} />}
        </FormDialog>
      )}
      {mayUpdate && (
        <FormDialog label="Amend">
          {(close) => <AmendForm partnerId={partnerId} loan={loan} onDone={close} />}
        </FormDialog>
      )}
      {mayCreate && canDisburse(loan) && (
        <FormDialog
          label="Pay out"
          title="Pay out the loan"
          variant={loan.status === 'APPROVED' ? 'filled' : 'default'}
        >
          {(close) => <DisburseForm partnerId={partnerId} loan={loan} onDone={close} />}
        </FormDialog>
      )}
      {mayCreate && canRepay(loan) && (
        <FormDialog label="Enter a repayment" variant="filled" dialogSize="xl">
          {(close) => <RepaymentForm partnerId={partnerId} loan={loan} onDone={close} />}
        </FormDialog>
      )}
    </>
  )
}
