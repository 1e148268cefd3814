// Changes an account type.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecordPage } from '../../kit/form/edit-record-page.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { AccountTypeForm, accountTypeBody } from './account-type-form.tsx'

export default function EditAccountTypePage() {
  const id = usePathParameter('id')
  return (
    <EditRecordPage
      list={['Account types', '/account-types']}
      id={id}
      queryKey={['account-types', id]}
      load={() => ask(admin.getAccountType({ id }))}
      nameOf={({ code, institutionId }) => `${code} of ${institutionId}`}
    >
      {(type, edit) => (
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
          onSaved={({ code }) => edit.leave(`Account type ${code} is saved.`)}
          onCancel={() => edit.leave()}
          onReload={edit.reload}
        />
      )}
    </EditRecordPage>
  )
}
