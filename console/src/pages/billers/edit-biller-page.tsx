// Changes a biller.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type Edit, EditRecordPage } from '../../kit/form/edit-record-page.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { BillerFields, type BillerValues } from './biller-fields.tsx'

export default function EditBillerPage() {
  const id = usePathParameter('id')
  return (
    <EditRecordPage
      list={['Billers', '/billers']}
      id={id}
      queryKey={['billers', id]}
      load={() => ask(admin.getBiller({ id }))}
      nameOf={({ name }) => name}
    >
      {(biller, edit) => (
        <Section>
          <BillerForm biller={biller} edit={edit} />
        </Section>
      )}
    </EditRecordPage>
  )
}

function BillerForm({ biller, edit }: { biller: onboarding.BillerRecord; edit: Edit }) {
  const { id, version, institutionId, billerId, name, bin, isActive } = biller
  const state = useRecordForm<BillerValues, onboarding.BillerRecord>({
    initialValues: { institutionId, billerId, name, bin, isActive },
    submit: (values) => ask(admin.updateBiller({ id }, { version, name: values.name.trim(), bin: values.bin.trim() })),
    invalidates: [['billers']],
    onSaved: (saved) => edit.leave(`${saved.name} is saved.`),
  })
  return (
    <RecordForm state={state} submitLabel="Save" onReload={edit.reload} onCancel={() => edit.leave()}>
      <BillerFields form={state.form} />
    </RecordForm>
  )
}
