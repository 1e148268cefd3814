// Makes an account type.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { AccountTypeForm, type AccountTypeValues, accountTypeBody } from './account-type-form.tsx'

export default function NewAccountTypePage() {
  const navigate = useNavigate()
  const [{ institutionId }] = useUrlState()
  const [initialValues] = useState<AccountTypeValues>(() => ({
    institutionId: institutionId ?? null,
    code: '',
    coreCode: '',
    description: '',
    category: 'LIABILITY',
    defaultTxnCapability: null,
    balanceTypes: ['Available', 'Balance'],
    isActive: true,
  }))
  return (
    <PageFrame title="New account type" trail={[['Account types', '/account-types']]}>
      <AccountTypeForm
        initialValues={initialValues}
        isEdited={false}
        submitLabel="Create account type"
        submit={(values) =>
          ask(
            admin.createAccountType({
              institutionId: values.institutionId ?? '',
              code: values.code.trim(),
              isActive: values.isActive,
              ...accountTypeBody(values),
            }),
          )
        }
        onSaved={({ id, code }) => {
          notifications.show({ message: `Account type ${code} is created.`, color: 'green' })
          void navigate({ to: `/account-types/${id}` })
        }}
        onCancel={() => void navigate({ to: '/account-types' })}
      />
    </PageFrame>
  )
}
