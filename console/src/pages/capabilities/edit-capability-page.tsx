// Changes a transaction capability.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecordPage } from '../../kit/form/edit-record-page.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { CapabilityForm } from './capability-form.tsx'

export default function EditCapabilityPage() {
  const id = usePathParameter('id')
  return (
    <EditRecordPage
      list={['Transaction capabilities', '/capabilities']}
      id={id}
      queryKey={['capabilities', id]}
      load={() => ask(admin.getTransactionCapability({ id }))}
      nameOf={({ code }) => `capability ${code}`}
      description="A change takes effect as soon as it is saved, for accounts with it at every institution."
    >
      {({ code, description, flags, isActive, version }, edit) => (
        <CapabilityForm
          initialValues={{ code, description, flags: { ...flags }, isActive }}
          isEdited
          submitLabel="Save"
          submit={(values) => {
            const change = { description: values.description, flags: values.flags }
            return ask(admin.updateTransactionCapability({ id }, { version, ...change }))
          }}
          onSaved={() => edit.leave(`Capability ${code} is saved.`)}
          onCancel={() => edit.leave()}
          onReload={edit.reload}
        />
      )}
    </EditRecordPage>
  )
}
