// A new rate of the list.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { PageFrame } from '../../../kit/page/page-frame.tsx'
import { RateFields } from './rate-fields.tsx'
import { checkRate, NEW_RATE, RATE_FIELD_NAMES, requestOfRate } from './rate-values.ts'

export default function NewRatePage() {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: NEW_RATE,
    validate: checkRate,
    fieldNames: RATE_FIELD_NAMES,
    submit: (values) => ask(admin.createLoanRate({ productCode: values.productCode, ...requestOfRate(values) })),
    invalidates: [['loan-rates']],
    onSaved: ({ id }) => {
      notifications.show({ message: 'The rate is made and quoted.', color: 'green' })
      void navigate({ to: `/lending/rates/${id}` })
    },
  })
  return (
    <PageFrame title="New rate" trail={[['Loan rates', '/lending/rates']]}>
      <RecordForm state={state} submitLabel="Create the rate" onCancel={() => void navigate({ to: '/lending/rates' })}>
        <RateFields form={state.form} isNew />
      </RecordForm>
    </PageFrame>
  )
}
