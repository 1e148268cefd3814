// Changes a sub-tenant.

import { Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type Edit, EditRecordPage } from '../../kit/form/edit-record-page.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { StatusBadge } from '../../kit/show/values.tsx'
import type { CappedModule, SubTenant } from './sub-tenant.ts'
import { SubTenantFields, type SubTenantValues } from './sub-tenant-fields.tsx'

export default function EditSubTenantPage() {
  const id = usePathParameter('id')
  return (
    <EditRecordPage
      list={['Sub-tenants', '/sub-tenants']}
      id={id}
      queryKey={['sub-tenants', id]}
      load={() => ask(admin.getSubTenant({ id }))}
      nameOf={({ name }) => name}
      badgeOf={({ status }) => <StatusBadge status={status} />}
    >
      {(subTenant, edit) => (
        <Section>
          {subTenant.status === 'CLOSED' ? (
            <Text size="sm">It is closed for good and cannot be changed.</Text>
          ) : (
            <SubTenantForm subTenant={subTenant} edit={edit} />
          )}
        </Section>
      )}
    </EditRecordPage>
  )
}

function SubTenantForm({ subTenant, edit }: { subTenant: SubTenant; edit: Edit }) {
  const { id, version, institutionId, tenantCode, name, contactEmail, allowedModules } = subTenant
  const state = useRecordForm<SubTenantValues, SubTenant>({
    initialValues: { institutionId, tenantCode, name, contactEmail, allowedModules: allowedModules as CappedModule[] },
    submit: (values) => {
      const change = { name: values.name.trim(), contactEmail: values.contactEmail.trim() }
      return ask(admin.updateSubTenant({ id }, { version, ...change, allowedModules: values.allowedModules }))
    },
    invalidates: [['sub-tenants']],
    onSaved: (saved) => edit.leave(`${saved.name} is saved.`),
  })
  return (
    <RecordForm state={state} submitLabel="Save" onReload={edit.reload} onCancel={() => edit.leave()}>
      <SubTenantFields form={state.form} />
    </RecordForm>
  )
}
