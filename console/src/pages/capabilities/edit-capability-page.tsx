// Changes a transaction capability.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { CapabilityForm } from './capability-form.tsx'

export default function EditCapabilityPage() {
  const id = usePathParameter('id')
  const navigate = useNavigate()
  const page = `/capabilities/${id}`
  return (
    <PageFrame
      title="Edit transaction capability"
      trail={[
        ['Transaction capabilities', '/capabilities'],
        ['Capability', page],
      ]}
      description="Accounts with it can be used for more or less as soon as it is saved, at every institution."
    >
      <EditRecord queryKey={['capabilities', id]} load={() => ask(admin.getTransactionCapability({ id }))}>
        {({ code, description, flags, isActive, version }, reload) => (
          <CapabilityForm
            initialValues={{ code, description, flags: { ...flags }, isActive }}
            isEdited
            submitLabel="Save"
            submit={(values) =>
              ask(
                admin.updateTransactionCapability(
                  { id },
                  { version, description: values.description, flags: values.flags },
                ),
              )
            }
            onSaved={() => {
              notifications.show({ message: `Capability ${code} is saved.`, color: 'green' })
              void navigate({ to: page })
            }}
            onCancel={() => void navigate({ to: page })}
            onReload={reload}
          />
        )}
      </EditRecord>
    </PageFrame>
  )
}
