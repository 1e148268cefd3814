// Makes a sub-tenant of an institution.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { SubTenantFields, type SubTenantValues } from './sub-tenant-fields.tsx'

export default function NewSubTenantPage() {
  const navigate = useNavigate()
  const [{ institutionId }] = useUrlState()
  const state = useRecordForm<SubTenantValues, { id: string }>({
    initialValues: {
      institutionId: institutionId ?? null,
      tenantCode: '',
      name: '',
      contactEmail: '',
      allowedModules: [],
    },
    submit: (values) =>
      ask(
        admin.createSubTenant({
          institutionId: values.institutionId ?? '',
          tenantCode: values.tenantCode.trim(),
          name: values.name.trim(),
          contactEmail: values.contactEmail.trim(),
          allowedModules: values.allowedModules,
        }),
      ),
    fieldOf: ({ status, message }) => (status === 409 && /tenantCode/.test(message) ? 'tenantCode' : undefined),
    invalidates: [['sub-tenants']],
    onSaved: ({ id }) => {
      notifications.show({
        message: 'The sub-tenant is saved. Its users can sign in once it is active.',
        color: 'green',
      })
      void navigate({ to: `/sub-tenants/${id}`, replace: true })
    },
  })
  return (
    <PageFrame
      title="New sub-tenant"
      trail={[['Sub-tenants', '/sub-tenants']]}
      description="Its users can sign in once it is activated on its page."
    >
      <Section>
        <RecordForm
          state={state}
          submitLabel="Create sub-tenant"
          onCancel={() => void navigate({ to: '/sub-tenants', search: { institutionId } as never })}
        >
          <SubTenantFields form={state.form} isNew />
        </RecordForm>
      </Section>
    </PageFrame>
  )
}
