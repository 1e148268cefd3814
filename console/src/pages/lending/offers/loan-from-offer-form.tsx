// Makes the loan of an accepted offer.

import { Text } from '@mantine/core'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { useLoanMade } from '../loans/use-loan-made.ts'

export interface LoanFromOfferFormProps {
  readonly partnerId: string
  readonly offer: api.ListedOffer
  onCancel(): void
}

export function LoanFromOfferForm({ partnerId, offer, onCancel }: LoanFromOfferFormProps) {
  const made = useLoanMade(partnerId)
  const once = useOnce(`loan-of-${offer.offerId}`)
  const state = useRecordForm({
    initialValues: { expectedDisbursementDate: '', agreementDate: '', customerId: '', externalReference: '' },
    submit: (values) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).createLoan(
            {
              offerId: offer.offerId,
              ...present({
                expectedDisbursementDate: textOf(values.expectedDisbursementDate),
                agreementDate: textOf(values.agreementDate),
                customerId: textOf(values.customerId),
                externalReference: textOf(values.externalReference),
              }),
            },
            { idempotencyKey },
          ),
        ),
      ),
    ...made,
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Create the loan" onCancel={onCancel}>
      <Text size="sm">The loan gets the terms of the offer. Nothing is paid out before a disbursement.</Text>
      {field.date('agreementDate', 'Agreement date', 'Today or earlier; the business date when empty.')}
      {field.date(
        'expectedDisbursementDate',
        'Expected disbursement',
        'The plan starts on this day; on the agreement date when empty.',
      )}
      {field.text('customerId', 'Customer', 'Gets a loan account with the first disbursement.', { maxLength: 36 })}
      {field.text('externalReference', 'Your own reference', { maxLength: 255 })}
    </RecordForm>
  )
}
