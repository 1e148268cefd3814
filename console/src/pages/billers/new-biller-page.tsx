// Adds a biller to an institution.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { BillerFields, type BillerValues } from './biller-fields.tsx'

export default function NewBillerPage() {
  const navigate = useNavigate()
  const [{ institutionId }] = useUrlState()
  const state = useRecordForm<BillerValues, { id: string }>({
    initialValues: { institutionId: institutionId ?? null, billerId: '', name: '', bin: '', isActive: true },
    submit: (values) =>
      ask(
        admin.createBiller({
          institutionId: values.institutionId ?? '',
          billerId: values.billerId.trim(),
          name: values.name.trim(),
          bin: values.bin.trim(),
          isActive: values.isActive,
        }),
      ),
    fieldOf: ({ status, message }) => (status === 409 && /billerId/.test(message) ? 'billerId' : undefined),
    invalidates: [['billers']],
    onSaved: ({ id }) => {
      notifications.show({ message: 'The biller is saved.', color: 'green' })
      void navigate({ to: `/billers/${id}`, replace: true })
    },
  })
  return (
    <PageFrame
      title="New biller"
      trail={[['Billers', '/billers']]}
      description="A company whose bills customers of one institution can pay."
    >
      <Section>
        <RecordForm
          state={state}
          submitLabel="Create biller"
          onCancel={() => void navigate({ to: '/billers', search: { institutionId } as never })}
        >
          <BillerFields form={state.form} isNew />
        </RecordForm>
      </Section>
    </PageFrame>
  )
}
