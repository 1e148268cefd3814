// One sub-tenant.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/form/action-button.tsx'
import { DeleteButton } from '../../kit/form/delete-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { Id } from '../../kit/show/values.tsx'
import { moduleName, type SubTenant } from './sub-tenant.ts'

const MEANING: Readonly<Record<SubTenant['status'], string>> = {
  PENDING: 'It waits to be activated.',
  ACTIVE: 'Its users can sign in.',
  SUSPENDED: 'Its users are shut out until it is activated again.',
  CLOSED: 'Its users are shut out for good.',
}

export default function SubTenantPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Sub-tenant"
      list={['Sub-tenants', '/sub-tenants']}
      queryKey={['sub-tenants', id]}
      load={() => ask(admin.getSubTenant({ id }))}
      titleOf={({ name }) => name}
      statusOf={({ status }) => status}
      descriptionOf={({ status }) => MEANING[status]}
      actions={(subTenant) => <SubTenantActions subTenant={subTenant} />}
      facts={({ institutionId, tenantCode, name, contactEmail, allowedModules }) => [
        [
          'Institution',
          <PageLink key="institution" to={`/institutions/${institutionId}`}>
            {institutionId}
          </PageLink>,
        ],
        ['Code', <Id key="code">{tenantCode}</Id>],
        ['Name', name],
        ['Contact', contactEmail],
        [
          'Highest rights of its users',
          allowedModules.length === 0 ? 'No cap: their roles decide' : allowedModules.map(moduleName).join(', '),
        ],
      ]}
    />
  )
}

function SubTenantActions({ subTenant: { id, name, status } }: { subTenant: SubTenant }) {
  return (
    <>
      <Allowed module="SUB_TENANTS" action="DELETE" scope="institution">
        <DeleteButton
          what={`sub-tenant ${name}`}
          message="One that has users or terminals cannot be deleted; close it instead."
          run={() => ask(admin.deleteSubTenant({ id }))}
          to="/sub-tenants"
          invalidates={[['sub-tenants']]}
        />
      </Allowed>
      <Allowed module="SUB_TENANTS" action="ACTIVATE" scope="institution">
        {status === 'SUSPENDED' && (
          <ActionButton
            label="Close"
            color="red"
            variant="light"
            confirm={{
              title: `Close ${name} for good?`,
              message: 'It can never be activated again, and its users stay shut out. Its records stay.',
              label: 'Close for good',
            }}
            run={() => ask(admin.closeSubTenant({ id }))}
            invalidates={[['sub-tenants']]}
            done={`${name} is closed.`}
          />
        )}
        {status === 'ACTIVE' && (
          <ActionButton
            label="Suspend"
            color="red"
            variant="light"
            confirm={{
              title: `Suspend ${name}?`,
              message:
                'The sessions of its users end at once, and they cannot sign in until it is activated again. A suspended one can be closed.',
            }}
            run={() => ask(admin.setSubTenantActivation({ id, isActive: false }))}
            invalidates={[['sub-tenants']]}
            done={`${name} is suspended.`}
          />
        )}
      </Allowed>
      {status !== 'CLOSED' && (
        <Allowed module="SUB_TENANTS" action="UPDATE" scope="institution">
          <EditButton to={`/sub-tenants/${id}/edit`} />
        </Allowed>
      )}
      {(status === 'PENDING' || status === 'SUSPENDED') && (
        <Allowed module="SUB_TENANTS" action="ACTIVATE" scope="institution">
          <ActionButton
            label="Activate"
            variant="filled"
            run={() => ask(admin.setSubTenantActivation({ id, isActive: true }))}
            invalidates={[['sub-tenants']]}
            done={`${name} is active.`}
          />
        </Allowed>
      )}
    </>
  )
}
