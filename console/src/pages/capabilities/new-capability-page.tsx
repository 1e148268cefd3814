// Makes a transaction capability.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { CapabilityForm, type CapabilityValues } from './capability-form.tsx'

const EMPTY: CapabilityValues = {
  code: '',
  description: '',
  flags: {
    inquiry: true,
    withdrawal: false,
    deposit: false,
    transferFrom: false,
    transferTo: false,
    billPayment: false,
    cardless: false,
  },
  isActive: true,
}

export default function NewCapabilityPage() {
  const navigate = useNavigate()
  return (
    <PageFrame
      title="New transaction capability"
      trail={[['Transaction capabilities', '/capabilities']]}
      description="It is available to all institutions. Accounts get it by their type, or one by one when they are loaded."
    >
      <CapabilityForm
        initialValues={EMPTY}
        isEdited={false}
        submitLabel="Create capability"
        submit={(values) => ask(admin.createTransactionCapability(values))}
        onSaved={({ id, code }) => {
          notifications.show({ message: `Capability ${code} is created.`, color: 'green' })
          void navigate({ to: `/capabilities/${id}` })
        }}
        onCancel={() => void navigate({ to: '/capabilities' })}
      />
    </PageFrame>
  )
}
