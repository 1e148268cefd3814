// Changes a biller.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { BillerFields, type BillerValues } from './biller-fields.tsx'

export default function EditBillerPage() {
  const id = usePathParameter('id')
  return (
    <EditRecord queryKey={['billers', id]} load={() => ask(admin.getBiller({ id }))}>
      {(biller, reload) => (
        <PageFrame
          title={`Edit ${biller.name}`}
          trail={[
            ['Billers', '/billers'],
            [biller.name, `/billers/${id}`],
          ]}
        >
          <Section>
            <BillerForm biller={biller} onReload={reload} />
          </Section>
        </PageFrame>
      )}
    </EditRecord>
  )
}

function BillerForm({ biller, onReload }: { biller: onboarding.BillerRecord; onReload(): void }) {
  const navigate = useNavigate()
  const { id, version, institutionId, billerId, name, bin, isActive } = biller
  const state = useRecordForm<BillerValues, onboarding.BillerRecord>({
    initialValues: { institutionId, billerId, name, bin, isActive },
    submit: (values) => ask(admin.updateBiller({ id }, { version, name: values.name.trim(), bin: values.bin.trim() })),
    invalidates: [['billers']],
    onSaved: (saved) => {
      notifications.show({ message: `${saved.name} is saved.`, color: 'green' })
      void navigate({ to: `/billers/${id}` })
    },
  })
  return (
    <RecordForm
      state={state}
      submitLabel="Save"
      onReload={onReload}
      onCancel={() => void navigate({ to: `/billers/${id}` })}
    >
      <BillerFields form={state.form} />
    </RecordForm>
  )
}
