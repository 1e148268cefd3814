// Changes a rate of the list. Offers and loans keep the rate that they were made with.

import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { PageFrame } from '../../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { RateFields } from './rate-fields.tsx'
import { checkRate, RATE_FIELD_NAMES, requestOfRate, valuesOfRate } from './rate-values.ts'

export default function EditRatePage() {
  const id = usePathParameter('id')
  // What is being edited does not change under the form; a conflict says when somebody else was faster.
  const query = useQuery({
    queryKey: ['loan-rate-edit', id],
    queryFn: () => ask(admin.getLoanRate({ id })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <PageFrame
      title="Edit the rate"
      description="Offers and loans keep the rate that they were made with."
      trail={[
        ['Loan rates', '/lending/rates'],
        ['Rate', `/lending/rates/${id}`],
      ]}
    >
      <Loaded query={query}>
        {(rate) => <EditRate key={rate.version} rate={rate} onReload={() => void query.refetch()} />}
      </Loaded>
    </PageFrame>
  )
}

function EditRate({ rate, onReload }: { rate: onboarding.LoanRate; onReload(): void }) {
  const navigate = useNavigate()
  const { id, version } = rate
  const back = () => void navigate({ to: `/lending/rates/${id}` })
  const state = useRecordForm({
    initialValues: valuesOfRate(rate),
    validate: checkRate,
    fieldNames: RATE_FIELD_NAMES,
    submit: (values) => ask(admin.updateLoanRate({ id }, { version, ...requestOfRate(values) })),
    invalidates: [['loan-rates']],
    onSaved: () => {
      notifications.show({ message: 'The rate is saved.', color: 'green' })
      back()
    },
  })
  return (
    <RecordForm state={state} submitLabel="Save" onCancel={back} onReload={onReload}>
      <RateFields form={state.form} isNew={false} />
    </RecordForm>
  )
}
