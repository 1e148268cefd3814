// Changes a sub-tenant.

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { StatusBadge } from '../../kit/show/values.tsx'
import type { CappedModule, SubTenant } from './sub-tenant.ts'
import { SubTenantFields, type SubTenantValues } from './sub-tenant-fields.tsx'

export default function EditSubTenantPage() {
  const id = usePathParameter('id')
  return (
    <EditRecord queryKey={['sub-tenants', id]} load={() => ask(admin.getSubTenant({ id }))}>
      {(subTenant, reload) => (
        <PageFrame
          title={`Edit ${subTenant.name}`}
          trail={[
            ['Sub-tenants', '/sub-tenants'],
            [subTenant.name, `/sub-tenants/${id}`],
          ]}
          badge={<StatusBadge status={subTenant.status} />}
        >
          <Section>
            {subTenant.status === 'CLOSED' ? (
              <Text size="sm">It is closed for good and cannot be changed.</Text>
            ) : (
              <SubTenantForm subTenant={subTenant} onReload={reload} />
            )}
          </Section>
        </PageFrame>
      )}
    </EditRecord>
  )
}

function SubTenantForm({ subTenant, onReload }: { subTenant: SubTenant; onReload(): void }) {
  const navigate = useNavigate()
  const { id, version, institutionId, tenantCode, name, contactEmail, allowedModules } = subTenant
  const state = useRecordForm<SubTenantValues, SubTenant>({
    initialValues: {
      institutionId,
      tenantCode,
      name,
      contactEmail,
      allowedModules: allowedModules as CappedModule[],
    },
    submit: (values) =>
      ask(
        admin.updateSubTenant(
          { id },
          {
            version,
            name: values.name.trim(),
            contactEmail: values.contactEmail.trim(),
            allowedModules: values.allowedModules,
          },
        ),
      ),
    invalidates: [['sub-tenants']],
    onSaved: (saved) => {
      notifications.show({ message: `${saved.name} is saved.`, color: 'green' })
      void navigate({ to: `/sub-tenants/${id}` })
    },
  })
  return (
    <RecordForm
      state={state}
      submitLabel="Save"
      onReload={onReload}
      onCancel={() => void navigate({ to: `/sub-tenants/${id}` })}
    >
      <SubTenantFields form={state.form} />
    </RecordForm>
  )
}
