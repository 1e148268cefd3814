// Changes an account type.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { AccountTypeForm, accountTypeBody } from './account-type-form.tsx'

export default function EditAccountTypePage() {
  const id = usePathParameter('id')
  const navigate = useNavigate()
  const page = `/account-types/${id}`
  return (
    <PageFrame
      title="Edit account type"
      trail={[
        ['Account types', '/account-types'],
        ['Account type', page],
      ]}
    >
      <EditRecord queryKey={['account-types', id]} load={() => ask(admin.getAccountType({ id }))}>
        {(type, reload) => (
          <AccountTypeForm
            initialValues={{
              institutionId: type.institutionId,
              code: type.code,
              coreCode: type.coreCode ?? '',
              description: type.description,
              category: type.category,
              defaultTxnCapability: type.defaultTxnCapability,
              balanceTypes: [...type.balanceTypes],
              isActive: type.isActive,
            }}
            isEdited
            submitLabel="Save"
            submit={(values) =>
              ask(admin.updateAccountType({ id }, { version: type.version, ...accountTypeBody(values) }))
            }
            onSaved={({ code }) => {
              notifications.show({ message: `Account type ${code} is saved.`, color: 'green' })
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
